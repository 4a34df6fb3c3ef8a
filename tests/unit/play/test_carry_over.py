"""Plays of versions 0.1 and 0.2: carried over once, as far as they can be read, from files that stay as they are."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rulesref.play.carry_over import opened
from rulesref.play.store import PlayStore
from tests.unit.play.earlier import PLAYS, damaged, schema_1


def schema_2(folder: Path) -> Path:
    """The same file, as version 0.2 left it: its sentences gone, the ids of the stages there."""
    path = schema_1(folder)
    with closing(sqlite3.connect(path)) as old:
        columns = "play, n, typed, command, time, stages, state"
        old.execute(f"CREATE TABLE fresh ({columns})")
        old.execute(
            """INSERT INTO fresh SELECT play, n, typed, command, time, '["a"]', state FROM line"""
        )
        old.executescript(
            "DROP TABLE line; ALTER TABLE fresh RENAME TO line; PRAGMA user_version = 2"
        )
    return path


def codes(store: PlayStore) -> list[str]:
    return [problem.code for problem in store.trouble]


@pytest.mark.parametrize("earlier", [schema_1, schema_2])
def test_every_play_is_carried_over_once(tmp_path: Path, earlier: Callable[[Path], Path]) -> None:
    path = earlier(tmp_path)
    raw = path.read_bytes()
    store = opened(str(tmp_path))
    assert codes(store) == ["W525"]
    assert [(p.name, p.last, p.head) for p in store.plays()] == PLAYS
    play = store.play("toy-1")
    assert (play.digest, play.line.data) == (play.digest, play.digest)
    assert [line.typed for line in store.lines(play)[1:4]] == ["work 2", "hedge 3", "!hedge 3"]
    assert play.line.stages == (None if earlier is schema_1 else ("a",))
    assert play.line.state is not None
    assert store.play("draft").draft is not None
    assert path.read_bytes() == raw
    again = opened(str(tmp_path))
    assert (codes(again), len(again.names())) == ([], len(PLAYS))
    again.delete(again.play())
    assert len(opened(str(tmp_path)).names()) == len(PLAYS) - 1


def test_it_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    schema_1(tmp_path)
    store = opened(str(tmp_path))
    (tmp_path / "plays" / "carried-over").unlink()
    lost = store.names()[2]
    store.delete(store.play(lost))
    store.begin({"name": lost, "game": "toy", "digest": "", "players": ["A"], "options": {}, "tracked": "full"}, [])  # fmt: skip
    again = opened(str(tmp_path))
    assert sorted(again.names()) == sorted([*(name for name, *_ in PLAYS), f"{lost}-2"])


def test_what_stands_in_the_log_of_a_file_is_there(tmp_path: Path) -> None:
    path = schema_1(tmp_path / "old")
    with closing(sqlite3.connect(path)) as open_:
        open_.execute("UPDATE play SET name = 'in the log' WHERE name = 'toy-1'")
        open_.commit()
        for end in ("", "-wal"):
            shutil.copyfile(f"{path}{end}", f"{tmp_path / 'plays.sqlite'}{end}")
    log = (tmp_path / "plays.sqlite-wal").read_bytes()
    assert log
    assert "in the log" in opened(str(tmp_path)).names()
    assert (tmp_path / "plays.sqlite-wal").read_bytes() == log


def test_plays_of_several_files_are_together(tmp_path: Path) -> None:
    schema_1(tmp_path)
    shutil.copyfile(tmp_path / "plays.sqlite", tmp_path / "plays-2.sqlite")
    with closing(sqlite3.connect(tmp_path / "plays-2.sqlite")) as second:
        second.execute("UPDATE play SET created = 'later'")
        second.commit()
    store = opened(str(tmp_path))
    assert codes(store) == ["W525", "W525"]
    assert len(store.names()) == 2 * len(PLAYS)


def test_of_a_damaged_file_all_that_can_be_read_is_carried_over(tmp_path: Path) -> None:
    path, raw = damaged(tmp_path)
    store = opened(str(tmp_path))
    assert codes(store) == ["W524"]
    assert len(store.names()) == len(PLAYS)
    lines = sum(len(store.lines(play)) for play in store.plays())
    assert 0 < lines < sum(last + 1 for _, last, _ in PLAYS) + 1
    assert path.read_bytes() == raw


@pytest.mark.parametrize("change", ["play SET players = '['", "play SET game = x'00'", "line SET command = '['", "line SET state = 'x'"])  # fmt: skip
def test_a_row_that_says_nothing_is_told(tmp_path: Path, change: str) -> None:
    path = schema_1(tmp_path)
    with closing(sqlite3.connect(path)) as old:
        old.execute(f"UPDATE {change} WHERE rowid = 1" if "play SET" in change else f"UPDATE {change} WHERE n = 1")  # fmt: skip
        old.commit()
    store = opened(str(tmp_path))
    assert codes(store) == ["W524"]
    assert len(store.names()) >= len(PLAYS) - 1


def test_a_play_whose_place_among_the_others_is_lost_is_there(tmp_path: Path) -> None:
    with closing(sqlite3.connect(schema_1(tmp_path))) as old:
        old.execute("UPDATE play SET touched = 'x' WHERE rowid = 1")
        old.commit()
    assert len(opened(str(tmp_path)).names()) == len(PLAYS)


@pytest.mark.parametrize("content", [b"", b"this belongs to somebody else " * 50, bytes(5000)])
def test_what_is_no_file_of_plays_is_told_and_left(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "plays.sqlite").write_bytes(content)
    store = opened(str(tmp_path))
    assert (store.names(), codes(store)) == ([], ["W524"])
    assert (tmp_path / "plays.sqlite").read_bytes() == content


def test_what_cannot_be_stored_is_carried_over_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema_1(tmp_path)
    (tmp_path / "plays").write_text(json.dumps("in its place"), encoding="utf-8")
    store = opened(str(tmp_path))
    assert not store.kept
    assert len(store.names()) == len(PLAYS)
    (tmp_path / "plays").unlink()
    assert len(opened(str(tmp_path)).names()) == len(PLAYS)
