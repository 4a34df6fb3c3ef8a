from __future__ import annotations

import json
from typing import Any

import pytest

from rulesref.base.diagnostics import Place, Problem
from rulesref.reading.positions import read_position
from rulesref.scoring.batches import CompiledEvent
from rulesref.show.batch_lines import JsonLines, TextLines
from tests.helpers import scored, toy
from tests.unranked import frost

SEEDS = {"red": 1, "blue": 1, "green": 1}
WRONG = Problem("E430", Place("b", 3, 7), {"many": 1, "low": 2, "high": 4})


def final(*coins: int, **points: int) -> dict[str, Any]:
    """A last scoring of A, B, C … with so many coins."""
    people = [
        {"name": name, "points": points.get(name, 0), "coins": many, "seeds": SEEDS}
        for name, many in zip("ABCD", coins, strict=False)
    ]
    return {"event": "final", "players": people}


def written(renderer: JsonLines | TextLines, data: dict[str, Any], line: int) -> tuple[str, str]:
    """A line by a plain program and by the explained way."""
    game = toy()
    position = read_position(game, data).position
    assert position is not None
    came = CompiledEvent(game, data["event"]).score(position)
    return renderer.outcome(game, came, line), renderer.score(scored(game, data), line)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(final(5, 2, 9), id="a winner and fractions"),
        pytest.param(final(4, 4), id="a tie"),
        pytest.param(final(5, 2, A=-3), id="less than nothing"),
    ],
)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_both_ways_write_the_same_bytes(data: dict[str, Any], lang: str) -> None:
    for renderer in (JsonLines(lang), TextLines(lang)):
        quick, ordinary = written(renderer, data, 1)
        assert quick == ordinary


@pytest.mark.parametrize(
    ("lang", "data", "text"),
    [
        pytest.param("en", final(1, 9), "4: 1. B 7.25, 2. A 2.25. B wins.", id="a winner"),
        pytest.param("en", final(4, 4), "4: 1. B 6, 2. A 6. B wins.", id="who sits last wins a tie"),
    ],
)  # fmt: skip
def test_a_line_for_people_says_who_wins(lang: str, data: dict[str, Any], text: str) -> None:
    assert written(TextLines(lang), data, 4)[0] == text


def test_a_problem_is_one_line_for_people_and_one_object_for_programs() -> None:
    assert TextLines("en").problems([WRONG], 3) == (
        "b, line 3: Number of players: 1; the game is for 2 to 4."
    )
    (told,) = json.loads(JsonLines("en").problems([WRONG], 3))["problems"]
    assert (told["code"], told["line"], told["column"]) == ("E430", 3, 7)


def test_the_working_is_left_out_unless_it_is_asked_for() -> None:
    result = scored(toy(), final(5, 2))
    brief, explained = (JsonLines("en", explains=e).score(result, 1) for e in (False, True))
    assert "explanation" not in brief
    assert json.loads(explained)["players"][0]["explanation"]["op"] == "score"


def test_a_line_of_a_scoring_that_only_takes_says_what_it_takes() -> None:
    assert TextLines("en").score(frost(2, 8), 7) == "7: A: coins paid 2, B: coins paid 3"
