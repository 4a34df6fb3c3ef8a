"""How a typed line is taken apart."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.wizard.interview import Wizard
from rulesref.wizard.lines import corrections, is_free, is_option, parts_of
from rulesref.wizard.questions import Question
from tests.helpers import toy

SPRING = Wizard.start(toy(), event="spring", names=("葵", "Ben")).answer("")
NAME = Question("name", ("players", 0, "name"))


def at(*path: str | int) -> Question:
    """The question whose answer goes there."""
    return next(q for q in SPRING.questions if q.path == path)


COINS = at("players", 0, "coins")


@pytest.mark.parametrize(
    ("question", "line", "parts"),
    [
        pytest.param(COINS, "3/1／0", ["3", "1", "0"], id="several"),
        pytest.param(COINS, "3//0", ["3", "", "0"], id="one left out"),
        pytest.param(COINS, "3/", ["3"], id="a slash at the end"),
        pytest.param(COINS, "/", [""], id="nothing but one"),
        pytest.param(COINS, "", [""], id="nothing"),
        pytest.param(NAME, "葵/Ben/Cai", ["葵、Ben、Cai"], id="names are one answer"),
        pytest.param(NAME, "葵 Ben/2/5", ["葵 Ben", "2", "5"], id="names, then answers"),
        pytest.param(NAME, "2/1/5", ["2", "1", "5"], id="how many there are, then answers"),
    ],
)
def test_a_slash_stands_between_answers(question: Question, line: str, parts: list[str]) -> None:
    assert parts_of(question, line) == parts


def test_an_option_is_one_answer_and_a_name_may_be_any_word() -> None:
    sky = at("sky")
    assert is_option(sky, "rain")
    assert not is_option(sky, "3")
    assert not is_option(COINS, "rain")
    assert is_free(NAME)
    assert not is_free(sky)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("3 12", [(3, "12")]),
        ("３＝12", [(3, "12")]),
        ("3", [(3, "")]),
        ("3 12 / 7 4", [(3, "12"), (7, "4")]),
        ("3=12、7=4", [(3, "12"), (7, "4")]),
        ("3=12 7=4", [(3, "12"), (7, "4")]),
        ("3 4 2", [(3, "4 2")]),
        ("3 tall, small", [(3, "tall, small")]),
        ("3 4/yes/2", [(3, "4/yes/2")]),
    ],
)
def test_corrections_are_numbers_with_their_values(line: str, found: Any) -> None:
    assert corrections(line, 9) == found


@pytest.mark.parametrize("line", ["x", "0 1", "10 1", "3 1 / 12 4"])
def test_a_number_that_is_not_there_corrects_nothing(line: str) -> None:
    wrong = corrections(line, 9)
    assert isinstance(wrong, Problem)
    assert wrong.code == "E435"
