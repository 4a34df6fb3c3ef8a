"""The number that a question asks for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulesref.answers.answer import full_answer
from rulesref.answers.figures import Inquiry, WorkedOut, followed, row_named
from rulesref.search.engine import search
from tests.helpers import library


def numbers(game: str, question: str) -> Sequence[WorkedOut]:
    return full_answer(library(), search(library(), question, game)).numbers


@pytest.mark.parametrize(
    ("game", "question", "calculator", "values"),
    [
        pytest.param(
            "tigris", "黒5赤3青7緑3で宝4個、何点？", "final", [5, (5, 5, 5, 7)], id="goods"
        ),
        pytest.param(
            "praga", "大学5、技術4だと何点?", "academic", [8], id="names behind one another"
        ),
        pytest.param(
            "caylus", "行政官11 監督13", "bailiff", [2, 13, ("dungeon",)], id="two numbers"
        ),
    ],
)
def test_a_calculator_is_carried_out(
    game: str, question: str, calculator: str, values: list[object]
) -> None:
    worked = next(each.answer for each in numbers(game, question) if each.answer)
    assert worked.calculator.id == calculator
    assert [step.value for _, step in worked.results] == values


@pytest.mark.parametrize(
    ("game", "question", "table", "keys"),
    [
        pytest.param("tzolkin", "ククルカン4段目で何がもらえる", "temple-steps", {"temple": "kukulcan", "level": 4}, id="code and number"),
        pytest.param("caylus", "石工のコスト", "building", {"building": "mason"}, id="a code"),
    ],
)  # fmt: skip
def test_a_row_is_looked_up(game: str, question: str, table: str, keys: dict[str, object]) -> None:
    found = next(each for each in numbers(game, question) if each.row)
    assert found.table is not None
    assert found.row is not None
    assert found.table.id == table
    assert {key: found.row.cells[key] for key in keys} == keys


@pytest.mark.parametrize(
    ("game", "question"),
    [
        pytest.param("mexica", "can a bridge lead into a founded district", id="no number"),
        pytest.param("caylus", "何手番ある", id="nothing to go by"),
    ],
)
def test_where_a_question_says_too_little_there_is_none(game: str, question: str) -> None:
    assert numbers(game, question) == ()


def test_a_row_needs_every_key() -> None:
    steps = library().game("tzolkin").table("temple-steps")
    assert steps is not None
    for text, level in (("ククルカン", None), ("ククルカン 99", None), ("ククルカン 4", 4)):
        found = row_named(Inquiry(text, library().game("tzolkin"), ()), steps)
        assert (found[0].cells["level"] if found else None) == level


@pytest.mark.parametrize(
    ("question", "values"),
    [
        pytest.param("じゃあ監督9なら？", [1, 12, ("dungeon",)], id="japanese"),
        pytest.param("and provost 12?", [2, 13, ("dungeon",)], id="english"),
        pytest.param("監督の動かし方", None, id="another question"),
        pytest.param("じゃあ", None, id="nothing"),
    ],
)
def test_a_question_may_change_the_one_before(question: str, values: list[object] | None) -> None:
    before = numbers("caylus", "行政官11 監督13")[0]
    again = followed(question, before)
    assert (
        values is None
        if again is None
        else again.answer is not None and [step.value for _, step in again.answer.results] == values
    )
