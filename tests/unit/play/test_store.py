"""Plays as they are kept: nothing acknowledged is lost, nothing of anybody's is overwritten."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from rulesref import __version__
from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.play import file, rescue
from rulesref.play.file import Unusable
from rulesref.play.records import LogLine, Play
from rulesref.play.store import PlayStore, StaleRevision

BEGUN = {"game": "toy", "digest": "d", "players": ["A", "B"], "options": {}, "tracked": "full"}


def line(n: int, typed: str = "note x", **state: Any) -> LogLine:
    when = "2026-01-02T03:04:05Z"
    return LogLine(n, typed, {"note": typed}, when, ("spring", "work"), {"n": n, **state})


def begun(store: PlayStore, **more: Any) -> Play:
    return store.begin({**BEGUN, **more}, [line(0, "")])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PlayStore]:
    found = PlayStore.open(str(tmp_path))
    yield found
    found.close()


def reopened(store: PlayStore) -> PlayStore:
    assert store.path is not None
    store.close()
    return PlayStore.open(str(Path(store.path).parent))


def codes(store: PlayStore) -> list[str]:
    return [problem.code for problem in store.trouble]


def code_of(found: pytest.ExceptionInfo[ProblemsFound]) -> str:
    return found.value.problems[0].code


# --- lines ----------------------------------------------------------------------------------------


def test_what_was_added_is_there_again(store: PlayStore) -> None:
    play = begun(store, seed=7)
    play = store.add(play, line(1, "set 葵.corn 7", half=Fraction(1, 2)))
    again = reopened(store)
    found = again.play()
    assert (found.name, found.head, found.last, found.seed) == ("toy-1", 1, 1, 7)
    assert found.players == ("A", "B")
    assert found.stages == ("spring", "work")
    assert found.state == {"n": 1, "half": Fraction(1, 2)}
    kept = again.line(found, 1)
    assert kept is not None
    assert kept.typed == "set 葵.corn 7"
    assert kept.state == {"n": 1, "half": Fraction(1, 2)}
    assert [each.n for each in again.lines(found)] == [0, 1]


def test_a_play_that_is_brought_along_keeps_what_it_has(store: PlayStore) -> None:
    kept = {"name": "日曜", "version": "0.1", "created": "2025-01-01T00:00:00Z", "changed": "2025-01-02T00:00:00Z",
            "head": 0, "draft": {"said": []}, "seed": 7, "tracked": "light", "options": {"x": 1}}  # fmt: skip
    play = store.begin({**BEGUN, **kept}, [line(0, ""), line(1)])
    assert {key: getattr(play, key) for key in kept} == kept
    assert (play.digest, play.players, play.last, play.revision) == ("d", ("A", "B"), 1, 1)
    fresh = begun(store)
    assert fresh.created == fresh.changed > play.created
    assert (fresh.head, fresh.draft, fresh.version, fresh.revision) == (0, None, __version__, 1)
    # A game of a pack is called by what stands behind the last slash.
    assert begun(store, game="pack/toy").name == "toy-2"
    assert begun(store).name == "toy-3"


def test_what_lines_come_to_with_other_data_is_kept(store: PlayStore) -> None:
    play = store.add(begun(store, changed="2025-01-02T00:00:00Z", version="0.1"), line(1))
    play = store.add(play, line(2))
    settled = store.settle(play, [line(0, "", x=1), line(1, x=2)], 1, "other")
    assert (settled.digest, settled.version, settled.head, settled.last) == ("other", __version__, 1, 2)  # fmt: skip
    assert settled.revision == play.revision + 1
    states = [each.state for each in store.lines(settled)]
    assert states == [{"n": 0, "x": 1}, {"n": 1, "x": 2}, None]
    store.restate(settled, line(2, x=3))
    assert store.lines(settled, 2) == [line(2, x=3)]


def test_opening_a_play_does_not_say_that_it_was_changed(store: PlayStore) -> None:
    old = "2025-01-02T00:00:00Z"
    play = store.begin({**BEGUN, "changed": old}, [line(0, ""), line(1)])
    play = store.settle(play, [line(0, ""), line(1)], 1, "other")
    assert play.changed == old
    assert store.settle(play, [line(0, "")], 0, "other").changed > old


def test_the_play_used_last_comes_first(store: PlayStore) -> None:
    first, second = begun(store), begun(store)
    assert [play.name for play in store.plays()] == ["toy-2", "toy-1"]
    store.add(first, line(1))
    assert store.play().name == "toy-1"
    assert store.play("toy-2") == second


def test_lines_that_were_taken_back_stay_until_another_is_added(store: PlayStore) -> None:
    play = begun(store)
    for n in (1, 2, 3):
        play = store.add(play, line(n, f"note {n}"))
    play = store.move(play, 1)
    assert (play.head, play.last) == (1, 3)
    play = store.add(play, line(2, "note other"))
    assert (play.head, play.last) == (2, 2)
    assert [each.typed for each in store.lines(play)] == ["", "note 1", "note other"]


def test_a_draft_outlives_lines_and_what_takes_them_back(store: PlayStore) -> None:
    play = store.draft(begun(store), {"said": [1]})
    assert store.play().draft == {"said": [1]}
    play = store.add(play, line(1))
    assert store.move(play, 0).draft == {"said": [1]}
    assert store.play().draft == {"said": [1]}


def test_a_name_is_the_same_however_its_marks_are_coded(store: PlayStore) -> None:
    begun(store, name="か\u3099")
    assert store.names() == ["が"]
    assert store.play("か\u3099") == store.play("が")
    with pytest.raises(ProblemsFound) as found:
        begun(store, name="が")
    assert code_of(found) == "E535"
    store.connection.execute("UPDATE play SET name = ?", ("か\u3099",))
    assert store.play("か\u3099").name == "か\u3099"


def test_a_name_is_taken_once(store: PlayStore) -> None:
    begun(store, name="日曜")
    with pytest.raises(ProblemsFound) as found:
        begun(store, name="日曜")
    assert code_of(found) == "E535"


def test_a_name_that_nobody_gave_is_asked_back(store: PlayStore) -> None:
    with pytest.raises(ProblemsFound) as found:
        store.play()
    assert code_of(found) == "E520"
    begun(store, name="sunday")
    with pytest.raises(ProblemsFound) as found:
        store.play("sundai")
    assert code_of(found) == "E521"
    assert found.value.problems[0].values["near"] == "sunday"


def test_a_deleted_play_takes_its_lines_along(store: PlayStore) -> None:
    play = begun(store)
    store.delete(play)
    assert store.plays() == []
    assert store.again(play) is None
    assert store.connection.execute("SELECT count(*) FROM line").fetchone() == (0,)


# --- two terminals --------------------------------------------------------------------------------


@pytest.mark.parametrize("change", ["add", "move", "draft"])
def test_the_second_of_two_terminals_overwrites_nothing(store: PlayStore, change: str) -> None:
    begun(store)
    store.add(store.play(), line(1))
    other = PlayStore.open(str(Path(store.path or "").parent))
    mine, theirs = store.play(), other.play()
    other.add(theirs, line(2, "note theirs"))
    changes: dict[str, Callable[[], object]] = {
        "add": lambda: store.add(mine, line(2, "note mine")),
        "move": lambda: store.move(mine, 0),
        "draft": lambda: store.draft(mine, {}),
    }
    with pytest.raises(StaleRevision):
        changes[change]()
    assert [each.typed for each in store.lines(mine)] == ["", "note x", "note theirs"]


def test_going_back_and_forth_is_a_change_as_well(store: PlayStore) -> None:
    """The head alone is not enough: another terminal may stand there again with another line."""
    play = store.add(begun(store), line(1))
    other = PlayStore.open(str(Path(store.path or "").parent))
    theirs = other.move(other.play(), 0)
    other.add(theirs, line(1, "note theirs"))
    with pytest.raises(StaleRevision):
        store.add(play, line(2))


def test_a_file_that_somebody_is_writing_is_waited_for(
    store: PlayStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "PATIENCE", 0.05)
    play = begun(store)
    other = PlayStore.open(str(Path(store.path or "").parent))
    store.connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(ProblemsFound) as found:
        other.add(play, line(1))
    assert code_of(found) == "E528"
    assert found.value.problems[0].values == {"file": store.path}
    with pytest.raises(ProblemsFound) as found:
        begun(other)
    assert code_of(found) == "E528"
    assert other.kept
    store.connection.execute("ROLLBACK")
    assert other.add(play, line(1)).head == 1


# --- a disk that refuses --------------------------------------------------------------------------


def full(connection: sqlite3.Connection) -> None:
    """No page more: what SQLite does when the disk is full."""
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")


def big(n: int) -> LogLine:
    return line(n, "note " + "x" * 9000)


def test_on_a_full_disk_the_play_goes_on_in_memory(store: PlayStore) -> None:
    play = store.add(begun(store), line(1))
    full(store.connection)
    path = store.path
    play = store.add(play, big(2))
    assert not store.kept
    assert codes(store) == ["E522"]
    assert store.trouble[0].values == {"file": path, "reason": "database or disk is full"}
    assert (play.head, play.last) == (2, 2)
    play = store.add(play, line(3))
    assert [each.n for each in store.lines(play)] == [0, 1, 2, 3]


def test_what_was_stored_before_the_disk_was_full_is_stored(
    store: PlayStore, tmp_path: Path
) -> None:
    play = store.add(begun(store), line(1))
    full(store.connection)
    store.add(play, big(2))
    again = PlayStore.open(str(tmp_path))
    assert [each.n for each in again.lines(again.play())] == [0, 1]


def test_the_play_returns_to_the_disk_when_there_is_room(store: PlayStore, tmp_path: Path) -> None:
    play = store.add(begun(store), line(1))
    full(store.connection)
    play = store.add(play, big(2))
    assert store._left is not None
    store._left[0].execute("PRAGMA max_page_count = 100000")
    play = store.add(play, line(3))
    assert store.kept
    assert codes(store) == ["E522", "W522"]
    assert store.trouble[-1].values == {"file": store.path}
    again = PlayStore.open(str(tmp_path))
    assert [each.n for each in again.lines(again.play())] == [0, 1, 2, 3]
    assert again.play().head == play.head == 3


def test_a_play_in_memory_does_not_overwrite_what_another_terminal_stored(
    store: PlayStore, tmp_path: Path
) -> None:
    play = store.add(begun(store), line(1))
    full(store.connection)
    play = store.add(play, big(2))
    other = PlayStore.open(str(tmp_path))
    other.add(other.play(), line(2, "note theirs"))
    assert store._left is not None
    store._left[0].execute("PRAGMA max_page_count = 100000")
    play = store.add(play, line(3))
    assert not store.kept
    assert [each.typed for each in other.lines(other.play())] == ["", "note x", "note theirs"]
    assert play.head == 3


def test_a_new_play_on_a_full_disk_is_in_memory(store: PlayStore) -> None:
    begun(store)
    full(store.connection)
    play = store.begin({**BEGUN, "options": {"text": "x" * 9000}}, [line(0)])
    assert play.name == "toy-2"
    assert not store.kept


def test_a_read_only_file_is_read_and_the_play_goes_on_in_memory(
    store: PlayStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add(begun(store), line(1))
    store.connection.execute("PRAGMA journal_mode = DELETE")
    store.close()
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def read_only(path: str, **more: Any) -> sqlite3.Connection:
        if path == ":memory:":
            return connect(path, **more)
        return connect(f"file:{path}?mode=ro", uri=True, **more)

    monkeypatch.setattr("sqlite3.connect", read_only)
    found = PlayStore.open(str(tmp_path))
    play = found.add(found.play(), line(2))
    assert not found.kept
    assert codes(found) == ["E522"]
    assert play.head == 2


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    with closing(PlayStore.open(str(tmp_path / "there" / "is" / "none"))) as store:
        assert (store.kept, store.trouble) == (True, [])


def test_what_cannot_be_read_though_it_is_not_damaged_is_told(store: PlayStore) -> None:
    store.connection.close()
    with pytest.raises(ProblemsFound) as found:
        store.names()
    assert (code_of(found), store.kept) == ("E522", True)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    found = PlayStore.open(str(tmp_path / "file" / "folder"))
    assert not found.kept
    assert codes(found) == ["E522"]
    assert found.trouble[0].values["file"] == f"{tmp_path}/file/folder/plays.sqlite"
    assert begun(found).name == "toy-1"


def test_plays_of_a_file_that_cannot_be_opened_for_writing_can_be_read(
    store: PlayStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add(begun(store), line(1))

    def refused(path: str) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr("rulesref.play.store.opened", refused)
    found = PlayStore.open(str(tmp_path))
    assert not found.kept
    assert codes(found) == ["E522"]
    # Its write-ahead log is read as well, although it is still open elsewhere.
    assert found.play().head == 1


# --- files of others, damaged files ---------------------------------------------------------------


def foreign(path: Path, application: int = 0) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {application}")
    connection.execute("CREATE TABLE theirs (x)")
    connection.execute("INSERT INTO theirs VALUES (1)")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(None, id="a database of somebody else"),
        pytest.param(b"not a database at all, but long enough to be one" * 9, id="no database"),
        pytest.param(b"SQLite format 3\0" + b"\xff" * 4000, id="a damaged head"),
    ],
)
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "plays.sqlite"
    if content is None:
        foreign(path)
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    found = PlayStore.open(str(tmp_path))
    assert codes(found) == ["E523"]
    assert found.kept
    assert found.path == f"{tmp_path}/plays-2.sqlite"
    found.add(begun(found), line(1))
    found.close()
    assert path.read_bytes() == before
    again = PlayStore.open(str(tmp_path))
    assert again.play().head == 1


def test_the_file_beside_is_found_after_the_foreign_one_is_gone(tmp_path: Path) -> None:
    foreign(tmp_path / "plays.sqlite", 77)
    begun(PlayStore.open(str(tmp_path)))
    (tmp_path / "plays.sqlite").unlink()
    found = PlayStore.open(str(tmp_path))
    assert codes(found) == []
    assert found.play().name == "toy-1"


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "plays.sqlite").touch()
    assert begun(PlayStore.open(str(tmp_path))).name == "toy-1"


def damaged(folder: Path) -> Path:
    """A file of two plays, of which the pages of one cannot be read."""
    store = PlayStore.open(str(folder))
    first, second = begun(store), begun(store)
    for n in range(1, 40):
        first = store.add(first, line(n, f"note {n} " + "x" * 2000))
    for n in range(1, 5):
        second = store.add(second, line(n))
    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    path = folder / "plays.sqlite"
    raw = bytearray(path.read_bytes())
    for start in range(0, len(raw), 4096):
        if b"note 20 x" in raw[start : start + 4096]:
            raw[start : start + 8] = b"\x77" * 8
    path.write_bytes(raw)
    return path


def test_a_damaged_file_is_told_and_never_written_over(tmp_path: Path) -> None:
    path = damaged(tmp_path)
    before = path.read_bytes()
    store = PlayStore.open(str(tmp_path))
    lines = [each.n for each in store.lines(store.play("toy-1"))]
    assert lines == list(range(40))
    assert codes(store) == ["E524"]
    assert not store.kept
    store.close()
    assert path.read_bytes() == before


def test_what_can_be_read_of_a_damaged_file_is_saved(tmp_path: Path) -> None:
    path = damaged(tmp_path)
    before = path.read_bytes()
    store = PlayStore.open(str(tmp_path))
    (done,) = store.repair()
    assert Path(done.aside or "").read_bytes() == before
    assert len(done.read.plays) == 2
    assert [each.n for each in store.lines(store.play("toy-2"))] == [0, 1, 2, 3, 4]
    rest = [each.n for each in store.lines(store.play("toy-1"))]
    assert rest == list(range(40))
    assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store.add(store.play("toy-2"), line(5))
    assert path.exists()


def test_a_terminal_follows_a_repair_in_another(store: PlayStore, tmp_path: Path) -> None:
    """What it writes afterwards stands in the new file, not in the one that was moved away."""
    play = store.add(begun(store), line(1))
    other = PlayStore.open(str(tmp_path))
    other.repair()
    other.close()
    play = store.add(play, line(2))
    assert [each.n for each in reopened(store).lines(play)] == [0, 1, 2]


def test_of_two_repairs_at_once_one_is_left_undone(store: PlayStore, tmp_path: Path) -> None:
    begun(store)
    with closing(sqlite3.connect(tmp_path / "plays.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store.connection.execute("PRAGMA busy_timeout = 0")
        with pytest.raises(ProblemsFound) as found:
            store.repair()
    assert code_of(found) == "E528"
    late = PlayStore.open(str(tmp_path))
    store.repair()
    with pytest.raises(ProblemsFound) as found:
        late.repair()
    assert code_of(found) == "E528"
    late.close()
    assert len(list(tmp_path.glob("*.damaged"))) == 1


def test_what_is_no_file_of_plays_in_the_place_of_a_new_one_is_told(
    store: PlayStore, tmp_path: Path
) -> None:
    begun(store)

    def foreign(path: str) -> sqlite3.Connection:
        raise Unusable("E523", path)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("rulesref.play.store.opened", foreign)
        with pytest.raises(ProblemsFound) as found:
            store.repair()
    assert code_of(found) == "E523"


def test_without_its_file_a_play_goes_on_in_memory(store: PlayStore, tmp_path: Path) -> None:
    play = store.add(begun(store), line(1))
    for each in tmp_path.iterdir():
        each.unlink()
    play = store.add(play, line(2))
    assert not store.kept
    assert codes(store) == ["E522"]
    assert [each.n for each in store.lines(play)] == [0, 1, 2]
    # A file of that name made later is not taken for the one that is gone.
    PlayStore.open(str(tmp_path)).close()
    store.add(play, line(3))
    assert not store.kept


def test_a_foreign_file_in_its_place_is_left_alone(store: PlayStore, tmp_path: Path) -> None:
    play = begun(store)
    for each in tmp_path.iterdir():
        each.unlink()
    foreign = b"somebody else put this here" * 40
    (tmp_path / "plays.sqlite").write_bytes(foreign)
    play = store.add(play, line(1))
    assert not store.kept
    assert codes(store) == ["E523"]
    assert store.trouble[0].values["file"] == str(tmp_path / "plays.sqlite")
    assert [each.n for each in store.lines(play)] == [0, 1]
    assert (tmp_path / "plays.sqlite").read_bytes() == foreign


def test_what_says_nothing_in_memory_is_told() -> None:
    with closing(PlayStore.in_memory()) as store:
        begun(store)
        store.connection.execute("UPDATE play SET options = '[]'")
        with pytest.raises(ProblemsFound) as found:
            store.play()
    values = found.value.problems[0].values
    assert (code_of(found), values) == ("E524", {"file": None, "reason": "options"})


def test_a_line_whose_text_was_damaged_is_told(store: PlayStore) -> None:
    play = store.add(begun(store), line(1))
    store.connection.execute("UPDATE line SET command = '{' WHERE n = 1")
    assert [each.n for each in store.lines(play)] == [0]
    assert codes(store) == ["E524"]
    (done,) = store.repair()
    assert [(each.n, each.typed) for each in done.read.unread] == [(1, "note x")]
    assert store.play().head == 0


@pytest.mark.parametrize(
    "change",
    ["play SET players = '[1]'", "play SET options = '[]'", "play SET head = 7", "play SET head = -1", "play SET head = 'x'",
     "play SET seed = 'x'", "line SET n = n + 5", "line SET state = '[]'"],
)  # fmt: skip
def test_what_no_play_can_be_is_damage_and_repaired(store: PlayStore, change: str) -> None:
    store.add(begun(store), line(1))
    store.connection.execute(f"UPDATE {change}")
    assert [play.name for play in store.plays()] == ["toy-1"]
    assert codes(store) == ["E524"]
    store.repair()
    play = reopened(store).play()
    assert 0 <= play.head <= play.last
    assert all(isinstance(name, str) for name in play.players)


def test_a_file_of_a_newer_version_is_left_alone(store: PlayStore, tmp_path: Path) -> None:
    begun(store)
    store.connection.execute(f"PRAGMA user_version = {file.SCHEMA + 1}")
    with pytest.raises(ProblemsFound) as found:
        PlayStore.open(str(tmp_path))
    assert code_of(found) == "E525"


def test_what_is_acknowledged_is_synced(store: PlayStore) -> None:
    assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store.connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_a_play_that_there_is_not_is_told_with_those_that_there_are(store: PlayStore) -> None:
    play = begun(store)
    with pytest.raises(ProblemsFound) as raised:
        store.play("nobody's")
    assert raised.value.problems[0].values["known"] == [play.name]
    assert [line.n for line in store.lines(play)] == [0]


def test_a_file_that_is_not_sound_is_gone_on_with_in_memory(
    store: PlayStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have less to show than it should: that is looked at before a list is shown."""
    begun(store)
    path = store.path
    monkeypatch.setattr("rulesref.play.rescue.is_sound", lambda _: False)
    assert store.play("toy-1").name == "toy-1"
    assert store.kept, "what is found is not doubted"
    assert [play.name for play in store.plays()] == ["toy-1"]
    assert not store.kept
    (problem,) = store.trouble
    assert (problem.code, problem.values) == ("E524", {"file": path, "reason": "integrity_check"})
    assert Path(f"{path}-wal").stat().st_size, "its log is left beside it"


def test_a_play_that_is_not_found_by_its_name_is_looked_for_page_by_page(tmp_path: Path) -> None:
    with closing(PlayStore.open(str(tmp_path))) as store:
        begun(store)
        store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path = tmp_path / "plays.sqlite"
    pages = [path.read_bytes()[at : at + 4096] for at in range(0, path.stat().st_size, 4096)]
    leaf_of_index = b"\x0a"
    path.write_bytes(
        b"".join(
            page.replace(b"toy-1", b"toy-2") if page.startswith(leaf_of_index) else page
            for page in pages
        )
    )
    with closing(PlayStore.open(str(tmp_path))) as store:
        assert store.play("toy-1").name == "toy-1"
        assert codes(store) == ["E524"]


def test_a_play_without_any_line_has_none(store: PlayStore) -> None:
    begun(store)
    store.connection.execute("DELETE FROM line")
    play = store.play()
    assert (play.last, play.head, play.stages, play.state) == (0, 0, None, None)


def test_nobody_writes_while_a_file_is_repaired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PlayStore.open(str(tmp_path))
    begun(store)
    tried: list[str] = []

    def rescued(path: str, connection: sqlite3.Connection | None) -> Any:
        with closing(sqlite3.connect(path, timeout=0)) as other:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("DELETE FROM line")
            tried.append(path)
        return rescue.Rescued({}, {})

    monkeypatch.setattr(rescue, "rescued", rescued)
    store.repair()
    store.close()
    assert tried == [str(tmp_path / "plays.sqlite")]


@pytest.mark.parametrize("what", ["add", "begin", "delete", "open"])
def test_what_is_stored_while_a_file_is_replaced_is_in_the_new_one(
    store: PlayStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Who waits for the damaged file would get it when it is let go, and nobody reads it any more."""
    play = begun(store)
    replace = os.replace

    def stored() -> None:
        if what == "add":
            store.add(play, line(1))
        elif what == "begin":
            begun(store)
        elif what == "delete":
            store.delete(play)
        else:
            with closing(PlayStore.open(str(tmp_path))) as later:
                later.add(later.play(), line(1))

    writer = Thread(target=stored)

    def slow(old: str, new: str) -> None:
        writer.start()
        writer.join(0.05)
        assert writer.is_alive()
        replace(old, new)

    monkeypatch.setattr(os, "replace", slow)
    with closing(PlayStore.open(str(tmp_path))) as other:
        other.repair()
        writer.join()
        found = {each.name: each.last for each in other.plays()}
    assert found == {
        "add": {"toy-1": 1}, "begin": {"toy-1": 0, "toy-2": 0}, "delete": {}, "open": {"toy-1": 1},
    }[what]  # fmt: skip


def test_a_repair_and_others_that_do_not_let_go_are_told(
    store: PlayStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "PATIENCE", 0.03)
    play = begun(store)
    with file.held(str(tmp_path)):
        store.add(play, line(1))
        with pytest.raises(ProblemsFound) as found:
            store.repair()
        assert code_of(found) == "E528"
    with file.held(str(tmp_path), alone=True):
        for refused in (lambda: store.add(play, line(2)), lambda: PlayStore.open(str(tmp_path))):
            with pytest.raises(ProblemsFound) as found:
                refused()
            assert found.value.problems == (Problem("E528", None, {"file": store.path}),)
        # What is only looked at is shown as it is.
        again = store.again(play)
        assert again is not None
        assert again.last == 1
    assert store.kept


def test_a_folder_that_cannot_be_locked_is_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with file.held(str(tmp_path), alone=True):
        pass
    with file.held(str(tmp_path / "nowhere")), file.held(None):
        pass
