"""What is made of what can be read: plays that can be gone on with, whatever is missing of them."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rulesref.play import rescue
from rulesref.play.file import APPLICATION, SCHEMA
from rulesref.play.records import PLAY
from rulesref.play.rescue import NO_GAME, by_pages, by_sqlite, in_memory, memory_of, rescued
from rulesref.play.store import PlayStore
from tests.unit.play.earlier import PLAYS, schema_1
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
        pytest.param("DELETE FROM line WHERE n = 0", 3, [1, 2, 3], id="the first line"),
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


def test_of_two_pages_with_a_whole_line_the_newer_is_read(tmp_path: Path) -> None:
    path = filled(tmp_path, "a")
    other = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        for typed in ("older", "newer"):
            connection.execute("UPDATE line SET typed = ? WHERE n = 2", (typed,))
        shutil.copy(path, other)
        log = (tmp_path / "plays.sqlite-wal").read_bytes()
    (tmp_path / "copy.sqlite-wal").write_bytes(bytes(4) + log[4:])
    (lines,) = by_pages(str(other)).lines.values()
    assert [line[2] for line in lines] == ["", "note 1", "newer", "note 3"]


def test_a_line_of_which_only_what_was_typed_can_be_read_is_not_lost(tmp_path: Path) -> None:
    path = filled(tmp_path, "a")
    spoilt = ", ".join(f"{name} = CAST(x'ff' AS TEXT)" for name in ("command", "stages", "state"))
    changed(path, f"UPDATE line SET {spoilt} WHERE n = 2")
    read = by_pages(str(path))
    assert [(line.play, line.n, line.typed) for line in read.unread] == [("a", 2, "note 2")]


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
        assert (play.game, play.head, play.state) == ("?", 3, {"n": 3})
        assert (play.revision, play.seed, play.players) == (1, None, ())
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


def test_one_play_is_read_alone(tmp_path: Path) -> None:
    filled(tmp_path, "a", 1)
    path = filled(tmp_path, "b", 2)
    with closing(sqlite3.connect(path)) as connection:
        read = by_sqlite(connection, 2)
        assert connection.execute("SELECT name FROM play WHERE key = 2").fetchone() == ("b",)
    assert (list(read.plays), read.many_lines) == ([2], 2)
    assert by_pages(str(path)).many_lines == 3


def test_a_play_keeps_what_is_sound_of_its_row(tmp_path: Path) -> None:
    path = filled(tmp_path, "a")
    changed(path, "UPDATE play SET players = '{}', options = '[]', draft = '1', tracked = ''",
            "UPDATE line SET state = '{\"names\": [\"X\"], \"options\": {\"y\": 1}, \"tracked\": \"light\"}'")  # fmt: skip
    (row,) = by_pages(str(path)).plays.values()
    play = dict(zip(PLAY, row, strict=True))
    assert (play["key"], play["name"], play["game"], play["head"]) == (1, "a", "toy", 3)
    said = [play[name] for name in ("players", "options", "draft", "tracked")]
    assert said == ['["X"]', '{"y":1}', None, "light"]
    changed(path, "UPDATE line SET state = NULL")
    (row,) = by_pages(str(path)).plays.values()
    play = dict(zip(PLAY, row, strict=True))
    said = [play[name] for name in ("players", "options", "tracked")]
    assert said == ["[]", "{}", "standard"]
    changed(path, "UPDATE play SET draft = '[1]', players = '[\"A\"]', tracked = 'full'")
    (row,) = by_pages(str(path)).plays.values()
    play = dict(zip(PLAY, row, strict=True))
    assert (play["draft"], play["players"], play["tracked"]) == ("[1]", '["A"]', "full")


def not_listed(path: Path) -> None:
    """Make a file whose pages no longer say what is on them."""
    raw = bytearray(path.read_bytes())
    for at in range(4096, len(raw), 4096):
        if raw[at] in (10, 13):
            raw[at] = 0
    path.write_bytes(raw)


@pytest.mark.parametrize("size", [0, 40, 200, 20_000])
def test_rows_of_any_length_look_like_rows(tmp_path: Path, size: int) -> None:
    """Also where their pages no longer list them."""
    with closing(PlayStore.open(str(tmp_path))) as store:
        more = {"players": ["x" * size], "options": {"x": "y" * size}, "seed": size or None}
        play = store.draft(begun(store, **more), ["d" * size])
        store.add(play, line(1, "t" * size))
    path = tmp_path / "plays.sqlite"
    before = by_pages(str(path))
    not_listed(path)
    after = by_pages(str(path))
    assert after == before
    assert [each[1:3] for each in after.lines[1]] == [(0, ""), (1, "t" * size)]


def test_rows_of_the_first_schema_look_like_rows(tmp_path: Path) -> None:
    path = schema_1(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        before = by_sqlite(connection)
    assert by_pages(str(path)) == before
    not_listed(path)
    assert by_pages(str(path)) == before
    assert {play[1] for play in before.plays.values()} == {name for name, *_ in PLAYS}


def test_plays_of_several_files_have_keys_of_their_own(tmp_path: Path) -> None:
    filled(tmp_path, "a", 1)
    read = by_pages(str(filled(tmp_path, "b", 1)))
    with closing(memory_of(read, read)) as memory:
        plays = memory.execute("SELECT key, name FROM play ORDER BY key").fetchall()
        lines = memory.execute("SELECT play, n FROM line ORDER BY play, n").fetchall()
    assert plays == [(1, "a"), (2, "b"), (3, "a-2"), (4, "b-2")]
    assert lines == [(key, n) for key in (1, 2, 3, 4) for n in (0, 1)]


def names(connection: sqlite3.Connection) -> list[str]:
    with closing(connection):
        return [name for (name,) in connection.execute("SELECT name FROM play")]


@pytest.mark.parametrize(
    ("stamp", "found"),
    [
        pytest.param(f"application_id = {APPLICATION}", ["a"], id="ours"),
        pytest.param("application_id = 7", [], id="somebody else's"),
        pytest.param(f"user_version = {SCHEMA}", ["a"], id="of this version"),
        pytest.param(f"user_version = {SCHEMA + 1}", [], id="newer"),
        pytest.param("user_version = 1", ["a"], id="of the first version"),
        pytest.param("user_version = 0", [], id="of no version"),
    ],
)
def test_a_file_that_cannot_be_written_is_read_where_it_is_ours(
    tmp_path: Path, stamp: str, found: list[str]
) -> None:
    path = filled(tmp_path, "a")
    changed(path, f"PRAGMA {stamp}")
    assert names(in_memory(str(path))) == found


@pytest.mark.parametrize("without", [False, True], ids=["from memory", "page by page"])
def test_a_file_is_read_with_its_log_and_nothing_is_made_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without: bool
) -> None:
    """Also by an SQLite that reads no database from memory."""
    if without:

        class Connection(sqlite3.Connection):
            @property
            def deserialize(self) -> Any:
                raise AttributeError

        monkeypatch.setattr(rescue, "connected", partial(sqlite3.connect, factory=Connection))

    def seen(path: Path) -> list[str]:
        before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
        read = names(in_memory(str(path)))
        assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before
        return read

    path = filled(tmp_path / "home", "a")
    assert seen(path) == ["a"]
    Path(f"{path}-wal").write_bytes(b"")
    assert seen(path) == ["a"]
    Path(f"{path}-wal").unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("UPDATE play SET name = 'b'")
        assert seen(path) == ["b"]
        shutil.copytree(path.parent, tmp_path / "log")
    (tmp_path / "log" / "plays.sqlite-shm").unlink()
    assert seen(tmp_path / "log" / "plays.sqlite") == ["b"]


def test_behind_a_damaged_place_in_its_log_a_file_that_cannot_be_written_is_read_too(
    tmp_path: Path,
) -> None:
    with closing(PlayStore.open(str(tmp_path / "home"))) as store:
        play = begun(store)
        for n in range(1, 10):
            play = store.add(play, line(n, f"note {n}"))
        shutil.copytree(tmp_path / "home", tmp_path / "log")
    path = tmp_path / "log" / "plays.sqlite"
    log = bytearray(Path(f"{path}-wal").read_bytes())
    log[len(log) // 2] ^= 1
    Path(f"{path}-wal").write_bytes(log)
    with closing(in_memory(str(path))) as memory:
        assert memory.execute("SELECT max(n), count(*) FROM line").fetchone() == (9, 10)


@pytest.mark.parametrize("column", [name for name in PLAY if name not in {"key", "seed", "draft"}])
def test_a_row_of_which_a_value_is_of_another_kind_is_no_play(tmp_path: Path, column: str) -> None:
    path = filled(tmp_path, "a")
    other = "'x'" if column in {"touched", "head", "revision"} else "NULL"
    lax = "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')"
    changed(path, "PRAGMA writable_schema = ON", lax)
    changed(path, f"UPDATE play SET {column} = {other}")
    ((_, name, game, *_),) = by_pages(str(path)).plays.values()
    assert (name, game) == ("lost-1", NO_GAME)


@pytest.mark.parametrize("other", ["play = 0", "n = -1", "n = 16777216", "typed = NULL"])
def test_a_row_that_says_what_no_line_can_be_is_left_out(tmp_path: Path, other: str) -> None:
    path = filled(tmp_path, "a")
    lax = "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')"
    changed(path, "PRAGMA writable_schema = ON", lax)
    changed(path, "PRAGMA foreign_keys = OFF", f"UPDATE line SET {other} WHERE n = 2")
    assert {key: [row[1] for row in rows] for key, rows in by_pages(str(path)).lines.items()} == {
        1: [0, 1, 3]
    }


def test_what_is_no_database_is_not_sound(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(b"nothing of ours " * 500)
    with closing(sqlite3.connect(path)) as connection:
        assert not rescue.is_sound(connection)
    with closing(sqlite3.connect(filled(tmp_path, "a"))) as connection:
        assert rescue.is_sound(connection)
