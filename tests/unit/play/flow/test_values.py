"""Values of a state, and those inside a record."""

from __future__ import annotations

from fractions import Fraction

from rulesref.base.numbers import Entered
from rulesref.play.flow.values import inner, inner_field, plain_value, replaced, settled
from tests.unit.fields.making import field


def test_a_state_keeps_no_trace_of_how_a_value_was_typed() -> None:
    kept = settled({"a": [Entered.of("1+2"), 0.5], "b": (1.0,), "c": "x"})
    assert kept == {"a": (3, Fraction(1, 2)), "b": (1,), "c": "x"}
    assert type(kept["a"][0]) is int


def test_a_document_has_lists_and_decimals() -> None:
    assert plain_value({"a": (1, Fraction(1, 2)), "b": True}) == {"a": [1, 0.5], "b": True}


def test_a_path_leads_inside_a_record() -> None:
    value = {"a": {"b": 1, "c": 2}}
    assert (inner(value, ("a", "b")), inner(None, ("a", "b"))) == (1, None)
    assert replaced(value, ("a", "b"), 5) == {"a": {"b": 5, "c": 2}}
    assert replaced(1, (), 2) == 2
    spec = field("record", "{fields: [{id: size, name: {ja: 広さ, en: Size}, kind: whole}]}")
    assert inner_field(spec, ("size",)).kind == "whole"
