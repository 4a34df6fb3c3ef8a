"""Changes to a position as typed."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.reading.positions import read_position
from rulesref.scoring.compare import with_changes
from rulesref.show.problems import hint
from tests.helpers import toy

TOY_SPRING: dict[str, Any] = {
    "event": "spring",
    "players": [
        {"name": "葵", "points": 5, "coins": "1+1", "gnomes": ["tall"]},
        {"name": "Ben.2", "points": 3, "coins": 4},
    ],
    "plots": [
        {"size": 4, "walled": True, "flowers": {"葵": [2, 1], "Ben.2": 2}},
        {"size": 2, "flowers": {}},
        {"size": 3, "flowers": {}},
    ],
}


def after(*wishes: str) -> tuple[dict[str, Any], list[str]]:
    read = read_position(toy(), TOY_SPRING)
    assert read.position is not None
    assert read.event is not None
    document, problems = with_changes(toy(), read.event, read.position, wishes)
    return document, [problem.code for problem in problems]


@pytest.mark.parametrize(
    ("wish", "path", "value"),
    [
        pytest.param("葵.coins=+1", ("players", 0, "coins"), 3, id="added to a sum"),
        pytest.param("葵.coins=-1", ("players", 0, "coins"), 1, id="taken away"),
        pytest.param("葵.coins=7", ("players", 0, "coins"), "7", id="set"),
        pytest.param("葵.points==-3", ("players", 0, "points"), "-3", id="set below nothing"),
        pytest.param("葵．points==-3", ("players", 0, "points"), "-3", id="with a wide dot"),
        pytest.param("葵.points＝＝-3", ("players", 0, "points"), "-3", id="in full width"),
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
        pytest.param("plots.3.size=1", ("plots", 2, "size"), "1", id="the last of three entries"),
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
    place: Any = document
    for key in path:
        place = place[key]
    assert place == value


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ("葵.coins", "E328"),
        ("湊.coins=+1", "E420"),
        ("葵.coinz=+1", "E408"),
        ("葵.hedges=+1", "E408"),
        ("plots=3", "E436"),
        ("plots.1=3", "E436"),
        ("plots.4.size=1", "E434"),
        ("plots.x.size=1", "E434"),
        ("plots.1.flowers.Dee=1", "E420"),
        ("葵.coins.more=1", "E408"),
    ],
)
def test_what_is_meant_nowhere_is_a_problem(wish: str, code: str) -> None:
    assert after(wish)[1] == [code]


def test_who_is_meant_nowhere_is_named_with_who_is_like_it() -> None:
    read = read_position(toy(), TOY_SPRING)
    assert read.position is not None
    assert read.event is not None
    _, (problem,) = with_changes(toy(), read.event, read.position, ["skyy.coins=1"])
    assert (problem.values["typed"], problem.values["near"]) == ("skyy", "sky")


def problem(wish: str) -> dict[str, Any]:
    read = read_position(toy(), TOY_SPRING)
    assert read.position is not None
    assert read.event is not None
    _, (found,) = with_changes(toy(), read.event, read.position, [wish])
    return dict(found.values)


@pytest.mark.parametrize(
    ("wish", "values"),
    [
        ("葵.coins", {"typed": "葵.coins", "example": "Ben.gold=+1"}),
        ("葵.coinz=1", {"typed": "coinz", "near": "coins"}),
        ("葵.coins.x.y=1", {"typed": "x.y", "known": [], "near": None}),
        ("plots.4.size=1", {"typed": "4", "high": 3}),
        ("plots.0.size=1", {"typed": "0", "high": 3}),
        ("plots.1.flowers.Ben.1=1", {"typed": "Ben.1", "known": ["葵", "Ben.2", "wild"], "near": "Ben.2"}),
        ("plots.1=3", {"known": ["size", "walled", "flowers"]}),
    ],
)  # fmt: skip
def test_what_is_told_of_a_change_has_what_there_is(wish: str, values: dict[str, Any]) -> None:
    found = problem(wish)
    assert {key: found.get(key) for key in values} == values


@pytest.mark.parametrize("names", [("A", "A.B"), ("A.B", "A")])
def test_the_longer_of_two_names_is_meant(names: tuple[str, str]) -> None:
    people = [{**TOY_SPRING["players"][1], "name": name} for name in names]
    read = read_position(toy(), {**TOY_SPRING, "players": people, "plots": []})
    assert read.position is not None
    assert read.event is not None
    document, problems = with_changes(
        toy(), read.event, read.position, ["A.B.coins=7", "A.coins=+1"]
    )
    assert problems == []
    coins = {player["name"]: player["coins"] for player in document["players"]}
    assert coins == {"A": 5, "A.B": "7"}


def test_all_problems_are_told_at_once() -> None:
    assert after("葵.x=1", "葵.coins=+1", "y.z=2")[1] == ["E408", "E420"]


def test_several_changes_follow_one_another() -> None:
    document, _ = after("葵.coins=+1", "葵.coins=+1")
    assert document["players"][0]["coins"] == 4


def test_keys_that_are_known_are_named_in_the_language_of_the_reader() -> None:
    read = read_position(toy(), TOY_SPRING)
    assert read.position is not None
    assert read.event is not None
    _, (problem,) = with_changes(toy(), read.event, read.position, ["葵.zzz=1"])
    assert "コイン" in (hint(problem, "ja") or "")
    assert "coins" in (hint(problem, "en") or "")
