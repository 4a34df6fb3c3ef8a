"""What a calculator gives for what a question says."""

from __future__ import annotations

import pytest

from rulesref.answers.calling import calculated
from rulesref.answers.candidates import STRANGE
from rulesref.answers.inquiry import ParsedQuestion
from rulesref.search.engine import search
from tests.helpers import library


@pytest.mark.parametrize(
    ("game", "calculator", "question", "values"),
    [
        pytest.param("praga", "academic", "大学5、技術4だと何点?", [8], id="all inputs"),
        pytest.param("praga", "academic", "大学5、技術4、水晶3だと何点?", None, id="a further number"),
        pytest.param("praga", "academic", "大学5だと何点?", None, id="an input with many values"),
        pytest.param("praga", "academic", "大学5、技術4にできる?", None, id="no number is asked for"),
    ],
)  # fmt: skip
def test_a_calculator_needs_all_that_it_asks_and_no_more(
    game: str, calculator: str, question: str, values: list[object] | None
) -> None:
    hit = search(library(), question, game).hits[0]
    asked = ParsedQuestion(question, library().game(game), hit.parts)
    found = calculated(asked, calculator, (), {}, STRANGE)
    answer = found.number.answer if found else None
    assert ([step.value for _, step in answer.results] if answer else None) == values
