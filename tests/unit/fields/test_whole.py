"""Whole numbers."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.kind import Typing
from rulesref.fields.whole import KIND, as_typed, bounded, range_text
from tests.unit.fields.making import codes, field, read

BOUNDED = field("whole", "{range: [2, 9]}")
FREE = field("whole", "{range: [null, null]}")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param(7, 7, id="a number"),
        pytest.param("3+４", 7, id="a sum of any width"),
        pytest.param("2", 2, id="the lowest"),
        pytest.param("9", 9, id="the highest"),
    ],
)
def test_whole(raw: Any, value: int) -> None:
    assert read(BOUNDED, raw) == (value, [])


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        pytest.param("many", ("E402", "thing"), id="a word"),
        pytest.param(True, ("E402", "thing"), id="true is no number"),
        pytest.param(None, ("E402", "thing"), id="nothing"),
        pytest.param(1, ("E403", "thing"), id="too small"),
        pytest.param("9+1", ("E403", "thing"), id="too large as a sum"),
    ],
)
def test_what_is_no_such_number_is_told(raw: Any, problem: tuple[str, str]) -> None:
    assert codes(BOUNDED, raw) == [problem]


@pytest.mark.parametrize(
    ("keys", "least"),
    [
        pytest.param("{}", 0, id="nothing said"),
        pytest.param("{range: [2, 9]}", 2, id="from two"),
        pytest.param("{range: [null, 9]}", 0, id="no lowest"),
        pytest.param("{range: [-3, 9]}", 0, id="not below nothing"),
        pytest.param("{range: [-9, -3]}", -3, id="always below nothing"),
        pytest.param("{range: [2, 9], default: 5}", 5, id="a default"),
    ],
)
def test_the_least_that_can_be_given(keys: str, least: int) -> None:
    assert KIND.least(field("whole", keys)) == least


@pytest.mark.parametrize(
    ("now", "change", "then"),
    [
        pytest.param(3, "+1", 4, id="one more"),
        pytest.param("3+2", "＋１+2", 8, id="more of a sum"),
        pytest.param(3, "−1", 2, id="one less"),
        pytest.param(None, "+2", 2, id="more than nothing"),
        pytest.param(3, "5", "5", id="another"),
        pytest.param(3, "=-1", "-1", id="below nothing"),
        pytest.param(3, "many", "many", id="no number"),
    ],
)
def test_a_change_adds_or_sets(now: Any, change: str, then: Any) -> None:
    assert KIND.changed(field("whole"), now, change) == then


@pytest.mark.parametrize(
    ("word", "raw"),
    [
        pytest.param("１２", 12, id="a number of any width"),
        pytest.param("1+ 2", "1+2", id="a sum stays a sum"),
        pytest.param("many", "many", id="a word"),
        pytest.param("twelve", 12, id="a word for a number"),
        pytest.param("三", 3, id="in kanji"),
        pytest.param("２枚", 2, id="with a counter"),
        pytest.param("7 points", "7 points", id="more than a number"),
        pytest.param("-3点", "-3点", id="no number is read out of another"),
    ],
)
def test_what_is_typed_is_a_number_or_stays_as_it_is(word: str, raw: Any) -> None:
    assert as_typed(word) == KIND.typed(FREE, word, Typing()) == raw


@pytest.mark.parametrize("word", ["なし", "none"])
def test_a_word_for_none_is_nothing_where_a_number_is_asked_for_and_no_part_of_a_line(
    word: str,
) -> None:
    assert KIND.typed(FREE, word, Typing()) == 0


def test_one_more_is_one_more() -> None:
    assert list(KIND.one_more(FREE, 4)) == [5]


def test_the_bounds_are_said_where_there_are_any() -> None:
    assert KIND.expects(FREE, "en") == "a whole number"
    assert KIND.bounds(FREE, "en") == []
    assert KIND.expects(BOUNDED, "en") == "2 to 9"
    assert KIND.bounds(BOUNDED, "ja") == [KIND.expects(BOUNDED, "ja")]
    assert [range_text(low, high, "en") for low, high in ((2, None), (None, 9))] == [
        "2 or more",
        "at most 9",
    ]


def test_the_schema_has_the_bounds_and_lets_sums_be() -> None:
    number, summed = KIND.schema(BOUNDED, "en", lambda _: {})["anyOf"]
    assert number == {"type": "integer", "minimum": 2, "maximum": 9}
    assert summed["type"] == "string"


def test_one_bound_is_enough_to_be_bounded() -> None:
    keys = ("[2, 9]", "[2, null]", "[null, 9]", "[null, null]")
    assert [bounded(field("whole", f"{{range: {key}}}")) for key in keys] == [
        True,
        True,
        True,
        False,
    ]
