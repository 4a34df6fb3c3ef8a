"""Results as values; that they print what the commands print is shown in ``tests/test_api.py``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.api import CalcResult, Games, ProblemsError, ScoreResult
from tests.helpers import TESTS, TOY
from tests.unranked import frost

TOY_GAME = Games(TOY).game("toy")
POSITIONS = TESTS / "cli" / "positions"


def score(name: str = "final", **how: Any) -> ScoreResult:
    return TOY_GAME.score(POSITIONS / f"{name}.yaml", **how)


def test_a_score_is_values() -> None:
    result = score()
    assert result.event == "final"
    assert list(result.totals) == list(result.ranks) == list(result.points) == ["葵", "Ben", "C"]
    assert {name for name, rank in result.ranks.items() if rank == 1} == set(result.winners)
    for name, parts in result.points.items():
        data = next(p for p in result.data()["players"] if p["name"] == name)
        assert parts == {part["id"]: part["points"] for part in data["categories"]}
        assert result.totals[name] == data["total"]


def test_a_scoring_that_counts_and_ranks_nobody_says_so() -> None:
    result = ScoreResult(frost(2, 8))
    assert result.totals == result.ranks == {"A": None, "B": None}
    assert (result.winners, result.points) == ((), {"A": {}, "B": {}})
    assert [player["total"] for player in result.data()["players"]] == [None, None]


def test_points_are_exact() -> None:
    result = TOY_GAME.calculate("show", {"size": 4, "heights": [3, 3, 3], "walled": False})
    assert all(not isinstance(value, float) for value in _numbers(result.values["value"]))


def _numbers(value: Any) -> list[int | Fraction]:
    return list(value) if isinstance(value, tuple) else [value]


def test_the_working_of_one_player_is_a_part_of_that_of_all() -> None:
    result = score()
    alone = result.explain("Ben")
    assert alone in result.explain()
    assert "葵" not in alone.split("\n")[0]
    assert result.explain("Ben", "ja") != alone
    assert all(len(line) <= 40 for line in result.explain("Ben", width=40).splitlines())


def test_a_player_who_is_not_there_is_told() -> None:
    with pytest.raises(ProblemsError) as raised:
        score().explain("Bem")
    assert [problem.code for problem in raised.value.problems] == ["E420"]


def test_the_position_of_a_score_gives_the_score_again() -> None:
    for name in ("spring", "summer", "autumn", "final"):
        result = score(name)
        again = TOY_GAME.score(result.position)
        assert again.data() == result.data()


def test_the_readings_that_a_score_rests_on_are_named() -> None:
    data = score("spring").data()
    assert set(score("spring").rulings) >= set(data["rulings"])


def test_an_answer_tells_its_language_and_its_entries() -> None:
    found = Games(TOY).ask("toy 花壇の大きさ")
    assert found.found
    assert found.lang == "ja"
    assert all(entry.startswith("toy/") for entry in found.entries)
    assert [f"{each['game']}/{each['id']}" for each in found.data()["results"]] == list(
        found.entries
    )
    assert found.data()["lang"] == "ja"
    assert found.data("en")["lang"] == "en"
    assert found.text() == found.text("ja")


def test_a_question_that_nothing_answers_is_no_error() -> None:
    found = TOY_GAME.ask("xyzzy plugh")
    assert (found.found, found.entries) == (False, ())
    assert found.text()


def test_a_calculator_gives_values_by_name() -> None:
    result = TOY_GAME.calculate("show", {"size": 3, "heights": "3,1"})
    assert isinstance(result, CalcResult)
    assert list(result.values) == ["value"]
    assert result.values == TOY_GAME.calculate("show", {"大きさ": "3", "heights": [3, 1]}).values
