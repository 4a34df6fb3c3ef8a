"""Words that nobody knows are read as what was meant, and a game is found by its name."""

from __future__ import annotations

from typing import cast

import pytest

from rulesref.search.index_reader import IndexReader, readers_of
from rulesref.search.query import parse_query
from rulesref.search.spelling import (
    like_stop_word,
    named_game,
    nearest,
    reread,
    unknown_words,
    without_name,
)
from tests.helpers import library, open_library


def test_a_slip_for_a_stop_word() -> None:
    assert like_stop_word("hwo")
    assert not like_stop_word("tulpi")


class Known:
    """A library that knows a few words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def spelt_from(self, start: str, shortest: int, longest: int) -> list[str]:
        """The words that begin so and are so long."""
        return [w for w in self.words if w.startswith(start) and shortest <= len(w) <= longest]


@pytest.mark.parametrize(
    ("typed", "known", "read"),
    [
        pytest.param("distirct", ("distinct", "district"), "district", id="swapped letters first"),
        pytest.param(
            "palce", ("palace", "place"), "place", id="swapped letters, not a missing one"
        ),
        pytest.param("tils", ("tile", "tins"), "tins", id="then the same ending"),
        pytest.param("ehtrance", ("entrance",), "entrance", id="another second letter"),
        pytest.param("abc", ("abd",), None, id="too short"),
        pytest.param("bridge", ("canal",), None, id="nothing near"),
    ],
)
def test_the_likeliest_word_is_read(typed: str, known: tuple[str, ...], read: str | None) -> None:
    assert nearest(typed, [cast("IndexReader", Known(*known))], 1) == read


@pytest.mark.parametrize(
    ("question", "game", "rest"),
    [
        ("mexica canal", "mexica", "canal"),
        ("meksika canal", "mexica", "canal"),
        ("tsolkin begging", "tzolkin", "begging"),
        ("tsorukin no begging", "tzolkin", "nobegging"),
        ("ケイラスの宿屋", "caylus", "の宿屋"),
        ("tigris", "tigris", "tigris"),
        ("the inn", None, "theinn"),
    ],
)
def test_the_game_is_named(question: str, game: str | None, rest: str) -> None:
    found, left = named_game(library(), parse_query(question))
    assert (found, left.folded) == (game, rest)


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("mexica canal", "canal"),
        ("meksika canal", "meksikacanal"),
        ("caylus canal", "cayluscanal"),
        ("caylus or mexica canal", "caylusorcanal"),
        ("メキシカ", "めきしか"),
    ],
)
def test_the_game_that_is_asked_is_named_once_more(question: str, rest: str) -> None:
    games = open_library()
    assert without_name(games, parse_query(question), "mexica").folded == rest
    assert "packs" not in vars(games)  # to open them all would take time


def test_no_name_is_taken_away_where_there_is_no_such_game() -> None:
    query = parse_query("mexica canal")
    assert without_name(library(), query, "nothing") is query


@pytest.mark.parametrize(
    ("question", "read"),
    [
        pytest.param("how do tempels work", {"tempels": "temples"}, id="a slip"),
        pytest.param("he slapped the bridge while sitting", {}, id="common words are meant"),
        pytest.param("cost of the watchtower", {}, id="so are things of other games"),
        pytest.param("what does the samurai do", {}, id="english is no romaji"),
    ],
)
def test_only_what_nobody_meant_is_read_as_something_else(
    question: str, read: dict[str, str]
) -> None:
    readers = [reader for _, reader in readers_of(library())]
    query = parse_query(question)
    assert reread(query, unknown_words(query, library()), readers)[1] == read
