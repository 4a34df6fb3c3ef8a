"""Known plays, line by line: ``tests/games/*/plays/*.txt``, as they may lie beside a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.model.game import Game
from rulesref.play.known_play import going_otherwise
from tests.helpers import DATA, TOY, game_in

pytestmark = pytest.mark.slow
FOLDER = Path(__file__).parent
SCRIPTS = sorted(p for p in FOLDER.glob("*/plays/*.txt") if not p.stem.startswith("standard-"))


def game_of(path: Path) -> Game:
    name = path.parent.parent.name
    return game_in(TOY if name == "toy" else DATA / name)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_known_play_goes_as_it_should(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert list(going_otherwise(game_of(path), text, path.name)) == []


def test_there_are_known_plays() -> None:
    assert SCRIPTS
