"""What a play refuses, whoever asks: the state stays what it was, and the reason is told."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.play import flow
from rulesref.play.flow import State
from rulesref.play.log_entry import replayed
from rulesref.play.session import Accepted, PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from tests.helpers import TOY, game_in

GAME = game_in(TOY)


def begun(tracked: flow.Tracked = "full") -> State:
    options, _ = read_options(GAME, [])
    return flow.begin(GAME, ("A", "Ben"), options, tracked).state


def after(state: State, *commands: dict[str, Any]) -> State:
    for command in commands:
        outcome = flow.carry_out(GAME, state, command)
        assert outcome.problems == ()
        state = outcome.state
    return state


def do(action: str, **given: Any) -> dict[str, Any]:
    return {"do": action, "with": given}


PLANTED = (do("plant", height=3),)
SOWN = (do("sow", **{"how-many": [3, 3]}),)


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        pytest.param((), do("cut", height=3), "E505", id="an action that is not offered"),
        pytest.param((), do("fly"), "E505", id="an action that there is not"),
        pytest.param((), {"position": {}}, "E506", id="a scoring that is not due"),
        pytest.param(SOWN, do("sow", **{"how-many": [3, 3]}), "E511", id="below what there is"),
        pytest.param(PLANTED, do("cut", height=5), "E512", id="what is not in the list"),
    ],
)
def test_a_refusal_changes_nothing(
    before: tuple[dict[str, Any], ...], command: dict[str, Any], code: str
) -> None:
    state = after(begun(), *before)
    outcome = flow.carry_out(GAME, state, command)
    assert [problem.code for problem in outcome.problems] == [code]
    assert outcome.state == state


def test_force_goes_below_what_there_is() -> None:
    state = after(begun(), *SOWN, {**do("sow", **{"how-many": [3, 3]}), "force": True})
    assert state.table["bag"] == 9 - 12


def test_what_is_not_tracked_stays_open() -> None:
    """A hedge in a light play: the list is not kept (E417), the rest of the line happens."""
    state = after(begun("light"), {**do("plant", height=3), "force": True})
    assert state.players[0].get("hedges") is None
    assert state.players[0]["points"] == 1


def test_a_line_that_no_program_wrote_is_named() -> None:
    """Files of plays are edited by hand: a line that cannot be read stops the replay there."""
    store = PlayStore.in_memory()
    sitting, _ = PlaySession.new(store, GAME, ("A", "Ben"), read_options(GAME, [])[0], "full")
    assert isinstance(sitting.carry("work 2", do("work", hours=2)), Accepted)
    store.connection.execute(
        "UPDATE line SET command = ? WHERE n = 1", ('{"do": "work", "with": 5}',)
    )
    play = store.play()
    entries = replayed(GAME, play, store.lines(play))
    assert [[problem.code for problem in entry.problems] for entry in entries] == [[], ["E533"]]


def test_a_seat_that_nobody_has_takes_no_turn() -> None:
    """``set order 2,7``: what people correct by hand is not always right."""
    state = after(begun(), {"set": "order", "player": None, "to": [2, 7]}, do("rest"))
    state = after(state, {"set": "resting", "player": "A", "to": False})
    assert flow.seat_now(state) == 1
    state = after(state, do("rest"))
    assert not state.finished


def test_force_takes_out_what_is_there() -> None:
    """The list on the screen is wrong, the table is right: the rest of the line happens."""
    state = after(begun(), *PLANTED, {**do("cut", height=5), "force": True})
    assert state.players[0]["hedges"] == (3,)
