"""Each check of a scoring on both sides: a position that it just allows, and one that it just refuses.

``tests/games/GAME/checks.yaml`` is a list of base positions with small changes. A change names a player's value
(``Ben.houses``), an entry of a list by its number (``districts.1.size``) or a value of the table. ``check`` is the id of a
check, or the code of the problem where a value itself is refused; ``beside`` lists other checks that cannot but tell
as well::

    - event: dungeon
      players: [{name: A, score: 0, houses: 3}, {name: B, score: 0, houses: 3}]
      base: {}
      cases:
        - {check: dungeon-spaces, change: {}, refused: false}
        - {check: dungeon-spaces, change: {B.houses: 4}, refused: true}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.model.game import Game
from rulesref.scoring.compare import put_in
from tests.helpers import DATA, document, game_in, result_of

LISTS = sorted(Path(__file__).parent.glob("*/checks.yaml"))


def changed(position: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a position with other values in it."""
    copy = deepcopy(dict(position))
    names = [player["name"] for player in copy["players"]]
    for path, raw in change.items():
        put_in(copy, place(path, names), raw)
    return copy


def place(path: str, names: Sequence[str]) -> KeyPath:
    first, *rest = path.split(".")
    top: KeyPath = ("players", names.index(first)) if first in names else (first,)
    return (*top, *(int(word) - 1 if word.isdecimal() else word for word in rest))


def positions(game: Game, groups: Sequence[Any]) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Every case with its position."""
    for group in groups:
        base = {"game": game.id, "event": group["event"], "players": group["players"]}
        base |= group.get("base", {})
        for case in group["cases"]:
            yield case, changed(base, case["change"])


def failures(game: Game, groups: Sequence[Any]) -> Iterator[str]:
    """The cases that are not refused as they should, or not accepted."""
    for case, position in positions(game, groups):
        result, problems = result_of(game, position)
        told = [*problems, *(result.warnings if result else ())]
        by = {problem.values.get("check", problem.code): problem for problem in told}
        if case["refused"]:
            if set(by) != {case["check"], *case.get("beside", ())}:
                yield f"{case}: told by {sorted(map(str, by))}"
        elif case["check"] in by or result is None:
            yield f"{case}: told by {sorted(map(str, by))}"


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_a_check_refuses_what_it_should_and_nothing_beside(path: Path) -> None:
    found = list(failures(game_in(DATA / path.parent.name), document(path)))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_every_check_is_tried_on_both_sides_in_each_scoring(path: Path) -> None:
    game = game_in(DATA / path.parent.name)
    assert game.scoring is not None
    wanted = {
        (check.id, event, refused)
        for check in game.scoring.checks
        for event in check.events or [""]
        for refused in (True, False)
    }
    tried = {
        (case["check"], event, case["refused"])
        for case, position in positions(game, document(path))
        for event in ("", position["event"])
    }
    assert wanted - tried == set()
