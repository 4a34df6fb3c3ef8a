"""The number that a question asks for stands on the first lines; where none is asked for there is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulesref.answers.answer import full_answer
from rulesref.search.engine import search
from rulesref.search.query import language_of
from rulesref.show import asking
from tests.helpers import document, library

QUESTIONS = Path(__file__).with_name("numbers.yaml")


#: So many of the questions get their number.
RIGHT = 0.95


def asked() -> Iterator[tuple[str, dict[str, Any], str]]:
    """The questions: the game, what is wanted, the text."""
    for game, questions in document(QUESTIONS).items():
        for question in questions:
            yield game, question, f"{game}: {question['q']}"


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


def verdict(game: str, question: dict[str, Any]) -> str:
    """Whether what is shown is ``right`` or ``wrong``; ``silent`` where a number is missing."""
    of = question.get("of", [])
    wanted = [of] if isinstance(of, str) else of
    shown = numbers(game, question["q"])
    if not shown:
        return "silent" if wanted and "" not in wanted else "right"
    # The number itself, not a digit of another one.
    said = rf"(?<![\d-]){re.escape(str(question.get('says')))}(?!\d)"
    right = any(whose in wanted and re.search(said, line.split("): ")[1]) for whose, line in shown)
    return "right" if right else "wrong"


def test_numbers_are_right_or_not_shown() -> None:
    verdicts = {question: verdict(game, told) for game, told, question in asked()}
    assert [q for q, found in verdicts.items() if found == "wrong"] == []
    assert len([q for q, found in verdicts.items() if found == "right"]) >= RIGHT * len(verdicts)
