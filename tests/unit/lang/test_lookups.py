from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.text import Text
from rulesref.model.expression import Unworkable
from tests.helpers import bench, small_table

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
    with pytest.raises(Unworkable) as found:
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
    assert bench({**node, "column": "ribbon"}, tables=TABLES).run().value == ribbon


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
