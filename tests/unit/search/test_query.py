"""A question is taken apart: what it is about, and what only makes it a question."""

from __future__ import annotations

from typing import cast

import pytest

from rulesref.search.index_reader import IndexReader
from rulesref.search.query import (
    LONGEST,
    groups_apart,
    is_stop_word,
    language_of,
    like_stop_word,
    named_game,
    nearest,
    parse_query,
    readers_of,
    reread,
)
from tests.helpers import library


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


def test_a_slip_for_a_stop_word() -> None:
    assert like_stop_word("hwo")
    assert not like_stop_word("tulpi")


@pytest.mark.parametrize(
    ("text", "lang"), [("はな", "ja"), ("ﾊﾅ", "ja"), ("hana", "en"), ("2 + 2", None)]
)
def test_the_language_of_a_question(text: str, lang: str | None) -> None:
    assert language_of(text) == lang


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
    ("question", "groups"),
    [
        pytest.param("swap a tile with another player", ["manners-lend"], id="trading"),
        pytest.param(
            "仲間とこのタイルを交換していい？", ["manners-lend"], id="trading in japanese"
        ),
        pytest.param("橋と運河、どっちのほうが強いの", ["counsel"], id="advice"),
        pytest.param("what tile should I take first", ["counsel"], id="advice in english"),
        pytest.param("swap a tile. May another player?", [], id="two sentences"),
        pytest.param("交換できる人と話す", [], id="the other way round"),
    ],
)
def test_words_that_stand_apart_mean_something_together(question: str, groups: list[str]) -> None:
    assert [group for group, _ in groups_apart(question)] == groups


@pytest.mark.parametrize(
    ("question", "read"),
    [
        pytest.param("how do tempels work", {"tempels": "temples"}, id="a slip"),
        pytest.param("he slapped the bridge while sitting", {}, id="common words are meant"),
        pytest.param("what does the samurai do", {}, id="english is no romaji"),
    ],
)
def test_only_what_nobody_meant_is_read_as_something_else(
    question: str, read: dict[str, str]
) -> None:
    readers = [reader for _, reader in readers_of(library())]
    assert reread(parse_query(question), readers)[1] == read
