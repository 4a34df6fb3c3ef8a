"""Makes runnable values of a game's data, each when it is first asked for.

An answer links nothing, so that what links is imported by what needs it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from rulesref.model.game import Game, GameStore

if TYPE_CHECKING:
    from rulesref.model.flow import Flow
    from rulesref.model.scoring import Calculator, Scoring
    from rulesref.reading.link import World


def game_of(store: GameStore, digest: str) -> Game:
    """The game whose checked data is in ``store``; ``digest`` is the hash of that data."""
    return Game(store, digest, sys.modules[__name__])


def scoring(game: Game, data: Any) -> Scoring:
    """How the game is scored."""
    from rulesref.reading.scoring_linking import scoring

    return scoring(data, _world(game))


def flow(game: Game, data: Any) -> Flow:
    """How the game is played."""
    from rulesref.reading.flow_linking import flow

    return flow(data, _world(game), None)


def calculator(game: Game, data: Any) -> Calculator:
    """One number it can be asked; it asks no other."""
    from rulesref.reading.link import World
    from rulesref.reading.scoring_linking import calculators

    return calculators(game.id, [data], World(game.tables, game.rulings, None))[data["id"]]


def _world(game: Game) -> World:
    from rulesref.reading.link import World

    return World(game.tables, game.rulings, None, game.calculators)
