from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.scoring.calculators import calculate
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
