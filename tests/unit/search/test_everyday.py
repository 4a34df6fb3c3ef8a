"""Everyday words."""

from __future__ import annotations

import pytest

from rulesref.base.folding import fold, word_lists
from rulesref.base.text import LANGS
from rulesref.search.analysis import Lexicon, lookup_key
from rulesref.search.everyday import everyday
from rulesref.search.parts import MANNERS


@pytest.mark.parametrize(
    ("word", "group"),
    [("いくら", "cost"), ("how much", "cost"), ("同点", "tie"), ("ties", "tie"), ("neighbours", "adjacent"),
     ("ひよう", "cost")],
)  # fmt: skip
def test_an_everyday_word_belongs_to_its_group(word: str, group: str) -> None:
    assert group in everyday()[lookup_key(word)]


def test_every_word_is_looked_up() -> None:
    for lang in LANGS:
        for group, words in word_lists(lang, "everyday").items():
            assert all(group in everyday()[lookup_key(word)] for word in words), group


@pytest.mark.parametrize("sentence", ["席が決まったら", "帽子がたまったら", "はまった駒"])
def test_a_verb_that_ends_like_a_word_in_kana_is_not_that_word(sentence: str) -> None:
    # まった alone is no way to write 待った.
    groups = {
        g
        for _, _, found in Lexicon(everyday()).spans(fold(sentence), fold(sentence))
        for g in found
    }
    assert not any(group.startswith(MANNERS) for group in groups)
