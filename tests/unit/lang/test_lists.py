from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.text import Entered, Text
from rulesref.lang.grammar import parse
from rulesref.model.expression import EvaluationError
from tests.helpers import bench, name_of

PLOT = [
    {"id": "size", "name": name_of("size"), "kind": "whole"},
    {"id": "walled", "name": name_of("walled"), "kind": "flag"},
    {
        "id": "flowers",
        "name": name_of("flowers"),
        "kind": "by-player",
        "extras": [{"id": "wild", "name": name_of("wild"), "players": [2]}],
    },
]
TABLE = [
    {"id": "plots", "kind": "records", "fields": PLOT},
    {"id": "lengths", "kind": "wholes"},
    {"id": "gnomes", "kind": "choices", "options": []},
    {"id": "coins-left", "kind": "whole"},
    {"id": "meadow", "kind": "by-player"},
]
PLAYER = [{"id": "coins", "kind": "whole"}]


def plot(size: int, *, walled: bool = False, **flowers: int) -> dict[str, Any]:
    return {"size": size, "walled": walled, "flowers": flowers}


VALUES = {
    "plots": (plot(3, walled=True, A=2, B=1), plot(5, A=4), plot(2, walled=True, B=6, wild=3)),
    "lengths": (4, 1, 6),
    "gnomes": ("tall", "small"),
    "coins-left": 8,
    "meadow": {"A": 2, "B": 1},
}


def work_out(expression: Any, seat: int = 0, **values: Any) -> Any:
    return bench(
        expression,
        player=PLAYER,
        table=TABLE,
        players=[{"coins": 7}, {"coins": 2}, {"coins": 2}],
        values=VALUES | values,
        seat=seat,
    ).run()


@pytest.mark.parametrize(
    ("more", "value"),
    [
        pytest.param({"part": "plot.size"}, 10, id="added up"),
        pytest.param({"part": "plot.size", "gather": "total"}, 10, id="added up when asked"),
        pytest.param({"part": "plot.size", "gather": "list"}, (3, 5, 2), id="listed in order"),
        pytest.param({"part": "plot.size", "gather": "largest"}, 5, id="the largest"),
        pytest.param({"part": "plot.size", "gather": "smallest"}, 2, id="the smallest"),
        pytest.param({"part": "plot.size", "where": "plot.walled"}, 5, id="only those that count"),
        pytest.param({"part": "place", "number": "place"}, 6, id="places count from one"),
        pytest.param({"part": "place", "number": "place", "where": "plot.walled", "gather": "list"}, (1, 3), id="places count those left out too"),
        pytest.param({"part": {"op": "total", "parts": ["plot.size", "coins"]}}, 31, id="with a value from outside"),
    ],
)  # fmt: skip
def test_for_each(more: dict[str, Any], value: object) -> None:
    assert work_out({"op": "for-each", "in": "plots", "as": "plot", **more}).value == value


@pytest.mark.parametrize(
    ("gather", "value"), [("total", 0), ("list", ()), ("largest", 0), ("smallest", 0)]
)
def test_for_each_of_nothing(gather: str, value: object) -> None:
    node = {"op": "for-each", "in": "plots", "as": "plot", "part": "plot.size", "gather": gather}
    assert work_out(node, plots=()).value == value


@pytest.mark.parametrize(
    ("source", "part", "value"),
    [
        pytest.param("lengths", "one", 11, id="numbers"),
        pytest.param("players", "one.coins", 11, id="players"),
        pytest.param("players", "one.seat", 6, id="seats"),
        pytest.param("players", "one.double", 22, id="what is defined, for each player"),
        pytest.param("both", "one", 10, id="a list that is defined"),
        pytest.param("grown", "one", 3, id="values by player that are defined"),
    ],
)
def test_for_each_goes_through_other_lists(source: str, part: str, value: int) -> None:
    found = bench(
        {"op": "for-each", "in": source, "as": "one", "part": part},
        player=PLAYER,
        table=TABLE,
        players=[{"coins": 7}, {"coins": 2}, {"coins": 2}],
        values=VALUES,
        define={"double": "coins * 2", "both": "[coins, 3]", "grown": "meadow"},
    )
    assert found.run().value == value


def test_a_loop_inside_a_loop_sees_both() -> None:
    inner = {
        "op": "for-each", "in": "plots", "as": "other", "part": 1,
        "where": {"op": "compare", "left": "other.size", "is": "less", "right": "plot.size"},
    }  # fmt: skip
    node = {"op": "for-each", "in": "plots", "as": "plot", "part": inner, "gather": "list"}
    assert work_out(node).value == (1, 2, 0)


def test_a_list_forgets_how_numbers_were_typed() -> None:
    node = {"op": "for-each", "in": "lengths", "as": "one", "part": "one", "gather": "list"}
    value = work_out(node, lengths=(Entered.of("1+2"),)).value
    assert value == (3,)
    assert not isinstance(value[0], Entered)


@pytest.mark.parametrize(
    ("expression", "many"),
    [
        pytest.param({"in": "plots"}, 3, id="all entries"),
        pytest.param({"in": "plots", "as": "plot", "where": "plot.walled"}, 2, id="those that count"),
        pytest.param({"in": "lengths"}, 3, id="numbers"),
        pytest.param({"in": "gnomes"}, 2, id="codes"),
        pytest.param({"in": "players"}, 3, id="players"),
        pytest.param({"in": "players", "as": "p", "where": {"op": "compare", "left": "p.coins", "is": "equal", "right": 2}}, 2, id="players that count"),
    ],
)  # fmt: skip
def test_size(expression: dict[str, Any], many: int) -> None:
    assert work_out({"op": "size", **expression}).value == many


@pytest.mark.parametrize(
    ("source", "value", "there"),
    [
        pytest.param("gnomes", "tall", True, id="a code that is there"),
        pytest.param("gnomes", "sleeping", False, id="a code that is not"),
        pytest.param("lengths", 6, True, id="a number that is there"),
        pytest.param("lengths", 5, False, id="a number that is not"),
    ],
)
def test_holds(source: str, value: object, there: bool) -> None:
    node = value if isinstance(value, int) else {"op": "fixed", "value": value}
    assert work_out({"op": "holds", "in": source, "value": node}).value is there


def test_a_list_may_hold_what_is_only_known_at_the_table() -> None:
    assert work_out(parse("coins - 1 in lengths").node).value is True
    assert work_out(parse("coins in lengths").node).value is False


@pytest.mark.parametrize(
    ("flowers", "many"),
    [
        pytest.param({}, 0, id="none"),
        pytest.param({"A": 4}, 1, id="a bare total that one piece can make"),
        pytest.param({"A": 5}, 2, id="a bare total that needs two"),
        pytest.param(
            {"A": Entered.summed((1, 1, 1), "1+1+1")}, 3, id="items that were typed count"
        ),
        pytest.param({"A": 4, "B": 8, "wild": 1}, 4, id="all colours together"),
        pytest.param({"A": 0}, 0, id="nothing needs no piece"),
    ],
)
def test_pieces(flowers: dict[str, int], many: int) -> None:
    plots = ({"size": 9, "walled": False, "flowers": flowers},)
    node = {
        "op": "for-each",
        "in": "plots",
        "as": "plot",
        "part": {"op": "pieces", "in": "plot.flowers", "largest": 4},
    }
    assert work_out(node, plots=plots).value == many


@pytest.mark.parametrize(
    ("seat", "values"),
    [
        pytest.param(0, (2, 4, 0), id="the first player's own"),
        pytest.param(1, (1, 0, 6), id="the second player's own"),
        pytest.param(2, (0, 0, 0), id="a player who has none"),
    ],
)
def test_own(seat: int, values: tuple[int, ...]) -> None:
    assert work_out(parse("[own(plot.flowers) for plot in plots]").node, seat).value == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("lengths[1]", 4, id="the first of a list"),
        pytest.param("lengths[3]", 6, id="the last of a list"),
        pytest.param("lengths[4]", 0, id="nothing beyond the end"),
        pytest.param("lengths[0]", 0, id="nothing before the beginning"),
        pytest.param("lengths[coins - 4]", 6, id="a place that is worked out"),
        pytest.param("sum(plot.flowers['wild'] for plot in plots)", 3, id="a colour by its code"),
        pytest.param("sum(plot.flowers[player-name] for plot in plots)", 6, id="a player by name"),
    ],
)
def test_nth(text: str, value: int) -> None:
    assert work_out(parse(text).node).value == value


@pytest.mark.parametrize(
    ("parts", "value"),
    [
        pytest.param([3, 1, 3], (3, 1, 3), id="numbers in the order given"),
        pytest.param(
            [{"op": "fixed", "value": "tall"}, "coins"], ("tall", 7), id="codes and fields"
        ),
        pytest.param(["coins-left"], (8,), id="one entry alone"),
    ],
)
def test_list(parts: list[Any], value: tuple[object, ...]) -> None:
    assert work_out({"op": "list", "parts": parts}).value == value


@pytest.mark.parametrize(
    ("seat", "fields", "value"),
    [
        pytest.param(
            0, {"size": 3, "coins": "coins"}, {"size": 3, "coins": 7}, id="the first player's"
        ),
        pytest.param(1, {"coins": "coins"}, {"coins": 2}, id="the second player's"),
        pytest.param(
            0, {"walled": {"op": "fixed", "value": False}}, {"walled": False}, id="a truth"
        ),
    ],
)
def test_record(seat: int, fields: dict[str, Any], value: dict[str, object]) -> None:
    assert work_out({"op": "record", "fields": fields}, seat).value == value


def test_a_record_for_each_entry_of_a_list() -> None:
    node = {
        "op": "for-each", "in": "lengths", "as": "one", "gather": "list",
        "part": {"op": "record", "fields": {"size": "one"}},
    }  # fmt: skip
    assert work_out(node).value == ({"size": 4}, {"size": 1}, {"size": 6})


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param(
            {"op": "for-each", "in": "coins-left", "as": "one", "part": "one"}, id="a number"
        ),
        pytest.param({"op": "size", "in": "coins"}, id="a player's number"),
        pytest.param({"op": "holds", "in": "coins-left", "value": 3}, id="held by a number"),
    ],
)
def test_what_is_no_list_is_told(expression: Any) -> None:
    found = bench(expression, player=PLAYER, table=TABLE, players=[{"coins": 1}])
    assert found.problems == [("E311", ("in",))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("sum(sum(x for y in lengths) for x in lengths)", 33),
        ("sum(count(y in lengths where y > x) for x in lengths)", 3),
        ("[sum(x for y in players) for x in lengths]", (12, 3, 18)),
    ],
)
def test_a_loop_inside_hides_nothing_that_it_does_not_name(text: str, value: object) -> None:
    assert work_out(parse(text).node).value == value


@pytest.mark.parametrize("text", ["count(lengths)", "sum(x for x in lengths)", "3 in lengths", "lengths[1]"])  # fmt: skip
def test_what_is_not_tracked_cannot_be_gone_through(text: str) -> None:
    with pytest.raises(EvaluationError) as unworkable:
        work_out(parse(text).node, lengths=None)
    problem = unworkable.value.problem
    assert (problem.code, problem.values) == ("E417", {"name": Text("lengthsの名", "lengths")})


def test_a_value_deep_inside_an_entry() -> None:
    depth = {"id": "depth", "name": name_of("depth"), "kind": "whole"}
    soil = {"id": "soil", "name": name_of("soil"), "kind": "record", "fields": [depth]}
    beds = {"id": "beds", "kind": "records", "fields": [soil]}
    values = {"beds": ({"soil": {"depth": 3}}, {"soil": {"depth": 4}})}
    found = bench("sum(bed.soil.depth for bed in beds)", table=[beds], values=values, players=[{}])
    assert found.run().value == 7
    garden = {"id": "garden", "kind": "record", "fields": [soil]}
    found = bench("garden.soil.depth", table=[garden], values={"garden": {"soil": {"depth": 5}}})
    assert found.run().value == 5


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        ("sum(plot.size for plot in plots)", {"gather": "total"}),
        ("largest(p.coins for p in players)", {"gather": "largest", "players": ("A", "B", "C")}),
        ("count(plots)", {"in": "plots"}),
        ("pieces(meadow, 3)", {"in": "meadow"}),
        ("lengths[2]", {"n": 2}),
    ],
)
def test_a_step_says_what_was_gone_through(text: str, inputs: dict[str, object]) -> None:
    assert {each.id: each.value for each in work_out(text).inputs} == inputs
