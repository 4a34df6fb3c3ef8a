"""Which number of a question belongs to which name."""

from __future__ import annotations

import pytest

from rulesref.answers.mentions import Numbers
from rulesref.answers.pairing import beside, row, several
from tests.helpers import toy


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
    assert beside(Numbers(question, {"a": ["a"], "b": ["b"]}), ["a", "b"], {}) == values


def test_a_number_in_another_order_belongs_to_what_it_stands_beside() -> None:
    named = {"level": ["level"], "rings": ["rings"]}
    numbers = Numbers("level2 hat and three rings", named)
    assert beside(numbers, ["level", "rings"], {}) == {"level": 2, "rings": 3}


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
    assert [piece.number for piece in several(numbers, "heights", ["size"], 2)] == told


def test_a_number_of_people_is_none_of_what_stands_before_it() -> None:
    assert beside(Numbers("hats with 3 players", {"hats": ["hats"]}), ["hats"], {}) == {}
    assert beside(Numbers("3 players have hats", {"hats": ["hats"]}), ["hats"], {}) == {"hats": 3}


def test_what_ends_somewhere_has_no_number_behind_it() -> None:
    named = {"bridges": ["橋"], "steps": ["歩"]}
    assert beside(Numbers("橋まで2歩", named), ["bridges", "steps"], {}) == {"steps": 2}


def test_both_are_spoken_of_where_there_can_be_few() -> None:
    numbers = Numbers("both hats", {"hats": ["hats"]})
    step = toy().calculator_inputs("walk")["step"]
    assert (numbers.free, beside(numbers, ["hats"], {})) == ([], {})
    assert beside(numbers, ["hats"], {"hats": step}) == {"hats": 2}


def test_how_many_of_a_number_is_no_further_number() -> None:
    assert row(Numbers("帽子4ひとつ", {})) == []


def test_a_name_where_nothing_is_counted_says_nothing_of_the_order() -> None:
    fields = {"baker": ["baker"], "duke": ["duke"]}
    question = "The baker stands on space 9 and the duke on space 11. How far is the baker?"
    assert beside(Numbers(question, fields), ["baker", "duke"], {}) == {"duke": 11}


def test_a_row_may_say_which_ones() -> None:
    assert [p.number for p in row(Numbers("帽子を2番、4番、5番に", {}))] == [2, 4, 5]


@pytest.mark.parametrize("question", ["塔のマーカーが4です", "the tower's marker is on 4"])
def test_what_stands_on_a_track_leads_to_its_number(question: str) -> None:
    assert beside(Numbers(question, {"tower": ["塔", "tower"]}), ["tower"], {}) == {"tower": 4}


def test_who_comes_where_is_no_amount_but_of_a_place() -> None:
    numbers = Numbers("帽子の1位", {"hat": ["帽子"]})
    assert beside(numbers, ["hat"], {}) == {}
    assert beside(Numbers("順位が1位", {"place": ["順位"]}), ["place"], {}) == {"place": 1}


@pytest.mark.parametrize(
    "question", ["4 caps how many hats", "4 caps and which hat", "4こで帽子いくつ"]
)
def test_what_is_asked_for_has_no_number(question: str) -> None:
    assert beside(Numbers(question, {"hats": ["hats", "hat", "帽子"]}), ["hats"], {}) == {}
