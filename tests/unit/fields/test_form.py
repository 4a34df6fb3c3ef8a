"""A form: what is given makes another one, and what is wrong stays in it with why."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.base.frozen import frozen_kw
from rulesref.fields.form import Form, FormField, field_of
from rulesref.fields.kind import Typing
from rulesref.model.entries import read_fields
from tests.helpers import toy

FIELDS = read_fields([
    {"id": "size", "name": {"ja": "広さ", "en": "Size"}, "kind": "whole", "range": [1, 5]},
    {"id": "hat", "name": {"ja": "帽子", "en": "Hat"}, "kind": "choice", "optional": True,
     "options": [{"id": "red", "name": {"ja": "赤", "en": "Red"}}, {"id": "blue", "name": {"ja": "青", "en": "Blue"}}]},
    {"id": "who", "name": {"ja": "誰", "en": "Who"}, "kind": "player"},
    {"id": "coins", "name": {"ja": "コイン", "en": "Coins"}, "kind": "by-player", "optional": True,
     "extras": [{"id": "bank", "name": {"ja": "銀行", "en": "Bank"}, "players": [2]}]},
])  # fmt: skip
NAMES = ("葵", "Ben")


@frozen_kw
class FourFields(Form):
    """All four, whatever is given."""

    @property
    def typing(self) -> Typing:
        return Typing(NAMES)

    @cached_property
    def fields(self) -> tuple[FormField, ...]:
        return tuple(field_of(spec, self.given, NAMES) for spec in FIELDS.values())


def filled(**values: Any) -> FourFields:
    form = FourFields(game=toy())
    for key, value in values.items():
        form = form.fill((key,), value)
    return form


@pytest.mark.parametrize(
    ("given", "values", "missing"),
    [
        pytest.param({}, {}, ["size", "who"], id="nothing"),
        pytest.param({"size": 3}, {"size": 3}, ["who"], id="data"),
        pytest.param({"size": "２＋１"}, {"size": "2+1"}, ["who"], id="typed"),
        pytest.param({"hat": "青"}, {"hat": "blue"}, ["size", "who"], id="an option by its name"),
        pytest.param({"hat": "2"}, {"hat": "blue"}, ["size", "who"], id="an option by its number"),
        pytest.param({"hat": None}, {}, ["size", "who"], id="left out"),
        pytest.param({"size": None}, {}, ["size", "who"], id="left out though it is needed"),
        pytest.param({"coins": "葵 3"}, {"coins": {"葵": 3}}, ["size", "who"], id="amounts"),
    ],
)
def test_values_are_given_as_data_or_as_typed(
    given: Mapping[str, Any], values: Mapping[str, Any], missing: list[str]
) -> None:
    form = filled(**given)
    assert form.values == values
    assert [".".join(map(str, path)) for path in form.missing] == missing
    assert not form.complete
    assert form.problems == ()


def test_a_form_is_complete_when_nothing_is_missing_or_wrong() -> None:
    assert filled(size=3, who="b").complete
    assert not filled(size=9, who="b").complete


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [("size", 9, "E403"), ("size", "x", "E402"), ("hat", "green", "E404"), ("who", "Cai", "E420")],
)
def test_a_wrong_value_stays_with_what_is_wrong(key: str, value: Any, code: str) -> None:
    form = filled(**{key: value})
    there = form.at((key,))
    assert there is not None
    assert (there.given, there.raw) == (True, value)
    assert [problem.code for problem in there.problems] == [code]
    assert form.problems == there.problems
    assert form.clear((key,)).problems == ()


def test_what_is_asked_next_is_what_was_not_given() -> None:
    form = FourFields(game=toy())
    asked: list[KeyPath] = []
    while form.next is not None:
        asked.append(form.next.path)
        form = form.fill(form.next.path, None)
    assert asked == [("size",), ("hat",), ("who",), ("coins",)]


def test_what_was_before_stays() -> None:
    form = filled(size=3)
    form.fill(("size",), 4)
    assert form.values == {"size": 3}
    with pytest.raises(KeyError):
        form.fill(("shoe",), 4)


@pytest.mark.parametrize(
    ("key", "values"),
    [("size", []), ("hat", ["red", "blue"]), ("who", ["葵", "Ben"]), ("coins", ["葵", "Ben", "bank"])],
)  # fmt: skip
def test_what_can_be_chosen(key: str, values: list[str]) -> None:
    there = FourFields(game=toy()).at((key,))
    assert there is not None
    assert [option.value for option in there.options] == values
    assert all(option.allowed for option in there.options)
