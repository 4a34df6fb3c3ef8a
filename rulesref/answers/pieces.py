"""A question cut into its words (問いの語), and what one of them says of a number beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from rulesref.base.folding import fold, is_kanji, kept, word_lists, words
from rulesref.base.text import LANGS
from rulesref.fields.cutting import (
    FILLER,
    Piece,
    Vocabulary,
    WordsAsData,
    cut,
    first_of,
    language,
    units_of,
)
from rulesref.search.analysis import SHORT

#: A number belongs to a name when at most so many units stand between them.
NEAR = 2
#: So many readings of a question are remembered: one for each sheet that has other words of it.
_QUESTIONS = 64
#: What parts one thing that is said from the next.
_BREAKS = r"[,，、。;；!！?？]|\.(?=\s|$)"
_COMMAS = ",，、;；"


def pieces_of(
    question: str, named: Mapping[str, Iterable[str]]
) -> tuple[Vocabulary, Sequence[Piece]]:
    """The words of a question, and as a vocabulary those names of what is ``named`` that it may have."""
    return _read(question, _words_in(question, named))


def _words_in(question: str, named: Mapping[str, Iterable[str]]) -> tuple[tuple[str, str], ...]:
    """The words that a question may have of what is named, each with what it names.

    Of the words of a sheet a question has few: those alone are looked for that begin as something in it does.
    """
    begins, letters = _beginnings(question)
    return tuple(
        (word, name)
        for name, spellings in named.items()
        for word in spellings
        if _may_begin(word, letters)
        and first_of(word) in begins
        and not word.isdigit()  # a number is one before it is a name
    )


def _may_begin(word: str, letters: Collection[str]) -> bool:
    """Whether what a word begins with may have one of these ``letters`` first; to cut the word would tell, at ten times the cost."""
    letter = word[:1]
    if word.isascii() and letter.isalnum():
        return letter.lower() in letters
    return not is_kanji(letter) or fold(letter) in letters


@lru_cache(_QUESTIONS)
def _beginnings(question: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a word of a question may begin with, and the first letters of that."""
    begins = frozenset(unit.key for unit in units_of(question))
    return begins, frozenset(key[0] for key in begins)


@lru_cache(_QUESTIONS)
def _read(question: str, named: tuple[tuple[str, str], ...]) -> tuple[Vocabulary, Sequence[Piece]]:
    """These names as a vocabulary, and the words of a question; many sheets have the same of it."""
    vocabulary = Vocabulary()
    for word, name in named:
        vocabulary.add(word, ("name", name))
    pieces = [*map(_as_number, _pieces(_apart(question), vocabulary))]
    led = map(_without_leading, pieces, pieces[1:] + pieces[:1], pieces[2:] + pieces[:2])
    return vocabulary, tuple(led)


def _apart(question: str) -> str:
    """A question whose numbers stay apart: 0・1・2, 帽子2・指輪3."""
    return re.sub(r"(?<=\d)(?:[・･]|/(?=\d))", "、", question)


def _pieces(question: str, vocabulary: Vocabulary) -> Iterator[Piece]:
    """The words of a question; what a comma parts is not near each other."""
    start = 0
    for place, clause in enumerate(re.split(rf"({_BREAKS})", question)):
        if place % 2:  # what parts two clauses; the end of a sentence parts them all the more
            start += NEAR + 1 + (clause not in _COMMAS)
            continue
        pieces = cut(units_of(clause), vocabulary, words_around())
        yield from (
            piece._replace(start=piece.start + start, end=piece.end + start) if start else piece
            for piece in pieces
        )
        start += pieces[-1].end if pieces else 0


def _as_number(piece: Piece) -> Piece:
    """A word for a number is one, also where something is called like it: three of threes; ones is no number."""
    if piece.number is None:
        return piece
    if fold(piece.text) not in words("numbers"):
        ones = piece.number == 1 and piece.text.isascii() and piece.text.isalpha()
        return piece._replace(number=None, meanings=(FILLER,)) if ones else piece
    return piece._replace(meanings=tuple(m for m in piece.meanings if m[0] == "number"))


def _without_leading(piece: Piece, number: Piece, behind: Piece) -> Piece:
    """A word that only leads to a number names nothing where a name is the particle of that number: レベル0から."""
    if number.number is None or fold(piece.text) not in words("leading"):
        return piece
    led = behind.glued and behind.means("name") and behind.means("filler")
    return piece._replace(meanings=(FILLER,)) if led else piece


@cache
def words_around() -> Vocabulary:
    """The words of the languages, and what stands around what a question changes of the one before."""
    return Vocabulary.of_words(_words_around())


@kept
def _words_around() -> WordsAsData:
    vocabulary = language().copy()
    silent = ("following", "asking", "lacking", "by-now", "numbered-kinds")
    for word in [word for name in silent for word in words(name)]:
        vocabulary.add(word, FILLER)
    for word in words("no-number"):
        vocabulary.add(word, ("number", 0))
    for word in words("two") | words("both"):
        vocabulary.add(word, ("number", 2))
    for word in words("per"):
        vocabulary.add(word, ("per", None))
    people = [
        word
        for lang in LANGS
        for group in ("people", "sides", "all-others", "we")
        for word in word_lists(lang, "words")[group]
        # Of two other players it is players who have the number.
        if word not in words("stop-words") and not (group == "sides" and " " in word)
    ]
    for word in people:
        vocabulary.add(word, ("person", None))
    for word in words("topmost") | words("undermost"):
        if not word.isascii():  # the 一 of 一番上 is no number
            vocabulary.add(word, ("outermost", None))
    return vocabulary.as_data()


# --- what a word says ----------------------------------------------------------------------------


def is_person(word: str, question: str) -> bool:
    """Whether a word is the name of somebody: one that many have, or a strange word that is written as one.

    >>> is_person("ann", "ann has 3"), is_person("kai", "and Kai 3"), is_person("hat", "a hat")
    (True, True, False)
    """
    if fold(word) in words("people"):
        return True
    return len(word) > SHORT and bool(re.search(rf"\b{re.escape(word.capitalize())}\b", question))


def in_digits(number: Piece) -> bool:
    """Whether a number is written in digits."""
    return any(map(str.isdigit, number.text))


def is_none_or_both(number: Piece) -> bool:
    """Whether a number is a word for none or for both."""
    if in_digits(number):
        return False
    return not number.number or fold(number.text) in words("both")


def counts_things(behind: Piece) -> bool:
    """Whether a word behind a number says that things are counted."""
    return behind.text in words("things")


def says_people(piece: Piece) -> bool:
    """Whether a word says that people are counted."""
    return fold(piece.text) in words("persons")


def says_points(behind: Piece) -> bool:
    """Whether a word behind a number says that it is one of points: 10 vp, 10点."""
    text = fold(behind.text)
    points = words("points", "everyday")
    if text.isascii():
        return text in points
    return behind.means("counter") and any(word.startswith(text) for word in points)


def is_ordinal(behind: Piece | None) -> bool:
    """Whether a word behind a number says that it is which one, not how many."""
    return behind is not None and behind.glued and fold(behind.text) in words("ordinals")


def is_one_of_things(behind: Piece | None) -> bool:
    """Whether a word behind a number says which of several things it is, not how many there are: 4個目."""
    if behind is None or not is_ordinal(behind):
        return False
    return any(
        behind.text == thing + which for thing in words("things") for which in words("which")
    )


def gap(piece: Piece, number: Piece) -> int:
    """How many units stand between a name and a number."""
    return number.start - piece.end if number.start >= piece.end else piece.start - number.end
