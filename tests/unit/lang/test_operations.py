"""What arithmetic, comparisons and choices come to, worked out both ways."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.base.text import Number, Text
from rulesref.model.expression import EvaluationError, Input
from tests.helpers import bench, name_of, ruling

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
    step = bench(node, table=FLAG, values={"walled": True, "hat": "straw"}).run()
    assert step.value == quotient
    assert step.inputs == (Input("rounding", rounding or "exact"),)


def test_a_division_by_nothing_is_a_problem() -> None:
    with pytest.raises(EvaluationError) as found:
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
    with pytest.raises(EvaluationError) as found:
        value(expression)
    assert (found.value.problem.code, found.value.problem.values["value"]) == ("E412", "straw")


TABLE = [
    {"id": "yes", "kind": "flag"},
    {"id": "no", "kind": "flag"},
    {"id": "sky", "kind": "choice", "options": [{"id": "sun", "name": name_of("sunshine")}]},
    {"id": "three", "kind": "whole"},
]
VALUES = {"yes": True, "no": False, "sky": "sun", "three": 3}
#: Cannot be worked out: whatever leaves it alone has not looked at it.
BROKEN = {"op": "divide", "of": 1, "by": 0}


def work_out(expression: Any, **more: Any) -> Any:
    return bench(expression, table=TABLE, values=VALUES, **more).run()


@pytest.mark.parametrize(
    ("left", "relation", "right", "holds"),
    [
        pytest.param(3, "equal", 3, True, id="3 = 3"),
        pytest.param(3, "equal", 4, False, id="3 = 4"),
        pytest.param(3, "not-equal", 4, True, id="3 ≠ 4"),
        pytest.param(3, "not-equal", 3, False, id="3 ≠ 3"),
        pytest.param(2, "less", 3, True, id="2 < 3"),
        pytest.param(3, "less", 3, False, id="3 < 3"),
        pytest.param(3, "at-most", 3, True, id="3 ≤ 3"),
        pytest.param(4, "at-most", 3, False, id="4 ≤ 3"),
        pytest.param(4, "more", 3, True, id="4 > 3"),
        pytest.param(3, "more", 3, False, id="3 > 3"),
        pytest.param(3, "at-least", 3, True, id="3 ≥ 3"),
        pytest.param(2, "at-least", 3, False, id="2 ≥ 3"),
        pytest.param({"op": "divide", "of": 7, "by": 2}, "more", 3, True, id="3.5 > 3"),
        pytest.param("yes", "equal", 1, True, id="true is one"),
    ],
)
def test_compare(left: Any, relation: str, right: Any, holds: bool) -> None:
    step = work_out({"op": "compare", "left": left, "is": relation, "right": right})
    assert step.value is holds
    assert step.inputs == (Input("is", relation),)


@pytest.mark.parametrize(
    ("of", "values", "listed"),
    [
        pytest.param("sky", ["rain", "sun"], True, id="a code that is listed"),
        pytest.param("sky", ["rain"], False, id="a code that is not"),
        pytest.param("three", [1, 3], True, id="a number that is listed"),
        pytest.param("three", [1, 2], False, id="a number that is not"),
    ],
)
def test_one_of(of: str, values: list[Any], listed: bool) -> None:
    assert work_out({"op": "one-of", "of": of, "values": values}).value is listed


@pytest.mark.parametrize(
    ("parts", "holds", "looked_at"),
    [
        pytest.param(["yes", "yes"], True, 2, id="both hold"),
        pytest.param(["yes", "no"], False, 2, id="the second fails"),
        pytest.param(["no", BROKEN], False, 1, id="nothing is looked at after a failure"),
    ],
)
def test_all(parts: list[Any], holds: bool, looked_at: int) -> None:
    step = work_out({"op": "all", "parts": parts})
    assert (step.value, len(step.parts)) == (holds, looked_at)


@pytest.mark.parametrize(
    ("parts", "holds", "looked_at"),
    [
        pytest.param(["no", "no"], False, 2, id="neither holds"),
        pytest.param(["no", "yes"], True, 2, id="the second holds"),
        pytest.param(["yes", BROKEN], True, 1, id="nothing is looked at after a success"),
    ],
)
def test_any(parts: list[Any], holds: bool, looked_at: int) -> None:
    step = work_out({"op": "any", "parts": parts})
    assert (step.value, len(step.parts)) == (holds, looked_at)


@pytest.mark.parametrize(
    ("of", "opposite"),
    [
        pytest.param("yes", False, id="not true"),
        pytest.param("no", True, id="not false"),
        pytest.param(0, True, id="nothing is false"),
    ],
)
def test_not(of: Any, opposite: bool) -> None:
    assert work_out({"op": "not", "of": of}).value is opposite


@pytest.mark.parametrize(
    ("condition", "more", "value"),
    [
        pytest.param("yes", {"then": 5}, 5, id="it holds"),
        pytest.param("no", {"then": 5}, 0, id="it does not, and nothing else is given"),
        pytest.param("no", {"then": 5, "else": 2}, 2, id="otherwise"),
        pytest.param(
            "yes", {"then": 5, "else": BROKEN}, 5, id="the other branch is not worked out"
        ),
        pytest.param("no", {"then": BROKEN, "else": 2}, 2, id="nor is the first one"),
    ],
)
def test_when(condition: str, more: dict[str, Any], value: int) -> None:
    step = work_out({"op": "when", "if": condition, **more})
    assert step.value == value
    (given,) = step.inputs
    assert (given.id, given.value) == ("if", condition == "yes")


@pytest.mark.parametrize(
    ("by", "cases", "value"),
    [
        pytest.param("sky", {"sun": 4, "rain": BROKEN}, 4, id="by a code"),
        pytest.param("three", {"2": 20, "3": 30}, 30, id="by a number"),
        pytest.param(
            {"op": "difference", "of": 2, "less": 3}, {"-1": 9}, 9, id="by a number below zero"
        ),
        pytest.param("sky", {"sun": "sky"}, "sun", id="a case may be a code"),
    ],
)
def test_choose(by: Any, cases: dict[str, Any], value: object) -> None:
    assert work_out({"op": "choose", "by": by, "cases": cases}).value == value


def test_choose_something_else() -> None:
    assert work_out({"op": "choose", "by": "sky", "cases": {"rain": 1}, "else": 7}).value == 7


def test_choose_reads_a_code_by_its_name() -> None:
    step = work_out({"op": "choose", "by": "sky", "cases": {"sun": "sky"}})
    assert step.shown == Text("sunshineの名", "sunshine")
    (by,) = step.inputs
    assert (by.id, by.value, by.shown) == ("by", "sun", step.shown)


def test_choose_without_a_case_is_a_problem() -> None:
    with pytest.raises(EvaluationError) as found:
        work_out({"op": "choose", "by": "sky", "cases": {"rain": 1}})
    assert (found.value.problem.code, found.value.problem.values["value"]) == ("E414", "sun")


@pytest.mark.parametrize(
    ("cases", "held", "shown"),
    [
        pytest.param({"bench": "yes", "pond": "no", "tree": "yes"}, ("bench", "tree"), "a bench, tree", id="those that hold, in order"),
        pytest.param({"pond": "no"}, (), "none", id="none"),
    ],
)  # fmt: skip
def test_which(cases: dict[str, Any], held: tuple[str, ...], shown: str) -> None:
    step = work_out({"op": "which", "cases": cases, "names": {"bench": name_of("a bench")}})
    assert step.value == held
    assert step.shown is not None
    assert step.shown.en == shown


@pytest.mark.parametrize(
    ("readings", "value"),
    [
        pytest.param({}, 4, id="the default"),
        pytest.param({"sleep": "never"}, 0, id="the reading chosen"),
    ],
)
def test_ruling(readings: dict[str, str], value: int) -> None:
    node = {"op": "ruling", "of": "sleep", "readings": {"always": 4, "never": 0}}
    step = work_out(node, rulings=[ruling("sleep", "always", "never")], readings=readings)
    assert step.value == value
    chosen = readings.get("sleep", "always")
    assert [each[:2] for each in step.inputs] == [("ruling", "sleep"), ("reading", chosen)]
    assert all(each.shown for each in step.inputs)


@pytest.mark.parametrize(
    ("of", "readings", "problem", "path"),
    [
        pytest.param("slip", {"always": 4, "never": 0}, "E301", ("of",), id="no such ruling"),
        pytest.param("sleep", {"always": 4}, "E304", ("readings",), id="a reading is missing"),
        pytest.param("sleep", {"always": 4, "never": 0, "maybe": 1}, "E312", ("readings", "maybe", "#"), id="a reading too many"),
    ],
)  # fmt: skip
def test_a_ruling_needs_every_reading(
    of: str, readings: dict[str, int], problem: str, path: tuple[str, ...]
) -> None:
    node = {"op": "ruling", "of": of, "readings": readings}
    found = bench(node, rulings=[ruling("sleep", "always", "never")])
    assert found.problems == [(problem, path)]
