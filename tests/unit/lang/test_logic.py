from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.text import Text
from rulesref.model.expression import Unworkable
from rulesref.model.steps import Input
from tests.helpers import bench, name_of, ruling

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
    assert step.inputs[0].value is (condition == "yes")


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
    assert step.inputs[0].shown == Text("sunshineの名", "sunshine")


def test_choose_without_a_case_is_a_problem() -> None:
    with pytest.raises(Unworkable) as found:
        work_out({"op": "choose", "by": "sky", "cases": {"rain": 1}})
    assert (found.value.problem.code, found.value.problem.values["found"]) == ("E414", "sun")


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
    assert step.inputs == (
        Input("ruling", "sleep"),
        Input("reading", readings.get("sleep", "always")),
    )


@pytest.mark.parametrize(
    ("of", "readings", "problem", "path"),
    [
        pytest.param("slip", {"always": 4, "never": 0}, "E301", ("of",), id="no such ruling"),
        pytest.param("sleep", {"always": 4}, "E304", ("readings",), id="a reading is missing"),
        pytest.param("sleep", {"always": 4, "never": 0, "maybe": 1}, "E304", ("readings", "maybe", "#"), id="a reading too many"),
    ],
)  # fmt: skip
def test_a_ruling_needs_every_reading(
    of: str, readings: dict[str, int], problem: str, path: tuple[str, ...]
) -> None:
    node = {"op": "ruling", "of": of, "readings": readings}
    found = bench(node, rulings=[ruling("sleep", "always", "never")])
    assert found.problems == [(problem, path)]
