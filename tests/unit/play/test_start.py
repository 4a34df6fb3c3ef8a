"""The beginning of a play: who sits where, and with which options."""

from __future__ import annotations

import pytest

from rulesref.play.start import chosen_options, read_options, seat_order
from tests.unit.play.playing import GAME

NAMES = ("A", "B", "C", "D")


@pytest.mark.parametrize(
    ("first", "order"), [(None, "ABCD"), ("A", "ABCD"), ("C", "CDAB"), ("D", "DABC")]
)
def test_the_others_follow_the_first_in_their_order(first: str | None, order: str) -> None:
    assert "".join(seat_order(NAMES, first, shuffle=False, seed=0)) == order


def test_what_is_drawn_depends_on_the_seed_and_the_names_only() -> None:
    drawn = [seat_order(NAMES, "random", shuffle=True, seed=seed) for seed in range(20)]
    assert drawn == [
        seat_order(NAMES[::-1], "random", shuffle=True, seed=seed) for seed in range(20)
    ]
    assert len(set(drawn)) > 10
    assert {len(set(seats)) for seats in drawn} == {4}


def test_drawing_who_begins_leaves_the_order() -> None:
    drawn = {seat_order(NAMES, "random", shuffle=False, seed=seed) for seed in range(40)}
    assert {"".join(seats) for seats in drawn} == {"ABCD", "BCDA", "CDAB", "DABC"}


def test_somebody_may_be_called_random() -> None:
    assert seat_order(("A", "random"), "random", shuffle=False, seed=0) == ("random", "A")


def test_options_that_are_not_named_are_at_their_defaults() -> None:
    assert read_options(GAME, []) == ({"windy": False, "purse": 2, "weather": "sun"}, [])


def test_options_by_id_and_by_name() -> None:
    values, problems = read_options(GAME, ["風＝はい", "purse=4", "sky=rain"])
    assert (values, problems) == ({"windy": True, "purse": 4, "weather": "rain"}, [])


@pytest.mark.parametrize(
    ("word", "code"), [("purze=1", "E532"), ("purse", "E532"), ("purse=9", "E403")]
)
def test_an_option_that_does_not_fit_is_told(word: str, code: str) -> None:
    assert [problem.code for problem in read_options(GAME, [word])[1]] == [code]


def test_every_option_that_does_not_fit_is_told() -> None:
    problems = read_options(GAME, ["purze=1", "purse=9", "sky"])[1]
    assert [problem.code for problem in problems] == ["E532", "E403", "E532"]


def test_a_misspelt_option_is_asked_back() -> None:
    (problem,) = read_options(GAME, ["purze=1"])[1]
    assert problem.values["near"] == "purse"


def test_options_may_be_values_instead_of_words() -> None:
    typed = read_options(GAME, ["windy=yes", "purse=4"])
    assert chosen_options(GAME, {"wind": True, "first coins": 4}.items()) == typed
    assert [p.code for p in chosen_options(GAME, [("purse", None)])[1]] == ["E532"]
