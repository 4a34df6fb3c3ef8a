"""A score sheet in the head of a game: what it stands for, and where what is wrong in it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.compiling.build import Built, BuiltStore, build
from rulesref.library.library import game_of
from rulesref.play.known_play import going_otherwise
from rulesref.scoring.score import Score, score_of
from rulesref.show.pages import decision
from tests.helpers import ROOT, game_folders

SHEETS = ROOT / "examples" / "score-sheets" / "rulesref_score_sheets"


def sheet(folder: Path, *lines: str) -> Built:
    head = ["id: park", "languages: [en]", "name: Park", "players: {min: 1, max: 4}", "sheet:"]
    (folder / "park").mkdir()
    text = "\n".join([*head, *(f"  {line}" for line in lines), ""])
    (folder / "park" / "game.yaml").write_text(text, encoding="utf-8")
    return build(folder / "park")


def scored(built: Built, *players: dict[str, Any], **table: Any) -> Score:
    assert built.problems == ()
    game = game_of(BuiltStore(built.data), built.digest)
    result, _ = score_of(game, {"event": "final", "players": [*players], **table})
    assert result is not None
    return result


def totals(result: Score) -> dict[str, object]:
    return {player.name: player.total for player in result.players}


def test_categories_add_up_and_break_ties(tmp_path: Path) -> None:
    built = sheet(tmp_path, "categories: [birds, bonus cards]", "ties: [birds, food left]")
    ann = {"name": "Ann", "birds": 3, "bonus-cards": 5, "food-left": 0}
    ben = {"name": "Ben", "birds": 4, "bonus-cards": 4, "food-left": 0}
    result = scored(built, ann, ben)
    assert totals(result) == {"Ann": 8, "Ben": 8}
    assert result.winners == ("Ben",)


def test_a_category_may_be_worth_something_else_and_one_that_is_worked_out_is_not_asked(
    tmp_path: Path,
) -> None:
    lines = [
        "{name: coins, value: floor(coins / 3)}",
        "{name: bonus, value: 5 if coins > 6 else 0}",
    ]
    built = sheet(tmp_path, f"categories: [{', '.join(lines)}]")
    assert totals(scored(built, {"name": "Ann", "coins": 8})) == {"Ann": 7}


def test_of_a_sheet_with_rounds_every_round_is_a_row(tmp_path: Path) -> None:
    lines = ["jam", "{name: apples, value: 2 * apples}", "{name: crown, once: true}"]
    built = sheet(
        tmp_path, "rounds: [spring, fall]", f"categories: [{', '.join(lines)}]", "ties: [apples]"
    )
    ann = {"name": "Ann", "jam-1": 1, "apples-1": 2, "jam-2": 0, "apples-2": 1, "crown": 3}
    ben = {"name": "Ben", "jam-1": 10, "apples-1": 0, "jam-2": 0, "apples-2": 0, "crown": 0}
    result = scored(built, ann, ben)
    parts = {part.name.en: step.value for part, step in result.players[0].categories}
    assert parts == {"spring": 5, "fall": 2, "crown": 3}
    assert result.winners == ("Ann",)  # more apples over all rounds


def test_fewest_wins_and_what_is_shared_counts_for_all(tmp_path: Path) -> None:
    built = sheet(
        tmp_path, "rounds: 2", "categories: [holes, {name: weather, shared: true, once: true}]",
        "ties: [{name: balls lost, fewest: true}]", "fewest: true",
    )  # fmt: skip
    ann = {"name": "Ann", "holes-1": 3, "holes-2": 4, "balls-lost": 2}
    ben = {"name": "Ben", "holes-1": 4, "holes-2": 3, "balls-lost": 1}
    result = scored(built, ann, ben, weather=2)
    assert totals(result) == {"Ann": 9, "Ben": 9}
    assert result.winners == ("Ben",)


@pytest.mark.parametrize(
    ("lines", "code", "place"),
    [
        (["categories: [birds, birds]"], "E306", (6, 23)),
        (["categories: [{name: eggs, low: 5, high: 0}]"], "E222", (6, 16)),
        (["categories: [{name: coins, value: floor(coin / 3)}]"], "E310", (6, 43)),
        (
            ["categories: [eggs, {name: coins, value: floor(coin / 3)}]", "rounds: 2"],
            "E310",
            (6, 49),
        ),
        (
            ["categories: [eggs, {name: coins, value: floor(coins / 3}]", "rounds: 2"],
            "E218",
            (6, 58),
        ),
        (
            ["categories: [eggs, {name: coins, value: coins * egg}]", "fewest: true"],
            "E310",
            (6, 51),
        ),
        (["categories: [{name: eggs, lo: 5}]"], "E202", (6, 29)),
        (["categories: [{name: eggs, rules: [egg]}]"], "E301", (6, 37)),
        (["categories: [eggs]", "rounds: 51"], "E319", (7, 11)),
    ],
)
def test_what_is_wrong_is_told_once_where_it_stands(
    lines: list[str], code: str, place: tuple[int, int], tmp_path: Path
) -> None:
    problems = sheet(tmp_path, *lines).problems
    assert [(p.code, p.place and (p.place.line, p.place.column)) for p in problems] == [
        (code, place)
    ]


def test_other_files_stand_beside_it(tmp_path: Path) -> None:
    """Words, rules that its lines rest on, a course of play of its own; but no second scoring."""
    rule = "- {id: egg, topic: end, title: Eggs, points: [An egg is a point.]}\n"
    (tmp_path / "park" / "rules").mkdir(parents=True)
    (tmp_path / "park" / "rules" / "end.yaml").write_text(rule, encoding="utf-8")
    head = "id: park\nlanguages: [en]\nname: Park\nplayers: {min: 1, max: 4}\n"
    topics = "topics: [{id: end, name: end}]\n"
    more = "sheet: {categories: [{name: eggs, rules: [egg]}]}\n"
    (tmp_path / "park" / "game.yaml").write_text(head + topics + more, encoding="utf-8")
    built = build(tmp_path / "park")
    assert [
        step.rules
        for step in scored(built, {"name": "Ann", "eggs": 2}).players[0].explanation.parts
    ]
    (tmp_path / "park" / "scoring.yaml").write_text("events: []\n", encoding="utf-8")
    assert "E221" in [problem.code for problem in build(tmp_path / "park").problems]


def test_names_that_give_no_id_are_called_by_their_place(tmp_path: Path) -> None:
    built = sheet(tmp_path, "categories: [卵, name, Café & bar]")
    assert totals(scored(built, {"name": "Ann", "c1": 1, "name-points": 2, "cafe-bar": 4})) == {
        "Ann": 7
    }


@pytest.mark.parametrize("folder", sorted(SHEETS.glob("*/game.yaml")), ids=lambda p: p.parent.name)
def test_the_sheets_of_the_pack_are_sound_and_can_be_played(folder: Path) -> None:
    built = build(folder.parent)
    assert built.problems == ()
    assert folder.parent.name not in [game.name for game in game_folders()]
    game = game_of(BuiltStore(built.data), built.digest)
    assert [
        *going_otherwise(game, "# players: Ann, Ben, Cleo\n= stage final scoring\n# lang: en", "x")
    ] == []


def test_a_result_says_what_was_compared_first_where_points_did_not_decide(tmp_path: Path) -> None:
    built = sheet(tmp_path, "categories: [holes]", "fewest: true")
    result = scored(built, {"name": "Ann", "holes": 3}, {"name": "Ben", "holes": 4})
    assert decision(result, "en") == "Ann wins. Compared first: fewest points."
    level = scored(built, {"name": "Ann", "holes": 3}, {"name": "Ben", "holes": 3})
    assert decision(level, "en") == "Ann and Ben share the victory."
