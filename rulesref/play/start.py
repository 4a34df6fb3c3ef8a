"""The beginning of a play: who sits where, and with which options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.base.suggest import did_you_mean
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.reading.positions import field_called, read_value


def seat_order(
    names: Sequence[str], first: str | None, *, shuffle: bool, seed: int
) -> tuple[str, ...]:
    """The players in turn order; what is drawn depends on the seed and the names only.

    >>> seat_order(["A", "B", "C"], "C", shuffle=False, seed=0)
    ('C', 'A', 'B')
    """
    order = list(names)
    if shuffle:
        order.sort(key=lambda name: _drawn(seed, "seat", name))
    if first == "random" and first not in order:
        first = min(order, key=lambda name: _drawn(seed, "first", name))
    if first is not None:
        place = order.index(first)
        order = order[place:] + order[:place]
    return tuple(order)


def _drawn(seed: int, what: str, name: str) -> bytes:
    from hashlib import sha256

    return sha256(f"{seed}\0{what}\0{name}".encode()).digest()


def read_options(game: Game, words: Sequence[str]) -> tuple[dict[str, Any], list[Problem]]:
    """The options of a play as typed (``key=value``), the others at their defaults."""
    options = flow.flow_of(game).options
    values = {key: field.empty() for key, field in options.items()}
    problems: list[Problem] = []
    for word in words:
        key, sign, raw = word.replace("＝", "=").partition("=")
        field = field_called(options, key) if sign else None
        if field is None:
            near = did_you_mean(key, options)
            unknown = {"found": key, "known": list(options), "near": near, "game": game.about.name}
            problems.append(Problem("E532", None, unknown))
            continue
        read, wrong = read_value(field, flow.raw_value(field, raw), ())
        problems += wrong
        values[field.id] = flow.settled(read)
    return values, problems
