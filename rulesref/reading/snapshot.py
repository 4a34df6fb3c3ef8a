"""The compiled form of games: one SQLite file a library, written whole and never trusted blindly.

Answers read this instead of YAML. It holds the checked data entry by entry and the search index.
In a wheel it is written when the wheel is built; for a checkout or a ``--data`` folder it lies in
the cache folder and is rebuilt when the content of the sources changes (see ``writing``).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulesref import __version__

if TYPE_CHECKING:
    from pathlib import Path

#: Changes with the tables of a snapshot and with what is stored in them.
FORMAT = 4
#: The number of the game whose words belong to every game.
EVERYDAY = -1
#: A token of more games than this says little about which game is meant; those are counted.
COMMON = 20


def stamp() -> str:
    """What a snapshot must say of itself to be used by this program."""
    return f"{FORMAT}/{__version__}"


def open_snapshot(path: str | Path) -> sqlite3.Connection | None:
    """The snapshot at ``path``, or None when it is missing, damaged or of another format."""
    if not os.path.isfile(path):  # noqa: PTH113 - pathlib costs start-up time
        return None
    try:
        connection = sqlite3.connect(f"file:{_quoted(str(path))}?mode=ro&immutable=1", uri=True)
        row = connection.execute("SELECT value FROM meta WHERE key = 'stamp'").fetchone()
    except sqlite3.Error:
        return None
    if row is None or row[0] != stamp():
        connection.close()
        return None
    return connection


def _quoted(path: str) -> str:
    """A path as part of a URI, without importing urllib."""
    if os.name == "nt":
        path = "/" + path.replace("\\", "/")
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


class SnapshotStore:
    """One game of a snapshot, as a :class:`rulesref.reading.games.Store`."""

    def __init__(self, connection: sqlite3.Connection, n: int) -> None:
        self.connection = connection
        self.n = n

    def piece(self, kind: str) -> Any:
        """The data of one kind; None when the game has none."""
        return self._one("SELECT data FROM piece WHERE game = ? AND kind = ?", self.n, kind)

    def entries(self, kind: str, naming: str = "") -> Iterator[Any]:
        """All entries of one kind, or those in which a word occurs, in the order of the files."""
        query = "SELECT data FROM entry WHERE game = ? AND kind = ? AND instr(data, ?) ORDER BY seq"
        for (data,) in self.connection.execute(query, (self.n, kind, naming)).fetchall():
            yield json.loads(data)

    def meanings(self, folded: str) -> tuple[str, ...]:
        """The terms that a folded word can mean."""
        query = "SELECT terms FROM word WHERE folded = ? AND game = ?"
        row = self.connection.execute(query, (folded, self.n)).fetchone()
        return tuple(row[0].split(" ")) if row else ()

    def ids(self, kind: str) -> tuple[str, ...]:
        """The ids of all entries of one kind, in the order of the files."""
        query = "SELECT id FROM entry WHERE game = ? AND kind = ? ORDER BY seq"
        return tuple(row[0] for row in self.connection.execute(query, (self.n, kind)))

    def entry(self, kind: str, entry: str) -> Any:
        """One entry, or None."""
        query = "SELECT data FROM entry WHERE game = ? AND kind = ? AND id = ?"
        return self._one(query, self.n, kind, entry)

    def _one(self, query: str, *values: object) -> Any:
        row = self.connection.execute(query, values).fetchone()
        return json.loads(row[0]) if row else None
