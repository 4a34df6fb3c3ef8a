"""The file in which plays are kept: made, opened, brought up to date, read when it is damaged.

What cannot be read is never written to: not a file of somebody else's, not a damaged one.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any

from rulesref.play.records import LINE, PLAY, all_of, into, line_from

#: How SQLite files of ours say whose they are, and with which tables.
APPLICATION = 0x72726670
SCHEMA = 2
#: Seconds to wait for another terminal that is just writing.
PATIENCE = 5.0
_FILE = "plays"
_MOST_FILES = 20
BUSY, LOCKED, CORRUPT, NOT_A_DATABASE = 5, 6, 11, 26

_TABLES = """
CREATE TABLE play (
  key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, digest TEXT NOT NULL,
  version TEXT NOT NULL, players TEXT NOT NULL, options TEXT NOT NULL, tracked TEXT NOT NULL,
  seed INTEGER, created TEXT NOT NULL, changed TEXT NOT NULL, touched INTEGER NOT NULL,
  head INTEGER NOT NULL, revision INTEGER NOT NULL, draft TEXT);
CREATE TABLE line (
  play INTEGER NOT NULL REFERENCES play (key) ON DELETE CASCADE, n INTEGER NOT NULL,
  typed TEXT NOT NULL, command TEXT NOT NULL, time TEXT NOT NULL, stages TEXT, state TEXT,
  PRIMARY KEY (play, n)) WITHOUT ROWID
"""

#: What brings a file of an older schema to the next: one statement list for each number.
MIGRATIONS: Mapping[int, Sequence[str]] = {
    # Sentences were kept with every line: what happened, and the names of the stages.
    1: (
        """CREATE TABLE fresh (
  play INTEGER NOT NULL REFERENCES play (key) ON DELETE CASCADE, n INTEGER NOT NULL,
  typed TEXT NOT NULL, command TEXT NOT NULL, time TEXT NOT NULL, stages TEXT, state TEXT,
  PRIMARY KEY (play, n)) WITHOUT ROWID""",
        "INSERT INTO fresh SELECT play, n, typed, command, time, NULL, state FROM line",
        "DROP TABLE line",
        "ALTER TABLE fresh RENAME TO line",
    )
}


class Unusable(Exception):  # noqa: N818 - a fact about a file
    """This file cannot be used, and is left as it is."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def candidates(folder: str) -> Iterator[str]:
    """The files that plays can be in: those that exist, then the first that does not."""
    names = [f"{folder}/{_FILE}{f'-{n}' if n > 1 else ''}.sqlite" for n in range(1, _MOST_FILES)]
    there = [name for name in names if os.path.exists(name)]  # noqa: PTH110
    yield from there
    yield from [name for name in names if name not in there][:1]


def opened(path: str) -> sqlite3.Connection:
    """The file, ready: made, or brought up to date. Raises :class:`Unusable` and leaves it alone."""
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        if _stamp(connection) != (APPLICATION, SCHEMA):
            _prepare(connection)
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error as error:
        connection.close()
        if code_of(error) in (CORRUPT, NOT_A_DATABASE):
            raise Unusable("E523", reason_of(error)) from None
        raise
    except Unusable:
        connection.close()
        raise
    return connection


def _stamp(connection: sqlite3.Connection) -> tuple[int, int]:
    whose = connection.execute("PRAGMA application_id").fetchone()[0]
    return whose, connection.execute("PRAGMA user_version").fetchone()[0]


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file, or bring an older file up to date: all of it or nothing."""
    connection.execute("BEGIN")  # another terminal may make the file between one look and the next
    _schema_of(connection)
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    with transaction(connection):
        # Another terminal, or a newer program, may have done it meanwhile.
        schema = _schema_of(connection)
        if schema is None:
            _create(connection)
        else:
            _migrate(connection, schema)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _schema_of(connection: sqlite3.Connection) -> int | None:
    """The schema of a file, None of one that is still empty; raises when it is not ours to write."""
    whose, schema = _stamp(connection)
    empty = not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    if whose == 0 and empty:
        return None
    if whose != APPLICATION:
        raise Unusable("E523", "")
    if schema > SCHEMA:
        raise Unusable("E525", str(schema))
    if any(n not in MIGRATIONS for n in range(schema, SCHEMA)):
        raise Unusable("E523", f"user_version {schema}")
    return schema


def _migrate(connection: sqlite3.Connection, schema: int) -> None:
    """Bring a file of an older schema up to date; what cannot be read whole is left for a repair."""
    try:
        for number in range(schema, SCHEMA):
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
    except sqlite3.Error as error:
        if code_of(error) == CORRUPT:
            raise Unusable("E524", reason_of(error)) from None
        raise


def _create(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    for statement in _TABLES.split(";"):
        connection.execute(statement)


def new_memory() -> sqlite3.Connection:
    """A database that nobody keeps, with our tables."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    with transaction(connection):
        _create(connection)
    return connection


def in_memory(path: str) -> sqlite3.Connection:
    """What can be read of a file that cannot be written, in memory."""
    memory = new_memory()
    for reader in (_without_log, _copy_of, _locked):
        with suppress(OSError, sqlite3.Error), reader(path) as connection:
            whose, schema = _stamp(connection)
            if whose == APPLICATION and 0 < schema <= SCHEMA:
                for row in readable(connection, None):
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
        copied(path, f"{folder}/copy.sqlite")
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
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
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


def code_of(error: Exception) -> int:
    """The primary result code of SQLite."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def reason_of(error: Exception) -> str:
    """What the system or SQLite says of an error."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)


def copied(path: str, copy: str) -> None:
    """A copy of a file and of its write-ahead log, on the disk."""
    import shutil

    for end in ("", "-wal"):
        if os.path.exists(path + end):  # noqa: PTH110
            shutil.copyfile(path + end, copy + end)
            with open(copy + end, "rb+") as stream:  # noqa: PTH123
                os.fsync(stream.fileno())


def removed(path: str, ends: Sequence[str] = ("", "-wal", "-shm")) -> None:
    """Remove a file and what SQLite keeps beside it, as far as it is there."""
    for end in ends:
        with suppress(FileNotFoundError):
            os.remove(path + end)  # noqa: PTH107


def which_file(path: str) -> tuple[int, int] | None:
    """What tells a file from another that is put in its place; None where there is none."""
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return None
    return status.st_dev, status.st_ino


def free_path(path: str) -> str:
    """The path itself or, where that is taken, one with a number."""
    number, free = 1, path
    while os.path.exists(free):  # noqa: PTH110
        number += 1
        free = f"{path}-{number}"
    return free


def readable(
    connection: sqlite3.Connection, key: int | None
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Statements that write again what can be read; of one play, or of all.

    What a file of an older schema does not have is NULL.
    """
    with suppress(sqlite3.Error):
        plays, lines = _present(connection, "play", PLAY), _present(connection, "line", LINE)
        for each in [key] if key is not None else _keys(connection):
            with suppress(sqlite3.Error, ValueError, TypeError):
                yield from _readable_play(connection, each, plays, lines)


def _present(connection: sqlite3.Connection, table: str, columns: Sequence[str]) -> list[str]:
    """Columns of a table as a query names them: NULL for those that it does not have yet."""
    there = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    return [column if column in there else "NULL" for column in columns]


def _readable_play(
    connection: sqlite3.Connection, key: int, columns: Sequence[str], of_line: Sequence[str]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """A play stands after the last line before its head that can be read; without any it is gone."""
    (play,) = connection.execute(all_of("play", columns, "key"), (key,)).fetchall()
    at = PLAY.index("head")
    lines = list(_readable_lines(connection, key, play[at], of_line))
    before = [line[1] for line in lines if line[1] <= play[at]]
    if before:
        yield into("play", PLAY), (*play[:at], before[-1], *play[at + 1 :])
        for line in lines:
            yield into("line", LINE), line


def _readable_lines(
    connection: sqlite3.Connection, key: int, head: int, columns: Sequence[str]
) -> Iterator[tuple[Any, ...]]:
    """The lines of a play one by one, so that a damaged page takes only its own along."""
    query = f"{all_of('line', columns, 'play')} AND n = ?"
    n, missed = 0, False
    while n <= head or not missed:
        missed = True
        with suppress(sqlite3.Error, ValueError, TypeError):
            for row in connection.execute(query, (key, n)).fetchall():
                line_from(row)
                missed = False
                yield row
        n += 1


def _keys(connection: sqlite3.Connection) -> list[int]:
    keys: list[int] = []
    with suppress(sqlite3.Error):
        for (key,) in connection.execute("SELECT key FROM play ORDER BY key"):
            keys.append(key)
    return keys
