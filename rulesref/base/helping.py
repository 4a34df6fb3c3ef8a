"""Processes that help the one that was called."""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from threading import Thread


def be_quiet() -> None:
    """Make this process ready to help: what stops it or fails in it is told by the one it helps.

    Ctrl-C is for that one. Where it was killed, nobody is there to be helped: that is the end, and nothing to tell.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as long as the process
    helped = parent_process()
    if helped is not None:
        Thread(target=_end_with, args=(helped,), daemon=True).start()


def _end_with(helped: BaseProcess) -> None:
    helped.join()
    os._exit(1)
