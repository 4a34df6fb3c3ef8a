"""Processes that help the one that was called."""

from __future__ import annotations

import os
import signal
import sys


def be_quiet() -> None:
    """Make this process ready to help: what stops it or fails in it is told by the one it helps.

    Ctrl-C is for that one. Where it was killed, nobody is there to be helped, which is nothing to tell.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as long as the process
