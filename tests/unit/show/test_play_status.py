"""Where a play is, as people read it."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.play import flow
from rulesref.play.flow import State
from rulesref.show.blocks import Facts, Flowing, Grid, Para, Title
from rulesref.show.play_status import (
    choices,
    ended,
    of_player,
    prompt,
    reminders,
    situation,
    status,
    whole,
)
from tests.unit.play.playing import (
    GAME,
    SCORING,
    TO_THE_END,
    after,
    begun,
    do,
    session,
    set_to,
)


def texts(page: Any) -> list[str]:
    return [block.text for block in page if isinstance(block, (Para, Title))]


@pytest.mark.parametrize(
    ("state", "en", "ja"),
    [
        pytest.param(begun(), "[spring / garden work / day 1 / A to play]", "【春 / 庭仕事 / 日 1 / Aの手番】", id="a turn"),
        pytest.param(after(begun(), *SCORING), "[spring show / day 2]", "【春の品評 / 日 2】", id="a scoring"),
        pytest.param(after(begun(), *TO_THE_END), "The play is over: Ben wins.", "ゲーム終了。Benの勝ちです。", id="the end"),
    ],
)  # fmt: skip
def test_the_first_line_says_where_the_play_is(state: State, en: str, ja: str) -> None:
    assert next(status(GAME, state, "en")) == en
    assert next(status(GAME, state, "ja")) == ja


def test_points_of_everybody_and_what_the_player_has() -> None:
    _, points, own = status(GAME, after(begun(), do("plant", height=3)), "en")
    assert (points, own) == ("points: A 1  Ben 0", "A: coins 1")


def test_points_that_nobody_tracks_are_left_out() -> None:
    state = after(begun(), set_to("points", None, "A"), set_to("points", None, "Ben"))
    assert not [line for line in status(GAME, state, "en") if line.startswith("points")]


@pytest.mark.parametrize(
    ("winners", "en"),
    [
        ((), "The play is over."),
        (("A",), "The play is over: A wins."),
        (("A", "Ben"), "The play is over: A, Ben share the victory."),
    ],
)
def test_how_a_play_ended(winners: tuple[str, ...], en: str) -> None:
    assert ended(winners, "en") == en


@pytest.mark.parametrize(
    ("state", "en"),
    [
        pytest.param(begun(), "A (garden work)> ", id="a turn"),
        pytest.param(after(begun(), *SCORING), "spring show> ", id="nobody's turn"),
        pytest.param(after(begun(), *TO_THE_END), "> ", id="the end"),
        pytest.param(changed(begun(), cursor=()), "> ", id="nowhere"),
    ],
)
def test_the_prompt_says_whose_turn_it_is(state: State, en: str) -> None:
    assert prompt(GAME, state, "en") == en


def test_choices_have_their_numbers() -> None:
    offered = flow.choices(GAME, begun())
    assert choices(offered[:2], "ja") == Flowing(("1 働く", "2 生け垣を植える"))
    assert situation(GAME, begun(), "ja")[-1] == choices(offered, "ja")
    assert not [b for b in situation(GAME, begun(), "ja", offered=False) if isinstance(b, Flowing)]


def test_reminders_name_the_player_and_the_rule() -> None:
    state = after(begun(), set_to("coins", 10, "A"))
    assert texts(reminders(flow.dues(GAME, state), "en")) == [
        "! A: Most coins (10). [coin-points]",
        "! The purse is nearly full (10 coins). [coin-supply]",
    ]


def test_everything_that_is_known() -> None:
    play = session()
    play.take("hedge 3")
    page = whole(play, "en")
    assert texts(page)[0] == "toy-1"
    (grid,) = [block for block in page if isinstance(block, Grid)]
    rows = {row[0]: row[1:] for row in grid.rows}
    assert (rows["points"], rows["hedges"]) == (("1", "0"), ("3", "-"))
    *_, facts = (block for block in page if isinstance(block, Facts))
    table = dict(facts.items)
    assert (table["first coins"], table["turn order"]) == ("2", "1, 2")
    assert "wrapped gifts" not in table


def test_long_values_of_a_player_stand_below_the_table() -> None:
    play = session()
    play.take("set A.motto " + "x" * 30)
    below = next(block for block in whole(play, "en") if isinstance(block, Facts))
    assert ("motto, A", "x" * 30) in below.items


def test_one_player() -> None:
    title, facts = of_player(session(), "Ben", "ja")
    assert texts([title]) == ["Ben"]
    assert isinstance(facts, Facts)
    assert ("コイン", "3") in facts.items
