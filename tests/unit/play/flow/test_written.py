"""Commands as lines: each line means its command."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.play import flow
from rulesref.play.flow.written import line_of
from tests.unit.play.playing import GAME, after, begun, do, set_to

STATE = after(begun(), set_to("day", 2))


@pytest.mark.parametrize(
    ("command", "line"),
    [
        pytest.param(do("work", hours=2), "work hours=2", id="a number"),
        pytest.param(do("give", many=1, to="Ben", wrapped=False), "give many=1 to=2", id="a player by the seat"),
        pytest.param({**do("rest"), "who": "Ben"}, "Ben rest", id="out of turn"),
        pytest.param({**do("rest"), "force": True}, "!rest", id="by force"),
        pytest.param(set_to("steps", 3, "A", "moss"), "set A.steps.moss 3", id="a correction"),
        pytest.param(set_to("day", 3), "set day 3", id="a correction of the table"),
        pytest.param(set_to("points", -3, "A"), "set A.points =-3", id="less than nothing"),
        pytest.param({"set": "votes", "player": None, "by": 2, "inside": ["Ben"]}, "set votes.Ben +2", id="by how much"),
        pytest.param(set_to("hedges", 9, "A", 2), "set A.hedges.2 9", id="a place of a list"),
    ],
)  # fmt: skip
def test_a_command_is_a_line(command: dict[str, Any], line: str) -> None:
    assert line_of(GAME, STATE, command) == line


def test_what_was_left_out_is_not_in_the_line() -> None:
    found = flow.understand(GAME, STATE, "work")
    assert isinstance(found, dict)
    assert line_of(GAME, STATE, found) == "work"
