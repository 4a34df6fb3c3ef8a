"""The lock on a file: who has it writes, the others wait."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

#: Seconds to wait for somebody who is writing: of fifty at once the last waits for all the others.
PATIENCE = 60.0
#: Seconds between two tries, at first and at most.
_BETWEEN, _MOST = 0.002, 0.1
#: A byte that no play reaches: where a lock keeps others from reading as well, they can read all before it.
_FAR = 1 << 40


class FileLockedError(Exception):
    """Somebody else has had the lock for too long."""


def _module(name: str) -> Any:
    """A module that only some systems have; None on the others."""
    try:
        return import_module(name)
    except ImportError:
        return None


_fcntl, _msvcrt = _module("fcntl"), _module("msvcrt")


def _try(handle: int) -> None:
    """Take the lock; raises BlockingIOError where somebody has it, another OSError where there are no locks."""
    if _fcntl:
        _fcntl.flock(handle, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
    elif not _msvcrt:
        raise OSError
    elif not _at_far(handle, _msvcrt.LK_NBLCK):
        raise BlockingIOError


def _at_far(handle: int, how: int) -> bool:
    os.lseek(handle, _FAR, os.SEEK_SET)
    try:
        _msvcrt.locking(handle, how, 1)
    except PermissionError:
        return False
    return True


@contextmanager
def locked(handle: int) -> Iterator[bool]:
    """Until the file is closed nobody else has its lock; False where the file system has no locks.

    Raises :class:`FileLockedError`.
    """
    until, between = time.monotonic() + PATIENCE, _BETWEEN
    has = None
    while has is None:
        try:
            _try(handle)
            has = True
        except BlockingIOError:
            if time.monotonic() > until:
                raise FileLockedError from None
            time.sleep(between)
            between = min(2 * between, _MOST)
        except OSError:
            has = False
    try:
        yield has
    finally:
        if _msvcrt and has:
            _at_far(handle, _msvcrt.LK_UNLCK)
