"""A typed line as tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.words.tokenizer import MOST_TOKENS, OWNING, SEPARATOR, key_of, tokens_of, written

#: What lines are made of, glued or apart.
PIECES = (
    "red", "Hats", "A", "帽子", "を", "ヤマ", "Ben's ", "3", "12", " +1", " -2", " −3", " 1+2", ",", "、", "/", "=", "@7", "@",
    "“two words”", '"x"', "「花 より」", " (a, b) ", "I6", "３",
)  # fmt: skip
LINES = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(("", " ")))).map(
    lambda several: "".join(piece + space for piece, space in several)
)


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("", []), ("Red hats", ["red", "hat"]), ("帽子をかぶる", list("帽子をかぶる")), ("石2 gold", ["石", "2", "gold"]),
        ("Ａ３", ["a", "3"]), ("2,3、4;5/6&7=8", ["2", ",", "3", ",", "4", ",", "5", ",", "6", ",", "7", ",", "8"]),
        ("Ben's hat", ["ben", OWNING, "hat"]), ("Ben’s hat", ["ben", OWNING, "hat"]),
        ("@7 @ 8", ["@", "7", "@", "8"]), ("the (small, red) hut", ["the", "small", "red", "hut"]),
    ],
)  # fmt: skip
def test_the_keys_of_a_line(line: str, keys: list[str]) -> None:
    assert [token.key for token in tokens_of(line)] == keys


@pytest.mark.parametrize(
    ("line", "numbers", "signed"),
    [
        ("3", (3,), False), ("-3", (-3,), True), ("+3", (3,), True), ("−3", (-3,), True), ("–3", (-3,), True),
        ("石-3", (-3,), True), ("1+2+3", (1, 2, 3), False), ("３", (3,), False), ("x", (), False),
    ],
)  # fmt: skip
def test_numbers_have_their_signs_and_summands(
    line: str, numbers: tuple[int, ...], signed: bool
) -> None:
    last = tokens_of(line)[-1]
    assert (last.numbers, last.signed, last.digits) == (numbers, signed, bool(numbers))


@pytest.mark.parametrize("line", ["K-3", "4-3", "x)-3", "a+3", "]+3"])
def test_behind_a_letter_a_digit_or_a_bracket_no_sign_belongs_to_a_number(line: str) -> None:
    last = tokens_of(line)[-1]
    assert (last.key, last.signed, last.numbers) == ("3", False, (3,))


@pytest.mark.parametrize(
    "line", ['say "two  words, 3"', "say “two  words, 3”", "say 「two  words, 3」"]
)
def test_what_stands_in_quotes_is_one_token_as_it_is(line: str) -> None:
    say, text = tokens_of(line)
    assert (say.quoted, text.quoted, text.key, text.digits) == (False, True, "two  words, 3", False)


@pytest.mark.parametrize(
    ("line", "glued"),
    [
        ("a b", [False, False]), ("石2", [False, True]), ("2石 3", [False, True, False]), ("1+2石", [False, True]),
        ("石 -2", [False, False]), ("石-2枚 枚", [False, True, True, False]),
        ("2,3 ,4", [False, True, True, False, True]), ("Ben's", [False, True]), ('x"y" "z"', [False, True, False]),
    ],
)  # fmt: skip
def test_no_space_stands_before_what_is_glued(line: str, glued: list[bool]) -> None:
    assert [token.glued for token in tokens_of(line)] == glued


def test_a_token_stands_as_it_was_typed() -> None:
    """Though it is looked up in small letters and without plurals."""
    texts = [token.written for token in tokens_of("Red HATS I6 甲 Ben's")]
    assert texts == ["Red", "HATS", "I", "6", "甲", "Ben", OWNING]
    assert [t.latin for t in tokens_of("ab 甲 3")] == [True, False, False]


def test_of_long_lines_the_beginning_is_read() -> None:
    assert len(tokens_of("甲" * (MOST_TOKENS + 5))) == MOST_TOKENS
    assert len(tokens_of("甲" * (MOST_TOKENS - 1))) == MOST_TOKENS - 1


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("red hats", "red hat"), ("石 垣", "石垣"), ("red 石", "red石"), ("2 3", "2 3"), ("石2 gold", "石2gold"), ("", ""),
    ],
)  # fmt: skip
def test_spaces_of_a_key_stand_between_latin_words_and_between_numbers(line: str, key: str) -> None:
    assert key_of(tokens_of(line)) == key


@given(LINES)
def test_what_tokens_write_is_the_same_line(line: str) -> None:
    tokens = tokens_of(line)
    again = tokens_of(written(tokens))
    assert [(t.key, t.numbers) for t in again] == [(t.key, t.numbers) for t in tokens]
    assert all(token.key == SEPARATOR or token.written.strip() for token in tokens)
