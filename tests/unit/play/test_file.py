"""The file of plays: made, brought up to date, left alone, read when it cannot be written."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.play import file
from rulesref.play.store import PlayStore
from tests.unit.play.earlier import PLAYS, damaged, rows_of, schema_1


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


def columns(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[1] for row in connection.execute("PRAGMA table_info(line)")]


def sound(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        broken = connection.execute("PRAGMA foreign_key_check").fetchall()
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)] and not broken


# --- brought up to date ---------------------------------------------------------------------------


def test_a_file_of_schema_1_keeps_everything_but_its_sentences(tmp_path: Path) -> None:
    path = schema_1(tmp_path)
    before = rows_of(path)
    assert {"told", "stage"} <= set(columns(path))
    store = PlayStore.open(str(tmp_path))
    assert store.kept
    assert store.trouble == []
    assert [(play.name, play.last, play.head) for play in store.plays()] == PLAYS
    store.close()
    assert rows_of(path) == before
    assert columns(path) == ["play", "n", "typed", "command", "time", "stages", "state"]
    assert version(path) == file.SCHEMA
    assert sound(path)


def test_drafts_and_odd_characters_are_carried_over(tmp_path: Path) -> None:
    schema_1(tmp_path)
    store = PlayStore.open(str(tmp_path))
    assert store.play("draft").draft["said"]
    play = store.play("日曜の会")
    assert play.players == ('O\'Neil "🐸"', "葵", "J. R.")
    typed = store.lines(play)[2].typed
    assert typed == "note お茶; \"quotes\", 'more', -- DROP TABLE line; 🐸 <b>"


def test_a_file_brought_up_to_date_has_the_tables_of_a_new_one(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    PlayStore.open(str(new)).close()
    schema_1(old)
    PlayStore.open(str(old)).close()
    tables = []
    for folder in (new, old):
        with closing(sqlite3.connect(folder / "plays.sqlite")) as connection:
            query = "PRAGMA table_info({})"
            tables.append(
                [connection.execute(query.format(t)).fetchall() for t in ("play", "line")]
            )
            assert connection.execute("PRAGMA foreign_key_list(line)").fetchall()
    assert tables[0] == tables[1]


@pytest.mark.skipif(sys.platform == "win32", reason="fork and signals of Unix")
@pytest.mark.slow
def test_killed_at_any_statement_of_a_migration_nothing_is_lost(tmp_path: Path) -> None:
    """Before it the file is as it was, after it as it shall be; whoever opens it next goes on."""
    before = rows_of(schema_1(tmp_path / "fresh"))
    reached = set()
    for statement in range(100):
        folder = tmp_path / str(statement)
        path = schema_1(folder)
        killed = _killed_while_opening(folder, statement)
        assert sound(path)
        assert rows_of(path) == before
        reached.add(version(path))
        store = PlayStore.open(str(folder))
        assert [(play.name, play.last, play.head) for play in store.plays()] == PLAYS
        store.close()
        if not killed:
            break
    assert not killed
    assert statement > len(file.MIGRATIONS[1])
    assert reached == {1, file.SCHEMA}


def _killed_while_opening(folder: Path, statement: int) -> bool:
    """Open the plays in a process that dies when it comes to this statement; whether it did."""
    child = os.fork()
    if child == 0:  # pragma: no cover - another process
        try:
            _die_at(statement)
            PlayStore.open(str(folder))
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _die_at(statement: int) -> None:
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    left = statement

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def watched(*given: Any, **more: Any) -> sqlite3.Connection:
        connection = connect(*given, **more)
        connection.set_trace_callback(count)
        return connection

    sqlite3.connect = watched  # type: ignore[assignment]


def test_two_terminals_bring_a_file_up_to_date_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one is quicker: between our look at the file and our lock it has done it."""
    path = schema_1(tmp_path)
    before = rows_of(path)
    _between_look_and_lock(monkeypatch, lambda: PlayStore.open(str(tmp_path)).close())
    assert [play.name for play in PlayStore.open(str(tmp_path)).plays()] == [p[0] for p in PLAYS]
    assert rows_of(path) == before


def test_a_newer_program_that_was_quicker_is_not_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = schema_1(tmp_path)

    def newer() -> None:
        PlayStore.open(str(tmp_path)).close()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA user_version = {file.SCHEMA + 1}")

    _between_look_and_lock(monkeypatch, newer)
    with pytest.raises(ProblemsFound) as refused:
        PlayStore.open(str(tmp_path))
    assert [problem.code for problem in refused.value.problems] == ["E525"]
    assert version(path) == file.SCHEMA + 1


def _between_look_and_lock(monkeypatch: pytest.MonkeyPatch, other: Callable[[], None]) -> None:
    transaction = file.transaction

    def later(connection: sqlite3.Connection) -> Any:
        monkeypatch.setattr(file, "transaction", transaction)
        other()
        return transaction(connection)

    monkeypatch.setattr(file, "transaction", later)


def test_a_step_is_taken_for_every_schema_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = schema_1(tmp_path)
    steps = {**file.MIGRATIONS, file.SCHEMA: ("ALTER TABLE play ADD COLUMN place TEXT",)}
    monkeypatch.setattr(file, "MIGRATIONS", steps)
    monkeypatch.setattr(file, "SCHEMA", file.SCHEMA + 1)
    store = PlayStore.open(str(tmp_path))
    assert set(store.connection.execute("SELECT place FROM play")) == {(None,)}
    assert version(path) == file.SCHEMA
    assert store.play().name == "tzolkin-1"


def test_there_is_a_step_from_every_schema_there_was() -> None:
    assert sorted(file.MIGRATIONS) == list(range(1, file.SCHEMA))


# --- older files that cannot be brought up to date ------------------------------------------------


def test_an_older_file_that_cannot_be_written_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = schema_1(tmp_path)
    before = path.read_bytes()

    def refused(_: str) -> sqlite3.Connection:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr("rulesref.play.store.opened", refused)
    store = PlayStore.open(str(tmp_path))
    assert not store.kept
    assert not store.files
    assert [problem.code for problem in store.trouble] == ["E522"]
    assert [(play.name, play.last, play.head) for play in store.plays()] == PLAYS
    assert path.read_bytes() == before


def test_an_older_file_that_is_damaged_is_told_and_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path, before = damaged(tmp_path)
    store = PlayStore.open(str(tmp_path))
    assert [problem.code for problem in store.trouble] == ["E524"]
    assert not store.kept
    assert store.plays()
    store.close()
    assert path.read_bytes() == before
    assert not (tmp_path / "plays-2.sqlite").exists()


def test_an_older_file_that_is_damaged_can_be_repaired(tmp_path: Path) -> None:
    path, before = damaged(tmp_path)
    store = PlayStore.open(str(tmp_path))
    (done,) = store.repair()
    assert done.file == str(path)
    assert Path(done.aside or "").read_bytes() == before
    assert len(done.read.plays) == len(store.plays()) == len(PLAYS)
    assert store.kept
    assert version(path) == file.SCHEMA
    assert sound(path)
