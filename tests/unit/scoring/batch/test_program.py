"""Compiled events come to what is worked out step by step, whatever is asked."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rulesref.model.code import NotCompilableError
from rulesref.model.expression import EvaluationError, Operator, Scope, plain_value
from rulesref.model.game import Game
from rulesref.reading.positions import read_position
from rulesref.scoring.batches import CompiledEvent, Outcome, ladder
from tests.helpers import TOY, game_folders, game_in, plainly, scored, toy, varied
from tests.invented import Maker, document, linked
from tests.unit.scoring.batch.compiled import AUTUMN
from tests.unranked import game as unranked

GAMES = [TOY, *game_folders()]
EVENTS = [(folder, event) for folder in GAMES for event in game_in(folder).event_ids]
FINAL: dict[str, Any] = {
    "players": [
        {
            "name": name,
            "points": 7 - coins,
            "coins": coins,
            "seeds": {"red": 1, "blue": 1, "green": 1},
        }
        for name, coins in (("A", 4), ("B", 4), ("C", 5))
    ]
}


RUNG = "value: coins}\n\n  - id: autumn"
RULED = "case ruling(coin-rest) of 'quarters' -> 1; 'whole' -> coins"
RANKING = """    ranking:
      - {by: total, name: {ja: 点, en: points}, rules: [winner]}
      - {by: coins, name: {ja: コイン, en: coins}, rules: [winner], value: coins}

  - id: autumn"""


def outcome(event: str, data: Any, **readings: str) -> Outcome:
    position = read_position(toy(), {"event": event, **data}, rulings=readings).position
    assert position is not None
    return CompiledEvent(toy(), event).score(position)


@pytest.mark.parametrize(
    ("name", "data"),
    [pytest.param("autumn", AUTUMN, id="autumn"), pytest.param("final", FINAL, id="final")],
)
def test_the_numbers_are_those_of_a_score(name: str, data: dict[str, Any]) -> None:
    came = outcome(name, data)
    result = scored(toy(), {"event": name, **data})
    many = len(result.event.categories)
    for player, row, rank in zip(result.players, came.rows, came.ranks, strict=True):
        assert (player.before, player.points, player.total, player.rank) == (*row[:3], rank)
        assert [step.value for _, step in player.categories] == list(row[3 : 3 + many])
        assert player.vector == row[-1]
    assert [(depth, among) for depth, among, *_ in came.tried] == [
        (result.event.ranking.index(tie.rung), tie.among) for tie in result.ties
    ]


def test_only_the_last_scoring_asks_who_is_ahead_of_those_who_are_level() -> None:
    people = [
        {"name": name, "points": points, "coins": coins, "hedges": [1, 2]}
        for name, points, coins in (("A", 22, 3), ("B", 0, 5))
    ]
    came = outcome("summer", {"players": people})
    result = scored(toy(), {"event": "summer", "players": people})
    assert came.rows[0][2] == came.rows[1][2]
    assert list(came.ranks) == [player.rank for player in result.players] == [1, 1]
    assert list(came.tried) == []


def test_a_ruling_is_looked_up_when_a_position_is_scored() -> None:
    totals = [outcome("final", FINAL, **{"coin-rest": r}).rows[2][2] for r in ("quarters", "whole")]
    assert totals[0] != totals[1]


def test_a_warning_says_it_in_both_languages() -> None:
    people = [{**player, "coins": 21 * n} for n, player in enumerate(AUTUMN["players"])]
    (warning,) = outcome("autumn", {**AUTUMN, "players": people}).warnings
    assert warning.code == "W440"
    assert warning.values["message"] == (
        "コインを21枚も持つ人がいます。",
        "Somebody has as many as 21 coins.",
    )


def test_a_ladder_tells_every_rung_that_was_tried() -> None:
    ranks, tried = ladder("ABC", [(5, 1), (7, 2), (7, 2)])
    assert ranks == [3, 1, 1]
    assert list(tried) == [(1, ("B", "C"), (2, 2), ())]
    assert ladder("AB", [(5, 1), (7, 2)]) == ([2, 1], [])


@pytest.mark.parametrize(("folder", "event"), EVENTS, ids=lambda x: getattr(x, "name", x))
def test_every_event_is_compiled_the_same_way_each_time(folder: Path, event: str) -> None:
    game = game_in(folder)
    assert CompiledEvent(game, event).source == CompiledEvent(game, event).source


def test_a_scoring_that_only_takes_is_left_to_the_ordinary_way() -> None:
    with pytest.raises(NotCompilableError):
        CompiledEvent(unranked(), "frost")


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param((RUNG, f'value: "{RULED}"}}\n\n  - id: autumn'), id="a ruling decides who is ahead"),
        pytest.param((RUNG, f'value: "coins * ({RULED})"}}\n\n  - id: autumn'), id="somewhere in a rung"),
        pytest.param((RANKING, "\n  - id: autumn"), id="nobody is ahead of anybody"),
    ],
)  # fmt: skip
def test_so_is_one_whose_places_need_more_than_numbers(
    tmp_path: Path, edit: tuple[str, str]
) -> None:
    game = varied(tmp_path, ("scoring.yaml", *edit))
    with pytest.raises(NotCompilableError):
        CompiledEvent(game, "summer")


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
@pytest.mark.slow
def test_random_expressions_come_plainly_to_what_run_comes_to(folder: Path) -> None:
    game = game_in(folder)
    same = 0
    for event in game.event_ids:
        rng = random.Random(f"{game.id} {event}")
        for _ in range(60):
            same += compared(game, event, rng)
    # Others are those that no values can be worked out for.
    assert same > 60 * len(game.event_ids)


def compared(game: Game, event: str, rng: random.Random) -> int:
    """How often two random expressions were worked out both ways, for every player."""
    maker = Maker(game, event, rng)
    nodes = [maker.number(rng.randint(1, 4)), maker.several(2)]
    operators = [op for node in nodes if (op := linked(game, event, node)) is not None]
    position = read_position(game, document(game, event, rng)).position
    assert position is not None
    assert game.scoring is not None
    whole = Scope(position, None, game.scoring.events[event].define)
    scopes = [whole.for_player(seat) for seat in range(len(position.names))]
    return sum(_alike(operator, scope) for operator in operators for scope in scopes)


def _alike(operator: Operator, scope: Scope) -> bool:
    try:
        value = operator.run(scope).value
    except EvaluationError:
        # Never a number where there is none.
        with pytest.raises(Exception):  # noqa: B017, PT011 - whatever it is
            plainly(operator, scope)
        return False
    try:
        bare = plainly(operator, scope)
    except Exception:  # noqa: BLE001 - plain code may always leave it to the explained way
        return False
    assert _json(bare) == _json(value)
    return True


def _json(value: Any) -> str:
    return json.dumps(_even(value))


def _even(value: Any) -> Any:
    from rulesref.base.text import exact

    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_even(item) for item in value]
    return plain_value(value if isinstance(value, (bool, str)) else exact(value))
