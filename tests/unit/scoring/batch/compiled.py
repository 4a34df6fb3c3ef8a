"""What the tests of the parts of a batch share: one expression, compiled and worked out."""

from __future__ import annotations

from typing import Any

from rulesref.scoring.batch.code import Unusual
from rulesref.scoring.batch.program import CompiledEvent, Scorer
from tests.helpers import toy
from tests.invented import asking, linked

#: A and B in autumn, in spring and at the end of the toy game.
AUTUMN: dict[str, Any] = {
    "sky": "rain",
    "players": [
        {"name": "A", "points": 3, "coins": 5, "hat": "straw", "steps": {"moss": 2, "gravel": 1}},
        {"name": "B", "points": 0, "coins": 2, "hat": "none", "steps": {"moss": 4}, "fruit": -3},
    ],
}
SPRING: dict[str, Any] = {
    "players": [
        {"name": "A", "points": 3, "coins": 5, "gnomes": ["tall", "small"], "fence": True},
        {"name": "B", "points": 0, "coins": 2},
    ],
    "plots": [
        {"size": 3, "walled": True, "flowers": {"A": [2, 1], "B": 3}},
        {"size": 5, "flowers": {"B": 6, "wild": 1}},
        {"size": 1, "flowers": {}},
    ],
}
POSITIONS = {"autumn": AUTUMN, "spring": SPRING}


def compiled(node: Any, event: str = "autumn", **readings: str) -> tuple[CompiledEvent, Scorer]:
    """An expression of the toy game as the only change of an event."""
    operator = linked(toy(), event, node)
    assert operator is not None, "the linker refuses it"
    program = CompiledEvent(asking(toy(), event, [operator]), event, (2, 4))
    defaults = {ruling.id: ruling.default for ruling in toy().rulings.values()}
    return program, program.scorer({**defaults, **readings})


def worked_out(node: Any, event: str = "autumn", **readings: str) -> list[Any]:
    """What it comes to for each player; None where compiled code leaves it to the ordinary way."""
    program, scorer = compiled(node, event, **readings)
    try:
        rows, *_ = scorer.run(*program.reader.read(POSITIONS[event])[1:])
    except Unusual:
        return [None, None]
    return [row[4] for row in rows]


def source_of(node: Any, event: str = "autumn", **readings: str) -> str:
    """The Python that is written for it."""
    return compiled(node, event, **readings)[1].source
