"""What flows declare, and what is worked out from it."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.text import Text
from rulesref.model.expression import Label
from rulesref.model.flow import EFFECTS, VIEW, Due, Flow
from tests.helpers import bench, toy


@pytest.mark.parametrize(
    ("data", "points"),
    [
        pytest.param({"points": "coins"}, ("coins",), id="one field"),
        pytest.param({"points": ["a", "b"]}, ("a", "b"), id="two"),
        pytest.param({}, (), id="a game without"),
    ],
)
def test_points_are_one_field_or_several(data: Any, points: tuple[str, ...]) -> None:
    assert Flow.keys["points"].read(data) == points


@pytest.mark.parametrize(
    ("kinds", "kind"), [*((EFFECTS, kind) for kind in EFFECTS), *((VIEW, kind) for kind in VIEW)]
)
def test_an_effect_or_a_part_begins_with_its_kind(kinds: Any, kind: str) -> None:
    first, *_ = kinds[kind].values()
    assert (first.name, first.optional) == (kind, False)


def test_whether_a_due_depends_on_the_turn_is_looked_at_once() -> None:
    looked: list[int] = []

    def looks() -> bool:
        looked.append(1)
        return True

    when = bench(1).operator
    assert when is not None
    due = Due(
        id="d", when=when, text=Label(Text("a", "b")), rules=(), each=False, looks=looks, stages=()
    )
    assert (due.own, due.own, looked) == (True, True, [1])


def test_actions_and_fields_are_called_by_all_their_words() -> None:
    flow = toy().flow
    assert flow is not None
    for action in flow.actions.values():
        assert action.names == (action.id, *action.name, *action.words[0], *action.words[1])
    assert [kept.names for kept in flow.player.values()] == [
        k.field.names for k in flow.player.values()
    ]
