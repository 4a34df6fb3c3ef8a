"""Scopes, labels and bare values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.base.text import Entered, Text
from rulesref.model.expression import EvaluationError, Step, number, plain, plain_number
from tests.helpers import bench

COINS = [{"id": "coins", "kind": "whole"}]


@pytest.mark.parametrize(
    ("value", "name", "ja", "en"),
    [
        pytest.param(3, None, "3", "3", id="a number"),
        pytest.param(Fraction(5, 2), None, "2.5", "2.5", id="a fraction"),
        pytest.param(True, None, "はい", "yes", id="true"),
        pytest.param(False, None, "いいえ", "no", id="false"),
        pytest.param("Aoi", None, "Aoi", "Aoi", id="a word"),
        pytest.param((1, "x"), None, "1、x", "1, x", id="a list"),
        pytest.param((), None, "なし", "none", id="an empty list"),
        pytest.param("red", Text("赤", "red one"), "赤", "red one", id="what has a name"),
    ],
)
def test_a_value_reads(value: Any, name: Text | None, ja: str, en: str) -> None:
    assert (plain(value, name, "ja"), plain(value, name, "en")) == (ja, en)


@pytest.mark.parametrize("value", [None, "red", (1,), {"a": 1}])
def test_what_is_no_number_cannot_be_worked_with(value: Any) -> None:
    with pytest.raises(EvaluationError) as stopped:
        number(value)
    assert (stopped.value.problem.code, stopped.value.problem.values) == ("E412", {"value": value})


def test_true_counts_one() -> None:
    assert (number(True), number(False), number(Fraction(1, 2))) == (1, 0, Fraction(1, 2))


def test_how_a_number_was_typed_does_not_survive_arithmetic() -> None:
    assert type(plain_number(Entered.of("1+2"))) is int
    assert plain_number("red") == "red"


def test_a_named_value_is_worked_out_once_for_each_player() -> None:
    players = [{"coins": 2}, {"coins": 5}]
    made = bench("twice", player=COINS, players=players,
                 define={"twice": {"op": "product", "parts": ["coins", 2]}})  # fmt: skip
    scope = made.scope
    assert scope.defined("twice") is scope.defined("twice")
    assert [scope.for_player(seat).defined("twice").value for seat in (0, 1)] == [4, 10]


def test_a_label_is_filled_and_a_value_that_is_not_tracked_leaves_a_gap() -> None:
    label = {"ja": "{coins}枚", "en": "{coins} coins"}
    made = bench({"op": "total", "label": label, "parts": [1]}, table=COINS, values={"coins": 7})
    assert made.run().label == Text("7枚", "7 coins")
    made = bench({"op": "total", "label": label, "parts": [1]}, table=COINS, values={"coins": None})
    assert made.run().label == Text("?枚", "? coins")


def test_the_expressions_inside_an_operator_are_its_children() -> None:
    made = bench({"op": "choose", "by": 1, "cases": {"1": 5, "2": 6}, "else": 7})
    assert made.operator is not None
    assert [child.run(made.scope).value for child in made.operator.children()] == [1, 5, 6, 7]


def test_a_step_and_all_below_it_come_in_reading_order() -> None:
    two = Step(op="two", value=2)
    tree = Step(op="one", value=3, parts=(two, Step(op="three", value=1, parts=(two,))))
    assert [step.op for step in tree.walk()] == ["one", "two", "three", "two"]
