"""A question gives the inputs of a calculator as far as it is clear."""

from __future__ import annotations

import pytest

from rulesref.search.calls import call_from
from tests.helpers import toy


@pytest.mark.parametrize(
    ("question", "calculator", "inputs", "missing"),
    [
        pytest.param("points for 12 coins", "coins", {"coins": "12"}, (), id="a number before its name"),
        pytest.param("コイン7枚は何点", "coins", {"coins": "7"}, (), id="behind its name in japanese"),
        pytest.param("coins?", "coins", {}, ("coins",), id="no number"),
        pytest.param("12345 coins", "coins", {}, ("coins",), id="a number too long"),
        pytest.param("12 red and shiny coins", "coins", {}, ("coins",), id="a number too far away"),
        pytest.param("moss path, step 3", "walk", {"path": "moss", "step": "3"}, (), id="an option"),
        pytest.param("苔の段2", "walk", {"path": "moss", "step": "2"}, (), id="in japanese"),
        pytest.param("step 9 of the gravel path", "walk", {"path": "gravel"}, ("step",), id="out of range"),
        pytest.param("walled, size 4", "show", {"size": "4", "walled": "yes"}, ("heights",), id="a flag"),
        pytest.param("size 9", "show", {}, ("size", "heights"), id="too high"),
    ],
)  # fmt: skip
def test_what_a_question_gives(
    question: str, calculator: str, inputs: dict[str, str], missing: tuple[str, ...]
) -> None:
    call = call_from(question, calculator, toy().calculator_inputs(calculator))
    assert (dict(call.inputs), call.missing) == (inputs, missing)


def test_the_command_leaves_what_is_missing_to_be_filled_in() -> None:
    call = call_from("gravel", "walk", toy().calculator_inputs("walk"))
    assert call.command("toy") == "rulesref calc toy walk path=gravel step=?"
