"""Names in expressions: what they come to, and what is reported when they come to nothing."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.model.entries import read_fields
from rulesref.model.keys import point_of
from rulesref.model.scoring import NamedValue, Rung
from rulesref.reading.link import GlobalScope, LinkContext, Linker, Names, entry_shape
from tests.helpers import bench, name_of, ruling, small_table

FIELDS: list[dict[str, Any]] = [
    {"id": "coins", "kind": "whole"},
    {"id": "beds", "kind": "records", "fields": [{"id": "size", "name": name_of("size"), "kind": "whole"}]},
    {"id": "heights", "kind": "wholes"},
]  # fmt: skip
TABLE = small_table("plots", {"size": "whole", "worth": "whole"}, ["size"], [[1, 5]])
OF_ALL = {"op": "for-each", "in": "beds", "as": "bed", "number": "n"}


@pytest.mark.parametrize(
    ("expression", "code", "path"),
    [
        pytest.param("coin", "E310", (), id="no such name"),
        pytest.param("coins.size", "E310", (), id="a number has no fields"),
        pytest.param("beds.size", "E310", (), id="a list has no fields, only its entries"),
        pytest.param({**OF_ALL, "part": "bed.width"}, "E310", ("part",), id="an entry has no such field"),
        pytest.param({**OF_ALL, "in": "coins", "part": 1}, "E311", ("in",), id="a number is no list"),
        pytest.param({"op": "product", "parts": ["bed", 1]}, "E310", ("parts", 0), id="outside its loop"),
        pytest.param({"op": "lookup", "table": "plot", "at": {"size": 1}, "column": "worth"}, "E301",
                     ("table",), id="no such table"),
        pytest.param({"op": "lookup", "table": "plots", "at": {"size": 1}, "column": "worht"}, "E302",
                     ("column",), id="no such column"),
        pytest.param({"op": "lookup", "table": "plots", "at": {"siez": 1}, "column": "worth"}, "E302",
                     ("at", "siez"), id="no such key column"),
        pytest.param({"op": "lookup", "table": "plots", "at": {"worth": 1}, "column": "worth"}, "E303",
                     ("at",), id="a column that is not the key"),
        pytest.param({"op": "ruling", "of": "tie", "readings": {"half": 1}}, "E304", ("readings",),
                     id="a reading without a value"),
        pytest.param({"op": "ruling", "of": "tied", "readings": {"half": 1}}, "E301", ("of",),
                     id="no such ruling"),
        pytest.param({"op": "calculate", "calculator": "c", "result": "r"}, "E301", ("calculator",),
                     id="no such calculator"),
        pytest.param({"op": "total", "parts": [1], "rules": ["gone"]}, "E301", ("rules", 0),
                     id="no such rule entry"),
    ],
)  # fmt: skip
def test_what_cannot_be_linked_is_reported(
    expression: Any, code: str, path: tuple[Any, ...]
) -> None:
    made = bench(expression, table=FIELDS, tables=[TABLE], rulings=[ruling("tie", "half", "share")],
                 rules=frozenset({"there"}))  # fmt: skip
    assert made.problems == [(code, path)]


def test_the_problems_of_every_part_are_reported() -> None:
    made = bench({"op": "total", "parts": ["a", 1, {"op": "product", "parts": ["b", "c"]}]})
    assert [path for _, path in made.problems] == [
        ("parts", 0), ("parts", 2, "parts", 0), ("parts", 2, "parts", 1),
    ]  # fmt: skip
    assert made.operator is None


def test_an_entry_and_its_number_are_known_inside_a_loop() -> None:
    part = {"op": "product", "parts": ["bed.size", "n"]}
    made = bench(
        {**OF_ALL, "part": part}, table=FIELDS, values={"beds": ({"size": 3}, {"size": 4})}
    )
    assert made.run().value == 3 * 1 + 4 * 2


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        pytest.param("players", "player", id="players"),
        pytest.param("heights", "number", id="whole numbers"),
        pytest.param("beds", "beds", id="records: the field itself"),
    ],
)
def test_an_entry_of_a_list_has_a_shape(name: str, shape: str) -> None:
    fields = read_fields([{"name": name_of(f["id"]), **f} for f in FIELDS])
    source = linker([]).reference(name, LinkContext((), Names(fields, {})))
    found = entry_shape(source)
    assert (found if isinstance(found, str) else found.id) == shape


def linker(problems: list[tuple[str, Any]]) -> Linker:
    world = GlobalScope({}, {}, frozenset({"one", "two"}))
    return Linker(world, lambda code, path, _: problems.append((code, path)))


def test_an_entry_is_linked_as_its_class_declares_it() -> None:
    data = {"id": "a", "name": name_of("a"), "value": 3}
    value = linker([]).entry(NamedValue, data, LinkContext((), Names(None, {}), ("one",)))
    assert value is not None
    assert (value.id, value.name.en, value.rules, value.value.rules) == (
        "a",
        "a",
        ("one",),
        ("one",),
    )


def test_its_own_rules_count_before_those_around_it() -> None:
    data = {"id": "a", "name": name_of("a"), "value": 3, "rules": ["two"]}
    value = linker([]).entry(NamedValue, data, LinkContext((), Names(None, {}), ("one",)))
    assert value is not None
    assert value.rules == ("two",)


def test_an_entry_that_lacks_what_it_needs_is_none_and_left_out_of_lists() -> None:
    problems: list[tuple[str, Any]] = []
    bad = {"id": "a", "name": name_of("a"), "value": "gone"}
    several = linker(problems).entries(
        NamedValue, [bad, {**bad, "value": 1}], LinkContext(("at",), Names(None, {}))
    )
    assert [each.value.run(bench(1).scope).value for each in several] == [1]
    assert problems == [("E310", ("at", 0, "value"))]


def test_what_may_be_left_out_may_be_left_out() -> None:
    data = {"by": "total", "name": name_of("a"), "rules": ["one"]}
    rung = linker([]).entry(Rung, data, LinkContext((), Names(None, {})))
    assert rung is not None
    assert rung.value is None


def test_a_point_that_an_entry_does_not_have_is_told_where_it_stands() -> None:
    problems: list[tuple[str, Any]] = []
    world = GlobalScope({}, {}, frozenset({"one"}), points={"one": 2})
    linker = Linker(world, lambda code, path, _: problems.append((code, path)))
    rules = linker.rules(["one", "one.2", "one.3", "two.1"], ("rules",))
    assert problems == [("E333", ("rules", 2)), ("E301", ("rules", 3))]
    assert [point_of(rule) for rule in rules] == [1, 2, 3, 1]
    assert linker.rules(rules, ("rules",)) is rules
