"""Changes to a position as typed, and what they do to a score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.reading.positions import read_position
from rulesref.scoring.compare import compare, other_readings, worths
from rulesref.scoring.documents import score_of
from rulesref.scoring.score import Score
from rulesref.scoring.what_if import changed
from tests.helpers import DATA, game_in, scored, toy

TOY_SPRING: dict[str, Any] = {
    "event": "spring",
    "players": [
        {"name": "葵", "points": 5, "coins": "1+1", "gnomes": ["tall"]},
        {"name": "Ben.2", "points": 3, "coins": 4},
    ],
    "plots": [
        {"size": 4, "walled": True, "flowers": {"葵": [2, 1], "Ben.2": 2}},
        {"size": 2, "flowers": {}},
    ],
}


def after(*wishes: str) -> tuple[dict[str, Any], list[str]]:
    read = read_position(toy(), TOY_SPRING)
    assert read.position is not None
    assert read.event is not None
    document, problems = changed(toy(), read.event, read.position, wishes)
    return document, [problem.code for problem in problems]


@pytest.mark.parametrize(
    ("wish", "path", "value"),
    [
        pytest.param("葵.coins=+1", ("players", 0, "coins"), 3, id="added to a sum"),
        pytest.param("葵.coins=-1", ("players", 0, "coins"), 1, id="taken away"),
        pytest.param("葵.coins=7", ("players", 0, "coins"), "7", id="set"),
        pytest.param("葵.points==-3", ("players", 0, "points"), "-3", id="set below nothing"),
        pytest.param("葵.コイン=＋１", ("players", 0, "coins"), 3, id="in Japanese and full width"),
        pytest.param("葵のコイン＝+1", ("players", 0, "coins"), 3, id="with の between"),
        pytest.param(
            "Ben.2.money=+1", ("players", 1, "coins"), 5, id="a name with a dot, a nickname"
        ),
        pytest.param("葵.fence=yes", ("players", 0, "fence"), True, id="a flag"),
        pytest.param(
            "葵.gnomes=+眠る", ("players", 0, "gnomes"), ["tall", "sleeping"], id="an option more"
        ),
        pytest.param("葵.gnomes=-のっぽ", ("players", 0, "gnomes"), [], id="an option less"),
        pytest.param("葵.gnomes=small", ("players", 0, "gnomes"), ["small"], id="other options"),
        pytest.param(
            "plots.1.flowers.葵=+1", ("plots", 0, "flowers", "葵"), 4, id="in a list, by player"
        ),
        pytest.param("花壇.２.大きさ=3", ("plots", 1, "size"), "3", id="a list in Japanese"),
        pytest.param(
            "plots.2.flowers.wild=2", ("plots", 1, "flowers", "wild"), "2", id="a further colour"
        ),
        pytest.param("sky=rain", ("sky",), "rain", id="of the table"),
    ],
)
def test_a_change_is_made_where_it_says(wish: str, path: tuple[Any, ...], value: Any) -> None:
    document, problems = after(wish)
    assert problems == []
    found: Any = document
    for key in path:
        found = found[key]
    assert found == value


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ("葵.coins", "E328"),
        ("湊.coins=+1", "E420"),
        ("葵.coinz=+1", "E408"),
        ("葵.hedges=+1", "E408"),
        ("plots=3", "E436"),
        ("plots.1=3", "E436"),
        ("plots.3.size=1", "E434"),
        ("plots.x.size=1", "E434"),
        ("plots.1.flowers.Dee=1", "E420"),
        ("葵.coins.more=1", "E408"),
    ],
)
def test_what_is_meant_nowhere_is_a_problem(wish: str, code: str) -> None:
    assert after(wish)[1] == [code]


def test_all_problems_are_told_at_once() -> None:
    assert after("葵.x=1", "葵.coins=+1", "y.z=2")[1] == ["E408", "E420"]


def test_several_changes_follow_one_another() -> None:
    document, _ = after("葵.coins=+1", "葵.coins=+1")
    assert document["players"][0]["coins"] == 4


# --- what that does -------------------------------------------------------------------------------


def case(game: str, name: str, number: int) -> Score:
    """A known position."""
    from tests.helpers import TESTS, document

    path = Path(TESTS / "games" / game / "cases" / f"{name}.yaml")
    return scored(game_in(DATA / game), document(path)[number]["position"])


def test_a_score_does_not_differ_from_itself() -> None:
    found = scored(toy(), TOY_SPRING)
    both = compare(found, found)
    assert both.fields == ()
    assert all(moved.same and not moved.parts for moved in both.players)


def test_what_differs_on_the_table_and_in_points() -> None:
    before = scored(toy(), TOY_SPRING)
    document, _ = after("plots.1.flowers.葵=-2", "Ben.2.points=+2")
    result, problems = score_of(toy(), document)
    assert not problems
    assert result is not None
    both = compare(before, result)
    assert [(d.spot.path, d.before, d.after) for d in both.fields] == [
        (("players", 1, "points"), 3, 5), (("plots", 0, "flowers", "葵"), 3, 1),
    ]  # fmt: skip
    first, second = both.players
    assert [(s.id, s.before, s.after) for s in first.parts] == [("walled", 4, 2)]
    assert first.before is not None
    assert first.after is not None
    assert (first.before.rank, first.after.rank) == (1, 2)
    assert [(s.id, s.before, s.after) for s in second.parts] == [("walled", 2, 4)]


def test_players_are_matched_by_name() -> None:
    one = case("tigris", "ties", 0)
    turned: dict[str, object] = {
        "game": "tigris",
        "players": [
            {"name": name, **values}
            for name, values in reversed(
                list(zip(one.position.names, one.position.players, strict=True))
            )
        ],
    }
    result, problems = score_of(one.game, turned)
    assert result is not None, problems
    both = compare(one, result)
    assert both.fields == ()
    assert all(moved.same for moved in both.players)


def test_a_player_of_one_position_only_is_told_apart() -> None:
    two = {
        "players": [
            {"name": n, "black": 1, "red": 1, "blue": 1, "green": 1, "treasures": 0} for n in "AB"
        ]
    }
    other = {"players": [*two["players"][:1], {**two["players"][1], "name": "C"}]}
    tigris = game_in(DATA / "tigris")
    both = compare(scored(tigris, two), scored(tigris, other))
    assert [(m.name, m.before is None, m.after is None) for m in both.players] == [
        ("A", False, False), ("B", False, True), ("C", True, False),
    ]  # fmt: skip
    assert both.fields == ()


def test_another_reading_is_told_only_where_it_matters() -> None:
    plain = case("praga", "walls-and-eggs", 0)
    assert list(other_readings(plain)) == []
    position = {
        "game": "praga",
        "players": [
            {"name": name, "points": points, "technology": 0, "university": 0, "hunger-wall": {"row": 1, "columns": 0},
             "cathedral": {"row": 1, "columns": 0}, "blue-tokens": 0, "red-tokens": 0, "walls": 0, "gold": 0,
             "stone": 0, "eggs": eggs}
            for name, points, eggs in (("葵", 10, 1), ("Ben", 10, 0))
        ],
    }  # fmt: skip
    (found,) = other_readings(scored(game_in(DATA / "praga"), position))
    assert (found.ruling, found.reading, found.turns) == ("one-egg", "nothing", True)
    assert found.winners == ("Ben",), "level, and the later in turn order is ahead"
    (moved,) = (m for m in found.players if m.name == "葵")
    assert moved.before is not None
    assert moved.after is not None
    assert (moved.before.total, moved.after.total) == (11, 10)


def test_the_worth_of_one_more() -> None:
    position = {
        "game": "praga",
        "players": [
            {"name": "葵", "points": 70, "technology": 6, "university": 5, "hunger-wall": {"row": 3, "columns": 4},
             "cathedral": {"row": 5, "columns": 3}, "blue-tokens": 5, "red-tokens": 4, "walls": 4, "gold": 3,
             "stone": 4, "seals": ["pair"], "eggs": 2},
        ],
    }  # fmt: skip
    found = scored(game_in(DATA / "praga"), position)
    gained = {
        (w.spot.path[2:], w.then if isinstance(w.then, tuple) else ""): w.moved.after.total
        - w.moved.before.total
        for w in worths(found, "葵")
        if w.moved and w.moved.before and w.moved.after
    }
    assert gained[("technology",), ""] == 2
    assert gained[("hunger-wall", "row"), ""] == 5
    assert gained[("blue-tokens",), ""] == 4
    assert gained[("gold",), ""] == 3
    assert gained[("seals",), ("pair", "gold")] == 6
    assert gained[("eggs",), ""] == 3
    assert ("points",) not in [path for path, _ in gained], "points are worth a point each"
    (full,) = (w for w in worths(found, "葵") if w.spot.path[2:] == ("cathedral", "row"))
    assert full.moved is None
    assert [p.code for p in full.problems] == ["E403"]


def test_the_worth_of_what_is_counted_by_player() -> None:
    found = scored(toy(), TOY_SPRING)
    paths = [w.spot.path for w in worths(found, "Ben.2") if w.spot.colour]
    assert paths == [("plots", 0, "flowers", "Ben.2"), ("plots", 1, "flowers", "Ben.2")]
