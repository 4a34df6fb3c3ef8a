"""Games are compiled once, and again when something in them has changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulesref.base.diagnostics import ProblemsFound
from tests.helpers import open_library
from tests.problems.corpus import MINI


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game in a folder of its own, in a home of its own, and a program without games."""
    (tmp_path / "data").mkdir()
    monkeypatch.setattr("rulesref.library.library.data_folder", lambda: tmp_path / "data")
    monkeypatch.setenv("RULESREF_HOME", str(tmp_path / "home"))
    shutil.copytree(MINI, tmp_path / "games" / MINI.name)
    return tmp_path / "games"


def opened(folder: Path) -> int:
    """How often somebody had to wait until the games of a folder were there."""
    waited: list[None] = []
    library = open_library([str(folder)], lambda: waited.append(None))
    assert list(library.listed) == [MINI.name]
    return len(waited)


def test_games_are_compiled_once(folder: Path) -> None:
    assert [opened(folder), opened(folder)] == [1, 0]


def test_a_file_that_was_only_touched_is_not_compiled_again(folder: Path) -> None:
    opened(folder)
    (folder / MINI.name / "game.yaml").touch()
    assert opened(folder) == 0


def test_a_file_that_changed_is(folder: Path) -> None:
    opened(folder)
    with (folder / MINI.name / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert opened(folder) == 1


def test_a_folder_without_games_keeps_nobody_waiting(folder: Path) -> None:
    shutil.rmtree(folder / MINI.name)
    library = open_library([str(folder)], lambda: pytest.fail("waited"))
    assert library.listed == {}


def test_what_is_wrong_with_a_game_is_told_when_it_is_wanted(folder: Path) -> None:
    (folder / MINI.name / "glossary.yaml").write_text("- id: [\n", encoding="utf-8")
    library = open_library([str(folder)])
    with pytest.raises(ProblemsFound) as told:
        library.game(MINI.name)
    assert {problem.code for problem in told.value.problems} >= {"E104"}
    assert told.value.texts
