"""Dice, a coin, a player by chance (振る): what comes is drawn once, and kept in the log."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import SystemRandom

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import fold, words
from rulesref.base.text import narrow
from rulesref.play.flow import Command

#: So many dice may be rolled at once, of so many sides.
_MOST_DICE, _MOST_SIDES = 100, 1000
_DICE = re.compile(r"(?:(\d{1,3})?d)?(\d{1,4})", re.ASCII)
COIN, PLAYER = "coin", "player"


def rolled(
    typed: str, names: Sequence[str], chance: SystemRandom | None = None
) -> Command | Problem:
    """What comes of a roll: one of six sides, as many sides, several dice (``2d6``), a coin, one of the players.

    >>> rolled("2d1", "AB")
    Problem(code='E588', place=None, values={'typed': '2d1'})
    """
    chance = chance or SystemRandom()
    word = fold(typed)
    if word in words("roll-coin"):
        return {"roll": COIN, "came": [chance.choice(("heads", "tails"))]}
    if word in words("roll-player"):
        return {"roll": PLAYER, "came": [chance.choice(names)]}
    dice = _DICE.fullmatch(narrow(typed).lower().replace(" ", "") or "6")
    many, sides = (int(part or 1) for part in dice.groups()) if dice else (0, 0)
    if not (0 < many <= _MOST_DICE and 1 < sides <= _MOST_SIDES):
        return wrong("E588", typed)
    return {"roll": f"{many}d{sides}", "came": [chance.randint(1, sides) for _ in range(many)]}
