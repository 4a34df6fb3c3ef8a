"""A state that was kept with other data: what fits stays, what does not is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.play import flow
from rulesref.play.flow.state import State
from tests.unit.play.playing import GAME, SCORING, SPRING, TO_THE_END, after, begun, do, set_to

STATES = {
    "at its beginning": begun(),
    "in a turn": after(begun(), do("work"), do("plant", height=3), do("dress", kind="straw")),
    "beyond what can be": after(begun(), {**set_to("coins", -3, "A")}),
    "tracked lightly": after(begun("light"), do("rest")),
    "before a scoring": after(begun(), *SCORING),
    "between two": after(begun(), *SCORING, {"position": SPRING}),
    "over": after(begun(), *TO_THE_END),
}


def kept(state: State) -> tuple[dict[str, Any], Sequence[str]]:
    return flow.to_data(state), flow.stage_ids(GAME, state)


def named(problems: Sequence[Problem]) -> dict[str, list[str]]:
    return {each.code: [str(getattr(one, "en", one)) for one in each.values["known"]] for each in problems}  # type: ignore[attr-defined]  # fmt: skip


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_with_the_same_data_everything_fits(state: State) -> None:
    data, stages = kept(state)
    for ids in (stages, None):
        found, problems = flow.fitted(GAME, data, ids)
        assert (flow.to_data(found), problems) == (data, ())


def test_what_the_game_has_no_more_is_left_out_and_what_is_new_begins() -> None:
    state = after(begun(), do("work"))
    data, stages = kept(state)
    own = data["players"][0]
    own["corn"] = 3
    own["hat"] = "feather"
    for player in data["players"]:
        del player["hedges"]
    data["table"]["moon"] = "full"
    data["options"]["rainy"] = True
    found, problems = flow.fitted(GAME, data, stages)
    assert found == state
    assert named(problems) == {"W543": ["rainy", "moon", "hat", "corn"], "W544": ["hedges"]}


def test_a_stage_is_found_by_its_id_wherever_it_stands() -> None:
    state = after(begun(), do("work"))
    data, stages = kept(state)
    data["cursor"] = [[7, *frame[1:]] for frame in data["cursor"]]
    assert flow.fitted(GAME, data, stages) == (state, ())


def test_a_step_that_is_gone_is_the_first_of_the_stage_around_it() -> None:
    state = after(begun(), do("work"))
    data, stages = kept(state)
    found, problems = flow.fitted(GAME, data, [*stages[:-1], "gone"])
    assert flow.stage_ids(GAME, found) == stages
    assert flow.turn_of(found) == flow.turn_of(state)
    assert named(problems) == {"W545": ["gone"]}
    found, problems = flow.fitted(GAME, data, ["gone", *stages[1:]])
    assert changed(found, cursor=()) == changed(state, cursor=())
    assert flow.choices(GAME, found)


@pytest.mark.parametrize("data", [{}, {"players": 3}, {**kept(begun())[0], "players": []}])
def test_what_is_no_state_is_none(data: Any) -> None:
    with pytest.raises((KeyError, TypeError, ValueError, IndexError)):
        flow.fitted(GAME, data, ())
