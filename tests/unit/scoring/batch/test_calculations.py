from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.unit.scoring.batch.compiled import source_of, worked_out


@pytest.mark.parametrize(
    ("node", "values"),
    [
        pytest.param(7, [7, 7], id="a number stands for itself"),
        pytest.param("coins", [5, 2], id="a field of a player"),
        pytest.param("steps.gravel", [1, 0], id="a part left out is empty"),
        pytest.param("sky", ["rain", "rain"], id="a field of the table"),
        pytest.param("player-count", [2, 2], id="how many play"),
        pytest.param("seat", [1, 2], id="seats count from 1"),
        pytest.param("player-name", ["A", "B"], id="a name"),
        pytest.param("event", ["autumn", "autumn"], id="the event"),
        pytest.param({"op": "count", "of": "coins", "each": 3}, [15, 6], id="so many each"),
        pytest.param({"op": "product", "parts": ["coins", 2, 2]}, [20, 8], id="a product"),
        pytest.param({"op": "total", "parts": ["coins", "points", 1]}, [9, 3], id="a sum"),
        pytest.param({"op": "difference", "of": 1, "less": "coins"}, [-4, -1], id="a difference"),
        pytest.param({"op": "difference", "of": 9, "less": 2}, [7, 7], id="of known numbers"),
        pytest.param({"op": "minimum", "parts": ["coins", 3]}, [3, 2], id="the smallest"),
        pytest.param({"op": "maximum", "parts": ["coins", 3]}, [5, 3], id="the largest"),
        pytest.param({"op": "maximum", "parts": ["coins"]}, [5, 2], id="the largest of one"),
        pytest.param({"op": "maximum", "parts": [4, 9]}, [9, 9], id="the largest of known ones"),
        pytest.param({"op": "cap", "of": "coins", "at": 4}, [4, 2], id="no more than"),
    ],
)
def test_values_and_sums_come_out_as_on_paper(node: Any, values: list[Any]) -> None:
    assert worked_out(node) == values


@pytest.mark.parametrize(
    ("rounding", "values"),
    [
        pytest.param({"rounding": "down"}, [-3, -1], id="down"),
        pytest.param({"rounding": "up"}, [-2, -1], id="up"),
        pytest.param({}, [Fraction(-5, 2), -1], id="exactly, whole where it comes out even"),
    ],
)
def test_a_division_rounds_as_it_says(rounding: dict[str, str], values: list[Any]) -> None:
    negative = {"op": "difference", "of": 0, "less": "coins"}
    assert worked_out({"op": "divide", "of": negative, "by": 2, **rounding}) == values


@pytest.mark.parametrize(
    ("rounding", "value"),
    [({"rounding": "down"}, 3), ({"rounding": "up"}, 4), ({}, Fraction(7, 2))],
)
def test_a_division_of_known_numbers_is_done_beforehand(rounding: Any, value: Any) -> None:
    node = {"op": "divide", "of": 7, "by": 2, **rounding}
    assert worked_out(node) == [value, value]
    assert "//" not in source_of(node)


def test_a_division_by_nothing_is_left_to_the_ordinary_way() -> None:
    assert worked_out({"op": "divide", "of": "coins", "by": 0}) == [None, None]


def test_fractions_that_come_out_even_are_whole_again() -> None:
    half = {"op": "divide", "of": "coins", "by": 2}
    values = worked_out({"op": "total", "parts": [half, half]})
    assert values == [5, 2]
    assert all(type(value) is int for value in values)
