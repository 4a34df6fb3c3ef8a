"""Random positions of every game and scoring, compared with scorers written without the engine."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from benchmarks.yardstick import positions
from benchmarks.yardstick import score as measured
from rulesref.scoring.score import Score
from tests.helpers import DATA, game_in, result_of

pytestmark = pytest.mark.slow
POSITIONS = 300
#: No game needs more tries than this to come to enough positions of its rarest scoring.
MOST_TRIES = 20_000


@cache
def drawn(game: str) -> dict[str, list[Mapping[str, Any]]]:
    """So many positions of each scoring of a game, always the same ones."""
    scoring = game_in(DATA / game).scoring
    assert scoring is not None
    found: dict[str, list[Mapping[str, Any]]] = {event: [] for event in scoring.events}
    rng = Random(f"positions of {game}")
    for _ in range(MOST_TRIES):
        position = positions.random_position(game, rng)
        if len(found[position["event"]]) < POSITIONS:
            found[position["event"]].append(position)
        if all(len(some) == POSITIONS for some in found.values()):
            break
    return found


def scorings() -> list[tuple[str, str]]:
    pairs = []
    for game in sorted(positions.PLAYERS):
        scoring = game_in(DATA / game).scoring
        assert scoring is not None
        pairs += [(game, event) for event in scoring.events]
    return pairs


@pytest.mark.parametrize(("game", "event"), scorings())
def test_the_engine_and_the_yardstick_agree(game: str, event: str) -> None:
    some = drawn(game)[event]
    assert len(some) == POSITIONS
    for position in some:
        found, problems = result_of(game_in(DATA / game), position)
        assert found is not None, (position, problems)
        assert ours(found) == theirs(position), json.dumps(position, ensure_ascii=False)


def ours(found: Score) -> dict[str, Any]:
    return {
        "players": [
            {
                "name": p.name,
                "before": p.before,
                "points": p.points,
                "total": p.total,
                "rank": p.rank,
                "categories": {part.id: step.value for part, step in p.categories},
                "changes": {part.id: step.value for part, step in p.changes if step.value},
                "vector": list(p.vector) if p.vector is not None else None,
            }
            for p in found.players
        ],
        "winners": list(found.winners),
        "undecided": list(found.undecided),
        "tie-break": [
            {"by": t.rung.by, "among": list(t.among), "values": dict(t.values)}
            for t in found.ties
            if set(t.among)
            & {
                *found.winners,
                *found.undecided,
            }  # the yardstick lists the ladder of the first place
        ],
    }


def theirs(position: Mapping[str, Any]) -> dict[str, Any]:
    found = measured(dict(position))
    players = [{"vector": None, **line} for line in found["players"]]
    return {**found, "players": players}


@pytest.mark.parametrize("game", sorted(positions.PLAYERS))
def test_the_positions_are_worth_comparing(game: str) -> None:
    """Ties for the first place come up, and so does every number of players."""
    finals = [p for some in drawn(game).values() for p in some]
    counts = Counter(len(position["players"]) for position in finals)
    low, high = game_in(DATA / game).about.players
    assert set(counts) == set(range(low, high + 1))
    assert any(measured(dict(p))["tie-break"] for p in finals) or game == "caylus"
