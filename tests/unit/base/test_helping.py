from __future__ import annotations

import signal
import sys

import pytest

from rulesref.base.helping import be_quiet


def test_who_helps_hears_no_interrupt_and_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    was = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    try:
        be_quiet()
        with sys.stderr:
            sys.stderr.write("Traceback")
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, was)
    assert capfd.readouterr().err == ""
