"""What a game is asked for is linked of its data."""

from __future__ import annotations

from tests.helpers import toy


def test_a_game_is_linked_when_it_is_asked() -> None:
    game = toy()
    assert game.scoring is not None
    assert tuple(game.scoring.events) == game.event_ids
    assert tuple(game.calculators) == game.calculator_ids
    for calculator in game.calculators.values():
        assert calculator.game == game.id
        assert calculator.results


def test_a_flow_is_linked_with_the_calculators_of_the_game() -> None:
    flow = toy().flow
    assert flow is not None
    assert flow.stages
    assert set(flow.points) <= set(flow.player)
