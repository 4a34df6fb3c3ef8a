"""Plays and lines as rows of a database, and back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.play.records import LINE, LogLine, dumps, insert, into, line_from, loads, now
from rulesref.play.store import PlayStore

LINES = {
    "with a state": LogLine(
        1, "set 葵.corn 7", {"set": "corn", "to": 7}, "t", ("a", "b"), {"half": Fraction(1, 2)}
    ),
    "without one": LogLine(2, "note 'x'; --", {"note": "'x'; --"}, "t"),
    "after the end": LogLine(3, "", {}, "t", (), {"finished": True}),
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_line_is_read_as_it_was_written(line: LogLine) -> None:
    store = PlayStore.in_memory()
    play = store.begin(
        {"game": "toy", "digest": "d", "players": ["A"], "options": {}, "tracked": "full"},
        [LogLine(0, "", {}, "t")],
    )
    insert(store.connection, play.key, [line])
    (row,) = store.connection.execute("SELECT * FROM line WHERE n = ?", (line.n,)).fetchall()
    assert line_from(row) == line


@pytest.mark.parametrize(
    "data",
    [{"a": [1, "x", None, True]}, {"third": Fraction(1, 3)}, [], {"/": 1, "x": 2}, "葵"],
    ids=str,
)
def test_data_is_read_as_it_was_written(data: Any) -> None:
    assert loads(dumps(data)) == data


def test_text_is_kept_as_it_is() -> None:
    assert dumps({"葵": "庭"}) == '{"葵":"庭"}'


def test_a_row_has_every_column() -> None:
    assert (
        into("line", LINE)
        == "INSERT INTO line (play, n, typed, command, time, stages, state) VALUES (?, ?, ?, ?, ?, ?, ?)"
    )


def test_the_time_is_to_the_second() -> None:
    assert len(now()) == len("2026-01-02T03:04:05Z")
    assert now().endswith("Z")
