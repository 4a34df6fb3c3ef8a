"""A game without phrases answers most questions all the same: floors a little under what ``tests.search.bare`` prints."""

from __future__ import annotations

import pytest

from tests.search.bare import figures
from tests.search.quality import recall

pytestmark = pytest.mark.slow
#: recall@1, recall@3, and the share of questions without an answer that are met with silence.
FIRST, THIRD, KEPT = 0.75, 0.88, 0.96


def test_without_phrases_most_is_found() -> None:
    every: list[int | None] = []
    quiet: list[bool] = []
    for _, places, kept in figures("held"):
        every += places
        quiet += kept
    assert recall(every, 1) >= FIRST
    assert recall(every, 3) >= THIRD
    assert sum(quiet) >= KEPT * len(quiet)
