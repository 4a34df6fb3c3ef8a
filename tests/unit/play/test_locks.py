"""The lock on a file."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from rulesref.play import locks
from rulesref.play.locks import FileLockedError, locked


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """A file that two have opened."""
    file = tmp_path / "file"
    file.touch()
    handles = [os.open(file, os.O_RDWR) for _ in range(2)]
    yield handles[0], handles[1]
    for handle in handles:
        os.close(handle)


def test_the_second_waits_for_the_first(both: tuple[int, int]) -> None:
    mine, theirs = os.dup(both[0]), both[1]
    os.close(both[0])
    waited: list[bool] = []

    def other() -> None:
        with locked(theirs) as has:
            waited.append(has)

    with locked(mine) as has:
        assert has
        thread = Thread(target=other)
        thread.start()
        time.sleep(0.02)
        assert waited == []
        os.close(mine)
    thread.join(10)
    assert waited == [True]
    os.open(os.devnull, os.O_RDONLY)  # what the fixture closes


def test_somebody_who_does_not_let_go_is_told(
    both: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.0)
    with locked(both[0]), pytest.raises(FileLockedError), locked(both[1]):
        pass


@pytest.mark.parametrize("why", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EACCES])
def test_where_there_are_no_locks_one_goes_on(
    both: tuple[int, int], monkeypatch: pytest.MonkeyPatch, why: int
) -> None:
    def refuses(_: int) -> None:
        raise OSError(why, os.strerror(why))

    monkeypatch.setattr(locks, "_try", refuses)
    with locked(both[0]) as has:
        assert not has
