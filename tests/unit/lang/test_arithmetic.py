from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.base.numbers import Number
from rulesref.model.expression import Unworkable
from rulesref.model.steps import Input
from tests.helpers import bench

HALF = {"op": "divide", "of": 1, "by": 2}
FLAG = [{"id": "walled", "kind": "flag"}, {"id": "hat", "kind": "choice", "options": []}]


def value(expression: Any, **values: Any) -> Any:
    return (
        bench(expression, table=FLAG, values={"walled": True, "hat": "straw"} | values).run().value
    )


@pytest.mark.parametrize(
    ("of", "each", "points"),
    [
        pytest.param(4, 3, 12, id="four of three make twelve"),
        pytest.param(0, 3, 0, id="none is worth nothing"),
        pytest.param(4, -3, -12, id="each may cost something"),
        pytest.param(4, HALF, 2, id="whole again after fractions"),
        pytest.param(3, HALF, Fraction(3, 2), id="fractions stay exact"),
        pytest.param("walled", 5, 5, id="true counts one"),
    ],
)
def test_count(of: Any, each: Any, points: Number) -> None:
    assert value({"op": "product", "parts": [of, each]}) == points


@pytest.mark.parametrize(
    ("parts", "sum_"),
    [
        pytest.param([1, 2, 3], 6, id="adds up"),
        pytest.param([7], 7, id="one part alone"),
        pytest.param([5, -8], -3, id="below zero"),
        pytest.param([HALF, HALF], 1, id="two halves are whole"),
        pytest.param([True, "walled", False], 2, id="true counts one and false nothing"),
    ],
)
def test_total(parts: list[Any], sum_: Number) -> None:
    step = bench(
        {"op": "total", "parts": parts}, table=FLAG, values={"walled": True, "hat": ""}
    ).run()
    assert step.value == sum_
    assert len(step.parts) == len(parts)


@pytest.mark.parametrize(
    ("of", "less", "left"),
    [
        pytest.param(5, 3, 2, id="something is left"),
        pytest.param(3, 5, -2, id="it goes below zero"),
        pytest.param(1, HALF, Fraction(1, 2), id="exactly"),
    ],
)
def test_difference(of: Any, less: Any, left: Number) -> None:
    assert value({"op": "difference", "of": of, "less": less}) == left


@pytest.mark.parametrize(
    ("parts", "product"),
    [
        pytest.param([2, 3, 4], 24, id="multiplies all parts"),
        pytest.param([9], 9, id="one part alone"),
        pytest.param([7, 0], 0, id="zero makes zero"),
        pytest.param([HALF, 4], 2, id="whole again"),
    ],
)
def test_product(parts: list[Any], product: Number) -> None:
    assert value({"op": "product", "parts": parts}) == product


@pytest.mark.parametrize(
    ("of", "by", "rounding", "quotient"),
    [
        pytest.param(7, 2, None, Fraction(7, 2), id="exact unless told otherwise"),
        pytest.param(7, 2, "exact", Fraction(7, 2), id="exact when asked"),
        pytest.param(8, 2, "exact", 4, id="whole when it divides"),
        pytest.param(7, 2, "down", 3, id="down drops the rest"),
        pytest.param(7, 2, "up", 4, id="up makes it one more"),
        pytest.param(8, 2, "up", 4, id="up leaves a whole number alone"),
        pytest.param(-7, 2, "down", -4, id="down is towards less"),
        pytest.param(-7, 2, "up", -3, id="up is towards more"),
        pytest.param(0, 5, "up", 0, id="nothing stays nothing"),
    ],
)
def test_divide(of: Any, by: Any, rounding: str | None, quotient: Number) -> None:
    node = {"op": "divide", "of": of, "by": by} | ({"rounding": rounding} if rounding else {})
    assert value(node) == quotient


def test_a_division_by_nothing_is_a_problem() -> None:
    with pytest.raises(Unworkable) as found:
        value({"op": "divide", "of": 4, "by": {"op": "difference", "of": 2, "less": 2}})
    assert found.value.problem.code == "E413"


@pytest.mark.parametrize(
    ("parts", "smallest"),
    [
        pytest.param([3, 1, 2], 1, id="the smallest of three"),
        pytest.param([4], 4, id="one part alone"),
        pytest.param([0, -2], -2, id="below zero is smaller"),
        pytest.param([1, HALF], Fraction(1, 2), id="a fraction may be smallest"),
    ],
)
def test_minimum(parts: list[Any], smallest: Number) -> None:
    assert value({"op": "minimum", "parts": parts}) == smallest


@pytest.mark.parametrize(
    ("parts", "largest"),
    [
        pytest.param([3, 1, 2], 3, id="the largest of three"),
        pytest.param([-4], -4, id="one part alone"),
        pytest.param([0, -2], 0, id="never below zero"),
        pytest.param([0, HALF], Fraction(1, 2), id="a fraction may be largest"),
    ],
)
def test_maximum(parts: list[Any], largest: Number) -> None:
    assert value({"op": "maximum", "parts": parts}) == largest


@pytest.mark.parametrize(
    ("of", "at", "counted"),
    [
        pytest.param(12, 9, 9, id="cut down to the limit"),
        pytest.param(9, 9, 9, id="the limit itself"),
        pytest.param(5, 9, 5, id="below the limit"),
        pytest.param(-5, 9, -5, id="a limit above does not lift"),
    ],
)
def test_cap(of: int, at: int, counted: int) -> None:
    step = bench({"op": "cap", "of": of, "at": at}).run()
    assert step.value == counted
    assert step.inputs == (Input("at", at),)


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param({"op": "product", "parts": ["hat", 2]}, id="how many hats"),
        pytest.param({"op": "total", "parts": [1, "hat"]}, id="one and a hat"),
        pytest.param({"op": "maximum", "parts": ["hat"]}, id="the largest hat"),
        pytest.param({"op": "divide", "of": 3, "by": "hat"}, id="three by a hat"),
    ],
)
def test_a_code_is_no_number(expression: Any) -> None:
    with pytest.raises(Unworkable) as found:
        value(expression)
    assert (found.value.problem.code, found.value.problem.values["found"]) == ("E412", "straw")
