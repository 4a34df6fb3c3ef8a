"""Forms of a word meet in one stem."""

from __future__ import annotations

import pytest

from rulesref.base.stemming import stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("plot", "plots"), ("plant", "planting"), ("plant", "planted"), ("berry", "berries"), ("dig", "digging"),
        ("box", "boxes"), ("grey", "gray"), ("colour", "colors"), ("organisation", "organization"),
    ],
)  # fmt: skip
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("four", "for"), ("glass", "glas"), ("bed", "be"), ("king", "k"), ("hour", "hor")],
)
def test_short_and_other_words_keep_their_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)
