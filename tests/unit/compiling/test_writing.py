from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rulesref.compiling.writing import folders_of, is_fresh, write_snapshot
from rulesref.library.library import game_of
from rulesref.library.snapshot import SnapshotStore, is_indexed, open_snapshot
from rulesref.search.analysis import Lexicon, tokens_of
from tests.helpers import toy


def refusing(error: type[Exception]) -> Callable[..., None]:
    def refuse(*args: object, **kwargs: object) -> None:
        raise error

    return refuse


@pytest.mark.parametrize(
    "hinder",
    [
        pytest.param(("os.cpu_count", lambda: 1), id="one core"),
        pytest.param(("multiprocessing.pool.Pool", refusing(OSError)), id="no semaphores"),
        pytest.param(("multiprocessing.pool.Pool", refusing(RuntimeError)), id="no more threads"),
    ],
)
@pytest.mark.slow
def test_games_compiled_side_by_side_are_the_same(
    snapshot: sqlite3.Connection,
    two_games: Path,
    monkeypatch: pytest.MonkeyPatch,
    hinder: tuple[str, object],
) -> None:
    monkeypatch.setattr(*hinder)
    with closing(write_snapshot(folders_of(two_games), two_games / "one.sqlite")) as alone:
        assert list(alone.iterdump()) == list(snapshot.iterdump())


@pytest.mark.slow
def test_the_same_sources_give_the_same_bytes(two_games: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_snapshot(folders_of(two_games), tmp_path / name).close()
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.slow
def test_a_broken_game_is_known_but_has_no_data(two_games: Path) -> None:
    (two_games / "twin" / "glossary.yaml").write_text("[", encoding="utf-8")
    with closing(write_snapshot(folders_of(two_games), None)) as new:
        assert new.execute("SELECT id, broken FROM game").fetchall() == [("toy", 0), ("twin", 1)]
        assert SnapshotStore(new, 1).piece("game") is None


def test_texts_are_taken_apart_once_as_long_as_they_stay(
    two_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path))
    apart: list[str] = []

    def tokens(text: str, *lexicons: Lexicon) -> object:
        apart.extend([text] if lexicons else [])
        return tokens_of(text, *lexicons)

    monkeypatch.setattr("rulesref.search.index.tokens_of", tokens)
    toy = two_games / "toy"

    def many() -> int:
        apart.clear()
        with closing(write_snapshot([toy], None, kept="toy.tokens")) as made:
            texts = len(apart)
            with closing(write_snapshot([toy], None)) as anew:
                assert list(made.iterdump()) == list(anew.iterdump())
        return texts

    every = many()
    assert (every > 100, many()) == (True, 0)
    rules = toy / "rules" / "harvest.yaml"
    rules.write_text(
        rules.read_text(encoding="utf-8").replace("The winner and ties", "Who wins"),
        encoding="utf-8",
    )
    assert many() == 1
    kept = tmp_path / "cache" / "toy.tokens"
    kept.write_bytes(kept.read_bytes().replace(b"winner", b"wanner", 1))
    assert many() == every, "what is damaged is not believed"
    kept.write_bytes(b"\xff")
    assert many() == every


def test_half_a_snapshot_is_not_fresh(two_games: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.sqlite"
    with closing(write_snapshot([two_games / "toy"], target)) as snapshot:
        assert is_fresh(snapshot, two_games / "toy")
    whole = target.read_bytes()
    target.write_bytes(whole[: len(whole) // 2])
    old = open_snapshot(target)
    if old is not None:
        with closing(old):
            assert not is_fresh(old, two_games / "toy")


def test_a_snapshot_is_fresh_by_content_alone(two_games: Path) -> None:
    toy = two_games / "toy"
    with closing(write_snapshot([toy], None)) as snapshot:
        (toy / "glossary.yaml").touch()
        assert is_fresh(snapshot, toy)
        assert not is_fresh(snapshot, two_games / "twin")
        with (toy / "glossary.yaml").open("a", encoding="utf-8") as file:
            file.write("# nothing\n")
        assert not is_fresh(snapshot, toy)


def test_without_an_index_a_game_is_read_all_the_same(two_games: Path) -> None:
    with closing(write_snapshot([two_games / "toy"], None, indexed=False)) as made:
        game = game_of(SnapshotStore(made, 0), "")
        assert not is_indexed(made)
        assert game.rules == toy().rules
        assert [term.id for term in game.terms_called("帽子")] == ["hat"]


@pytest.mark.slow
def test_where_nothing_can_be_written_the_snapshot_lives_in_memory(
    two_games: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with closing(write_snapshot(folders_of(two_games), tmp_path / "file" / "out.sqlite")) as made:
        assert SnapshotStore(made, 0).entry("rules", "winner")["id"] == "winner"


@pytest.mark.slow
def test_what_somebody_left_half_written_is_removed(two_games: Path, tmp_path: Path) -> None:
    old, new, other = (tmp_path / name for name in ("tmpabc.tmp", "tmpdef.tmp", "mine.tmp"))
    for file in (old, new, other):
        file.touch()
    for file in (old, other):
        os.utime(file, (1, 1))
    write_snapshot(folders_of(two_games)[:1], tmp_path / "one.sqlite").close()
    assert (old.exists(), new.exists(), other.exists()) == (False, True, True)


def test_nothing_half_written_is_left(two_games: Path, snapshot: sqlite3.Connection) -> None:
    assert [path.name for path in two_games.iterdir() if path.is_file()] == ["out.sqlite"]


def test_a_folder_of_games_and_a_game_are_told_apart(two_games: Path) -> None:
    (two_games / "notes").mkdir()
    assert [folder.name for folder in folders_of(two_games)] == ["toy", "twin"]
    assert folders_of(two_games / "toy") == [two_games / "toy"]
    assert folders_of(two_games / "notes") == []


@pytest.mark.slow
@pytest.mark.parametrize("collects", [True, False])
def test_cycles_are_collected_afterwards_as_before(two_games: Path, collects: bool) -> None:
    before = gc.isenabled()
    (gc.enable if collects else gc.disable)()
    try:
        write_snapshot([two_games / "toy"], None).close()
        assert gc.isenabled() is collects
    finally:
        (gc.enable if before else gc.disable)()
