"""Arguments, languages and words that the shell completes."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.cli.common import (
    LONGEST_COMMAND,
    Completed,
    Session,
    hoisted,
    language,
    must_be_reasonable,
    readable,
    typed_words,
)
from tests.helpers import environment

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
        pytest.param(None, {"RULESREF_LANG": "en_GB"}, ("en", False), id="by a variable of ours"),
        pytest.param(None, {"LANG": "en_US.UTF-8"}, ("en", False), id="by the system"),
        pytest.param(None, {"LC_ALL": "ja_JP", "LANG": "en"}, ("ja", False), id="the stronger one"),
        pytest.param(None, {"LANG": "fr_FR"}, ("en", False), id="a language we do not speak"),
        pytest.param(None, {"LANG": "C.UTF-8"}, ("en", False), id="nothing says"),
    ],
)
def test_the_language(
    chosen: str | None, variables: dict[str, str], spoken: tuple[str, bool]
) -> None:
    unset = dict.fromkeys(("RULESREF_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    with environment(**{**unset, **variables}):
        assert language(chosen) == spoken


@pytest.mark.parametrize(
    ("typed", "lang"),
    [
        pytest.param("score チグリス", "ja", id="japanese"),
        pytest.param("score tigris", "en", id="no japanese"),
        pytest.param("score １２", "ja", id="full-width"),
    ],
)
def test_where_no_system_says_it_what_was_typed_does(typed: str, lang: str) -> None:
    with environment(**dict.fromkeys(("RULESREF_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))):
        assert language(None, typed.split()) == (lang, False)


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


# --- what comes in --------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "euc_jp"])
def test_bytes_of_another_encoding_are_read_as_what_they_seem_to_be(encoding: str) -> None:
    for local in ("utf-8", "ascii"):
        if encoding != "utf-8" or local == "ascii":
            line = "橋を置く".encode(encoding).decode(local, "surrogateescape")
            assert readable(line) == "橋を置く"


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert readable("a\udcff") == "a�"


def test_the_name_of_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    odd = f"{tmp_path}/a\udcff.yaml"
    Path(odd).touch()
    assert typed_words([odd, f"--data={odd}", "a\udcff", "葵"]) == [
        odd,
        f"--data={odd}",
        "a�",
        "葵",
    ]


def test_a_command_is_no_longer_than_anybody_types() -> None:
    must_be_reasonable(["ask", "x" * (LONGEST_COMMAND - 3)])
    with pytest.raises(ProblemsFound) as refused:
        must_be_reasonable(["x"] * (LONGEST_COMMAND + 1))
    assert [problem.code for problem in refused.value.problems] == ["E561"]


def test_half_a_character_is_a_mark_of_what_cannot_be_read() -> None:
    assert readable("a\ud800") == "a?"
    assert typed_words(["\0x", "葵\0"]) == ["\ufffdx", "葵\ufffd"]


@pytest.mark.parametrize("narrow", [True, False])
def test_a_note_breaks_between_words_on_a_terminal(
    narrow: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: narrow, raising=False)
    Session("en", lang_chosen=True, format="text").waiting()
    lines = capsys.readouterr().err.splitlines()
    assert [len(line) <= 40 for line in lines] == ([True] * 3 if narrow else [])
