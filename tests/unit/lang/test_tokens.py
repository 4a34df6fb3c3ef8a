"""Words and signs, and what people who know other languages write."""

from __future__ import annotations

import pytest

from rulesref.lang.tokens import ExpressionSyntaxError, tokens_of


def test_a_text_is_cut_into_words_and_signs_with_their_places() -> None:
    assert [tuple(token) for token in tokens_of("a-b.c <= 'x y' and 10")] == [
        ("word", "a-b.c", 0, 5),
        ("sign", "<=", 6, 8),
        ("code", "'x y'", 9, 14),
        ("keyword", "and", 15, 18),
        ("number", "10", 19, 21),
        ("end", "", 21, 21),
    ]


@pytest.mark.parametrize(
    ("text", "reason", "start", "end"),
    [
        pytest.param("a = 'x", "quote", 4, 6, id="a code that is not closed"),
        pytest.param("a + ?", "character", 4, 5, id="a character that says nothing"),
        pytest.param("a + goldCoins", "meant", 4, 13, id="capitals"),
        pytest.param("a * 2.5", "fraction", 4, 7, id="a decimal fraction"),
    ],
)
def test_what_is_neither_word_nor_sign_is_told_where_it_is(
    text: str, reason: str, start: int, end: int
) -> None:
    with pytest.raises(ExpressionSyntaxError) as wrong:
        tokens_of(text)
    assert wrong.value.values["reason"] == reason
    assert (wrong.value.start, wrong.value.end) == (start, end)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("==", "="), ("=>", ">="), ("=<", "<="), ("<>", "!="), ("//", "floor(a / b)"), ("&&", "and"), ("||", "or"),
        ("!", "not"), (":", "="), ("{", "["), ("}", "]"),
        *zip('"’‘_≤≥≠×÷−（）［］、，；＝＜＞＋－＊／',
             ("'", "'", "'", "-", "<=", ">=", "!=", *"*/-()[],,;=<>+-*/"), strict=True),
    ],
)  # fmt: skip
def test_a_sign_of_other_languages_is_told_with_the_one_that_is_meant(
    written: str, meant: str
) -> None:
    with pytest.raises(ExpressionSyntaxError) as wrong:
        tokens_of(f"a {written} b")
    assert (wrong.value.values["reason"], wrong.value.values["text"]) == ("meant", written)
    assert (wrong.value.values["meant"], wrong.value.start) == (meant, 2)
    assert wrong.value.end == 2 + len(written)
