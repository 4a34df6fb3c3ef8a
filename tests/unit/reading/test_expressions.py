"""Nodes in the place of texts, and the way back to a line and a column."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.reading.expressions import with_nodes
from rulesref.reading.source import Source, read_text

LABEL = {"ja": "印", "en": "mark"}


def put(text: str) -> tuple[Source, list[Any]]:
    """A document with an expression at ``value``, with its node."""
    source, problems = read_text(text, "x.yaml")
    assert source is not None, problems
    return with_nodes(source, [("value",)])


@pytest.mark.parametrize(
    ("text", "node"),
    [
        pytest.param("value: 3", 3, id="a number"),
        pytest.param("value: gold * 2", {"op": "product", "parts": ["gold", 2]}, id="a text"),
        pytest.param("value: {value: gold, label: {ja: 印, en: mark}}",
                     {"op": "field", "of": "gold", "label": LABEL}, id="a name with a label"),
        pytest.param("value: {value: 3, rules: [a]}", {"op": "fixed", "value": 3, "rules": ["a"]},
                     id="a number with rules"),
        pytest.param("value: {value: a * 2, label: {ja: 印, en: mark}}",
                     {"op": "product", "parts": ["a", 2], "label": LABEL}, id="a text with a label"),
        pytest.param("value: {value: a + b, with: {a: {value: c, label: {ja: 印, en: mark}}}}",
                     {"op": "total", "parts": [{"op": "field", "of": "c", "label": LABEL}, "b"]},
                     id="a part with a label"),
        pytest.param("value: {value: \"'x' if a else 'y'\", names: {x: {ja: 印, en: mark}}}",
                     {"op": "when", "if": "a", "then": {"op": "fixed", "value": "x", "names": {"x": LABEL}},
                      "else": {"op": "fixed", "value": "y"}}, id="the name of a code"),
        pytest.param("value: {op: rank, among: players, by: a + 1, award: [a, 3], ties: each}",
                     {"op": "rank", "among": "players", "by": {"op": "total", "parts": ["a", 1]},
                      "award": ["a", 3], "ties": "each"}, id="a form"),
        pytest.param("value: {op: which, cases: {x: a > 1}}",
                     {"op": "which", "cases": {"x": {"op": "compare", "is": "more", "left": "a", "right": 1}}},
                     id="a form with cases"),
    ],
)  # fmt: skip
def test_a_node_stands_where_the_text_was(text: str, node: Any) -> None:
    source, problems = put(text)
    assert (source.data["value"], problems) == (node, [])


@pytest.mark.parametrize(
    ("text", "path", "place"),
    [
        pytest.param("value: gold + tin", ("parts", 1), (1, 15, 3), id="plain"),
        pytest.param("value: 'gold + ''x'''", ("parts", 1), (1, 16, 4), id="single quotes"),
        pytest.param('value: "gold + tin"', ("parts", 1), (1, 16, 3), id="double quotes"),
        pytest.param("value: |-\n  gold\n  + tin", ("parts", 1), (3, 5, 3), id="a block"),
        pytest.param("value: >-\n  gold\n  + tin", ("parts", 1), (3, 5, 3), id="a folded block"),
        pytest.param('value: "gold\\x20+ tin"', ("parts", 1), (1, 19, 3), id="an escaped character"),
        pytest.param('value: "gold \\x2b tin"', ("parts", 1), (1, 19, 3), id="an escaped sign"),
        pytest.param("value: gold\n  + tin", ("parts", 1), (2, 5, 3), id="plain over lines"),
        pytest.param("value: {value: gold + tin, label: {ja: a, en: a}}", ("parts", 1), (1, 23, 3),
                     id="beside a label"),
        pytest.param("value: {value: a + b, with: {b: tin * 2}}", ("parts", 1, "parts", 0), (1, 33, 3),
                     id="in a part beside it"),
        pytest.param("value: gold + tin", ("parts", 1, "nowhere"), (1, 15, 3), id="the nearest thing"),
    ],
)  # fmt: skip
def test_a_part_of_a_text_has_a_line_and_a_column(
    text: str, path: tuple[str | int, ...], place: tuple[int, int, int]
) -> None:
    found = put(text)[0].at(("value", *path))
    assert (found.line, found.column, found.length) == place


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        pytest.param("value: gold +", "E218", (1, 14), id="a text that ends early"),
        pytest.param("value: |-\n  gold\n  == 3", "E218", (3, 3), id="a wrong sign"),
        pytest.param("value: {value: a, with: {b: 1}}", "E216", (1, 26), id="a part that is not used"),
        pytest.param("value: {value: \"'x'\", names: {y: {ja: a, en: a}}}", "E216", (1, 31),
                     id="a name of no code"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_at_its_place(text: str, code: str, place: tuple[int, int]) -> None:
    _, (problem,) = put(text)
    assert problem.place is not None
    assert (problem.code, (problem.place.line, problem.place.column)) == (code, place)
