"""Caylus: the three castle counts and the final conversion."""

from typing import Any

from .places import result, row

# Caylus sheet, section 5: houses -> (points, favors); the last entry holds for all higher numbers.
COUNTS = {
    "dungeon": [(-2, 0), (0, 0), (0, 1)],
    "walls": [(-3, 0), (0, 0), (0, 1), (0, 2), (0, 2), (0, 3)],
    "towers": [(-4, 0), (0, 0), (0, 1), (0, 1), (0, 2), (0, 2), (0, 3)],
}
POINTS_PER_GOLD = 3
CUBES_PER_POINT = 3
DENIERS_PER_POINT = 4


def score(position: dict[str, Any]) -> dict[str, Any]:
    """Score `dungeon`, `walls`, `towers` or `final`; all who are tied for first win."""
    players = position["players"]
    if position["event"] == "final":
        return result([final_row(player) for player in players], ends_game=True)
    table = COUNTS[position["event"]]
    return result([count_row(player, table) for player in players], ends_game=False)


def count_row(player: dict[str, Any], table: list[tuple[int, int]]) -> dict[str, Any]:
    """A player's loss (never below zero in all) or favors for the houses in the section."""
    points, favors = table[min(player["houses"], len(table) - 1)]
    points = max(points, -player["score"])
    return row(player["name"], player["score"], {"count": points}, {"favors": favors})


def final_row(player: dict[str, Any]) -> dict[str, Any]:
    """A player's left-over goods and money turned into points (section 5, final conversion)."""
    cubes = player["food"] + player["wood"] + player["stone"] + player["cloth"]
    categories = {
        "gold": POINTS_PER_GOLD * player["gold"],
        "goods": cubes // CUBES_PER_POINT,
        "deniers": player["deniers"] // DENIERS_PER_POINT,
    }
    return row(player["name"], player["score"], categories)
