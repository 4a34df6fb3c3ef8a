"""Scores as pages: the table, the working, ties, rulings."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.scoring.calculators import calculate
from rulesref.scoring.compare import other_readings
from rulesref.scoring.score import Score
from rulesref.show import results
from rulesref.show.blocks import Bullets, Facts, Grid, Para, Title
from tests.helpers import DATA, game_in, scored, toy
from tests.unranked import frost

TIGRIS = {
    "players": [
        {"name": "葵", "black": 1, "red": 2, "blue": 3, "green": 4, "treasures": 3},
        {"name": "Ben", "black": 5, "red": 5, "blue": 9, "green": 9, "treasures": 2},
    ],
}
#: The 50 years of a player's egg are worth a point or nothing, as the ruling says.
PRAGA = {
    "players": [
        {"name": name, "points": 10, "technology": 0, "university": 0, "hunger-wall": {"row": 1, "columns": 0},
         "cathedral": {"row": 1, "columns": 0}, "blue-tokens": 0, "red-tokens": 0, "walls": 0, "gold": 0,
         "stone": 0, "eggs": eggs}
        for name, eggs in (("葵", 1), ("Ben", 0))
    ],
}  # fmt: skip


def tigris() -> Score:
    return scored(game_in(DATA / "tigris"), TIGRIS)


def paragraphs(page: list[Any]) -> list[str]:
    return [block.text for block in page if isinstance(block, Para)]


def test_the_best_player_comes_first() -> None:
    grid = results.score_grid(tigris(), "en")
    assert [row[:2] for row in grid.rows] == [("1", "Ben"), ("2", "葵")]
    assert grid.header[:2] == ("rank", "player")
    assert 1 not in grid.right, "names stand to the left"


def test_a_table_too_wide_for_a_terminal_is_turned() -> None:
    many = {"players": [{**TIGRIS["players"][0], "name": f"{n}{'x' * 60}"} for n in "ABCD"]}
    grid = results.score_grid(scored(game_in(DATA / "tigris"), many), "en")
    assert grid.header[0] == ""
    assert [row[0] for row in grid.rows[:2]] == ["rank", "smallest color"]


@pytest.mark.parametrize(
    ("lang", "text"), [("ja", "1位 Ben 6\n2位 葵 3\n"), ("en", "1. Ben 6\n2. 葵 3\n")]
)
def test_one_line_for_each_player(lang: str, text: str) -> None:
    assert results.brief(tigris(), lang) == text


def test_the_working_is_shown_when_it_is_wanted() -> None:
    short, full = (results.score(tigris(), "en", explain=explain) for explain in (False, True))
    assert full[: len(short)] == short
    titles = [(block.text, block.note) for block in full if isinstance(block, Title)]
    assert titles[1:] == [("葵", "3"), ("Ben", "6")]
    assert any(isinstance(block, Bullets) for block in full[len(short) :])


def test_who_wins_is_said() -> None:
    assert "Ben wins." in paragraphs(results.score(tigris(), "en"))


def test_a_reading_that_matters_stands_with_what_another_would_change() -> None:
    result = scored(game_in(DATA / "praga"), PRAGA)
    others = tuple(other_readings(result))
    told = paragraphs(results.score(result, "en", others))
    (main,) = (line for line in told if line.startswith("Ruling:"))
    assert "one-egg=" in main
    after = told[told.index(main) + 1]
    assert "one-egg=nothing" in after
    assert "葵 11 → 10" in after


def test_the_page_works_out_no_reading_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    result = scored(game_in(DATA / "praga"), PRAGA)
    monkeypatch.setattr("rulesref.scoring.compare.score", None)
    told = paragraphs(results.score(result, "en"))
    assert any(line.startswith("Rulings used that change nothing here") for line in told)


def test_a_calculator_shows_its_result_and_its_working() -> None:
    game = toy()
    page = results.calculators(game, "en")
    assert [b.note for b in page if isinstance(b, Title)][1:] == list(game.calculators)
    calculator = game_in(DATA / "praga").calculators
    assert calculator
    for one in game.calculators.values():
        answer, _ = calculate(game, one, {})
        if answer is not None:
            shown = results.answer(answer, "en")
            assert isinstance(shown[1], Facts)
            break


def test_grids_are_the_same_in_both_languages() -> None:
    ja, en = (results.score(tigris(), lang) for lang in ("ja", "en"))
    assert [type(block) for block in ja] == [type(block) for block in en]
    assert len([b for b in ja if isinstance(b, Grid)]) == 1


@pytest.mark.parametrize(
    ("lang", "header", "rows", "lines"),
    [
        pytest.param("en", ("player", "coins paid"), (("A", "2"), ("B", "3")),
                     "A: coins paid 2\nB: coins paid 3\n", id="English"),
        pytest.param("ja", ("プレイヤー", "払うコイン"), (("A", "2"), ("B", "3")),
                     "A: 払うコイン 2\nB: 払うコイン 3\n", id="Japanese"),
    ],
)  # fmt: skip
def test_a_scoring_that_only_takes_shows_what_it_takes(
    lang: str, header: tuple[str, ...], rows: Any, lines: str
) -> None:
    page = results.score(frost(2, 8), lang, explain=True)
    (grid,) = (block for block in page if isinstance(block, Grid))
    assert (grid.header, grid.rows, grid.right) == (header, rows, frozenset({1}))
    assert [block.note for block in page if isinstance(block, Title)][1:] == ["", ""]
    assert results.brief(frost(2, 8), lang) == lines
