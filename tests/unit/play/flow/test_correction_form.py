"""A correction by hand as a form."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.play import flow
from rulesref.play.flow.correction_form import CorrectionForm
from tests.unit.play.playing import GAME, begun


def form(**given: Any) -> CorrectionForm:
    filled = CorrectionForm(game=GAME, state=begun())
    for key, value in given.items():
        filled = filled.fill((key,), value)
    return filled


@pytest.mark.parametrize(
    ("given", "line"),
    [
        pytest.param({"player": "b", "value": "coins", "to": "7"}, "set Ben.coins 7", id="a player's"),
        pytest.param({"value": "day", "to": 3}, "set day 3", id="the table's"),
        pytest.param({"player": "A", "value": "steps.moss", "to": 2}, "set A.steps.moss 2", id="in a record"),
    ],
)  # fmt: skip
def test_it_comes_to_the_command_of_the_line(given: dict[str, Any], line: str) -> None:
    filled = form(**given)
    assert filled.complete
    assert filled.command == flow.understand(GAME, begun(), line) == filled.values
    (change,) = filled.changes
    assert (change.player, change.before != change.after) == (filled.command["player"], True)


def test_what_it_is_to_be_is_asked_once_it_is_known_what() -> None:
    assert [each.key for each in form().fields] == ["player", "value"]
    assert [each.key for each in form(value="day").fields] == ["player", "value", "to"]
    assert form(value="day").missing == (("to",),)
    wrong = form(value="day", to="x")
    assert (wrong.command, wrong.changes) == (None, ())
    assert wrong.values == {"value": "day", "to": "x"}


def test_what_can_be_set_is_what_people_keep() -> None:
    of_table, of_players = ([o.value for o in form(player=who).fields[1].options] for who in (None, "A"))  # fmt: skip
    assert of_table[:2] == ["day", "sky"]
    assert "steps" in of_players
    assert "steps.moss" in of_players
