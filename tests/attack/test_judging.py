"""That a run is judged: what is bad is found to be."""

from __future__ import annotations

import pytest

from tests.attack.judging import faults


@pytest.mark.parametrize(
    ("code", "out", "err"),
    [
        (3, "x", ""),
        (120, "x", ""),
        (-9, "x", ""),
        (1, "", " \n"),
        (0, "Traceback (most recent call last)", ""),
        (0, "\x1b[1m", ""),
        (0, "a\rb", ""),
        (0, "", "\x9b"),
        (1, "x", "\u202e"),
    ],
)
def test_what_is_bad_is_found(code: int, out: str, err: str) -> None:
    assert len(faults(code, out, err)) == 1


@pytest.mark.parametrize("code", [0, 1, 2])
def test_words_are_good(code: int) -> None:
    assert faults(code, "葵\tb\r\n", "␛ �") == []
