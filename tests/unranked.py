"""The invented game with a scoring that only takes: nobody is ranked, nothing is counted."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from rulesref.model.game import Game
from rulesref.scoring.score import Score
from tests.helpers import scored, varied

_HARVEST = "  - id: final\n    name: {ja: 収穫, en: harvest}\n"
_FROST = """  - id: frost
    name: {ja: 霜, en: frost}
    rules: [autumn-walk]
    changes:
      - id: paid
        name: {ja: 払うコイン, en: coins paid}
        value: min(coins, 3)
"""


def places(*coins: int) -> dict[str, Any]:
    """A frost in which players have so many coins."""
    players = [{"name": "AB"[seat], "points": 9, "coins": many} for seat, many in enumerate(coins)]
    return {"event": "frost", "players": players}


@cache
def game() -> Game:
    """The invented game with a frost before the harvest, in the play too."""
    stage = """  - id: frost
    kind: score
    event: frost
    name: {ja: 霜, en: frost}
    rules: [autumn-walk]
    from:
      player: {points: points, coins: coins}
    after: [{add: coins, by: 0 - change.paid}]
"""
    return varied(
        Path(mkdtemp()),
        ("scoring.yaml", _HARVEST, _FROST + _HARVEST),
        (
            "flow.yaml",
            "  - id: harvest\n    kind: score\n",
            stage + "  - id: harvest\n    kind: score\n",
        ),
    )


def frost(*coins: int) -> Score:
    """What a frost takes."""
    return scored(game(), places(*coins))
