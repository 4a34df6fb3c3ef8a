"""From texts to nodes, and where what stands."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.lang.grammar import KEY, parse
from rulesref.lang.tokens import ExpressionSyntaxError
from tests.properties import law


def code(word: str) -> dict[str, Any]:
    return {"op": "fixed", "value": word}


def compared(left: Any, relation: str, right: Any) -> dict[str, Any]:
    return {"op": "compare", "is": relation, "left": left, "right": right}


@pytest.mark.parametrize(
    ("text", "node"),
    [
        pytest.param("3", 3, id="a number"),
        pytest.param("-3", -3, id="a number below zero"),
        pytest.param("true", True, id="a flag"),
        pytest.param("'gate'", code("gate"), id="a code"),
        pytest.param("temples.chaac", "temples.chaac", id="a name"),
        pytest.param("row-1", "row-1", id="a name with a hyphen"),
        pytest.param("where = of", compared("where", "equal", "of"), id="names that are words of the language"),
        pytest.param("a - 1", {"op": "difference", "of": "a", "less": 1}, id="a minus"),
        pytest.param("a + b + c", {"op": "total", "parts": ["a", "b", "c"]}, id="one sum"),
        pytest.param("a + (b + c)", {"op": "total", "parts": ["a", {"op": "total", "parts": ["b", "c"]}]},
                     id="a sum in brackets stays one"),
        pytest.param("(a + b) + c", {"op": "total", "parts": [{"op": "total", "parts": ["a", "b"]}, "c"]},
                     id="at the beginning too"),
        pytest.param("a - b + c", {"op": "total", "parts": [{"op": "difference", "of": "a", "less": "b"}, "c"]},
                     id="from left to right"),
        pytest.param("a + b * c", {"op": "total", "parts": ["a", {"op": "product", "parts": ["b", "c"]}]},
                     id="times before plus"),
        pytest.param("a / 2", {"op": "divide", "of": "a", "by": 2}, id="an exact division"),
        pytest.param("floor(a / 2)", {"op": "divide", "of": "a", "by": 2, "rounding": "down"}, id="rounded down"),
        pytest.param("ceil(a / 2)", {"op": "divide", "of": "a", "by": 2, "rounding": "up"}, id="rounded up"),
        pytest.param("min(a, 2)", {"op": "minimum", "parts": ["a", 2]}, id="the smallest"),
        pytest.param("cap(a, 2)", {"op": "cap", "of": "a", "at": 2}, id="at most so much"),
        pytest.param("a <= 2", compared("a", "at-most", 2), id="a comparison"),
        pytest.param("not a = b", {"op": "not", "of": compared("a", "equal", "b")}, id="not binds loosely"),
        pytest.param("a or b and c", {"op": "any", "parts": ["a", {"op": "all", "parts": ["b", "c"]}]},
                     id="and before or"),
        pytest.param("a in ['x', 'y']", {"op": "one-of", "of": "a", "values": ["x", "y"]}, id="one of some codes"),
        pytest.param("a not in ['x']", {"op": "not", "of": {"op": "one-of", "of": "a", "values": ["x"]}}, id="not in"),
        pytest.param("a in list", {"op": "holds", "in": "list", "value": "a"}, id="in a list"),
        pytest.param("a in [b, 'x']", {"op": "any", "parts": [compared("a", "equal", "b"), compared("a", "equal", code("x"))]},
                     id="one of some values"),
        pytest.param("5 if a else b", {"op": "when", "if": "a", "then": 5, "else": "b"}, id="a choice"),
        pytest.param("5 if a else 0", {"op": "when", "if": "a", "then": 5}, id="nothing otherwise"),
        pytest.param("5 if a else false", {"op": "when", "if": "a", "then": 5, "else": False}, id="false is something"),
        pytest.param("case a of 'x', 2 -> 1; -1 -> b; else 0", {
            "op": "choose", "by": "a", "cases": {"x": 1, "2": 1, "-1": "b"}, "else": 0}, id="cases"),
        pytest.param("case ruling(r) of 'x' -> 1; 'y' -> 2", {
            "op": "ruling", "of": "r", "readings": {"x": 1, "y": 2}}, id="a ruling"),
        pytest.param("ruling(r) = 'x'", compared({"op": "ruling", "of": "r"}, "equal", code("x")), id="the code of a ruling"),
        pytest.param("[]", {"op": "list", "parts": []}, id="an empty list"),
        pytest.param("[1, a]", {"op": "list", "parts": [1, "a"]}, id="a list"),
        pytest.param("sum(d.size for d in ds where d.ok)", {
            "op": "for-each", "as": "d", "gather": "total", "in": "ds", "part": "d.size", "where": "d.ok"}, id="a sum over a list"),
        pytest.param("[p for d, p in ds]", {
            "op": "for-each", "as": "d", "gather": "list", "number": "p", "in": "ds", "part": "p"}, id="with its place"),
        pytest.param("count(ds)", {"op": "size", "in": "ds"}, id="how many"),
        pytest.param("any(d in ds where d.ok)", compared({"op": "size", "in": "ds", "as": "d", "where": "d.ok"}, "more", 0), id="any"),
        pytest.param("all(d in ds where d.ok)", compared(
            {"op": "size", "in": "ds", "as": "d", "where": {"op": "not", "of": "d.ok"}}, "equal", 0), id="all"),
        pytest.param("order[1]", {"op": "nth", "of": "order", "n": 1}, id="an entry by its place"),
        pytest.param("t[a, 1].c", {"op": "lookup", "table": "t", "column": "c", "at": ["a", 1]}, id="a cell"),
        pytest.param("t[k = 'x', n <= a].c", {
            "op": "bands", "table": "t", "column": "c", "from": "n", "of": "a", "where": {"k": code("x")}}, id="the last row reached"),
        pytest.param("sum(t[k = 1, n <= a].c)", {
            "op": "sum-rows", "table": "t", "column": "c", "where": {"k": 1}, "up-to": {"n": "a"}}, id="rows added up"),
        pytest.param("sum(t[].c)", {"op": "sum-rows", "table": "t", "column": "c"}, id="all rows added up"),
        pytest.param("sum(t[d].c for d in ds)", {
            "op": "for-each", "as": "d", "gather": "total", "in": "ds",
            "part": {"op": "lookup", "table": "t", "column": "c", "at": ["d"]}}, id="a cell for each"),
        pytest.param("t[a[1]].c", {
            "op": "lookup", "table": "t", "column": "c", "at": [{"op": "nth", "of": "a", "n": 1}]}, id="brackets in brackets"),
        pytest.param("own(d.a)", {"op": "own", "in": "d.a"}, id="one's own"),
        pytest.param("pieces(d.a, 4)", {"op": "pieces", "in": "d.a", "largest": 4}, id="pieces"),
        pytest.param("f(w = a).c", {"op": "calculate", "calculator": "f", "result": "c", "with": {"w": "a"}}, id="a calculator"),
        pytest.param("f().c", {"op": "calculate", "calculator": "f", "result": "c"}, id="a calculator with defaults"),
        pytest.param("min(case a of 'x' -> 1, 2)", {"op": "minimum", "parts": [{"op": "choose", "by": "a", "cases": {"x": 1}}, 2]}, id="a comma behind cases"),
        pytest.param("min(case a of 'x' -> 1, b, 2)", {"op": "minimum", "parts": [{"op": "choose", "by": "a", "cases": {"x": 1}}, "b", 2]}, id="and further parts behind them"),
        pytest.param("f(a, 1)", {"op": "call", "function": "f", "arguments": ["a", 1]}, id="a function"),
        pytest.param("count\n(ds)", {"op": "size", "in": "ds"}, id="over lines"),
    ],
)  # fmt: skip
def test_a_text_comes_to_a_node(text: str, node: Any) -> None:
    assert parse(text).node == node


@pytest.mark.parametrize(
    ("text", "reason", "start", "end"),
    [
        pytest.param("a ? b", "character", 2, 3, id="a sign that means nothing"),
        pytest.param("a == b", "meant", 2, 4, id="a sign of other languages"),
        pytest.param("a != 'x", "quote", 5, 7, id="an open quote"),
        pytest.param("a +", "end", 3, 3, id="nothing behind"),
        pytest.param("f(a", "end", 3, 3, id="an open bracket"),
        pytest.param("a => b", "meant", 2, 4, id="at least, the wrong way round"),
        pytest.param("a // b", "meant", 2, 4, id="a division of other languages"),
        pytest.param("a_b", "meant", 1, 2, id="a name with an underline"),
        pytest.param("a adn b", "meant", 2, 5, id="a misspelt word between values"),
        pytest.param("a b", "unexpected", 2, 3, id="a value behind a value"),
        pytest.param(
            "summ(pen for pen in pens)", "meant", 0, 4, id="a misspelt function over a list"
        ),
        pytest.param("1 + cuont(pen in pens where pen)", "meant", 4, 9, id="a misspelt count"),
        pytest.param(
            "gold(pen for pen in pens)", "unexpected", 9, 12, id="a list in something else"
        ),
        pytest.param("a + Gold_Coins", "meant", 4, 14, id="a name with capitals"),
        pytest.param("a ＋ b", "meant", 2, 3, id="a wide sign"),
        pytest.param("1.5 * a", "fraction", 0, 3, id="a decimal fraction"),
        pytest.param("min(a b)", "unexpected", 6, 7, id="no comma"),
        pytest.param("case a of 'x' -> 1, 'y' -> 2", "unexpected", 18, 19, id="cases with a comma"),
        pytest.param(
            "min(case a of 'x' -> 1, 'y' -> 2)", "unexpected", 22, 23, id="in brackets as well"
        ),
        pytest.param("case a of 'x' -> 1, else 2", "unexpected", 18, 19, id="else with a comma"),
        pytest.param("a in 'x'", "unexpected", 5, 8, id="in a code"),
        pytest.param("a in piles[b]", "list", 5, 11, id="in a part that a value picks"),
        pytest.param("count(pile(b))", "list", 6, 11, id="how many a function gives"),
        pytest.param("sum(d for d in piles[b])", "list", 15, 21, id="a loop over a part"),
        pytest.param("any(d in piles[b] where d)", "list", 9, 15, id="whether in a part"),
        pytest.param("sum(d.a in ds)", "gathered", 4, 13, id="a sum of no list"),
        pytest.param("sum(d.a for d in ds if d.b)", "unexpected", 20, 22, id="if in a loop"),
        pytest.param("f(w = a)", "result", 0, 8, id="a calculator without a result"),
        pytest.param("a b", "unexpected", 2, 3, id="two values"),
        pytest.param("5 if a", "end", 6, 6, id="no else"),
        pytest.param("a < b < c", "chain", 6, 7, id="three compared"),
        pytest.param("case a of 'x' -> 1; 'x' -> 2", "twice", 20, 23, id="a case twice"),
        pytest.param("case a of b -> 1", "unexpected", 10, 11, id="a case that is no code"),
        pytest.param("1" * 19, "digits", 0, 19, id="a long number"),
        pytest.param("(" * 60 + "a" + ")" * 60, "deep", 40, 41, id="deep brackets"),
        pytest.param("t[k = 1].c", "row", 0, 10, id="a row without a key"),
        pytest.param("t[1, k = 1].c", "row", 0, 13, id="a key and conditions"),
        pytest.param("floor(a)", "rounded", 6, 7, id="nothing to round"),
        pytest.param("f(a).c", "inputs", 2, 3, id="an input without a name"),
        pytest.param("count(d.a in ds where true)", "unexpected", 6, 9, id="a name with a dot"),
        pytest.param("and", "unexpected", 0, 3, id="a keyword"),
    ],
)
def test_what_is_no_expression_is_told_where_it_is(
    text: str, reason: str, start: int, end: int
) -> None:
    with pytest.raises(ExpressionSyntaxError) as wrong:
        parse(text)
    assert (wrong.value.values["reason"], wrong.value.start, wrong.value.end) == (
        reason,
        start,
        end,
    )


@pytest.mark.parametrize(
    ("text", "at", "wanted"),
    [
        ("case a of 'x' -> 1, 'y' -> 2", 18, (";",)),
        ("case a of 'x' -> 1, 'y', 'z' -> 2", 18, (";",)),
        ("case a of 'x' -> 1, else 2", 18, (";",)),
        ("min(case a of 'x' -> 1, 'y', 'z' -> 2)", 22, (";",)),
        ("a b", 2, ("operator", "end")),
        ("min(a b)", 6, (",", ")")),
        ("own(a b)", 6, (")",)),
        ("case a of b -> 1", 10, ("code", "number")),
        ("case a of -'x' -> 1", 11, ("code", "number")),
        ("a in 3", 5, ("name", "[")),
        ("sum(a for 3 in ds)", 10, ("name",)),
        ("sum(a for d in ds if a)", 18, ("where",)),
        ("pieces(a, b)", 10, ("number",)),
        ("5 if a 3", 7, ("else",)),
        ("(a", 2, (")",)),
        ("[a b]", 3, (",", "]")),
        ("a in [1 2]", 8, (",",)),
        ("f(a b)", 4, (",", ")")),
        ("t[a b].c", 4, (",", "]")),
        ("count(d.a in ds where true)", 6, ("name",)),
        ("+", 0, ("value",)),
    ],
)
def test_what_is_unexpected_is_told_with_what_could_stand_there(
    text: str, at: int, wanted: tuple[str, ...]
) -> None:
    with pytest.raises(ExpressionSyntaxError) as wrong:
        parse(text)
    assert (wrong.value.start, wrong.value.values["wanted"]) == (at, wanted)
    assert wrong.value.values["text"] == text[at : wrong.value.end]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1.25 * a", {"text": "1.25", "meant": "5 / 4"}),
        ("a_b", {"text": "_", "meant": "-"}),
        ("Gold_Coins", {"text": "Gold_Coins", "meant": "gold-coins"}),
        ("a adn b", {"text": "adn", "meant": "and"}),
        ("summ(pen for pen in pens)", {"text": "summ", "meant": "sum"}),
        ("1" * 19, {"limit": 18}),
        ("(" * 60, {"limit": 40}),
        ("a < b < c", {"text": "<"}),
        ("case a of 'x' -> 1; 'x' -> 2", {"text": "'x'"}),
        ("t[k = 1].c", {"table": "t"}),
        ("f(w = a)", {"calculator": "f"}),
        ("f(a).c", {"calculator": "f"}),
        ("floor(a)", {"text": "floor"}),
        ("sum(d.a in ds)", {"text": "sum"}),
        ("a in piles[b]", {"text": "piles"}),
    ],
)
def test_what_is_wrong_has_the_words_that_are_told(text: str, values: dict[str, Any]) -> None:
    with pytest.raises(ExpressionSyntaxError) as wrong:
        parse(text)
    assert {key: wrong.value.values.get(key) for key in values} == values


def test_as_many_digits_and_levels_as_there_may_be_are_read() -> None:
    assert parse("9" * 18).node == int("9" * 18)
    assert parse("(" * 39 + "a" + ")" * 39).node == "a"
    with pytest.raises(ExpressionSyntaxError):
        parse("(" * 40 + "a" + ")" * 40)


@pytest.mark.parametrize(
    ("text", "path", "part"),
    [
        ("a + b * c", ("parts", 1), "b * c"),
        ("a + b * c", ("parts", 1, "parts", 0), "b"),
        ("a + b + c", ("parts", 2), "c"),
        ("5 if a > 3 else b", ("if", "right"), "3"),
        ("t[k = 'x', n <= a].c", ("where", "k"), "'x'"),
        ("t[k = 'x', n <= a].c", ("where", "k", KEY), "k"),
        ("t[k = 'x', n <= a].c", ("column",), "c"),
        ("1 + t[n <= a].c", ("parts", 1, "table"), "t"),
        ("1 + t[n <= a].c", ("parts", 1, "from"), "n"),
        ("case ruling(r) of 'x' -> 1", ("of",), "r"),
        ("f(a)", ("function",), "f"),
        ("f(w = a).c", ("calculator",), "f"),
        ("case a of 'x' -> 1; else b", ("cases", "x", KEY), "'x'"),
        ("case a of 'x' -> 1; else b", ("else",), "b"),
        ("sum(d.size for d in ds)", ("in",), "ds"),
        ("f(w = a).c", ("result",), "c"),
        ("f(w = a).c", ("with", "w"), "a"),
        ("sum(d.size for d, p in ds where d.ok)", ("as",), "d"),
        ("sum(d.size for d, p in ds where d.ok)", ("number",), "p"),
        ("sum(d.size for d, p in ds where d.ok)", ("where",), "d.ok"),
        ("1 + sum(d.size for d in ds)", ("parts", 1), "sum(d.size for d in ds)"),
        ("count(d in ds where d.ok)", ("as",), "d"),
        ("count(d in ds where d.ok)", ("in",), "ds"),
        ("any(d in ds where d.ok)", ("left", "in"), "ds"),
        ("sum(t[k = 1, n <= a].c)", ("up-to", "n", KEY), "n"),
        ("sum(t[k = 1, n <= a].c)", ("where", "k", KEY), "k"),
        ("t[n <= a].c", ("from", KEY), "n"),
        ("t[n <= a].c", ("of",), "a"),
        ("case a of 'x', 2 -> 1; -1 -> b", ("cases", "2", KEY), "2"),
        ("case a of 'x', 2 -> 1; -1 -> b", ("cases", "-1", KEY), "-"),
        ("case ruling(r) of 'x' -> 1", ("readings", "x", KEY), "'x'"),
        ("2 * -3", ("parts", 1), "-3"),
        ("(a + b) * c", ("parts", 0), "a + b"),
    ],
)
def test_every_part_knows_its_place(text: str, path: tuple[str | int, ...], part: str) -> None:
    start, end, name = parse(text).spans[path]
    assert (text[start:end], name) == (part, "")


def test_a_part_beside_the_text_stands_for_its_name() -> None:
    part = parse("a + b.c", {"a": {"op": "own", "in": "x"}})
    assert part.node == {"op": "total", "parts": [{"op": "own", "in": "x"}, "b.c"]}
    assert part.spans["parts", 0] == (0, 1, "a")


WORDS = [
    "a", "b.c", "3", "-", "'x'", "[", "]", "(", ")", ",", ";", ".", "=", "<=", "->", "+", "*", "/", "if", "else", "case",
    "of", "in", "not", "and", "or", "for", "where", "sum", "count", "any", "floor", "ruling", "true", "?", "_", "'", " ",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("not " * 3000 + "a", id="opposites of opposites"),
        pytest.param("a[" * 3000 + "1" + "]" * 3000, id="entries of entries"),
        pytest.param("sum(a[" * 3000, id="sums of rows"),
    ],
)
def test_what_is_nested_beyond_reason_is_told_at_once(text: str) -> None:
    with pytest.raises(ExpressionSyntaxError) as wrong:
        parse(text)
    assert wrong.value.values["reason"] == "deep"


def test_many_parts_and_entries_within_entries_are_read_once() -> None:
    assert len(parse(" + ".join(["a"] * 5000)).node["parts"]) == 5000
    assert parse("a[" * 30 + "1" + "]" * 30).node["op"] == "nth"


@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join) | st.text(max_size=20))
@law(400)
def test_whatever_is_written_is_an_expression_or_is_told_where_it_is_none(text: str) -> None:
    assert all(0 <= start <= end <= max(len(text), 1) for start, end in _places(text))


def _places(text: str) -> list[tuple[int, int]]:
    try:
        return [(start, end) for start, end, _ in parse(text).spans.values()]
    except ExpressionSyntaxError as wrong:
        return [(wrong.start, wrong.end)]
