"""Which games there are: those of the program, of installed packs and of ``--data`` folders."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.disk import (
    cache_folder,
    contents,
    data_folder,
    language_folder,
    recall,
    remember,
    shipped_snapshot,
)
from rulesref.base.folding import fold
from rulesref.base.frozen import frozen
from rulesref.base.suggest import did_you_mean, unknown
from rulesref.library.snapshot import SnapshotStore, is_indexed, open_snapshot
from rulesref.model.entries import Rule
from rulesref.model.game import Game, GameStore

if TYPE_CHECKING:
    from pathlib import Path

    from rulesref.library.packs import Pack
    from rulesref.model.flow import Flow
    from rulesref.model.scoring import Calculator, Scoring
    from rulesref.reading.link import GlobalScope

#: What is longer is no file of a game; so much of it tells whether it has changed.
_MOST_BYTES = 1_000_000


def game_files(folder: Path) -> list[Path]:
    """The YAML files of a game folder, in a fixed order."""
    return sorted(
        (folder / inside for inside, _ in _entries(str(folder))),
        key=lambda path: path.relative_to(folder).as_posix(),
    )


def digest_of(folder: Path) -> str:
    """Hash of the names and bytes of a game's files and of its phrases: twelve hexadecimal digits."""
    from hashlib import sha256

    digest = sha256()
    phrases = folder.parent / phrases_of(folder.name)
    for path in [*game_files(folder), *([phrases] if phrases.exists() else ())]:
        try:
            raw = contents(path, _MOST_BYTES)
        except OSError as error:
            raw = repr(error).encode()
        name = path.relative_to(folder.parent).as_posix()
        digest.update(os.fsencode(f"{name}\0{len(raw)}\0"))
        digest.update(raw)
    return digest.hexdigest()[:12]


def signature_of(folder: str) -> str:
    """Names, sizes and times of change of every YAML file of a game, and of its phrases.

    While it stays the same nothing has been written, and the files need not be read again. When it
    differs, only the content decides whether anything changed.
    """
    return "\n".join(sorted(_changes(folder)))


def phrases_of(folder: str) -> str:
    """The file of what people type who look for the entries of a game: beside its folder, for search alone."""
    return os.path.join(os.path.dirname(folder), "phrases", f"{os.path.basename(folder)}.txt")  # noqa: PTH118, PTH119, PTH120 - pathlib costs start-up time


def game_folders(root: str) -> list[str]:
    """The game folders in ``root``, or ``root`` itself when it is one; raises when a name is no text (E205)."""
    if os.path.isfile(f"{root}/{_MARK}"):  # noqa: PTH113 - pathlib costs start-up time
        folders = [root]
    else:
        with os.scandir(root) as entries:
            folders = sorted(
                entry.path
                for entry in entries
                if os.path.isfile(f"{entry.path}/{_MARK}")  # noqa: PTH113
            )
    for folder in folders:
        if folder != folder.encode(errors="replace").decode():
            raise ProblemsFound([wrong("E205", folder)])
    return folders


#: The file that makes a folder one of a game.
_MARK = "game.yaml"
#: What proves a game and is no part of it: nothing need be compiled again when it changes.
_BESIDE = "cases"


def _changes(folder: str) -> Iterator[str]:
    for inside, entry in _entries(folder):
        try:
            about = entry.stat()
        except OSError:
            # A link to what is not there.
            about = entry.stat(follow_symlinks=False)
        yield f"{inside}\0{about.st_size}\0{about.st_mtime_ns}"
    with suppress(OSError):
        about = os.stat(phrases_of(folder))  # noqa: PTH116 - pathlib costs start-up time
        yield f"phrases\0{about.st_size}\0{about.st_mtime_ns}"


def _entries(folder: str, inside: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The YAML files below a folder, each with its path inside; folders that may not be opened as well.

    Links to folders are not followed: they can lead in a circle, or anywhere.
    """
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") or (not inside and entry.name == _BESIDE):
                continue
            if not entry.is_dir(follow_symlinks=False):
                if entry.name.endswith(".yaml") or entry.is_dir():
                    yield inside + entry.name, entry
                continue
            try:
                yield from _entries(entry.path, f"{inside}{entry.name}/")
            except OSError:
                yield inside + entry.name, entry


class GameSource:
    """One snapshot, opened when it is first asked: all games of a wheel, or one game of a folder.

    ``root`` is the folder of the games. ``name`` tells them from those of other folders: that of a pack, ``rulesref``,
    or that of the folder, its whole path where another has it.
    """

    def __init__(
        self, root: str, name: str, opened: Callable[[bool], sqlite3.Connection], *,
        game: str = "", pack: Pack | None = None,
    ) -> None:  # fmt: skip
        self.root = root
        self.name = name
        self.pack = pack
        #: The id of its only game; a wheel has several.
        self.game = game
        self._opened = opened

    @property
    def shipped(self) -> bool:
        """Whether its games come with the program."""
        return self.pack is None and self.name == PROGRAM

    @cached_property
    def connection(self) -> sqlite3.Connection:
        """The compiled games, perhaps without what search needs."""
        return self._opened(False)

    @cached_property
    def index(self) -> sqlite3.Connection:
        """The compiled games with what search needs."""
        opened = self.__dict__.get("connection")
        if opened is None or not is_indexed(opened):
            self.connection = self._opened(True)
        return self.connection


#: The name of the shelf of the games that come with the program.
PROGRAM = "rulesref"


@frozen
class GameRef:
    """One game of the library: where it is and whether its data can be used.

    ``name`` is what it is called here: its id, or with the name of its shelf in front (``SHELF/ID``) where the id
    alone means another game.
    """

    shelf: GameSource
    n: int
    id: str
    name: str
    folder: str
    digest: str
    broken: bool

    @property
    def hidden(self) -> bool:
        """Whether its id alone means another game."""
        return self.name != self.id

    @property
    def key(self) -> str:
        """Its name whatever else is installed: that of a pack's game always has the pack in front."""
        return f"{self.shelf.name}/{self.id}" if self.shelf.pack else self.name


class Compiler(Protocol):
    """Brings a snapshot up to date, which takes a while: the command line does, with ``compiling``."""

    def is_fresh(self, snapshot: sqlite3.Connection, folder: str) -> bool:
        """Whether a snapshot is of the game in ``folder`` as it is now."""

    def compiled(self, folder: str, target: str, *, indexed: bool) -> sqlite3.Connection:
        """The snapshot of the game in ``folder``, written to ``target`` if that can be written."""

    def wrong_with(self, game: GameRef) -> ProblemsFound:
        """What is wrong with a game."""


class Library:
    """All games, opened when first asked for.

    Where two have the same id, those of ``--data`` folders win, the last first, then those of the program, then those
    of packs by name.
    """

    def __init__(self, extra: Sequence[str], compiler: Compiler) -> None:
        self.extra = extra
        self._compiler = compiler
        self._games: dict[str, tuple[GameRef, sqlite3.Connection, Game]] = {}
        #: What is wrong with packs that cannot be used.
        self.problems: list[Problem] = []

    @cached_property
    def near(self) -> list[GameSource]:
        """The games that need not be looked for, those of ``--data`` last."""
        shelves = _program(self._compiler)
        for folder in self.extra:
            try:
                root = os.path.realpath(folder)
                os.scandir(root).close()
            except (OSError, ValueError):
                raise ProblemsFound([Problem("E211", None, {"folder": folder})]) from None
            name = os.path.basename(root)  # noqa: PTH119
            taken = any(other.name == name for other in shelves) or name == PROGRAM
            shelves += _shelves(root, root if taken else name, self._compiler)
        return shelves

    @cached_property
    def packs(self) -> list[GameSource]:
        """The games of packs; the packs that cannot be used are among the ``problems``."""
        from rulesref.library.packs import installed

        shelves: list[GameSource] = []
        for pack in installed():
            others = [shelf for shelf in shelves if shelf.name == pack.name]
            try:
                shelves += _of_pack(pack, self._compiler, others)
            except ProblemsFound as stop:
                self.problems += [wrong("E571", pack=pack.name, why=why) for why in stop.problems]
        return shelves

    @property
    def shelves(self) -> list[GameSource]:
        """All of them; what a later one has wins."""
        return [*reversed(self.packs), *self.near]

    def by_rank(self) -> Iterator[GameSource]:
        """The shelves, first that which wins; packs are looked for when nothing else has what is sought."""
        for name in reversed(dict.fromkeys(shelf.name for shelf in self.near)):
            yield from (shelf for shelf in self.near if shelf.name == name)
        yield from self.packs

    @cached_property
    def listed(self) -> dict[str, GameRef]:
        """The games by name: those of the program, of packs, of ``--data`` folders."""
        own = [shelf for shelf in self.near if not shelf.shipped]
        games: dict[str, GameRef] = {}
        for shelf in (*(s for s in self.near if s.shipped), *self.packs, *own):
            for row in shelf.connection.execute(f"{_LISTED} ORDER BY n"):
                game = self._listed(shelf, *row)
                if self.find(game.name) == game:
                    games[game.name] = game
        return games

    def find(self, game: str) -> GameRef | None:
        """The game with this id, or ``SHELF/ID``, without reading the list of all games."""
        wanted, slash, game = game.rpartition("/")
        shelves: Iterable[GameSource] = self.by_rank()
        if slash:
            # What is kept of a pack's game is kept under its name: no folder comes before it.
            shelves = [s for s in (*self.packs, *self.near) if s.name == wanted]
        first = _first_with(game, shelves)
        return self._listed(first[0], *first[1]) if first else None

    def to_search(self, game: str) -> GameRef | None:
        """The same game with its index; raises what is wrong with its data."""
        if listed := self.find(game):
            listed.shelf.index  # noqa: B018 - it may have changed, and been compiled anew
            self.game(listed.name)
        return self.find(game)

    def at(self, shelf: GameSource, n: int) -> GameRef:
        """The game of a shelf with this number."""
        row = shelf.connection.execute(f"{_LISTED} WHERE n = ?", (n,)).fetchone()
        return self._listed(shelf, *row)

    def _listed(
        self, shelf: GameSource, n: int, game: str, place: str, digest: str, broken: int
    ) -> GameRef:
        first = _first_with(game, self.by_rank())
        name = game if first and first[0] is shelf else f"{shelf.name}/{game}"
        folder = os.path.join(shelf.root, place)  # noqa: PTH118
        return GameRef(shelf, n, game, name, folder, digest, bool(broken))

    def game(self, game: str) -> Game:
        """The game that :meth:`find` finds; raises what is wrong with its data."""
        listed, connection, made = self._games.get(game, (None, None, None))
        if made is None or listed is None or connection is not listed.shelf.connection:
            listed = self.find(game)
            if listed is None:
                raise KeyError(game)
            if listed.broken:
                raise self._compiler.wrong_with(listed)
            store = SnapshotStore(listed.shelf.connection, listed.n)
            made = game_of(store, listed.digest, called=listed.name, key=listed.key)
            self._games[game] = listed, store.connection, made
        return made

    def called(self, word: str) -> str | None:
        """The name of the game with this id, title, reading or nickname, or ``SHELF/ID``."""
        folded = fold(word)
        for name in dict.fromkeys((word.lower(), word, folded)):
            if listed := self.find(name):
                return listed.name
        for shelf in self.by_rank() if folded else ():
            row = shelf.connection.execute(
                "SELECT game FROM name WHERE folded = ?", (folded,)
            ).fetchone()
            if row:
                return self.at(shelf, row[0]).name
        return None

    def wanted(self, word: str) -> Game:
        """The game called ``word``; a problem with a suggestion when there is none."""
        game = self.called(word)
        if game is None:
            raise ProblemsFound([self._missing(word)])
        return self.game(game)

    def _missing(self, word: str) -> Problem:
        """The problem that no game is called ``word``; where it names a pack, what is wrong with that."""
        name, slash, game = word.rpartition("/")
        if not slash:
            near = did_you_mean(word, self.listed)
            return wrong("E320", word, known=list(self.listed), near=near)
        shelves = [shelf for shelf in self.shelves if shelf.name == name]
        unusable = [problem for problem in self.problems if problem.values["pack"] == name]
        if unusable and not shelves:
            return unusable[0]
        if not shelves:
            return wrong("E570", game=game, pack=name)
        known = [listed.id for listed in self.listed.values() if listed.shelf in shelves]
        return wrong("E574", game=game, pack=name, known=known, near=did_you_mean(game, known))

    def playable(self, word: str) -> Game:
        """The game called ``word``; raises when it has no flow in its data, and so cannot be played."""
        game = self.wanted(word)
        if not game.has_flow:
            known = [other.id for other in self.usable if other.has_flow]
            raise ProblemsFound([Problem("E534", None, {"game": game.about.name, "known": known})])
        return game

    def rule_called(self, name: str, game: Game | None = None) -> tuple[Game, Rule]:
        """The entry with this id in ``game``, else the only one; ``GAME/ID`` names the game too."""
        first, slash, rest = name.rpartition("/")
        if slash:
            game, name = self.wanted(first), rest
        games = [game] if game else self.usable
        entries = [(g, rule) for g in games if (rule := g.rule(name)) is not None]
        if not entries:
            raise unknown("E324", name, [rule for g in games for rule in g.rules])
        if len(entries) > 1:
            example = f"{entries[0][0].id}/{name}"
            raise ProblemsFound(
                [wrong("E325", name, known=[g.id for g, _ in entries], example=example)]
            )
        return entries[0]

    def sound(self, names: Iterable[str]) -> dict[str, Game]:
        """The games with these names or keys, as far as they are there and their data is sound."""
        listed = {name: self.find(name) for name in names}
        return {n: self.game(each.name) for n, each in listed.items() if each and not each.broken}

    @property
    def usable(self) -> list[Game]:
        """Every game whose data is sound and which its id alone means."""
        return [
            self.game(listed.name)
            for listed in self.listed.values()
            if not listed.broken and not listed.hidden
        ]


def _first_with(game: str, shelves: Iterable[GameSource]) -> tuple[GameSource, Any] | None:
    """The first of these shelves that has a game with this id, and its row; a pack's broken one gives way to a sound one."""
    if not game.isascii():
        return None  # ids are ASCII; half characters would stop SQLite
    broken = None
    for shelf in shelves:
        if shelf.game not in ("", game):
            continue
        row = shelf.connection.execute(f"{_LISTED} WHERE id = ?", (game,)).fetchone()
        if row and not (shelf.pack and row[-1]):
            return shelf, row
        if row and broken is None:
            broken = shelf, row
    return broken


#: What makes a listed game; last, whether it is broken.
_LISTED = "SELECT n, id, folder, digest, broken FROM game"


def _program(compiler: Compiler) -> list[GameSource]:
    """The games of the program: a wheel has them in one snapshot."""
    shipped = shipped_snapshot()
    if shipped is None:
        return _shelves(os.path.realpath(data_folder()), PROGRAM, compiler)
    connection = open_snapshot(shipped)
    if connection is None:
        raise ProblemsFound([Problem("E214", None, {"file": shipped})])
    return [GameSource(data_folder(), PROGRAM, lambda _: connection)]


def _of_pack(pack: Pack, compiler: Compiler, others: Sequence[GameSource]) -> list[GameSource]:
    """The games of a pack, which has ``others`` elsewhere; raises why there are none."""
    from rulesref.library.packs import folder_of

    root = folder_of(pack)
    try:
        shelves = _shelves(os.path.realpath(root), pack.name, compiler, pack)
        for shelf in shelves:
            os.scandir(f"{root}/{shelf.game}").close()
    except OSError as error:
        from rulesref.reading.source import unreadable

        raise ProblemsFound([unreadable(root, error)]) from None
    if not shelves:
        raise ProblemsFound([Problem("E212", None, {"folder": root})])
    for other in others:
        if any(shelf.game == other.game for shelf in shelves):
            raise ProblemsFound([wrong("E575", game=other.game, folders=[other.root, root])])
    return shelves


def _shelves(
    root: str, name: str, compiler: Compiler, pack: Pack | None = None
) -> list[GameSource]:
    """The games of a folder, each a shelf: so one is compiled without the others."""
    shelves = []
    for folder in game_folders(root):
        game = os.path.basename(folder)  # noqa: PTH119
        opened = partial(_opened, folder, compiler)
        shelves.append(GameSource(root, name, opened, game=game, pack=pack))
    return shelves


def _opened(folder: str, compiler: Compiler, indexed: bool) -> sqlite3.Connection:  # noqa: FBT001
    """The snapshot of a game: opened while it fits, else written anew.

    That without an index is a file of its own: where one may not be replaced while it is open, both are kept.
    """
    signature = signature_of(folder) + "\n".join(sorted(_changes(language_folder())))
    files = [f"{cache_name(folder)}.sqlite"]
    if not indexed:
        files.append(f"{cache_name(folder)}.data.sqlite")
    for file in files:
        target = f"{cache_folder()}/{file}"
        seal, _, seen = (recall(f"{file}.files") or "").partition("\n")
        # Somebody else's writing into a snapshot shows by its time; then nothing in it is believed.
        old = open_snapshot(target) if seal and seal == _seal(target) else None
        if old is not None and seen == signature:
            return old
        if old is not None and compiler.is_fresh(old, folder):
            remember(f"{file}.files", f"{seal}\n{signature}")
            return old
        if old is not None:
            old.close()
    connection = compiler.compiled(folder, target, indexed=indexed)
    remember(f"{file}.files", f"{_seal(target)}\n{signature}")
    return connection


def _seal(path: str) -> str:
    """Size and time of change of a file; nothing where there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116 - pathlib costs start-up time
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"


def cache_name(root: str) -> str:
    """What is kept of a folder in the cache folder is called so. Should two folders share it, each use compiles its own again."""
    return f"{os.path.basename(root)[:_LONG]}-{int.from_bytes(os.fsencode(root)) % _PRIME:016x}"  # noqa: PTH119


#: So much of its name.
_LONG = 60
#: The largest prime below 2 to the 64th.
_PRIME = 2**64 - 59


# --- what is linked when it is first asked for ---------------------------------------------------


class _Linker:
    """Makes runnable values of a game's data. An answer links nothing: what links is imported late."""

    def scoring(self, game: Game, data: Any) -> Scoring:
        from rulesref.reading.scoring_linking import scoring

        return scoring(data, _world(game))

    def flow(self, game: Game, data: Any) -> Flow:
        from rulesref.reading.flow_linking import flow

        return flow(data, _world(game), None)

    def calculator(self, game: Game, data: Any) -> Calculator:
        from rulesref.reading.scoring_linking import calculators

        return calculators(game.id, [data], _world(game))[data["id"]]


def _world(game: Game) -> GlobalScope:
    from rulesref.reading.link import GlobalScope

    return GlobalScope(game.tables, game.rulings, None, game.calculators)


def game_of(store: GameStore, digest: str, *, called: str = "", key: str = "") -> Game:
    """The game whose checked data is in ``store``; ``digest`` is the hash of that data.

    ``called`` is its name in a library, ``key`` what is kept of it is kept under.
    """
    return Game(store, digest, _Linker(), called=called, key=key)
