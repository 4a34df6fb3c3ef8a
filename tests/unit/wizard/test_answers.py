"""What a typed line answers: which value it gives which field, or what is wrong with the line."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.wizard.answers import (
    answers,
    corrections,
    is_option,
    numbers_in_row,
    parts_of,
)
from rulesref.wizard.interview import Wizard
from rulesref.wizard.position_form import PositionField, PositionForm
from tests.helpers import toy

START = Wizard.start(toy())
SPRING = Wizard.start(toy(), event="spring", names=("葵", "Ben"))
NAMELESS = Wizard.start(toy(), event="spring")


def at(*path: str | int, state: Wizard = SPRING) -> PositionField:
    """The field at a path, in spring."""
    found = state.form.at(path)
    assert found is not None
    return found


EVENT, ORDER, FIRST = (
    at("event", state=START),
    at("order"),
    at("players", 0, "name", state=NAMELESS),
)


def answered(there: PositionField, word: str) -> Wizard:
    """The state after one line at a field."""
    state = START if there is EVENT else NAMELESS if there is FIRST else SPRING
    return state.at(there.path).one(word) if there not in (EVENT, FIRST) else state.one(word)


@pytest.mark.parametrize(
    ("there", "word", "value"),
    [
        pytest.param(EVENT, "2", "summer", id="an event by its number"),
        pytest.param(EVENT, "", "final", id="the event that is usually meant"),
        pytest.param(EVENT, "収穫", "final", id="an event in Japanese"),
        pytest.param(EVENT, "harvest", "final", id="an event in English"),
        pytest.param(EVENT, "autu", "autumn", id="the beginning of one event"),
        pytest.param(ORDER, "", None, id="the usual order"),
        pytest.param(ORDER, "2", "field", id="the other order by number"),
        pytest.param(ORDER, "field", "field", id="the other order by word"),
        pytest.param(at("players", 0, "coins"), "2+3", "2+3", id="a sum stays as typed"),
        pytest.param(at("players", 0, "gnomes"), "のっぽ", ["tall"], id="options are kept by id"),
        pytest.param(at("players", 0, "gnomes"), "1 3", ["tall", "sleeping"], id="options by number"),
        pytest.param(at("players", 0, "gnomes"), "", [], id="nothing is what the question says"),
        pytest.param(at("sky"), "雨", "rain", id="one option"),
        pytest.param(at("plots", 0), "", False, id="no entry"),
        pytest.param(at("plots", 0), "はい", True, id="an entry"),
    ],
)  # fmt: skip
def test_a_line_answers_its_question(there: PositionField, word: str, value: Any) -> None:
    after = answered(there, word)
    assert after.problems == ()
    assert after.form.given[there.path] == value


@pytest.mark.parametrize(
    ("there", "word", "code"),
    [
        pytest.param(EVENT, "9", "E404", id="no such number of an event"),
        pytest.param(EVENT, "winter", "E404", id="no such event"),
        pytest.param(ORDER, "3", "E404", id="no such order"),
        pytest.param(at("players", 0, "coins"), "", "E401", id="what is needed"),
        pytest.param(at("players", 0, "coins"), "31", "E403", id="out of range"),
        pytest.param(at("players", 0, "coins"), "many", "E402", id="no number"),
        pytest.param(at("sky"), "fog", "E404", id="no such option"),
        pytest.param(at("plots", 0), "perhaps", "E402", id="neither yes nor no"),
        pytest.param(at("plots", 0), "9", "E403", id="the first value of an entry, out of range"),
        pytest.param(FIRST, "", "E401", id="no name"),
        pytest.param(FIRST, "A, A", "E429", id="a name twice"),
        pytest.param(FIRST, "A B C D E F", "E430", id="more players than there can be"),
    ],
)
def test_a_line_that_answers_nothing_is_a_problem(
    there: PositionField, word: str, code: str
) -> None:
    assert [problem.code for problem in answered(there, word).problems] == [code]


def test_a_value_that_is_needed_is_told_by_its_name_alone() -> None:
    coins = at("players", 0, "coins")
    (problem,) = answered(coins, "").problems
    assert problem.values == {"path": "", "name": coins.field.name, "key": "coins"}


@pytest.mark.parametrize(
    ("word", "names"),
    [
        pytest.param("葵、Ben", ["葵", "Ben", None], id="several are all"),
        pytest.param("葵", ["葵"], id="one is not"),
        pytest.param("3", ["A", "B", "C", None], id="so many"),
    ],
)
def test_names_at_once_are_all_of_them(word: str, names: list[str | None]) -> None:
    new = answers(NAMELESS.form, FIRST, word)
    assert new == [(("players", seat, "name"), name) for seat, name in enumerate(names)]


def test_the_first_value_of_an_entry_says_that_there_is_one() -> None:
    given = answered(at("plots", 0), "４").form.given
    assert (given["plots", 0], given["plots", 0, "size"]) == (True, 4)


def test_what_another_player_has_cannot_be_had() -> None:
    path: KeyPath = ("players", 0, "gnomes")
    players = [{"name": "葵"}, {"name": "Ben", "gnomes": ["tall"]}]
    form = PositionForm.start(toy(), known={"event": "spring", "players": players})
    taken = form.fill(path, "tall small").at(path)
    assert taken is not None
    assert taken.raw == ["tall", "small"]
    (problem,) = taken.problems
    holders = problem.values["first"], problem.values["second"]
    assert (problem.code, *holders) == ("E431", "Ben", "葵")
    assert [each.value for each in taken.options if not each.allowed] == ["tall"]
    assert form.fill(path, "small").at(path).problems == ()  # type: ignore[union-attr]


def test_a_correction_keeps_what_was_there_when_the_line_is_empty() -> None:
    coins = at("players", 0, "coins")
    state = SPRING.answer("").answer("5").answer("7").at(coins.path)
    assert state.one("").form.given[coins.path] == 7


@pytest.mark.parametrize(
    ("word", "codes"), [("湊", []), ("葵", []), ("Ben", ["E429"]), ("", []), ("２", ["E428"])]
)
def test_a_corrected_name_is_one_that_nobody_else_has(word: str, codes: list[str]) -> None:
    after = answered(at("players", 0, "name"), word)
    assert [problem.code for problem in after.problems] == codes
    assert after.form.names == ("葵" if codes or not word else word, "Ben")


# --- how a line is taken apart --------------------------------------------------------------------

COINS = at("players", 0, "coins")


@pytest.mark.parametrize(
    ("there", "line", "parts"),
    [
        pytest.param(COINS, "3/1／0", ["3", "1", "0"], id="several"),
        pytest.param(COINS, "3//0", ["3", "", "0"], id="one left out"),
        pytest.param(COINS, "3/", ["3"], id="a slash at the end"),
        pytest.param(COINS, "/", [""], id="nothing but one"),
        pytest.param(COINS, "", [""], id="nothing"),
        pytest.param(FIRST, "葵/Ben/Cai", ["葵、Ben、Cai"], id="names are one answer"),
        pytest.param(FIRST, "葵 Ben/2/5", ["葵 Ben", "2", "5"], id="names, then answers"),
        pytest.param(FIRST, "2/1/5", ["2", "1", "5"], id="how many there are, then answers"),
    ],
)
def test_a_slash_stands_between_answers(there: PositionField, line: str, parts: list[str]) -> None:
    assert parts_of(there, line) == parts


@pytest.mark.parametrize(
    ("there", "line", "parts"),
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
    there: PositionField, line: str, parts: list[str]
) -> None:
    assert numbers_in_row(there, line) == parts


def test_an_option_is_one_answer() -> None:
    sky = at("sky")
    assert is_option(sky, "rain")
    assert not is_option(sky, "3")
    assert not is_option(COINS, "rain")


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
