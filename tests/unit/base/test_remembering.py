from __future__ import annotations

import pytest

from rulesref.base.remembering import remembered


@pytest.mark.parametrize(("word", "times"), [("ha", 1), ("h" * 1000, 2)])
def test_short_words_are_kept_and_long_ones_are_not(word: str, times: int) -> None:
    asked: list[str] = []

    @remembered(2)
    def shouted(word: str, end: str = "") -> str:
        asked.append(word)
        return word.upper() + end

    assert shouted(word, "!") == shouted(word, "!") == word.upper() + "!"
    assert len(asked) == times
