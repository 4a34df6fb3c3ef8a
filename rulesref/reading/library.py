"""Which games there are: those that come with the program and those of ``--data`` folders."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from functools import cached_property

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.paths import cache_folder, data_folder, shipped_snapshot
from rulesref.base.text import fold
from rulesref.base.values import value
from rulesref.reading.digests import signature_of
from rulesref.reading.games import Game
from rulesref.reading.near import did_you_mean
from rulesref.reading.snapshot import SnapshotStore, open_snapshot


@value
class Shelf:
    """One folder of games and its snapshot."""

    root: str
    connection: sqlite3.Connection

    def folder(self, place: str) -> str:
        """The folder of a game that the snapshot names."""
        return os.path.join(self.root, place)  # noqa: PTH118


@value
class Listed:
    """One game of the library: where it is and whether its data can be used."""

    shelf: Shelf
    n: int
    id: str
    folder: str
    digest: str
    broken: bool


class Library:
    """All games, opened when first asked for. Later folders win over earlier ones.

    ``waiting`` is called before data is compiled, which takes a while.
    """

    def __init__(
        self, extra: Sequence[str] = (), waiting: Callable[[], None] = lambda: None
    ) -> None:
        self.extra = extra
        self.waiting = waiting
        self._games: dict[str, Game] = {}

    @cached_property
    def shelves(self) -> list[Shelf]:
        """The opened folders, those of ``--data`` last."""
        found = [_shipped_shelf(self.waiting)]
        for root in self.extra:
            if not os.path.isdir(root):  # noqa: PTH112 - pathlib costs start-up time
                raise ProblemsFound([Problem("E211", None, {"folder": root})])
            found.append(_shelf(root, self.waiting))
        return found

    @cached_property
    def listed(self) -> dict[str, Listed]:
        """The games by id, in the order of their folders."""
        found: dict[str, Listed] = {}
        for shelf in self.shelves:
            rows = shelf.connection.execute(
                "SELECT n, id, folder, digest, broken FROM game ORDER BY n"
            )
            for row in rows:
                found[row[1]] = _listed(shelf, *row)
        return found

    def find(self, game: str) -> Listed | None:
        """The game with this id, without reading the list of all games."""
        if not game.isascii():
            return None  # ids are ASCII; half characters would stop SQLite
        for shelf in reversed(self.shelves):
            row = shelf.connection.execute(
                "SELECT n, id, folder, digest, broken FROM game WHERE id = ?", (game,)
            ).fetchone()
            if row:
                return _listed(shelf, *row)
        return None

    def at(self, shelf: Shelf, n: int) -> Listed:
        """The game of a shelf with this number."""
        row = shelf.connection.execute(
            "SELECT n, id, folder, digest, broken FROM game WHERE n = ?", (n,)
        ).fetchone()
        return _listed(shelf, *row)

    def game(self, game: str) -> Game:
        """The game with this id; raises what is wrong with its data."""
        if game not in self._games:
            listed = self.find(game)
            if listed is None:
                raise KeyError(game)
            if listed.broken:
                from pathlib import Path

                from rulesref.reading.build import build

                built = build(Path(listed.folder))
                raise ProblemsFound(built.problems, built.texts)
            store = SnapshotStore(listed.shelf.connection, listed.n)
            self._games[game] = Game(store, listed.digest)
        return self._games[game]

    def called(self, word: str) -> str | None:
        """The id of the game with this id, title, reading or nickname."""
        folded = fold(word)
        if not folded:
            return None
        for shelf in reversed(self.shelves):
            row = shelf.connection.execute(
                "SELECT id FROM game JOIN name ON game.n = name.game WHERE folded = ?", (folded,)
            ).fetchone()
            if row:
                return str(row[0])
        return folded if self.find(folded) else None

    def wanted(self, word: str) -> Game:
        """The game called ``word``; a problem with a suggestion when there is none."""
        found = self.called(word)
        if found is None and self.find(word):
            found = word
        if found is None:
            near = did_you_mean(word, self.listed)
            values = {"found": word, "known": list(self.listed), "near": near}
            raise ProblemsFound([Problem("E320", None, values)])
        return self.game(found)

    @property
    def usable(self) -> list[Game]:
        """Every game whose data is sound."""
        return [self.game(listed.id) for listed in self.listed.values() if not listed.broken]


def _listed(shelf: Shelf, n: int, game: str, place: str, digest: str, broken: int) -> Listed:
    return Listed(shelf, n, game, shelf.folder(place), digest, bool(broken))


def _shipped_shelf(waiting: Callable[[], None]) -> Shelf:
    shipped = shipped_snapshot()
    if shipped is None:
        return _shelf(data_folder(), waiting)
    connection = open_snapshot(shipped)
    if connection is None:
        raise ProblemsFound([Problem("E214", None, {"file": shipped})])
    return Shelf(data_folder(), connection)


def _shelf(root: str, waiting: Callable[[], None]) -> Shelf:
    """The snapshot of a folder: opened while it fits, else written anew."""
    root = os.path.realpath(root)
    target = f"{cache_folder()}/{_short(root)}.sqlite"
    signature = signature_of(root)
    old = open_snapshot(target)
    if old is not None and _read(target + ".files") == signature:
        return Shelf(root, old)
    return Shelf(root, _renewed(root, target, old, signature, waiting))


def _short(root: str) -> str:
    """A file name for a folder. Should two folders share it, each use compiles its own again."""
    return f"{os.path.basename(root)}-{int.from_bytes(root.encode()) % _PRIME:016x}"  # noqa: PTH119


#: The largest prime below 2 to the 64th.
_PRIME = 2**64 - 59


def _renewed(
    root: str,
    target: str,
    old: sqlite3.Connection | None,
    signature: str,
    waiting: Callable[[], None],
) -> sqlite3.Connection:
    """The snapshot after a look at the content of every file."""
    from pathlib import Path

    from rulesref.reading.digests import digest_of
    from rulesref.reading.writing import folders_of, is_fresh, write_snapshot

    folders = folders_of(Path(root))
    if old is not None and is_fresh(old, [(folder, digest_of(folder)) for folder in folders]):
        connection = old
    else:
        if folders:
            waiting()
        connection = write_snapshot(folders, Path(target), old)
    _write(target + ".files", signature)
    return connection


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib costs start-up time
            return file.read()
    except (OSError, ValueError):
        return None


def _write(path: str, text: str) -> None:
    """Remember ``text``; not being able to is no harm."""
    try:
        with open(path + ".new", "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(text)
        os.replace(path + ".new", path)  # noqa: PTH105
    except OSError:
        return
