"""A state as it is kept and read again; what is tracked."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rulesref.base.frozen import changed
from rulesref.base.text import Entered
from rulesref.model.expression import plain_value
from rulesref.play import flow
from rulesref.play.flow.state import (
    Ended,
    Happening,
    StageFrame,
    from_data,
    inner,
    inner_field,
    replaced,
    settled,
    to_data,
    with_player,
)
from rulesref.play.log import dumps, loads
from tests.unit.fields.making import field
from tests.unit.play.playing import GAME, SCORING, TO_THE_END, after, begun, do

STATES = {
    "the beginning": begun(),
    "a light play": begun("light"),
    "a scoring asks": after(begun(), *SCORING),
    "the end": after(begun(), *TO_THE_END),
    "lists and records": after(begun(), do("plant", height=3), do("stroll", along="moss")),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_a_state_that_was_kept_is_the_same_again(state: flow.State) -> None:
    assert from_data(to_data(state)) == state
    assert from_data(loads(dumps(to_data(state)))) == state


def test_the_data_of_a_state_is_json() -> None:
    data = to_data(STATES["the beginning"])
    assert json.loads(json.dumps(data)) == data
    assert data["cursor"] == [[2, None, 0], [0, None, 0], [0, [0, 1], 0], [0, None, 0]]
    assert data["players"][1]["coins"] == 3


def test_who_was_told_what_and_what_was_over_is_kept_and_may_be_missing() -> None:
    state = after(begun(), {"set": "coins", "player": "A", "to": 11}, do("work"))
    assert (state.ended, state.told) == (Ended("moves", 0), (("rich", "A", "Most coins ()."),))
    data = to_data(state)
    assert from_data(loads(dumps(data))) == state
    # Plays of before have neither.
    older = {key: value for key, value in data.items() if key not in ("ended", "told")}
    assert from_data(older) == changed(state, ended=None, told=())


def test_halves_stay_exact() -> None:
    totals = (("spring", {"A": Fraction(1, 2), "Ben": 2}),)
    state = changed(begun(), scores=totals)
    assert from_data(loads(dumps(to_data(state)))).scores == totals


def test_a_frame_is_where_a_stage_is() -> None:
    assert [frame.child for frame in begun().cursor] == [2, 0, 0, 0]
    assert begun().cursor[2] == StageFrame(0, (0, 1), 0)


def test_what_is_only_of_a_full_play_is_not_tracked_in_a_light_one() -> None:
    spec = flow.flow_of(GAME).player
    assert flow.tracks(spec["hedges"], "full")
    assert not flow.tracks(spec["hedges"], "light")
    assert flow.tracks(spec["coins"], "light")


def test_other_values_of_a_player_leave_the_others_alone() -> None:
    state = begun()
    other = with_player(state, 1, {**state.players[1], "coins": 9})
    assert other.players[0] is state.players[0]
    assert other.players[1]["coins"] == 9
    assert state.players[1]["coins"] == 3


def test_a_state_keeps_no_trace_of_how_a_value_was_typed() -> None:
    kept = settled({"a": [Entered.of("1+2"), 0.5], "b": (1.0,), "c": "x"})
    assert kept == {"a": (3, Fraction(1, 2)), "b": (1,), "c": "x"}
    assert type(kept["a"][0]) is int


def test_a_document_has_lists_and_decimals() -> None:
    assert plain_value({"a": (1, Fraction(1, 2)), "b": True}) == {"a": [1, 0.5], "b": True}


def test_a_path_leads_inside_a_record() -> None:
    value = {"a": {"b": 1, "c": 2}}
    assert (inner(value, ("a", "b")), inner(None, ("a", "b"))) == (1, None)
    assert replaced(value, ("a", "b"), 5) == {"a": {"b": 5, "c": 2}}
    assert replaced(1, (), 2) == 2
    spec = field("record", "{fields: [{id: size, name: {ja: 広さ, en: Size}, kind: whole}]}")
    assert inner_field(spec, ("size",)).kind == "whole"


def test_what_nobody_says_of_what_happens_is_not_so() -> None:
    assert StageFrame(1) == StageFrame(1, None, 0)
    assert (Happening(kind="say").logged, Happening(kind="say").given) == (False, ())
