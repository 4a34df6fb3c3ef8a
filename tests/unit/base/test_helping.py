from __future__ import annotations

import os
import select
import signal
import sys
from multiprocessing import get_all_start_methods, get_context

import pytest

from rulesref.base.helping import be_quiet
from tests.helpers import PATIENCE


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


@pytest.mark.skipif("fork" not in get_all_start_methods(), reason="nothing is forked here")
def test_who_helps_ends_with_the_one_it_helps() -> None:
    fork = get_context("fork")
    ends, held = os.pipe()

    def help_on() -> None:
        be_quiet()
        os.write(held, b"1")
        signal.pause()

    def be_helped() -> None:
        for _ in range(2):
            fork.Process(target=help_on).start()
        signal.pause()

    helped = fork.Process(target=be_helped)
    helped.start()
    os.close(held)
    try:
        assert os.read(ends, 1) + os.read(ends, 1) == b"11"
        helped.kill()
        # The pipe ends with the last who holds it.
        assert select.select([ends], [], [], PATIENCE)[0]
        assert os.read(ends, 1) == b""
    finally:
        helped.kill()
        helped.join()
        os.close(ends)
