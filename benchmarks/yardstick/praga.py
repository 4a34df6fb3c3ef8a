"""Praga Caput Regni: the final scoring."""

from typing import Any

from .places import result, row

# Praga sheet, section 3. Index = university step, row, walls, eggs; the last two stop growing.
ACADEMIC_FACTORS = (0, 0, 0, 1, 1, 2, 2, 2, 3)
HUNGER_WALL_ROWS = {1: 0, 2: 4, 3: 8, 4: 13, 5: 22}
CATHEDRAL_ROWS = {1: 0, 2: 4, 3: 8, 4: 13, 5: 13}
WALLS = (0, 0, 0, 4, 10, 10, 18)
EGGS = (0, 1, 3, 6, 10)


def score(position: dict[str, Any]) -> dict[str, Any]:
    """Score `final`; of tied players the one later in seat order is ahead."""
    players = position["players"]
    rows = [row(player["name"], player["points"], categories(player)) for player in players]
    seats = range(1, len(players) + 1)
    return result(rows, [("seat", seats)], ends_game=True)


def categories(player: dict[str, Any]) -> dict[str, int]:
    """Every part of one player's final scoring, in the order the game scores them."""
    hunger_wall = player["hunger-wall"]
    cathedral = player["cathedral"]
    return {
        "plazas": player.get("plaza-points", 0),
        "academic": player["technology"] * ACADEMIC_FACTORS[player["university"]],
        "hunger-wall": HUNGER_WALL_ROWS[hunger_wall["row"]],
        "cathedral": CATHEDRAL_ROWS[cathedral["row"]],
        "blue-tokens": player["blue-tokens"] * hunger_wall["columns"],
        "red-tokens": player["red-tokens"] * cathedral["columns"],
        "walls": WALLS[min(player["walls"], len(WALLS) - 1)],
        "seals": sum(
            seal_points(seal, player["gold"], player["stone"]) for seal in player.get("seals", ())
        ),
        "gold-tiles": player.get("bridge-tile", 0) + player.get("cathedral-tile", 0),
        "eggs": EGGS[min(player["eggs"], len(EGGS) - 1)],
    }


def seal_points(seal: str, gold: int, stone: int) -> int:
    """What one seal is worth with this much gold and stone left (sections 1.2 and 3)."""
    if seal == "gold":
        return min(18, 2 * gold)
    if seal == "stone":
        return min(18, 2 * stone)
    if seal == "pair":
        return min(15, 3 * min(gold, stone))
    return 6 if seal == "six" else 4
