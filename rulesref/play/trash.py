"""What was deleted or written over, kept for thirty days (ごみ箱): files in ``plays/trash``, by name and time."""

from __future__ import annotations

import os
import time
from contextlib import suppress

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.disk import home_folder, opened, reason, write, write_bytes
from rulesref.base.frozen import frozen
from rulesref.play.file_names import END, LONGEST, file_of, name_of

#: So many seconds is something kept.
KEPT = 30 * 24 * 3600


@frozen
class Thrown:
    """Something in the trash: a play by its name, or another file by its path; ``when`` in seconds."""

    name: str
    when: int
    play: bool
    file: str


def trash_folder(plays: str | None = None) -> str:
    """The trash beside some plays, or those of a person."""
    return f"{plays or f'{home_folder()}/plays'}/trash"


def throw(file: str, folder: str, name: str | None = None) -> None:
    """Put a play away that has this ``name``, or else a copy of a file that is written over; raises OSError.

    What has been there for thirty days goes.
    """
    os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103
    now = int(time.time())
    for old in thrown(folder):
        if old.when < now - KEPT:
            with suppress(OSError):
                os.remove(old.file)  # noqa: PTH107
    path = os.path.abspath(file)  # noqa: PTH100
    stem = _stem(path if name is None else name)
    while os.path.exists(away := f"{folder}/{stem}.{now}.{'file' if name is None else 'play'}"):  # noqa: PTH110
        now += 1
    if name is None:
        _copy(path, away)
    else:
        os.rename(path, away)  # noqa: PTH104


def write_over(file: str, text: str) -> None:
    """Write a file of text; what was there is put into the trash of the person. Raises OSError."""
    if os.path.isfile(file):  # noqa: PTH113
        throw(file, trash_folder())
    write(file, text)


def _copy(file: str, path: str) -> None:
    with opened(file) as stream:
        write_bytes(path, stream.read())


def _stem(name: str) -> str:
    """What a file in the trash is called before the time; of a long path its end."""
    while len(os.fsencode(file_of(name))) > LONGEST:
        name = name[1:]
    return file_of(name).removesuffix(END)


def thrown(folder: str) -> list[Thrown]:
    """What is in the trash, the last first; nothing where there is none."""
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            name, when, kind = ["", "", *entry.name.rsplit(".", 2)][-3:]
            if when.isdecimal() and kind in ("play", "file"):
                found.append(Thrown(name_of(name), int(when), kind == "play", entry.path))
    return sorted(found, key=lambda each: -each.when)


def bring_back(old: Thrown, path: str) -> str:
    """Have a file as it was, where it was or at another path; what is there is put away itself. Raises what is wrong."""
    try:
        if os.path.isfile(path):  # noqa: PTH113
            throw(path, os.path.dirname(old.file))  # noqa: PTH120
        _copy(old.file, path)
        os.remove(old.file)  # noqa: PTH107
    except OSError as error:
        why = {"file": path, "reason": reason(error)}
        raise ProblemsFound([Problem("E598", None, why)]) from None
    return path


def day(when: int) -> str:
    """The day of a time in seconds, in UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime(when))
