from __future__ import annotations

from typing import Any

import pytest

from rulesref.model.expression import EvaluationError
from tests.helpers import bench, name_of, ruling

FEEDING = {
    "id": "feeding",
    "name": name_of("feeding"),
    "about": name_of("what the rabbits eat"),
    "rules": ["rabbits"],
    "inputs": [
        {"id": "rabbits", "name": name_of("rabbits"), "kind": "whole"},
        {"id": "each", "name": name_of("each"), "kind": "whole", "optional": True, "default": 2},
        {"id": "hungry", "name": name_of("hungry"), "kind": "flag", "optional": True},
    ],
    "define": [
        {"id": "all", "name": name_of("all"), "value": {"op": "product", "parts": ["rabbits", "each"]}}
    ],
    "checks": [
        {
            "when": {"op": "compare", "left": "rabbits", "is": "more", "right": 9},
            "message": {"ja": "{rabbits}羽は多すぎます。", "en": "{rabbits} rabbits are too many."},
            "rules": ["rabbits"],
        }
    ],
    "results": [
        {"id": "carrots", "name": name_of("carrots"), "value": {"op": "total", "parts": ["all", "hungry"]}},
        {
            "id": "mood",
            "name": name_of("mood"),
            "value": {
                "op": "ruling",
                "of": "moods",
                "readings": {"glad": {"op": "fixed", "value": "glad", "names": {"glad": name_of("glad")}}, "sad": 0},
            },
        },
    ],
}  # fmt: skip
TABLE = [{"id": "pens", "kind": "whole"}]


def work_out(expression: dict[str, Any], **readings: str) -> Any:
    return bench(
        {"op": "calculate", "calculator": "feeding", **expression},
        table=TABLE,
        values={"pens": 3},
        calculators=[FEEDING],
        rulings=[ruling("moods", "glad", "sad")],
        readings=readings,
    ).run()


@pytest.mark.parametrize(
    ("given", "carrots"),
    [
        pytest.param({"rabbits": 4}, 8, id="what is left out has its default"),
        pytest.param({"rabbits": 4, "each": 5}, 20, id="all inputs given"),
        pytest.param({"rabbits": "pens"}, 6, id="from the fields around"),
        pytest.param({"rabbits": 1, "hungry": True}, 3, id="a flag"),
        pytest.param({}, 0, id="nothing given"),
    ],
)
def test_calculate(given: dict[str, Any], carrots: int) -> None:
    step = work_out({"with": given, "result": "carrots"})
    assert step.value == carrots
    assert [each[:2] for each in step.inputs] == [("calculator", "feeding")]
    assert step.parts[0].op == "total"


def test_a_result_may_be_a_code_by_a_ruling() -> None:
    assert work_out({"result": "mood"}).shown.en == "glad"
    assert work_out({"result": "mood"}, moods="sad").value == 0


def test_what_a_calculator_refuses_is_a_problem() -> None:
    with pytest.raises(EvaluationError) as found:
        work_out({"with": {"rabbits": 10}, "result": "carrots"})
    problem = found.value.problem
    assert problem.code == "E440"
    assert getattr(problem.values["message"], "en", None) == "10 rabbits are too many."


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        pytest.param(
            {"calculator": "feedin", "result": "carrots"}, "E301", id="no such calculator"
        ),
        pytest.param({"result": "carots"}, "E310", id="no such result"),
        pytest.param({"with": {"rabbit": 1}, "result": "carrots"}, "E310", id="no such input"),
    ],
)
def test_a_calculator_that_cannot_be_asked_so_is_told(
    expression: dict[str, Any], problem: str
) -> None:
    found = bench(
        {"op": "calculate", "calculator": "feeding", **expression},
        calculators=[FEEDING],
        rulings=[ruling("moods", "glad", "sad")],
    )
    assert found.operator is None
    assert problem in [code for code, _ in found.problems]


ROOM = {
    "id": "room", "name": name_of("room"), "parameters": ["pen", "more"], "value": "pen + more * 2",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("room(pens, 1)", 5, id="numbers"),
        pytest.param("room(room(1, 1), pens)", 9, id="a function of a function"),
        pytest.param("sum(room(yard.size, 1) for yard in yards)", 13, id="what a loop is at"),
    ],
)
def test_call(text: str, value: int) -> None:
    yards = [{"id": "size", "name": name_of("size"), "kind": "whole"}]
    step = bench(
        text,
        table=[*TABLE, {"id": "yards", "kind": "records", "fields": yards}],
        values={"pens": 3, "yards": ({"size": 4}, {"size": 5})},
        functions=[ROOM],
    ).run()
    assert step.value == value


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("rome(1, 2)", "E310", id="no such function"),
        pytest.param("room(1)", "E217", id="too little is given"),
        pytest.param("room(1, 2, 3)", "E217", id="too much is given"),
        pytest.param("sum(room(1, 2) for more in yards)", "E310", id="no such list"),
    ],
)
def test_a_function_that_cannot_be_called_so_is_told(text: str, problem: str) -> None:
    assert [code for code, _ in bench(text, functions=[ROOM]).problems] == [problem]


def test_a_function_sees_no_loop_of_whoever_calls_it() -> None:
    sees = {"id": "sees", "name": name_of("sees"), "parameters": ["a"], "value": "a + pen"}
    made = bench("sum(sees(pen) for pen in pens)", table=[{"id": "pens", "kind": "wholes"}],
                 functions=[sees])  # fmt: skip
    assert [code for code, _ in made.problems] == ["E310"]
