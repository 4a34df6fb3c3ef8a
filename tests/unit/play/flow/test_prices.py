"""What a line says that something costs has to be right, and is paid once."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.play import flow
from rulesref.play.flow import State
from tests.unit.play.playing import GAME, after, begun, set_to

RICH = after(begun(), set_to("coins", 9, "A"))
PLANT = {"do": "plant", "with": {"height": 2}, "force": False}


def outcome(line: str, state: State = RICH) -> Any:
    found = flow.understand(GAME, state, line)
    return found.code if isinstance(found, Problem) else found


@pytest.mark.parametrize(
    "line",
    ["plant 2 for 1 coin", "pay 1 coin, plant 2", "hedge 2, 1 coin", "plant 2 costs coins 1", "1 coin: plant 2",
     "コイン1で2の生け垣を植える", "植える 2 1コイン", "植える2、コイン1払う"],
)  # fmt: skip
def test_the_price_may_be_said(line: str) -> None:
    assert outcome(line) == PLANT


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("plant 2 for 3 coins", "E586", id="another price"),
        pytest.param("植える 2 3コイン", "E586", id="another price, in Japanese"),
        pytest.param("hat straw for 1 coin", "E557", id="what costs nothing"),
        pytest.param("work 1 for 1 coin", "E557", id="what brings something in"),
        pytest.param("plant for 1 coin", "E557", id="what is not said in full"),
        pytest.param("plant 2 for 1 banana", "E557", id="what nobody pays with"),
        pytest.param("plant 2 for +1 coin", "E557", id="what is more by so much"),
        pytest.param("plant 12 for 1 coin", "E557", id="what is wrong without it too"),
    ],
)
def test_what_is_not_the_price_does_nothing(line: str, code: str) -> None:
    assert outcome(line) == code


def test_the_right_price_is_told() -> None:
    refused = flow.understand(GAME, RICH, "plant 2 for 3 coins")
    assert isinstance(refused, Problem)
    assert (refused.values["typed"], refused.values["value"]) == (3, 1)


def test_what_nobody_counts_has_no_price() -> None:
    first, *others = RICH.players
    state = changed(RICH, players=({**first, "coins": None}, *others))
    assert outcome("plant 2 for 1 coin", state) == "E557"
