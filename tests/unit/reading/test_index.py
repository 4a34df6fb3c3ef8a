"""What the search index keeps of a text."""

from __future__ import annotations

from rulesref.reading.build import build
from rulesref.reading.index import ENGLISH, FIELDS, make_index, unpacked
from rulesref.reading.tokens import kind_of
from tests.helpers import TOY

INDEX = make_index(build(TOY).data)


def fields_of(*kinds: str) -> set[str]:
    """The fields in which tokens of these kinds stand."""
    found = {
        number
        for token, (_, steps) in INDEX.postings.items()
        if kind_of(token) in kinds
        for number in unpacked(steps)
    }
    return {FIELDS[INDEX.fields[number] % ENGLISH] for number in found}


def test_neighbours_are_kept_in_titles_but_not_in_long_texts() -> None:
    neighbours = fields_of("phrase", "ending", "kana")
    assert "title" in neighbours
    assert neighbours.isdisjoint({"point", "example"})


def test_words_are_kept_in_long_texts() -> None:
    assert {"point", "example"} <= fields_of("latin", "compound")
