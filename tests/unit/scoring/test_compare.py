"""Two scores side by side, other readings, and what one more of a value is worth."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.scoring import compare as comparing
from rulesref.scoring.compare import compare, other_readings, supposing, worths
from rulesref.scoring.score import Score, score_of
from tests.helpers import DATA, game_in, scored, toy
from tests.unit.scoring.test_what_if import TOY_SPRING, after


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
    assert [m.same for m in both.players] == [True, False, False]
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
    assert found.after.winners == ("Ben",), "level, and the later in turn order is ahead"
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
    assert paths == [("plots", plot, "flowers", "Ben.2") for plot in range(3)]


def test_the_worth_of_what_is_on_the_table_for_all() -> None:
    found = scored(
        toy(),
        {
            "event": "summer",
            "judge": 3,
            "players": [{"name": n, "points": 0, "coins": 1} for n in "AB"],
        },
    )
    paths = {spot.path for spot in (worth.spot for worth in worths(found, "B"))}
    assert ("judge",) in paths
    assert ("players", 0, "coins") not in paths, "it is another player's"
    spring = {worth.spot.path for worth in worths(scored(toy(), TOY_SPRING), "Ben.2")}
    assert ("plots", 0, "size") not in spring, "one of many is not asked about"
    assert ("plots", 0, "flowers", "wild") not in spring, "it is nobody's"


def test_scores_of_different_scorings_are_not_compared() -> None:
    summer = {"event": "summer", "players": [{"name": n, "points": 0, "coins": 1} for n in "AB"]}
    with pytest.raises(ProblemsFound) as raised:
        compare(scored(toy(), TOY_SPRING), scored(toy(), summer))
    (problem,) = raised.value.problems
    names = {key: tuple(name) for key, name in problem.values.items() if isinstance(name, Text)}
    assert problem.code == "E433"
    assert names == {
        "first": ("春の品評", "spring show"), "second": ("夏の市場", "summer market"),
    }  # fmt: skip


def test_supposing_gives_the_shift_of_each_number() -> None:
    both = supposing(scored(toy(), TOY_SPRING), ["葵.points=+2"])
    assert [(d.spot.path, d.before, d.after) for d in both.fields] == [
        (("players", 0, "points"), 5, 7)
    ]
    first, second = both.players
    assert first.before is not None
    assert first.after is not None
    assert first.after.total - first.before.total == 2
    assert (first.same, second.same) == (False, True)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        pytest.param("葵.coinz=+1", "E408", id="no such value"),
        pytest.param("葵.coins=40", "E403", id="more than there can be"),
        pytest.param("Ben.2.gnomes=tall", "E431", id="what another player has"),
    ],
)
def test_supposing_what_cannot_be_is_a_problem(wish: str, code: str) -> None:
    with pytest.raises(ProblemsFound) as raised:
        supposing(scored(toy(), TOY_SPRING), [wish])
    assert [problem.code for problem in raised.value.problems] == [code]


def crowded() -> Score:
    """A final scoring in spite of a check: more coins than there are."""
    people = [{"name": n, "points": 0, "coins": c, "seeds": {"red": 1, "blue": 1, "green": 1}} for n, c in (("A", 21), ("B", 11))]  # fmt: skip
    result, _ = score_of(toy(), {"event": "final", "players": people}, anyway=True)
    assert result is not None
    return result


def test_what_was_scored_anyway_is_supposed_anyway() -> None:
    first = supposing(crowded(), ["A.points=+2"]).players[0]
    assert first.before is not None
    assert first.after is not None
    assert first.after.total - first.before.total == 2
    assert [worth.problems for worth in worths(crowded(), "A") if worth.moved] != []


def test_a_reading_by_which_nothing_can_be_scored_hides_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = scored(toy(), {"event": "final", "players": [
        {"name": n, "points": 0, "coins": 7, "seeds": {"red": 1, "blue": 1, "green": 1}} for n in "AB"]})  # fmt: skip
    ruling = toy().ruling("coin-rest")
    assert ruling is not None
    third = changed(ruling, readings=(*ruling.readings, changed(ruling.readings[-1], id="third")))
    monkeypatch.setattr(type(toy()), "ruling", lambda *_: third)
    outcomes = iter([None, found])
    monkeypatch.setattr(comparing, "score", lambda *_, **__: (next(outcomes), ()))
    assert list(other_readings(found)) == []
    assert next(outcomes, "all were looked at") == "all were looked at"
