"""The course of a play: from stage to stage until people have to do something."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.play import flow
from rulesref.play.flow import State
from tests.helpers import varied
from tests.unit.play.playing import (
    GAME,
    REST,
    SCORING,
    SPRING,
    TO_THE_END,
    after,
    begun,
    set_to,
)


def stages(state: State) -> str:
    return " ".join(flow.stage_ids(GAME, state))


def happened(state: State, command: dict[str, object]) -> list[tuple[str, str | None]]:
    done = flow.carry_out(GAME, state, command)
    return [(each.kind, each.text.en if each.text else None) for each in done.happenings]


def test_what_happens_by_itself_happens_before_the_first_line() -> None:
    options = begun("full", "windy=yes").options
    done = flow.begin(GAME, ("A", "Ben"), options)
    assert [each.text.en for each in done.happenings if each.text] == [
        "The garden opens.", "A windy day.", "spring", "garden work",
    ]  # fmt: skip
    assert done.state.table["day"] == 1
    calm = flow.begin(GAME, ("A", "Ben"), begun().options)
    assert "A windy day." not in [each.text.en for each in calm.happenings if each.text]


def test_a_loop_goes_round_until_its_condition_holds() -> None:
    """Who rests is skipped; the night comes when everybody had a turn, and the show after it."""
    state = after(begun(), set_to("coins", 12, "A"))
    # Whoever has 12 coins waits for nobody: the stage is over for her.
    assert flow.turn_of(state) == "Ben"
    state = after(state, set_to("coins", 12, "Ben"))
    assert stages(state) == "spring-show"
    assert state.table["day"] == 4


def test_the_play_ends_after_its_last_stage() -> None:
    state = after(begun(), *SCORING)
    assert stages(state) == "spring-show"
    state = after(state, {"position": SPRING})
    assert stages(state) == "harvest"
    state = after(begun(), *TO_THE_END)
    assert (stages(state), state.finished) == ("", True)
    assert state.winners
    assert [event for event, _ in state.scores] == ["spring", "final"]


def test_a_stage_that_begins_is_told() -> None:
    state = after(begun(), REST)
    assert ("stage", "spring show") in happened(state, REST)


def test_the_order_of_turns_is_that_of_the_data() -> None:
    """The order is looked at when the stage begins; while nobody rests the loop goes round."""
    state = after(begun(), set_to("order", (2, 1)), REST, set_to("resting", False, "A"), REST)
    assert flow.seat_now(state) == 0
    assert state.cursor[2].order == (1, 0)


def test_without_an_order_of_anybody_all_have_a_turn() -> None:
    state = after(begun(), set_to("order", (9,)), REST, set_to("resting", False, "A"), REST)
    assert state.cursor[2].order == (0, 1)


def test_an_order_that_is_not_tracked_is_that_of_the_seats() -> None:
    state = after(begun(), set_to("order", None), REST, set_to("resting", False, "A"), REST)
    assert state.cursor[2].order == (0, 1)


C, C_AND_A = "{op: fixed, value: C}", "{op: list, parts: [{op: fixed, value: C}, 1]}"


@pytest.mark.parametrize(
    ("lines", "seats"),
    [
        pytest.param([f"order: {C_AND_A}"], (2, 0), id="players by name and by seat"),
        pytest.param([f"order: {C}"], (2,), id="one player"),
        pytest.param(["order: 2"], (1,), id="one seat"),
        pytest.param([f"begin: {C}"], (2, 0, 1), id="a player begins"),
        pytest.param(["begin: 2"], (1, 2, 0), id="a seat begins"),
        pytest.param([f"order: {C_AND_A}", "begin: 1"], (0, 2), id="somebody begins in an order"),
        pytest.param([f"order: {C_AND_A}", "begin: 2"], (2, 0), id="who has no turn begins nothing"),
        pytest.param(["begin: bag"], (0, 1, 2), id="a seat that nobody has"),
    ],
)  # fmt: skip
def test_turns_go_in_an_order_from_whoever_begins(
    tmp_path: Path, lines: list[str], seats: tuple[int, ...]
) -> None:
    turns = "".join(f"            {line}\n" for line in lines)
    game = varied(tmp_path, ("flow.yaml", "            order: order\n", turns))
    state = flow.begin(game, ("A", "B", "C"), begun().options).state
    assert state.cursor[2].order == seats
