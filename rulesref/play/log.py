"""A play as lines of text (進行の記録): records to bytes and back. It touches no disk and knows no game.

A record is one line: the CRC-32 of the JSON behind it in eight hexadecimal digits, a space, and a JSON object
whose first key is its kind:

    play    what the play was begun with; it is the first record, and the third, in case one is damaged
    line    an accepted line: its number, the number of the line it was done ``after``, its step ``n``,
            ``at`` which byte of the file the record begins, and what it came to with which data;
            one that is ``aside`` stands only once a move leads to it
    move    undo and redo: ``head`` is the step after which the play stands, ``of`` the last line that
            can be done again
    draft   the answers of scorings that are under way

Records are only ever appended. A line that was taken back and typed over stays, beside the one that took its
place: lines are a tree, and what stands is the path to one of them.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any
from zlib import crc32

from rulesref.base.frozen import changed, frozen

#: The format of the records. Formats 1 and 2 were tables of SQLite.
FORMAT = 3
#: What whoever appends next puts behind a line that was not written to its end.
_TORN = b" (torn)"
_ABOUT = ("game", "digest", "version", "players", "options", "tracked", "seed", "created")
_LINE = re.compile(
    rb'\{"line":(\d+),"after":(-?\d+),"n":(\d+),"at":(\d+),"time":"([^"]*)",(?P<aside>"aside")?',
    re.ASCII,
)


@frozen
class LogLine:
    """One accepted line as it is kept (記録された一手): values only, no sentences. Line 0 is the beginning.

    ``n`` is its step, ``id`` its number among all lines that were ever accepted, ``after`` the number of the
    line before it. ``state`` is the state afterwards as worked out with the ``data`` of this digest, and
    ``stages`` the ids of the stages open then: a cache, which may be left out. ``placed``: the record stands
    where it was written, so that the lines before it are those that led to this state.
    """

    n: int
    typed: str
    command: Mapping[str, Any]
    time: str
    stages: tuple[str, ...] | None = None
    state: Mapping[str, Any] | None = None
    data: str = ""
    id: int = 0
    after: int = -1
    placed: bool = True


@frozen
class Play:
    """One play (進行): what it was begun with and how far it is.

    ``head`` is the step after which it stands and ``line`` that line; ``last`` is the step of the last line
    that can be done again, and ``tip`` its number. ``revision`` is the length of the file, in bytes.
    """

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
    tip: int
    revision: int
    draft: Any
    line: LogLine


class NewerFormatError(Exception):
    """A newer version of the program has written this file."""


@frozen
class _Row:
    """Where a line stands, without reading the rest of it."""

    after: int
    n: int
    placed: bool
    body: bytes


class Log:
    """The records of a play, in their order. It only grows; a :class:`Play` is what it says at one length."""

    def __init__(self, raw: bytes = b"") -> None:
        #: Length in bytes.
        self.size = 0
        #: The numbers of the lines of the file that cannot be read, from 1.
        self.damaged: list[int] = []
        #: What has to stand before the next record, where the last line has no end.
        self.end = b""
        self._numbers = 0
        self._about: dict[str, Any] | None = None
        self._rows: dict[int, _Row] = {}
        #: How many lines are a beginning.
        self._begun = 0
        self._tip = self._head = 0
        self._changed = ""
        self._draft: bytes | None = None
        self.extend(raw)

    # --- reading -----------------------------------------------------------------------------

    def extend(self, raw: bytes) -> None:
        """Take in what stands behind; raises :class:`NewerFormatError`."""
        self.size += len(self.end)
        *rows, rest = raw.removeprefix(self.end).split(b"\n")
        for row in rows:
            self._numbers += 1
            if not self._is_sound(row.removesuffix(b"\r")) and not row.endswith(_TORN):
                self.damaged.append(self._numbers)
            self.size += len(row) + 1
        self.end = b""
        if rest:
            self._numbers += 1
            self.end = b"\n" if self._is_sound(rest) else _TORN + b"\n"
            self.size += len(rest)

    @property
    def torn(self) -> int | None:
        """The number of the last line of the file, if that was not written to its end."""
        return self._numbers if self.end.startswith(_TORN) else None

    def _is_sound(self, row: bytes) -> bool:
        """Take in a line of the file if it is a record; an empty one says nothing."""
        body = row[9:]
        if row[:9] != b"%08x " % crc32(body):
            return not row
        try:
            return self._line_begins(body) or self._take(json.loads(body), body)
        except (ValueError, TypeError, KeyError, RecursionError):
            return False  # somebody has written it by hand

    def _line_begins(self, body: bytes) -> bool:
        match = _LINE.match(body)
        if match is None:
            return False
        number, after, n, at = (int(each) for each in match.groups()[:4])
        if number in self._rows:  # of two who wrote at the same time, where there are no locks
            self._rows[self.next] = self._rows[number]
        self._begun += number not in self._rows and n == 0
        self._rows[number] = _Row(min(after, number - 1), n, at == self.size, body)
        if not match["aside"]:
            self._tip, self._head, self._changed = number, n, match[5].decode()
        return True

    def _take(self, record: Mapping[str, Any], body: bytes) -> bool:
        if "play" in record:
            if record["play"] > FORMAT:
                raise NewerFormatError
            self._about = self._about or _about(record)
            self._changed = self._changed or record["created"]
        elif "move" in record:
            self._tip, self._head, self._changed = (
                int(record["of"]),
                int(record["head"]),
                record["move"],
            )
        elif "draft" in record:
            self._draft, self._changed = body, record["draft"]
        return True

    @property
    def next(self) -> int:
        return max(self._rows, default=0) + 1

    def play(self, name: str) -> Play | None:
        """What the play is now; None where nothing says what it was begun with."""
        if self._about is None:
            return None
        path = self._path(self._tip)
        tip = next(path, None)
        found = tip
        while found is not None and self._rows[found].n > self._head:
            found = next(path, None)
        line = self._beginning() if found is None else self._line(found)
        return Play(
            name, **{**self._about, "digest": line.data or self._about["digest"], "players": self._players()},
            changed=self._changed, head=line.n, last=line.n if tip is None else self._rows[tip].n,
            tip=-1 if tip is None else tip, revision=self.size,
            draft=loads(self._draft)["answers"] if self._draft else None, line=line,
        )  # fmt: skip

    def _players(self) -> tuple[str, ...]:
        """The players of the lines that stand: a play has several beginnings where one was renamed."""
        assert self._about is not None
        names = self._about["players"]
        if self._begun > 1:
            *_, first = self._path(self._tip)
            names = (self._line(first).state or {}).get("names", names)
        return tuple(names)

    def lines(self, tip: int, first: int = 0) -> list[LogLine]:
        """The lines that lead to one, from a step on; the beginning is always there, what was lost is not."""
        path = []
        for number in self._path(tip):
            if self._rows[number].n < first:
                break
            path.append(self._line(number))
        if first <= 0 and (not path or path[-1].n):
            path.append(self._beginning())
        return path[::-1]

    def line(self, tip: int, n: int) -> LogLine | None:
        """The line of a step among those that lead to one."""
        number = next((each for each in self._path(tip) if self._rows[each].n == n), None)
        if number is None:
            return None if n else self._beginning()
        return self._line(number)

    def aside(self, tip: int) -> list[LogLine]:
        """The lines that were taken back and typed over: all that do not lead to this one."""
        path = set(self._path(tip))
        return [self._line(number) for number in sorted(self._rows) if number not in path]

    def _path(self, number: int) -> Iterator[int]:
        """The numbers of the lines that lead to one, the last first.

        Over a line that was lost the path goes on with the newest one that was there before it.
        """
        below: int | None = number
        n = 1 << 62
        while below is not None:
            if below not in self._rows:
                found = (k for k, row in self._rows.items() if k < number and row.n < n)
                below = max(found, default=None)
                if below is None:
                    return
            yield below
            row = self._rows[below]
            number, below, n = row.after, row.after if row.after >= 0 else None, row.n - 1

    def _line(self, number: int) -> LogLine:
        row = self._rows[number]
        try:
            data = loads(row.body)
        except (ValueError, TypeError, ZeroDivisionError, RecursionError):
            data = {}  # as above; the game will refuse what it says
        command, stages, state = data.get("command"), data.get("stages"), data.get("state")
        return LogLine(
            row.n, str(data.get("typed", "")), command if isinstance(command, dict) else {}, str(data.get("time", "")),
            tuple(stages) if isinstance(stages, list) else None, state if isinstance(state, dict) else None,
            str(data.get("data", "")), number, row.after, row.placed,
        )  # fmt: skip

    def _beginning(self) -> LogLine:
        """Line 0 where it was lost: it follows from what the play was begun with."""
        assert self._about is not None
        return LogLine(0, "", {}, self._about["created"])


def _about(record: Mapping[str, Any]) -> dict[str, Any]:
    """What a play was begun with; raises where it is not what a play says."""
    about = {key: record[key] for key in _ABOUT}
    about["players"] = tuple(str(name) for name in about["players"])
    if not isinstance(about["options"], dict):
        raise TypeError
    return about


# --- writing --------------------------------------------------------------------------------------


def begun(
    about: Mapping[str, Any], lines: Sequence[LogLine], head: int, draft: Any, when: str | None
) -> bytes:
    """The records of a new play; of one that was begun elsewhere ``when`` is the time of its last change."""
    first = packed({"play": FORMAT, **about})
    raw = first
    for line in lines:
        raw += line_record(changed(line, id=line.n, after=line.n - 1), len(raw))
        raw += b"" if line is not lines[0] else first
    if draft is not None:
        raw += draft_record(draft)
    if lines and (when is not None or head != lines[-1].n):
        raw += move_record(head, lines[-1].n, when)
    return raw


def line_record(line: LogLine, at: int, *, aside: bool = False) -> bytes:
    """A line that begins at this byte of the file; ``aside`` the play does not stand after it."""
    record = {"line": line.id, "after": line.after, "n": line.n, "at": at, "time": line.time,
              **({"aside": True} if aside else {}), "typed": line.typed, "command": line.command}  # fmt: skip
    if line.state is not None:
        record |= {"data": line.data, "stages": line.stages, "state": line.state}
    return packed(record)


def move_record(head: int, tip: int, when: str | None = None) -> bytes:
    """That the play stands after a step of the lines that lead to ``tip``."""
    return packed({"move": when or now(), "head": head, "of": tip})


def draft_record(draft: Any) -> bytes:
    """The answers of scorings."""
    return packed({"draft": now(), "answers": draft})


def packed(record: Mapping[str, Any]) -> bytes:
    """A record as a line of the file."""
    body = dumps(record).encode("utf-8", "surrogatepass")
    return b"%08x %s\n" % (crc32(body), body)


def now() -> str:
    """The time, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def dumps(data: Any) -> str:
    """Data as it is kept."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=coded)


def coded(data: Any) -> Any:
    """Exact fractions, which JSON does not have."""
    if hasattr(data, "numerator"):
        return {"/": [data.numerator, data.denominator]}
    return dict(data)


def loads(text: str | bytes) -> Any:
    """Data as it was kept."""
    fractions = b'"/"' if isinstance(text, bytes) else '"/"'
    return json.loads(text, object_hook=decoded if fractions in text else None)  # type: ignore[operator]


def decoded(data: dict[str, Any]) -> Any:
    """An object of JSON, or the fraction that it is."""
    if data.keys() == {"/"}:
        return Fraction(*data["/"])
    return data
