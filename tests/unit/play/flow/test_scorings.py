"""Which scoring is due, which comes next, and what the state knows of its position."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.play import flow
from tests.unit.play.playing import GAME, SCORING, SPRING, TO_THE_END, after, begun, do, set_to


def event(answer: tuple[Any, Any] | None) -> str | None:
    return answer[0].event if answer else None


@pytest.mark.parametrize(
    ("commands", "due", "ahead"),
    [
        pytest.param((), None, "spring", id="at the beginning"),
        pytest.param(SCORING, "spring", "final", id="the first is due"),
        pytest.param((*SCORING, {"position": SPRING}), "final", None, id="the last is due"),
        pytest.param(TO_THE_END, None, None, id="the end"),
    ],
)
def test_which_scoring_is_due_and_which_comes_next(
    commands: tuple[dict[str, Any], ...], due: str | None, ahead: str | None
) -> None:
    state = after(begun(), *commands)
    assert event(flow.pending(GAME, state)) == due
    # After the last one it comes round to the first.
    assert event(flow.coming(GAME, state)) == (ahead or (None if state.finished else "spring"))


def test_a_scoring_can_be_looked_for_by_its_event() -> None:
    assert event(flow.coming(GAME, begun(), "final")) == "final"
    assert flow.coming(GAME, begun(), "none") is None


def test_the_state_knows_a_part_of_the_position() -> None:
    state = after(begun(), do("invite", kinds=["tall"]), set_to("sky", "rain"), *SCORING)
    pending = flow.pending(GAME, state)
    assert pending is not None
    first, second = pending[1]["players"]
    assert first == {"name": "A", "points": 1, "coins": 3, "gnomes": ["tall"], "fence": False}
    assert second["name"] == "Ben"
    assert (pending[1]["event"], pending[1]["sky"]) == ("spring", "rain")


def test_what_is_not_tracked_is_not_known() -> None:
    pending = flow.pending(GAME, after(begun("light"), *SCORING))
    assert pending is not None
    assert "gnomes" not in pending[1]["players"][0]


def test_what_people_say_wins_over_what_is_known() -> None:
    known = {"event": "e", "sky": "sun", "players": [{"name": "A", "coins": 1}, {"name": "Ben"}]}
    said = {"sky": "rain", "players": [{"coins": 5, "seeds": 2}]}
    assert flow.merged(known, said) == {
        "event": "e", "sky": "rain",
        "players": [{"name": "A", "coins": 5, "seeds": 2}, {"name": "Ben"}],
    }  # fmt: skip
    assert flow.merged(known, {}) == known
