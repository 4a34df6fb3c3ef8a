"""The search stays as good as it is: floors a little under what ``tests.search.quality`` prints."""

from __future__ import annotations

import pytest

from rulesref.search.engine import SearchResult
from tests.search import quality
from tests.search.quality import HALVES, Asked, graded, questions, recall, silences

pytestmark = pytest.mark.slow
#: recall@1, recall@3, and the share of questions without an answer that are met with silence.
FLOORS = {"tune": (0.94, 0.985, 0.93), "held": (0.93, 0.985, 0.95)}
SILENT = 0.01


def found(question: Asked) -> SearchResult:
    return quality.found(quality.games(), question)


@pytest.mark.parametrize("half", HALVES)
def test_the_right_entry_comes_first(half: str) -> None:
    places = [q.place(found(q)) for q in graded(questions()) if q.half == half]
    first, third, _ = FLOORS[half]
    assert recall(places, 1) >= first
    assert recall(places, 3) >= third


@pytest.mark.parametrize("half", HALVES)
def test_hardly_any_question_is_met_with_silence(half: str) -> None:
    asked = [q for q in graded(questions()) if q.half == half]
    assert sum(not found(q).hits for q in asked) <= SILENT * len(asked)


@pytest.mark.parametrize("half", HALVES)
def test_what_nothing_answers_gets_no_rule(half: str) -> None:
    asked = [q for q in silences() if q.half == half]
    assert sum(not found(q).hits for q in asked) >= FLOORS[half][2] * len(asked)


def test_there_are_questions_enough() -> None:
    for lang in ("ja", "en"):
        assert sum(q.lang == lang for q in graded(questions())) >= 200
    assert len(silences()) >= 60
    assert {q.half for q in graded(questions())} == set(HALVES)
