from __future__ import annotations

from typing import Any

import pytest

from rulesref.lang import OPERATORS
from rulesref.scoring.batch.code import Code, Expr, Uncompiled, ValueKind, constant
from rulesref.scoring.batch.codegen import Author, never, united
from rulesref.scoring.batch.scopes import Ground, Here
from tests.helpers import toy
from tests.invented import linked
from tests.unit.scoring.batch.compiled import source_of, worked_out

FLOWERS = {"op": "own", "in": "plot.flowers"}
COINS = {"op": "for-each", "in": "players", "as": "one", "part": "one.coins"}


def author() -> Author:
    return Author(Code(), "autumn", {}, {}, {})


@pytest.mark.parametrize(
    ("term", "text"),
    [
        pytest.param(Expr(text="a", kind=ValueKind.WHOLE), "a", id="a number is one"),
        pytest.param(Expr(text="a", kind=ValueKind.FLAG), "(1 if a else 0)", id="true counts 1"),
        pytest.param(constant(value=True), "1", id="and so when it is known"),
        pytest.param(Expr(text="a", kind=ValueKind.CODE), "(+a)", id="a word is an exception"),
    ],
)
def test_a_term_as_a_number(term: Expr, text: str) -> None:
    assert author().number(term).text == text


def test_several_terms_are_of_all_their_kinds() -> None:
    terms = [
        Expr(text="a", kind=ValueKind.WHOLE, length=2),
        Expr(text="b", kind=ValueKind.CODE, length=2),
    ]
    assert (united(terms).kind, united(terms).length) == (ValueKind.WHOLE | ValueKind.CODE, 2)
    assert united([*terms, never()]).length is None
    with pytest.raises(Uncompiled):
        united([Expr(text="c", kind=ValueKind.RECORDS)])


def test_a_named_value_is_worked_out_once() -> None:
    node = {"op": "total", "parts": ["own-flowers", {"op": "product", "parts": ["own-flowers", 2]}]}
    assert source_of(node, "spring").count(".get(") == 1
    assert worked_out(node, "spring") == [9, 27]


def test_what_is_the_same_for_everybody_stands_before_the_loop() -> None:
    """The sum over the sizes needs no player, so it is made once."""
    sizes = {"op": "for-each", "in": "plots", "as": "plot", "part": "plot.size"}
    node = {"op": "product", "parts": ["coins", sizes]}
    lines = source_of(node, "spring").splitlines()
    added = next(n for n, line in enumerate(lines) if "+=" in line)
    assert added < lines.index("    rows = []")
    assert worked_out(node, "spring") == [45, 18]


def test_one_loop_over_entries_serves_all_players() -> None:
    node = {"op": "for-each", "in": "plots", "as": "plot", "part": FLOWERS}
    assert "[0] * count" in source_of(node, "spring")
    assert worked_out(node, "spring") == [3, 9]


def test_a_condition_of_such_a_loop_stands_around_it() -> None:
    large = {"op": "compare", "left": "plot.size", "is": "more", "right": 4}
    part = {"op": "when", "if": large, "then": FLOWERS, "else": "seat"}
    node = {"op": "for-each", "in": "plots", "as": "plot", "part": part}
    assert worked_out(node, "spring") == [0 + 1 + 1, 6 + 2 + 2]


def test_branches_keep_their_lines_to_themselves() -> None:
    rich = {"op": "compare", "left": "coins", "is": "more", "right": 2}
    ones = {"op": "size", "in": "players", "as": "one", "where": {"op": "compare", "left": "one.coins", "is": "less", "right": "coins"}}  # fmt: skip
    assert worked_out({"op": "when", "if": rich, "then": ones, "else": COINS}) == [1, 7]


def test_an_operator_without_a_generator_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulesref.scoring.batch.codegen import GENERATORS

    monkeypatch.delitem(GENERATORS, OPERATORS["fixed"])
    operator: Any = linked(toy(), "autumn", 3)
    ground = Ground(id="", event="autumn", defines={}, table={}, people=True)
    with pytest.raises(Uncompiled):
        author().term(operator, Here(ground=ground))


def test_a_value_that_no_slot_has_is_not_compiled() -> None:
    with pytest.raises(Uncompiled):
        author().of_player(("coins",), None)
