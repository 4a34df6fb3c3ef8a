"""Two games in a folder, and what is compiled of them."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rulesref.compiling.writing import folders_of, write_snapshot
from rulesref.library.snapshot import open_snapshot
from tests.helpers import TOY


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of two games, the invented one and a copy under another name, and their snapshot."""
    folder = tmp_path_factory.mktemp("compiled")
    for name in ("toy", "twin"):
        shutil.copytree(TOY, folder / "games" / name)
    head = folder / "games" / "twin" / "game.yaml"
    head.write_text(
        head.read_text(encoding="utf-8").replace("id: toy", "id: twin"), encoding="utf-8"
    )
    write_snapshot(folders_of(folder / "games"), folder / "games" / "out.sqlite").close()
    (folder / "games").rename(folder / "kept")
    return folder


@pytest.fixture
def two_games(compiled: Path) -> Iterator[Path]:
    """The two games, anew for each test, where they were compiled: a snapshot names the folders."""
    yield shutil.copytree(compiled / "kept", compiled / "games")
    shutil.rmtree(compiled / "games")


@pytest.fixture
def snapshot(two_games: Path) -> Iterator[sqlite3.Connection]:
    """Their snapshot."""
    connection = open_snapshot(two_games / "out.sqlite")
    assert connection is not None
    with closing(connection):
        yield connection
