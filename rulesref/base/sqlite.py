"""Connections to SQLite files that are closed with the last who has them."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import Any


class Connection(sqlite3.Connection):
    """Closed when nobody refers to it any more: games are read from it as long as there are any."""

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # one that was never opened
            self.close()


def connected(path: str, **how: Any) -> Connection:
    """A connection, made as :func:`sqlite3.connect` makes one; whichever thread collects it may close it."""
    return sqlite3.connect(path, factory=Connection, check_same_thread=False, **how)
