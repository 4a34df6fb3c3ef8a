"""The names and numbers of a question."""

from __future__ import annotations

import pytest

from rulesref.answers.mentions import Numbers
from rulesref.answers.pairing import beside


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


def test_what_lacks_stands_right_behind_its_name() -> None:
    named = {"hat": ["帽子"], "ring": ["指輪"]}
    assert Numbers("帽子2 なし", named).affirmed("hat")
    assert not Numbers("帽子なし、指輪2", named).affirmed("hat")


def test_a_number_may_say_which_one() -> None:
    assert Numbers("a 4th hat", {}).ordinal
    assert Numbers("4個目の帽子", {}).ordinal
    assert not Numbers("4 hats", {}).ordinal


def test_one_as_a_word_may_count_nothing() -> None:
    assert not Numbers("the red one", {}).left
    assert [piece.number for piece in Numbers("1 red, two blue", {}).left] == [1, 2]


def test_one_for_each_is_no_number() -> None:
    assert [piece.number for piece in Numbers("1番と4番に1個ずつ", {}).free] == [1, 4]


def test_a_number_of_times_counts_nothing() -> None:
    assert [piece.number for piece in Numbers("1手番に3枚", {}).free] == [3]


def test_a_number_may_count_people_who_are_not_named() -> None:
    numbers = Numbers("two other players and 3 hats, 2人", {"hats": ["hats"]})
    assert [numbers.counts_persons(piece) for piece in numbers.free] == [True, False, True]


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
    beside(numbers, ["tied"], {})
    numbers.leave_out_again()
    assert [piece.number for piece in numbers.free] == left


def test_a_row_of_one_leaves_out_no_number_but_that_of_a_thing() -> None:
    numbers = Numbers("1歩と1個", {})
    numbers.leave_out(1)
    assert [piece.number for piece in numbers.free] == [1]
