"""What is made of what can be read: plays that can be gone on with, whatever is missing of them."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rulesref.play.rescue import NO_GAME, by_pages, rescued
from rulesref.play.store import PlayStore
from tests.unit.play.test_store import begun, codes, line


def filled(folder: Path, name: str, many: int = 3) -> Path:
    """A file with one play of so many lines."""
    with closing(PlayStore.open(str(folder))) as store:
        play = begun(store, name=name)
        for n in range(1, many + 1):
            play = store.add(play, line(n, f"note {n}"))
    return folder / "plays.sqlite"


def changed(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_both_ways_read_the_same(tmp_path: Path) -> None:
    path = filled(tmp_path, "日曜")
    with closing(sqlite3.connect(path)) as connection:
        assert rescued(str(path), connection) == by_pages(str(path))


@pytest.mark.parametrize(
    ("statement", "head", "numbers"),
    [
        pytest.param("DELETE FROM line WHERE n = 2", 3, [0, 1, 3], id="a line between"),
        pytest.param("DELETE FROM line WHERE n = 3", 2, [0, 1, 2], id="the last line"),
        pytest.param("DELETE FROM line", 0, [0], id="every line"),
        pytest.param("UPDATE line SET command = CAST(x'7bff' AS TEXT) WHERE n = 3", 2, [0, 1, 2], id="broken text"),
        pytest.param("UPDATE play SET head = 1", 1, [0, 1, 2, 3], id="lines taken back"),
    ],
)  # fmt: skip
def test_a_play_stands_after_the_last_line_there_is(
    tmp_path: Path, statement: str, head: int, numbers: list[int]
) -> None:
    path = filled(tmp_path, "a")
    changed(path, statement, "PRAGMA user_version = 0")
    with closing(PlayStore.open(str(tmp_path))) as store:
        assert codes(store) == ["E524"]
        play = store.play("a")
        assert play.head == head
        assert [each.n for each in store.lines(play)] == numbers


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["then spoilt", "then whole"])
@pytest.mark.parametrize("lost", ["command", "state", "stages"])
def test_of_two_pages_with_a_line_the_better_is_read(
    tmp_path: Path, order: tuple[int, int], lost: str
) -> None:
    """One stands in the file, the other in its log; neither way may lines of other numbers be lost."""
    path = filled(tmp_path, "a")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (whole,) = connection.execute(f"SELECT {lost} FROM line WHERE n = 2").fetchone()
        kept = [whole or "[]", "\ufffd"]
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        for at in order:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute(f"UPDATE line SET {lost} = ? WHERE n = 2", (kept[at],))
        other = tmp_path / "copy.sqlite"
        shutil.copy(path, other)
        log = (tmp_path / "plays.sqlite-wal").read_bytes()
    # A log with another head is not sound, so what it covers is read as well.
    (tmp_path / "copy.sqlite-wal").write_bytes(bytes(4) + log[4:])
    read = by_pages(str(other))
    (lines,) = read.lines.values()
    assert [line[1] for line in lines] == [0, 1, 2, 3]
    assert kept[0] in lines[2]


def test_text_that_is_none_is_shown_and_repaired(tmp_path: Path) -> None:
    path = filled(tmp_path, "a")
    changed(
        path,
        "UPDATE line SET typed = CAST(x'6eff' AS TEXT), state = CAST(x'ff' AS TEXT) WHERE n = 1",
    )
    with closing(PlayStore.open(str(tmp_path))) as store:
        first = store.lines(store.play())[1]
        assert (first.typed, first.state) == ("n\ufffd", None)
        assert codes(store) == ["E524"]
        store.repair()
    with closing(PlayStore.open(str(tmp_path))) as store:
        assert len(store.lines(store.play())) == 4
        assert store.trouble == []


def test_lines_whose_play_is_lost_are_a_play_again(tmp_path: Path) -> None:
    path = filled(tmp_path, "a")
    changed(path, "PRAGMA foreign_keys = OFF", "DELETE FROM play", "PRAGMA application_id = 3")
    with closing(PlayStore.open(str(tmp_path))) as store:
        (play,) = store.plays()
        assert (play.game, play.head, play.state) == (NO_GAME, 3, {"n": 3})
        store.repair(lambda state: f"game of {state}")
        assert store.play().game == "game of {'n': 0}"


def test_files_side_by_side_are_brought_together(tmp_path: Path) -> None:
    """Of two plays of one name the later gets another."""
    first = filled(tmp_path, "a", 2)
    second = filled(tmp_path / "other", "a", 1).rename(tmp_path / "plays-2.sqlite")
    with closing(PlayStore.open(str(tmp_path))) as store:
        assert [(p.code, p.values["many"]) for p in store.trouble] == [("W523", 1)]
        done = store.repair()
        assert [(each.file, len(each.read.plays)) for each in done] == [
            (str(first), 1),
            (str(second), 1),
        ]
        assert sorted((play.name, play.head) for play in store.plays()) == [("a", 2), ("a-2", 1)]
    assert not second.exists()
    assert (tmp_path / "plays-2.sqlite.damaged").exists()


def test_what_nothing_can_be_read_of_is_named_and_left(tmp_path: Path) -> None:
    foreign = tmp_path / "plays.sqlite"
    foreign.write_bytes(b"nothing of ours " * 500)
    with closing(PlayStore.open(str(tmp_path))) as store:
        begun(store)
        done = store.repair()
        assert [(each.file, len(each.read.plays), bool(each.aside)) for each in done] == [
            (str(foreign), 0, False), (f"{tmp_path}/plays-2.sqlite", 1, True),
        ]  # fmt: skip
    assert foreign.read_bytes() == b"nothing of ours " * 500
