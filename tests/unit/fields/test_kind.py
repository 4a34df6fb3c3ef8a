"""What holds for every kind that does not say otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.kind import belonging, extras_of
from rulesref.fields.registry import KINDS
from tests.unit.fields.making import field


@pytest.mark.parametrize(
    ("kind", "shape"),
    [("whole", "single"), ("choices", "single"), ("record", "record"), ("records", "records"),
     ("by-player", "by_player"), ("players", "single")],
)  # fmt: skip
def test_a_visitor_is_called_by_how_values_are_put_together(kind: str, shape: str) -> None:
    class Visits:
        def __getattr__(self, name: str) -> Any:
            return lambda spec, *rest: (name, spec.kind, rest)

    visits: Any = Visits()
    assert KINDS[kind].visit(visits, field(kind), 1, 2) == (shape, kind, (1, 2))


def test_a_value_that_is_no_number_has_no_step_and_is_set_as_typed() -> None:
    words = field("text")
    assert list(KINDS["text"].one_more(words, "a")) == []
    assert KINDS["text"].changed(words, "a", "b") == "b"
    assert KINDS["text"].expects(words, "en") == ""


def test_a_default_is_the_empty_and_the_least_value() -> None:
    spec = field("flag", "{default: true}")
    assert (KINDS["flag"].empty(spec), KINDS["flag"].least(spec)) == (True, True)


def test_expressions_see_lists_as_they_are_kept() -> None:
    assert KINDS["choices"].operand(["a"], ()) == ("a",)
    assert KINDS["whole"].operand(3, ()) == 3


def test_only_some_fields_and_colours_are_there() -> None:
    early, late = field("whole", "{events: [one]}"), field("whole", "{events: [two]}")
    assert belonging({"early": early, "late": late}, "two") == [late]
    extras = "{extras: [{id: red, name: {ja: 赤, en: Red}, players: [3]}]}"
    assert [extras_of(field("by-player", extras), many) for many in (2, 3)] == [[], ["red"]]


@pytest.mark.parametrize(("kind", "one"), [("choice", True), ("choices", False), ("whole", False)])
def test_one_option_or_several(kind: str, one: bool) -> None:
    assert KINDS[kind].picks_one is one
