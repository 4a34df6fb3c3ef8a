"""Tzolk'in: the four food days and the end of the game."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .places import result, row

# Tzolk'in sheet, section 2: level -> value of the step.
STEPS = {
    "chaac": {-1: -1, 0: 0, 1: 2, 2: 4, 3: 6, 4: 7, 5: 8},
    "quetzalcoatl": {-1: -2, 0: 0, 1: 1, 2: 2, 3: 4, 4: 6, 5: 9, 6: 12, 7: 13},
    "kukulcan": {-1: -3, 0: 0, 1: 1, 2: 3, 3: 5, 4: 7, 5: 9, 6: 10},
}
# Section 2: bonus of the highest player, by food day.
HIGHEST = {
    "food-day-2": {"chaac": 6, "quetzalcoatl": 2, "kukulcan": 4},
    "food-day-4": {"chaac": 2, "quetzalcoatl": 6, "kukulcan": 4},
}
# Section 2: the levels that carry an item; a player takes every item at or below the own step.
ITEMS = {
    "wood": ("kukulcan", (1, 3)),
    "stone": ("chaac", (1, 3)),
    "gold": ("quetzalcoatl", (2, 4)),
}
SKULL_LEVEL = 4  # on kukulcan
SKULL_SUPPLY = 13

CORN_PER_WORKER = 2  # section 7
UNFED_WORKER = -3
SKULL_POINTS = 3
MASTERED_TECHNOLOGIES = (0, 9, 20, 33, 33)
# Section 5: the group a monument itself belongs to.
MONUMENT_GROUPS = {
    "graveyards": "graveyard",
    "all-works": "graveyard",
    "corn-tiles": "graveyard",
    "wood-tiles": "graveyard",
    "monuments-built": "graveyard",
    "municipals": "municipal",
    "mastered-technologies": "municipal",
    "technology-levels": "municipal",
    "workers": "municipal",
    "shrines": "shrine",
    "temple-steps": "shrine",
    "highest-temple": "shrine",
    "placed-skulls": "shrine",
}


def score(position: dict[str, Any]) -> dict[str, Any]:
    """Score one of the food days, or `final`; only `final` ends the game."""
    event = position["event"]
    if event == "final":
        return score_final(position)
    if event in HIGHEST:
        return score_points_day(position)
    return score_items_day(position)


def feed(player: dict[str, Any]) -> tuple[int, int]:
    """The corn a player pays and the points lost, feeding as many workers as possible (7)."""
    farms = player.get("farms", {})
    need = max(0, CORN_PER_WORKER - farms.get("discount", 0))
    hungry = max(0, player["workers"] - farms.get("free", 0))
    fed = min(hungry, player["corn"] // need) if need else hungry
    return fed * need, UNFED_WORKER * (hungry - fed)


def score_items_day(position: dict[str, Any]) -> dict[str, Any]:
    """Days 8 and 21: feed, then take the items; no skulls at all if they cannot serve everyone."""
    players = position["players"]
    entitled = sum(player["temples"]["kukulcan"] >= SKULL_LEVEL for player in players)
    skulls_given = entitled <= position.get("skull-supply", SKULL_SUPPLY)
    rows = []
    for player in players:
        temples = player["temples"]
        paid, lost = feed(player)
        changes = {"corn": -paid}
        for item, (temple, levels) in ITEMS.items():
            changes[item] = sum(level <= temples[temple] for level in levels)
        changes["skull"] = int(skulls_given and temples["kukulcan"] >= SKULL_LEVEL)
        rows.append(row(player["name"], player["points"], {"feeding": lost}, changes))
    return result(rows, ends_game=False)


def score_points_day(position: dict[str, Any]) -> dict[str, Any]:
    """Days 14 and 27: feed, then score the steps and the highest of each temple."""
    players = position["players"]
    highest = highest_bonuses(position)
    rows = []
    for player, bonus in zip(players, highest):
        paid, lost = feed(player)
        categories = {"feeding": lost, "temples": step_values(player), "highest": bonus}
        rows.append(row(player["name"], player["points"], categories, {"corn": -paid}))
    return result(rows, ends_game=False)


def step_values(player: dict[str, Any]) -> int:
    """The values of the steps a player stands on, all three temples together."""
    return sum(STEPS[temple][level] for temple, level in player["temples"].items())


def highest_bonuses(position: dict[str, Any]) -> list[int]:
    """Each player's bonuses for standing highest.

    Tied players get half the bonus each, or with the ruling `share` an equal part, rounded down.
    """
    players = position["players"]
    share = position.get("rulings", {}).get("temple-tie", "half") == "share"
    bonuses = [0] * len(players)
    for temple, bonus in HIGHEST[position["event"]].items():
        levels = [player["temples"][temple] for player in players]
        top = max(levels)
        tied = levels.count(top)
        sharers = 1 if tied == 1 else tied if share else 2
        for seat, level in enumerate(levels):
            if level == top:
                bonuses[seat] += bonus // sharers
    return bonuses


def score_final(position: dict[str, Any]) -> dict[str, Any]:
    """The end of the game: goods as corn, skulls in hand and monuments (section 7)."""
    players = position["players"]
    floor = position.get("rulings", {}).get("corn-points", "exact") == "floor"
    rows = []
    for player in players:
        categories = {
            "corn": corn_points(player, floor=floor),
            "skulls": SKULL_POINTS * player["skulls"],
            "monuments": sum(
                monument_points(monument, player, position)
                for monument in player.get("monuments", ())
            ),
        }
        rows.append(row(player["name"], player["points"], categories))
    on_gears = [player.get("workers-on-gears") for player in players]
    return result(rows, [("workers-on-gears", on_gears)], ends_game=True)


def corn_points(player: dict[str, Any], *, floor: bool) -> int | Fraction:
    """A quarter point for each corn, the resources traded in at 2, 3 and 4 corn."""
    corn: int = player["corn"] + 2 * player["wood"] + 3 * player["stone"] + 4 * player["gold"]
    if floor or corn % 4 == 0:
        return corn // 4
    return Fraction(corn, 4)


def monument_points(monument: str, player: dict[str, Any], position: dict[str, Any]) -> int:
    """What one monument is worth to its owner at the end of the game (section 5)."""
    points: int = MONUMENTS[monument](player, position)
    return points


def all_works(player: dict[str, Any], _: dict[str, Any]) -> int:
    """2 points for each building and monument."""
    return int(2 * (sum(player.get("buildings", {}).values()) + len(player["monuments"])))


def monuments_built(_: dict[str, Any], position: dict[str, Any]) -> int:
    """By the number of players for each monument that anybody has."""
    players = position["players"]
    return (8 - len(players)) * sum(len(other.get("monuments", ())) for other in players)


def mastered_technologies(player: dict[str, Any], _: dict[str, Any]) -> int:
    """By how many technologies stand at the top."""
    return MASTERED_TECHNOLOGIES[list(player.get("technologies", {}).values()).count(3)]


MONUMENTS: dict[str, Callable[[dict[str, Any], dict[str, Any]], int]] = {
    "graveyards": lambda player, _: 4 * works(player, "graveyard"),
    "all-works": all_works,
    "corn-tiles": lambda player, _: 4 * player.get("harvest", {}).get("corn", 0),
    "wood-tiles": lambda player, _: 4 * player.get("harvest", {}).get("wood", 0),
    "monuments-built": monuments_built,
    "municipals": lambda player, _: 4 * works(player, "municipal"),
    "mastered-technologies": mastered_technologies,
    "technology-levels": lambda player, _: 3 * sum(player.get("technologies", {}).values()),
    "workers": lambda player, _: 6 * (player["workers"] - 3),
    "shrines": lambda player, _: 4 * works(player, "shrine"),
    "temple-steps": lambda player, _: step_values(player),
    "highest-temple": lambda player, _: 3 * max(0, *player["temples"].values()),
    "placed-skulls": lambda _, position: 3 * position.get("skulls-placed", 0),
}


def works(player: dict[str, Any], group: str) -> int:
    """A player's buildings and monuments of one group."""
    monuments = sum(MONUMENT_GROUPS[monument] == group for monument in player["monuments"])
    buildings: int = player.get("buildings", {}).get(group, 0)
    return buildings + monuments
