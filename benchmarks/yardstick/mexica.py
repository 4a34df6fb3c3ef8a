"""Mexica: the two period scorings."""

from typing import Any

from .places import result, row

# Mexica sheet, section 1.2: size -> points for first, second and third.
TOKENS = {
    3: (3, 2, 1),
    4: (4, 2, 1),
    5: (5, 3, 2),
    6: (6, 3, 2),
    7: (7, 4, 2),
    8: (8, 4, 2),
    9: (9, 5, 3),
    10: (10, 5, 3),
    11: (11, 6, 3),
    12: (12, 6, 3),
    13: (13, 7, 4),
}
PALACE_BONUS = 5  # section 5.2


def score(position: dict[str, Any]) -> dict[str, Any]:
    """Score `period-1` or `period-2`; unfounded districts count in the second only."""
    final = position["event"] == "period-2"
    players = position["players"]
    points = {player["name"]: 0 for player in players}
    for district in position["districts"]:
        if district["founded"] or final:
            add_district(points, district)
    rows = [
        row(
            player["name"],
            player["prestige"],
            {
                "districts": points[player["name"]],
                "palace": PALACE_BONUS if player.get("palace") else 0,
            },
        )
        for player in players
    ]
    tokens = [player.get("action-tokens") for player in players]
    return result(rows, [("action-tokens", tokens)], ends_game=final)


def add_district(points: dict[str, int], district: dict[str, Any]) -> None:
    """Add one district's points; the neutral colour takes a place but no points.

    A colour's place is 1 + the number of colours with strictly more levels there (section 5.2).
    """
    values = place_values(district)
    levels = {
        name: sum(temples) if isinstance(temples, list) else temples
        for name, temples in district["temples"].items()
    }
    for name, own in levels.items():
        if own == 0 or name not in points:
            continue
        ahead = sum(other > own for other in levels.values())
        if ahead < len(values):
            points[name] += values[ahead]


def place_values(district: dict[str, Any]) -> tuple[int, int, int]:
    """Points for first, second and third: off the token, else by halving up (section 5.4)."""
    size = district["size"]
    if district["founded"]:
        return TOKENS[size]
    second = (size + 1) // 2
    return size, second, (second + 1) // 2
