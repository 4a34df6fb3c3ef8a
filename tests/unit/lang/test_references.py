from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.numbers import Entered
from rulesref.base.text import Text
from tests.helpers import bench, name_of

PLAYER = [
    {"id": "coins", "kind": "whole"},
    {
        "id": "seeds",
        "kind": "record",
        "fields": [{"id": "red", "name": name_of("red"), "kind": "whole"}],
    },
]
TABLE = [
    {"id": "sky", "kind": "choice", "options": [{"id": "sun", "name": name_of("sunshine")}]},
    {"id": "coins-left", "kind": "whole"},
]
PLAYERS = [{"coins": 4, "seeds": {"red": 7}}, {"coins": 9, "seeds": {"red": 1}}]
VALUES = {"sky": "sun", "coins-left": 30}


@pytest.mark.parametrize(
    ("expression", "value", "shown"),
    [
        pytest.param(5, 5, None, id="a bare number"),
        pytest.param(True, True, None, id="a bare truth"),
        pytest.param({"op": "fixed", "value": 5}, 5, None, id="a number"),
        pytest.param({"op": "fixed", "value": False}, False, None, id="a truth"),
        pytest.param({"op": "fixed", "value": "sun"}, "sun", None, id="a code"),
        pytest.param(
            {"op": "fixed", "value": "sun", "names": {"sun": name_of("sunshine")}},
            "sun",
            Text("sunshineの名", "sunshine"),
            id="a code with a name",
        ),
        pytest.param(
            {"op": "fixed", "value": "sun", "names": {"rain": name_of("rain")}},
            "sun",
            None,
            id="a code whose name is not given",
        ),
    ],
)
def test_fixed(expression: Any, value: object, shown: Text | None) -> None:
    step = bench(expression).run()
    assert (step.op, step.value, step.shown) == ("fixed", value, shown)


@pytest.mark.parametrize(
    ("name", "seat", "value"),
    [
        pytest.param("coins", 0, 4, id="a field of the player"),
        pytest.param("coins", 1, 9, id="a field of another player"),
        pytest.param("seeds.red", 0, 7, id="inside a record"),
        pytest.param("coins-left", 0, 30, id="a field of the table"),
        pytest.param("sky", 0, "sun", id="a code"),
        pytest.param("player-count", 0, 2, id="how many play"),
        pytest.param("seat", 0, 1, id="the first seat"),
        pytest.param("seat", 1, 2, id="the second seat"),
        pytest.param("player-name", 1, "B", id="the name of a player"),
        pytest.param("event", 0, "test", id="which scoring it is"),
        pytest.param("double", 1, 18, id="a defined value"),
    ],
)
def test_field(name: str, seat: int, value: object) -> None:
    step = bench(
        name,
        player=PLAYER,
        table=TABLE,
        players=PLAYERS,
        values=VALUES,
        define={"double": {"op": "product", "parts": ["coins", 2]}},
        seat=seat,
    ).run()
    assert step.value == value


def test_a_field_is_labelled_by_its_name_and_a_code_reads_by_its_option() -> None:
    step = bench("sky", table=TABLE, values=VALUES).run()
    assert step.label == Text("skyの名", "sky")
    assert step.shown == Text("sunshineの名", "sunshine")


def test_a_field_may_be_labelled_otherwise() -> None:
    node = {"op": "field", "of": "coins-left", "label": {"ja": "残り", "en": "left"}}
    assert bench(node, table=TABLE, values=VALUES).run().label == Text("残り", "left")


def test_a_defined_value_keeps_its_working() -> None:
    step = bench(
        {"op": "field", "of": "twice", "label": {"ja": "倍", "en": "twice"}},
        table=TABLE,
        values=VALUES,
        define={"twice": {"op": "product", "parts": ["coins-left", 2]}},
    ).run()
    assert (step.value, step.label, step.parts[0].op) == (60, Text("倍", "twice"), "product")


def test_a_typed_sum_is_kept_as_it_was_typed() -> None:
    typed = Entered.of("3+6+2")
    step = bench("coins-left", table=TABLE, values={**VALUES, "coins-left": typed}).run()
    assert isinstance(step.value, Entered)
    assert (step.value, step.value.typed) == (11, "3+6+2")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("golt", id="an unknown name"),
        pytest.param("seeds.blue", id="an unknown field of a record"),
        pytest.param("coins.red", id="inside a number"),
        pytest.param("later", id="a value that is defined nowhere"),
        pytest.param("plots.size", id="inside a list, outside a loop"),
    ],
)
def test_a_name_that_means_nothing_is_told(name: str) -> None:
    plots = {
        "id": "plots",
        "kind": "records",
        "fields": [{"id": "size", "name": name_of("s"), "kind": "whole"}],
    }
    found = bench(name, player=PLAYER, table=[*TABLE, plots], players=PLAYERS)
    assert found.operator is None
    assert [code for code, _ in found.problems] == ["E310"]


@pytest.mark.parametrize("name", ["seat", "player-name", "players"])
def test_nobody_sits_at_a_calculator(name: str) -> None:
    assert [code for code, _ in bench(name).problems] == ["E310"]


def test_an_entry_of_a_list_of_options_reads_as_that_option() -> None:
    """The list reads as all of them, the one at hand in a loop as itself."""
    options = [{"id": "hat", "name": name_of("big hat")}, {"id": "bag", "name": name_of("bag")}]
    tools = {"id": "tools", "kind": "choices", "options": options}
    points = {"op": "choose", "by": "tool", "cases": {"hat": 2, "bag": 1}}
    each = {"op": "for-each", "in": "tools", "as": "tool", "part": points}
    made = bench(each, player=[tools], players=[{"tools": ("hat", "bag")}]).run()
    shown = [given.shown for step in made.walk() for given in step.inputs if given.value == "bag"]
    assert shown
    assert set(shown) == {Text("bagの名", "bag")}
    whole = bench("tools", player=[tools], players=[{"tools": ("hat", "bag")}]).run()
    assert whole.shown == Text("big hatの名、bagの名", "big hat, bag")
