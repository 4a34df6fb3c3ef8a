"""The file in which plays are kept: made, opened, brought up to date, read when it is damaged.

What cannot be read is never written to: not a file of somebody else's, not a damaged one.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress

from rulesref.base import disk
from rulesref.base.disk import connected, quoted
from rulesref.play.records import LINE, PLAY

#: How SQLite files of ours say whose they are, and with which tables.
APPLICATION = 0x72726670
SCHEMA = 2
#: Seconds to wait for another terminal that is just writing.
PATIENCE = 5.0
_FILE = "plays"
_MOST_FILES = 20
#: Schemas so far ahead are those of newer programs; a number beyond is a damaged one.
_LIKELY = 128
#: How often, and how many seconds apart, a log is looked at that somebody may be writing.
_LOOKS, _BETWEEN = 50, 0.02
BUSY, LOCKED = 5, 6
#: What has to do with the system and not with what stands in the file: rights, room, memory, locks.
_SYSTEM = (0, 3, BUSY, LOCKED, 7, 8, 9, 10, 13, 14, 15, 22, 23)

_COLUMNS_OF_LINE = """(
  play INTEGER NOT NULL REFERENCES play (key) ON DELETE CASCADE, n INTEGER NOT NULL,
  typed TEXT NOT NULL, command TEXT NOT NULL, time TEXT NOT NULL, stages TEXT, state TEXT,
  PRIMARY KEY (play, n)) WITHOUT ROWID"""
_TABLES = f"""
CREATE TABLE play (
  key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, digest TEXT NOT NULL,
  version TEXT NOT NULL, players TEXT NOT NULL, options TEXT NOT NULL, tracked TEXT NOT NULL,
  seed INTEGER, created TEXT NOT NULL, changed TEXT NOT NULL, touched INTEGER NOT NULL,
  head INTEGER NOT NULL, revision INTEGER NOT NULL, draft TEXT);
CREATE TABLE line {_COLUMNS_OF_LINE}
"""

#: What brings a file of an older schema to the next: one statement list for each number.
MIGRATIONS: Mapping[int, Sequence[str]] = {
    # Sentences were kept with every line: what happened, and the names of the stages.
    1: (
        f"CREATE TABLE fresh {_COLUMNS_OF_LINE}",
        "INSERT INTO fresh SELECT play, n, typed, command, time, NULL, state FROM line",
        "DROP TABLE line",
        "ALTER TABLE fresh RENAME TO line",
    )
}


class Unusable(Exception):  # noqa: N818 - a fact about a file
    """This file cannot be used, and is left as it is."""

    def __init__(self, code: str, reason: str) -> None:
        self.code = code
        self.reason = reason


def candidates(folder: str) -> Iterator[str]:
    """The files that plays can be in: those that exist, then the first that does not."""
    names = [f"{folder}/{_FILE}{f'-{n}' if n > 1 else ''}.sqlite" for n in range(1, _MOST_FILES)]
    # Where a file is gone, its log may still have what was written last.
    there = [name for name in names if os.path.exists(name) or _has_log(name)]  # noqa: PTH110
    yield from there
    yield from [name for name in names if name not in there][:1]


def _has_log(path: str) -> bool:
    try:
        return os.path.getsize(path + "-wal") > 0  # noqa: PTH202
    except OSError:
        return False


def opened(path: str) -> sqlite3.Connection:
    """The file, ready: made, or brought up to date. Raises :class:`Unusable` and leaves it alone."""
    _must_be_plain(path)
    if _has_log(path):
        _look_at_log(path)
    connection = connected(path, timeout=PATIENCE, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        if stamp_of(connection) != (APPLICATION, SCHEMA):
            _prepare(connection)
        _must_have_our_tables(connection)
        connection.execute("PRAGMA synchronous = FULL")
        # What is deleted is gone, and does not come back when the file has to be read page by page.
        connection.execute("PRAGMA secure_delete = ON")
    except (sqlite3.Error, Unusable) as error:
        left(connection, path)
        if isinstance(error, sqlite3.Error) and is_damage(error):
            raise Unusable("E523", reason_of(error)) from None
        raise
    return connection


def _must_be_plain(path: str) -> None:
    """Raise for a device or a pipe, of which SQLite would read without end; all else SQLite tells itself.

    It is looked at from outside: who closes a file takes away all locks that SQLite has on it in this process.
    """
    for name in (path, f"{path}-wal"):
        try:
            mode = os.stat(name).st_mode  # noqa: PTH116
        except OSError:
            continue
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise Unusable("E523", os.strerror(errno.EINVAL))


def left(connection: sqlite3.Connection, path: str) -> None:
    """Close a damaged file without bringing its log into it, which the last one to close it does."""
    with suppress(sqlite3.Error), closing(_reading(path)) as other:
        other.execute("SELECT 1 FROM sqlite_master").fetchone()
        connection.close()
    connection.close()


def _reading(path: str) -> sqlite3.Connection:
    return connected(f"file:{quoted(path)}?mode=ro", uri=True, timeout=PATIENCE)


def _look_at_log(path: str) -> None:
    """Raise what is wrong with a file or its log before anything is done that could write to them.

    SQLite passes over what follows a damaged place in a log, and who closes the file then removes it.
    """
    from rulesref.play.btree import is_read

    wrong = Unusable("E524", os.path.basename(path) + "-wal")  # noqa: PTH119
    if which_file(path) is None or not os.path.getsize(path):  # noqa: PTH202
        raise wrong
    try:
        # The index stays open as long as SQLite has it: closed, it would be as good as unlocked, and another
        # terminal that begins it anew would take it from under us.
        with ExitStack() as indexes, closing(_reading(path)) as connection:
            for _ in range(_LOOKS):
                log = bytes_of(path + "-wal")
                connection.execute("SELECT 1 FROM sqlite_master").fetchone()
                if not log or is_read(log, _index_of(path, indexes)):
                    _schema_of(connection)
                    return
                time.sleep(_BETWEEN)  # somebody may be writing just now
    except sqlite3.Error:
        return  # what else there is will be told when it is opened
    raise wrong


def _index_of(path: str, open_: ExitStack) -> bytes:
    """The index that SQLite keeps beside a log; nothing where there is none."""
    try:
        return open_.enter_context(disk.opened(path + "-shm")).read()
    except OSError:
        return b""


def stamp_of(connection: sqlite3.Connection) -> tuple[int, int]:
    """Whose file it is and its schema, as it says itself."""
    whose = connection.execute("PRAGMA application_id").fetchone()[0]
    return whose, connection.execute("PRAGMA user_version").fetchone()[0]


def has_our_tables(connection: sqlite3.Connection) -> bool:
    """Whether a file declares its tables with the columns by which they are read.

    What declares them may be damaged where nothing else is: without its key SQLite would tell of no play.
    """
    for table, (columns, key) in _OURS.items():
        rows = connection.execute(f"PRAGMA table_info({table})").fetchall()
        if not columns <= {row[1] for row in rows} or key != [row[1:3] for row in rows if row[5]]:
            return False
    return True


def _must_have_our_tables(connection: sqlite3.Connection) -> None:
    if not has_our_tables(connection):
        raise Unusable("E524", "sqlite_schema")


#: The columns of our tables, and those of the primary key with their types.
_OURS = {
    "play": ({*PLAY}, [("key", "INTEGER")]),
    "line": ({*LINE}, [("play", "INTEGER"), ("n", "INTEGER")]),
}


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file, or bring an older file up to date: all of it or nothing."""
    connection.execute("BEGIN")  # another terminal may make the file between one look and the next
    _schema_of(connection)
    connection.execute("COMMIT")
    _keep_a_log(connection)
    connection.execute("PRAGMA synchronous = FULL")
    with transaction(connection):
        # Another terminal, or a newer program, may have done it meanwhile.
        schema = _schema_of(connection)
        if schema is None:
            _create(connection)
        else:
            _migrate(connection, schema)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Let a file have a log. Of several who want it at the same time SQLite refuses some at once: they wait here."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if code_of(error) not in (BUSY, LOCKED) or time.monotonic() > until:
                raise
            time.sleep(_BETWEEN)
        else:
            return


def _schema_of(connection: sqlite3.Connection) -> int | None:
    """The schema of a file, None of one that is still empty; raises when it is not ours to write."""
    whose, schema = stamp_of(connection)
    empty = not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    if whose == 0 and empty:
        return None
    if whose != APPLICATION:
        raise Unusable("E523", "application_id")
    if SCHEMA < schema < SCHEMA + _LIKELY:
        raise Unusable("E525", str(schema))
    if schema > SCHEMA or any(n not in MIGRATIONS for n in range(schema, SCHEMA)):
        raise Unusable("E523", f"user_version {schema}")
    return schema


def _migrate(connection: sqlite3.Connection, schema: int) -> None:
    """Bring a file of an older schema up to date; what cannot be read whole is left for a repair."""
    try:
        for number in range(schema, SCHEMA):
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
    except sqlite3.Error as error:
        if is_damage(error):
            raise Unusable("E524", reason_of(error)) from None
        raise


def _create(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    for statement in _TABLES.split(";"):
        connection.execute(statement)


def new_memory() -> sqlite3.Connection:
    """A database that nobody keeps, with our tables."""
    connection = connected(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    with transaction(connection):
        _create(connection)
    return connection


@contextmanager
def held(folder: str | None, *, alone: bool = False) -> Iterator[None]:
    """Meanwhile nobody puts another file in the place of one in this folder; with ``alone`` nobody stores anything.

    A lock of SQLite's belongs to its file: who waits for it still gets it when the file has been moved away.
    Raises what SQLite raises where others do not let go. A folder is not locked where the system cannot, as
    where no file can be replaced that is open.
    """
    lock = _folder_lock(folder, alone) if folder is not None else None
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


def _folder_lock(folder: str, alone: bool) -> int | None:  # noqa: FBT001 - which of the two locks
    try:
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        return None
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() < until:
                time.sleep(_BETWEEN)
                continue
            os.close(handle)
            error = sqlite3.OperationalError("locked")
            error.sqlite_errorcode = BUSY
            raise error from None
        except OSError:
            os.close(handle)
            return None
        return handle


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


def bytes_of(path: str) -> bytes:
    """What is in a file; nothing where it is not there."""
    try:
        with disk.opened(path) as stream:
            return stream.read()
    except OSError:
        return b""


def code_of(error: Exception) -> int:
    """The primary result code of SQLite."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: Exception) -> bool:
    """Whether what SQLite says means that a file is damaged; of a broken text it gives no code."""
    return code_of(error) not in _SYSTEM or "decode" in str(error)


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


def free_name(name: str, is_taken: Callable[[str], bool] = os.path.exists) -> str:
    """The name, of a file unless told otherwise, or one with a number where it is taken."""
    number, free = 1, name
    while is_taken(free):
        number += 1
        free = f"{name}-{number}"
    return free
