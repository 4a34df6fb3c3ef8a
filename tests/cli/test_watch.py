"""``rulesref check --watch`` as a process of its own, while files are saved beside it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer

import pytest

from tests.helpers import TOY

pytest.importorskip("watchfiles", reason="the library of the extra “watch”")


class Watch:
    """The program, watching a folder, and what it prints."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulesref", "--lang", "en", "check", str(folder), "--watch"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
            env={**os.environ, "PYTHONUTF8": "1"},
            # Who is started in the background ignores Ctrl-C, and hands that on.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - it takes no lock
        )  # fmt: skip
        self.guard = Timer(60, self.process.kill)
        self.guard.start()

    def until(self, words: str) -> list[str]:
        """The lines up to one that has these words."""
        assert self.process.stdout
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if words in line:
                return lines
        raise AssertionError(lines)

    def interrupted(self) -> tuple[int, str]:
        """Exit code and rest of what it prints after Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate()
        return self.process.returncode, rest


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Callable[[], tuple[Watch, Path]]]:
    started: list[Watch] = []

    def start() -> tuple[Watch, Path]:
        folder = tmp_path / "toy"
        shutil.copytree(TOY, folder)
        started.append(Watch(folder))
        return started[0], folder

    yield start
    for each in started:
        each.guard.cancel()
        each.process.kill()
        each.process.wait()
        assert each.process.stdout
        each.process.stdout.close()


@pytest.mark.slow
def test_what_is_saved_is_checked_until_ctrl_c(watch: Callable[[], tuple[Watch, Path]]) -> None:
    seen, folder = watch()
    assert seen.until("Ctrl-C ends.")[0].startswith("toy: no problems.")
    scoring = folder / "scoring.yaml"
    sound = scoring.read_text(encoding="utf-8")
    scoring.write_text(sound.replace("value: cap(fruit", "value: cap(friut"), encoding="utf-8")
    assert "scoring.yaml: 1 new, 0 mended, 0 as before." in seen.until("1 new")[-1]
    assert "friut" in seen.until("hint")[0]
    # Editors write another file and put it in the place of the first.
    other = folder / ".scoring.swp"
    other.write_text(sound, encoding="utf-8")
    other.replace(scoring)
    assert "toy: no problems." in seen.until("no problems")[-1]
    assert "mended: toy/scoring.yaml" in seen.until("mended")[0]
    assert seen.interrupted() == (0, "\n")


@pytest.mark.slow
def test_ctrl_c_while_there_are_errors_ends_with_1(
    watch: Callable[[], tuple[Watch, Path]],
) -> None:
    seen, folder = watch()
    seen.until("Ctrl-C ends.")
    (folder / "rulings.yaml").unlink()
    seen.until("as before.")
    code, rest = seen.interrupted()
    assert code == 1
    assert "Traceback" not in rest
