"""Amounts by player."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.by_player import KIND
from rulesref.fields.kind import IN_PLAYS, Reader, Typing, kind_of
from tests.unit.fields.making import PLAYERS, TYPING, codes, field, read

EXTRAS = "extras: [{id: grey, name: {ja: 灰, en: Grey}, players: [2]}, {id: red, name: {ja: 赤, en: Red}, players: [3]}]"
SPEC = field("by-player", f"{{{EXTRAS}, most: 4}}")
PLAIN = field("by-player", "{range: [0, 9]}")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param({}, {}, id="nobody"),
        pytest.param(
            {"Grey": 1, "Ben": 2, "葵": "1+2"}, {"葵": 3, "Ben": 2, "grey": 1}, id="in turn order"
        ),
        pytest.param({"葵": [1, 2]}, {"葵": 3}, id="items"),
        pytest.param({"葵": []}, {"葵": 0}, id="no items"),
        pytest.param({"葵": 9}, {"葵": 9}, id="a total is not bounded by items"),
        pytest.param({"葵": "9"}, {"葵": 9}, id="nor is one that was typed"),
    ],
)
def test_by_player(raw: Any, value: dict[str, int]) -> None:
    assert read(SPEC, raw) == (value, [])
    assert list(read(SPEC, raw)[0]) == list(value)


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        pytest.param(3, [("E402", "thing")], id="no mapping"),
        pytest.param({"Cai": 3}, [("E420", "thing.Cai")], id="nobody at the table"),
        pytest.param({"Red": 3}, [("E410", "thing.Red")], id="a colour that is not there with two"),
        pytest.param({"Grey": 1, "灰": 2}, [("E409", "thing.灰")], id="a colour by two names"),
        pytest.param({"葵": [1, 5]}, [("E403", "thing.葵.1")], id="an item too large"),
        pytest.param({"葵": "0+2"}, [("E403", "thing.葵")], id="a summand too small"),
        pytest.param({"葵": "x"}, [("E402", "thing.葵")], id="a word"),
    ],
)
def test_what_is_wrong_is_told_where_it_is(raw: Any, problems: list[tuple[str, str]]) -> None:
    assert codes(SPEC, raw) == problems


def test_an_item_is_told_what_it_may_be() -> None:
    (problem,) = read(SPEC, {"葵": [5]})[1]
    assert (problem.values["low"], problem.values["high"]) == (1, 4)


def test_whose_name_is_nearly_that_is_told() -> None:
    """Of the colours only those that are there."""
    (problem,) = read(SPEC, {"gery": 1})[1]
    assert (problem.values["near"], problem.values["known"]) == ("grey", ["葵", "Ben", "grey"])


def test_items_are_remembered() -> None:
    amount = read(SPEC, {"葵": [1, 2]})[0]["葵"]
    assert (amount.typed, amount.items) == ("1+2", (1, 2))


@pytest.mark.parametrize(
    ("word", "raw"),
    [
        pytest.param("葵：1、Ben：2", {"葵": "1", "Ben": "2"}, id="by names"),
        pytest.param("b:2", {"Ben": "2"}, id="the beginning of a name"),
        pytest.param("葵1 Ben2", {"葵": 1, "Ben": 2}, id="right behind the names"),
        pytest.param("Ben 2、葵 1", {"葵": 1, "Ben": 2}, id="with a space"),
        pytest.param("1 2", {"葵": "1", "Ben": "2"}, id="one for each seat"),
        pytest.param("Ben", "Ben", id="no number"),
        pytest.param("1", "1", id="too few"),
        pytest.param("Cai:1", {"Cai": "1"}, id="nobody is told later"),
    ],
)
def test_what_is_typed_names_players_or_follows_the_seats(word: str, raw: Any) -> None:
    assert KIND.typed(SPEC, word, TYPING) == raw


@pytest.mark.parametrize(
    ("word", "raw"), [("3 1", "3+1"), ("２", 2), ("1，2", "1+2"), ("x 1", "x 1")]
)
def test_of_one_player_numbers_are_added_up(word: str, raw: Any) -> None:
    assert KIND.cell.typed(SPEC, word, Typing()) == raw


def test_nobody_has_anything_at_first() -> None:
    assert (KIND.empty(SPEC), KIND.cell.empty(SPEC)) == ({}, 0)
    assert KIND.example(SPEC, "", PLAYERS) == {"葵": 0, "Ben": 0, "grey": 0}


def test_it_says_what_may_be_typed() -> None:
    assert KIND.expects(SPEC, "en") == KIND.cell.expects(SPEC, "en") == "sums are fine"
    assert KIND.expects(PLAIN, "en") == "0 to 9"


def test_amounts_read_behind_names() -> None:
    assert KIND.text(SPEC, read(SPEC, {"葵": "1+2", "Ben": 1})[0], "en", IN_PLAYS) == "葵 3, Ben 1"
    assert KIND.text(SPEC, {}, "en", IN_PLAYS) == "-"


def test_a_colour_by_two_names_is_told_at_the_second() -> None:
    places: list[tuple[object, bool]] = []
    reader = Reader(event="", players=PLAYERS, at=lambda path, key: places.append((path, key)))
    kind_of(SPEC).read(SPEC, {"Grey": 1, "灰": 2}, ("thing",), reader)
    assert places == [(("thing", "灰"), True)]
    assert [(p.values["typed"], p.values["other"]) for p in reader.problems] == [("灰", "Grey")]
