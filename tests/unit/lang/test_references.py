"""None"""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.text import Entered, Text
from rulesref.model.expression import EvaluationError
from tests.helpers import bench, name_of, small_table

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


def test_what_is_defined_may_be_called_something_else() -> None:
    node = {"op": "field", "of": "tint", "label": name_of("of today")}
    sky = {"op": "fixed", "value": "blue", "names": {"blue": name_of("blue")}}
    step = bench(node, define={"tint": sky}).run()
    assert (step.label, step.value) == (Text("of todayの名", "of today"), "blue")
    assert step.shown == Text("blueの名", "blue")


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


WEATHER = small_table(
    "weather",
    {"season": "code", "day": "whole", "points": "whole", "mood": "code", "warm": "flag"},
    ["season", "day"],
    [
        ["spring", 1, 3, "joy", True],
        ["spring", 2, None, "calm", False],
        ["autumn", 1, -2, "unknown", None],
        ["autumn", 5, "unknown", "joy", True],
    ],
)
LADDER = small_table(
    "ladder",
    {"hat": "code", "from": "whole", "points": "whole", "ribbon": "code"},
    ["hat", "from"],
    [
        ["straw", 6, 5, "gold"],
        ["straw", 0, 1, None],
        ["straw", 3, 2, "red"],
        ["paper", 2, 9, "gold"],
        ["paper", None, 100, "gold"],
    ],
)
WALK = small_table(
    "walk",
    {"path": "code", "step": "whole", "coins": "whole"},
    ["path", "step"],
    [["moss", 1, 1], ["moss", 2, None], ["moss", 4, 5], ["gravel", 1, 3], ["gravel", None, 50]],
)
WORDS = {
    "id": "words",
    "title": {"ja": "語", "en": "words"},
    "columns": [
        {"id": "n", "name": {"ja": "数", "en": "n"}, "kind": "whole"},
        {"id": "text", "name": {"ja": "文", "en": "text"}, "kind": "text"},
    ],
    "key": ["n"],
    "rows": [[1, {"ja": "一", "en": "one"}]],
    "sources": ["BOOK"],
    "confidence": "certain",
}
TABLES = [WEATHER, LADDER, WALK, WORDS]


def code(word: str) -> dict[str, str]:
    return {"op": "fixed", "value": word}


def lookup(season: str, day: Any, column: str) -> dict[str, Any]:
    return {
        "op": "lookup",
        "table": "weather",
        "at": {"season": code(season), "day": day},
        "column": column,
    }


@pytest.mark.parametrize(
    ("season", "day", "column", "cell"),
    [
        pytest.param("spring", 1, "points", 3, id="a number"),
        pytest.param("autumn", 1, "points", -2, id="a loss"),
        pytest.param("spring", 2, "points", 0, id="blank counts nothing"),
        pytest.param("spring", 1, "mood", "joy", id="a code"),
        pytest.param("spring", 2, "warm", False, id="a flag"),
        pytest.param("spring", 2, "day", 2, id="the key itself"),
    ],
)
def test_lookup(season: str, day: int, column: str, cell: object) -> None:
    assert bench(lookup(season, day, column), tables=TABLES).run().value == cell


def test_a_code_from_a_table_is_read_by_its_name() -> None:
    step = bench(lookup("spring", 1, "mood"), tables=TABLES).run()
    assert step.shown == Text("joyの名", "joy")


def test_a_lookup_says_what_it_was_given() -> None:
    step = bench(lookup("spring", 1, "points"), tables=TABLES).run()
    assert [(i.id, i.value) for i in step.inputs] == [
        ("table", "weather"),
        ("season", "spring"),
        ("day", 1),
    ]


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        pytest.param(lookup("spring", 3, "points"), "E411", id="no row has the key"),
        pytest.param(lookup("winter", 1, "points"), "E411", id="no row has the code"),
        pytest.param(lookup("autumn", 5, "points"), "E416", id="no source tells the number"),
        pytest.param(lookup("autumn", 1, "mood"), "E416", id="no source tells the code"),
        pytest.param(
            {"op": "bands", "table": "ladder", "where": {"hat": code("paper")}, "from": "from",
             "of": 1, "column": "points"}, "E411", id="below the first row"),
        pytest.param(
            {"op": "bands", "table": "ladder", "where": {"hat": code("cap")}, "from": "from",
             "of": 9, "column": "points"}, "E411", id="no row for the hat"),
        pytest.param(
            {"op": "sum-rows", "table": "weather", "column": "points"}, "E416",
            id="an unknown cell cannot be added"),
        pytest.param(
            {"op": "sum-rows", "table": "words", "column": "text"}, "E412",
            id="a text cannot be added"),
    ],
)  # fmt: skip
def test_what_a_table_does_not_say_is_a_problem(expression: Any, problem: str) -> None:
    with pytest.raises(EvaluationError) as found:
        bench(expression, tables=TABLES).run()
    assert found.value.problem.code == problem


@pytest.mark.parametrize(
    ("hat", "coins", "points", "ribbon"),
    [
        pytest.param("straw", 0, 1, 0, id="the first row, whatever the order of rows"),
        pytest.param("straw", 2, 1, 0, id="just below the next row"),
        pytest.param("straw", 3, 2, "red", id="exactly where a row begins"),
        pytest.param("straw", 99, 5, "gold", id="beyond the last row"),
        pytest.param("paper", 2, 9, "gold", id="another hat"),
    ],
)
def test_bands(hat: str, coins: int, points: int, ribbon: object) -> None:
    node = {
        "op": "bands",
        "table": "ladder",
        "where": {"hat": code(hat)},
        "from": "from",
        "of": coins,
    }
    assert bench({**node, "column": "points"}, tables=TABLES).run().value == points
    step = bench({**node, "column": "ribbon"}, tables=TABLES).run()
    assert step.value == ribbon
    assert step.shown == (Text(f"{ribbon}の名", str(ribbon)) if ribbon else None)


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        ("ladder[hat = 'straw', from <= 4].points", {"table": "ladder", "hat": "straw", "from": 3}),
        (
            "sum(walk[path = 'moss', step <= 3].coins)",
            {"table": "walk", "path": "moss", "step": 3},
        ),
    ],
)
def test_what_is_read_of_several_rows_says_of_which(text: str, inputs: dict[str, object]) -> None:
    """The number at which the row begins, or the most that one may be."""
    step = bench(text, tables=TABLES).run()
    assert {each.id: each.value for each in step.inputs} == inputs
    named = [str(inputs["table"]), *list(inputs)[1:]]
    assert [each.name for each in step.inputs] == [Text(f"{name}の名", name) for name in named]


def test_bands_without_a_condition_look_at_every_row() -> None:
    node = {"op": "bands", "table": "ladder", "from": "from", "of": 2, "column": "points"}
    assert bench(node, tables=TABLES).run().value == 9


@pytest.mark.parametrize(
    ("path", "step", "coins"),
    [
        pytest.param("moss", 0, 0, id="no step, no coins"),
        pytest.param("moss", 1, 1, id="the first step"),
        pytest.param("moss", 3, 1, id="a blank step adds nothing"),
        pytest.param("moss", 4, 6, id="all steps up to the one reached"),
        pytest.param("gravel", 9, 3, id="a row without a number is not reached"),
        pytest.param("moss", None, 6, id="all rows of a path"),
        pytest.param(None, 1, 4, id="the first steps of both paths"),
        pytest.param(None, None, 59, id="every row"),
        pytest.param("sand", 4, 0, id="no such path, no coins"),
    ],
)
def test_sum_rows(path: str | None, step: int | None, coins: int) -> None:
    node: dict[str, Any] = {"op": "sum-rows", "table": "walk", "column": "coins"}
    if path:
        node["where"] = {"path": code(path)}
    if step is not None:
        node["up-to"] = {"step": step}
    assert bench(node, tables=TABLES).run().value == coins


@pytest.mark.parametrize(
    ("expression", "problem", "path"),
    [
        pytest.param({**lookup("spring", 1, "points"), "table": "wether"}, "E301", ("table",), id="no such table"),
        pytest.param(lookup("spring", 1, "point"), "E302", ("column",), id="no such column"),
        pytest.param(
            {"op": "lookup", "table": "weather", "at": {"seson": 1, "day": 1}, "column": "points"},
            "E302", ("at", "seson"), id="no such key column"),
        pytest.param(
            {"op": "lookup", "table": "weather", "at": {"day": 1}, "column": "points"},
            "E303", ("at",), id="part of a key"),
        pytest.param(
            {"op": "bands", "table": "ladder", "from": "fro", "of": 1, "column": "points"},
            "E302", ("from",), id="no column to begin at"),
        pytest.param(
            {"op": "bands", "table": "ladder", "where": {"cap": 1}, "from": "from", "of": 1, "column": "points"},
            "E302", ("where", "cap"), id="no column for the condition"),
        pytest.param(
            {"op": "sum-rows", "table": "walk", "up-to": {"stop": 1}, "column": "coins"},
            "E302", ("up-to", "stop"), id="no column for the limit"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_read_so_is_told(
    expression: Any, problem: str, path: tuple[str, ...]
) -> None:
    found = bench(expression, tables=TABLES)
    assert found.operator is None
    assert found.problems == [(problem, path)]


def test_a_step_of_a_field_names_its_rules_and_what_it_rests_on() -> None:
    node = {"op": "field", "of": "coins-left", "rules": ["r"]}
    step = bench(node, table=TABLE, values=VALUES, rules=frozenset({"r"})).run()
    assert step.rules == ("r",)
    assert [(each.id, each.value, each.name) for each in step.inputs] == [
        ("coins-left", 30, Text("coins-leftの名", "coins-left")),
    ]  # fmt: skip
