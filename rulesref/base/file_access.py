"""Files that people name, and standard input: read as far as is useful. Whatever is wrong is an OSError."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from typing import BinaryIO

from rulesref.base.text import visible


class NoPlainFile(OSError):  # noqa: N818 - a fact, not a fault
    """Neither a file nor a pipe that a shell has opened: a device, or a pipe that nobody may ever write to."""


def contents(file: str | os.PathLike[str], most: int) -> bytes:
    """The bytes of a file; of a longer one the first ``most`` and one more."""
    with opened(file) as stream:
        return stream.read(most + 1) or b""


def opened(file: str | os.PathLike[str]) -> BinaryIO:
    """A file, or a pipe that a shell has opened, to be read bit by bit."""
    handle = _opened(file, os.O_RDONLY)
    try:
        _must_be_plain(handle, os.fspath(file))
    except OSError:
        os.close(handle)
        raise
    return os.fdopen(handle, "rb")


def standard_input(most: int) -> bytes:
    """What comes in; of more the first ``most`` bytes and one more."""
    return sys.stdin.buffer.read(most + 1) or b""


#: Opening a pipe that nobody writes to must not wait, and line ends stay as they are.
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
#: Where a shell names the pipes that it has opened: ``score GAME <(program)``.
_OPENED = ("/dev/", "/proc/self/fd/")


def write(file: str | os.PathLike[str], text: str) -> None:
    """Write a file of text, as it may leave the program, over what was there; see :func:`write_bytes`."""
    write_bytes(file, visible(text).encode())


def write_bytes(file: str | os.PathLike[str], raw: bytes) -> None:
    """Write a file over what was there.

    When that fails, what was there stays as it was, and nothing is left half written.
    """
    if os.path.isfile(file) and os.access(file, os.W_OK):  # noqa: PTH113
        _put_in_place(os.path.realpath(file), raw)
    else:
        _put(os.fspath(file), raw)


def _put_in_place(file: str, raw: bytes) -> None:
    """Write beside a file, then take its place."""
    beside = f"{file}.{os.getpid()}"
    try:
        _put(beside, raw)
    except OSError as error:
        # The file may be written where none can be made, or its name be as long as one can be.
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENAMETOOLONG):
            raise
        _put(file, raw)
        return
    try:
        os.chmod(beside, stat.S_IMODE(os.stat(file).st_mode))  # noqa: PTH101, PTH116
        os.replace(beside, file)  # noqa: PTH105
    finally:
        with suppress(OSError):
            os.unlink(beside)  # noqa: PTH108


def _put(file: str, raw: bytes) -> None:
    new = not os.path.lexists(file)
    handle = _opened(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(raw)
    except OSError:
        if new:
            with suppress(OSError):
                os.unlink(file)  # noqa: PTH108
        raise


def at_home(file: str) -> str:
    """The file that is meant, when its name begins with the sign for a home that there is."""
    return os.path.expanduser(file)  # noqa: PTH111 - pathlib raises where there is no home


def is_there(file: str | os.PathLike[str]) -> bool:
    """Whether anything has this name; what no file can be called is not there."""
    return os.path.lexists(file)


def reason(error: OSError) -> str:
    """What the system says is wrong."""
    return error.strerror or type(error).__name__


def _opened(file: str | os.PathLike[str], how: int) -> int:
    try:
        return os.open(file, how | _WITHOUT_WAITING, 0o666)
    except ValueError:
        # A zero in the name, or what the system has no bytes for.
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), os.fspath(file)) from None


def _must_be_plain(handle: int, name: str) -> None:
    mode = os.fstat(handle).st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if stat.S_ISFIFO(mode) and name.startswith(_OPENED):
        os.set_blocking(handle, True)
    elif not stat.S_ISREG(mode):
        raise NoPlainFile(errno.EINVAL, os.strerror(errno.EINVAL), name)
