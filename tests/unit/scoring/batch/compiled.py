"""What the tests of the parts of a batch share: positions as a line has them."""

from __future__ import annotations

from typing import Any

#: A and B in autumn and in spring of the toy game.
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
