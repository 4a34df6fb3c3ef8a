"""Two games in a folder, and what is compiled of them."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rulesref.compiling.writing import folders_of, write_snapshot
from tests.helpers import TOY


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder of two games: the invented one and a copy under another name."""
    for name in ("toy", "twin"):
        shutil.copytree(TOY, tmp_path / "games" / name)
    head = tmp_path / "games" / "twin" / "game.yaml"
    head.write_text(
        head.read_text(encoding="utf-8").replace("id: toy", "id: twin"), encoding="utf-8"
    )
    return tmp_path / "games"


@pytest.fixture
def snapshot(shelf: Path) -> Iterator[sqlite3.Connection]:
    with closing(write_snapshot(folders_of(shelf), shelf / "out.sqlite")) as connection:
        yield connection
