"""Plays as they are kept (進行の記録): with the drafts of scorings all that is ever stored.

One SQLite file in the user's data folder. A line is acknowledged when its transaction is on the disk
(write-ahead log, full synchronisation), so that neither ``kill -9`` nor a loss of power takes it back.
Every change names the revision it was made upon: of two terminals the second is told, and nothing is
overwritten. When the disk refuses, a play goes on in memory and returns as soon as it can.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from errno import ENOENT
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from rulesref import __version__
from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.disk import home_folder
from rulesref.base.folding import composed
from rulesref.base.frozen import frozen
from rulesref.base.suggest import did_you_mean
from rulesref.play.file import (
    BUSY,
    LOCKED,
    Unusable,
    candidates,
    code_of,
    copied,
    free_name,
    held,
    is_damage,
    left,
    new_memory,
    opened,
    reason_of,
    removed,
    transaction,
    which_file,
)
from rulesref.play.records import (
    LINE,
    SELECT,
    LogLine,
    Play,
    all_of,
    columns_of,
    dumps,
    insert,
    line_from,
    now,
    play_from,
    writing,
)

if TYPE_CHECKING:
    from rulesref.play.rescue import Recognizes, Rescued

T = TypeVar("T")
_LINES = all_of("line", LINE, "play")
_RESTATE = "UPDATE line SET stages = ?, state = ? WHERE play = ? AND n = ?"
_TOUCHED = "(SELECT coalesce(max(touched), 0) + 1 FROM play)"


class StaleRevision(Exception):  # noqa: N818 - a fact, not a fault
    """Another terminal has changed the play meanwhile; nothing was stored."""


class PlayStore:
    """The plays of a person, in their file or, where that cannot be written, in memory.

    ``trouble`` is what is wrong with the files, each problem to be told once.
    """

    def __init__(
        self, connection: sqlite3.Connection, path: str | None, trouble: Sequence[Problem] = (), *,
        files: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.connection = connection
        #: The file; None when these plays are in memory only.
        self.path = path
        #: The files in which plays can be, which a repair brings together; none where it could not write.
        self.files = files
        self.trouble = list(trouble)
        self._left: tuple[sqlite3.Connection, str, int] | None = None
        self._file = which_file(path) if path is not None else None
        there = path or next(iter(files), None)
        self._folder = os.path.dirname(there) if there else None  # noqa: PTH120

    @classmethod
    def open(cls, folder: str | None = None) -> PlayStore:
        """The plays in ``folder``. Always gives a store; its ``trouble`` tells what it had to do."""
        folder = home_folder() if folder is None else folder
        try:
            with held(folder):
                return cls._of(folder)
        except sqlite3.Error:
            raise ProblemsFound(
                [Problem("E528", None, {"file": next(candidates(folder))})]
            ) from None

    @classmethod
    def _of(cls, folder: str) -> PlayStore:
        trouble: list[Problem] = []
        files = list(candidates(folder))
        for path in files:
            try:
                os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - pathlib costs start-up time
                store = cls(opened(path), path, trouble, files=files)
            except Unusable as unusable:
                problem = Problem(unusable.code, None, {"file": path, "reason": unusable.reason})
                if unusable.code == "E525":
                    raise ProblemsFound([problem]) from None
                from rulesref.play.rescue import by_pages, memory_of

                read = by_pages(path)
                if read.plays:
                    trouble.append(Problem("E524", None, problem.values))
                    return cls(memory_of(read), None, trouble, files=files)
                trouble.append(problem)
            except (OSError, sqlite3.Error) as error:
                from rulesref.play.rescue import in_memory

                if code_of(error) in (BUSY, LOCKED):
                    raise ProblemsFound([Problem("E528", None, {"file": path})]) from None
                trouble.append(Problem("E522", None, {"file": path, "reason": reason_of(error)}))
                return cls(in_memory(path), None, trouble)
            else:
                store._look_beside()
                return store
        return cls(new_memory(), None, trouble)

    @classmethod
    def in_memory(cls) -> PlayStore:
        """Plays that nobody keeps."""
        return cls(new_memory(), None)

    def _look_beside(self) -> None:
        """Tell of further files with plays, as one that was damaged for a while leaves them."""
        for file in self.files[self.files.index(self.path or "") + 1 :]:
            if os.path.exists(file):  # noqa: PTH110
                from rulesref.play.rescue import by_pages

                many = len(by_pages(file).plays)
                if many:
                    self.trouble.append(Problem("W523", None, {"file": file, "many": many}))

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
        self._doubt()
        return self._read(play_from, f"{SELECT} ORDER BY touched DESC, key DESC")

    def names(self) -> list[str]:
        """The names of all plays, the one used last first."""
        return self._read(
            lambda row: str(row[0]), "SELECT name FROM play ORDER BY touched DESC, key DESC"
        )

    def play(self, name: str | None = None) -> Play:
        """The play of this name, or the one used last."""
        plays = self._named(name)
        if not plays:
            self._doubt()
            plays = self._named(name)
        if plays:
            return plays[0]
        if name is None:
            raise ProblemsFound([Problem("E520")])
        names = self.names()
        raise ProblemsFound([wrong("E521", name, known=names[:20], near=did_you_mean(name, names))])

    def _named(self, name: str | None) -> list[Play]:
        if name is None:
            return self._read(play_from, f"{SELECT} ORDER BY touched DESC, key DESC LIMIT 1")
        # One that was named by an earlier version may have its marks apart.
        for each in dict.fromkeys((name, composed(name))):
            if plays := self._read(play_from, f"{SELECT} WHERE name = ?", each):
                return plays
        return []

    def again(self, play: Play) -> Play | None:
        """The play as it is now; None when it was deleted."""
        with suppress(sqlite3.Error), self._in_place(play):
            pass
        plays = self._read(play_from, f"{SELECT} WHERE key = ?", play.key)
        return plays[0] if plays else None

    def line(self, play: Play, n: int) -> LogLine | None:
        """One line of a play."""
        lines = self._read(line_from, f"{_LINES} AND n = ?", play.key, n)
        return lines[0] if lines else None

    def lines(self, play: Play, first: int = 0) -> list[LogLine]:
        """The lines of a play from one on, those that were taken back included."""
        return self._read(line_from, f"{_LINES} AND n >= ? ORDER BY n", play.key, first)

    def _read(self, read: Callable[[Any], T], query: str, *values: object) -> list[T]:
        """What rows say; where the file turns out to be damaged, as far as it can be read."""
        try:
            return [read(row) for row in self.connection.execute(query, values).fetchall()]
        except sqlite3.DatabaseError as error:
            if not self.kept or not is_damage(error):
                raise ProblemsFound([self._broken(error)]) from None
            self._fall_back(reason_of(error))
        except (ValueError, TypeError) as error:  # a text that says nothing
            if not self.kept:
                values_ = {"file": self.path, "reason": str(error)}
                raise ProblemsFound([Problem("E524", None, values_)]) from None
            self._fall_back(str(error))
        return self._read(read, query, *values)

    def _doubt(self) -> None:
        """Look whether a file is sound that may have less to show than it should."""
        if self.kept:
            from rulesref.play.rescue import is_sound

            if not is_sound(self.connection):
                self._fall_back("integrity_check")

    def _fall_back(self, reason: str) -> None:
        """Go on in memory with all that can be read of a damaged file."""
        from rulesref.play.rescue import memory_of, rescued

        assert self.path is not None
        self.trouble.append(Problem("E524", None, {"file": self.path, "reason": reason}))
        memory = memory_of(rescued(self.path, self.connection))
        left(self.connection, self.path)
        self.connection, self.path = memory, None

    def _broken(self, error: Exception) -> Problem:
        if isinstance(error, Unusable):
            return Problem(error.code, None, {"file": self.path, "reason": error.reason})
        if code_of(error) in (BUSY, LOCKED):
            file = self.path or (self._left or ("", None))[1]
            return Problem("E528", None, {"file": file})
        code = "E524" if is_damage(error) else "E522"
        return Problem(code, None, {"file": self.path, "reason": reason_of(error)})

    # --- changing ----------------------------------------------------------------------------

    def begin(self, play: Mapping[str, Any], lines: Sequence[LogLine]) -> Play:
        """Keep a new play. ``play`` has what :class:`Play` has; a name that is taken is a problem."""
        wanted = composed(play.get("name") or "")
        created = play.get("created") or now()
        row = {
            **{key: play[key] for key in ("game", "digest", "tracked")},
            "version": play.get("version", __version__),
            "players": dumps(list(play["players"])),
            "options": dumps(play["options"]),
            "seed": play.get("seed"),
            "created": created,
            "changed": play.get("changed", created),
            "head": play.get("head", len(lines) - 1),
            "revision": 1,
            "draft": dumps(play["draft"]) if play.get("draft") is not None else None,
        }

        def stored() -> int:
            with transaction(self.connection):
                taken = {name for (name,) in self.connection.execute("SELECT name FROM play")}
                game = row["game"].rpartition("/")[2]
                free = (f"{game}-{n}" for n in count(1))
                name = wanted or next(name for name in free if name not in taken)
                if name in taken:
                    raise ProblemsFound([wrong("E535", play=name)])
                columns = {"name": name, **row}
                marks = ", ".join("?" * len(columns))
                query = (
                    f"INSERT INTO play ({', '.join(columns)}, touched) VALUES ({marks}, {_TOUCHED})"
                )
                key = self.connection.execute(query, tuple(columns.values())).lastrowid
                assert key is not None
                insert(self.connection, key, lines)
                return key

        key = self._stored(None, stored)
        return self._read(play_from, f"{SELECT} WHERE key = ?", key)[0]

    def add(self, play: Play, line: LogLine) -> Play:
        """Keep a line after the head; lines that were taken back are gone then."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM line WHERE play = ? AND n >= ?", (play.key, line.n))
            insert(connection, play.key, [line])

        return self._change(play, change, head=line.n, draft=play.draft)

    def move(self, play: Play, head: int) -> Play:
        """Take lines back or do them again."""
        return self._change(play, lambda _: None, head=head, draft=play.draft)

    def draft(self, play: Play, draft: Any) -> Play:
        """Keep the answers of scorings; those of one that was taken back are still there."""
        return self._change(play, lambda _: None, head=play.head, draft=draft)

    def settle(self, play: Play, lines: Sequence[LogLine], head: int, digest: str) -> Play:
        """Keep what the lines come to with other data; later lines have no state any more."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE line SET state = NULL WHERE play = ?", (play.key,))
            for line in lines:
                connection.execute(_RESTATE, (*columns_of(line), play.key, line.n))
            query = "UPDATE play SET digest = ?, version = ? WHERE key = ?"
            connection.execute(query, (digest, __version__, play.key))

        # Opening a play does not change it.
        when = play.changed if head == play.head else ""
        return self._change(play, change, head=head, draft=play.draft, when=when)

    def restate(self, play: Play, line: LogLine) -> None:
        """Keep where a line led of which that was not known."""
        with suppress(sqlite3.Error), transaction(self.connection):
            self.connection.execute(_RESTATE, (*columns_of(line), play.key, line.n))

    def delete(self, play: Play) -> None:
        """Delete a play and all its lines."""
        try:
            with self._in_place(play), transaction(self.connection):
                self.connection.execute("DELETE FROM play WHERE key = ?", (play.key,))
        except sqlite3.Error as error:
            raise ProblemsFound([self._broken(error)]) from None

    def _change(self, play: Play, change: Any, *, head: int, draft: Any, when: str = "") -> Play:
        """One transaction upon the revision that ``play`` has; in memory when the disk refuses."""
        kept = dumps(draft) if draft is not None else None
        query = (
            "UPDATE play SET head = ?, draft = ?, changed = ?, revision = revision + 1, "
            f"touched = {_TOUCHED} WHERE key = ? AND revision = ?"
        )

        def stored() -> Play:
            with transaction(self.connection):
                values = (head, kept, when or now(), play.key, play.revision)
                if self.connection.execute(query, values).rowcount != 1:
                    raise StaleRevision
                change(self.connection)
                where = f"{SELECT} WHERE key = ?"
                return play_from(self.connection.execute(where, (play.key,)).fetchone())

        return self._stored(play, stored)

    def _stored(self, play: Play | None, store: Callable[[], T]) -> T:
        """What is stored, in memory when the disk refuses."""
        try:
            with self._in_place(play):
                return store()
        except sqlite3.Error as error:
            if not self.kept or code_of(error) in (BUSY, LOCKED):
                raise ProblemsFound([self._broken(error)]) from None
            self._retreat(play, error)
        return store()

    # --- when the disk refuses ---------------------------------------------------------------

    @contextmanager
    def _in_place(self, play: Play | None) -> Iterator[None]:
        """What is stored meanwhile is in the file that stands in its place, or in memory."""
        with held(self._folder if self.kept or self._left else None):
            if self._left and play is not None:
                self._return(play)
            self._follow(play)
            yield

    def _follow(self, play: Play | None) -> None:
        """Open the file that stands in the place of ours, as after a repair in another terminal.

        Lines written to a file that was moved away would be acknowledged and lost. Where there is
        none, the play goes on in memory.
        """
        if self.path is None or (there := which_file(self.path)) == self._file:
            return
        try:
            if there is None:
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT))
            connection = opened(self.path)
        except (OSError, sqlite3.Error, Unusable) as error:
            self._retreat(play, error)
            # What is there now is not ours to come back to.
            self._left = None
            return
        self.connection.close()
        self.connection, self._file = connection, there

    def _retreat(self, play: Play | None, error: Exception) -> None:
        """Go on in memory with what can be read; nothing on the disk is touched."""
        self.trouble.append(self._broken(error))
        from rulesref.play.rescue import by_sqlite, memory_of

        memory = memory_of(by_sqlite(self.connection, play.key if play else None))
        if play is not None and self.path is not None:
            self._left = (self.connection, self.path, play.revision)
        self.connection, self.path = memory, None

    def _return(self, play: Play) -> None:
        """Bring the play back to the disk, when that can be written again."""
        assert self._left is not None
        disk, path, revision = self._left
        if which_file(path) != self._file:
            return
        try:
            with transaction(disk):
                row = disk.execute(
                    "SELECT revision FROM play WHERE key = ?", (play.key,)
                ).fetchone()
                # Somebody else has gone on with it: theirs stays, and this one is not mixed into it.
                if row != (revision,):
                    return
                for query, values in writing(self.connection, play.key):
                    disk.execute(query, values)
        except sqlite3.Error:
            return
        self.connection.close()
        self.connection, self.path, self._left = disk, path, None
        self.trouble.append(Problem("W522", None, {"file": path}))

    # --- a damaged file ----------------------------------------------------------------------

    def repair(self, recognizes: Recognizes = lambda _: None) -> list[Repaired]:
        """One new file with everything that can be read of all files there are, and these beside it.

        ``recognizes`` finds the game of a play of which only lines are left. What nothing can be read
        of is left as it is.
        """
        try:
            with held(self._folder, alone=True):
                return self._repaired(recognizes)
        except (OSError, sqlite3.Error, Unusable) as error:
            raise ProblemsFound([self._broken(error)]) from None

    def _repaired(self, recognizes: Recognizes) -> list[Repaired]:
        from rulesref.play.rescue import rescued, written_into

        if self.path is not None:
            self._shut_out(self.path)
        files = [file for file in self.files if which_file(file) or which_file(f"{file}-wal")]
        rescues = {
            file: rescued(file, self.connection if file == self.path else None) for file in files
        }
        saved = {file: read for file, read in rescues.items() if read.plays or file == self.path}
        if not saved:
            return [Repaired(file, None, rescues[file]) for file in files]
        path = next(iter(saved))
        fresh = f"{path}.new"
        aside = {file: free_name(f"{file}.damaged") for file in saved}
        removed(fresh)
        try:
            with closing(opened(fresh)) as new:
                written_into(new, saved.values(), recognizes)
                new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            # Whatever happens from here on, everything that was there is in the copies. They are made
            # before the file is closed, which would write into it.
            for file, copy in aside.items():
                copied(file, copy)
        except BaseException:
            # Where there is no room for all of it, nothing half made takes up the rest.
            for half in (fresh, *aside.values()):
                removed(half)
            raise
        with suppress(sqlite3.Error):
            self.connection.close()
        # A log left over would be taken for one of the new file.
        removed(path, ends=("-wal", "-shm"))
        os.replace(fresh, path)  # noqa: PTH105
        for file in saved:
            if file != path:
                removed(file)
        self.connection, self.path, self._file = opened(path), path, which_file(path)
        return [Repaired(file, aside.get(file), rescues[file]) for file in files]

    def _shut_out(self, path: str) -> None:
        """Nobody writes from here on, as far as that can be had of a damaged file; raises where others repair it."""
        try:
            self.connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            if code_of(error) in (BUSY, LOCKED):
                raise
        if which_file(path) != self._file:
            with suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            raise ProblemsFound([Problem("E528", None, {"file": path})])


@frozen
class Repaired:
    """A file that was there: its name now, None where it was left, and what was read of it."""

    file: str
    aside: str | None
    read: Rescued
