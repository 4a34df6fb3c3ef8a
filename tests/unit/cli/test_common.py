"""Arguments, languages and words that the shell completes."""

from __future__ import annotations

import shutil
from pathlib import Path

import click
import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.cli.common import Completed, Session, hoisted, language, open_library
from tests.helpers import environment
from tests.problems.corpus import MINI

OPTIONS = {"--lang": True, "--plain": False}


@pytest.mark.parametrize(
    ("args", "front"),
    [
        pytest.param("ask x --lang en", "--lang en ask x", id="a value behind it"),
        pytest.param("ask --lang=en x", "--lang=en ask x", id="a value in it"),
        pytest.param("ask --plain x", "--plain ask x", id="no value"),
        pytest.param("ask -- --lang en", "ask -- --lang en", id="behind the end of the options"),
        pytest.param("ask --lang", "--lang ask", id="a value that is missing"),
        pytest.param("ask --limit 2", "ask --limit 2", id="an option of the command"),
    ],
)
def test_global_options_may_stand_anywhere(args: str, front: str) -> None:
    assert hoisted(args.split(), OPTIONS) == front.split()


@pytest.mark.parametrize(
    ("chosen", "variables", "spoken"),
    [
        pytest.param("en", {"RULESREF_LANG": "ja"}, ("en", True), id="on the command line"),
        pytest.param(None, {"RULESREF_LANG": "en_GB"}, ("en", True), id="by a variable of ours"),
        pytest.param(None, {"LANG": "en_US.UTF-8"}, ("en", False), id="by the system"),
        pytest.param(None, {"LC_ALL": "ja_JP", "LANG": "en"}, ("ja", False), id="the stronger one"),
        pytest.param(None, {"LANG": "fr_FR"}, ("ja", False), id="a language we do not speak"),
    ],
)
def test_the_language(
    chosen: str | None, variables: dict[str, str], spoken: tuple[str, bool]
) -> None:
    unset = dict.fromkeys(("RULESREF_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    with environment(**{**unset, **variables}):
        assert language(chosen) == spoken


def test_the_shell_completes_folders() -> None:
    context, parameter = click.Context(click.Command("x")), click.Option(["--x"])
    (folder,) = Completed("folder").shell_complete(context, parameter, "da")
    assert (folder.value, folder.type) == ("da", "dir")


@pytest.mark.parametrize(
    ("columns", "width"), [("40", 40), ("3", 20), ("0", 80), ("x", 80), ("", 80)]
)
def test_the_width_of_a_terminal_can_be_named(
    columns: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert Session().terminal().width == width


def test_a_file_is_written_as_bytes(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Session().write("葵\r\n")
    assert capfdbinary.readouterr().out == "葵\r\n".encode()


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
