"""What a typed line answers: the value of one question, or what is wrong with the line."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.wizard.answers import (
    NewAnswers,
    corrections,
    is_free,
    is_option,
    numbers_in_row,
    parts_of,
    understood,
)
from rulesref.wizard.interview import Wizard
from rulesref.wizard.questions import Question
from tests.helpers import toy

START = Wizard.start(toy())
SPRING = Wizard.start(toy(), event="spring", names=("葵", "Ben")).answer("")
EVENT = Question("event", ("event",))


def name(seat: int) -> Question:
    return Question("name", ("players", seat, "name"))


def at(*path: str | int) -> Question:
    """The question whose answer goes there, in spring."""
    return next(q for q in SPRING.questions if q.path == path)


def answers(question: Question, word: str, form: Wizard = SPRING) -> NewAnswers:
    return understood(form, question, word, editing=False)


@pytest.mark.parametrize(
    ("question", "word", "value"),
    [
        pytest.param(EVENT, "2", "summer", id="an event by its number"),
        pytest.param(EVENT, "", "spring", id="the event that was said before"),
        pytest.param(EVENT, "収穫", "final", id="an event in Japanese"),
        pytest.param(EVENT, "harvest", "final", id="an event in English"),
        pytest.param(EVENT, "autu", "autumn", id="the beginning of one event"),
        pytest.param(Question("order", ("order",)), "", "player", id="the usual order"),
        pytest.param(Question("order", ("order",)), "2", "field", id="the other order by number"),
        pytest.param(Question("order", ("order",)), "field", "field", id="the other order by word"),
        pytest.param(at("players", 0, "coins"), "2+3", "2+3", id="a sum stays as typed"),
        pytest.param(at("players", 0, "gnomes"), "のっぽ", ["tall"], id="options are kept by id"),
        pytest.param(at("players", 0, "gnomes"), "1 3", ["tall", "sleeping"], id="options by number"),
        pytest.param(at("players", 0, "gnomes"), "", [], id="nothing is what the question says"),
        pytest.param(at("sky"), "雨", "rain", id="one option"),
        pytest.param(at("plots", 0), "", False, id="no entry"),
        pytest.param(at("plots", 0), "はい", True, id="an entry"),
    ],
)  # fmt: skip
def test_a_line_answers_its_question(question: Question, word: str, value: Any) -> None:
    assert answers(question, word) == ({question.path: value}, [])


@pytest.mark.parametrize(
    ("question", "word", "code"),
    [
        pytest.param(EVENT, "9", "E424", id="no such number of an event"),
        pytest.param(EVENT, "winter", "E424", id="no such event"),
        pytest.param(Question("order", ("order",)), "3", "E435", id="no such order"),
        pytest.param(at("players", 0, "coins"), "", "E401", id="what is needed"),
        pytest.param(at("players", 0, "coins"), "31", "E403", id="out of range"),
        pytest.param(at("players", 0, "coins"), "many", "E402", id="no number"),
        pytest.param(at("sky"), "fog", "E404", id="no such option"),
        pytest.param(at("plots", 0), "perhaps", "E402", id="neither yes nor no"),
        pytest.param(at("plots", 0), "9", "E403", id="the first value of an entry, out of range"),
        pytest.param(name(0), "", "E428", id="no name"),
        pytest.param(name(0), "A, A", "E429", id="a name twice"),
        pytest.param(name(0), "A B C D E F", "E430", id="more players than there can be"),
    ],
)
def test_a_line_that_answers_nothing_is_a_problem(question: Question, word: str, code: str) -> None:
    _, problems = answers(question, word)
    assert [problem.code for problem in problems] == [code]


def test_a_value_that_is_needed_is_told_by_its_name_alone() -> None:
    _, (problem,) = answers(at("players", 0, "coins"), "")
    coins = at("players", 0, "coins").field
    assert coins is not None
    assert problem.values == {"path": "", "name": coins.name, "key": "coins"}


def test_names_at_once_are_all_of_them() -> None:
    new, _ = answers(name(0), "葵、Ben", START)
    assert list(new.items()) == [
        (("players", 0, "name"), "葵"), (("players", 1, "name"), "Ben"), (("players", 2, "name"), None),
    ]  # fmt: skip
    new, _ = answers(name(0), "葵", START)
    assert new == {("players", 0, "name"): "葵"}


def test_a_number_of_players_names_them() -> None:
    new, _ = answers(name(0), "3", START)
    assert [value for value in new.values() if value] == ["A", "B", "C"]


def test_the_first_value_of_an_entry_says_that_there_is_one() -> None:
    assert answers(at("plots", 0), "４") == ({("plots", 0): True, ("plots", 0, "size"): 4}, [])


def test_what_another_player_has_cannot_be_had() -> None:
    path = ("players", 0, "gnomes")
    form = Wizard.start(
        toy(),
        known={"event": "spring", "players": [{"name": "葵"}, {"name": "Ben", "gnomes": ["tall"]}]},
    )
    new, problems = answers(at(*path), "tall small", form)
    assert new == {path: ["tall", "small"]}
    (problem,) = problems
    assert (problem.code, problem.values["first"], problem.values["second"]) == (
        "E431",
        "Ben",
        "葵",
    )
    assert answers(at(*path), "small", form)[1] == []


def test_a_correction_keeps_what_was_there_when_the_line_is_empty() -> None:
    coins = at("players", 0, "coins")
    form = SPRING.answer("5").answer("7")
    assert understood(form, coins, "", editing=True) == ({coins.path: 7}, [])


@pytest.mark.parametrize(
    ("word", "codes"), [("湊", []), ("葵", []), ("Ben", ["E429"]), ("", ["E428"])]
)
def test_a_corrected_name_is_one_that_nobody_else_has(word: str, codes: list[str]) -> None:
    new, problems = understood(SPRING, name(0), word, editing=True)
    assert [problem.code for problem in problems] == codes
    assert new == ({} if codes else {("players", 0, "name"): word})


# --- how a line is taken apart --------------------------------------------------------------------

COINS = at("players", 0, "coins")


@pytest.mark.parametrize(
    ("question", "line", "parts"),
    [
        pytest.param(COINS, "3/1／0", ["3", "1", "0"], id="several"),
        pytest.param(COINS, "3//0", ["3", "", "0"], id="one left out"),
        pytest.param(COINS, "3/", ["3"], id="a slash at the end"),
        pytest.param(COINS, "/", [""], id="nothing but one"),
        pytest.param(COINS, "", [""], id="nothing"),
        pytest.param(name(0), "葵/Ben/Cai", ["葵、Ben、Cai"], id="names are one answer"),
        pytest.param(name(0), "葵 Ben/2/5", ["葵 Ben", "2", "5"], id="names, then answers"),
        pytest.param(name(0), "2/1/5", ["2", "1", "5"], id="how many there are, then answers"),
    ],
)
def test_a_slash_stands_between_answers(question: Question, line: str, parts: list[str]) -> None:
    assert parts_of(question, line) == parts


@pytest.mark.parametrize(
    ("question", "line", "parts"),
    [
        pytest.param(COINS, "5 3 7", ["5", "3", "7"], id="spaces between them"),
        pytest.param(COINS, "５、3+1，２枚", ["５", "3+1", "２枚"], id="Japanese commas"),
        pytest.param(COINS, "5, 3", ["5", "3"], id="commas with spaces"),
        pytest.param(COINS, "5", ["5"], id="one"),
        pytest.param(COINS, "1 000", ["1 000"], id="three digits of a larger one"),
        pytest.param(COINS, "1,000", ["1,000"], id="a comma in one"),
        pytest.param(COINS, "3 + 4", ["3 + 4"], id="a sum"),
        pytest.param(COINS, "5 yes", ["5 yes"], id="another word"),
        pytest.param(at("players", 0, "gnomes"), "1 3", ["1 3"], id="no number is asked for"),
    ],
)
def test_several_numbers_are_as_many_answers(
    question: Question, line: str, parts: list[str]
) -> None:
    assert numbers_in_row(question, line) == parts


def test_an_option_is_one_answer_and_a_name_may_be_any_word() -> None:
    sky = at("sky")
    assert is_option(sky, "rain")
    assert not is_option(sky, "3")
    assert not is_option(COINS, "rain")
    assert is_free(name(0))
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
