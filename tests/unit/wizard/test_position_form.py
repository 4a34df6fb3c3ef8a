"""The position of a scoring as a form."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.wizard.interview import Wizard
from rulesref.wizard.position_form import PositionForm
from tests.helpers import DATA, game_in, toy

TIGRIS = game_in(DATA / "tigris")
COUNTS = {"black": 1, "red": 2, "blue": 3, "green": 4, "treasures": 3}


def form(**known: Any) -> PositionForm:
    return PositionForm.start(TIGRIS, names=("葵", "Ben"), **known)


def filled(start: PositionForm, values: dict[KeyPath, Any]) -> PositionForm:
    for path, value in values.items():
        start = start.fill(path, value)
    return start


def full() -> PositionForm:
    return filled(form(), {("players", i, k): v for i in (1, 0) for k, v in COUNTS.items()})


def test_a_full_form_is_the_position() -> None:
    done = full()
    assert done.complete
    assert done.next is None
    assert done.read().problems == ()
    assert done.values["players"] == [{"name": "葵", **COUNTS}, {"name": "Ben", **COUNTS}]
    lines = Wizard.start(TIGRIS, names=("葵", "Ben")).answer("1").answer("1/2/3/4/3").answer("1/2/3/4/3")  # fmt: skip
    assert lines.document() == done.values


def test_which_scoring_and_who_plays_are_fields_too() -> None:
    asked = PositionForm.start(toy())
    assert asked.next is not None
    assert [option.value for option in asked.next.options] == list(toy().event_ids)
    named = filled(asked, {("event",): "1", ("players", 0, "name"): "葵", ("players", 1, "name"): "Ben"})  # fmt: skip
    assert named.names == ("葵", "Ben")
    assert named.title == toy().scoring.events[named.values["event"]].name  # type: ignore[union-attr]
    third = named.at(("players", 2, "name"))
    assert third is not None
    assert third.optional
    twice = named.fill(("players", 1, "name"), "葵")
    assert [problem.code for problem in twice.problems] == ["E429"]


def test_what_is_known_is_not_asked_but_can_be_given_anew() -> None:
    known = form(known={"players": [{"black": 7}, {}]})
    black = known.at(("players", 0, "black"))
    assert black is not None
    assert (black.given, black.asked, black.raw) == (True, False, 7)
    assert known.fill(black.path, 8).values["players"][0]["black"] == 8


def test_a_wrong_value_stays_with_what_is_wrong() -> None:
    wrong = full().fill(("players", 1, "red"), "x")
    assert [problem.code for problem in wrong.problems] == ["E402"]
    assert not wrong.complete


def test_a_check_speaks_as_soon_as_it_can() -> None:
    many = form().fill(("players", 0, "treasures"), 9).fill(("players", 1, "treasures"), 9)
    assert [problem.code for problem in many.problems] == ["E440"]
    assert many.missing


def test_entries_of_a_list_come_and_go() -> None:
    mexica = game_in(DATA / "mexica")
    start = PositionForm.start(mexica, "period-1", ("葵", "Ben"))
    two = filled(start, {
        ("districts", 0): True, ("districts", 0, "size"): 5, ("districts", 1): True,
        ("districts", 1, "size"): 7, ("districts", 0, "temples", 1): "3+1",
    })  # fmt: skip
    size = two.at(("districts", 1, "size"))
    assert size is not None
    assert [getattr(each, "en", each) for each in size.within] == ["districts 2"]
    assert two.values["districts"] == [{"size": 5, "temples": {"Ben": "3+1"}}, {"size": 7, "temples": {}}]  # fmt: skip
    one = two.fill(("districts", 0), False)
    assert one.values["districts"] == [{"size": 7, "temples": {}}]


@pytest.mark.parametrize("name", ["toy", "caylus", "mexica", "praga", "tigris", "tzolkin"])
def test_every_scoring_has_a_form(name: str) -> None:
    game = toy() if name == "toy" else game_in(DATA / name)
    for event in game.event_ids:
        start = PositionForm.start(game, event, ("葵", "Ben"))
        assert start.fields
        assert start.title is not None
        assert {each.path for each in start.fields} == {q.path for q in start.questions if q.key != "order"}  # fmt: skip
