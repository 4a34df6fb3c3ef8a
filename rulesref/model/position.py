"""What a table looks like at one scoring."""

from __future__ import annotations

from collections.abc import Mapping

from rulesref.base.frozen import frozen_kw
from rulesref.model.steps import Value


@frozen_kw
class Position:
    """One position (局面): the values of every field, in turn order, starting player first.

    ``rulings`` has a reading for every ruling of the game; ``chosen`` only those a person chose.
    """

    game: str
    event: str
    names: tuple[str, ...]
    players: tuple[Mapping[str, Value], ...]
    table: Mapping[str, Value]
    rulings: Mapping[str, str]
    chosen: Mapping[str, str]
