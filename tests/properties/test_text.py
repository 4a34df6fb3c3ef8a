"""Laws of text: folding, width, wrapping, typed numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.base.folding import fold, folded_words
from rulesref.base.text import Entered, cells, pad, wrap
from tests.properties import law

pytestmark = pytest.mark.property

TEXT = st.text(
    alphabet=st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"], exclude_characters="ﾞﾟ"),
    max_size=60,
)
MIXED = st.text(alphabet="あアッャーがパ橋、。「」 abcAB-・12１〜()", max_size=60)


@law(150)
@given(TEXT | MIXED)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@law(150)
@given(MIXED)
def test_words_together_are_the_folded_text(text: str) -> None:
    assert "".join(folded_words(text)) == fold(text)


@law(150)
@given(MIXED)
def test_case_and_width_make_no_difference(text: str) -> None:
    assert fold(text.upper()) == fold(text.lower()) == fold(text)


@law(150)
@given(TEXT | MIXED, st.integers(0, 40))
def test_padding_gives_the_width(text: str, width: int) -> None:
    for right in (False, True):
        assert cells(pad(text, width, right=right)) == max(width, cells(text))


@law(150)
@given(MIXED, st.integers(20, 60))
def test_wrapping_loses_nothing_but_spaces(text: str, width: int) -> None:
    assert "".join(wrap(text, width)).replace(" ", "") == text.replace(" ", "")


@law(150)
@given(st.text(alphabet="あ橋がa b", max_size=80), st.integers(20, 60))
def test_lines_are_no_wider_than_asked(text: str, width: int) -> None:
    for line in wrap(text, width):
        assert cells(line) <= width or " " not in line.strip()


@law(150)
@given(st.lists(st.integers(0, 999), min_size=1, max_size=6))
def test_a_sum_is_what_was_typed(items: list[int]) -> None:
    typed = "+".join(map(str, items))
    found = Entered.of(typed)
    assert found is not None
    assert (found, list(found.items), found.typed) == (sum(items), items, typed)
