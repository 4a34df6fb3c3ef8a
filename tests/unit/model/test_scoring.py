"""What scorings and calculators declare that differs from what they take over."""

from __future__ import annotations

import pytest

from rulesref.model.keys import Entry
from rulesref.model.scoring import Calculator, Category, Change, Event, NamedValue, Result
from tests.helpers import toy


@pytest.mark.parametrize(
    ("kind", "needed"),
    [
        pytest.param(NamedValue, ["id", "name", "value"], id="a named value may do without rules"),
        pytest.param(Category, ["id", "name", "value"], id="points have those of their event"),
        pytest.param(Change, ["id", "name", "value"], id="a change may"),
        pytest.param(Result, ["id", "name", "value"], id="a result may"),
    ],
)
def test_a_value_needs(kind: type[Entry], needed: list[str]) -> None:
    assert [key.name for key in kind.keys.values() if not key.optional] == needed


@pytest.mark.parametrize("kind", [Event, Calculator])
def test_it_is_called_by_id_names_and_other_words(kind: type[Entry]) -> None:
    scoring = toy().scoring
    assert scoring is not None
    several = scoring.events if kind is Event else toy().calculators
    for entry in several.values():
        assert entry.names == (entry.id, *entry.name, *entry.aliases[0], *entry.aliases[1])
