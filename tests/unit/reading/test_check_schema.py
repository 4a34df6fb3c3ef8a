"""Shapes of files: every fault with its place, the same as a library for JSON Schema finds."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from rulesref.reading.check_schema import Fault, check_shape
from rulesref.reading.source import read_text
from tests.helpers import DATA, TOY, document, faults
from tests.properties import examples

FILES = sorted(TOY.rglob("*.yaml"))
TERM = {"id": "plot", "ja": "花壇", "reading": "かだん", "en": "plot", "synonyms": {}}
RULING: dict[str, Any] = {
    "id": "tie", "topic": "end", "question": {"ja": "?", "en": "?"}, "default": "half",
    "readings": [{"id": "half", "text": {"ja": "a", "en": "a"}, "who": []}] * 2,
    "why": {"ja": "b", "en": "b"}, "confidence": "certain", "covers": [], "rules": [],
}  # fmt: skip


def scored(value: Any) -> dict[str, Any]:
    """A scoring with one category that has this value."""
    name = {"ja": "点", "en": "points"}
    event = {
        "id": "end", "name": name, "rules": ["end"],
        "categories": [{"id": "all", "name": name, "rules": ["end"], "value": value}],
        "ranking": [{"by": "total", "name": name, "rules": ["end"]}],
    }  # fmt: skip
    return {"position": {"player": [], "table": []}, "events": [event]}


VALUE = ("events", 0, "categories", 0, "value")


@pytest.mark.parametrize(
    ("kind", "data", "code", "path", "values"),
    [
        pytest.param("glossary", [{**TERM, "id": 3}], "E203", (0, "id"),
                     {"kind": "whole", "expected": ["text"]}, id="a number for an id"),
        pytest.param("glossary", [{**TERM, "id": "Plot"}], "E205", (0, "id"),
                     {"typed": "Plot"}, id="an id that is none"),
        pytest.param("glossary", [{**TERM, "en": ""}], "E206", (0, "en"), {"least": 1},
                     id="an empty text"),
        pytest.param("glossary", [{**TERM, "readin": 1}], "E202", (0, "readin"),
                     {"key": "readin", "near": "reading", "known": ["id", "ja", "reading", "en", "synonyms", "note"]}, id="an unknown key"),
        pytest.param("glossary", {}, "E203", (), {"kind": "mapping", "expected": ["list"], "meant": "- {…: …}"},
                     id="no list"),
        pytest.param("rulings", [{**RULING, "readings": RULING["readings"][:1]}], "E206",
                     (0, "readings"), {"least": 2}, id="a single reading"),
        pytest.param("rulings", [{**RULING, "confidence": "certian"}], "E204", (0, "confidence"),
                     {"typed": "certian", "allowed": ["certain", "likely", "unverified"],
                      "near": "certain"}, id="a word that is not among those allowed"),
        pytest.param("scoring", scored(None), "E203", VALUE,
                     {"kind": "nothing", "expected": ["whole", "text", "flag", "mapping"]},
                     id="nothing for an expression"),
        pytest.param("scoring", scored(""), "E206", VALUE, {"least": 1}, id="an empty text"),
        pytest.param("scoring", scored({"op": "best-split", "of": ["a"]}), "E201", VALUE,
                     {"key": "wild"}, id="an argument is missing"),
        pytest.param("scoring", scored({"op": "rnak", "of": 1}), "E204", (*VALUE, "op"),
                     None, id="an unknown form"),
        pytest.param("scoring", scored({"op": "total", "parts": [1]}), "E204", (*VALUE, "op"),
                     None, id="what is written as text"),
        pytest.param("scoring", scored({"op": "which", "cases": {}}), "E206",
                     (*VALUE, "cases"), {"least": 1}, id="no cases"),
        pytest.param("scoring", scored({"value": "a", "with": {"A": 1}}),
                     "E205", (*VALUE, "with", "A"), {"typed": "A"}, id="a part that is no id"),
        pytest.param("scoring", scored({"value": 1, "with": {"a": {"value": 1, "with": {"b": []}}}}),
                     "E203", (*VALUE, "with", "a", "with", "b"), None, id="deep inside"),
    ],
)  # fmt: skip
def test_a_fault_is_found_where_it_is(
    kind: str, data: Any, code: str, path: tuple[str | int, ...], values: Any
) -> None:
    (fault,) = faults(data, kind)
    assert (fault.code, fault.path) == (code, path)
    assert values is None or fault.values == values


def test_where_a_list_should_be_it_is_said_how_it_is_written() -> None:
    field = {"id": "gold", "name": {"ja": "金", "en": "gold"}, "kind": "whole"}
    for written, meant in ((field, "- {id: …}"), ("a, b", "[a, b]"), ("any text", "- any text")):
        (fault,) = faults(
            {"position": {"player": written}, "events": scored(1)["events"]}, "scoring"
        )
        assert fault.values["meant"] == meant


def test_a_range_has_two_ends() -> None:
    field = {"id": "gold", "name": {"ja": "金", "en": "gold"}, "kind": "whole", "range": [0, 3, 9]}
    data = scored(1) | {"position": {"player": [field], "table": []}}
    (fault,) = faults(data, "scoring")
    assert (fault.code, fault.path[-1], fault.values) == ("E207", "range", {"most": 2})


def test_a_map_needs_a_legend_and_anything_else_columns() -> None:
    head = {"id": "t", "title": {"ja": "表", "en": "t"}, "sources": [], "confidence": "certain"}
    assert [f.values for f in faults([{**head, "grid": ["ab"]}], "tables")] == [{"key": "legend"}]
    missing = [f.values["key"] for f in faults([head], "tables")]
    assert missing == ["columns", "key", "rows"]


def test_an_effect_of_no_kind_is_refused() -> None:
    flow = copy.deepcopy(document(TOY / "flow.yaml"))
    flow["actions"][0]["effects"] = [{"subtract": "gold"}]
    (fault,) = faults(flow, "flow")
    assert (fault.code, fault.path) == ("E204", ("actions", 0, "effects", 0, "subtract"))


def test_a_key_misspelt_is_told_what_an_effect_begins_with() -> None:
    flow = copy.deepcopy(document(TOY / "flow.yaml"))
    flow["actions"][0]["effects"] = [{"ad": "coins", "by": 1}]
    (fault,) = faults(flow, "flow")
    assert (fault.path[-1], fault.at_key, fault.values["near"]) == ("ad", True, "add")


def test_a_problem_points_at_the_key_that_is_wrong_and_else_at_the_value() -> None:
    source, _ = read_text("- id: Plot\n  idd: 3\n", "glossary.yaml")
    assert source is not None
    places = {
        (p.code, p.place.line, p.place.column)
        for p in check_shape(source, "glossary")[0]
        if p.place
    }
    assert {("E205", 1, 7), ("E202", 2, 3), ("E201", 1, 3)} == places


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        pytest.param("{put: gnomes, valu: kind}", [("E202", "value")], id="misspelt"),
        pytest.param("{add: coins, to: 1}", [("E202", "by")], id="that of another kind of effect"),
        pytest.param("{add: coins}", [("E201", None)], id="missing"),
        pytest.param("{add: coins, by: 1, wyh: {ja: a, en: a}}", [("E202", "why")], id="one that need not be there"),
        pytest.param("{add: coins, byy: 1, wo: x}", [("E202", "by"), ("E202", "who")], id="two"),
        pytest.param("{need: true, mesage: {ja: a, en: a}}", [("E202", "message")], id="a label"),
    ],
)  # fmt: skip
def test_a_key_that_is_missing_because_it_is_misspelt_is_told_once(
    effect: str, told: list[tuple[str, str | None]]
) -> None:
    text = (TOY / "flow.yaml").read_text(encoding="utf-8")
    text = text.replace("effects: [{add: coins, by: hours}]", f"effects: [{effect}]")
    source, _ = read_text(text, "flow.yaml")
    assert source is not None
    found = check_shape(source, "flow")[0]
    assert [(p.code, p.values.get("near")) for p in found] == told


# --- the library ----------------------------------------------------------------------------------

CODES = {
    "required": "E201", "anyOf": "E201", "additionalProperties": "E202", "type": "E203", "enum": "E204",
    "pattern": "E205", "minItems": "E206", "minProperties": "E206", "minLength": "E206",
    "maxItems": "E207",
}  # fmt: skip
JUNK: tuple[Any, ...] = (
    None,
    True,
    7,
    "",
    "a b",
    "gold",
    [],
    {},
    [1, "x"],
    {"op": "rank"},
    {"value": "gold"},
    {"ja": "x"},
)


@cache
def library(kind: str) -> Draft202012Validator:
    return Draft202012Validator(
        json.loads((DATA / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8"))
    )


def by_library(data: Any, kind: str) -> list[tuple[str, tuple[str | int, ...]]]:
    """Code and path of every fault that the library finds."""
    return sorted(
        (item for error in library(kind).iter_errors(data) for item in coded(error)), key=repr
    )


def coded(error: ValidationError) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    instance: Any = error.instance
    schema: Any = error.schema
    path = tuple(error.absolute_path)
    code = CODES.get(str(error.validator), "E208")
    if code == "E202":
        yield from ((code, (*path, key)) for key in instance if key not in schema["properties"])
    elif "propertyNames" in error.schema_path:
        yield code, (*path, instance)
    else:
        yield code, path


def places(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of everything inside plain data."""
    if path:
        yield path
    for key, inside in data.items() if isinstance(data, dict) else enumerate(data):
        yield from places(inside if isinstance(inside, (dict, list)) else (), (*path, key))


def damaged(data: Any, chance: random.Random) -> Any:
    """A copy with something else, something less or something more at one place."""
    data = copy.deepcopy(data)
    *above, last = chance.choice(list(places(data)))
    around = data
    for key in above:
        around = around[key]
    match chance.randrange(4):
        case 0 if isinstance(around, dict):
            del around[last]
        case 1 if isinstance(around, dict):
            around["Extra key"] = chance.choice(JUNK)
        case _:
            around[last] = chance.choice(JUNK)
    return data


#: What we know more of than the library: what is no key is a text without quotes.
_PLAIN = {"E215": "E202", "E225": "E202"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.slow
def test_the_library_finds_the_same_in_damaged_files(path: Path) -> None:
    kind = "rules" if path.parent.name == "rules" else path.stem
    sound, chance = document(path), random.Random(path.stem)
    assert by_library(sound, kind) == []
    assert faults(sound, kind) == []
    wrong, rounds = 0, examples(60)
    for _ in range(rounds):
        data = damaged(sound, chance)
        # A library does not tell a key that is what follows a comma from others.
        ours = sorted(
            ((_PLAIN.get(f.code, f.code), f.path) for f in map(_broad, faults(data, kind))),
            key=repr,
        )
        assert ours == by_library(data, kind)
        wrong += bool(ours)
    assert wrong >= rounds // 3


def _broad(fault: Fault) -> Fault:
    """A library only says that an effect or a part of a view begins with none of the keys that there are."""
    begins = fault.code == "E204" and fault.at_key
    return Fault("E208", fault.path[:-1], {}) if begins else fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("languages: en", ("E203", "meant", "[en]")),
        ("players: 2-4", ("E203", "meant", "{min: 2, max: 4}")),
        ("topics: [{id: play, name：遊び}]", ("E224", "typed", "：")),
        ("aliases: {ja: [お金、金貨]}", ("E224", "meant", ", ")),
        ("name：ゲーム\nyear: 2000", ("E224", "typed", "：")),
    ],
)
def test_what_is_meant_is_said_of_signs_and_forms(text: str, fault: tuple[str, str, str]) -> None:
    code, key, value = fault
    source, problems = read_text(f"id: own\n{text}\n", "game.yaml")
    problems = problems or check_shape(source, "game")[0] if source else problems
    assert [p.values[key] for p in problems if p.code == code] == [value]
