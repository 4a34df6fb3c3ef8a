"""Reading lines, saying things beside a result, yes and no."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable

import pytest

from rulesref.cli import conversation
from rulesref.cli.common import Session
from rulesref.cli.conversation import Conversation, quits


class Keyboard(io.StringIO):
    """Lines of a person."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> None:
    typed("yes\nmaybe\nno\n\n", monkeypatch)


def typed(lines: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    monkeypatch.setenv("COLUMNS", "40")


@pytest.mark.usefixtures("piped")
def test_a_line_of_a_file_is_repeated_beside_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert Conversation(Session("en")).read("Name: ") == "yes"
    assert capsys.readouterr() == ("", "Name: yes\n")


@pytest.mark.usefixtures("piped")
def test_in_a_transcript_it_is_repeated_by_whoever_answers_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    talk = Conversation(Session("en"), transcript=True)
    assert talk.read("> ") == "yes"
    assert capsys.readouterr().out == ""
    talk.repeat("> ", "yes")
    assert capsys.readouterr() == ("> yes\n", "")


@pytest.mark.usefixtures("piped")
def test_a_document_for_programs_has_no_transcript(capsys: pytest.CaptureFixture[str]) -> None:
    Conversation(Session("en", format="json"), transcript=True).repeat("> ", "yes")
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("piped")
def test_yes_and_no_are_asked_until_they_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Conversation(Session("en"))
    assert talk.yes("Go on? ", otherwise=False)
    assert not talk.yes("Go on? ", otherwise=True)
    assert "! Type yes or no." in capsys.readouterr().err
    assert talk.yes("Go on? ", otherwise=True), "an empty line is the usual answer"


def test_nobody_agrees_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    typed("", monkeypatch)
    talk = Conversation(Session("en"))
    assert not talk.confirmed("Delete? ")
    with pytest.raises(EOFError):
        talk.read("Name: ")


def test_a_person_types_behind_the_prompt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Keyboard("はい\n"))
    monkeypatch.setattr("builtins.input", lambda prompt: f"{prompt}typed")
    assert Conversation(Session("en"), transcript=True).read("> ") == "> typed"
    # Where the result goes elsewhere the prompt does not go with it.
    assert Conversation(Session("en")).read("> ") == "はい"
    assert capsys.readouterr() == ("", "> ")


def test_what_is_said_is_wrapped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("", monkeypatch)
    Conversation(Session("en")).say("word " * 12)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert max(map(len, lines)) <= 40


@pytest.mark.parametrize("word", ["quit", "ＥＸＩＴ", "q", "終了", " おわり ", "中断", "bye"])
def test_a_conversation_ends_with_the_same_words_everywhere(word: str) -> None:
    assert quits(word)


@pytest.mark.parametrize("lost", [False, True], ids=["there", "gone"])
def test_a_program_stopped_at_a_prompt_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, lost: bool
) -> None:
    """The terminal is again as the line is edited, and shows what was typed of it."""
    termios = pytest.importorskip("termios")
    readline = pytest.importorskip("readline")
    hooks: list[Callable[[], None] | None] = []
    modes: list[object] = []

    def restored(_: object, __: int, raw: list[object]) -> None:
        if lost:
            raise termios.error
        modes.append(list(raw))

    def typed(prompt: str) -> str:
        os.kill(os.getpid(), signal.SIGCONT)
        assert not modes, "before the line has begun nothing is changed"
        assert hooks[0]
        hooks[0]()
        os.kill(os.getpid(), signal.SIGCONT)
        return prompt

    monkeypatch.setattr(readline, "set_pre_input_hook", hooks.append)
    monkeypatch.setattr(readline, "get_line_buffer", lambda: "fou\x1b")
    monkeypatch.setattr(termios, "tcgetattr", lambda _: ["raw"])
    monkeypatch.setattr(termios, "tcsetattr", restored)
    monkeypatch.setattr("builtins.input", typed)
    before = signal.getsignal(signal.SIGCONT)
    assert conversation._edited("> ") == "> "
    assert modes == ([] if lost else [["raw"]])
    assert capsys.readouterr().out == "> fou␛"
    assert hooks[1:] == [None]
    assert signal.getsignal(signal.SIGCONT) == before


def test_without_editing_a_line_is_typed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "readline", None)
    monkeypatch.setattr("builtins.input", lambda prompt: f"{prompt}x")
    assert conversation._edited("> ") == "> x"
