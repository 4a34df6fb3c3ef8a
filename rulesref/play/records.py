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
LINE = ("play", "n", "typed", "command", "told", "stage", "time", "state")

SELECT = (
    f"SELECT {', '.join(PLAY)}, "
    "(SELECT max(n) FROM line WHERE play = key), "
    "(SELECT stage FROM line WHERE play = key AND n = head) FROM play"
)


@frozen
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


@frozen
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


def now() -> str:
    """The time, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def insert(connection: sqlite3.Connection, key: int, lines: Sequence[Line]) -> None:
    """Keep lines of a play."""
    rows = [
        (key, line.n, line.typed, dumps(line.command), dumps(line.told), dumps(line.stage), line.time,
         dumps(line.state) if line.state is not None else None)
        for line in lines
    ]  # fmt: skip
    marks = ", ".join("?" * len(LINE))
    connection.executemany(f"INSERT INTO line ({', '.join(LINE)}) VALUES ({marks})", rows)


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
    found = dict(zip((*PLAY, "last", "stage"), row, strict=True))
    del found["touched"]
    found["players"] = tuple(json.loads(found["players"]))
    found["options"] = loads(found["options"])
    found["draft"] = loads(found["draft"]) if found["draft"] else None
    found["stage"] = loads(found["stage"]) if found["stage"] else {}
    found["last"] = found["last"] or 0
    return Play(**found)


def line_from(row: Sequence[Any]) -> Line:
    """The line that a row says."""
    _, n, typed, command, told, stage, when, state = row
    return Line(
        n, typed, loads(command), loads(told), loads(stage), when, loads(state) if state else None
    )


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
