"""Texts and questions are cut into the same tokens."""

from __future__ import annotations

import pytest

from rulesref.base.folding import word_lists
from rulesref.search.analysis import (
    MOST_WORDS,
    Lexicon,
    kind_of_token,
    latin_key,
    latin_words,
    lookup_key,
    runs,
    tokens_of,
)


@pytest.mark.parametrize(
    ("word", "pieces"),
    [("5ap払う", ["5", "ap", "払う"]), ("花2つ", ["花", "2", "つ"]), ("abc", ["abc"]), ("", [])],
)
def test_a_word_is_cut_where_scripts_meet(word: str, pieces: list[str]) -> None:
    assert runs(word) == pieces


def test_latin_words_come_with_their_stems() -> None:
    assert latin_words("red hats 花 2") == {"red", "hats", "hat"}
    assert latin_key("Red hats") == "red hat"


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("花壇", "花壇"),
        ("ソーン", "ソン"),
        ("そーん", "ソン"),
        ("キウイ", "きうい"),
        ("やつ", "やつ"),
        ("Big plots", "big plot"),
    ],
)
def test_a_word_is_looked_up(word: str, key: str) -> None:
    assert lookup_key(word) == key


def test_every_kind_of_token_is_told_apart() -> None:
    tokens = ("@hat", "~cost", "red hat", "12", "hat", "花", "花を", "です")
    kinds = ("concept", "everyday", "phrase", "number", "latin", "kanji", "ending", "kana")
    assert tuple(map(kind_of_token, tokens)) == kinds


LEXICON = Lexicon(
    {"花": ["flower"], "花壇": ["bed"], "red hat": ["hat"], "ソン": ["thorn"], "やつ": ["guy"]}
)


@pytest.mark.parametrize(
    ("text", "concepts"),
    [
        pytest.param("花壇の花", ["@bed", "@flower"], id="the longest from the left"),
        pytest.param("two red hats", ["@hat"], id="a row of stems"),
        pytest.param("ソーンを", ["@thorn"], id="a short foreign word in katakana"),
        pytest.param("ちゃつと", [], id="no word begins within a syllable"),
        pytest.param("hats red", [], id="another order"),
    ],
)
def test_known_words_are_concepts(text: str, concepts: list[str]) -> None:
    assert [token for token in tokens_of(text, LEXICON) if token[0] == "@"] == concepts


def test_everyday_words_may_overlap() -> None:
    everyday = Lexicon(
        {"どこまで": ["limit"], "まで": ["until"], "how much": ["cost"], "much": ["many"]}
    )
    found = {t for text in ("どこまで", "how much") for t in tokens_of(text, everyday=everyday)}
    assert {"~limit", "~until", "~cost", "~many"} <= found


def test_neighbours_are_tokens_and_two_kanji_are_not() -> None:
    assert list(tokens_of("赤花を")) == ["花を", "赤", "花"]
    assert list(tokens_of("red hats 2")) == ["red", "hat", "2", "red hat", "hat 2"]


def test_no_everyday_word_is_longer_than_what_is_looked_for() -> None:
    groups = word_lists("en", "everyday")
    assert not [
        word for group in groups.values() for word in group if len(word.split()) > MOST_WORDS
    ]
