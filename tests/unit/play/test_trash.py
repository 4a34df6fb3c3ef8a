"""What is deleted or written over can be brought back for thirty days."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from rulesref.play.trash import KEPT, bring_back, throw, thrown, trash_folder, write_over
from tests.unit.play.playing import session


@pytest.fixture
def store(tmp_path: Path) -> PlayStore:
    return PlayStore.open(str(tmp_path))


def begun(store: PlayStore) -> PlaySession:
    play = session(store)
    play.take("work 2")
    return play


def code(refused: pytest.ExceptionInfo[ProblemsFound]) -> str:
    return refused.value.problems[0].code


def test_a_deleted_play_is_brought_back_as_it_was(store: PlayStore) -> None:
    play = begun(store).play
    raw = Path(store.path(play.name)).read_bytes()
    store.delete(play)
    assert store.names() == []
    (old,) = thrown(trash_folder(store.folder))
    assert (old.name, old.play) == (play.name, True)
    again = store.restore(old, old.name)
    assert (again, Path(store.path(play.name)).read_bytes()) == (play, raw)
    assert thrown(trash_folder(store.folder)) == []


def test_of_one_name_the_last_comes_first_and_none_takes_the_place_of_another(
    store: PlayStore,
) -> None:
    for _ in range(3):
        store.delete(begun(store).play)
    every = thrown(trash_folder(store.folder))
    assert [each.name for each in every] == ["toy-1"] * 3
    assert every[0].when > every[1].when > every[2].when
    store.restore(every[0], "toy-1")
    with pytest.raises(ProblemsFound) as taken:
        store.restore(every[1], "TOY-1")
    assert code(taken) == "E535"
    assert store.restore(every[1], "another/name").name == "another/name"
    with pytest.raises(ProblemsFound) as gone:
        store.restore(every[1], "third")
    assert code(gone) == "E521"


def test_what_is_older_than_thirty_days_goes_when_something_comes(
    store: PlayStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.delete(begun(store).play)
    folder = trash_folder(store.folder)
    (old,) = thrown(folder)
    for later, left in ((KEPT - 5, 2), (KEPT + 5, 2)):
        monkeypatch.setattr("rulesref.play.trash.time.time", lambda later=later: old.when + later)
        store.delete(begun(store).play)
        assert len(thrown(folder)) == left
    assert old not in thrown(folder)


def test_a_play_is_renamed_and_takes_nobodys_name(store: PlayStore) -> None:
    first, second = begun(store).play, begun(store).play
    renamed = store.rename(first, "金曜 14/7")
    assert (renamed.name, renamed.line, renamed.head) == ("金曜 14/7", first.line, 1)
    assert store.rename(renamed, "Friday").name == "Friday"
    assert store.rename(store.play("Friday"), "FRIDAY").name == "FRIDAY", "it is its own name"
    for name, why in (("friday", "E535"), ("", "E545"), ("x" * 300, "E545")):
        with pytest.raises(ProblemsFound) as refused:
            store.rename(second, name)
        assert code(refused) == why
    assert sorted(store.names()) == ["FRIDAY", "toy-2"]
    store.delete(second)
    with pytest.raises(ProblemsFound) as gone:
        store.rename(second, "x")
    assert code(gone) == "E521"


def test_where_there_are_no_links_nobodys_place_is_taken_either(
    store: PlayStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise OSError

    first, second = begun(store).play, begun(store).play
    monkeypatch.setattr(os, "link", none)
    assert store.rename(first, "x").name == "x"
    Path(store.path("y")).write_text("theirs", encoding="utf-8")
    monkeypatch.setattr(store, "names", list)
    with pytest.raises(ProblemsFound) as taken:
        store.rename(second, "y")
    assert code(taken) == "E535"
    assert Path(store.path("y")).read_text(encoding="utf-8") == "theirs"


def test_a_file_that_is_written_over_is_brought_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path / "home"))
    file = tmp_path / "deep" / ("x" * 200) / "log 1.md"
    file.parent.mkdir(parents=True)
    for text in ("one", "two", "three"):
        write_over(str(file), text)
    folder = trash_folder()
    last, first = thrown(folder)
    assert str(file).endswith(first.name), "of a long path the end"
    assert bring_back(first, str(file)) == str(file)
    assert file.read_text(encoding="utf-8") == "one"
    newest, kept = thrown(folder)
    assert (kept, Path(newest.file).read_text(encoding="utf-8")) == (last, "three")
    with pytest.raises(ProblemsFound) as refused:
        bring_back(last, str(tmp_path))
    assert code(refused) == "E598"
    assert last in thrown(folder)


def test_what_is_no_file_of_the_trash_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x", encoding="utf-8")
    throw(str(tmp_path / "a.md"), str(tmp_path / "trash"))
    for name in ("x", "a.b.play", "1.2.3.txt"):
        (tmp_path / "trash" / name).write_text("mine", encoding="utf-8")
    (only,) = thrown(str(tmp_path / "trash"))
    assert (only.name, only.play) == (str(tmp_path / "a.md"), False)
