"""Plays and their lines as rows of a database, and back."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.frozen import frozen

#: The columns of the two tables.
PLAY = (
    "key", "name", "game", "digest", "version", "players", "options", "tracked", "seed", "created",
    "changed", "touched", "head", "revision", "draft",
)  # fmt: skip
LINE = ("play", "n", "typed", "command", "time", "stages", "state")

SELECT = (
    f"SELECT {', '.join(PLAY)}, (SELECT max(n) FROM line WHERE play = key), "
    "last.stages, last.state FROM play LEFT JOIN line AS last ON last.play = key AND last.n = head"
)


@frozen
class LogLine:
    """One accepted line as it is kept (記録された一手): values only, no sentences. Line 0 is the beginning.

    What it did is worked out from them by the game as it is now. ``stages`` are the ids of the open
    stages and ``state`` the state afterwards, None when that has to be worked out anew.
    """

    n: int
    typed: str
    command: Mapping[str, Any]
    time: str
    stages: tuple[str, ...] | None = None
    state: Mapping[str, Any] | None = None


@frozen
class Play:
    """One play (進行): what it was begun with and how far it is.

    ``head`` is the line after which it stands, ``last`` the last line that is kept: those between
    were taken back and can be done again. ``revision`` grows with every change. ``stages`` and
    ``state`` are those of the line ``head``.
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
    stages: tuple[str, ...] | None
    state: Mapping[str, Any] | None


def now() -> str:
    """The time, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def insert(connection: sqlite3.Connection, key: int, lines: Sequence[LogLine]) -> None:
    """Keep lines of a play."""
    rows = [
        (key, line.n, line.typed, dumps(line.command), line.time, *columns_of(line))
        for line in lines
    ]
    connection.executemany(into("line", LINE), rows)


def columns_of(line: LogLine) -> tuple[str | None, str | None]:
    """Where a line led, as its last two columns have it."""
    return _text(line.stages), _text(line.state)


def _text(data: Any) -> str | None:
    return None if data is None else dumps(data)


def writing(connection: sqlite3.Connection, key: int) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Statements that write one play whole."""
    yield "DELETE FROM play WHERE key = ?", (key,)
    for table, columns, where in (("play", PLAY, "key"), ("line", LINE, "play")):
        for row in connection.execute(all_of(table, columns, where), (key,)).fetchall():
            yield into(table, columns), row


def all_of(table: str, columns: Sequence[str], where: str) -> str:
    """The query for the rows of a play."""
    return f"SELECT {', '.join(columns)} FROM {table} WHERE {where} = ?"


def into(table: str, columns: Sequence[str]) -> str:
    """The statement that writes a row whole."""
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"


def play_from(row: Sequence[Any]) -> Play:
    """The play that a row of ``SELECT`` says."""
    values = dict(zip((*PLAY, "last", "stages", "state"), row, strict=True))
    del values["touched"]
    values["players"] = tuple(json.loads(values["players"]))
    values["options"] = loads(values["options"])
    values["draft"] = _data(values["draft"])
    values["stages"] = _ids(values["stages"])
    values["state"] = _data(values["state"])
    values["last"] = values["last"] or 0
    return Play(**values)


def line_from(row: Sequence[Any]) -> LogLine:
    """The line that a row says."""
    _, n, typed, command, when, stages, state = row
    return LogLine(n, typed, loads(command), when, _ids(stages), _data(state))


def _ids(text: str | None) -> tuple[str, ...] | None:
    ids = _data(text)
    return None if ids is None else tuple(ids)


def _data(text: str | None) -> Any:
    return loads(text) if text else None


def dumps(data: Any) -> str:
    """Data as it is kept."""
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
