"""What the shell completes: the words of the games and plays, in bash, zsh and fish."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from rulesref.cli import cli
from rulesref.cli.common import Session
from rulesref.play.store import PlayStore
from tests import packs
from tests.helpers import TOY, rulesref, says

SHELLS = [BashComplete, ZshComplete, FishComplete]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesref.base.disk.home_folder", lambda: str(tmp_path))
    store = PlayStore.open()
    play = {"game": "toy", "digest": "", "players": ["A", "B"], "options": {}, "tracked": "full"}
    store.begin({**play, "name": "sunday"}, [])
    store.close()


def words(shell: type[ShellComplete], typed: str) -> list[tuple[str, str]]:
    *before, last = typed.split(" ")
    made = shell(cli, {"obj": Session("en")}, "rulesref", "_RULESREF_COMPLETE")
    found = made.get_completions(["--data", str(TOY.parent), *before], last)
    assert made.source()
    assert all(made.format_completion(item) for item in found)
    return [(item.type, item.value) for item in found]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        pytest.param("sco", "score", id="a command"),
        pytest.param("score to", "toy", id="a game"),
        pytest.param("show to", "toy", id="the game of an entry"),
        pytest.param("show toy winn", "winner", id="an entry of a game"),
        pytest.param("show winn", "winner", id="an entry"),
        pytest.param("table toy ", "plots", id="a table"),
        pytest.param("calc toy ", "walk", id="a calculator"),
        pytest.param("calc toy walk ", "path=moss", id="an input"),
        pytest.param("score toy --event ", "final", id="an event"),
        pytest.param("score toy --ruling ", "coin-rest=", id="a reading"),
        pytest.param("rules toy ", "seasons", id="a topic"),
        pytest.param("schema ", "position", id="a kind of file"),
        pytest.param("play --play s", "sunday", id="a play"),
        pytest.param("play export ", "sunday", id="a play to export"),
        pytest.param("play position ", "final", id="an event of the play"),
        pytest.param("ask to", "toy", id="the game of a question"),
        pytest.param("disputes to", "toy", id="the game of disputes"),
    ],
)
def test_words_are_completed(shell: type[ShellComplete], typed: str, expected: str) -> None:
    found = [word for _, word in words(shell, typed)]
    assert any(word.startswith(expected) for word in found), found
    last = typed.rpartition(" ")[2]
    assert all(word.startswith(last) for word in found)


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("typed", ["score toy pos", "check da", "play import x"])
def test_names_of_files_are_left_to_the_shell(shell: type[ShellComplete], typed: str) -> None:
    assert words(shell, typed) == [("file", typed.rpartition(" ")[2])]


@pytest.mark.parametrize(
    "typed",
    ["table nothing ", "calc toy nothing ", "calc nothing ", "ask toy wh", "score no --event "],
)
def test_where_nothing_is_known_nothing_is_completed(typed: str) -> None:
    assert words(BashComplete, typed) == []


def test_an_input_that_was_given_is_not_offered_again() -> None:
    assert words(BashComplete, "calc toy walk path=moss ") == [("plain", "step=")]


@pytest.mark.slow
def test_games_of_packs_are_completed_by_the_names_that_reach_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs.pack(tmp_path / "site", "a-pack", "toy", "hedge", of=TOY)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))

    def found(typed: str) -> list[str]:
        return [word for _, word in words(BashComplete, typed)]

    assert found("rules hed") == ["hedge"]
    assert found("rules a-pa") == found("rules a-pack/") == ["a-pack/toy"]
    assert "seasons" in found("rules a-pack/toy ")
    assert "winner" in found("show a-pack/hedge ")


@pytest.mark.parametrize(
    ("asked", "given", "known"),
    [
        ("bash_source", {}, True),
        ("fish_complete", {"COMP_WORDS": "", "COMP_CWORD": "a"}, True),
        ("fish_complete", {"COMP_WORDS": "", "COMP_CWORD": "\t"}, False),
        ("zsh_complete", {"COMP_WORDS": "", "COMP_CWORD": "1"}, True),
        ("zsh_complete", {"COMP_WORDS": "", "COMP_CWORD": "a"}, False),
        ("bash_complete", {"COMP_WORDS": "", "COMP_CWORD": "9" * 5000}, False),
        ("bash_complete", {"COMP_WORDS": ""}, False),
        ("fish_complete", {"COMP_CWORD": "1"}, False),
        ("csh_source", {}, False),
        ("bash", {}, False),
    ],
)
def test_what_no_shell_asks_is_told(asked: str, given: dict[str, str], known: bool) -> None:
    ran = rulesref(
        "--lang", "en", "--data", str(TOY), _RULESREF_COMPLETE=asked,
        COMP_WORDS=given.get("COMP_WORDS"), COMP_CWORD=given.get("COMP_CWORD"),
    )  # fmt: skip
    assert ran.code == int(not known)
    assert (says("E626", ran.err)) is not known
