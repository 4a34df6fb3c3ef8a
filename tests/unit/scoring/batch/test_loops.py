from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.scoring.batch.code import Uncompiled
from tests.unit.scoring.batch.compiled import compiled, worked_out

WALLED = {
    "op": "for-each",
    "in": "plots",
    "as": "plot",
    "where": "plot.walled",
    "part": "plot.size",
}
COINS = {"op": "for-each", "in": "players", "as": "one", "part": "one.coins"}
BY_COINS = {"op": "rank", "among": "players", "by": "coins", "award": [7, 3], "ties": "each"}


@pytest.mark.parametrize(
    ("node", "values"),
    [
        pytest.param(COINS, [7, 7], id="a sum over the players"),
        pytest.param({**COINS, "gather": "largest"}, [5, 5], id="the largest of the players"),
        pytest.param({**COINS, "gather": "smallest"}, [2, 2], id="the smallest of the players"),
        pytest.param({**COINS, "gather": "list"}, [(5, 2), (5, 2)], id="a list of the players"),
        pytest.param({**COINS, "number": "n", "part": {"op": "product", "parts": ["n", "one.coins"]}}, [9, 9], id="numbered from 1"),
        pytest.param({"op": "size", "in": "players", "as": "one", "where": {"op": "compare", "left": "one.coins", "is": "more", "right": 2}}, [1, 1], id="how many players there are of a kind"),
        pytest.param({"op": "size", "in": "players"}, [2, 2], id="how many players"),
        pytest.param({"op": "list", "parts": ["coins", 4]}, [(5, 4), (2, 4)], id="a list"),
        pytest.param({"op": "nth", "of": {"op": "list", "parts": ["coins", 4]}, "n": 2}, [4, 4], id="the second"),
        pytest.param({"op": "nth", "of": {**COINS, "gather": "list"}, "n": 3}, [0, 0], id="one that is not there is 0"),
        pytest.param({"op": "best-split", "of": ["coins", 1, 2], "wild": 2}, [(2, 3, 5), (2, 2, 3)], id="a best split"),
        pytest.param(BY_COINS, [7, 3], id="a place"),
        pytest.param({**BY_COINS, "by": 1, "ties": "divide"}, [5, 5], id="a shared place"),
        pytest.param({**BY_COINS, "by": 1, "ties": "half"}, [Fraction(7, 2)] * 2, id="half of a shared place"),
        pytest.param({**BY_COINS, "extra": 4}, [7, 0], id="a place with one that nobody has"),
    ],
)  # fmt: skip
def test_loops_over_players_come_out_as_on_paper(node: Any, values: list[Any]) -> None:
    assert worked_out(node) == values


@pytest.mark.parametrize(
    ("node", "values"),
    [
        pytest.param(WALLED, [3, 3], id="the entries of a kind"),
        pytest.param({"op": "size", "in": "plots"}, [3, 3], id="how many entries"),
        pytest.param({"op": "for-each", "in": "plots", "as": "plot", "part": {"op": "own", "in": "plot.flowers"}}, [3, 9], id="what is one's own"),
        pytest.param({"op": "for-each", "in": "plots", "as": "plot", "part": {"op": "own", "in": "plot.flowers", "who": "wild"}}, [1, 1], id="what is nobody's"),
        pytest.param({"op": "for-each", "in": "plots", "as": "plot", "part": {"op": "pieces", "in": "plot.flowers", "largest": 4}}, [6, 6], id="pieces as typed, or as few as can be"),
        pytest.param({"op": "holds", "in": "gnomes", "value": "tall"}, [True, False], id="whether it is there"),
        pytest.param({"op": "for-each", "in": "plots", "as": "plot", "part": {"op": "rank", "among": "plot.flowers", "positive": True, "ties": "each", "award": ["plot.size", 1]}}, [3, 8], id="a place in each entry"),
    ],
)  # fmt: skip
def test_loops_over_entries_come_out_as_on_paper(node: Any, values: list[Any]) -> None:
    assert worked_out(node, "spring") == values


@pytest.mark.parametrize(
    ("each", "reading", "values"),
    [
        pytest.param({"each": 2}, "quarters", [Fraction(5, 2), 1], id="exactly"),
        pytest.param({"each": 2}, "whole", [2, 1], id="by another reading"),
        pytest.param({}, "quarters", [Fraction(5, 4), Fraction(1, 2)], id="what is left out is its default"),
    ],
)  # fmt: skip
def test_a_calculator_sees_what_it_is_given(
    each: dict[str, int], reading: str, values: list[Any]
) -> None:
    node = {"op": "calculate", "calculator": "coins", "result": "value", "with": {"coins": "coins", **each}}  # fmt: skip
    assert worked_out(node, **{"coin-rest": reading}) == values


def test_an_entry_is_never_made_while_a_position_is_scored() -> None:
    with pytest.raises(Uncompiled):
        compiled({"op": "record", "fields": {"size": 1}}, "spring")
