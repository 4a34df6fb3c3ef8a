"""A second reader's list of where each statement is said, beside what the entries claim with ``covers``.

``tests/games/GAME/coverage.yaml`` is one mapping, written from the facts while reading the points, not from ``covers``:
a statement, and every point or ruling that says it, whole or in part. A point is its entry and its number
from 1, a ruling its id; one stands alone, several in a list::

    R001: setup-tokens.1
    R018: [period-1-end.2, period-2-end.2]
    C21: bridge-move-with-temples
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesref.compiling.build import statement_ids
from tests.helpers import DATA, document

LISTS = sorted(Path(__file__).parent.glob("*/coverage.yaml"))


def claims(folder: Path) -> Iterator[tuple[str, str]]:
    """Every statement that a point or a ruling of a game covers, and where."""
    for path in folder.glob("rules/*.yaml"):
        for entry in document(path):
            for number, point in enumerate(entry["points"], 1):
                for statement in statement_ids(point.get("covers", ())):
                    yield statement, f"{entry['id']}.{number}"
    for path in folder.glob("rulings.yaml"):
        for ruling in document(path):
            for statement in statement_ids(ruling.get("covers", ())):
                yield statement, ruling["id"]


def said(path: Path) -> Iterator[tuple[str, str]]:
    """Every statement of a second reader's list, and where it is said."""
    for statement, places in document(path).items():
        for place in [places] if isinstance(places, str) else places:
            yield statement, place


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_a_statement_is_claimed_where_it_is_said_and_nowhere_else(path: Path) -> None:
    claimed, found = set(claims(DATA / path.parent.name)), set(said(path))
    assert found - claimed == set(), "said, but not claimed there"
    assert claimed - found == set(), "claimed, but not said there"


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_every_statement_of_the_game_is_said(path: Path) -> None:
    numbered = document(DATA / path.parent.name / "game.yaml")["statements"]
    assert {statement for statement, _ in said(path)} == set(statement_ids(numbered))
