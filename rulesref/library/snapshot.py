"""What a snapshot is: a compiled game, in a wheel all of them, in one SQLite file; and how a game of it is read."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulesref import __version__
from rulesref.base.disk import connected, quoted

if TYPE_CHECKING:
    from pathlib import Path

#: Changes with the tables of a snapshot and with what is stored in them.
FORMAT = 29
#: The number of the game whose words belong to every game.
EVERYDAY = -1
#: A library of more games than this also lists which games have a word.
FEW = 8
#: A word of more games than this says little about which game is meant; no more of them are listed.
COMMON = 200
#: Before glossary words in that list, which else has tokens.
MEANS = "="
#: The kinds of entries. Their numbers stand in snapshots: the order never changes.
ENTRIES = ("glossary", "rules", "rulings", "tables", "calculators")


def bucket(word: str) -> str:
    """Where a word is filed: words that begin alike share a row, which is smaller than a row each.

    Kanji that stand near each other in Unicode share one as well, since few words begin with each.

    >>> bucket("plot siz"), bucket("いと"), bucket("運ぶ") == bucket("遊ぶ")
    ('p', 'い', True)
    """
    return word[:1] if word < "一" else chr(ord(word[0]) // _ALIKE)


_ALIKE = 64


def first_of(game: int, kind: str) -> int:
    """The number of the first entry of a kind; those of the next kind begin ``SPAN`` after it."""
    return (game * 2 * len(ENTRIES) + ENTRIES.index(kind)) * SPAN


#: More entries of one kind than any game has.
SPAN = 2**20


def stamp() -> str:
    """What a snapshot must say of itself to be used by this program."""
    return f"{FORMAT}/{__version__}"


def open_snapshot(path: str | Path) -> sqlite3.Connection | None:
    """The snapshot at ``path``, or None when it is missing, damaged or of another format."""
    if not os.path.isfile(path):  # noqa: PTH113 - pathlib costs start-up time
        return None
    try:
        connection = connected(f"file:{quoted(str(path))}?mode=ro&immutable=1", uri=True)
        row = connection.execute("SELECT value FROM meta WHERE key = 'stamp'").fetchone()
    except sqlite3.Error:
        return None
    if row is None or row[0] != stamp():
        connection.close()
        return None
    return connection


def is_indexed(connection: sqlite3.Connection) -> bool:
    """Whether a snapshot has what search needs."""
    return connection.execute("SELECT 1 FROM meta WHERE key = 'indexed'").fetchone() is not None


def lines(text: str) -> Iterator[tuple[str, str]]:
    r"""The words of a bucket with what stands beside each; a bucket may have none of a kind.

    >>> list(lines("plot\tbed")), list(lines(""))
    ([('plot', 'bed')], [])
    """
    for line in text.split("\n") if text else ():
        word, _, beside = line.partition("\t")
        yield word, beside


class SnapshotStore:
    """One game of a snapshot, as a :class:`rulesref.model.game.GameStore`."""

    def __init__(self, connection: sqlite3.Connection, n: int) -> None:
        self.connection = connection
        self.n = n
        self._places: dict[str, dict[str, int]] = {}
        self._entries: dict[int, Any] = {}

    def piece(self, kind: str) -> Any:
        return self._one("SELECT data FROM piece WHERE game = ? AND kind = ?", self.n, kind)

    def entries(self, kind: str, naming: str = "") -> Iterator[Any]:
        first = first_of(self.n, kind)
        query = "SELECT data FROM entry WHERE n >= ? AND n < ? AND instr(data, ?) ORDER BY n"
        for (data,) in self.connection.execute(query, (first, first + SPAN, naming)).fetchall():
            yield json.loads(data)

    def meanings(self, folded: str) -> tuple[str, ...]:
        query = "SELECT named FROM vocabulary WHERE bucket = ? AND game = ?"
        row = self.connection.execute(query, (bucket(folded), self.n)).fetchone()
        terms = dict(lines(row[0])).get(folded) if row else None
        return tuple(terms.split(" ")) if terms else ()

    def ids(self, kind: str) -> tuple[str, ...]:
        query = "SELECT ids FROM ids WHERE game = ? AND kind = ?"
        row = self.connection.execute(query, (self.n, kind)).fetchone()
        return tuple(row[0].split(" ")) if row else ()

    def entry(self, kind: str, entry: str) -> Any:
        if kind not in self._places:
            first = first_of(self.n, kind)
            self._places[kind] = {name: first + i for i, name in enumerate(self.ids(kind))}
        place = self._places[kind].get(entry)
        if place is None:
            return None
        # Of a calculator it is asked again and again what it is called and what goes in.
        if place not in self._entries:
            self._entries[place] = self._one("SELECT data FROM entry WHERE n = ?", place)
        return self._entries[place]

    def _one(self, query: str, *values: object) -> Any:
        row = self.connection.execute(query, values).fetchone()
        return json.loads(row[0]) if row else None
