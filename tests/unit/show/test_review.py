"""What a person sees before the result: every value with its number, in tables that fit."""

from __future__ import annotations

import re
from typing import Any

import pytest

from benchmarks.yardstick.positions import PLAYERS
from rulesref.base.text import LANGS, cells
from rulesref.show.blocks import Facts, Grid, Page, Para, Title
from rulesref.show.review import review, review_again
from rulesref.show.terminal import Terminal, text
from rulesref.wizard.interview import Wizard
from tests.helpers import DATA, game_in, toy
from tests.unit.show.test_wizard import full

NUMBER = re.compile(r"(?<!\S)(\d+)\) ")
SPRING: dict[str, Any] = {
    "event": "spring",
    "players": [
        {"name": "葵", "points": 5, "coins": "1+1", "gnomes": ["tall"]},
        {"name": "Ben", "points": 3, "coins": 4, "fence": True},
    ],
    "plots": [
        {"size": 4, "walled": True, "flowers": {"葵": [2, 1], "Ben": 2}},
        {"size": 2, "flowers": {"wild": 1}},
    ],
}
AUTUMN: dict[str, Any] = {
    "event": "autumn",
    "players": [
        {"name": "A", "points": 0, "coins": 5, "hat": "straw", "steps": {"moss": 2, "gravel": 1}},
        {"name": "Ben", "points": -5, "coins": 2, "hat": "none", "steps": {"moss": 4}, "fruit": -3},
    ],
    "sky": "rain",
}


def reviewed(position: dict[str, Any], lang: str) -> Page:
    """The review of a position of the toy game, what it leaves out being left out."""
    return review(answered(position).form, lang)


def answered(position: dict[str, Any]) -> Wizard:
    state = Wizard.start(toy(), known=position)
    while state.current is not None:
        state = state.answer("")
    return state


def again(state: Wizard, seen: Wizard) -> Page:
    return review_again(state.form, seen.form, "en")


def test_a_correction_is_shown_alone() -> None:
    seen = answered(SPRING)
    assert again(seen.answer("4 3 / 18 5"), seen) == [
        Facts((("葵 coins", "4) 3"), ("plots 2 size", "18) 5")))
    ]
    assert again(seen.answer("1 Cai"), seen) == [Facts((("", "1) Cai"),))]
    assert again(seen, seen) == []


def test_after_much_or_other_numbers_everything_is_shown_again() -> None:
    seen = answered(SPRING)
    fewer = seen.answer("17 no")
    assert again(fewer, seen) == review(fewer.form, "en")
    much = seen.answer("3 1 / 4 3 / 7 1 / 8 3 / 12 1 / 18 1 / 24 rain")
    assert again(much, seen) == review(much.form, "en")


def test_what_is_still_open_is_a_question_mark() -> None:
    grid = review(Wizard.start(toy(), known=SPRING).form, "en")[1]
    assert isinstance(grid, Grid)
    assert grid.rows[-1] == ("fence", "6) ?", "10) yes")


def test_what_a_play_knows_of_people_has_no_number() -> None:
    grid = review(Wizard.start(toy(), known=SPRING, confirming=True).form, "en")[1]
    assert isinstance(grid, Grid)
    assert grid.header == ("", "葵", "Ben")
    assert grid.rows[0] == ("points so far", "1) 5", "5) 3")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_a_review_fits_the_terminal_and_has_every_value_once(game: str, lang: str) -> None:
    for position in full(game):
        state = Wizard.start(game_in(DATA / game), known=position)
        lines = text(review(state.form, lang), Terminal(width=80)).splitlines()
        assert max(map(cells, lines)) <= 80
        numbers = [int(found) for line in lines for found in NUMBER.findall(line)]
        assert sorted(numbers) == list(range(1, len(state.form.cells) + 1))
        assert len(lines) < len(state.form.cells), "a table, not one value below the other"


@pytest.mark.parametrize(
    ("lang", "head", "rows", "gnomes", "plots", "more", "sky"),
    [
        pytest.param(
            "ja", "局面の確認",
            (("これまでの点", "3) 5", "7) 3"), ("コイン", "4) 1+1", "8) 4"), ("塀", "6) いいえ", "10) はい")),
            (("小人 葵", "5) のっぽ"), ("小人 Ben", "9) なし")),
            (
                ("花壇", "大きさ", "囲い", "葵", "Ben", "野の花"),
                ("11) 1", "12) 4", "13) はい", "14) 2+1", "15) 2", "16) 0"),
                ("17) 2", "18) 2", "19) いいえ", "20) 0", "21) 0", "22) 1"),
            ),
            "23) 花壇を追加", ("空模様", "24) 晴れ"), id="ja",
        ),
        pytest.param(
            "en", "Check the position",
            (("points so far", "3) 5", "7) 3"), ("coins", "4) 1+1", "8) 4"), ("fence", "6) no", "10) yes")),
            (("gnomes 葵", "5) tall"), ("gnomes Ben", "9) none")),
            (
                ("plots", "size", "walled", "葵", "Ben", "wild flowers"),
                ("11) 1", "12) 4", "13) yes", "14) 2+1", "15) 2", "16) 0"),
                ("17) 2", "18) 2", "19) no", "20) 0", "21) 0", "22) 1"),
            ),
            "23) add to plots", ("sky", "24) sun"), id="en",
        ),
    ],
)  # fmt: skip
def test_a_review_of_spring(
    lang: str, head: str, rows: Any, gnomes: Any, plots: Any, more: str, sky: Any
) -> None:
    assert reviewed(SPRING, lang) == [
        Title(head, 2),
        Grid(("", "1) 葵", "2) Ben"), rows),
        Facts(gnomes),
        Grid(plots[0], plots[1:]),
        Para(more, 0),
        Facts((sky,)),
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_the_values_of_a_record_stand_in_rows_of_their_own(lang: str) -> None:
    grid = reviewed(AUTUMN, lang)[1]
    assert isinstance(grid, Grid)
    assert [row[1:] for row in grid.rows[3:]] == [
        ("6) 2", "12) 4"),
        ("7) 1", "13) 0"),
        ("8) 0", "14) -3"),
    ]


def test_the_number_of_a_value_is_what_corrects_it() -> None:
    state = Wizard.start(toy(), known=SPRING)
    while state.current is not None:
        state = state.answer("")
    corrected = state.answer("18 5")
    assert corrected.form.values["plots"][1]["size"] == 5
    grid = review(corrected.form, "en")[3]
    assert isinstance(grid, Grid)
    assert grid.rows[1][1] == "18) 5"
