"""One player."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.kind import Reader
from rulesref.fields.player import KIND
from rulesref.model.expression import Player
from tests.unit.fields.making import PLAYERS, TYPING, codes, field, read

SPEC = field("player")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param("葵", "葵", id="a name"),
        pytest.param("be", "Ben", id="its beginning"),
        pytest.param("２", "Ben", id="a number"),
        pytest.param(1, "葵", id="a plain number"),
    ],
)
def test_player(raw: Any, value: str) -> None:
    assert read(SPEC, raw) == (value, [])


@pytest.mark.parametrize("raw", ["Cai", "", "3", 0])
def test_who_is_not_there_is_told(raw: Any) -> None:
    assert codes(SPEC, raw) == [("E420", "thing")]
    assert read(SPEC, raw)[0] is None


def test_who_is_nearly_called_so_is_told_beside_all() -> None:
    reader = Reader(players=("Alice", "Ben"))
    assert KIND.read(SPEC, "Alcie", ("thing",), reader) is None
    (problem,) = reader.problems
    assert (problem.values["near"], problem.values["known"]) == ("Alice", ["Alice", "Ben"])


def test_expressions_see_a_seat_or_nobody() -> None:
    assert [KIND.operand(name, PLAYERS) for name in ("Ben", None)] == [Player(1), None]
    assert KIND.empty(SPEC) is None
    assert KIND.typed(SPEC, "b", TYPING) == "b"
