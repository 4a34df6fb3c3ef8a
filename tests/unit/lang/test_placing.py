from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from rulesref.base.text import Number
from rulesref.lang.placing import award_among, best_split, raised_to
from tests.helpers import bench, name_of

COINS = [{"id": "coins", "kind": "whole"}]
FLOWERS = [
    {
        "id": "flowers",
        "kind": "by-player",
        "extras": [{"id": "wild", "name": name_of("wild"), "players": [2]}],
    },
    {"id": "judge", "kind": "whole"},
    {"id": "heights", "kind": "wholes"},
]


def rank(ties: str, award: Sequence[Any] = (10, 5, 2), **more: Any) -> dict[str, Any]:
    return {"op": "rank", "ties": ties, "award": list(award), **more}


@pytest.mark.parametrize(
    ("coins", "ties", "points"),
    [
        pytest.param([9, 7, 3], "each", [10, 5, 2], id="three places"),
        pytest.param([3, 9, 7, 1], "each", [2, 10, 5, 0], id="no award after the last"),
        pytest.param([9, 9, 3], "each", [10, 10, 2], id="each: both first take it, third place is next"),
        pytest.param([9, 3, 3], "each", [10, 5, 5], id="each: both second take it"),
        pytest.param([4, 4, 4, 4], "each", [10, 10, 10, 10], id="each: all are first"),
        pytest.param([9, 9, 3], "half", [5, 5, 2], id="half: half of first place"),
        pytest.param([9, 9, 9], "half", [5, 5, 5], id="half: also for three"),
        pytest.param([9, 3, 3], "half", [10, Fraction(5, 2), Fraction(5, 2)], id="half: exactly"),
        pytest.param([9, 9, 3], "divide", [Fraction(15, 2), Fraction(15, 2), 2], id="divide: first and second place"),
        pytest.param([9, 3, 3, 3], "divide", [10, Fraction(7, 3), Fraction(7, 3), Fraction(7, 3)], id="divide: a missing place is worth nothing"),
        pytest.param([9, 9, 3], "divide-down", [7, 7, 2], id="divide-down: the fraction is dropped"),
        pytest.param([9, 9, 9], "divide-down", [5, 5, 5], id="divide-down: three share all"),
        pytest.param([9, 9, 3], "none", [0, 0, 2], id="none: tied players take nothing"),
        pytest.param([9, 7, 3], "none", [10, 5, 2], id="none: without a tie as ever"),
        pytest.param([0, 0, -1], "each", [10, 10, 2], id="nothing is a number too"),
    ],
)  # fmt: skip
def test_rank(coins: list[int], ties: str, points: list[Number]) -> None:
    players = [{"coins": number} for number in coins]
    node = rank(ties, among="players", by="coins")
    found = [
        bench(node, player=COINS, players=players, seat=seat).run().value
        for seat in range(len(coins))
    ]
    assert found == points


@pytest.mark.parametrize(
    ("coins", "points"),
    [
        pytest.param([4, 0, 2], [10, 0, 5], id="who has nothing takes no place"),
        pytest.param([0, 0, 0], [0, 0, 0], id="nobody has anything"),
        pytest.param([-1, 0, 3], [0, 0, 10], id="below nothing neither"),
    ],
)
def test_rank_of_those_who_have_something(coins: list[int], points: list[int]) -> None:
    players = [{"coins": number} for number in coins]
    node = rank("each", among="players", by="coins", positive=True)
    found = [bench(node, player=COINS, players=players, seat=seat).run().value for seat in range(3)]
    assert found == points


@pytest.mark.parametrize(
    ("seat", "inputs"),
    [
        (0, {"own": 4, "entrants": {"A": 4, "C": 4}, "place": 1, "tied": 2}),
        (1, {"own": 0, "entrants": {"A": 4, "C": 4}, "place": None}),
    ],
)
def test_a_rank_says_who_took_part_and_how_one_did(seat: int, inputs: dict[str, object]) -> None:
    players = [{"coins": number} for number in (4, 0, 4)]
    node = rank("each", among="players", by="coins", positive=True)
    step = bench(node, player=COINS, players=players, seat=seat).run()
    assert {each.id: each.value for each in step.inputs} == inputs


@pytest.mark.parametrize(
    ("judge", "points"),
    [
        pytest.param(9, [5, 2], id="ahead of both"),
        pytest.param(7, [10, 2], id="tied with the first: each"),
        pytest.param(5, [10, 2], id="between them"),
        pytest.param(0, [10, 5], id="behind both"),
    ],
)
def test_rank_with_one_more_who_scores_nothing(judge: int, points: list[int]) -> None:
    node = rank("each", among="players", by="coins", extra="judge")
    found = [
        bench(node, player=COINS, table=FLOWERS, players=[{"coins": 7}, {"coins": 3}], values={"judge": judge}, seat=seat).run().value
        for seat in (0, 1)
    ]  # fmt: skip
    assert found == points


@pytest.mark.parametrize(
    ("flowers", "points"),
    [
        pytest.param({"A": 5, "B": 3}, [10, 5], id="both planted"),
        pytest.param({"B": 3}, [0, 10], id="who planted nothing takes no place"),
        pytest.param({"A": 2, "B": 1, "wild": 4}, [5, 2], id="wild flowers take first place"),
        pytest.param({"A": 4, "wild": 4}, [10, 0], id="wild flowers tie"),
        pytest.param({}, [0, 0], id="an empty plot"),
    ],
)
def test_rank_in_a_field_by_player(flowers: dict[str, int], points: list[int]) -> None:
    node = rank("each", among="flowers", positive=True)
    people = [{"coins": 0}, {"coins": 0}]
    found = [
        bench(
            node,
            player=COINS,
            table=FLOWERS,
            players=people,
            values={"flowers": flowers},
            seat=seat,
        ).run()
        for seat in (0, 1)
    ]
    assert [step.value for step in found] == points
    called = [i.value for i in found[0].inputs if i.id == "called"]
    assert called == (["wild"] if "wild" in flowers else [])


@pytest.mark.parametrize(
    ("heights", "more", "points", "places"),
    [
        pytest.param((8, 8, 3), {}, (10, 10, 2), (1, 1, 3), id="an award for each number"),
        pytest.param((8, 0), {"positive": True}, (10, 0), (1, None), id="nothing takes no place"),
        pytest.param((8, 3), {"extra": 9}, (5, 2), (2, 3), id="one more is ahead"),
        pytest.param((), {}, (), (), id="no numbers"),
    ],
)
def test_rank_of_a_list_of_numbers(
    heights: tuple[int, ...],
    more: dict[str, Any],
    points: tuple[int, ...],
    places: tuple[int | None, ...],
) -> None:
    node = rank("each", among="heights", **more)
    step = bench(node, table=FLOWERS, values={"heights": heights}).run()
    assert step.value == points
    assert {each.id: each.value for each in step.inputs} == {"entrants": heights, "places": places}


def test_an_award_may_be_worked_out() -> None:
    node = rank(
        "each",
        ["judge", {"op": "divide", "of": "judge", "by": 2, "rounding": "up"}],
        among="heights",
    )
    step = bench(node, table=FLOWERS, values={"heights": (1, 2), "judge": 7}).run()
    assert step.value == (4, 7)


@pytest.mark.parametrize(
    ("of", "wild", "vector"),
    [
        pytest.param([1, 2, 3], 0, (1, 2, 3), id="nothing to give out"),
        pytest.param([3, 1, 2], 0, (1, 2, 3), id="smallest first"),
        pytest.param([1, 2, 3], 1, (2, 2, 3), id="the smallest is filled first"),
        pytest.param([1, 2, 3], 4, (3, 3, 4), id="until all are level"),
        pytest.param([0, 9], 4, (4, 9), id="a gap that cannot be closed"),
        pytest.param([5], 3, (8,), id="one category takes all"),
        pytest.param([0, 0, 0, 0], 10, (2, 2, 3, 3), id="ten over four"),
    ],
)
def test_best_split(of: list[int], wild: int, vector: tuple[int, ...]) -> None:
    step = bench({"op": "best-split", "of": of, "wild": wild}).run()
    assert step.value == vector
    assert sorted(i.value for i in step.inputs) == list(vector)  # type: ignore[type-var]
    assert [each.id for each in step.inputs] == [f"after-{n}" for n in range(1, len(of) + 1)]


def test_a_best_split_is_what_filling_the_smallest_one_by_one_comes_to() -> None:
    rng = random.Random(1)
    for _ in range(300):
        amounts, wild = [rng.randint(0, 6) for _ in range(rng.randint(1, 5))], rng.randint(-1, 9)
        filled = list(amounts)
        for _ in range(wild):
            filled[filled.index(min(filled))] += 1
        vector = best_split(amounts, wild)
        assert vector == tuple(sorted(filled))
        assert raised_to(amounts, vector) == filled


@pytest.mark.parametrize(
    ("values", "points"),
    [
        pytest.param({"A": 0}, Fraction(9, 2), id="who is not named has nothing, and shares with who has nothing"),
        pytest.param({"A": 0, "B": 0}, Fraction(9, 2), id="who is named counts once"),
        pytest.param({"A": 2}, 3, id="who is not named comes behind"),
    ],
)  # fmt: skip
def test_an_award_among_values_by_player(values: dict[str, Number], points: Number) -> None:
    assert award_among(values, "B", (), [6, 3, 1], "divide", None) == points
