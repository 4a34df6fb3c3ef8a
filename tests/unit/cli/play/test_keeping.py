"""``play delete`` and ``repair``."""

from __future__ import annotations

from tests.playing import Run, begun


def test_a_play_is_deleted_when_somebody_says_so(run: Run) -> None:
    begun(run)
    assert run("play", "delete", "toy-1").code == 1
    assert run("play", "delete", "toy-1", stdin="no\n").code == 1
    assert run("play", "list").code == 0
    assert run("play", "delete", "toy-1", stdin="yes\n").code == 0
    begun(run)
    assert run("play", "delete", "toy-1", "--yes").code == 0
    assert run("play", "list").code == 1
