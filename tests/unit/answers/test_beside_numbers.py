"""A number is shown where its sheet speaks of what stands beside those of the question."""

from __future__ import annotations

import pytest

from rulesref.answers.answer import full_answer
from rulesref.answers.beside_numbers import concepts_beside
from rulesref.search.engine import search
from rulesref.show import asking
from tests.helpers import library

CALLED: dict[tuple[str, ...], list[str]] = {
    ("@hat",): ["hat", "hats", "帽子"],
    ("@ring",): ["ring", "rings", "指輪"],
}


@pytest.mark.parametrize(
    ("question", "beside", "asked"),
    [
        pytest.param("3 hats and a ring", [{"@hat"}], set(), id="behind it"),
        pytest.param("hat 3, rings 2", [{"@hat"}, {"@ring"}], set(), id="before it"),
        pytest.param("3個の帽子", [{"@hat"}], set(), id="behind it and its counter"),
        pytest.param("帽子が3つ、指輪2つ", [{"@hat"}, {"@ring"}], set(), id="before it and a particle"),
        pytest.param("帽子を3人で分ける", [], set(), id="people are counted by themselves"),
        pytest.param("how many hats for 2 rings", [{"@ring"}], {"@hat"}, id="what is asked for"),
        pytest.param("帽子いくつ何点", [], set(), id="one answer to two questions"),
    ],
)  # fmt: skip
def test_concepts_stand_beside_numbers(
    question: str, beside: list[frozenset[str]], asked: frozenset[str]
) -> None:
    assert concepts_beside(question, CALLED) == (beside, asked)


def line(game: str, question: str) -> str:
    found = full_answer(library(), search(library(), question, game)).number
    return asking.number(found, "en" if question.isascii() else "ja") if found else ""


@pytest.mark.parametrize(
    ("game", "question", "said"),
    [
        pytest.param("tigris", "revolt: 2 temples vs 3 temples", "defender", id="what is counted"),
        pytest.param("caylus", "4 players 2 passed worker cost", "3", id="players are no workers"),
        pytest.param("tigris", "black 5 red 3 blue 7 green 3 and 4 treasures, score?", "5", id="a noun on either side"),
        pytest.param("praga", "1人プレイの生産トークンはいくつ", "4", id="one player is all who play"),
        pytest.param("caylus", "図書館の収入はいくら", "1", id="one thing alone is no whole"),
        pytest.param("tzolkin", "チチェンの7番で髑髏置いたら何点？", "10", id="a number that says which"),
    ],
)  # fmt: skip
def test_what_stands_beside_numbers_goes_in(game: str, question: str, said: str) -> None:
    assert said in line(game, question).rsplit("): ", 1)[1]


@pytest.mark.parametrize(
    ("game", "question"),
    [
        pytest.param("tigris", "revolt: 2 farms vs 3 farms", id="other things go in"),
        pytest.param("tzolkin", "労働者を2人取るのにコーンはいくつ", id="other things come out"),
        pytest.param("praga", "How many production tokens can one player have?", id="one player is not all who play"),
        pytest.param("praga", "スペースIIの効果は卵を払わないと何ももらえない？", id="nothing is asked for"),
        pytest.param("tzolkin", "when I place on the starting player space, can I advance two days", id="when asks for nothing"),
        pytest.param("tigris", "外部紛争で農地が5枚、何枚除外する？", id="pieces are no points"),
        pytest.param("mexica", "運河タイルは1マスのが何枚？", id="what is spoken of is what is counted"),
        pytest.param("caylus", "ゲーム終了時に余ったお金は何ドゥニエで1点？", id="how many one point is for"),
        pytest.param("tzolkin", "how many workers can i pick up in one turn", id="nothing of it is counted"),
    ],
)  # fmt: skip
def test_a_sheet_of_something_else_has_no_number(game: str, question: str) -> None:
    assert line(game, question) == ""
