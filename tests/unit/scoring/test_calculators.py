from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.scoring.calculators import calculate, calculator_called, chosen_inputs, typed_inputs
from tests.helpers import toy


@pytest.mark.parametrize(
    ("calculator", "inputs", "results"),
    [
        pytest.param("show", {"size": "4", "heights": [8, 8, 3]}, {"value": (4, 4, 0)}, id="a tie for first"),
        pytest.param("show", {"size": "4", "heights": ["8", "3"]}, {"value": (4, 2)}, id="typed numbers"),
        pytest.param("show", {"size": 4, "heights": [8, 3], "wild": 9}, {"value": (2, 0)}, id="wild flowers ahead"),
        pytest.param("show", {"size": 3, "heights": [2, 2], "walled": False}, {"value": (Fraction(3, 2), Fraction(3, 2))}, id="shared"),
        pytest.param("walk", {"path": "moss", "step": 4}, {"coins": 8, "reached": ("bench", "pond")}, id="two results"),
        pytest.param("walk", {"path": "gravel", "step": 1}, {"coins": 3, "reached": ()}, id="nothing to see"),
        pytest.param("coins", {"coins": "3+6"}, {"value": Fraction(9, 4)}, id="by the default reading"),
        pytest.param("coins", {"coins": 9, "each": 3}, {"value": 3}, id="another divisor"),
        pytest.param("sky", {"season": "autumn", "sky": "snow", "mood": -1}, {"points": 0, "mood": "gloom"}, id="a blank cell counts nothing"),
    ],
)  # fmt: skip
def test_a_calculator_gives(
    calculator: str, inputs: dict[str, Any], results: dict[str, Any]
) -> None:
    answer, problems = calculate(toy(), toy().calculators[calculator], inputs)
    assert not problems
    assert answer is not None
    assert {part.id: step.value for part, step in answer.results} == results


def test_another_reading_is_chosen() -> None:
    answer, problems = calculate(
        toy(), toy().calculators["coins"], {"coins": 9}, {"coin-rest": "whole"}
    )
    assert not problems
    assert answer is not None
    assert [step.value for _, step in answer.results] == [2]


@pytest.mark.parametrize(
    ("rulings", "code"),
    [({"coin": "whole"}, "E425"), ({"coin-rest": "half"}, "E426")],
    ids=["no such ruling", "no such reading"],
)
def test_a_reading_that_there_is_not_is_refused(rulings: dict[str, str], code: str) -> None:
    answer, problems = calculate(toy(), toy().calculators["coins"], {"coins": 9}, rulings)
    assert answer is None
    assert [p.code for p in problems] == [code]


@pytest.mark.parametrize(
    ("calculator", "inputs", "code"),
    [
        pytest.param("show", {"heights": [1]}, "E401", id="an input is missing"),
        pytest.param("show", {"size": 9, "heights": [1]}, "E403", id="out of range"),
        pytest.param("show", {"size": 3, "heights": [1, 2, 3, 4, 5]}, "E406", id="too many"),
        pytest.param(
            "show", {"size": 5, "heights": [1], "walled": False}, "E440", id="what cannot be"
        ),
        pytest.param("coins", {"coins": 3, "each": 0}, "E413", id="by nothing"),
        pytest.param("sky", {"season": "spring", "sky": "snow"}, "E411", id="no row"),
        pytest.param("sky", {"season": "winter", "sky": "snow"}, "E416", id="an unknown cell"),
        pytest.param("sky", {"season": "spring", "sky": "sun", "mood": 2}, "E414", id="no case"),
    ],
)
def test_a_calculator_refuses(calculator: str, inputs: dict[str, Any], code: str) -> None:
    answer, problems = calculate(toy(), toy().calculators[calculator], inputs)
    assert answer is None
    assert [p.code for p in problems] == [code]


@pytest.mark.parametrize(
    ("word", "calculator"),
    [
        pytest.param("coins", "coins", id="its id"),
        pytest.param("品評", "show", id="an alias"),
        pytest.param("points of a sh", "show", id="the beginning of a name"),
    ],
)
def test_a_calculator_is_called(word: str, calculator: str) -> None:
    assert calculator_called(toy(), word).id == calculator


@pytest.mark.parametrize(
    ("word", "near"),
    [
        pytest.param("coinz", "coins", id="nearly one"),
        pytest.param("po", None, id="the beginning of several names"),
    ],
)
def test_a_calculator_that_nobody_can_name_is_told(word: str, near: str | None) -> None:
    with pytest.raises(ProblemsFound) as caught:
        calculator_called(toy(), word)
    (problem,) = caught.value.problems
    assert (problem.code, problem.values["near"]) == ("E321", near)


@pytest.mark.parametrize(
    ("words", "inputs"),
    [
        pytest.param(["size=4", "heights=8,8,3"], {"size": 4, "heights": [8, 8, 3]},
                     id="a list is split at its commas"),
        pytest.param(["花の高さ=8、3"], {"花の高さ": [8, 3]}, id="by its name"),
        pytest.param(["size＝4"], {"size": 4}, id="a wide sign"),
        pytest.param(["other=1,2"], {"other": "1,2"}, id="what is no input is told later"),
        pytest.param(["size="], {"size": ""}, id="nothing behind the sign"),
    ],
)  # fmt: skip
def test_inputs_are_typed(words: list[str], inputs: dict[str, Any]) -> None:
    assert typed_inputs(toy().calculators["show"], words) == inputs


def test_inputs_without_keys_are_those_that_are_needed_then_the_others() -> None:
    show = toy().calculators["show"]
    assert list(typed_inputs(show, ["4", "8,8,3", "1"])) == ["size", "heights", "wild"]
    assert typed_inputs(show, ["heights=2,2", "4"]) == typed_inputs(show, ["size=4", "heights=2,2"])


def test_an_input_too_many_is_told_with_an_example() -> None:
    with pytest.raises(ProblemsFound) as caught:
        typed_inputs(toy().calculators["show"], ["4", "8,8,3", "1", "yes", "9"])
    (problem,) = caught.value.problems
    assert problem.code == "E328"
    assert problem.values == {"typed": "9", "example": "size=… heights=…"}


def test_inputs_by_name_are_values_or_as_typed() -> None:
    calculator = calculator_called(toy(), "show")
    assert chosen_inputs(calculator, {"大きさ": "3", "heights": [3, 1], "x": "y"}) == {
        "大きさ": 3, "heights": [3, 1], "x": "y",
    }  # fmt: skip
