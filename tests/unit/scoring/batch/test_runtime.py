from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.base.numbers import Number
from rulesref.scoring.batch.code import Unusual
from rulesref.scoring.batch.runtime import WORDS, awards_of_all, pieces, places, standing, unusual


@pytest.mark.parametrize(
    ("ties", "positive", "awards"),
    [
        pytest.param("each", False, [9, 9, 1, 1], id="all who are level get it whole"),
        pytest.param("divide", False, [7, 7, Fraction(1, 2), Fraction(1, 2)], id="they share what they take"),
        pytest.param("divide-down", False, [7, 7, 0, 0], id="and a rest is dropped"),
        pytest.param("half", False, [Fraction(9, 2), Fraction(9, 2), Fraction(1, 2), Fraction(1, 2)], id="half of the first place"),
        pytest.param("nobody", False, [0, 0, 0, 0], id="nobody gets anything"),
        pytest.param("each", True, [9, 9, 0, 0], id="nothing takes no place"),
    ],
)  # fmt: skip
def test_each_place_has_its_award(ties: str, positive: bool, awards: list[Number]) -> None:
    assert list(awards_of_all((4, 4, 0, 0), (), (9, 5, 1), ties, positive=positive)) == awards


def test_one_that_nobody_has_takes_a_place() -> None:
    assert awards_of_all((4, 2), (3,), (9, 5, 1), "each", positive=False) == (9, 1)


def test_whoever_is_not_among_them_has_nothing() -> None:
    assert standing({"A": 3}, "A") == [3]
    assert standing({"A": 3}, "B") == [3, 0]


@pytest.mark.parametrize(
    ("typed", "many"),
    [([[2, 1]], 2), ([5], 2), ([4], 1), ([0], 0), ([[1, 1, 1], 9, []], 6), ([], 0)],
)
def test_a_total_is_as_few_pieces_as_can_be(typed: list[Any], many: int) -> None:
    assert pieces(typed, 4) == many


def test_places_count_who_has_strictly_more() -> None:
    assert places([1, 1, 1]) == [1, 1, 1]
    assert places([]) == []


def test_generated_code_can_give_up() -> None:
    with pytest.raises(Unusual):
        unusual()


def test_a_word_of_generated_code_is_no_name_that_a_hint_makes() -> None:
    assert all(word.startswith("_") or word in ("Fraction", "Unusual") for word in WORDS)
