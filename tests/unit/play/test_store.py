"""Plays as they are kept: nothing acknowledged is lost, nothing of anybody's is overwritten."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulesref import __version__
from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.frozen import changed
from rulesref.play import locks
from rulesref.play.file_names import file_of, name_of
from rulesref.play.log import LogLine, Play, packed
from rulesref.play.store import PlayStore, StaleRevision

BEGUN = {"game": "toy", "digest": "d", "players": ["A", "B"], "options": {}, "tracked": "full"}


def line(n: int, typed: str = "note x") -> LogLine:
    return LogLine(n, typed, {"note": typed}, "2026-01-02T03:04:05Z", ("spring",), {"n": n}, "d")


def begun(store: PlayStore, **more: Any) -> Play:
    return store.begin({**BEGUN, **more}, [line(0, "")])


@pytest.fixture
def store(tmp_path: Path) -> PlayStore:
    return PlayStore.open(str(tmp_path))


def another(store: PlayStore) -> PlayStore:
    """What another process sees."""
    return PlayStore(store.folder)


def file(store: PlayStore, name: str = "toy-1") -> Path:
    return Path(store.path(name))


def codes(store: PlayStore) -> list[str]:
    return [problem.code for problem in store.trouble]


def typed(store: PlayStore, name: str = "toy-1") -> list[str]:
    return [each.typed for each in store.lines(store.play(name))[1:]]


# --- lines ----------------------------------------------------------------------------------------


def test_what_was_added_is_there_again(store: PlayStore) -> None:
    play = store.add(begun(store, seed=7), line(1, "set 葵.corn 7"))
    again = another(store)
    assert again.play() == again.play("toy-1") == play
    assert (play.name, play.head, play.last, play.seed) == ("toy-1", 1, 1, 7)
    assert play.line == changed(line(1, "set 葵.corn 7"), id=1, after=0)
    assert again.lines(play) == store.lines(play)
    assert again.line(play, 1) == play.line
    assert play.revision == file(store).stat().st_size
    assert codes(again) == []


def test_a_play_is_what_it_was_begun_with(store: PlayStore) -> None:
    kept = {"name": "日曜", "version": "0.1", "created": "2025-01-01T00:00:00Z", "changed": "2025-01-02T00:00:00Z",
            "head": 0, "draft": {"said": []}, "seed": 7, "tracked": "light", "options": {"x": 1}}  # fmt: skip
    play = store.begin({**BEGUN, **kept}, [line(0, ""), line(1)])
    assert {key: getattr(play, key) for key in kept} == kept
    assert (play.digest, play.players, play.last) == ("d", ("A", "B"), 1)
    fresh = begun(store)
    assert fresh.created > play.created
    assert (fresh.head, fresh.draft, fresh.version) == (0, None, __version__)
    # A game of a pack is called by what stands behind the last slash.
    assert begun(store, game="pack/toy").name == "toy-2"


@pytest.mark.parametrize("in_memory", [True, False])
def test_the_play_used_last_comes_first(store: PlayStore, *, in_memory: bool) -> None:
    store = PlayStore.in_memory() if in_memory else store
    first, second = begun(store), begun(store)
    assert store.names() == ["toy-2", "toy-1"]
    store.add(first, line(1))
    assert store.play().name == "toy-1"
    assert store.play("toy-2") == second
    store.draft(second, {})
    assert [play.name for play in store.plays()] == ["toy-2", "toy-1"]


def test_lines_are_taken_back_done_again_and_typed_over(store: PlayStore) -> None:
    play = begun(store)
    for n in (1, 2, 3):
        play = store.add(play, line(n, str(n)))
    play = store.move(play, 1)
    assert (play.head, play.last, typed(store)) == (1, 3, ["1", "2", "3"])
    play = store.add(play, line(2, "x"))
    assert (play.head, play.last, typed(store)) == (2, 2, ["1", "x"])
    assert [each.typed for each in store.aside(play)] == ["2", "3"]
    play = store.draft(store.move(play, 3, 3), {"said": ["3"]})
    assert (play.head, play.draft, typed(another(store))) == (3, {"said": ["3"]}, ["1", "2", "3"])


def test_a_file_is_for_its_owner_alone(store: PlayStore) -> None:
    begun(store)
    if os.name == "posix":
        assert file(store).stat().st_mode & 0o777 == 0o600


def test_what_is_acknowledged_is_synced(store: PlayStore, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_size))
    play = begun(store)
    assert synced[0] == play.revision
    assert len(synced) == 2, "the folder as well"
    play = store.add(play, line(1))
    assert synced[2:] == [play.revision]


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Friday 14/7", "..", ".x", 'a\\b:c*?"<>|%', "con", "COM1.x", "nul", "金曜日", "a\nb", "%41", "x.play", "é", "-x", "~", " ", "con2"],
)  # fmt: skip
def test_any_name_is_the_name_of_a_file_everywhere(store: PlayStore, name: str) -> None:
    assert name_of(file_of(name)) == name
    assert not set(file_of(name)) & set('/\\:*?"<>|\n')
    assert not file_of(name).startswith(".")
    assert file_of(name).split(".")[0].casefold() not in ("con", "com1", "nul", "prn", "aux")
    begun(store, name=name)
    assert another(store).names() == [name]
    assert another(store).play(name).name == name


def test_a_name_is_taken_once_whatever_its_case_and_marks(store: PlayStore) -> None:
    assert begun(store, name="がFriday").name == "がFriday"
    for name in ("がFriday", "か\u3099friday"):
        with pytest.raises(ProblemsFound) as taken:
            begun(store, name=name)
        assert taken.value.problems[0].code == "E535"
    assert store.play("か\u3099Friday").name == "がFriday"


def test_a_name_can_be_so_long(store: PlayStore) -> None:
    assert begun(store, name="金" * 78).name == "金" * 78
    with pytest.raises(ProblemsFound) as long:
        begun(store, name="金" * 79)
    assert long.value.problems[0].code == "E545"


def test_a_name_that_nobody_gave_is_one_that_nobody_has(
    store: PlayStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store)
    monkeypatch.setattr(store, "names", list)  # another terminal has made it just now
    assert begun(store).name == "toy-2"
    with pytest.raises(ProblemsFound) as taken:
        begun(store, name="toy-1")
    assert taken.value.problems[0].code == "E535"


def test_a_play_that_there_is_not_is_told_with_those_that_there_are(store: PlayStore) -> None:
    with pytest.raises(ProblemsFound) as none:
        store.play()
    assert none.value.problems[0].code == "E520"
    begun(store)
    with pytest.raises(ProblemsFound) as unknown:
        store.play("toi-1")
    (problem,) = unknown.value.problems
    assert (problem.code, problem.values["known"], problem.values["near"]) == ("E521", ["toy-1"], "toy-1")  # fmt: skip


def test_a_copy_of_a_file_is_a_copy_of_the_play(store: PlayStore) -> None:
    play = store.add(begun(store), line(1))
    file(store, "copy").write_bytes(file(store).read_bytes())
    assert another(store).play("copy") == changed(play, name="copy")


# --- several terminals ----------------------------------------------------------------------------

CHANGES: dict[str, Callable[[PlayStore, Play], Any]] = {
    "add": lambda store, play: store.add(play, line(2, "mine")),
    "move": lambda store, play: store.move(play, 0),
    "draft": lambda store, play: store.draft(play, {}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_second_of_two_terminals_overwrites_nothing(store: PlayStore, change: Any) -> None:
    play = store.add(begun(store), line(1))
    assert store.again(play) == play
    other = another(store)
    theirs = other.add(other.play(), line(2, "theirs"))
    with pytest.raises(StaleRevision):
        change(store, play)
    assert store.kept
    assert store.again(play) == theirs
    change(store, theirs)
    with pytest.raises(StaleRevision):
        change(store, theirs)
    assert typed(another(store))[:2] == ["note x", "theirs"]


def test_what_cannot_be_looked_at_is_as_it_was(
    store: PlayStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = begun(store)
    file(store, "link").symlink_to(file(store, "link"))
    assert store.names() == ["toy-1"]

    def refuses(_: str) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "stat", refuses)
    assert store.again(play) is play


def test_a_deleted_play_is_gone_in_the_other_terminal(store: PlayStore) -> None:
    play = begun(store)
    other = another(store)
    other.delete(other.play())
    other.delete(play)
    assert store.again(play) is None
    with pytest.raises(StaleRevision):
        store.add(play, line(1))
    assert not file(store).exists()
    assert store.names() == []


def test_while_one_has_the_lock_others_wait_and_then_are_told(
    store: PlayStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.0)
    play = begun(store)
    other = another(store)
    theirs = other.play()
    with store.alone(play):
        with pytest.raises(ProblemsFound) as waits:
            other.add(theirs, line(1))
        assert waits.value.problems[0].code == "E528"
        store.add(store.add(play, line(1)), line(2))
    with pytest.raises(StaleRevision):
        other.add(theirs, line(1))
    store.delete(play)
    with other.alone(theirs), pytest.raises(StaleRevision):
        other.add(theirs, line(1))
    with PlayStore.in_memory().alone(play):
        pass


def test_a_file_that_was_put_in_its_place_is_not_written_unseen(store: PlayStore) -> None:
    """It is opened by its name, and looked at again when the lock is there."""
    play = begun(store)
    raw = file(store).read_bytes()
    file(store).unlink()
    file(store).write_bytes(raw + packed({"move": "later", "head": 0, "of": 0}))
    with pytest.raises(StaleRevision):
        store.add(play, line(1))


def test_without_locks_plays_go_on_and_it_is_told_once(
    store: PlayStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuses(_: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(locks, "_try", refuses)
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path))
    play = store.add(store.add(begun(store), line(1)), line(2))
    assert codes(store) == ["W528"]
    other = another(store)
    other.move(other.play(), 0)
    assert codes(other) == []
    with pytest.raises(StaleRevision):
        store.add(play, line(3))


# --- a disk that refuses --------------------------------------------------------------------------


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A disk that is full: so many bytes of a write are taken, then none."""
    write = os.write

    def room(free: int) -> None:
        def limited(handle: int, raw: bytes) -> int:
            nonlocal free
            if not free:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            taken, free = min(free, len(raw)), max(0, free - len(raw))
            return write(handle, raw[:taken])

        monkeypatch.setattr(os, "write", limited if free >= 0 else write)

    return room


def test_on_a_full_disk_the_play_goes_on_in_memory_until_there_is_room(
    store: PlayStore, full: Callable[[int], None]
) -> None:
    play = store.add(begun(store), line(1, "a"))
    before = file(store).read_bytes()
    full(10)
    play = store.add(play, line(2, "b"))
    play = store.move(store.add(play, line(3, "c")), 2)
    assert (store.kept, codes(store)) == (False, ["E522"])
    assert file(store).read_bytes() == before, "what was half written is taken away again"
    assert (store.again(play), typed(store)) == (play, ["a", "b", "c"])
    assert [each.name for each in store.plays()] == ["toy-1"]
    store.close()
    assert not store.kept
    full(-1)
    play = store.add(play, line(3, "d"))
    assert (store.kept, codes(store)) == (True, ["E522", "W522"])
    assert typed(another(store)) == ["a", "b", "d"]
    again = another(store)
    assert (again.play(), codes(again)) == (play, [])
    full(0)
    store.add(play, line(4, "e"))
    full(-1)
    store.close()
    assert codes(store) == ["E522", "W522"] * 2
    assert typed(another(store)) == ["a", "b", "d", "e"]


def test_a_play_in_memory_is_not_mixed_into_what_another_terminal_has_stored(
    store: PlayStore, full: Callable[[int], None]
) -> None:
    play = begun(store)
    full(0)
    play = store.add(play, line(1, "mine"))
    full(-1)
    other = another(store)
    other.add(other.play(), line(1, "theirs"))
    play = store.add(play, line(2, "mine"))
    assert not store.kept
    assert typed(store) == ["mine", "mine"]
    assert typed(another(store)) == ["theirs"]
    store.delete(play)
    assert store.kept


def test_a_new_play_on_a_full_disk_is_in_memory_until_there_is_room(
    store: PlayStore, full: Callable[[int], None]
) -> None:
    full(10)
    play = begun(store)
    assert (store.kept, codes(store), store.names()) == (False, ["E522"], ["toy-1"])
    assert list(Path(store.folder or "").iterdir()) == []
    full(-1)
    store.add(play, line(1, "a"))
    assert (store.kept, typed(another(store))) == (True, ["a"])


def test_a_play_begun_in_memory_takes_nobodys_name(
    store: PlayStore, full: Callable[[int], None]
) -> None:
    full(0)
    play = begun(store)
    full(-1)
    begun(another(store))
    store.add(play, line(1, "mine"))
    assert not store.kept
    assert typed(another(store)) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a file in place of a folder")
def test_a_folder_that_cannot_be_made_or_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "plays").write_text("x", encoding="utf-8")
    store = PlayStore.open(str(tmp_path))
    assert (store.names(), codes(store)) == ([], [])
    begun(store)
    assert (store.kept, codes(store)) == (False, ["E522"])


def test_where_there_are_no_links_a_file_is_made_all_the_same(
    store: PlayStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuses)
    begun(store)
    assert [each.name for each in Path(store.folder or "").iterdir()] == ["toy-1.play"]
    monkeypatch.setattr(store, "names", list)
    assert begun(store).name == "toy-2"


def test_a_play_that_cannot_be_deleted_is_told(
    store: PlayStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = begun(store)

    def refuses(*_: str) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "rename", refuses)
    with pytest.raises(ProblemsFound) as refused:
        store.delete(play)
    assert refused.value.problems[0].code == "E522"
    assert file(store).exists()


# --- files that cannot be read --------------------------------------------------------------------


def test_damage_is_told_with_its_lines_and_all_else_is_read(store: PlayStore) -> None:
    play = store.add(store.add(begun(store), line(1, "a")), line(2, "b"))
    whole = file(store).read_bytes()
    file(store).write_bytes(whole.replace(b'"typed":"a"', b'"typed":"z"') + b"0badc0de {")
    again = another(store)
    assert again.play().line == play.line
    assert codes(again) == ["E524", "W523"]
    assert [problem.values["lines"] for problem in again.trouble] == [(4,), (6,)]
    again.play()
    assert len(codes(again)) == 2
    play = again.add(again.play(), line(3, "c"))
    assert codes(another(store)) == []
    third = another(store)
    assert (third.play(), typed(third), codes(third)) == (play, ["b", "c"], ["E524"])


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", "E523"), (b"this belongs to somebody else", "E523"), (bytes(500), "E523"),
     (packed({"play": 99, "game": "toy"}), "E525"), (None, "E101")],
)  # fmt: skip
def test_a_file_that_is_no_play_of_ours_is_told_and_left_alone(
    store: PlayStore, content: bytes | None, code: str
) -> None:
    begun(store)
    strange = file(store, "strange")
    strange.mkdir() if content is None else strange.write_bytes(content)
    assert store.play().name == "toy-1", "the newest that can be read"
    assert [play.name for play in store.plays()] == ["toy-1"]
    assert codes(store) == [code]
    with pytest.raises(ProblemsFound):
        store.play("strange")
    assert content is None or strange.read_bytes() == content
