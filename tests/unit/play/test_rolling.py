"""Dice, coins and players by chance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.base.diagnostics import Problem, wrong
from rulesref.play.replay import replayed
from rulesref.play.rolling import rolled
from tests.properties import law
from tests.unit.play.playing import GAME, session


@law(100)
@given(many=st.integers(1, 100), sides=st.integers(2, 1000))
def test_dice_come_as_often_and_as_high_as_they_are(many: int, sides: int) -> None:
    command = rolled(f"{many}d{sides}", "AB")
    assert isinstance(command, dict)
    assert len(command["came"]) == many
    assert all(1 <= each <= sides for each in command["came"])


@pytest.mark.parametrize(
    ("typed", "what", "possible"),
    [
        ("", "1d6", range(1, 7)),
        ("２０", "1d20", range(1, 21)),
        ("d4", "1d4", range(1, 5)),
        ("コイン", "coin", ("heads", "tails")),
        ("start player", "player", "AB"),
        ("誰", "player", "AB"),
    ],
)
def test_every_side_can_come(typed: str, what: str, possible: object) -> None:
    commands = [rolled(typed, "AB") for _ in range(400)]
    assert {command["roll"] for command in commands if isinstance(command, dict)} == {what}
    assert {command["came"][0] for command in commands if isinstance(command, dict)} == set(
        possible
    )  # type: ignore[call-overload]


@pytest.mark.parametrize("typed", ["0", "1", "0d6", "101d6", "2d1001", "2e6", "sword", "2d6+1"])
def test_what_nobody_can_roll_is_told(typed: str) -> None:
    assert rolled(typed, "AB") == wrong("E588", typed)


def test_what_came_stays_what_it_was() -> None:
    play = session()
    command = rolled("5d100", play.state.names)
    assert not isinstance(command, Problem)
    play.carry("roll 5d100", command)
    again = replayed(GAME, play.play, play.store.lines(play.play))
    assert [each.amount for each in again[-1].happenings] == [tuple(command["came"])]
