"""What a question found, and a calculator, as pages show them: the answer first, all else a tap away."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from rulesref.answers.answer import full_answer
from rulesref.model.entries import Field
from rulesref.model.game import Game
from rulesref.search.engine import search
from rulesref.view.finding import Finding, finding, targets
from rulesref.view.reckoning import reckoning
from tests.helpers import DATA, game_in, library

GAMES = ["caylus", "mexica", "praga", "tigris", "tzolkin"]


@cache
def found(question: str, game: str, lang: str = "en") -> Finding:
    return finding(full_answer(library(), search(library(), question, game, 6)), lang)


def test_a_number_comes_with_what_it_rests_on_and_where_it_is_worked_out() -> None:
    number = found("大きさ9の2位は何点", "mexica").number
    assert number is not None
    assert [text for _, text in number.values] == ["5"]
    assert number.given
    game = game_in(DATA / "mexica")
    assert number.source.kind == "calc"
    now = reckoning(game, game.calculators[number.source.id], number.source.given, "en")
    assert [text for _, text in now.results] == [text for _, text in number.values]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("question", ["how does the game end", "ゲームの終わり"])
def test_an_entry_answers_in_a_few_statements_and_has_the_rest_behind_a_tap(
    game: str, question: str
) -> None:
    entry = found(question, game).entry
    assert entry is not None
    assert 0 < len(entry.statements) <= 7
    assert entry.left >= 0
    assert entry.rule.game == game
    assert game_in(DATA / game).rule(entry.rule.id) is not None
    assert entry.whole


def test_nonsense_finds_no_entry_and_says_so() -> None:
    nothing = found("xyzzy plugh", "mexica")
    assert nothing.entry is None
    assert nothing.number is None


@pytest.mark.parametrize("name", GAMES)
def test_all_there_is_to_read_is_listed_once_and_is_there(name: str) -> None:
    game = game_in(DATA / name)
    listed = [each for _, items in targets(game, "ja") for each in items]
    assert len(listed) == len({(each.kind, each.id) for each in listed})
    known = {"rule": game.rules, "table": game.tables, "calc": game.calculators, "term": game.terms}
    assert all(each.id in known[each.kind] for each in listed)
    assert {*game.rules} == {each.id for each in listed if each.kind == "rule"}
    assert all(each.name for each in listed)


def least(field: Field) -> Any:
    """A value that a field can have."""
    if field.options:
        return field.options[0].id
    return {"flag": True, "whole": max(field.bounds[0], 1)}.get(field.kind)


def simple(game: Game) -> list[str]:
    kinds = ("whole", "flag", "choice")
    return [
        key
        for key, each in game.calculators.items()
        if each.inputs and all(field.kind in kinds for field in each.inputs.values())
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_calculator_has_no_result_before_all_is_given_that_it_needs(name: str) -> None:
    game = game_in(DATA / name)
    for key in simple(game):
        calculator = game.calculators[key]
        begins = reckoning(game, calculator, {}, "en")
        assert bool(begins.missing) is not bool(begins.results or begins.refusals), key
        given = {each: least(field) for each, field in calculator.inputs.items()}
        now = reckoning(game, calculator, {**given, "no such": 1}, "en")
        assert not now.missing, key
        assert "no such" not in now.given
        assert now.results or now.refusals or any(each.wrong for each in now.entries), key
        assert not now.results or now.rules, key
