"""Scores as pages: the table, the working, ties, rulings."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulesref.base.text import Entered
from rulesref.lang import OPERATORS
from rulesref.scoring.calculators import calculate
from rulesref.scoring.compare import other_readings
from rulesref.scoring.score import Score, score_of
from rulesref.show import results
from rulesref.show.blocks import Bullets, Facts, Grid, Para, Title
from rulesref.show.data import as_json
from rulesref.show.working import SENTENCES, plain_value, sentence, working
from tests.helpers import DATA, bench, game_in, name_of, ruling, scored, small_table, toy
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


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("ja", "検査「treasures-in-the-box」に合わないまま計算しました: "),
        ("en", "Scored in spite of the check “treasures-in-the-box”: "),
    ],
)
def test_a_check_that_was_overruled_is_named(lang: str, words: str) -> None:
    people = [{**player, "treasures": 9} for player in TIGRIS["players"]]
    found, _ = score_of(game_in(DATA / "tigris"), {"players": people}, anyway=True)
    assert found is not None
    assert any(text.startswith(words) for text in paragraphs(results.score(found, lang)))
    assert results.brief(found, lang).splitlines()[-1].startswith(words)
    (check,) = as_json(found, lang)["overruled"]
    assert check["check"] == "treasures-in-the-box"
    assert check["rules"]


def test_a_table_too_wide_for_a_terminal_is_turned() -> None:
    many = {"players": [{**TIGRIS["players"][0], "name": f"{n}{'x' * 60}"} for n in "ABCD"]}
    grid = results.score_grid(scored(game_in(DATA / "tigris"), many), "en")
    assert grid.header[0] == ""
    assert [row[0] for row in grid.rows[:2]] == ["rank", "weakest color"]


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


TABLE = [
    {"id": "coins", "kind": "whole"},
    {"id": "walled", "kind": "flag"},
    {"id": "heights", "kind": "wholes"},
    {"id": "sky", "kind": "choice", "options": [{"id": "sun", "name": name_of("sunshine")}]},
]
VALUES = {"coins": 7, "walled": True, "heights": (8, 8, 3), "sky": "sun"}
WALK = small_table(
    "walk",
    {"path": "code", "step": "whole", "coins": "whole"},
    ["path", "step"],
    [["moss", 1, 4], ["moss", 3, 6]],
)
MOSS = {"op": "fixed", "value": "moss"}


def says(expression: Any, lang: str = "en", **values: Any) -> str:
    step = bench(
        expression,
        table=TABLE,
        values=VALUES | values,
        tables=[WALK],
        rulings=[ruling("rest", "down", "up")],
    ).run()
    return sentence(step, lang)


@pytest.mark.parametrize(
    ("expression", "numbers"),
    [
        pytest.param({"op": "product", "parts": ["coins", 3]}, ["7", "3", "21"], id="count"),
        pytest.param({"op": "total", "parts": ["coins", 2]}, ["7", "2", "9"], id="total"),
        pytest.param({"op": "difference", "of": "coins", "less": 9}, ["7", "9", "-2"], id="difference"),
        pytest.param({"op": "product", "parts": ["coins", 2, 3]}, ["7", "2", "3", "42"], id="product"),
        pytest.param({"op": "divide", "of": "coins", "by": 4}, ["7", "4", "1.75"], id="divide"),
        pytest.param({"op": "divide", "of": "coins", "by": 4, "rounding": "down"}, ["7", "4", "1"], id="divide, rounded"),
        pytest.param({"op": "minimum", "parts": ["coins", 2]}, ["7", "2", "2"], id="minimum"),
        pytest.param({"op": "maximum", "parts": ["coins", 2]}, ["7", "2", "7"], id="maximum"),
        pytest.param({"op": "cap", "of": "coins", "at": 5}, ["7", "5", "5"], id="cap"),
        pytest.param({"op": "lookup", "table": "walk", "at": {"path": MOSS, "step": 3}, "column": "coins"}, ["3", "6"], id="lookup"),
        pytest.param({"op": "bands", "table": "walk", "from": "step", "of": 9, "column": "coins"}, ["3", "9", "6"], id="bands"),
        pytest.param({"op": "sum-rows", "table": "walk", "up-to": {"step": 3}, "column": "coins"}, ["3", "10"], id="sum-rows"),
        pytest.param({"op": "rank", "among": "heights", "ties": "each", "award": [5, 2]}, ["8", "8", "3", "1", "1", "3", "5", "5", "0"], id="rank"),
        pytest.param({"op": "best-split", "of": ["coins", 2], "wild": 3}, ["3", "7", "5", "5", "7"], id="best-split"),
        pytest.param({"op": "nth", "of": {"op": "best-split", "of": [4, 2], "wild": 0}, "n": 2}, ["2", "4", "2", "4"], id="nth"),
        pytest.param({"op": "for-each", "in": "heights", "as": "one", "part": "one"}, ["8", "8", "3", "19"], id="for-each"),
        pytest.param({"op": "size", "in": "heights"}, ["3"], id="size"),
        pytest.param({"op": "compare", "left": "coins", "is": "at-least", "right": 5}, ["7", "5"], id="compare"),
        pytest.param({"op": "ruling", "of": "rest", "readings": {"down": 1, "up": 2}}, ["1"], id="ruling"),
    ],
)  # fmt: skip
def test_a_line_of_working_has_the_numbers_that_went_in_and_came_out(
    expression: Any, numbers: list[str]
) -> None:
    ja, en = (
        sorted(re.findall(r"-?\d+(?:\.\d+)?", says(expression, lang))) for lang in ("ja", "en")
    )
    assert ja == en
    assert set(numbers) <= set(en)


@pytest.mark.parametrize(
    ("relation", "sign"),
    [
        ("equal", "="),
        ("not-equal", "≠"),
        ("less", "<"),
        ("at-most", "≤"),
        ("more", ">"),
        ("at-least", "≥"),
    ],
)
def test_relations_are_signs(relation: str, sign: str) -> None:
    assert f"7 {sign} 5" in says({"op": "compare", "left": "coins", "is": relation, "right": 5})


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_what_was_typed_is_shown_as_it_was_typed(lang: str) -> None:
    node = {"op": "product", "parts": ["coins", 2]}
    assert "3+6 = 9" in says(node, lang, coins=Entered.of("3+6"))


@pytest.mark.parametrize(("lang", "words"), [("ja", "sunshineの名"), ("en", "sunshine")])
def test_a_code_is_read_by_its_name(lang: str, words: str) -> None:
    assert words in says({"op": "choose", "by": "sky", "cases": {"sun": "sky"}}, lang)


def test_a_label_comes_first() -> None:
    node = {"op": "total", "parts": [1, 2], "label": {"ja": "和", "en": "sum"}}
    assert says(node).startswith("sum")
    assert says(node, "ja").startswith("和")


def test_working_goes_down_and_cites_a_rule_once() -> None:
    node = {
        "op": "total",
        "rules": ["a"],
        "parts": [
            {"op": "product", "parts": ["coins", 2], "rules": ["a", "b"]},
            {"op": "cap", "of": {"op": "product", "parts": [2, 3]}, "at": 5},
        ],
    }
    lines = working(bench(node, table=TABLE, values=VALUES).run(), "en")
    assert [(line.depth, line.rules) for line in lines] == [
        (0, ("a",)),
        (1, ("b",)),
        (1, ()),
        (2, ()),
    ]


@pytest.mark.parametrize(
    ("value", "en"),
    [
        pytest.param((), "none", id="an empty list"),
        pytest.param((3, 2), "3 2", id="a list"),
        pytest.param({"A": 3}, "A 3", id="a field by player"),
        pytest.param(True, "yes", id="a truth"),
        pytest.param(Entered.of("5"), "5", id="a number that was typed alone"),
        pytest.param(Entered.of("2+3"), "2+3 = 5", id="a sum that was typed"),
    ],
)
def test_a_value_as_people_read_it(value: Any, en: str) -> None:
    assert plain_value(value, "en") == en


def test_every_operator_has_its_sentence() -> None:
    assert set(OPERATORS) <= set(SENTENCES)


@pytest.mark.parametrize(
    ("gather", "words"),
    [
        pytest.param("total", "8 + 8 + 3 = 19", id="added up"),
        pytest.param("list", "8, 8, 3", id="listed"),
        pytest.param("largest", "largest of 8, 8, 3: 8", id="the largest"),
        pytest.param("smallest", "smallest of 8, 8, 3: 3", id="the smallest"),
    ],
)
def test_what_becomes_of_the_entries_is_said(gather: str, words: str) -> None:
    assert (
        says({"op": "for-each", "in": "heights", "as": "one", "part": "one", "gather": gather})
        == words
    )


def test_no_entries_come_to_nothing() -> None:
    assert says({"op": "for-each", "in": "heights", "as": "one", "part": "one"}, heights=()) == "0"


PEOPLE = [{"coins": 3}, {"coins": 5}]
OF_PLAYER = [{"id": "coins", "kind": "whole"}]


def test_a_sum_over_players_names_them() -> None:
    node = {"op": "for-each", "in": "players", "as": "one", "part": "one.coins"}
    assert sentence(bench(node, player=OF_PLAYER, players=PEOPLE).run(), "en") == "A 3 + B 5 = 8"


def test_the_working_of_each_player_begins_with_the_name() -> None:
    part = {"op": "product", "parts": ["one.coins", 2]}
    node = {"op": "for-each", "in": "players", "as": "one", "part": part}
    lines = working(bench(node, player=OF_PLAYER, players=PEOPLE).run(), "en")
    assert [line.text for line in lines] == [
        "A 6 + B 10 = 16",
        "A: coins 3 × 2 = 6",
        "B: coins 5 × 2 = 10",
    ]


def test_a_named_value_is_worked_out_once() -> None:
    double = {"op": "product", "parts": ["coins", 2], "label": name_of("double")}
    node = {"op": "total", "parts": ["double", {"op": "product", "parts": ["double", 3]}]}
    step = bench(node, table=TABLE, values=VALUES, define={"double": double}).run()
    assert [(line.depth, line.text) for line in working(step, "en")] == [
        (0, "14 + 42 = 56"), (1, "double: coins 7 × 2 = 14"), (1, "14 × 3 = 42"), (2, "double: 14"),
    ]  # fmt: skip
