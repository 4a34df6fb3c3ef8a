"""The inputs of a calculator as a form."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.scoring.calculator_form import CalculatorForm
from rulesref.scoring.calculators import calculate
from tests.helpers import toy


def form(**given: Any) -> CalculatorForm:
    return CalculatorForm(
        game=toy(), calculator=toy().calculators["show"], given={(k,): v for k, v in given.items()}
    )


def test_its_values_are_the_inputs() -> None:
    filled = form(size=4, heights=[8, 8, 3])
    assert filled.complete
    answer, problems = calculate(filled.game, filled.calculator, filled.values)
    assert filled.answered == (answer, problems)
    assert filled.title == toy().calculators["show"].name


@pytest.mark.parametrize(
    ("given", "missing", "codes"),
    [
        pytest.param({}, ["size", "heights"], [], id="nothing is not wrong"),
        pytest.param({"size": 9, "heights": [1]}, [], ["E403"], id="a value out of range"),
        pytest.param(
            {"size": 5, "heights": [1], "walled": False}, [], ["E440"], id="what a check refuses"
        ),
        pytest.param({"size": 5, "walled": False}, ["heights"], [], id="before all are there"),
    ],
)
def test_what_is_missing_and_what_is_wrong(
    given: dict[str, Any], missing: list[str], codes: list[str]
) -> None:
    filled = form(**given)
    assert [path[0] for path in filled.missing] == missing
    assert [problem.code for problem in filled.problems] == codes
    assert not filled.complete
