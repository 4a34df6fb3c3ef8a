"""The number that a question asks for stands on the first lines; where none is asked for there is hardly ever one."""

from __future__ import annotations

import pytest

from tests.helpers import document
from tests.search.numbers import TO_THE_POINT, asked, beside_the_point, verdict
from tests.search.quality import games, questions
from tests.search.swapped import kept

pytestmark = pytest.mark.slow
#: So many of the questions get their number; so many numbers of other questions are to the point.
RIGHT, TO_POINT = 0.95, 0.97
#: Of so many questions with one noun changed at most these shares have the number from before: of those where it stands
#: beside a number, and of the others.
MOST, KEPT = 500, {True: 0.15, False: 0.3}


def test_numbers_are_right_or_not_shown() -> None:
    verdicts = {f"{game}: {told['q']}": verdict(games(), game, told) for game, told in asked()}
    assert [q for q, found in verdicts.items() if found == "wrong"] == []
    assert len([q for q, found in verdicts.items() if found == "right"]) >= RIGHT * len(verdicts)


@pytest.mark.nightly
def test_hardly_a_number_is_beside_the_point() -> None:
    beside, many = beside_the_point(games())
    assert len(beside) <= (1 - TO_POINT) * many, [text for text, _ in beside]


@pytest.mark.nightly
def test_another_noun_has_another_number() -> None:
    found = [*kept(games(), MOST)]
    for beside, most in KEPT.items():
        here = [old is not None for swap, old in found if swap.beside == beside]
        assert sum(here) <= most * len(here)


def test_what_is_judged_is_asked() -> None:
    texts = {question.text for question in questions()}
    assert {text for judged in document(TO_THE_POINT).values() for text in judged} <= texts
