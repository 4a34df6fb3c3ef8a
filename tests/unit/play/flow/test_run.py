"""One line while it is being carried out."""

from __future__ import annotations

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.play import flow
from rulesref.play.flow.effects import NotAllowedError, Run
from tests.unit.play.playing import GAME, begun


def test_values_are_held_for_a_player_or_for_the_table() -> None:
    run = Run(GAME, begun())
    run.hold(1, {**run.held(1), "coins": 9})
    run.hold(None, {**run.held(None), "day": 3})
    assert run.held(1)["coins"] == 9
    assert run.held(0)["coins"] == 2
    assert run.state.table["day"] == 3


def test_expressions_see_what_the_line_has_changed() -> None:
    run = Run(GAME, begun())
    assert run.scope().position.table["day"] == 1
    run.hold(None, {**run.held(None), "day": 3})
    assert run.scope().position.table["day"] == 3


def test_expressions_are_about_whose_turn_it_is_unless_a_seat_is_named() -> None:
    run = Run(GAME, begun())
    assert (run.scope().seat, run.scope(1).seat) == (0, 1)


def test_what_happens_is_told_in_its_order() -> None:
    run = Run(GAME, begun())
    run.tell("track", None, amount="light")
    run.tell("note", None, ("winner",))
    assert [each.kind for each in run.happenings] == ["track", "note"]
    assert run.happenings[1].rules == ("winner",)


def test_a_refusal_has_its_problems() -> None:
    assert NotAllowedError(Problem("E506"), Problem("E501")).problems[1].code == "E501"


def test_what_breaks_the_rules_is_refused_or_by_force_told_once() -> None:
    run = Run(GAME, begun())
    with pytest.raises(NotAllowedError):
        run.breaks(Problem("E510"))
    run.forced = True
    run.breaks(Problem("E510"))
    run.breaks(Problem("E510"))
    assert [(each.kind, each.problem) for each in run.happenings] == [("broken", Problem("E510"))]


def test_all_that_the_package_offers_is_there() -> None:
    assert len(set(flow.__all__)) == len(flow.__all__)
    assert [name for name in flow.__all__ if not hasattr(flow, name)] == []
