"""The number that a question asks for stands on the first lines; where none is asked for there is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesref.answers.answer import full_answer
from rulesref.search.engine import search
from rulesref.search.query import language_of
from rulesref.show import asking
from tests.helpers import document, library

QUESTIONS = Path(__file__).with_name("numbers.yaml")


def asked() -> Iterator[Any]:
    for game, questions in document(QUESTIONS).items():
        for question in questions:
            yield pytest.param(game, question, id=f"{game} {question['q']}")


def numbers(game: str, question: str) -> list[tuple[str, str]]:
    """The numbers that are shown: whose they are, and the line."""
    answer = full_answer(library(), search(library(), question, game))
    lang = language_of(question) or "ja"
    return [
        (
            each.answer.calculator.id if each.answer else each.table.id if each.table else "",
            asking.number(each, lang),
        )
        for each in answer.numbers
    ]


@pytest.mark.parametrize(("game", "question"), asked())
def test_the_number_comes_first(game: str, question: dict[str, Any]) -> None:
    shown = numbers(game, question["q"])
    of = question.get("of", [])
    wanted = [of] if isinstance(of, str) else of
    if not shown:
        assert not wanted or "" in wanted
        return
    whose, line = shown[0]
    assert whose in wanted, shown
    # The number itself, not a digit of another one.
    said = re.escape(str(question["says"]))
    assert re.search(rf"(?<![\d-]){said}(?!\d)", line.split("): ")[1]), line
