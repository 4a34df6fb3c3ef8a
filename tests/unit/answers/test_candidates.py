"""How well a sheet fits a question."""

from __future__ import annotations

import pytest

from rulesref.answers.candidates import ANYTHING, STRANGE, STRANGE_TO_BEST, about
from rulesref.answers.inquiry import ParsedQuestion
from rulesref.answers.mentions import Numbers
from rulesref.search.engine import search
from tests.helpers import library


@pytest.mark.parametrize(
    ("said", "strange", "concepts"),
    [
        pytest.param({"@temple", "@bridge"}, STRANGE, 2, id="all of it"),
        pytest.param({"@temple"}, STRANGE_TO_BEST, -1, id="a concept that is not said"),
        pytest.param({"@temple"}, ANYTHING, 1, id="whatever else it says"),
    ],
)
def test_a_sheet_is_about_what_it_says(said: set[str], strange: float, concepts: int) -> None:
    question = "temple on a bridge"
    game = library().game("mexica")
    hit = search(library(), question, "mexica").hits[0]
    asked = ParsedQuestion(question, game, hit.parts)
    assert about(asked, Numbers(question, {}), (), said, strange) == concepts
