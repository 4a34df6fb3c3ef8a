"""`rulesref serve` as a process, with a home of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.helpers import PATIENCE, ROOT, TOY


class Serving:
    """One run of the server; ``url`` is where it is, ``key`` joins."""

    def __init__(
        self,
        home: Path,
        words: Sequence[str] = (),
        *,
        port: int = 0,
        lang: str = "en",
        local: bool = True,
    ) -> None:
        self.home = home
        self.process = subprocess.Popen(
            [
                sys.executable, "-m", "rulesref", "--data", str(TOY), "--lang", lang, "serve", *words, *(["--local"] * local), "--port", str(port),
            ],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", cwd=ROOT,
            env={**os.environ, "RULESREF_HOME": str(home)},
        )  # fmt: skip
        #: What it has told, up to the address.
        self.told: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.told.append(line)
            if "http://" in line:
                break
        else:
            raise AssertionError(self.end())
        self.join = line[line.index("http://") :].strip()
        parts = urlsplit(self.join)
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.port = int(parts.port or 80)
        self.key = parts.path.removeprefix("/join/")

    def end(self, by: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """End it as Ctrl-C does: how it ended, and what it said of errors."""
        self.process.send_signal(by)
        _, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, err


@contextmanager
def served(home: Path) -> Iterator[Serving]:
    """A run for several tests; whatever they do to it, it says nothing of errors."""
    run = Serving(home)
    try:
        yield run
        assert run.end() == (0, "")
    finally:
        run.process.kill()
