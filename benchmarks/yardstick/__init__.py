"""A plain hand-written scorer for the five games, to compare and to time against.

It reads a position as ordinary dictionaries, trusts it completely and explains nothing.
"""

from typing import Any

from . import caylus, mexica, praga, tigris, tzolkin

SCORERS = {
    "caylus": caylus.score,
    "mexica": mexica.score,
    "praga": praga.score,
    "tigris": tigris.score,
    "tzolkin": tzolkin.score,
}


def score(position: dict[str, Any]) -> dict[str, Any]:
    """Points, totals, ranks, winners and the tie-breaks tried, for a valid position of any game."""
    return SCORERS[position["game"]](position)
