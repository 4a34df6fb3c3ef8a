"""Plays on the disk (進行の保存): one text file for each, ``plays/NAME.play`` in the user's data folder.

A file is only ever appended to, under a lock on it, and a line is acknowledged when it is on the disk (``fsync``).
Every change names the length that the file had when it was read: of two terminals the second is told. What the disk
refuses is kept in memory, and written with the next line that it takes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from typing import Any

from rulesref import __version__
from rulesref.base import disk
from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.folding import composed
from rulesref.base.frozen import changed
from rulesref.base.suggest import did_you_mean
from rulesref.play.file_names import END, LONGEST, file_of, name_of
from rulesref.play.locks import FileLockedError, locked
from rulesref.play.log import (
    Log,
    LogLine,
    NewerFormatError,
    Play,
    begun,
    draft_record,
    line_record,
    move_record,
    now,
)
from rulesref.play.trash import Thrown, throw, trash_folder
from rulesref.reading.source import unreadable


class StaleRevision(Exception):  # noqa: N818 - a fact, not a fault
    """Another terminal has changed the play meanwhile; nothing was stored."""


class PlayStore:
    """The plays in a folder; without one, plays that nobody keeps.

    ``trouble`` is what is wrong with the files, each problem to be told once.
    """

    def __init__(self, folder: str | None) -> None:
        self.folder = folder
        self.trouble: list[Problem] = []
        self._logs: dict[str, Log] = {}
        #: The records by play that are in memory only, as the disk refused them.
        self._refused: dict[str, bytes] = {}
        #: The file that is locked for longer than one record, by play.
        self._held: dict[str, int] = {}
        self._told: set[str] = set()

    @classmethod
    def open(cls, home: str | None = None) -> PlayStore:
        """The plays of a person."""
        home = disk.home_folder() if home is None else home
        return cls(f"{home}/plays")

    @classmethod
    def in_memory(cls) -> PlayStore:
        """Plays that nobody keeps."""
        return cls(None)

    @property
    def kept(self) -> bool:
        """Whether what was done is on the disk."""
        return self.folder is not None and not self._refused

    def close(self) -> None:
        """Write what the disk refused, if it takes it now."""
        for name in list(self._refused):
            self._write(name, b"")

    def path(self, name: str) -> str:
        """The file of a play; for a play that is in memory only, one that does not exist."""
        return f"{self.folder}/{file_of(name)}"

    # --- looking -----------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The names of all plays, the one used last first."""
        if self.folder is None:
            return list(reversed(self._logs))
        files: list[tuple[int, str]] = []
        try:
            with os.scandir(self.folder) as entries:
                for each in entries:
                    if each.name.endswith(END):
                        with suppress(OSError):  # a link to nowhere
                            files.append((-each.stat().st_mtime_ns, name_of(each.name)))
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            self.tell(unreadable(self.folder, error))
        return list(dict.fromkeys([*self._refused, *(name for _, name in sorted(files))]))

    def plays(self) -> list[Play]:
        """All plays that can be read, the one used last first."""
        return [play for name in self.names() if (play := self._play(name)) is not None]

    def play(self, name: str | None = None) -> Play:
        """The play of this name, or the one used last."""
        names = self.names()
        wanted = names if name is None else [name, composed(name)]
        found = next((play for each in wanted if (play := self._play(each)) is not None), None)
        if found is not None:
            return found
        if name is None:
            raise ProblemsFound([Problem("E520")])
        raise ProblemsFound([wrong("E521", name, known=names[:20], near=did_you_mean(name, names))])

    def again(self, play: Play) -> Play | None:
        """The play as it is now; None when it was deleted."""
        if self.folder is None or play.name in self._refused:
            return play
        try:
            same = os.stat(self.path(play.name)).st_size == play.revision  # noqa: PTH116
        except FileNotFoundError:
            return None
        except OSError:
            return play  # whoever writes will be told
        return play if same else self._play(play.name)

    def line(self, play: Play, n: int) -> LogLine | None:
        return self._logs[play.name].line(play.tip, n)

    def lines(self, play: Play, first: int = 0) -> list[LogLine]:
        """The lines of a play from one on, those that can be done again included."""
        return self._logs[play.name].lines(play.tip, first)

    def aside(self, play: Play) -> list[LogLine]:
        """The lines of a play that were taken back and typed over."""
        return self._logs[play.name].aside(play.tip)

    def _play(self, name: str) -> Play | None:
        """The play of this name as its file says now; what cannot be read is told."""
        if self.folder is None or name in self._refused:
            return log.play(name) if (log := self._logs.get(name)) else None
        path = self.path(name)
        kept = log.play(name) if (log := self._logs.get(name)) else None
        try:
            if kept is not None and os.stat(path).st_size == kept.revision:  # noqa: PTH116
                return kept
            with disk.opened(path) as file:
                log = Log(file.read())
        except FileNotFoundError:
            return None
        except OSError as error:
            self.tell(unreadable(path, error))
            return None
        except NewerFormatError:
            self.tell(Problem("E525", None, {"file": path}))
            return None
        self._logs[name] = log
        play = log.play(name)
        if play is None:
            self.tell(Problem("E523", None, {"file": path}))
            return None
        for code, lines in (("E524", log.damaged), ("W523", [log.torn] if log.torn else [])):
            if lines:
                self.tell(Problem(code, None, {"file": path, "lines": tuple(lines)}))
        return play

    def tell(self, problem: Problem) -> None:
        """Have something told, unless it was."""
        if repr(problem) not in self._told:
            self._told.add(repr(problem))
            self.trouble.append(problem)

    # --- changing ----------------------------------------------------------------------------

    def begin(self, play: Mapping[str, Any], lines: Sequence[LogLine]) -> Play:
        """Keep a new play. ``play`` has what :class:`Play` has; a name that is taken is a problem."""
        wanted = composed(play.get("name") or "")
        if len(os.fsencode(file_of(wanted))) > LONGEST:
            raise ProblemsFound([wrong("E545", wanted)])
        about = {key: play[key] for key in ("game", "digest")}
        about |= {"version": play.get("version", __version__), "players": list(play["players"]),
                  "options": play["options"], "tracked": play["tracked"], "seed": play.get("seed"),
                  "created": play.get("created") or now()}  # fmt: skip
        head = play.get("head", len(lines) - 1)
        raw = begun(about, lines, head, play.get("draft"), play.get("changed"))
        # Where upper and lower case are one, so are their files.
        taken = {name.casefold() for name in self.names()}
        game = play["game"].rpartition("/")[2]
        for name in [wanted] if wanted else (f"{game}-{n}" for n in count(1)):
            if name.casefold() in taken:
                continue
            self._logs[name] = Log()
            try:
                self._write(name, raw)
            except StaleRevision:
                continue
            begun_play = self._logs[name].play(name)
            assert begun_play is not None
            return begun_play
        raise ProblemsFound([wrong("E535", play=wanted)])

    def add(self, play: Play, line: LogLine) -> Play:
        """Keep a line after the head; lines that were taken back before are put aside."""
        log = self._current(play)
        line = changed(line, id=log.next, after=play.line.id)
        return self._changed(play, line_record(line, log.size + len(log.end)))

    def move(self, play: Play, head: int, tip: int | None = None) -> Play:
        """Take lines back or do them again; with ``tip`` among the lines that lead to that one."""
        self._current(play)
        return self._changed(play, move_record(head, play.tip if tip is None else tip))

    def replace(
        self,
        play: Play,
        after: int,
        lines: Sequence[LogLine],
        head: int | None = None,
        draft: Any = None,
    ) -> Play:
        """Put lines in the place of all that follow the one with this number, which are put aside: at once, or not at all.

        The play then stands after the step ``head``, or after the last. ``draft``: other answers of scorings.
        """
        log = self._current(play)
        at, number, raw = log.size + len(log.end), log.next, b""
        for line in lines:
            line = changed(line, id=number, after=after)  # noqa: PLW2901 - with its place
            raw += line_record(line, at + len(raw), aside=True)
            after, number = number, number + 1
        raw += move_record(lines[-1].n if head is None else head, after)
        raw += draft_record(draft) if draft else b""
        return self._changed(play, raw)

    def draft(self, play: Play, draft: Any) -> Play:
        """Keep the answers of scorings; those of one that was taken back are still there."""
        self._current(play)
        return self._changed(play, draft_record(draft))

    def delete(self, play: Play) -> None:
        """Put a play and all its lines into the trash."""
        self._refused.pop(play.name, None)
        self._logs.pop(play.name, None)
        if self.folder is not None:
            with self._moving(play.name), suppress(FileNotFoundError):
                throw(self.path(play.name), trash_folder(self.folder), play.name)

    def restore(self, old: Thrown, name: str) -> Play:
        """Have a play again that is in the trash, by this name; raises where it is taken."""
        wanted = self._free(name, "")
        with self._moving(wanted):
            _move(old.file, self.path(wanted))
        return self.play(wanted)

    def rename(self, play: Play, name: str) -> Play:
        """Call a play otherwise; raises where the name is taken."""
        wanted = self._free(name, play.name)
        with self._moving(play.name):
            _move(self.path(play.name), self.path(wanted))
        self._logs.pop(play.name, None)
        return self.play(wanted)

    def _free(self, name: str, own: str) -> str:
        """The name for a play, unless another one has it; raises what is wrong with it."""
        wanted = composed(name)
        if not wanted or len(os.fsencode(file_of(wanted))) > LONGEST:
            raise ProblemsFound([wrong("E545", wanted)])
        if wanted.casefold() in {other.casefold() for other in self.names() if other != own}:
            raise ProblemsFound([wrong("E535", play=wanted)])
        return wanted

    @contextmanager
    def _moving(self, name: str) -> Iterator[None]:
        """Whatever the disk refuses is told."""
        try:
            yield
        except FileExistsError:
            raise ProblemsFound([wrong("E535", play=name)]) from None
        except FileNotFoundError:
            raise ProblemsFound([wrong("E521", name, known=[])]) from None
        except OSError as error:
            raise ProblemsFound([self._unwritten(name, error)]) from None

    @contextmanager
    def alone(self, play: Play) -> Iterator[None]:
        """Meanwhile nobody else changes the play, as far as it can be locked."""
        with ExitStack() as stack:
            if self.kept:
                with suppress(OSError, StaleRevision):  # whoever writes will be told
                    self._held[play.name] = stack.enter_context(self._opened(play.name))
                    stack.callback(self._held.pop, play.name)
            yield

    # --- on the disk -------------------------------------------------------------------------

    def _current(self, play: Play) -> Log:
        log = self._logs[play.name]
        if log.size != play.revision:
            raise StaleRevision
        return log

    def _changed(self, play: Play, record: bytes) -> Play:
        log = self._logs[play.name]
        self._write(play.name, log.end + record)
        now_ = log.play(play.name)
        assert now_ is not None
        return now_

    def _write(self, name: str, record: bytes) -> None:
        """Append to the file of a play, or make it; in memory where the disk refuses."""
        log = self._logs[name]
        before = self._refused.pop(name, b"")
        written = log.size - len(before)
        if self.folder is not None:
            try:
                if written:
                    with self._opened(name) as handle:
                        _append(handle, before + record, written)
                else:
                    _create(self.folder, self.path(name), before + record)
            except StaleRevision:
                if not before:
                    raise
                # Somebody else has gone on: theirs stays, and this one is not mixed into it.
                self._refused[name] = before + record
            except OSError as error:
                self._refused[name] = before + record
                self.tell(self._unwritten(name, error))
            else:
                if before:
                    self._told.clear()
                    self.tell(Problem("W522", None, {"file": self.path(name)}))
        elif record:
            self._logs[name] = self._logs.pop(name)  # the one used last
        log.extend(record)

    @contextmanager
    def _opened(self, name: str) -> Iterator[int]:
        """The file of a play, locked; raises :class:`StaleRevision` where it is not there any more."""
        if name in self._held:
            yield self._held[name]
            return
        path = self.path(name)
        try:
            handle = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
            try:
                with locked(handle) as has:
                    if not has:
                        self._tell_no_locks()
                    if not os.path.samestat(os.fstat(handle), os.stat(path)):  # noqa: PTH116
                        raise StaleRevision
                    yield handle
            finally:
                os.close(handle)
        except FileNotFoundError:
            raise StaleRevision from None
        except FileLockedError:
            raise ProblemsFound([Problem("E528", None, {"file": path})]) from None

    def _tell_no_locks(self) -> None:
        """Tell once, and not in every process, that this folder has no locks."""
        if disk.recall("no-locks") != self.folder:
            disk.remember("no-locks", str(self.folder))
            self.tell(Problem("W528", None, {"file": self.folder}))

    def _unwritten(self, name: str, error: OSError) -> Problem:
        return Problem("E522", None, {"file": self.path(name), "reason": disk.reason(error)})


def _append(handle: int, raw: bytes, size: int) -> None:
    """Append to a file that has this size, all of it or nothing."""
    if os.fstat(handle).st_size != size:
        raise StaleRevision
    try:
        _write_all(handle, raw)
    except OSError:
        with suppress(OSError):
            os.ftruncate(handle, size)
        raise


def _create(folder: str, path: str, raw: bytes) -> None:
    """Make a file: whole, or not at all. Raises :class:`StaleRevision` where there is one."""
    os.makedirs(folder, exist_ok=True)  # noqa: PTH103
    beside = f"{path}.{os.getpid()}"
    try:
        handle = os.open(
            beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600
        )
        try:
            _write_all(handle, raw)
        finally:
            os.close(handle)
        try:
            os.link(beside, path)  # which takes nobody's place
        except FileExistsError:
            raise StaleRevision from None
        except (OSError, AttributeError):  # a system without
            if os.path.exists(path):  # noqa: PTH110
                raise StaleRevision from None
            os.replace(beside, path)  # noqa: PTH105
        with suppress(OSError):  # a system where folders cannot be opened
            entry = os.open(folder, os.O_RDONLY)
            os.fsync(entry)
            os.close(entry)
    finally:
        with suppress(OSError):
            os.remove(beside)  # noqa: PTH107


def _move(file: str, path: str) -> None:
    """Give a file another name, which takes nobody's place; raises OSError."""
    if file.casefold() != path.casefold():
        try:
            os.link(file, path)
        except FileExistsError:
            raise
        except (OSError, AttributeError):  # a system without
            if os.path.exists(path):  # noqa: PTH110
                raise FileExistsError from None
        else:
            os.remove(file)  # noqa: PTH107
            return
    os.rename(file, path)  # noqa: PTH104


def _write_all(handle: int, raw: bytes) -> None:
    """Write to a file and wait until it is on the disk."""
    while raw:
        raw = raw[os.write(handle, raw) :]
    if os.utime in os.supports_fd:
        now_ = time.time_ns()  # the system's own is coarser: of two plays one is the newer
        os.utime(handle, ns=(now_, now_))
    os.fsync(handle)


def free_name(name: str, taken: Container[str]) -> str:
    """The name of a play, or one with a number where it is taken, whatever its case."""
    names = (f"{name}-{n}" if n > 1 else name for n in count(1))
    return next(name for name in names if name.casefold() not in taken)
