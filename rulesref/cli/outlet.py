"""Standard output and error, and what is set up of standard input.

Text leaves the program here and nowhere else: whatever is printed, by click as well, goes through an :class:`SafeStream`,
which shows control characters by signs and knows what to do when there is nobody, or no room, to print to.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable
from typing import Any

from rulesref.base.text import visible


class OutputClosedError(Exception):
    """Nothing more can be printed: why, or None when the reader has gone and knows it."""

    def __init__(self, reason: str | None) -> None:
        super().__init__(reason)
        self.reason = reason


class SafeStream:
    """A stream that text leaves by.

    It has no ``buffer``, so that nothing passes it by. ``told``: whether somebody has to know when
    it fails; what cannot be said on standard error cannot be said at all.
    """

    def __init__(self, stream: Any, *, told: bool) -> None:
        self.stream = stream
        self._told = told
        self._ended = None if stream is not None else OutputClosedError(os.strerror(errno.EBADF))

    @property
    def encoding(self) -> str:
        return getattr(self.stream, "encoding", None) or "utf-8"

    @property
    def errors(self) -> str:
        """What the stream cannot write is replaced."""
        return "replace"

    def isatty(self) -> bool:
        return self.stream is not None and self.stream.isatty()

    def fileno(self) -> int:
        """The number of the stream; OSError when it has none."""
        if self.stream is None:
            raise io.UnsupportedOperation("fileno")
        return int(self.stream.fileno())

    def write(self, text: str | bytes) -> int:
        """Write text as people may see it.

        Click has bytes for a shell that completes a word; it takes for a file of bytes what takes none.
        """
        if isinstance(text, bytes):
            if not text:
                raise TypeError("text only")
            self.write_bytes(visible(text.decode("utf-8", "replace")).encode())
            return len(text)
        shown = visible(text, styled=True)
        if shown:
            self._do(lambda: self.stream.write(shown))
        return len(text)

    def write_bytes(self, raw: bytes) -> None:
        """Write what is no text for this terminal: a file, in its own encoding and with its own line ends."""

        def put() -> None:
            self.stream.flush()
            out, rest = self.stream.buffer, memoryview(raw)
            while rest:
                # Without a buffer (PYTHONUNBUFFERED) a pipe takes a part at a time.
                rest = rest[out.write(rest) or 0 :]
            out.flush()

        self._do(put)

    def flush(self) -> None:
        if self.stream is not None:
            self._do(self.stream.flush)

    def _do(self, act: Callable[[], object]) -> None:
        if self._ended is None:
            try:
                act()
            except OSError as error:
                gone = isinstance(error, BrokenPipeError)
                self._ended = OutputClosedError(None if gone else error.strerror or str(error))
        if self._ended is not None and self._told:
            raise self._ended


def set_up_streams() -> None:
    """Replace the standard streams: no character may stop the program, and no stream is missing."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, SafeStream):
            continue
        if hasattr(stream, "reconfigure"):
            ascii_only = (stream.encoding or "").lower() in ("ascii", "us-ascii", "ansi_x3.4-1968")
            stream.reconfigure(
                errors="replace", encoding="utf-8" if ascii_only else stream.encoding
            )
        setattr(sys, name, SafeStream(stream, told=name == "stdout"))
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - open as long as the program runs
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")


def write_bytes(raw: bytes) -> None:
    """Bytes to standard output as they are."""
    out = sys.stdout if isinstance(sys.stdout, SafeStream) else SafeStream(sys.stdout, told=True)
    out.write_bytes(raw)


def silence() -> None:
    """Nothing more is written to standard output, nor tried when the process ends."""
    sys.stdout = SafeStream(None, told=False)
