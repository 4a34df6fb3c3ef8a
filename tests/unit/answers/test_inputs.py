"""What a question says of the inputs of a calculator."""

from __future__ import annotations

import pytest

from rulesref.answers.inputs import call_from
from tests.helpers import library, toy


@pytest.mark.parametrize(
    ("question", "calculator", "inputs", "missing"),
    [
        pytest.param("points for 12 coins", "coins", {"coins": "12"}, (), id="a number before its name"),
        pytest.param("コイン7枚は何点", "coins", {"coins": "7"}, (), id="behind its name in japanese"),
        pytest.param("coins?", "coins", {}, ("coins",), id="no number"),
        pytest.param("12345 coins", "coins", {}, ("coins",), id="a number too long"),
        pytest.param("coins, all red and shiny: 12", "coins", {"coins": "12"}, (), id="the one number for the one input"),
        pytest.param("12 hats and lots of shiny coins", "coins", {}, ("coins",), id="a number of something else"),
        pytest.param("12 red and shiny, 3 coins", "coins", {"coins": "3"}, (), id="a number too far away"),
        pytest.param("コインが十二枚", "coins", {"coins": "12"}, (), id="kanji digits"),
        pytest.param("twelve... no, three coins", "coins", {"coins": "3"}, (), id="a word for a number"),
        pytest.param("heights 3, 4 and 2 walled, size 4", "show", {"size": "4", "walled": "yes", "heights": "3,4,2"}, (), id="a row of numbers"),
        pytest.param("大きさ4で高さは3と2", "show", {"size": "4", "heights": "3,2"}, (), id="a row in japanese"),
        pytest.param("2 wild, size 4, heights 3 and 5", "show", {"size": "4", "heights": "3,5", "wild": "2"}, (), id="what a name has beside it is not how many stand in the row"),
        pytest.param("moss path at the step of level 3", "walk", {"path": "moss", "step": "3"}, (), id="a word that leads to its number"),
        pytest.param("大きさがレベル4、高さは3と2", "show", {"size": "4", "heights": "3,2"}, (), id="leading to it in japanese"),
        pytest.param("moss path, step 3", "walk", {"path": "moss", "step": "3"}, (), id="an option"),
        pytest.param("苔の段2", "walk", {"path": "moss", "step": "2"}, (), id="in japanese"),
        pytest.param("step 9 of the gravel path", "walk", {"path": "gravel"}, ("step",), id="out of range"),
        pytest.param("walled, size 4", "show", {"size": "4", "walled": "yes"}, ("heights",), id="a flag"),
        pytest.param("not walled, size 4", "show", {"size": "4", "walled": "no"}, ("heights",), id="a flag that is denied"),
        pytest.param("without the walled, size 4", "show", {"size": "4", "walled": "no"}, ("heights",), id="denied at a distance"),
        pytest.param("before the walled, size 4", "show", {"size": "4", "walled": "no"}, ("heights",), id="still to come"),
        pytest.param("大きさ4、囲いの前", "show", {"size": "4", "walled": "no"}, ("heights",), id="still to come in japanese"),
        pytest.param("top of the size, heights 3 and 2", "show", {"size": "5", "heights": "3,2"}, (), id="at the top"),
        pytest.param("大きさは一番上、高さは3と2", "show", {"size": "5", "heights": "3,2"}, (), id="at the top in japanese"),
        pytest.param("bottom of the size, heights 3 and 2", "show", {"size": "1", "heights": "3,2"}, (), id="at the bottom"),
        pytest.param("top of the size", "show", {}, ("size", "heights"), id="the top alone is what is asked for"),
        pytest.param("大きさ4、囲いなし", "show", {"size": "4", "walled": "no"}, ("heights",), id="denied behind its name"),
        pytest.param("size 9", "show", {}, ("size", "heights"), id="too high"),
    ],
)  # fmt: skip
def test_what_a_question_gives(
    question: str, calculator: str, inputs: dict[str, str], missing: tuple[str, ...]
) -> None:
    call = call_from(question, calculator, toy().calculator_inputs(calculator))
    assert (dict(call.inputs), call.missing) == (inputs, missing)


def test_the_command_leaves_what_is_missing_to_be_filled_in() -> None:
    call = call_from("gravel", "walk", toy().calculator_inputs("walk"))
    assert call.command("toy") == "rulesref calc toy walk path=gravel step=?"


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        pytest.param("4 and 2 against his 5", {"one": "4,2", "other": "5"}, id="both"),
        pytest.param("こちら3と1、相手は2", {"one": "3,1", "other": "2"}, id="in japanese"),
        pytest.param("4 and 2", {}, id="of nobody"),
        pytest.param("against his 5", {}, id="of one side"),
    ],
)
def test_numbers_may_be_those_of_two_sides(question: str, sides: dict[str, str]) -> None:
    fields = library().game("tigris").calculator_inputs("strengths")
    assert call_from(question, "strengths", fields).inputs == sides


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        pytest.param("3 temples against 2", {"attacker": "3", "defender": "2"}, id="against"),
        pytest.param("神殿3対2", {"attacker": "3", "defender": "2"}, id="in japanese"),
        pytest.param("attacker 4 vs 3", {"attacker": "4", "defender": "3"}, id="with a name"),
        pytest.param("9 against 2", {"defender": "2"}, id="out of range"),
    ],
)
def test_what_stands_against_a_number_is_that_of_the_other_side(
    question: str, sides: dict[str, str]
) -> None:
    fields = library().game("tigris").calculator_inputs("revolt")
    assert call_from(question, "revolt", fields).inputs == sides


@pytest.mark.parametrize(
    ("question", "people"),
    [
        pytest.param("against two opponents", {"players": "3"}, id="opponents"),
        pytest.param("相手2人、パス1人", {"players": "3", "passed": "1"}, id="and who passed"),
        pytest.param("ほかに3人", {"players": "4"}, id="others in japanese"),
        pytest.param("two other players have passed", {"passed": "2"}, id="others who passed"),
        pytest.param("相手2人がパス", {"passed": "2"}, id="opponents who passed"),
        pytest.param("3 players", {"players": "3"}, id="all who play"),
        pytest.param("2p he passed", {"players": "2"}, id="who passed is another"),
    ],
)
def test_who_counts_opponents_plays_too(question: str, people: dict[str, str]) -> None:
    fields = library().game("caylus").calculator_inputs("placement-cost")
    found = call_from(question, "placement-cost", fields).inputs
    assert {key: found[key] for key in ("players", "passed") if key in found} == people
