"""Arguments, languages and words that the shell completes."""

from __future__ import annotations

import click
import pytest

from rulesref.cli.common import Completed, Session, hoisted, language
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
