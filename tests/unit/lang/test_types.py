"""What expressions can come to, and what is told of those that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.base.frozen import changed
from rulesref.lang.types import (
    ANY,
    FLAG,
    NOTHING,
    NUMBER,
    PLAYER,
    TEXT,
    Type,
    codes_of,
    column_type,
    joined,
    list_of,
    record_of,
    type_of,
)
from rulesref.model.entries import Table, read_fields
from rulesref.reading.checked_link import CheckedLinker
from rulesref.reading.link import Function, GlobalScope, LinkContext, Names
from rulesref.reading.scoring_linking import calculators
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
    {"id": "lengths", "name": name_of("lengths"), "kind": "wholes"},
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
        GlobalScope({"prizes": PRIZES}, {}, None),
        lambda code, path, _: problems.append((code, path)),
    )
    names = Names({}, FIELDS)
    operator = linker.expression(expression, LinkContext((), names), gives)
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
        pytest.param("pieces(votes, 4)", NUMBER, id="pieces"),
        pytest.param("[place for bed, place in beds]", list_of(NUMBER), id="places"),
        pytest.param("[bed for bed in beds]", list_of(record_of({"size": NUMBER})), id="entries"),
        pytest.param("[bed.size for bed in beds where false]", list_of(None), id="no entries at all"),
        pytest.param("sum(bed.size for bed in beds)", NUMBER, id="a sum"),
        pytest.param("count(bed in beds where bed.size > 1)", NUMBER, id="how many"),
        pytest.param("cap(coins, 3)", NUMBER, id="at most so much"),
        pytest.param("floor(coins / 3)", NUMBER, id="a part"),
        pytest.param("coins - 3", NUMBER, id="a difference"),
        pytest.param("3 in lengths", FLAG, id="whether it is there"),
        pytest.param("coins in [3, 4]", FLAG, id="one of some"),
        pytest.param("not fence and fence", FLAG, id="conditions"),
        pytest.param("lengths[1]", NUMBER | NOTHING, id="an entry that may not be there"),
        pytest.param("[3, coins][1]", NUMBER | NOTHING, id="the first of some"),
        pytest.param("[3, coins][2]", NUMBER | NOTHING, id="the last of them"),
        pytest.param("votes[[player-name][1]]", NUMBER, id="the amount of somebody who may not be there"),
        pytest.param("votes['wild']", NUMBER, id="the amount of a colour"),
        pytest.param({"op": "nth", "of": {"op": "record", "fields": {"a": 1, "b": "fence"}}, "n": code("b")}, FLAG, id="a part of a record"),
        pytest.param("own(votes)", NUMBER, id="one's own"),
        pytest.param("5 if fence else 0", NUMBER | NOTHING, id="nothing otherwise"),
        pytest.param("case sky of 'sun' -> 1; else fence", NUMBER | FLAG, id="any of some cases"),
        pytest.param("prizes['straw'].points", NUMBER | NOTHING, id="a cell that may be blank"),
        pytest.param("prizes['straw'].hat", codes_of(["straw", "paper"]), id="a cell with a code"),
        pytest.param("prizes[points <= coins].hat", codes_of(["straw", "paper"]), id="a cell of the row reached"),
        pytest.param("sum(prizes[points <= coins].points)", NUMBER, id="rows added up"),
        pytest.param({"op": "rank", "among": "lengths", "award": [3], "ties": "each"}, list_of(NUMBER), id="awards of a list"),
        pytest.param({"op": "rank", "among": "votes", "award": [3], "ties": "each"}, NUMBER, id="one's own award"),
        pytest.param({"op": "rank", "among": "players", "by": "coins", "award": [3], "ties": "each"}, NUMBER, id="an award among players"),
        pytest.param({"op": "best-split", "of": ["coins", 1], "wild": 1}, list_of(NUMBER, 2), id="a split"),
        pytest.param({"op": "fixed", "value": "sun", "names": {"sun": name_of("sun")}}, codes_of(["sun"]), id="a code with a name"),
        pytest.param("players", list_of(PLAYER), id="the players"),
        pytest.param("seat", NUMBER, id="a seat"),
        pytest.param("event", ANY, id="which scoring it is"),
    ],
)  # fmt: skip
def test_an_expression_has_a_type(expression: Any, type_: Type) -> None:
    assert checked(noded(expression)) == (type_, [])


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
        pytest.param("sum(prizes[hat = 'felt'].points)", ("E312", ("where", "hat")), id="rows of nothing added up"),
        pytest.param("sum(prizes[points <= sky].points)", ("E313", ("up-to", "points")), id="rows up to a code"),
        pytest.param("prizes[hat = 'felt', points <= 3].points", ("E312", ("where", "hat")), id="the last of no rows"),
        pytest.param("prizes[points <= sky].points", ("E313", ("of",)), id="a row that a code reaches"),
        pytest.param("prizes[hat <= 3].points", ("E313", ("from",)), id="a row that begins at a code"),
        pytest.param("cap(sky, 3)", ("E313", ("of",)), id="a code at most"),
        pytest.param("cap(3, sky)", ("E313", ("at",)), id="at most a code"),
        pytest.param("3 / sky", ("E313", ("by",)), id="by a code"),
        pytest.param("fence < 3", ("E313", ("left",)), id="a flag that is less"),
        pytest.param("3 >= fence", ("E313", ("right",)), id="at least a flag"),
        pytest.param("lengths[fence]", ("E313", ("n",)), id="the entry of a flag"),
        pytest.param("prizes[points <= fence].hat", ("E313", ("of",)), id="a row that a flag reaches"),
        pytest.param("sum(prizes[points <= fence].points)", ("E313", ("up-to", "points")), id="rows up to a flag"),
        pytest.param("sky - 3", ("E313", ("of",)), id="a code less something"),
        pytest.param("[3, coins][3]", ("E317", ("n",)), id="behind the end"),
        pytest.param("[3, coins][0]", ("E317", ("n",)), id="before the beginning"),
        pytest.param("lengths[sky]", ("E313", ("n",)), id="the entry of a code"),
        pytest.param("coins[1]", ("E313", ("of",)), id="an entry of a number"),
        pytest.param({"op": "nth", "of": {"op": "record", "fields": {"a": 1}}, "n": code("b")}, ("E312", ("n",)), id="no part of a record"),
        pytest.param("1 if coins else 2", ("E313", ("if",)), id="a number that decides"),
        pytest.param("fence or coins", ("E313", ("parts", 1)), id="a number among conditions"),
        pytest.param({"op": "which", "cases": {"shed": "coins"}}, ("E313", ("cases", "shed")), id="a number for a code"),
        pytest.param({"op": "which", "cases": {"shed": "fence"}, "names": {"shade": name_of("shade")}}, ("E312", ("names", "shade")), id="a name of none of them"),
        pytest.param({"op": "rank", "among": "lengths", "award": [3, "sky"], "ties": "each"}, ("E313", ("award", 1)), id="an award of a code"),
        pytest.param({"op": "rank", "among": "players", "by": "sky", "award": [3], "ties": "each"}, ("E313", ("by",)), id="ranked by a code"),
        pytest.param({"op": "rank", "among": "lengths", "award": [3], "extra": "sky", "ties": "each"}, ("E313", ("extra",)), id="one more that is a code"),
        pytest.param({"op": "best-split", "of": ["coins", "sky"], "wild": 1}, ("E313", ("of", 1)), id="a split of a code"),
        pytest.param({"op": "best-split", "of": ["coins"], "wild": "sky"}, ("E313", ("wild",)), id="so many wild ones as a code"),
        pytest.param({"op": "fixed", "value": "sun", "names": {"son": name_of("son")}}, ("E312", ("names", "son")), id="a name of another code"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_where_it_stands(
    expression: Any, problem: tuple[str, KeyPath]
) -> None:
    assert checked(noded(expression))[1] == [problem]


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
    linker = CheckedLinker(
        GlobalScope({}, {}, None), lambda code, path, _: told.append((code, path))
    )
    linker.expression(noded(call), LinkContext((), changed(names, functions={"worth": function})))
    assert told == problems


@pytest.mark.parametrize("call", ["size('straw')", "size('rain') + size('straw')"])
def test_a_case_that_only_another_call_needs_is_no_fault(call: str) -> None:
    told: list[object] = []
    value = noded("case one of 'straw' -> 1; 'rain' -> 2; 'flet' -> 3; else 4")
    raw = {"id": "size", "name": name_of("size"), "parameters": ["one"], "value": value}
    names = Names({}, FIELDS)
    function = Function(raw, ("define", "size"), names)
    linker = CheckedLinker(
        GlobalScope({}, {}, None), lambda *problem: told.append((problem[0], problem[1][-1]))
    )
    linker.expression(noded(call), LinkContext((), changed(names, functions={"size": function})))
    assert {*told} == {("E312", "flet")}


def test_what_stands_at_the_place_is_called_what_it_is() -> None:
    told: list[object] = []
    linker = CheckedLinker(GlobalScope({}, {}, None), lambda *problem: told.append(problem))
    linker.expression(equal("coins", True), LinkContext((), Names({}, FIELDS)))
    assert told == [("E314", ("right",), {"kind": ["flag"], "expected": ["number"]})]


def test_nothing_is_told_of_codes_when_none_is_known() -> None:
    bare = read_fields([{"id": "bare", "name": name_of("bare"), "kind": "choice", "options": []}])
    told: list[object] = []
    linker = CheckedLinker(GlobalScope({}, {}, None), lambda *problem: told.append(problem))
    linker.expression(equal("bare", code("sun")), LinkContext((), Names({}, bare)))
    assert told == []


def test_what_is_wanted_may_be_missing_but_not_of_another_kind() -> None:
    blank = {"op": "when", "if": "fence", "then": "fence"}
    assert checked(blank, "flag")[1] == []
    assert checked("skies", "number")[1] == [("E313", ())]
    assert checked("skies", "numbers")[1] == [("E313", ())]


def test_what_is_wrong_within_a_branch_is_told_once() -> None:
    inner = {"op": "total", "parts": [1, "sky"]}
    branches = {"op": "when", "if": "fence", "then": inner, "else": "sky"}
    assert checked({"op": "total", "parts": [2, branches]})[1] == [
        ("E313", ("parts", 1, "then", "parts", 1)), ("E313", ("parts", 1, "else")),
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("other", "problems"), [("coins", []), (True, ["E314"]), ("sky", []), (code("snow"), ["E312"])]
)
def test_what_may_be_missing_can_be_a_number(other: Any, problems: list[str]) -> None:
    """A code or nothing, which is 0."""
    either = {"op": "when", "if": "fence", "then": "sky"}
    for sides in ((either, other), (other, either)):
        assert [told for told, _ in checked(equal(*sides))[1]] == problems


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
    world = GlobalScope({"sizes": Table.read(by_size, game="g")}, {}, None)

    def told(size: Any) -> list[Any]:
        found: list[Any] = []
        linker = CheckedLinker(world, lambda code, path, values: found.append((code, path, values)))
        node = {"op": "lookup", "table": "sizes", "at": {"size": size}, "column": "points"}
        linker.expression(node, LinkContext((), Names({}, FIELDS)))
        return found

    ((code, path, values),) = told(5)
    assert (code, path, values["typed"]) == ("E312", ("at", "size"), "5")
    assert told(3) == told("coins") == []


def told_of(expression: Any, gives: str = "") -> list[Any]:
    """All that is told of an expression, with its values."""
    found: list[Any] = []
    linker = CheckedLinker(GlobalScope({"prizes": PRIZES}, {}, None), lambda *problem: found.append(problem))  # fmt: skip
    operator = linker.expression(noded(expression), LinkContext((), Names({}, FIELDS)), gives)
    linker.type_of(operator)
    return found


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("coins + sky", {"kind": ["code"], "expected": ["number"]}),
        ("lengths[sky]", {"kind": ["code"], "expected": ["number"]}),
        ("not coins", {"kind": ["number"], "expected": ["flag"]}),
        ("prizes[hat <= 3].points", {"kind": ["number"], "expected": ["code"]}),
        ("sky = coins", {"kind": ["number"], "expected": ["code"]}),
        ("case sky of 'sun' -> 1", {"missing": ["rain"]}),
        ("[1, 2][3]", {"typed": 3, "high": 2}),
        ("prizes[cap].points", {"typed": "papre", "other": "paper"}),
        ("sky = 'snow'", {"typed": "snow", "known": ["rain", "sun"]}),
        ("sky = hat", {"typed": "straw", "known": ["rain", "sun"]}),
    ],
)
def test_what_is_told_has_what_it_is_and_what_is_wanted(
    expression: str, values: dict[str, Any]
) -> None:
    ((_, _, told),) = told_of(expression)
    assert {key: told[key] for key in values} == values


def test_a_list_of_numbers_is_wanted_with_numbers_in_it() -> None:
    assert told_of("lengths", "numbers") == []
    ((code, path, values),) = told_of("skies", "numbers")
    assert (code, path, values) == ("E313", (), {"kind": ["code"], "expected": ["wholes"]})
    ((_, _, values),) = told_of("coins", "numbers")
    assert values == {"kind": ["number"], "expected": ["wholes"]}


def test_what_is_one_or_the_other() -> None:
    two, three = list_of(NUMBER, 2), list_of(NUMBER, 3)
    assert two | two == two
    assert two | three == list_of(NUMBER)
    assert list_of(None) | two == list_of(NUMBER)
    assert record_of({"a": NUMBER}) | record_of({"a": FLAG, "b": TEXT}) == record_of(
        {"a": NUMBER | FLAG, "b": TEXT}
    )
    assert codes_of(["a"], fresh=True) | codes_of(["b"]) == Type(
        frozenset({"code"}), frozenset("ab"), frozenset("a")
    )


ROOM = {
    "id": "room", "name": name_of("room"), "about": name_of("room"), "rules": ["r"],
    "inputs": [
        {"id": "many", "name": name_of("many"), "kind": "whole"},
        {"id": "weather", "name": name_of("weather"), "kind": "choice", "options": SKY, "optional": True, "default": "sun"},
        {"id": "plots", "name": name_of("plots"), "kind": "records", "optional": True, "fields": [{"id": "size", "name": name_of("size"), "kind": "whole"}]},
    ],
    "define": [{"id": "half", "name": name_of("half"), "value": noded("many / 2")}],
    "results": [
        {"id": "left", "name": name_of("left"), "value": noded("half")},
        {"id": "under", "name": name_of("under"), "value": noded("weather")},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("expression", "type_", "problems"),
    [
        ("room(many = coins).left", NUMBER, []),
        ("room(many = coins, weather = sky).under", codes_of(["sun", "rain"]), []),
        ("room(many = sky).left", NUMBER, [("E313", ("with", "many"))]),
        ("room(many = 1, weather = 'snow').left", NUMBER, [("E312", ("with", "weather"))]),
        ("room(many = 1, weather = hat).left", NUMBER, [("E312", ("with", "weather"))]),
        ("room(many = 1, plots = beds).left", NUMBER, []),
        ("room(many = event).left", NUMBER, []),
        ("room(many = 1, plots = [{0}]).left", NUMBER, [("E310", ("with", "plots", "fields", "siez"))]),
        ("room(many = 1, plots = [{1}]).left", NUMBER, [("E313", ("with", "plots", "fields", "size"))]),
    ],
)  # fmt: skip
def test_what_a_calculator_is_given_must_fit_its_inputs(
    expression: str, type_: Type, problems: list[Any]
) -> None:
    node = noded(expression.partition(", plots = [{")[0] + ").left" if "[{" in expression else expression)  # fmt: skip
    if "[{" in expression:
        record = {"siez": 1} if "[{0" in expression else {"size": "sky"}
        node["with"]["plots"] = {"op": "list", "parts": [{"op": "record", "fields": record}]}
    known = calculators("toy", [ROOM], GlobalScope({}, {}, None))
    told: list[Any] = []
    world = GlobalScope({}, {}, None, known)
    linker = CheckedLinker(world, lambda code, path, _: told.append((code, path)))
    operator = linker.expression(node, LinkContext((), Names({}, FIELDS)))
    assert (linker.type_of(operator), told) == (type_, problems)


def test_cells_are_what_their_column_says() -> None:
    kinds = {"open": "flag", "many": "whole", "hat": "code", "note": "text"}
    table = Table.read({
        "id": "kinds", "title": name_of("kinds"), "sources": [], "confidence": "certain", "key": ["many"],
        "columns": [{"id": name, "name": name_of(name), "kind": kind, **({"values": {"straw": name_of("straw")}} if kind == "code" else {})}
                    for name, kind in kinds.items()],
        "rows": [[True, 1, "straw", name_of("x")], [None, 2, None, name_of("y")]],
    }, game="g")  # fmt: skip
    assert {name: column_type(table, name) for name in kinds} == {
        "open": FLAG | NOTHING, "many": NUMBER, "hat": codes_of(["straw"]) | NOTHING, "note": TEXT,
    }  # fmt: skip
