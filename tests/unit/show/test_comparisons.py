"""Two scores side by side, and what one more of a value is worth."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.scoring.compare import Comparison, compare, supposing, worths
from rulesref.show import comparisons, data
from rulesref.show.blocks import Bullets, Grid, Page, Para
from rulesref.show.data import as_json
from tests.helpers import DATA, game_in, scored, toy
from tests.unit.scoring.test_what_if import TOY_SPRING
from tests.unit.show.test_data import FINAL
from tests.unranked import frost

GAME = game_in(DATA / "tigris")
PLAYERS: list[dict[str, Any]] = [
    {"name": "葵", "black": 1, "red": 2, "blue": 3, "green": 4, "treasures": 3},
    {"name": "Ben", "black": 5, "red": 5, "blue": 9, "green": 9, "treasures": 2},
]
BEFORE = scored(GAME, {"players": PLAYERS})


def page_of(both: Comparison) -> Page:
    return comparisons.comparison(both, "en", ("now", "then"))


def texts(page: Page) -> list[str]:
    items = [text for block in page if isinstance(block, Bullets) for _, text in block.items]
    return items + [block.text for block in page if isinstance(block, Para)]


def test_what_changed_and_what_that_did() -> None:
    both = supposing(BEFORE, ["葵.black=+5"])
    page = page_of(both)
    grid = next(block for block in page if isinstance(block, Grid))
    assert grid.rows == (("葵", "3", "4", "+1", "2"), ("Ben", "6", "6", "±0", "1"))
    assert texts(page)[:3] == [
        "葵 black: 1 → 6 (+5)",
        "葵: 3 → 4 (+1)",
        "weakest color: 3 → 4 (+1)",
    ]
    assert "then: Ben wins." in texts(page)


def test_a_rank_that_changes_is_shown_from_and_to() -> None:
    both = supposing(BEFORE, ["Ben.black==0", "Ben.red==0", "Ben.treasures==0"])
    grid = next(block for block in page_of(both) if isinstance(block, Grid))
    assert [row[-1] for row in grid.rows] == ["2 → 1", "1 → 2"]


def test_nothing_differs_and_is_told_so() -> None:
    assert "Nothing differs." in texts(page_of(compare(BEFORE, BEFORE)))


def test_a_player_of_one_position_only() -> None:
    other = scored(GAME, {"players": [PLAYERS[0], {**PLAYERS[1], "name": "Chika"}]})
    page = page_of(compare(BEFORE, other))
    assert {"Ben: only in the first position", "Chika: only in the second position"} <= set(
        texts(page)
    )
    found = as_json(compare(BEFORE, other), "en")
    assert [row["total"] for row in found["players"]] == [[3, 3], [6, None], [None, 6]]


def test_changes_that_cannot_be_are_told() -> None:
    with pytest.raises(ProblemsFound):
        supposing(BEFORE, ["Ken.black=+1"])
    with pytest.raises(ProblemsFound) as stop:
        supposing(BEFORE, ["葵.black==-1"])
    assert [problem.code for problem in stop.value.problems] == ["E403"]


def test_two_scorings_cannot_be_compared() -> None:
    with pytest.raises(ProblemsFound) as stop:
        compare(scored(toy(), TOY_SPRING), scored(toy(), FINAL))
    assert [problem.code for problem in stop.value.problems] == ["E433"]


def test_the_worth_of_one_more_of_each_value() -> None:
    rows = tuple(worths(BEFORE, "葵"))
    page = comparisons.worth(BEFORE, "葵", rows, "en")
    grid = next(block for block in page if isinstance(block, Grid))
    assert ("black", "1", "2", "±0", "2") in grid.rows
    found = data.worth(BEFORE, "葵", rows, "en")
    assert (found["player"], len(found["worth"])) == ("葵", len(grid.rows))
    assert found["worth"][0]["points"] == 0


def test_scorings_that_only_take_are_compared_by_what_they_take() -> None:
    both = supposing(frost(2, 8), ["A.coins=+1"])
    page = page_of(both)
    assert not [block for block in page if isinstance(block, Grid)]
    assert texts(page) == ["A coins: 2 → 3 (+1)", "A", "coins paid: 2 → 3 (+1)"]
    moved = as_json(both, "en")["players"][0]
    assert (moved["total"], moved["rank"]) == ([None, None], [None, None])


def test_a_prize_that_is_no_number_has_no_difference() -> None:
    players = [
        {"name": "A", "points": 0, "coins": 6, "hat": "straw", "steps": {"moss": 4, "gravel": 2}},
        {"name": "B", "points": 0, "coins": 2, "hat": "paper", "steps": {"moss": 1}},
    ]
    autumn = scored(toy(), {"event": "autumn", "sky": "rain", "players": players})
    both = supposing(autumn, ["A.coins=2"])
    assert "ribbon: gold → 0" in texts(page_of(both))
    (ribbon,) = as_json(both, "en")["players"][0]["changes"]
    assert ribbon == {"id": "ribbon", "before": "gold", "after": 0, "difference": None}
    assert [each.then for each in worths(autumn, "A")][1:3] == ["paper", "none"]


def test_what_one_more_is_worth_where_nothing_is_counted() -> None:
    several = list(worths(frost(2, 8), "A"))
    (grid,) = (
        block
        for block in comparisons.worth(frost(2, 8), "A", several, "en")
        if isinstance(block, Grid)
    )
    assert grid.header == ("value", "now", "then", "difference")
    assert ("coins", "2", "3", "coins paid +1") in grid.rows
    found = data.worth(frost(2, 8), "A", several, "en")["worth"]
    assert {(row["points"], row["rank"]) for row in found} == {(None, None)}
