"""Plays as they are kept (進行の記録): the only module that stores anything.

One SQLite file in the user's data folder. A line is acknowledged when its transaction is on the disk
(write-ahead log, full synchronisation), so that neither ``kill -9`` nor a loss of power takes it back.
Every change names the revision it was made upon: of two terminals the second is told, and nothing is
overwritten. When the disk refuses, a play goes on in memory and returns as soon as it can. What cannot
be read is never written to: not a file of somebody else's, not a damaged one.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any, TypeVar

from rulesref import __version__
from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.values import value
from rulesref.reading.near import did_you_mean

#: How SQLite files of ours say whose they are, and with which tables.
APPLICATION = 0x72726670
SCHEMA = 1
#: Seconds to wait for another terminal that is just writing.
PATIENCE = 5.0
_FILE = "plays"
_MOST_FILES = 20
Found = TypeVar("Found")
_BUSY, _LOCKED, _CORRUPT, _NOT_A_DATABASE = 5, 6, 11, 26

_TABLES = """
CREATE TABLE play (
  key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, digest TEXT NOT NULL,
  version TEXT NOT NULL, players TEXT NOT NULL, options TEXT NOT NULL, tracked TEXT NOT NULL,
  seed INTEGER, created TEXT NOT NULL, changed TEXT NOT NULL, touched INTEGER NOT NULL,
  head INTEGER NOT NULL, revision INTEGER NOT NULL, draft TEXT);
CREATE TABLE line (
  play INTEGER NOT NULL REFERENCES play (key) ON DELETE CASCADE, n INTEGER NOT NULL,
  typed TEXT NOT NULL, command TEXT NOT NULL, told TEXT NOT NULL, stage TEXT NOT NULL,
  time TEXT NOT NULL, state TEXT, PRIMARY KEY (play, n)) WITHOUT ROWID
"""
_PLAY = (
    "key", "name", "game", "digest", "version", "players", "options", "tracked", "seed", "created",
    "changed", "touched", "head", "revision", "draft",
)  # fmt: skip
_LINE = ("play", "n", "typed", "command", "told", "stage", "time", "state")

#: What brings a file of an older schema to the next: one statement list for each number.
MIGRATIONS: dict[int, Sequence[str]] = {}


@value
class Line:
    """One accepted line (記録された一手). Line 0 is the beginning.

    ``told`` is what happened, in both languages; ``stage`` where the play is afterwards; ``state``
    the state then, None when it has to be worked out anew.
    """

    n: int
    typed: str
    command: Mapping[str, Any]
    told: Sequence[Mapping[str, Any]]
    stage: Mapping[str, Any]
    time: str
    state: Mapping[str, Any] | None


@value
class Play:
    """One play (進行): what it was begun with and how far it is.

    ``head`` is the line after which it stands, ``last`` the last line that is kept: those between
    were taken back and can be done again. ``revision`` grows with every change.
    """

    key: int
    name: str
    game: str
    digest: str
    version: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    tracked: str
    seed: int | None
    created: str
    changed: str
    head: int
    last: int
    revision: int
    draft: Any
    stage: Mapping[str, Any]


class Overtaken(Exception):  # noqa: N818 - a fact, not a fault
    """Another terminal has changed the play meanwhile; nothing was stored."""


class _Unusable(Exception):  # noqa: N818 - a fact about a file
    """This file cannot be used, and is left as it is."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def now() -> str:
    """The time, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def folder_of_plays() -> str:
    """The folder in which plays are kept; ``RULESREF_HOME`` moves it."""
    home = os.environ.get("RULESREF_HOME")
    if home:
        return home
    from platformdirs import user_data_dir  # a few milliseconds, saved where the folder is named

    return user_data_dir("rulesref", appauthor=False)


# --- the file ------------------------------------------------------------------------------------


class Store:
    """The plays of a person, in their file or, where that cannot be written, in memory.

    ``trouble`` is what is wrong with the files, each problem to be told once.
    """

    def __init__(
        self, connection: sqlite3.Connection, path: str | None, trouble: Sequence[Problem] = ()
    ) -> None:
        self.connection = connection
        #: The file; None when these plays are in memory only.
        self.path = path
        self.trouble = list(trouble)
        self._left: tuple[sqlite3.Connection, str, int] | None = None

    @classmethod
    def open(cls, folder: str | None = None) -> Store:
        """The plays in ``folder``. Always gives a store; its ``trouble`` tells what it had to do."""
        folder = folder_of_plays() if folder is None else folder
        trouble: list[Problem] = []
        for path in _candidates(folder):
            try:
                os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - pathlib costs start-up time
                return cls(_opened(path), path, trouble)
            except _Unusable as found:
                values = {"file": path, "reason": found.reason}
                if found.code == "E525":
                    raise ProblemsFound([Problem("E525", None, values)]) from None
                trouble.append(Problem(found.code, None, values))
            except (OSError, sqlite3.Error) as error:
                if _code(error) in (_BUSY, _LOCKED):
                    raise ProblemsFound([Problem("E528", None, {"file": path})]) from None
                trouble.append(Problem("E522", None, {"file": path, "reason": _reason(error)}))
                return cls(_in_memory(path), None, trouble)
        return cls(_new_memory(), None, trouble)

    @classmethod
    def in_memory(cls) -> Store:
        """Plays that nobody keeps."""
        return cls(_new_memory(), None)

    @property
    def kept(self) -> bool:
        """Whether what is acknowledged is on the disk."""
        return self.path is not None

    def close(self) -> None:
        """Let go of the file, of the one that refused as well."""
        for connection in (self.connection, *(self._left or ())[:1]):
            with suppress(sqlite3.Error):
                connection.close()

    # --- looking -----------------------------------------------------------------------------

    def plays(self) -> list[Play]:
        """All plays, the one used last first."""
        return [
            self._sound(_play, row)
            for row in self._rows(f"{_SELECT} ORDER BY touched DESC, key DESC")
        ]

    def play(self, name: str | None = None) -> Play:
        """The play of this name, or the one used last."""
        if name is None:
            found = self._rows(f"{_SELECT} ORDER BY touched DESC, key DESC LIMIT 1")
            if not found:
                raise ProblemsFound([Problem("E520")])
            return self._sound(_play, found[0])
        found = self._rows(f"{_SELECT} WHERE name = ?", name)
        if not found:
            known = [row[0] for row in self._rows("SELECT name FROM play ORDER BY touched DESC")]
            values = {"found": name, "known": known[:20], "near": did_you_mean(name, known)}
            raise ProblemsFound([Problem("E521", None, values)])
        return self._sound(_play, found[0])

    def again(self, play: Play) -> Play | None:
        """The play as it is now; None when it was deleted."""
        found = self._rows(f"{_SELECT} WHERE key = ?", play.key)
        return self._sound(_play, found[0]) if found else None

    def line(self, play: Play, n: int) -> Line | None:
        """One line of a play."""
        found = self._rows(
            f"SELECT {', '.join(_LINE)} FROM line WHERE play = ? AND n = ?", play.key, n
        )
        return self._sound(_line, found[0]) if found else None

    def lines(self, play: Play) -> list[Line]:
        """All lines of a play, those that were taken back included, without their states."""
        columns = ", ".join(_LINE[:-1])
        rows = self._rows(f"SELECT {columns}, NULL FROM line WHERE play = ? ORDER BY n", play.key)
        return [self._sound(_line, row) for row in rows]

    def _sound(self, read: Callable[[Any], Found], row: Any) -> Found:
        """What a row says; one whose text was damaged says nothing."""
        try:
            return read(row)
        except (ValueError, TypeError) as error:
            values = {"file": self.path, "reason": str(error)}
            raise ProblemsFound([Problem("E524", None, values)]) from None

    def _rows(self, query: str, *values: object) -> list[Any]:
        try:
            return self.connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise ProblemsFound([self._broken(error)]) from None

    def _broken(self, error: Exception) -> Problem:
        if _code(error) in (_BUSY, _LOCKED):
            return Problem("E528", None, {"file": self.path})
        code = "E524" if _code(error) in (_CORRUPT, _NOT_A_DATABASE) else "E522"
        return Problem(code, None, {"file": self.path, "reason": _reason(error)})

    # --- changing ----------------------------------------------------------------------------

    def begin(self, play: Mapping[str, Any], lines: Sequence[Line]) -> Play:
        """Keep a new play. ``play`` has what :class:`Play` has; a name that is taken is a problem."""
        wanted = play.get("name")
        created = play.get("created") or now()
        row = {
            **{key: play[key] for key in ("game", "digest", "tracked")},
            "version": play.get("version", __version__),
            "players": _json(list(play["players"])),
            "options": _json(play["options"]),
            "seed": play.get("seed"),
            "created": created,
            "changed": play.get("changed", created),
            "head": play.get("head", len(lines) - 1),
            "revision": 1,
            "draft": _json(play["draft"]) if play.get("draft") is not None else None,
        }

        def change(connection: sqlite3.Connection) -> int:
            name = wanted or _free_name(connection, str(row["game"]))
            if connection.execute("SELECT 1 FROM play WHERE name = ?", (name,)).fetchone():
                raise ProblemsFound([Problem("E535", None, {"found": name})])
            found = {"name": name, **row}
            marks = ", ".join("?" * len(found))
            query = f"INSERT INTO play ({', '.join(found)}, touched) VALUES ({marks}, {_TOUCHED})"
            key = connection.execute(query, tuple(found.values())).lastrowid
            assert key is not None
            _insert(connection, key, lines)
            return key

        if self.kept:
            try:
                with _transaction(self.connection):
                    key = change(self.connection)
            except sqlite3.Error as error:
                if _code(error) in (_BUSY, _LOCKED):
                    raise ProblemsFound([self._broken(error)]) from None
                self._retreat(None, error)
        if not self.kept:
            with _transaction(self.connection):
                key = change(self.connection)
        found = self._rows(f"{_SELECT} WHERE key = ?", key)
        return _play(found[0])

    def add(self, play: Play, line: Line) -> Play:
        """Keep a line after the head; lines that were taken back are gone then."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM line WHERE play = ? AND n >= ?", (play.key, line.n))
            _insert(connection, play.key, [line])

        return self._change(play, change, head=line.n, draft=None)

    def move(self, play: Play, head: int) -> Play:
        """Take lines back or do them again."""
        return self._change(play, lambda _: None, head=head, draft=None)

    def draft(self, play: Play, draft: Any) -> Play:
        """Keep the answers of a scoring that is being asked."""
        return self._change(play, lambda _: None, head=play.head, draft=draft)

    def settle(self, play: Play, lines: Sequence[Line], head: int, digest: str) -> Play:
        """Keep what the lines come to with other data; later lines have no state any more."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE line SET state = NULL WHERE play = ?", (play.key,))
            for line in lines:
                columns = (_json(line.told), _json(line.stage), _json(line.state), play.key, line.n)
                query = "UPDATE line SET told = ?, stage = ?, state = ? WHERE play = ? AND n = ?"
                connection.execute(query, columns)
            query = "UPDATE play SET digest = ?, version = ? WHERE key = ?"
            connection.execute(query, (digest, __version__, play.key))

        if head != play.head:
            return self._change(play, change, head=head, draft=None)
        # Opening a play does not change it.
        return self._change(play, change, head=head, draft=play.draft, when=play.changed)

    def restate(self, play: Play, line: Line) -> None:
        """Keep the state of a line that had none."""
        with suppress(sqlite3.Error), _transaction(self.connection):
            query = "UPDATE line SET state = ? WHERE play = ? AND n = ?"
            self.connection.execute(query, (_json(line.state), play.key, line.n))

    def delete(self, play: Play) -> None:
        """Delete a play and all its lines."""
        try:
            with _transaction(self.connection):
                self.connection.execute("DELETE FROM play WHERE key = ?", (play.key,))
        except sqlite3.Error as error:
            raise ProblemsFound([self._broken(error)]) from None

    def _change(self, play: Play, change: Any, *, head: int, draft: Any, when: str = "") -> Play:
        """One transaction upon the revision that ``play`` has; in memory when the disk refuses."""
        if self._left:
            self._return(play)
        try:
            return self._changed(play, change, head, draft, when)
        except sqlite3.Error as error:
            if not self.kept or _code(error) in (_BUSY, _LOCKED):
                raise ProblemsFound([self._broken(error)]) from None
            self._retreat(play, error)
        return self._changed(play, change, head, draft, when)

    def _changed(self, play: Play, change: Any, head: int, draft: Any, when: str) -> Play:
        kept = _json(draft) if draft is not None else None
        with _transaction(self.connection):
            query = (
                "UPDATE play SET head = ?, draft = ?, changed = ?, revision = revision + 1, "
                f"touched = {_TOUCHED} WHERE key = ? AND revision = ?"
            )
            done = self.connection.execute(
                query, (head, kept, when or now(), play.key, play.revision)
            )
            if done.rowcount != 1:
                raise Overtaken
            change(self.connection)
            found = self.connection.execute(f"{_SELECT} WHERE key = ?", (play.key,)).fetchone()
        return _play(found)

    # --- when the disk refuses ---------------------------------------------------------------

    def _retreat(self, play: Play | None, error: Exception) -> None:
        """Go on in memory with what can be read; nothing on the disk is touched."""
        self.trouble.append(self._broken(error))
        memory = _new_memory()
        for row in _readable(self.connection, play.key if play else None):
            with suppress(sqlite3.Error):
                memory.execute(*row)
        if play is not None and self.path is not None:
            self._left = (self.connection, self.path, play.revision)
        self.connection, self.path = memory, None

    def _return(self, play: Play) -> None:
        """Bring the play back to the disk, when that can be written again."""
        assert self._left is not None
        disk, path, revision = self._left
        try:
            with _transaction(disk):
                row = disk.execute(
                    "SELECT revision FROM play WHERE key = ?", (play.key,)
                ).fetchone()
                # Somebody else has gone on with it: theirs stays, and this one is not mixed into it.
                if row != (revision,):
                    return
                for query, values in _writing(self.connection, play.key):
                    disk.execute(query, values)
        except sqlite3.Error:
            return
        self.connection.close()
        self.connection, self.path, self._left = disk, path, None
        self.trouble.append(Problem("W522", None, {"file": path}))

    # --- a damaged file ----------------------------------------------------------------------

    def repair(self) -> tuple[str, int]:
        """A new file with everything that can be read, and the old one beside it.

        Gives the new name of the old file and how many plays were saved.
        """
        assert self.path is not None
        try:
            return self._repaired(self.path)
        except (OSError, sqlite3.Error) as error:
            raise ProblemsFound([self._broken(error)]) from None

    def _repaired(self, path: str) -> tuple[str, int]:
        fresh = f"{path}.new"
        _removed(fresh)
        new = _opened(fresh)
        with _transaction(new):
            for row in _readable(self.connection, None):
                with suppress(sqlite3.Error):
                    new.execute(*row)
        saved = new.execute("SELECT count(*) FROM play").fetchone()[0]
        new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        new.close()
        # Whatever happens from here on, everything that was there is in the copy. It is made before
        # the file is closed, which would write into it.
        aside = _free_path(f"{path}.damaged")
        _copied(path, aside)
        with suppress(sqlite3.Error):
            self.connection.close()
        # A log left over would be taken for one of the new file.
        _removed(path, ends=("-wal", "-shm"))
        os.replace(fresh, path)  # noqa: PTH105
        self.connection = _opened(path)
        return aside, saved


_SELECT = (
    f"SELECT {', '.join(_PLAY)}, "
    "(SELECT max(n) FROM line WHERE play = key), "
    "(SELECT stage FROM line WHERE play = key AND n = head) FROM play"
)
_TOUCHED = "(SELECT coalesce(max(touched), 0) + 1 FROM play)"


def _candidates(folder: str) -> Iterator[str]:
    """The files that plays can be in: those that exist, then the first that does not."""
    names = [f"{folder}/{_FILE}{f'-{n}' if n > 1 else ''}.sqlite" for n in range(1, _MOST_FILES)]
    there = [name for name in names if os.path.exists(name)]  # noqa: PTH110
    yield from there
    yield from [name for name in names if name not in there][:1]


def _opened(path: str) -> sqlite3.Connection:
    """The file, ready: made, or brought up to date. Raises :class:`_Unusable` and leaves it alone."""
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        whose, schema = _stamp(connection)
        if (whose, schema) != (APPLICATION, SCHEMA):
            _prepare(connection, whose, schema)
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error as error:
        connection.close()
        if _code(error) == _NOT_A_DATABASE:
            raise _Unusable("E523", _reason(error)) from None
        if _code(error) == _CORRUPT:
            raise _Unusable("E523", _reason(error)) from None
        raise
    except _Unusable:
        connection.close()
        raise
    return connection


def _stamp(connection: sqlite3.Connection) -> tuple[int, int]:
    whose = connection.execute("PRAGMA application_id").fetchone()[0]
    return whose, connection.execute("PRAGMA user_version").fetchone()[0]


def _prepare(connection: sqlite3.Connection, whose: int, schema: int) -> None:
    """Make the tables of a new file, or bring an older file up to date."""
    empty = not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    if whose != APPLICATION and not (whose == 0 and empty):
        raise _Unusable("E523", "")
    if schema > SCHEMA and not empty:
        raise _Unusable("E525", str(schema))
    if whose == APPLICATION and any(n not in MIGRATIONS for n in range(schema, SCHEMA)):
        raise _Unusable("E523", f"user_version {schema}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    with _transaction(connection):
        # Another terminal may have done it meanwhile.
        whose, schema = _stamp(connection)
        if whose != APPLICATION:
            _create(connection)
        else:
            for number in range(schema, SCHEMA):
                for statement in MIGRATIONS[number]:
                    connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _create(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    for statement in _TABLES.split(";"):
        connection.execute(statement)


def _new_memory() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    with _transaction(connection):
        _create(connection)
    return connection


def _in_memory(path: str) -> sqlite3.Connection:
    """What can be read of a file that cannot be written, in memory."""
    memory = _new_memory()
    for reader in (_without_log, _copy_of, _locked):
        with suppress(OSError, sqlite3.Error), reader(path) as connection:
            if _stamp(connection) == (APPLICATION, SCHEMA):
                for row in _readable(connection, None):
                    memory.execute(*row)
                return memory
    return memory


@contextmanager
def _without_log(path: str) -> Iterator[sqlite3.Connection]:
    """The file as it stands; an OSError when some of it is in its write-ahead log."""
    from urllib.parse import quote

    if os.path.exists(path + "-wal") and os.path.getsize(path + "-wal"):  # noqa: PTH110, PTH202
        raise OSError
    uri = f"file:{quote(path)}?immutable=1"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        yield connection


@contextmanager
def _copy_of(path: str) -> Iterator[sqlite3.Connection]:
    """A copy: a file with a log cannot be read where nothing can be written, a copy of both can."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="rulesref-") as folder:
        _copied(path, f"{folder}/copy.sqlite")
        made = sqlite3.connect(f"{folder}/copy.sqlite", isolation_level=None)
        with closing(made) as connection:
            yield connection


@contextmanager
def _locked(path: str) -> Iterator[sqlite3.Connection]:
    """The file held alone, which needs no room on the disk: nor is there any for a copy."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        yield connection


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing; the lock is taken at once, so that a check and its change belong together."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


def _code(error: Exception) -> int:
    """The primary result code of SQLite."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)


def _copied(path: str, copy: str) -> None:
    """A copy of a file and of its write-ahead log, on the disk."""
    import shutil

    for end in ("", "-wal"):
        if os.path.exists(path + end):  # noqa: PTH110
            shutil.copyfile(path + end, copy + end)
            with open(copy + end, "rb+") as stream:  # noqa: PTH123
                os.fsync(stream.fileno())


def _removed(path: str, ends: Sequence[str] = ("", "-wal", "-shm")) -> None:
    for end in ends:
        with suppress(FileNotFoundError):
            os.remove(path + end)  # noqa: PTH107


def _free_path(path: str) -> str:
    number = 1
    found = path
    while os.path.exists(found):  # noqa: PTH110
        number += 1
        found = f"{path}-{number}"
    return found


def _free_name(connection: sqlite3.Connection, game: str) -> str:
    taken = {row[0] for row in connection.execute("SELECT name FROM play")}
    number = 1
    while f"{game}-{number}" in taken:
        number += 1
    return f"{game}-{number}"


# --- rows ----------------------------------------------------------------------------------------


def _insert(connection: sqlite3.Connection, key: int, lines: Sequence[Line]) -> None:
    rows = [
        (key, line.n, line.typed, _json(line.command), _json(line.told), _json(line.stage), line.time,
         _json(line.state) if line.state is not None else None)
        for line in lines
    ]  # fmt: skip
    marks = ", ".join("?" * len(_LINE))
    connection.executemany(f"INSERT INTO line ({', '.join(_LINE)}) VALUES ({marks})", rows)


def _writing(connection: sqlite3.Connection, key: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Statements that write one play whole."""
    yield "DELETE FROM play WHERE key = ?", (key,)
    for table, columns, where in (("play", _PLAY, "key"), ("line", _LINE, "play")):
        for row in connection.execute(_all_of(table, columns, where), (key,)).fetchall():
            yield _into(table, columns), row


def _readable(
    connection: sqlite3.Connection, key: int | None
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Statements that write again what can be read; of one play, or of all."""
    for each in [key] if key is not None else _keys(connection):
        with suppress(sqlite3.Error, ValueError, TypeError):
            (play,) = connection.execute(_all_of("play", _PLAY, "key"), (each,)).fetchall()
            at = _PLAY.index("head")
            lines = list(_readable_lines(connection, each, play[at]))
            before = [line[1] for line in lines if line[1] <= play[at]]
            if before:
                yield _into("play", _PLAY), (*play[:at], before[-1], *play[at + 1 :])
                for line in lines:
                    yield _into("line", _LINE), line


def _readable_lines(
    connection: sqlite3.Connection, key: int, head: int
) -> Iterator[tuple[Any, ...]]:
    """The lines of a play one by one, so that a damaged page takes only its own along."""
    query = f"{_all_of('line', _LINE, 'play')} AND n = ?"
    n, missed = 0, False
    while n <= head or not missed:
        missed = True
        with suppress(sqlite3.Error, ValueError, TypeError):
            for row in connection.execute(query, (key, n)).fetchall():
                _line(row)
                missed = False
                yield row
        n += 1


def _keys(connection: sqlite3.Connection) -> list[int]:
    found: list[int] = []
    with suppress(sqlite3.Error):
        for (key,) in connection.execute("SELECT key FROM play ORDER BY key"):
            found.append(key)
    return found


def _all_of(table: str, columns: Sequence[str], where: str) -> str:
    return f"SELECT {', '.join(columns)} FROM {table} WHERE {where} = ?"


def _into(table: str, columns: Sequence[str]) -> str:
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def _play(row: Sequence[Any]) -> Play:
    found = dict(zip((*_PLAY, "last", "stage"), row, strict=True))
    del found["touched"]
    found["players"] = tuple(json.loads(found["players"]))
    found["options"] = loads(found["options"])
    found["draft"] = loads(found["draft"]) if found["draft"] else None
    found["stage"] = loads(found["stage"]) if found["stage"] else {}
    found["last"] = found["last"] or 0
    return Play(**found)


def _line(row: Sequence[Any]) -> Line:
    _, n, typed, command, told, stage, when, state = row
    return Line(
        n, typed, loads(command), loads(told), loads(stage), when, loads(state) if state else None
    )


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=_coded)


def _coded(data: Any) -> Any:
    """Exact fractions, which JSON does not have."""
    if hasattr(data, "numerator"):
        return {"/": [data.numerator, data.denominator]}
    return dict(data)


def loads(text: str) -> Any:
    """Data as it was kept."""
    return json.loads(text, object_hook=_decoded)


def _decoded(data: dict[str, Any]) -> Any:
    if data.keys() == {"/"}:
        from fractions import Fraction

        return Fraction(*data["/"])
    return data
