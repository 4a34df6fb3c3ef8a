"""Several whole numbers."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.kind import (
    IN_PLAYS,
    IN_POSITIONS,
    Typing,
)
from rulesref.fields.wholes import KIND
from tests.unit.fields.making import codes, field, read

SPEC = field("wholes", "{range: [0, 9], most: 3}")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param([3, "1+2"], (3, 3), id="numbers and sums"),
        pytest.param(4, (4,), id="one alone"),
        pytest.param([], (), id="none"),
    ],
)
def test_wholes(raw: Any, value: tuple[int, ...]) -> None:
    assert read(SPEC, raw) == (value, [])


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        pytest.param([1, "x"], [("E402", "thing.1")], id="a word"),
        pytest.param(
            [10, 1, 1, 1], [("E403", "thing.0"), ("E406", "thing")], id="too high, too many"
        ),
        pytest.param("x", [("E402", "thing.0")], id="a word alone"),
    ],
)
def test_what_is_wrong_is_told_of_each(raw: Any, problems: list[tuple[str, str]]) -> None:
    assert codes(SPEC, raw) == problems


@pytest.mark.parametrize(
    ("word", "raw"),
    [
        pytest.param("1，2 、3", [1, 2, 3], id="with any comma"),
        pytest.param("4 1", [4, 1], id="with spaces"),
        pytest.param("4+1", [4, 1], id="with a plus"),
        pytest.param("4/1・1", [4, 1, 1], id="with other signs"),
        pytest.param("4番 1", [4, 1], id="which ones"),
        pytest.param("2枚", ["2枚"], id="how many things is none of them"),
        pytest.param("22", [22], id="out of bounds"),
        pytest.param("none", [], id="none"),
        pytest.param("1 x", [1, "x"], id="a word"),
    ],
)
def test_what_is_typed_is_a_list(word: str, raw: list[Any]) -> None:
    assert KIND.typed(SPEC, word, Typing()) == raw


def test_it_reads_in_order() -> None:
    value = read(SPEC, [3, "1+2"])[0]
    assert KIND.text(SPEC, value, "ja", IN_PLAYS) == "3、3"
    assert KIND.text(SPEC, value, "ja", IN_POSITIONS) == "3 3"
    assert KIND.text(SPEC, (), "en", IN_POSITIONS) == "none"


def test_it_asks_for_several_and_bounds_each() -> None:
    assert KIND.expects(SPEC, "en") == "several with spaces between"
    assert KIND.bounds(SPEC, "en") == ["0 to 9"]
    assert KIND.changed(SPEC, [1], "2, 3") == ["2", "3"]
    listed, alone = KIND.schema(SPEC, "en", lambda _: {})["anyOf"]
    assert (listed["items"], listed["maxItems"]) == (alone, 3)
