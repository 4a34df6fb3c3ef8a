"""A game is meant by its name, however it is written."""

from __future__ import annotations

import pytest

from rulesref.search.names import named_game
from rulesref.search.query import parse_query
from tests.helpers import library


@pytest.mark.parametrize(
    ("question", "game", "rest"),
    [
        ("mexica canal", "mexica", "canal"),
        ("meksika canal", "mexica", "canal"),
        ("tsolkin begging", "tzolkin", "begging"),
        ("tsorukin no begging", "tzolkin", "nobegging"),
        ("ケイラスの宿屋", "caylus", "の宿屋"),
        ("tigris", "tigris", "tigris"),
        ("the inn", None, "theinn"),
    ],
)
def test_the_game_is_named(question: str, game: str | None, rest: str) -> None:
    found, left = named_game(library(), parse_query(question))
    assert (found, left.folded) == (game, rest)
