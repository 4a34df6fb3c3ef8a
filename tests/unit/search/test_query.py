"""A question is cut up: what it is about, and what only makes it a question."""

from __future__ import annotations

import pytest

from rulesref.search.query import LONGEST, is_stop_word, language_of, parse_query


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        pytest.param("how do I plant a tulip?", "planttulip", id="english"),
        pytest.param(
            "チューリップを植えるとき、どうなるんだっけ", "ちゆりつぷを植える", id="japanese"
        ),
        pytest.param("Tulips, thank you", "tulips", id="a courtesy"),
        pytest.param("うーん、チューリップ", "ちゆりつぷ", id="a courtesy in japanese"),
        pytest.param("うんと", "うんと", id="a word that is like a courtesy"),
        pytest.param("トキ", "とき", id="katakana is a subject"),
        pytest.param("るーる", "", id="nothing but a stop phrase"),
        pytest.param("what is this", "", id="nothing but stop words"),
    ],
)
def test_what_a_question_is_about(text: str, subject: str) -> None:
    assert parse_query(text).subject == subject


@pytest.mark.parametrize("text", ["", "?!", "\udcff", "thank you", "ありがとうございました"])
def test_nothing_is_left_to_look_for(text: str) -> None:
    assert parse_query(text).empty


def test_only_the_beginning_of_a_long_question_is_read() -> None:
    assert len(parse_query("花" * 2 * LONGEST).folded) == LONGEST


def test_a_part_of_a_word_is_one() -> None:
    (word,) = parse_query("タネとき").words
    part = word.part(2, 4)
    assert (part.text, part.written, part.stop) == ("とき", "とき", "11")
    assert word.part(0, 2).stop == "00"


@pytest.mark.parametrize(("word", "stop"), [("the", True), ("happening", True), ("tulip", False)])
def test_stop_words_in_any_form(word: str, stop: bool) -> None:
    assert is_stop_word(word) is stop


@pytest.mark.parametrize(
    ("text", "lang"), [("はな", "ja"), ("ﾊﾅ", "ja"), ("hana", "en"), ("2 + 2", None)]
)
def test_the_language_of_a_question(text: str, lang: str | None) -> None:
    assert language_of(text) == lang
