"""What can be read of files of plays that cannot be used as they are: locked, or damaged in any way.

Files are only read. What is found is made whole enough to go on with: a play stands after the last line
that is there, a line whose state is damaged has it worked out anew.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from typing import Any

from rulesref.base.disk import connected
from rulesref.base.frozen import frozen
from rulesref.play.btree import StoredRow, images, rows_of
from rulesref.play.file import (
    APPLICATION,
    SCHEMA,
    bytes_of,
    free_name,
    has_our_tables,
    new_memory,
    stamp_of,
    transaction,
)
from rulesref.play.records import LINE, PLAY, all_of, dumps, into, loads, now

_TEXT = rb"[\x80-\xff]{0,4}[\x00-\x7f]"
#: A time has twenty characters, so that its type is one byte.
_TIME = rb"\x35"
_WHOLE = rb"[\x01-\x09]"
#: How the rows of the two tables begin, those of lines as each schema has them.
_LOOKS = [
    re.compile(rb"(?=" + beginning + rb")", re.DOTALL)
    for beginning in (
        rb"[\x10-\x40]\x00" + _TEXT * 7 + rb"[\x00-\x09]" + _TIME,
        rb"[\x08-\x28]" + _WHOLE * 2 + _TEXT * 2 + _TIME,
        rb"[\x09-\x28]" + _WHOLE * 2 + _TEXT * 4 + _TIME,
    )
]
#: Where the columns of a line stand in its rows, by how many these have.
_COLUMNS = {7: (0, 1, 2, 3, 4, 5, 6), 8: (0, 1, 2, 3, 6, None, 7)}
_MOST_LINES = 1 << 24
#: Up to so many lines are looked for one by one, whatever is missing before.
_MOST_READ = 100_000
#: The game of a play of which only lines are left.
NO_GAME = "?"


@frozen
class Unread:
    """A line that was typed and of which no more can be read."""

    play: str
    n: int
    typed: str


@frozen
class Rescued:
    """What was read: plays by their keys, and their lines in order, as rows of the two tables."""

    plays: Mapping[int, tuple[Any, ...]]
    lines: Mapping[int, list[tuple[Any, ...]]]
    unread: tuple[Unread, ...] = ()

    @property
    def many_lines(self) -> int:
        """How many lines were typed and can be read."""
        return sum(line[1] > 0 for lines in self.lines.values() for line in lines)


#: From a state to the id of the game that it is a state of.
Recognizes = Callable[[Mapping[str, Any]], str | None]


def rescued(path: str, connection: sqlite3.Connection | None = None) -> Rescued:
    """The plays of a file: as SQLite reads them by ``connection`` where it finds all of it sound."""
    if connection is not None and is_sound(connection):
        return by_sqlite(connection)
    return by_pages(path)


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds nothing wrong with a file, nor we with how a file of our schema declares its tables."""
    try:
        if stamp_of(connection)[1] == SCHEMA and not has_our_tables(connection):
            return False
        return connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    except sqlite3.Error:
        return False


# --- reading --------------------------------------------------------------------------------------


def by_sqlite(connection: sqlite3.Connection, key: int | None = None) -> Rescued:
    """All plays or one, line by line, so that damage takes along only what it hit."""
    connection.text_factory = bytes
    plays: list[StoredRow] = []
    lines: list[StoredRow] = []
    try:
        with suppress(sqlite3.Error):
            of_play, of_line = (
                _present(connection, *table) for table in (("play", PLAY), ("line", LINE))
            )
            for each in [key] if key is not None else _keys(connection):
                with suppress(sqlite3.Error):
                    for row in connection.execute(all_of("play", of_play, "key"), (each,)):
                        plays.append((row[0], [None, *row[1:]]))
                        head = _whole(row[PLAY.index("head")], 0)
                        lines += _lines(connection, each, min(head, _MOST_READ), of_line)
    finally:
        connection.text_factory = str
    return _made(plays, lines)


def _present(connection: sqlite3.Connection, table: str, columns: Iterable[str]) -> list[str]:
    """Columns of a table as a query names them: NULL for those that an older schema does not have."""
    there = {row[1].decode() for row in connection.execute(f"PRAGMA table_info({table})")}
    return [column if column in there else "NULL" for column in columns]


def _keys(connection: sqlite3.Connection) -> list[int]:
    keys: list[int] = []
    with suppress(sqlite3.Error):
        for (key,) in connection.execute("SELECT key FROM play ORDER BY key"):
            keys.append(key)
    return keys


def _lines(
    connection: sqlite3.Connection, key: int, head: int, columns: list[str]
) -> Iterator[StoredRow]:
    query = f"{all_of('line', columns, 'play')} AND n = ?"
    n, missed = 0, False
    while n <= head or not missed:
        missed = True
        with suppress(sqlite3.Error):
            for row in connection.execute(query, (key, n)).fetchall():
                missed = False
                yield None, list(row)
        n += 1


def by_pages(path: str) -> Rescued:
    """All plays that stand anywhere on the pages of a file and of its log, whatever SQLite says of it."""
    plays: dict[int, StoredRow] = {}
    lines: dict[tuple[int, int], StoredRow] = {}
    for image in images(*_raw(path)):
        for row in rows_of(image, _LOOKS, _fits):
            number, values = row
            if number is not None:
                plays.setdefault(number, row)
            elif _worth(row) > _worth(lines.get((values[0], values[1]))):
                lines[values[0], values[1]] = row
    return _made(plays.values(), (lines[key] for key in sorted(lines)))


def _fits(row: StoredRow) -> bool:
    """Whether a row found somewhere is one of our tables."""
    number, values = row
    if number is not None:
        texts, wholes = values[1:8] + values[9:11], [number, *values[11:14]]
        return (
            len(values) == len(PLAY) and values[0] is None
            and all(isinstance(text, bytes) for text in texts)
            and all(isinstance(whole, int) for whole in wholes)
        )  # fmt: skip
    if len(values) not in _COLUMNS:
        return False
    play, n, typed, command = values[:4]
    return (
        isinstance(play, int) and isinstance(n, int) and play > 0 and 0 <= n < _MOST_LINES
        and isinstance(typed, bytes) and isinstance(command, bytes | None)
    )  # fmt: skip


def _worth(row: StoredRow | None) -> tuple[bool, ...]:
    """How much of a line can be read: of two that say they are the same one, the better is taken."""
    if row is None:
        return ()
    _, _, _, command, _, stages, state = _line(row)
    return command is not None, state is not None, stages is not None


# --- making whole ---------------------------------------------------------------------------------


def _line(row: StoredRow) -> tuple[Any, ...]:
    """A line as its columns are kept; None where one cannot be read."""
    values = row[1]
    play, n, typed, command, when, stages, state = (
        None if at is None else values[at] for at in _COLUMNS[len(values)]
    )
    return (
        play, n, _text(typed), _json(command, dict, strict=False), _text(when or b""),
        _json(stages, list), _json(state, dict),
    )  # fmt: skip


def _text(raw: Any) -> str:
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)


def _json(raw: Any, *kinds: type, strict: bool = True) -> str | None:
    """A text of JSON of these kinds, or None; unless ``strict`` a broken character is no harm."""
    if not isinstance(raw, bytes):
        return None
    try:
        text = raw.decode("utf-8", "strict" if strict else "replace")
        return text if isinstance(loads(text), kinds) else None
    except (ValueError, TypeError, RecursionError, ZeroDivisionError):
        return None


def _whole(raw: Any, otherwise: int) -> int:
    return raw if isinstance(raw, int) else otherwise


def _made(plays: Iterable[StoredRow], lines: Iterable[StoredRow]) -> Rescued:
    """Plays that can be gone on with, from rows."""
    by_play: dict[int, list[tuple[Any, ...]]] = {}
    for row in lines:
        line = _line(row)
        by_play.setdefault(line[0], []).append(line)
    heads = {number: values for number, values in plays if number is not None}
    whole: dict[int, tuple[Any, ...]] = {}
    unread: list[Unread] = []
    for key in sorted({*heads, *by_play}):
        every = by_play.get(key, [])
        good = [line for line in every if line[3] is not None]
        play = _play(key, heads.get(key), [loads(line[6]) for line in good if line[6]])
        unread += [
            Unread(str(play["name"]), n, typed)
            for _, n, typed, command, *_ in every
            if command is None
        ]
        before = [line[1] for line in good if line[1] <= play["head"]]
        if not before:
            # It stands at its beginning, which follows from its options.
            good.insert(0, (key, 0, "", "{}", play["created"], None, None))
        by_play[key] = good
        whole[key] = tuple({**play, "head": before[-1] if before else 0}.values())
    return Rescued(whole, by_play, tuple(unread))


def _play(key: int, values: list[Any] | None, states: list[Mapping[str, Any]]) -> dict[str, Any]:
    """The columns of a play; of one whose row is lost, what its states say."""
    said = states[-1] if states else {}
    if values is None:
        when = now().encode()
        names = [f"lost-{key}".encode(), NO_GAME.encode(), *[b""] * 5]
        values = [None, *names, None, when, when, 0, _MOST_LINES, 1, None]
    play = dict(zip(PLAY, values, strict=True))
    texts = {name: _text(value) for name, value in play.items() if isinstance(value, bytes)}
    players = _json(play["players"], list)
    sound = players and all(isinstance(name, str) for name in loads(players))
    return {
        **play,
        **texts,
        "key": key,
        "players": players if sound else dumps(said.get("names", [])),
        "options": _json(play["options"], dict) or dumps(said.get("options", {})),
        "draft": _json(play["draft"], dict, list),
        "tracked": texts["tracked"] or said.get("tracked", "standard"),
        "head": max(0, _whole(play["head"], _MOST_LINES)),
        "seed": play["seed"] if isinstance(play["seed"], int) else None,
        "touched": _whole(play["touched"], 0),
        "revision": _whole(play["revision"], 1),
    }


def memory_of(*many: Rescued) -> sqlite3.Connection:
    """What was read, as a database in memory."""
    memory = new_memory()
    written_into(memory, many)
    return memory


def written_into(
    connection: sqlite3.Connection, many: Iterable[Rescued], recognizes: Recognizes = lambda _: None
) -> None:
    """Write what was read of some files into one that is empty; all of it or nothing."""
    names: set[str] = set()
    above = 0
    with transaction(connection):
        for file in many:
            for key, row in file.plays.items():
                play = dict(zip(PLAY, row, strict=True))
                if play["game"] == NO_GAME:
                    states = [loads(line[6]) for line in file.lines[key] if line[6]]
                    play["game"] = next(filter(None, map(recognizes, states)), NO_GAME)
                play["name"] = free_name(play["name"], names.__contains__)
                names.add(play["name"])
                play["key"] = above + key
                connection.execute(into("play", PLAY), tuple(play.values()))
                lines = [(above + key, *line[1:]) for line in file.lines[key]]
                connection.executemany(into("line", LINE), lines)
            above += max(file.plays, default=0)


# --- files that cannot be written -----------------------------------------------------------------


def in_memory(path: str) -> sqlite3.Connection:
    """What can be read of a file that cannot be written, in memory: nothing is made beside it."""
    raw = next(images(*_raw(path))).database
    if not _is_ours(raw):
        return new_memory()
    with closing(connected(":memory:")) as connection, suppress(AttributeError):
        connection.deserialize(raw)  # which an SQLite may be built without
        return memory_of(rescued(path, connection))
    return memory_of(by_pages(path))


def _raw(path: str) -> tuple[bytes, bytes]:
    """What is in a file and in its write-ahead log."""
    return bytes_of(path), bytes_of(f"{path}-wal")


def _is_ours(raw: bytes) -> bool:
    """Whether a database says that it is ours, and of a schema that is known."""
    schema, whose = int.from_bytes(raw[60:64]), int.from_bytes(raw[68:72])
    return whose == APPLICATION and 0 < schema <= SCHEMA
