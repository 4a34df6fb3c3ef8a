"""What expressions can come to, and what is told of those that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.base.frozen import changed
from rulesref.lang.types import ANY, FLAG, NUMBER, PLAYER, Type, codes_of, joined, list_of, type_of
from rulesref.model.entries import Table
from rulesref.model.field import read_fields
from rulesref.reading.checked_link import CheckedLinker
from rulesref.reading.link import Function, Names, Site, World
from tests.helpers import name_of, noded

SKY = [{"id": code, "name": name_of(code)} for code in ("sun", "rain")]
FIELDS = read_fields([
    {"id": "coins", "name": name_of("coins"), "kind": "whole"},
    {"id": "fence", "name": name_of("fence"), "kind": "flag"},
    {"id": "sky", "name": name_of("sky"), "kind": "choice", "options": SKY},
    {"id": "skies", "name": name_of("skies"), "kind": "choices", "options": SKY},
    {"id": "hat", "name": name_of("hat"), "kind": "choice", "options": [{"id": "straw", "name": name_of("straw")}]},
    {"id": "cap", "name": name_of("cap"), "kind": "choice", "options": [{"id": code, "name": name_of(code)} for code in ("straw", "papre")]},
    {"id": "votes", "name": name_of("votes"), "kind": "by-player", "extras": [{"id": "wild", "name": name_of("wild"), "players": [2]}]},
    {"id": "beds", "name": name_of("beds"), "kind": "records", "fields": [{"id": "size", "name": name_of("size"), "kind": "whole"}]},
])  # fmt: skip
PRIZES = Table.read({
    "id": "prizes", "title": name_of("prizes"), "sources": [], "confidence": "certain", "key": ["hat"],
    "columns": [
        {"id": "hat", "name": name_of("hat"), "kind": "code", "values": {"straw": name_of("straw"), "paper": name_of("paper")}},
        {"id": "points", "name": name_of("points"), "kind": "whole"},
    ],
    "rows": [["straw", 3], ["paper", None]],
}, game="g")  # fmt: skip


def code(word: str) -> dict[str, Any]:
    return {"op": "fixed", "value": word}


def checked(expression: Any, gives: str = "") -> tuple[Type, list[tuple[str, KeyPath]]]:
    """The type of an expression, and what is told of it."""
    problems: list[tuple[str, KeyPath]] = []
    linker = CheckedLinker(
        World({"prizes": PRIZES}, {}, None), lambda code, path, _: problems.append((code, path))
    )
    names = Names({}, FIELDS)
    operator = linker.expression(expression, Site((), names), gives)
    return linker.type_of(operator), problems


def equal(left: Any, right: Any) -> dict[str, Any]:
    return {"op": "compare", "left": left, "is": "equal", "right": right}


def each(**more: Any) -> dict[str, Any]:
    return {"op": "for-each", "in": "beds", "as": "bed", **more}


def prize(hat: Any) -> dict[str, Any]:
    return {"op": "lookup", "table": "prizes", "at": {"hat": hat}, "column": "points"}


@pytest.mark.parametrize(
    ("expression", "type_"),
    [
        pytest.param("coins", NUMBER, id="a whole number"),
        pytest.param("fence", FLAG, id="a flag"),
        pytest.param("sky", codes_of(["sun", "rain"]), id="an option"),
        pytest.param("skies", list_of(codes_of(["sun", "rain"])), id="options"),
        pytest.param("player-name", PLAYER, id="a player"),
        pytest.param(code("sun"), codes_of(["sun"], fresh=True), id="a code of the rules"),
        pytest.param({"op": "when", "if": "fence", "then": code("a"), "else": code("b")}, codes_of(["a", "b"], fresh=True), id="either branch"),
        pytest.param(each(part="bed.size", gather="list"), list_of(NUMBER), id="a list that is gathered"),
        pytest.param({"op": "list", "parts": [1, "coins"]}, list_of(NUMBER, 2), id="a list of known length"),
        pytest.param({"op": "which", "cases": {"shed": "fence"}}, list_of(codes_of(["shed"], fresh=True)), id="those that apply"),
    ],
)  # fmt: skip
def test_an_expression_has_a_type(expression: Any, type_: Type) -> None:
    assert checked(expression) == (type_, [])


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        pytest.param({"op": "total", "parts": [1, "sky"]}, ("E313", ("parts", 1)), id="a code added"),
        pytest.param({"op": "total", "parts": [1, {"op": "when", "if": "fence", "then": code("a"), "else": 2}]}, ("E313", ("parts", 1, "then")), id="a code added in one case"),
        pytest.param({"op": "not", "of": "coins"}, ("E313", ("of",)), id="a number as a condition"),
        pytest.param({"op": "compare", "left": "sky", "is": "more", "right": 1}, ("E313", ("left",)), id="a code that is more"),
        pytest.param(equal("sky", code("snow")), ("E312", ("right",)), id="a code that is no option"),
        pytest.param(equal("sky", "hat"), ("E312", ("right",)), id="options that share nothing"),
        pytest.param(equal("coins", True), ("E314", ("right",)), id="a number that is true"),
        pytest.param({"op": "one-of", "of": "sky", "values": ["sun", "snow"]}, ("E312", ("values", 1)), id="one of what it cannot be"),
        pytest.param({"op": "one-of", "of": "coins", "values": ["sun"]}, ("E313", ("values", 0)), id="a number that is a code"),
        pytest.param({"op": "holds", "in": "skies", "value": code("snow")}, ("E312", ("value",)), id="held what cannot be"),
        pytest.param({"op": "choose", "by": "sky", "cases": {"sun": 1, "rian": 2}, "else": 0}, ("E312", ("cases", "rian")), id="a case of nothing"),
        pytest.param({"op": "choose", "by": "sky", "cases": {"sun": 1}}, ("E315", ("cases",)), id="a case missing"),
        pytest.param({"op": "nth", "of": "votes", "n": code("mild")}, ("E312", ("n",)), id="a colour that is not there"),
        pytest.param({"op": "nth", "of": {"op": "list", "parts": [1]}, "n": 2}, ("E317", ("n",)), id="beyond the end"),
        pytest.param(each(part="bed.size", where="bed.size"), ("E313", ("where",)), id="a condition of a loop"),
        pytest.param(each(part="fence", gather="list", where=equal("bed.size", "sky")), ("E314", ("where", "right")), id="deep inside"),
        pytest.param({"op": "for-each", "in": "beds", "as": "sky", "part": 1}, ("E316", ("as",)), id="a name hidden"),
        pytest.param(prize("cap"), ("W586", ("at", "hat")), id="an option that differs by a letter from a row"),
        pytest.param({"op": "when", "if": "fence", "then": "sky", "else": code("rainy")}, ("W586", ("else",)), id="a branch that differs by a letter from an option"),
        pytest.param(prize(code("felt")), ("E312", ("at", "hat")), id="a row of nothing"),
        pytest.param(prize("coins"), ("E314", ("at", "hat")), id="a row by a number"),
        pytest.param({"op": "sum-rows", "table": "prizes", "column": "hat"}, ("E313", ("column",)), id="codes added up"),
        pytest.param({"op": "fixed", "value": "sun", "names": {"son": name_of("son")}}, ("E312", ("names", "son")), id="a name of another code"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_where_it_stands(
    expression: Any, problem: tuple[str, KeyPath]
) -> None:
    assert checked(expression)[1] == [problem]


@pytest.mark.parametrize(
    ("call", "problems"),
    [
        pytest.param("worth('straw', 'rain')", [], id="both can be"),
        pytest.param("worth('bag', 'rain')", [("E312", ("arguments", 0))], id="the first cannot"),
        pytest.param("worth('straw', 'snow')", [("E312", ("arguments", 1))], id="the second cannot"),
        pytest.param("worth(sky, 'sun')", [("E312", ("define", "worth", "value", "if", "right"))],
                     id="what a field gives is wrong inside"),
    ],
)  # fmt: skip
def test_a_code_that_cannot_come_up_is_told_where_it_is_given(
    call: str, problems: list[Any]
) -> None:
    told: list[object] = []
    value = noded("1 if one = hat else 2 if other = sky else 3")
    raw = {"id": "worth", "name": name_of("worth"), "parameters": ["one", "other"], "value": value}
    names = Names({}, FIELDS)
    function = Function(raw, ("define", "worth"), names)
    linker = CheckedLinker(World({}, {}, None), lambda code, path, _: told.append((code, path)))
    linker.expression(noded(call), Site((), changed(names, functions={"worth": function})))
    assert told == problems


def test_what_stands_at_the_place_is_called_what_it_is() -> None:
    told: list[object] = []
    linker = CheckedLinker(World({}, {}, None), lambda *problem: told.append(problem))
    linker.expression(equal("coins", True), Site((), Names({}, FIELDS)))
    assert told == [("E314", ("right",), {"kind": ["flag"], "expected": ["number"]})]


def test_nothing_is_told_of_codes_when_none_is_known() -> None:
    bare = read_fields([{"id": "bare", "name": name_of("bare"), "kind": "choice", "options": []}])
    told: list[object] = []
    linker = CheckedLinker(World({}, {}, None), lambda *problem: told.append(problem))
    linker.expression(equal("bare", code("sun")), Site((), Names({}, bare)))
    assert told == []


def test_what_is_wanted_may_be_missing_but_not_of_another_kind() -> None:
    blank = {"op": "when", "if": "fence", "then": "fence"}
    assert checked(blank, "flag")[1] == []
    assert checked("skies", "number")[1] == [("E313", ())]
    assert checked("skies", "numbers")[1] == [("E313", ())]


def test_what_is_not_known_is_never_wrong() -> None:
    assert joined([NUMBER, ANY]) == ANY
    assert codes_of(["a"], fresh=True) | codes_of(["a", "b"]) == codes_of(["a", "b"])


def test_entries_of_records_have_their_fields() -> None:
    beds = type_of(FIELDS["beds"])
    assert beds.entry is not None
    assert dict(beds.entry.fields) == {"size": NUMBER}


def test_a_number_that_no_row_has_is_told_with_those_that_there_are() -> None:
    by_size = {
        "id": "sizes", "title": name_of("sizes"), "sources": [], "confidence": "certain", "key": ["size"],
        "columns": [{"id": name, "name": name_of(name), "kind": "whole"} for name in ("size", "points")],
        "rows": [[3, 1], [4, None]],
    }  # fmt: skip
    world = World({"sizes": Table.read(by_size, game="g")}, {}, None)

    def told(size: Any) -> list[Any]:
        found: list[Any] = []
        linker = CheckedLinker(world, lambda code, path, values: found.append((code, path, values)))
        node = {"op": "lookup", "table": "sizes", "at": {"size": size}, "column": "points"}
        linker.expression(node, Site((), Names({}, FIELDS)))
        return found

    ((code, path, values),) = told(5)
    assert (code, path, values["typed"]) == ("E312", ("at", "size"), "5")
    assert told(3) == told("coins") == []
