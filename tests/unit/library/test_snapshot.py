from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rulesref.compiling.writing import folders_of, write_snapshot
from rulesref.library.library import game_of
from rulesref.library.snapshot import SnapshotStore, open_snapshot
from tests.helpers import scored, toy

POSITION = {
    "event": "final",
    "players": [
        {"name": "A", "points": 3, "coins": 5, "seeds": {"red": 1, "blue": 2, "green": 3}},
        {"name": "B", "points": 0, "coins": 6, "seeds": {"red": 4, "blue": 4, "green": 4}},
    ],
}


@pytest.mark.slow
def test_a_game_of_a_snapshot_is_the_game_of_its_folder(snapshot: sqlite3.Connection) -> None:
    stored = game_of(SnapshotStore(snapshot, 0), "x")
    assert stored.about == toy().about
    assert stored.rules == toy().rules
    assert stored.terms == toy().terms
    assert stored.rulings == toy().rulings
    assert list(stored.calculators) == list(toy().calculators)
    ours, theirs = scored(stored, POSITION), scored(toy(), POSITION)
    assert [p.explanation for p in ours.players] == [p.explanation for p in theirs.players]


def test_the_entries_keep_the_order_of_the_files(snapshot: sqlite3.Connection) -> None:
    ids = [entry["id"] for entry in SnapshotStore(snapshot, 0).entries("rules")]
    assert ids[:4] == ["plot-flowers", "wild-flowers", "gnome-kinds", "coin-supply"]


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"no database at all" * 1000, id="something else"),
        pytest.param(None, id="missing"),
    ],
)
def test_a_damaged_snapshot_is_not_opened(tmp_path: Path, damage: bytes | None) -> None:
    target = tmp_path / "x.sqlite"
    if damage is not None:
        target.write_bytes(damage)
    assert open_snapshot(target) is None


@pytest.mark.parametrize("stamp", ["0/0", "", "999/9.9"])
def test_a_snapshot_of_another_format_is_not_opened(
    two_games: Path, snapshot: sqlite3.Connection, stamp: str
) -> None:
    with closing(sqlite3.connect(two_games / "out.sqlite")) as connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'stamp'", (stamp,))
        connection.commit()
    assert open_snapshot(two_games / "out.sqlite") is None


@pytest.mark.slow
def test_a_name_with_signs_of_a_uri_is_only_a_name(two_games: Path, tmp_path: Path) -> None:
    target = tmp_path / "a?mode=rwc#100%" / "庭.sqlite"
    write_snapshot(folders_of(two_games), target).close()
    found = open_snapshot(target)
    assert found is not None
    found.close()
