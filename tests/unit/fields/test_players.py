"""Several players."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.fields.kind import IN_PLAYS
from rulesref.fields.players import KIND
from rulesref.model.expression import Player
from tests.unit.fields.making import PLAYERS, TYPING, codes, field, read

SPEC = field("players")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param(["葵", "b"], ("葵", "Ben"), id="two"),
        pytest.param("2", ("Ben",), id="one alone"),
        pytest.param([], (), id="nobody"),
    ],
)
def test_players(raw: Any, value: tuple[str, ...]) -> None:
    assert read(SPEC, raw) == (value, [])


def test_who_is_not_there_is_told() -> None:
    assert codes(SPEC, ["葵", "Cai"]) == [("E420", "thing")]


def test_nobody_is_there_twice() -> None:
    assert codes(SPEC, ["葵", "Ben", "1"]) == [("E405", "thing")]


def test_more_than_there_can_be_are_told() -> None:
    assert codes(field("players", "{most: 1}"), ["葵"]) == []
    assert codes(field("players", "{most: 1}"), ["葵", "Ben"]) == [("E406", "thing")]


@pytest.mark.parametrize(
    ("word", "raw"),
    [
        pytest.param("葵とBen", ["葵", "Ben"], id="joined by and"),
        pytest.param("葵、b", ["葵", "b"], id="with a comma"),
        pytest.param("全員", ["Ben"], id="all are the others"),
        pytest.param("none", [], id="nobody"),
    ],
)
def test_what_is_typed_is_a_list(word: str, raw: list[str]) -> None:
    assert KIND.typed(SPEC, word, changed(TYPING, turn=0)) == raw


def test_expressions_see_seats() -> None:
    assert KIND.operand(("Ben", "葵"), PLAYERS) == (Player(1), Player(0))
    assert KIND.text(SPEC, ("葵", "Ben"), "ja", IN_PLAYS) == "葵、Ben"
