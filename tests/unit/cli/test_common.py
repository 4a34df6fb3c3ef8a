"""Arguments, languages and words that the shell completes."""

from __future__ import annotations

import errno
import io
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.cli.common import (
    LONGEST_COMMAND,
    Completed,
    Outlet,
    OutputEnded,
    Session,
    hoisted,
    language,
    must_be_reasonable,
    readable,
    set_up_streams,
    silence,
    words_of,
    write_bytes,
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


class Full(io.StringIO):
    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def write(self, _: str) -> int:
        raise self.error


def text_stream(encoding: str = "utf-8") -> Any:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")


def test_text_leaves_so_that_a_terminal_obeys_none_of_it() -> None:
    under = io.StringIO()
    Outlet(under, told=True).write("A\x1b]0;x\x07")
    assert under.getvalue() == "A␛]0;x␇"


@pytest.mark.parametrize("stream", [None, Full(OSError(errno.ENOSPC, "full"))])
def test_what_cannot_be_printed_is_told_each_time(stream: Any) -> None:
    outlet = Outlet(stream, told=True)
    for _ in range(2):
        with pytest.raises(OutputEnded) as ended:
            outlet.write("a")
        assert ended.value.reason


def test_a_reader_that_has_gone_is_no_reason() -> None:
    with pytest.raises(OutputEnded) as ended:
        Outlet(Full(BrokenPipeError(errno.EPIPE, "pipe")), told=True).write("a")
    assert ended.value.reason is None


@pytest.mark.parametrize("stream", [None, Full(OSError(errno.ENOSPC, "full"))])
def test_standard_error_that_fails_is_passed_over(stream: Any) -> None:
    outlet = Outlet(stream, told=False)
    outlet.write("a")
    outlet.flush()
    assert not outlet.isatty()


def test_a_missing_stream_has_no_number() -> None:
    with pytest.raises(io.UnsupportedOperation):
        Outlet(None, told=True).fileno()


def test_click_prints_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = {name: text_stream() for name in ("stdout", "stderr")}
    for name, stream in streams.items():
        monkeypatch.setattr(sys, name, stream)
    set_up_streams()
    set_up_streams()
    click.echo("A\x1b[5mB\x9b")
    click.echo("\u202e", err=True)
    click.echo("葵\x9b".encode())
    assert streams["stdout"].buffer.getvalue().decode() == "AB�\n葵�\n"
    assert streams["stderr"].buffer.getvalue().decode() == "�\n"


def test_a_terminal_of_plain_ascii_gets_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    under = text_stream("ascii")
    monkeypatch.setattr(sys, "stdout", under)
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(sys, "stdin", None)
    set_up_streams()
    click.echo("葵")
    click.echo("nobody hears", err=True)
    assert under.buffer.getvalue().decode() == "葵\n"
    assert sys.stdin.read() == ""
    sys.stdin.close()


def test_bytes_come_after_the_text_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    under = text_stream()
    monkeypatch.setattr(sys, "stdout", under)
    Outlet(under, told=True).write("a\n")
    write_bytes(b"b\r\n")
    assert under.buffer.getvalue() == b"a\nb\r\n"


class Slow(io.BytesIO):
    """Takes three bytes at a time, as a pipe without a buffer may."""

    def write(self, raw: Any) -> int:
        return super().write(bytes(raw)[:3])


def test_all_bytes_are_written_however_few_are_taken_at_once() -> None:
    slow = Slow()
    under = SimpleNamespace(buffer=slow, flush=lambda: None)
    Outlet(under, told=True).write_bytes(b"1234567")
    assert slow.getvalue() == b"1234567"


def test_after_the_end_nothing_is_tried_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    silence()
    sys.stdout.write("a")
    sys.stdout.flush()


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
    assert words_of([odd, f"--data={odd}", "a\udcff", "葵"]) == [odd, f"--data={odd}", "a�", "葵"]


def test_a_command_is_no_longer_than_anybody_types() -> None:
    must_be_reasonable(["ask", "x" * (LONGEST_COMMAND - 3)])
    with pytest.raises(ProblemsFound) as refused:
        must_be_reasonable(["x"] * (LONGEST_COMMAND + 1))
    assert [problem.code for problem in refused.value.problems] == ["E561"]


def test_half_a_character_is_a_mark_of_what_cannot_be_read() -> None:
    assert readable("a\ud800") == "a?"
    assert words_of(["\0x", "葵\0"]) == ["\ufffdx", "葵\ufffd"]


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
