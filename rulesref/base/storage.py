"""What the program keeps: small texts in the cache folder, which may be lost at any time, and SQLite files.

A connection to one of these is closed with the last who has it.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import Any

from rulesref.base.paths import cache_folder


def recall(name: str) -> str | None:
    """The text that was remembered under this name; None where there is none."""
    try:
        with open(f"{cache_folder()}/{name}", encoding="utf-8") as file:  # noqa: PTH123 - pathlib costs start-up time
            return file.read()
    except (OSError, ValueError):
        return None


def remember(name: str, text: str) -> None:
    """Remember a text, whole or not at all; not being able to is no harm."""
    path = f"{cache_folder()}/{name}"
    new = f"{path}.{os.getpid()}"
    try:
        os.makedirs(cache_folder(), exist_ok=True)  # noqa: PTH103
        with open(new, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(text)
        os.replace(new, path)  # noqa: PTH105
    except (OSError, ValueError):
        with contextlib.suppress(OSError):
            os.unlink(new)  # noqa: PTH108


class Connection(sqlite3.Connection):
    """Closed when nobody refers to it any more: games are read from it as long as there are any."""

    def __del__(self) -> None:
        with contextlib.suppress(sqlite3.ProgrammingError):  # one that was never opened
            self.close()


def connected(path: str, **how: Any) -> Connection:
    """A connection, made as :func:`sqlite3.connect` makes one; whichever thread collects it may close it."""
    return sqlite3.connect(path, factory=Connection, check_same_thread=False, **how)
