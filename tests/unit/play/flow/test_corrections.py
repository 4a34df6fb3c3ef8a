"""Corrections by hand: whose value they set, and what they say of one that there is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.text import Text
from rulesref.play import flow
from tests.helpers import varied
from tests.unit.play.playing import GAME, begun


def test_a_value_that_there_is_not_is_told_with_those_that_people_keep() -> None:
    problem = flow.understand(GAME, begun(), "set zebras 3")
    assert isinstance(problem, Problem)
    assert [name.en for name in problem.values["known"]] == [  # type: ignore[attr-defined]
        "day", "sky", "turn order", "votes", "parcels", "seed bag",
    ]  # fmt: skip


def test_names_with_dots_are_owners() -> None:
    state = flow.begin(GAME, ("J. R.", "J"), begun().options).state
    command = flow.understand(GAME, state, "set J. R..coins 3")
    assert isinstance(command, dict)
    assert command["player"] == "J. R."


@pytest.mark.parametrize("names", [("J", "J.R"), ("J.R", "J")])
def test_the_longer_of_two_names_is_the_owner(names: tuple[str, str]) -> None:
    state = flow.begin(GAME, names, begun().options).state
    for line, player in {"set J.R.coins 3": "J.R", "set J.coins 3": "J", "set J R coins 3": "J.R"}.items():  # fmt: skip
        command = flow.understand(GAME, state, line)
        assert isinstance(command, dict)
        assert command["player"] == player
    called = flow.begin(GAME, ("A", "A coins"), begun().options).state
    longer = flow.understand(GAME, called, "set A coins points 3")
    assert isinstance(longer, dict)
    assert (longer["player"], longer["set"]) == ("A coins", "points")
    nothing = flow.understand(GAME, state, "set J.R.corn 3")
    assert isinstance(nothing, Problem)
    assert (nothing.code, nothing.values["typed"]) == ("E503", "corn")


@pytest.mark.parametrize(
    ("line", "typed", "near"),
    [
        pytest.param("set A foo 3", "foo", None, id="a space behind the player"),
        pytest.param("set Aのfoo 3", "foo", None, id="a particle"),
        pytest.param("set A coinz 3", "coinz", "coins", id="nearly a value"),
        pytest.param("set foo 3", "foo", None, id="of the table"),
    ],
)
def test_a_correction_blames_the_value_that_there_is_not(
    line: str, typed: str, near: str | None
) -> None:
    nothing = flow.understand(GAME, begun(), line)
    assert isinstance(nothing, Problem)
    guess = nothing.values["near"]
    assert (nothing.code, nothing.values["typed"]) == ("E503", typed)
    assert (guess.en if isinstance(guess, Text) else guess) == near


def test_a_correction_of_a_player_and_nothing_else_shows_how() -> None:
    nothing = flow.understand(GAME, begun(), "set A")
    assert isinstance(nothing, Problem)
    assert (nothing.code, nothing.values["typed"]) == ("E537", "set A")
    assert nothing.values["example"] == "set A points 3"


def test_a_record_may_stand_in_a_record(tmp_path: Path) -> None:
    nested = """    - id: pond
      name: {ja: 池, en: pond}
      kind: record
      fields: [{id: shore, name: {ja: 岸, en: shore}, kind: record, fields: [{id: reeds, name: {ja: 葦, en: reeds}, kind: whole}]}]
"""
    before = "    - {id: fence, name: {ja: 塀, en: fence}, kind: flag}\n"
    game = varied(tmp_path, ("flow.yaml", before, nested + before))
    state = flow.begin(game, ("A", "Ben"), begun().options).state
    for line in ("set A.pond.shore.reeds 2", "set A pond shore reeds 2", "set A 池の岸の葦 2"):
        assert flow.understand(game, state, line) == {
            "set": "pond", "player": "A", "to": 2, "inside": ["shore", "reeds"],
        }  # fmt: skip
