"""Tigris & Euphrates: the final comparison."""

from typing import Any

from .places import result, row


def score(position: dict[str, Any]) -> dict[str, Any]:
    """Score `final`: the smallest colour counts, then the next smallest, up to the fourth."""
    rows = []
    vectors = []
    for player in position["players"]:
        vector = best_vector(player)
        vectors.append(vector)
        rows.append(row(player["name"], 0, {"weakest": vector[0]}) | {"vector": vector})
    rungs = [
        (by, [vector[place] for vector in vectors])
        for place, by in enumerate(("second", "third", "fourth"), start=1)
    ]
    return result(rows, rungs, ends_game=True)


def best_vector(player: dict[str, Any]) -> list[int]:
    """The four colours, smallest first, after each treasure went to a smallest colour (3.2)."""
    colours = [player["black"], player["red"], player["blue"], player["green"]]
    for _ in range(player["treasures"]):
        colours[colours.index(min(colours))] += 1
    return sorted(colours)
