"""What is only told around a question neither hides the answer nor is one."""

from __future__ import annotations

import pytest

from rulesref.search.engine import search
from tests.helpers import library

ASKED = ("mexica", "Can a bridge end at the lake?", "bridge-places")


@pytest.mark.parametrize(
    "around",
    [
        pytest.param("Hello everyone, new player here. {}", id="a greeting"),
        pytest.param("I have read the rulebook twice and am confused. {}", id="what happened"),
        pytest.param("Sorry for the dumb question, but {}", id="in the same breath"),
        pytest.param("Mexica: my wife is new to this, but {}", id="the game's name in it"),
        pytest.param("{} Any help is appreciated.", id="behind it"),
        pytest.param("I cannot find anything online. " * 12 + "{}", id="a lot of it"),
    ],
)
def test_talk_is_left_out(around: str) -> None:
    game, question, entry = ASKED
    found = search(library(), around.format(question), game)
    assert found.query == around.format(question)
    assert found.hits[0].id == entry
    assert found.sure


@pytest.mark.parametrize(
    ("game", "question"),
    [
        pytest.param("mexica", "2nd in the 9 and the 12, total points", id="digits"),
        pytest.param("tigris", "My king was removed. Who pays?", id="what asks of it"),
    ],
)
def test_what_says_something_stays(game: str, question: str) -> None:
    assert search(library(), question, game).asked == question


def test_a_story_is_surely_answered_where_its_question_alone_finds_the_same() -> None:
    told = "In our group nobody agrees on boats and temples any more. My son built two of them."
    question = "Can a bridge end at the lake?"
    found = search(library(), f"{told} {question}", "mexica")
    assert found.hits[0].id == "bridge-places"
    assert found.sure
