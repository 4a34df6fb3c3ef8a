from __future__ import annotations

import json
from typing import Any

import pytest

from rulesref.base.diagnostics import Place, Problem
from rulesref.scoring.batch.program import CompiledEvent
from rulesref.show.batch_lines import JsonLines, TextLines
from rulesref.show.data import as_json
from rulesref.show.problems import problem_lines
from tests.helpers import scored, toy
from tests.unit.scoring.batch.compiled import as_pairs
from tests.unranked import frost

DEFAULTS = {ruling.id: ruling.default for ruling in toy().rulings.values()}
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
    """A line by compiled code and by the ordinary way."""
    game = toy()
    program = CompiledEvent(game, data["event"])
    read = program.reader.read({"players": as_pairs(data["players"])})
    quick = renderer.outcome(game, program.event, program.score(read, DEFAULTS, {}), line)
    return quick, renderer.score(scored(game, data), line)


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
        "b:3:7: error[E430]: Number of players: 1; the game is for 2 to 4."
    )
    (told,) = json.loads(JsonLines("en").problems([WRONG], 3))["problems"]
    assert (told["code"], told["line"], told["column"]) == ("E430", 3, 7)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("owner", ["Ann", 'B"\\{0}', "葵", "0", "x" * 300, ""])
def test_whose_value_it_is_and_what_stands_there_are_those_of_the_line(
    lang: str, owner: str
) -> None:
    """Also where the same has been said of somebody else before."""
    place = Place("-", 3, 7)
    for typed in ("many", "%s", "", "y" * 300, 7, True, 1, ["a"], None):
        where = {"path": f"players.{owner}", "where": (owner,)}
        wrong = [
            Problem("E402", place, {**where, "typed": typed, "name": "coins", "expected": "whole"}),
            Problem("E408", place, {**where, "typed": typed, "near": None, "event": "autumn"}),
        ]
        told = json.loads(JsonLines(lang).problems(wrong, 3))
        assert told == {"problems": as_json(wrong, lang)}
        lines = TextLines(lang).problems(wrong, 3).split("\n")
        assert lines == [problem_lines(problem, {}, lang)[0] for problem in wrong]


def test_the_working_is_left_out_unless_it_is_asked_for() -> None:
    result = scored(toy(), final(5, 2))
    brief, explained = (JsonLines("en", explains=e).score(result, 1) for e in (False, True))
    assert "explanation" not in brief
    assert json.loads(explained)["players"][0]["explanation"]["op"] == "score"


def test_a_line_of_a_scoring_that_only_takes_says_what_it_takes() -> None:
    assert TextLines("en").score(frost(2, 8), 7) == "7: A: coins paid 2, B: coins paid 3"
