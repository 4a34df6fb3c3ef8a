"""Which games there are: those that come with the program and those of ``--data`` folders."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.folding import fold
from rulesref.base.frozen import frozen
from rulesref.base.paths import cache_folder, data_folder, language_folder, shipped_snapshot
from rulesref.base.suggest import did_you_mean, unknown
from rulesref.library.snapshot import SnapshotStore, open_snapshot, signature_of
from rulesref.model.entries import Rule
from rulesref.model.game import Game
from rulesref.reading.linking import game_of


@frozen
class Shelf:
    """One folder of games and its snapshot."""

    root: str
    connection: sqlite3.Connection

    def folder(self, place: str) -> str:
        """The folder of a game that the snapshot names."""
        return os.path.join(self.root, place)  # noqa: PTH118


@frozen
class ListedGame:
    """One game of the library: where it is and whether its data can be used."""

    shelf: Shelf
    n: int
    id: str
    folder: str
    digest: str
    broken: bool


class Compiler(Protocol):
    """Brings a snapshot up to date, which takes a while: ``compiling.fresh`` does."""

    def renewed(self, root: str, target: str, old: sqlite3.Connection | None) -> sqlite3.Connection:
        """The snapshot of the games in ``root``, written to ``target`` where it does not fit."""

    def wrong_with(self, folder: str) -> ProblemsFound:
        """What is wrong with the game in a folder."""


class Library:
    """All games, opened when first asked for. Later folders win over earlier ones."""

    def __init__(self, extra: Sequence[str], compiler: Compiler) -> None:
        self.extra = extra
        self._compiler = compiler
        self._games: dict[str, Game] = {}

    @cached_property
    def shelves(self) -> list[Shelf]:
        """The opened folders, those of ``--data`` last."""
        shelves = [_shipped_shelf(self._compiler)]
        for root in self.extra:
            if not os.path.isdir(root):  # noqa: PTH112 - pathlib costs start-up time
                raise ProblemsFound([Problem("E211", None, {"folder": root})])
            shelves.append(_shelf(root, self._compiler))
        return shelves

    @cached_property
    def listed(self) -> dict[str, ListedGame]:
        """The games by id, in the order of their folders."""
        games: dict[str, ListedGame] = {}
        for shelf in self.shelves:
            rows = shelf.connection.execute(
                "SELECT n, id, folder, digest, broken FROM game ORDER BY n"
            )
            for row in rows:
                games[row[1]] = _listed_game(shelf, *row)
        return games

    def find(self, game: str) -> ListedGame | None:
        """The game with this id, without reading the list of all games."""
        if not game.isascii():
            return None  # ids are ASCII; half characters would stop SQLite
        for shelf in reversed(self.shelves):
            row = shelf.connection.execute(
                "SELECT n, id, folder, digest, broken FROM game WHERE id = ?", (game,)
            ).fetchone()
            if row:
                return _listed_game(shelf, *row)
        return None

    def at(self, shelf: Shelf, n: int) -> ListedGame:
        """The game of a shelf with this number."""
        row = shelf.connection.execute(
            "SELECT n, id, folder, digest, broken FROM game WHERE n = ?", (n,)
        ).fetchone()
        return _listed_game(shelf, *row)

    def game(self, game: str) -> Game:
        """The game with this id; raises what is wrong with its data."""
        if game not in self._games:
            listed = self.find(game)
            if listed is None:
                raise KeyError(game)
            if listed.broken:
                raise self._compiler.wrong_with(listed.folder)
            store = SnapshotStore(listed.shelf.connection, listed.n)
            self._games[game] = game_of(store, listed.digest)
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
        game = self.called(word)
        if game is None and self.find(word):
            game = word
        if game is None:
            near = did_you_mean(word, self.listed)
            values = {"found": word, "known": list(self.listed), "near": near}
            raise ProblemsFound([Problem("E320", None, values)])
        return self.game(game)

    def rule_called(self, name: str, game: Game | None = None) -> tuple[Game, Rule]:
        """The entry with this id in ``game``, else the only one; ``GAME/ID`` names the game itself."""
        first, slash, rest = name.partition("/")
        if slash:
            game, name = self.wanted(first), rest
        games = [game] if game else self.usable
        entries = [(g, rule) for g in games if (rule := g.rule(name)) is not None]
        if not entries:
            raise unknown("E324", name, [rule for g in games for rule in g.rules])
        if len(entries) > 1:
            example = f"{entries[0][0].id}/{name}"
            values = {"found": name, "known": [g.id for g, _ in entries], "example": example}
            raise ProblemsFound([Problem("E325", None, values)])
        return entries[0]

    @property
    def usable(self) -> list[Game]:
        """Every game whose data is sound."""
        return [self.game(listed.id) for listed in self.listed.values() if not listed.broken]


def _listed_game(
    shelf: Shelf, n: int, game: str, place: str, digest: str, broken: int
) -> ListedGame:
    return ListedGame(shelf, n, game, shelf.folder(place), digest, bool(broken))


def _shipped_shelf(compiler: Compiler) -> Shelf:
    shipped = shipped_snapshot()
    if shipped is None:
        return _shelf(data_folder(), compiler)
    connection = open_snapshot(shipped)
    if connection is None:
        raise ProblemsFound([Problem("E214", None, {"file": shipped})])
    return Shelf(data_folder(), connection)


def _shelf(root: str, compiler: Compiler) -> Shelf:
    """The snapshot of a folder: opened while it fits, else written anew."""
    root = os.path.realpath(root)
    target = f"{cache_folder()}/{_short(root)}.sqlite"
    signature = signature_of(root) + signature_of(language_folder())
    old = open_snapshot(target)
    if old is not None and _read(target + ".files") == signature:
        return Shelf(root, old)
    connection = compiler.renewed(root, target, old)
    _write(target + ".files", signature)
    return Shelf(root, connection)


def _short(root: str) -> str:
    """A file name for a folder. Should two folders share it, each use compiles its own again."""
    return f"{os.path.basename(root)}-{int.from_bytes(root.encode()) % _PRIME:016x}"  # noqa: PTH119


#: The largest prime below 2 to the 64th.
_PRIME = 2**64 - 59


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
