"""Postings are packed into bytes and come back as they were."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.search.postings import (
    COUNTS,
    FIELDS,
    count_of,
    field_of,
    idf,
    langs_of,
    occurrence,
    packed,
    phrase_ids_of,
    unpacked,
)


@pytest.mark.property
@given(
    st.dictionaries(
        st.integers(0, 2_000_000), st.tuples(st.integers(0, 255), st.integers(0, 255)), max_size=60
    )
)
def test_postings_are_unpacked_as_they_were(places: dict[int, tuple[int, int]]) -> None:
    ordered = dict(sorted(places.items()))
    posting = packed(ordered)
    assert len({len(column) for column in posting}) == 1
    documents, occurrences = unpacked(posting)
    assert documents == list(ordered)
    assert list(zip(occurrences, phrase_ids_of(posting), strict=True)) == list(ordered.values())


@pytest.mark.parametrize("field", range(len(FIELDS)))
@pytest.mark.parametrize("langs", range(4))
@pytest.mark.parametrize("count", [1, 5, 20, 99])
def test_an_occurrence_is_a_byte(field: int, langs: int, count: int) -> None:
    byte = occurrence(field, langs, count)
    assert 0 <= byte < 256
    assert (field_of(byte), langs_of(byte)) == (FIELDS[field], langs)
    assert count_of(byte) == max(many for many in COUNTS if many <= count)


def test_rare_tokens_say_more() -> None:
    weights = [idf(many, 100) for many in (0, 1, 10, 50, 100)]
    assert weights == sorted(weights, reverse=True)
    assert idf(120, 100) >= 0
