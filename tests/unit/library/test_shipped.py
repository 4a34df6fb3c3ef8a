"""The sources of the program's own games, wherever they are."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from rulesref.compiling.writing import folders_of
from rulesref.library.shipped import shipped_games
from rulesref.library.snapshot import digest_of
from tests.helpers import TOY, game_folders


def test_the_games_of_a_wheel_are_unpacked_for_the_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "games.tar.bz2"
    with tarfile.open(packed, "w:bz2") as archive:
        archive.add(TOY, "toy")
    monkeypatch.setattr("rulesref.library.shipped.packed_games", lambda: str(packed))
    with shipped_games() as games:
        assert sorted(games.glob("*/game.yaml")) == [games / "toy" / "game.yaml"]
        assert digest_of(games / "toy") == digest_of(TOY)
    assert not games.exists()


def test_the_games_of_a_checkout_lie_in_its_data_folder() -> None:
    with shipped_games() as games:
        assert {game.name for game in folders_of(games)} == {f.name for f in game_folders()}
