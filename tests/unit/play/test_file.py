"""The file of plays: made, brought up to date, left alone, read when it cannot be written."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.play import file
from rulesref.play.btree import is_read
from rulesref.play.file import APPLICATION, SCHEMA
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


def test_of_several_who_make_a_file_all_get_it(tmp_path: Path) -> None:
    """SQLite refuses at once whoever wants a log for a file that another terminal is looking at."""
    path = tmp_path / "plays.sqlite"
    with (
        closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other,
        closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as connection,
    ):
        other.execute("CREATE TABLE hat (size)")
        other.execute("BEGIN")
        other.execute("SELECT * FROM hat").fetchall()
        soon = threading.Timer(0.1, other.execute, ["COMMIT"])
        soon.start()
        file._keep_a_log(connection)
        soon.join()
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_who_does_not_let_go_of_a_file_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "PATIENCE", 0.0)
    path = tmp_path / "plays.sqlite"
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as connection,
    ):
        other.execute("CREATE TABLE hat (size)")
        other.execute("BEGIN")
        other.execute("SELECT * FROM hat").fetchall()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            file._keep_a_log(connection)


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


# --- which file, and what is wrong with it --------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "found"),
    [
        pytest.param([], ["plays"], id="none"),
        pytest.param(["plays", "plays-3"], ["plays", "plays-3", "plays-2"], id="the first that does not exist comes last"),
        pytest.param(["plays-2.sqlite-wal"], ["plays-2", "plays"], id="of one there is a log"),
        pytest.param([f"plays-{n}" for n in range(2, 25)], [*(f"plays-{n}" for n in range(2, 20)), "plays"], id="so many and no more"),
    ],
)  # fmt: skip
def test_plays_are_looked_for_in_files_beside_each_other(
    tmp_path: Path, there: list[str], found: list[str]
) -> None:
    for name in there:
        (tmp_path / (name if "." in name else f"{name}.sqlite")).write_bytes(b"x")
    (tmp_path / "plays-19.sqlite-wal").write_bytes(b"")
    assert list(file.candidates(str(tmp_path))) == [f"{tmp_path}/{name}.sqlite" for name in found]


def test_what_is_kept_is_kept_for_certain_and_what_is_deleted_is_gone(tmp_path: Path) -> None:
    with closing(file.opened(str(tmp_path / "plays.sqlite"))) as connection:
        for name, value in {"synchronous": 2, "secure_delete": 1, "foreign_keys": 1}.items():
            assert connection.execute(f"PRAGMA {name}").fetchone() == (value,)
        assert connection.isolation_level is None
        assert file.stamp_of(connection) == (file.APPLICATION, file.SCHEMA)


@pytest.mark.parametrize(
    ("application", "schema", "code"),
    [
        pytest.param(0, 1, "E523", id="nobody's"),
        pytest.param(file.APPLICATION, 0, "E523", id="a schema that never was"),
        pytest.param(file.APPLICATION, file.SCHEMA + 1, "E525", id="the next schema"),
        pytest.param(file.APPLICATION, file.SCHEMA + 127, "E525", id="the last likely schema"),
        pytest.param(file.APPLICATION, file.SCHEMA + 128, "E523", id="a schema there hardly will be"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("logged", [False, True])
def test_a_file_says_whose_it_is_and_of_which_version(
    tmp_path: Path, application: int, schema: int, code: str, logged: bool
) -> None:
    path = tmp_path / "plays.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        if logged:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE play (x)")
        connection.execute(f"PRAGMA application_id = {application}")
        connection.execute(f"PRAGMA user_version = {schema}")
        before = path.read_bytes()
        with pytest.raises(file.Unusable) as refused:
            file.opened(str(path))
    assert refused.value.code == code
    assert refused.value.reason == ("application_id" if application == 0 else f"user_version {schema}" if code == "E523" else str(schema))  # fmt: skip
    assert logged or path.read_bytes() == before


def logged(folder: Path) -> tuple[Path, bytes]:
    """A file of plays whose last line is in its log alone."""
    store = PlayStore.open(str(folder))
    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.connection.execute("CREATE TABLE more (x)")
    path, kept = folder / "plays.sqlite", folder / "kept"
    kept.mkdir()
    file.copied(str(path), str(kept / path.name))
    store.close()
    log = kept / "plays.sqlite-wal"
    return kept / path.name, log.read_bytes()


def test_a_log_without_its_file_or_that_is_damaged_is_left_for_a_repair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[float] = []
    monkeypatch.setattr("time.sleep", looks.append)
    path, log = logged(tmp_path)
    beside, main = Path(f"{path}-wal"), path.read_bytes()
    for content, kept in ((None, log), (b"", log), (main, log[:-1] + b"?")):
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        beside.write_bytes(kept)
        with pytest.raises(file.Unusable) as refused:
            file.opened(str(path))
        assert (refused.value.code, refused.value.reason) == ("E524", "plays.sqlite-wal")
        assert beside.read_bytes() == kept
        path.touch()
    assert looks == [0.02] * 50


def test_a_log_that_somebody_is_just_writing_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, log = logged(tmp_path)
    Path(f"{path}-wal").write_bytes(log[:-1] + b"?")
    looks = []

    def later(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 49:
            Path(f"{path}-wal").write_bytes(b"")  # all of it stands in the file now

    monkeypatch.setattr("time.sleep", later)
    file.opened(str(path)).close()
    assert looks == [0.02] * 49


#: Whether another process may begin the index of a log anew, which SQLite does where nobody has it locked.
_BEGINS_ANEW = """
import fcntl, sys
with open(sys.argv[1], "rb+") as index:
    fcntl.lockf(index, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 128)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="locks of Unix")
def test_while_a_log_is_looked_at_its_index_stays_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = logged(tmp_path)
    codes = []

    def looked(log: bytes, index: bytes) -> bool:
        other = [sys.executable, "-S", "-c", _BEGINS_ANEW, f"{path}-shm"]
        codes.append(subprocess.run(other, stderr=subprocess.DEVNULL, check=False).returncode)
        return is_read(log, index)

    monkeypatch.setattr("rulesref.play.btree.is_read", looked)
    file.opened(str(path)).close()
    assert codes == [1]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Unix")
@pytest.mark.parametrize("end", ["", "-wal"])
def test_a_pipe_in_place_of_a_file_is_not_read(tmp_path: Path, end: str) -> None:
    os.mkfifo(tmp_path / f"plays.sqlite{end}")
    with pytest.raises(file.Unusable) as refused:
        file.opened(str(tmp_path / "plays.sqlite"))
    assert refused.value.code == "E523"


#: Results that say nothing of what is in a file.
OF_THE_SYSTEM = {
    sqlite3.SQLITE_OK, sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_AUTH,
}  # fmt: skip


def test_damage_is_what_has_to_do_with_what_is_in_a_file() -> None:
    def error(code: int, text: str = "x") -> sqlite3.Error:
        found = sqlite3.DatabaseError(text)
        found.sqlite_errorcode = code
        return found

    for code in range(27):
        assert file.is_damage(error(code)) == (code not in OF_THE_SYSTEM)
    assert (file.BUSY, file.LOCKED) == (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    assert not file.is_damage(error(sqlite3.SQLITE_IOERR_READ)), "in more detail"
    assert file.is_damage(error(sqlite3.SQLITE_CORRUPT_VTAB))
    assert file.is_damage(sqlite3.OperationalError("Could not decode to UTF-8 column"))
    assert not file.is_damage(OSError(2, "x"))


def test_why_is_said_in_the_words_of_the_system() -> None:
    assert file.reason_of(OSError(2, "gone", "/x")) == "gone"
    assert file.reason_of(OSError("gone")) == "gone"
    assert file.reason_of(sqlite3.Error("locked")) == "locked"


def test_files_are_copied_and_removed_with_what_stands_beside_them(tmp_path: Path) -> None:
    for end in ("", "-wal", "-shm", "-other"):
        (tmp_path / f"a{end}").write_text(end, encoding="utf-8")
    file.copied(f"{tmp_path}/a", f"{tmp_path}/b")
    file.removed(f"{tmp_path}/a")
    file.removed(f"{tmp_path}/none")
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == {
        "a-other": "-other", "b": "", "b-wal": "-wal",
    }  # fmt: skip
    assert file.which_file(f"{tmp_path}/a") is None
    assert file.which_file(f"{tmp_path}/b") != file.which_file(f"{tmp_path}/b-wal") is not None
    assert file.bytes_of(f"{tmp_path}/b-wal") == b"-wal"
    assert file.bytes_of(f"{tmp_path}/a") == b""


def test_a_name_that_is_taken_gets_the_next_number() -> None:
    assert file.free_name("a", {"b"}.__contains__) == "a"
    assert file.free_name("a", {"a", "a-2", "a-4"}.__contains__) == "a-3"


def test_a_transaction_is_kept_or_undone_whole(tmp_path: Path) -> None:
    def in_turn(connection: sqlite3.Connection) -> None:
        with file.transaction(connection):
            connection.execute("CREATE TABLE t (x)")
            raise KeyError

    with closing(file.new_memory()) as connection:
        with pytest.raises(KeyError):
            in_turn(connection)
        assert not connection.in_transaction
        with file.transaction(connection):
            connection.execute("CREATE TABLE t (x)")
        assert not connection.in_transaction


@pytest.mark.parametrize("schema", [SCHEMA + 1, SCHEMA])
def test_what_stands_in_the_log_of_a_file_that_is_left_alone_stays_there(
    tmp_path: Path, schema: int
) -> None:
    path, _ = logged(tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA application_id = {APPLICATION if schema > SCHEMA else 7}")
        connection.execute(f"PRAGMA user_version = {schema}")
        (tmp_path / "left").mkdir()
        file.copied(str(path), str(tmp_path / "left" / path.name))
    left = tmp_path / "left" / path.name
    before = [Path(f"{left}{end}").read_bytes() for end in ("", "-wal")]
    with pytest.raises(file.Unusable):
        file.opened(str(left))
    assert before[1]
    assert [Path(f"{left}{end}").read_bytes() for end in ("", "-wal")] == before


def test_what_is_wrong_with_more_than_the_file_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = schema_1(tmp_path)
    full = ("PRAGMA max_page_count = 1", "CREATE TABLE more (x)")
    monkeypatch.setattr(file, "MIGRATIONS", {1: full})
    with pytest.raises(sqlite3.OperationalError, match="full"):
        file.opened(str(path))
