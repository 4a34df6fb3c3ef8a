"""Which statements of an entry come first."""

from __future__ import annotations

import pytest

from rulesref.answers.statements import statements
from rulesref.search.engine import Hit, Match, search
from tests.helpers import library

QUESTIONS = [
    pytest.param(
        "mexica",
        "人が乗ってる橋を動かしちゃっていいの",
        "bridge-cost",
        2,
        id="who stands on a bridge",
    ),
    pytest.param(
        "praga",
        "parler card says mine or quarry, but I have the same number of both",
        "solo-cards",
        2,
        id="a card",
    ),
    pytest.param(
        "tigris", "チグユーの暴動 勝ったら何もらえる", "revolt-result", 0, id="what is won"
    ),
]


@pytest.mark.parametrize(("game", "question", "entry", "place"), QUESTIONS)
def test_the_statement_that_says_most_of_the_question_is_first(
    game: str, question: str, entry: str, place: int
) -> None:
    hit = next(hit for hit in search(library(), question, game).hits if hit.id == entry)
    rule = library().game(game).rule(entry)
    assert rule is not None
    ranked = statements(library().game(game), rule, hit)
    assert ranked[0].point is rule.points[place]
    assert sorted(each.place for each in ranked) == list(range(len(rule.points)))
    assert [each.score for each in ranked] == sorted((each.score for each in ranked), reverse=True)


def test_without_a_question_the_statements_keep_their_order() -> None:
    rule = library().game("toy").rule("plot-flowers")
    assert rule is not None
    ranked = statements(
        library().game("toy"), rule, Hit("toy", "rule", rule.id, 1.0, Match("part"))
    )
    assert [each.place for each in ranked] == list(range(len(rule.points)))
