"""``rulesref score GAME`` on a terminal of its own: what a person sees, Ctrl-C, a window that closes."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import select
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesref.base.disk import home_folder
from tests.helpers import PATIENCE, open_library

pty = pytest.importorskip("pty", reason="terminals of this kind are of Unix")


class Terminal:
    """The program on a pseudo-terminal: keys in, screen out."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.screen = ""
        #: A letter may come in two pieces.
        self.letters = codecs.getincrementaldecoder("utf-8")("replace")
        self.child, self.keys = pty.fork()
        if self.child == 0:  # pragma: no cover - another process
            os.chdir(folder)
            # A test run in the background has children that ignore Ctrl-C; a terminal has not.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.environ |= {
                "RULESREF_LANG": "ja",
                "TERM": "xterm",
                "COLUMNS": "80",
                "PYTHONUTF8": "1",
                "INPUTRC": "/dev/null",
            }
            os.execv(sys.executable, [sys.executable, "-m", "rulesref", *words])

    def until(self, words: str) -> str:
        """Everything shown since the last time, when these words have been shown."""
        end = time.monotonic() + PATIENCE
        while words not in self.screen:
            ready, _, _ = select.select([self.keys], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{words!r} does not come: {self.screen!r}"
            try:
                self.screen += self.letters.decode(os.read(self.keys, 65536))
            except OSError:
                break
        assert words in self.screen, self.screen
        seen, _, self.screen = self.screen.partition(words)
        return re.sub(r"\x1b\[\??[0-9;]*[a-zA-Z]|\r", "", seen + words)

    def type(self, line: str) -> None:
        """A line and Enter."""
        os.write(self.keys, f"{line}\n".encode())

    def end(self, key: bytes = b"") -> int:
        """How it ended; ``key`` is pressed until it does, for one may come before it is looked for."""
        stop = time.monotonic() + PATIENCE
        silent = True
        while time.monotonic() < stop:
            if key and silent:
                with contextlib.suppress(OSError):
                    os.write(self.keys, key)
            ready, _, _ = select.select([self.keys], [], [], 3.0)
            silent = not ready
            try:
                if ready and not os.read(self.keys, 65536):
                    break
            except OSError:
                break
        else:
            os.kill(self.child, signal.SIGKILL)
        _, status = os.waitpid(self.child, 0)
        os.close(self.keys)
        return os.waitstatus_to_exitcode(status)


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Nobody waits for the data at the first prompt."""
    assert open_library().listed


@pytest.fixture(autouse=True)
def unfinished() -> Iterator[Path]:
    folder = Path(home_folder()) / "unfinished"
    shutil.rmtree(folder, ignore_errors=True)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def begun(tmp_path: Path) -> Terminal:
    """A conversation up to the third value of the first player."""
    terminal = Terminal(tmp_path, "score", "tigris")
    terminal.until("プレイヤー: ")
    terminal.type("葵　Ben")
    terminal.until("[1]: ")
    terminal.type("")
    for name, value in (("黒", "５"), ("赤", "3+2")):
        terminal.until(f"{name}(0以上): ")
        terminal.type(value)
    terminal.until("青(0以上): ")
    return terminal


@pytest.mark.slow
def test_a_whole_conversation(tmp_path: Path) -> None:
    terminal = begun(tmp_path)
    for value in ("9", "9", "2", "1", "2", "3", "4", "3"):
        terminal.type(value)
    assert "3) 5" in terminal.until("直す項目の番号")
    terminal.type("")
    assert "葵の勝ちです。" in terminal.until("誰の計算の過程を見ますか")
    terminal.type("１")
    assert "葵  6" in terminal.until("誰の計算の過程を見ますか")
    terminal.type("")
    terminal.until("局面を保存しますか")
    terminal.type("ours")
    terminal.until("保存しました: ours.yaml")
    assert terminal.end() == 0
    assert "red: 3+2" in (tmp_path / "ours.yaml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_conversation_in_few_lines(tmp_path: Path) -> None:
    """Names, two whole players, a step back, two corrections, and a word that leaves."""
    terminal = Terminal(tmp_path, "score", "tigris")
    terminal.until("プレイヤー: ")
    terminal.type("葵/Ben")
    terminal.until("[1]: ")
    terminal.type("1/5/5/9/9/3")
    assert "Ben(2人中2人目)" in terminal.until("黒: ")
    terminal.type("<")
    terminal.until("財宝")
    terminal.type("2／1/2/3/4/3")
    assert "3) 5" in terminal.until("直す項目の番号")
    terminal.type("3 6 / 4 7")
    assert "4) 7" in terminal.until("直す項目の番号")
    terminal.type("はい")
    terminal.until("誰の計算の過程を見ますか")
    terminal.type("")
    terminal.until("局面を保存しますか")
    terminal.type("q")
    assert terminal.end() == 0
    assert [*tmp_path.iterdir()] == []


@pytest.mark.slow
def test_ctrl_c_keeps_the_answers(tmp_path: Path) -> None:
    terminal = begun(tmp_path)
    assert terminal.end(b"\x03") == 130
    again = Terminal(tmp_path, "score", "tigris")
    assert "葵、Ben" in again.until("続きから始めますか")
    again.type("")
    again.until("青(0以上): ")
    assert again.end(b"\x04") == 1


@pytest.mark.slow
def test_a_window_that_closes_keeps_the_answers(tmp_path: Path) -> None:
    terminal = begun(tmp_path)
    os.kill(terminal.child, signal.SIGKILL)
    terminal.end()
    again = Terminal(tmp_path, "score", "tigris")
    again.until("続きから始めますか")
    again.type("はい")
    again.until("青(0以上): ")
    assert again.end(b"\x03") == 130
