"""What leaves the program: control characters as signs, and streams that fail or are not there."""

from __future__ import annotations

import errno
import io
import sys
from types import SimpleNamespace
from typing import Any

import click
import pytest

from rulesref.cli.outlet import OutputClosedError, SafeStream, set_up_streams, silence, write_bytes


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
    SafeStream(under, told=True).write("A\x1b]0;x\x07")
    assert under.getvalue() == "A␛]0;x␇"


@pytest.mark.parametrize("stream", [None, Full(OSError(errno.ENOSPC, "full"))])
def test_what_cannot_be_printed_is_told_each_time(stream: Any) -> None:
    outlet = SafeStream(stream, told=True)
    for _ in range(2):
        with pytest.raises(OutputClosedError) as ended:
            outlet.write("a")
        assert ended.value.reason


def test_a_reader_that_has_gone_is_no_reason() -> None:
    with pytest.raises(OutputClosedError) as ended:
        SafeStream(Full(BrokenPipeError(errno.EPIPE, "pipe")), told=True).write("a")
    assert ended.value.reason is None


@pytest.mark.parametrize("stream", [None, Full(OSError(errno.ENOSPC, "full"))])
def test_standard_error_that_fails_is_passed_over(stream: Any) -> None:
    outlet = SafeStream(stream, told=False)
    outlet.write("a")
    outlet.flush()
    assert not outlet.isatty()


def test_a_missing_stream_has_no_number() -> None:
    with pytest.raises(io.UnsupportedOperation):
        SafeStream(None, told=True).fileno()


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
    SafeStream(under, told=True).write("a\n")
    write_bytes(b"b\r\n")
    assert under.buffer.getvalue() == b"a\nb\r\n"


class Slow(io.BytesIO):
    """Takes three bytes at a time, as a pipe without a buffer may."""

    def write(self, raw: Any) -> int:
        return super().write(bytes(raw)[:3])


def test_all_bytes_are_written_however_few_are_taken_at_once() -> None:
    slow = Slow()
    under = SimpleNamespace(buffer=slow, flush=lambda: None)
    SafeStream(under, told=True).write_bytes(b"1234567")
    assert slow.getvalue() == b"1234567"


def test_after_the_end_nothing_is_tried_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    silence()
    sys.stdout.write("a")
    sys.stdout.flush()
