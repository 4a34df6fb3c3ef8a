"""What a question says of the inputs of a calculator."""

from __future__ import annotations

import pytest

from rulesref.answers.inputs import Numbers, call_from
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
    ("question", "left"),
    [
        ("phase 3: 4 hats", [4]),
        ("フェイズ3、帽子4", [4]),
        ("第3フェイズ、帽子4", [4]),
        ("hats 4 and 3 phase", [4, 3]),
    ],
)
def test_what_one_of_a_kind_is_called_by_is_no_number(question: str, left: list[int]) -> None:
    assert [piece.number for piece in Numbers(question, {}).free] == left
    named = Numbers("phase 3", {"phase": ["phase"]})
    assert [piece.number for piece in named.free] == [3]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        pytest.param("a 5, b 4", {"a": 5, "b": 4}, id="behind"),
        pytest.param("5 a and 4 b", {"a": 5, "b": 4}, id="before"),
        pytest.param("a5b4", {"a": 5, "b": 4}, id="without spaces"),
        pytest.param("a, then nothing at all, 5", {}, id="too far"),
    ],
)
def test_numbers_stand_on_one_side_of_their_names(question: str, values: dict[str, int]) -> None:
    assert Numbers(question, {"a": ["a"], "b": ["b"]}).beside(["a", "b"], {}) == values


def test_what_lacks_stands_right_behind_its_name() -> None:
    named = {"hat": ["帽子"], "ring": ["指輪"]}
    assert Numbers("帽子2 なし", named).affirmed("hat")
    assert not Numbers("帽子なし、指輪2", named).affirmed("hat")


def test_a_number_in_another_order_belongs_to_what_it_stands_beside() -> None:
    named = {"level": ["level"], "rings": ["rings"]}
    numbers = Numbers("level2 hat and three rings", named)
    assert numbers.beside(["level", "rings"], {}) == {"level": 2, "rings": 3}


def test_a_number_may_say_which_one() -> None:
    assert Numbers("a 4th hat", {}).ordinal
    assert Numbers("4個目の帽子", {}).ordinal
    assert not Numbers("4 hats", {}).ordinal


def test_one_as_a_word_may_count_nothing() -> None:
    assert not Numbers("the red one", {}).left
    assert [piece.number for piece in Numbers("1 red, two blue", {}).left] == [1, 2]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        pytest.param("me 5, she 3, size 4", [5, 3], id="of several players"),
        pytest.param("5 me and 3 she", [5, 3], id="before their names"),
        pytest.param("me 5, size 4", [], id="too few"),
    ],
)
def test_a_list_has_the_numbers_beside_its_names(question: str, told: list[int]) -> None:
    numbers = Numbers(question, {"heights": ["me", "she"], "size": ["size"]})
    assert [piece.number for piece in numbers.several("heights", ["size"], 2)] == told


def test_a_number_of_people_is_none_of_what_stands_before_it() -> None:
    assert Numbers("hats with 3 players", {"hats": ["hats"]}).beside(["hats"], {}) == {}
    assert Numbers("3 players have hats", {"hats": ["hats"]}).beside(["hats"], {}) == {"hats": 3}


def test_what_ends_somewhere_has_no_number_behind_it() -> None:
    named = {"bridges": ["橋"], "steps": ["歩"]}
    assert Numbers("橋まで2歩", named).beside(["bridges", "steps"], {}) == {"steps": 2}


def test_both_are_spoken_of_where_there_can_be_few() -> None:
    numbers = Numbers("both hats", {"hats": ["hats"]})
    step = toy().calculator_inputs("walk")["step"]
    assert (numbers.free, numbers.beside(["hats"], {})) == ([], {})
    assert numbers.beside(["hats"], {"hats": step}) == {"hats": 2}


def test_one_for_each_is_no_number() -> None:
    assert [piece.number for piece in Numbers("1番と4番に1個ずつ", {}).free] == [1, 4]


def test_a_number_of_times_counts_nothing() -> None:
    assert [piece.number for piece in Numbers("1手番に3枚", {}).free] == [3]


def test_ones_are_things_that_have_been_named_and_no_number() -> None:
    assert [piece.number for piece in Numbers("3 hats, the red ones", {}).free] == [3]
    assert [piece.number for piece in Numbers("two of the threes", {}).free] == [2, 3]


def test_how_many_of_a_number_is_no_further_number() -> None:
    assert Numbers("帽子4ひとつ", {}).row() == []


def test_a_number_may_count_people_who_are_not_named() -> None:
    numbers = Numbers("two other players and 3 hats, 2人", {"hats": ["hats"]})
    assert [numbers.counts_persons(piece) for piece in numbers.free] == [True, False, True]


def test_a_name_where_nothing_is_counted_says_nothing_of_the_order() -> None:
    fields = {"baker": ["baker"], "duke": ["duke"]}
    question = "The baker stands on space 9 and the duke on space 11. How far is the baker?"
    assert Numbers(question, fields).beside(["baker", "duke"], {}) == {"duke": 11}


def test_a_row_may_say_which_ones() -> None:
    assert [p.number for p in Numbers("帽子を2番、4番、5番に", {}).row()] == [2, 4, 5]


@pytest.mark.parametrize(
    ("question", "joined"),
    [
        pytest.param("hat and ring together", {"hat", "ring"}, id="together"),
        pytest.param("帽子と指輪で合計いくつ", {"hat", "ring"}, id="in japanese"),
        pytest.param("hat plus ring", {"hat", "ring"}, id="plus"),
        pytest.param("hat and ring", set(), id="not of both at once"),
        pytest.param("hat or ring, in all", set(), id="one of them"),
        pytest.param("hat and ring 2 together", set(), id="with a number"),
    ],
)
def test_names_that_are_joined_are_one_each(question: str, joined: set[str]) -> None:
    numbers = Numbers(question, {"hat": ["hat", "帽子"], "ring": ["ring", "指輪"]})
    assert numbers.joined == joined


def test_two_may_have_the_same_number() -> None:
    assert Numbers("hat and ring both on 7", {"hat": ["hat"]}).of_both
    assert not Numbers("hat and ring on 7", {"hat": ["hat"]}).of_both


@pytest.mark.parametrize("question", ["塔のマーカーが4です", "the tower's marker is on 4"])
def test_what_stands_on_a_track_leads_to_its_number(question: str) -> None:
    assert Numbers(question, {"tower": ["塔", "tower"]}).beside(["tower"], {}) == {"tower": 4}


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


@pytest.mark.parametrize(
    ("question", "single"),
    [
        pytest.param("2 rings and a hat", True, id="an article"),
        pytest.param("swap 2 rings and a hat", True, id="another word for it without one"),
        pytest.param("a hat and more hats", False, id="the same word again"),
        pytest.param("hats", False, id="none"),
    ],
)
def test_one_is_named_by_an_article(question: str, single: bool) -> None:
    assert Numbers(question, {"hat": ["hat", "swap"], "ring": ["ring"]}).single("hat") is single


@pytest.mark.parametrize(
    ("question", "left"),
    [
        pytest.param("2人同点 5", [5], id="before the word"),
        pytest.param("tied with two others, 5", [5], id="behind it"),
        pytest.param("tied, and then later with two others", [2], id="too far away"),
        pytest.param("two of us tied at 5", [5], id="some of us"),
        pytest.param("tied, two of us have 5", [2, 5], id="some of us who do something else"),
    ],
)
def test_of_people_who_are_so_no_number_is_left(question: str, left: list[int]) -> None:
    numbers = Numbers(question, {"tied": ["同点", "tied"]})
    numbers.leave_out_people("tied")
    assert [piece.number for piece in numbers.free] == left


@pytest.mark.parametrize(
    ("question", "left"),
    [
        pytest.param("ふたりが同点、ふたりは", [], id="the same people in a word"),
        pytest.param("2 players tied, those 2 players", [], id="the same people"),
        pytest.param("2人が同点、3人は", [3], id="others"),
        pytest.param("2人が同点、2個", [2], id="things"),
    ],
)
def test_people_who_are_spoken_of_again_are_no_further_number(
    question: str, left: list[int]
) -> None:
    numbers = Numbers(question, {"tied": ["同点", "tied"]})
    numbers.beside(["tied"], {})
    numbers.leave_out_again()
    assert [piece.number for piece in numbers.free] == left


def test_a_row_of_one_leaves_out_no_number_but_that_of_a_thing() -> None:
    numbers = Numbers("1歩と1個", {})
    numbers.leave_out(1)
    assert [piece.number for piece in numbers.free] == [1]


def test_who_comes_where_is_no_amount_but_of_a_place() -> None:
    numbers = Numbers("帽子の1位", {"hat": ["帽子"]})
    assert numbers.beside(["hat"], {}) == {}
    assert Numbers("順位が1位", {"place": ["順位"]}).beside(["place"], {}) == {"place": 1}


@pytest.mark.parametrize(
    "question", ["4 caps how many hats", "4 caps and which hat", "4こで帽子いくつ"]
)
def test_what_is_asked_for_has_no_number(question: str) -> None:
    assert Numbers(question, {"hats": ["hats", "hat", "帽子"]}).beside(["hats"], {}) == {}
