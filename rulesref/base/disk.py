"""What is on the disk: where our files are, files that people name and standard input, and what the program keeps.

Paths are plain strings: to import pathlib costs every answer 16 million instructions, 0.10 times `import click`, and
SQLite would cost the help. Whatever is wrong with a file that somebody names is an OSError.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, BinaryIO

from rulesref.base.text import visible

if TYPE_CHECKING:
    import sqlite3


# --- where our files are --------------------------------------------------------------------------

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120


def _shipped(name: str) -> str:
    inside = f"{_PACKAGE}/_shipped/{name}"
    beside = f"{os.path.dirname(_PACKAGE)}/{name}"  # noqa: PTH120
    return inside if os.path.isdir(inside) else beside  # noqa: PTH112


def data_folder() -> str:
    """The folder of the schemas, the example and the demo; in a checkout of the games as well."""
    return _shipped("data")


def docs_folder() -> str:
    """The folder of the pages for people who write games."""
    return _shipped("docs")


def locale_folder() -> str:
    """The folder of the message catalogues."""
    return _shipped("locales")


def language_folder() -> str:
    """The folder of the words of each language."""
    return f"{data_folder()}/language"


def language_file(lang: str, name: str) -> str:
    """One file with words of a language."""
    return f"{language_folder()}/{lang}/{name}.yaml"


def shipped_snapshot() -> str | None:
    """The compiled library inside a wheel; None in a checkout."""
    return _packed("library.sqlite")


def packed_games() -> str | None:
    """The sources of the games inside a wheel; None in a checkout."""
    return _packed("games.tar.bz2")


def _packed(name: str) -> str | None:
    file = f"{_PACKAGE}/_shipped/{name}"
    return file if os.path.isfile(file) else None  # noqa: PTH113


def cache_folder() -> str:
    """Where compiled data of checkouts and ``--data`` folders is kept. It may be deleted any time."""
    home = os.environ.get("RULESREF_HOME")
    return f"{home}/cache" if home else _of_person("/Cache", "Caches", "XDG_CACHE_HOME", ".cache")


def home_folder() -> str:
    """Where what a person has made is kept: plays, unfinished positions."""
    home = os.environ.get("RULESREF_HOME")
    return home or _of_person("", "Application Support", "XDG_DATA_HOME", ".local/share")


def _of_person(nt: str, mac: str, variable: str, unix: str) -> str:
    """Our folder where each system has such files: below LOCALAPPDATA, in Library, or where the variable says."""
    user = os.path.expanduser("~")  # noqa: PTH111
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA", f"{user}/AppData/Local") + f"/rulesref{nt}"
    if sys.platform == "darwin":
        return f"{user}/Library/{mac}/rulesref"
    return (os.environ.get(variable) or f"{user}/{unix}") + "/rulesref"


def quoted(path: str) -> str:
    """A path as part of a URI, without importing urllib.

    >>> quoted("/home/a?b")
    '/home/a%3fb'
    """
    if os.name == "nt":
        path = "/" + path.replace("\\", "/")
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


# --- files that people name -----------------------------------------------------------------------


class NotAPlainFileError(OSError):
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
    """Write beside a file, then take its place: whole or not at all."""
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
        with suppress(FileNotFoundError):
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
            stream.flush()
            # What takes the place of another file must be on the disk before it does.
            os.fsync(handle)
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
        raise NotAPlainFileError(errno.EINVAL, os.strerror(errno.EINVAL), name)


# --- what the program keeps -----------------------------------------------------------------------


_MOST_REMEMBERED = 1 << 24


def recall(name: str) -> str | None:
    """The text in the cache folder that was remembered under this name; None where there is none."""
    try:
        return contents(f"{cache_folder()}/{name}", _MOST_REMEMBERED).decode()
    except (OSError, ValueError):
        return None


def remember(name: str, text: str) -> None:
    """Remember a text in the cache folder; not being able to is no harm."""
    with suppress(OSError, ValueError):
        os.makedirs(cache_folder(), exist_ok=True)  # noqa: PTH103
        _put_in_place(f"{cache_folder()}/{name}", text.encode())


def connected(path: str, **how: Any) -> sqlite3.Connection:
    """A connection to an SQLite file, made as :func:`sqlite3.connect` makes one.

    It is closed with the last who has it: games are read from it as long as there are any. Whichever thread collects it
    may close it.
    """
    import sqlite3

    return sqlite3.connect(path, factory=_closing(), check_same_thread=False, **how)


@cache
def _closing() -> type[sqlite3.Connection]:
    """A connection that is closed when nobody refers to it any more."""
    import sqlite3

    class Connection(sqlite3.Connection):
        def __del__(self) -> None:
            with suppress(sqlite3.ProgrammingError):  # one that was never opened
                self.close()

    return Connection
