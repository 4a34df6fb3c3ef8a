"""Words are found alike in a small library and in one that lists which games have a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.base.disk import connected
from rulesref.base.frozen import changed
from rulesref.compiling.writing import finish, prepare, store
from rulesref.library.snapshot import COMMON, EVERYDAY, FEW
from rulesref.search.index import make_index
from rulesref.search.index_reader import (
    COUNTS,
    FIELDS,
    IndexReader,
    count_of,
    field_of,
    idf,
    langs_of,
    occurrence,
    packed,
    phrase_ids_of,
    points_of,
    unpacked,
)
from tests.helpers import TOY, game_data

DATA = game_data(TOY)
INDEX = make_index(DATA)
#: A token that only the first game has, and one that all have.
ALONE, SHARED = "xyzzy", next(token for token in sorted(INDEX.postings) if token > "一")
#: A glossary word that all have.
WORD = next(word for word in sorted(INDEX.meanings) if word > "一")


def library(games: int) -> IndexReader:
    connection = connected(":memory:")
    prepare(connection)
    # Words that are only named stand in buckets without a word that is meant.
    first = changed(
        INDEX,
        postings={**INDEX.postings, ALONE: INDEX.postings[SHARED]},
        words={**INDEX.words, "ж": ("x",), "ю": ("x",)},
    )
    for n in range(games):
        row = (n, f"toy-{n}", f"toy-{n}", "", 0)
        connection.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?)", row)
        store(connection, n, DATA, INDEX if n else first)
    finish(connection)
    return IndexReader(connection)


@pytest.mark.parametrize("games", [FEW, FEW + 1])
def test_which_games_have_a_token(games: int) -> None:
    found = set(library(games).games_with([ALONE, SHARED, "absent"]))
    assert found == {(ALONE, 0), *((SHARED, n) for n in range(games))}


@pytest.mark.slow
def test_what_most_games_have_says_nothing() -> None:
    assert set(library(COMMON + 1).games_with([ALONE, SHARED])) == {(ALONE, 0)}


@pytest.mark.parametrize("games", [FEW, FEW + 1])
def test_meanings_in_all_games(games: int) -> None:
    found = [row for row in library(games).meanings([WORD, "absent"]) if row[1] != EVERYDAY]
    assert sorted(found) == [(WORD, n, list(INDEX.meanings[WORD])) for n in range(games)]


def test_every_token_is_found_with_where_it_stands() -> None:
    tokens = list(INDEX.postings)
    found = {token: posting for token, _, posting in library(2).postings(tokens, [1])}
    assert found == dict(INDEX.postings)
    assert all(unpacked(posting)[0] for posting in found.values())


def test_a_token_is_looked_for_only_in_the_games_asked() -> None:
    found = library(2).postings([ALONE, SHARED], [1])
    assert [(token, game) for token, game, *_ in found] == [(SHARED, 1)]


@pytest.mark.slow
@pytest.mark.property
@given(
    st.dictionaries(st.integers(0, 2_000_000), st.tuples(*[st.integers(0, 255)] * 3), max_size=60)
)
def test_postings_are_unpacked_as_they_were(places: dict[int, tuple[int, int, int]]) -> None:
    ordered = dict(sorted(places.items()))
    posting = packed(ordered)
    assert len({len(column) for column in posting}) == 1
    documents, occurrences = unpacked(posting)
    assert documents == list(ordered)
    columns = occurrences, phrase_ids_of(posting), points_of(posting)
    assert list(zip(*columns, strict=True)) == list(ordered.values())


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
