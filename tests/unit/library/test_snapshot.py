from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rulesref.compiling import writing
from rulesref.compiling.build import build as build_game
from rulesref.compiling.writing import folders_of, write_snapshot
from rulesref.library.snapshot import (
    SnapshotStore,
    digest_of,
    game_files,
    open_snapshot,
    signature_of,
)
from rulesref.reading.linking import game_of
from tests.helpers import TOY, scored, toy

POSITION = {
    "event": "final",
    "players": [
        {"name": "A", "points": 3, "coins": 5, "seeds": {"red": 1, "blue": 2, "green": 3}},
        {"name": "B", "points": 0, "coins": 6, "seeds": {"red": 4, "blue": 4, "green": 4}},
    ],
}


@pytest.fixture(scope="module")
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
def shelf(compiled: Path) -> Iterator[Path]:
    """The two games, anew for each test, where they were compiled: a snapshot names the folders."""
    yield shutil.copytree(compiled / "kept", compiled / "games")
    shutil.rmtree(compiled / "games")


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were built from YAML, in order."""
    found: list[str] = []
    real = build_game

    def build(folder: Path) -> object:
        found.append(folder.name)
        return real(folder)

    monkeypatch.setattr(writing, "build", build)
    monkeypatch.setattr("os.cpu_count", lambda: 1)  # other processes would not tell
    return found


@pytest.fixture
def snapshot(shelf: Path) -> Iterator[sqlite3.Connection]:
    """Their snapshot."""
    connection = open_snapshot(shelf / "out.sqlite")
    assert connection is not None
    with closing(connection):
        yield connection


def no_pool(*args: object, **kwargs: object) -> None:
    raise OSError


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


def test_games_that_did_not_change_are_copied(
    shelf: Path, built: list[str], snapshot: sqlite3.Connection
) -> None:
    words = shelf / "twin" / "glossary.yaml"
    words.write_text(
        words.read_text(encoding="utf-8").replace("en: hat", "en: bonnet"), encoding="utf-8"
    )
    new = write_snapshot(folders_of(shelf), shelf / "new.sqlite", snapshot)
    assert built == ["twin"]
    with closing(new):
        assert game_of(SnapshotStore(new, 0), "").rules == toy().rules
        assert game_of(SnapshotStore(new, 1), "").terms["hat"].name.en == "bonnet"


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
    shelf: Path, snapshot: sqlite3.Connection, stamp: str
) -> None:
    with closing(sqlite3.connect(shelf / "out.sqlite")) as connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'stamp'", (stamp,))
        connection.commit()
    assert open_snapshot(shelf / "out.sqlite") is None


def test_where_nothing_can_be_written_the_snapshot_lives_in_memory(
    shelf: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with closing(write_snapshot(folders_of(shelf), tmp_path / "file" / "out.sqlite")) as found:
        assert SnapshotStore(found, 0).entry("rules", "winner")["id"] == "winner"


def test_a_name_with_signs_of_a_uri_is_only_a_name(shelf: Path, tmp_path: Path) -> None:
    target = tmp_path / "a?mode=rwc#100%" / "庭.sqlite"
    write_snapshot(folders_of(shelf), target).close()
    found = open_snapshot(target)
    assert found is not None
    found.close()


@pytest.fixture
def one_game(tmp_path: Path) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    return tmp_path


def test_the_digest_is_of_names_and_bytes(one_game: Path) -> None:
    before = digest_of(one_game / "toy")
    assert len(before) == 12
    assert digest_of(TOY) == before
    (one_game / "toy" / "rules" / "garden.yaml").rename(one_game / "toy" / "rules" / "gardens.yaml")
    assert digest_of(one_game / "toy") != before


def test_the_digest_looks_at_yaml_only(one_game: Path) -> None:
    before, files = digest_of(one_game / "toy"), game_files(one_game / "toy")
    (one_game / "toy" / ".swp.yaml").write_text("x", encoding="utf-8")
    (one_game / "toy" / "notes.txt").write_text("x", encoding="utf-8")
    assert (digest_of(one_game / "toy"), game_files(one_game / "toy")) == (before, files)


def test_the_signature_sees_every_file_that_was_written(one_game: Path) -> None:
    before = signature_of(str(one_game))
    assert signature_of(str(one_game)) == before
    path = one_game / "toy" / "rules" / "garden.yaml"
    path.write_bytes(path.read_bytes() + b"\n")
    assert signature_of(str(one_game)) != before
