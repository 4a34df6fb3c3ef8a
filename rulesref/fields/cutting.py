"""A line cut into the words that are known in it (語の切り出し), with or without spaces between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from rulesref.base.folding import is_katakana, is_one_kana, kept, stem, word_lists, written_words
from rulesref.base.text import LANGS, whole

#: The sign before the number of a place: ``@13``.
PLACE_SIGN = "@"
#: Compiled when a line is first cut.
_RUN = r"[a-z]+|[0-9]+|."
_TENS = "十"


class Unit(NamedTuple):
    """What words are put together from: a Latin word, the digits of a number, a Japanese character.

    ``glued``: nothing stands between it and the one before.
    """

    key: str
    written: str
    latin: bool = False
    digits: bool = False
    glued: bool = False


#: So many texts are remembered once they are cut: names are looked for in one question again and again.
REMEMBERED = 8192


@lru_cache(REMEMBERED)
def units_of(text: str) -> tuple[Unit, ...]:
    """The units of a text.

    >>> [unit.key for unit in units_of("Red hats 取る12")]
    ['red', 'hat', '取', 'る', '12']
    """
    units: list[Unit] = []
    for place, part in enumerate(text.replace("＠", PLACE_SIGN).split(PLACE_SIGN)):
        if place:
            units.append(Unit(PLACE_SIGN, PLACE_SIGN))
        for word, written, _ in written_words(part):
            if word.isascii() and word.isalpha():  # most of English
                units.append(Unit(stem(word), written, latin=True))
                continue
            for run in re.finditer(_RUN, word):
                piece, start = run.group(), run.start()
                letters = piece.isascii() and piece.isalpha()
                units.append(
                    Unit(
                        stem(piece) if letters else piece,
                        written[start : run.end()],
                        letters,
                        piece.isascii() and whole(piece) is not None,
                        start > 0,
                    )
                )
    return tuple(units)


def key_of(units: Sequence[Unit]) -> str:
    """Units as they are looked up: spaces stand between Latin words only."""
    key, latin = "", False
    for unit in units:
        key += f" {unit.key}" if latin and unit.latin else unit.key
        latin = unit.latin
    return key


@lru_cache(REMEMBERED)
def _looked_up(text: str) -> tuple[Sequence[Unit], str]:
    """The units of a text, and as what they are looked up."""
    units = units_of(text)
    return units, key_of(units)


def first_of(text: str) -> str:
    """What a text begins with, as it is looked up; empty where there is nothing in it."""
    units, _ = _looked_up(text)
    return units[0].key if units else ""


#: What a word can mean, and of what.
Meaning = tuple[str, Any]
FILLER: Meaning = ("filler", None)
#: Behind a verb, whose own last sound it may be as well.
ENDING: Meaning = ("filler", "ending")
COUNTER: Meaning = ("counter", None)
#: What is counted are things: such a number says how many, never which.
THINGS: Meaning = ("counter", "things")


#: The meanings of words, and of how many units the longest is that begins with a unit.
WordsAsData = tuple[dict[str, list[Meaning]], dict[str, int]]


class Vocabulary:
    """Words and all that each can mean."""

    def __init__(self) -> None:
        self.meanings: dict[str, list[Meaning]] = {}
        #: Of how many units the longest word is that begins with a unit.
        self._longest: dict[str, int] = {}

    def add(self, name: str | Sequence[Unit], meaning: Meaning) -> None:
        """One more word, or one more meaning of it."""
        units, key = _looked_up(name) if isinstance(name, str) else (name, key_of(name))
        if not units:
            return
        meanings = self.meanings.setdefault(key, [])
        if meaning not in meanings:
            meanings.append(meaning)
        first = units[0].key
        self._longest[first] = max(self._longest.get(first, 0), len(units))

    def copy(self) -> Vocabulary:
        """One of its own with the same words."""
        other = Vocabulary()
        other.meanings = {key: [*meanings] for key, meanings in self.meanings.items()}
        other._longest = {**self._longest}
        return other

    @classmethod
    def of_words(cls, words: WordsAsData) -> Vocabulary:
        """Those words again that :meth:`as_data` gave."""
        vocabulary = cls()
        meanings, vocabulary._longest = words
        vocabulary.meanings = {
            key: [(kind, of) for kind, of in several] for key, several in meanings.items()
        }
        return vocabulary

    def as_data(self) -> WordsAsData:
        """Its words as JSON has them; what they mean must be plain."""
        return self.meanings, self._longest

    def longest(self, units: Sequence[Unit], start: int) -> int:
        """How many units the longest word can have that begins here."""
        return min(self._longest.get(units[start].key, 0), len(units) - start)


class Piece(NamedTuple):
    """One word of a line: what was written, what it can mean; ``number`` if it is one.

    A piece without meanings is unknown. ``start`` and ``end`` count units. Pieces are compared by the thousand, so they are tuples.
    """

    text: str
    start: int
    end: int
    meanings: tuple[Meaning, ...] = ()
    number: int | None = None
    glued: bool = False

    def means(self, kind: str) -> bool:
        """Whether it can mean something of this kind."""
        return any(meaning[0] == kind for meaning in self.meanings)

    @property
    def filler(self) -> bool:
        """Whether it says nothing by itself."""
        return bool(self.meanings) and all(
            kind in ("filler", "counter") for kind, _ in self.meanings
        )


_UNKNOWN, _FILLER, _WORD = 10_000, 100, 1


def cut(units: Sequence[Unit], *vocabularies: Vocabulary) -> list[Piece]:
    """The units put together to words: as few unknown ones as can be, then the fewest words."""
    best: list[tuple[int, Piece | None]] = [(0, None)] * (len(units) + 1)
    for start in range(len(units) - 1, -1, -1):
        choice: tuple[int, Piece | None] | None = None
        for piece in _words_at(units, start, vocabularies):
            cost = _WORD + best[piece.end][0]
            if piece.filler:
                cost += _FILLER * (piece.end - start)
            elif not piece.meanings and piece.number is None:
                cost += _UNKNOWN
            if choice is None or cost < choice[0]:
                choice = cost, piece
        assert choice is not None
        best[start] = choice
    chosen: list[Piece] = []
    while (next_one := best[chosen[-1].end if chosen else 0][1]) is not None:
        chosen.append(next_one)
    return chosen


def _words_at(
    units: Sequence[Unit], start: int, vocabularies: Sequence[Vocabulary]
) -> Iterator[Piece]:
    """The words that begin at a unit, longest first; at last that unit as one that is unknown."""
    glued = units[start].glued
    for many in range(max(v.longest(units, start) for v in vocabularies), 0, -1):
        several = units[start : start + many]
        key = key_of(several)
        meanings = tuple(m for v in vocabularies for m in v.meanings.get(key, ()))
        if many == 1:
            meanings = _of_one_kana(units, start, meanings)
        if meanings:
            number = next((n for kind, n in meanings if kind == "number"), None)
            yield Piece(_written(several), start, start + many, meanings, number, glued)
    many, number = _number_at(units, start)
    if many:
        yield Piece(_written(units[start : start + many]), start, start + many, (), number, glued)
    yield Piece(units[start].written, start, start + 1, (), None, glued)


def _of_one_kana(
    units: Sequence[Unit], start: int, meanings: tuple[Meaning, ...]
) -> tuple[Meaning, ...]:
    """What one kana can mean: in katakana, alone, it stands for a thing and joins nothing; in hiragana for no thing."""
    unit = units[start]
    if not is_one_kana(unit.written):
        return meanings
    beside = [
        unit.glued and units[start - 1],
        *(u.glued and u for u in units[start + 1 : start + 2]),
    ]
    part = any(other and is_katakana(other.written) for other in beside)
    if is_katakana(unit.written) and not part:
        return tuple(meaning for meaning in meanings if meaning[0] != "filler")
    return tuple(meaning for meaning in meanings if meaning[0] != "option")


def _written(units: Sequence[Unit]) -> str:
    return "".join(f"{'' if unit.glued else ' '}{unit.written}" for unit in units).strip()


def _number_at(units: Sequence[Unit], start: int) -> tuple[int, int | None]:
    """How many units the number at a unit has, and the number: digits, or kanji up to 99."""
    if units[start].digits:
        return 1, int(units[start].key)
    end = start
    while end < len(units) and units[end].key in _kanji():
        end += 1
    return end - start, kanji_number("".join(u.key for u in units[start:end]))


@cache
def _kanji() -> dict[str, int]:
    numbers = word_lists("ja", "words")["kanji-numbers"]
    return {word: n for n, word in enumerate(numbers, 1)}


def kanji_number(text: str) -> int | None:
    """The number that kanji write, up to 99.

    >>> kanji_number("三"), kanji_number("十二"), kanji_number("二十"), kanji_number("木")
    (3, 12, 20, None)
    """
    digits = _kanji()
    if not text or any(char not in digits for char in text):
        return None
    tens, ten, ones = text.rpartition(_TENS)
    if any(len(part) > 1 for part in (tens, ones)):
        return None
    return (10 * digits.get(tens, 1) if ten else 0) + digits.get(ones, 0)


@cache
def language() -> Vocabulary:
    """The words of the languages that say nothing by themselves, counters, and words for numbers."""
    return Vocabulary.of_words(_language_words())


@kept
def _language_words() -> WordsAsData:
    vocabulary = Vocabulary()
    meanings = {
        "particles": FILLER, "doing": FILLER, "endings": ENDING, "counters": COUNTER, "things": THINGS,
    }  # fmt: skip
    for lang in LANGS:
        lists = word_lists(lang, "words")
        for kind, meaning in meanings.items():
            for word in lists.get(kind, ()):
                vocabulary.add(word, meaning)
        for number, word in enumerate(lists["numbers"], 1):
            vocabulary.add(word, ("number", number))
    return vocabulary.as_data()


# --- names with numbers --------------------------------------------------------------------------

T = TypeVar("T")
#: More than of anything in a box; whoever types more has not written an amount.
MOST = 999


def amounts(
    text: str, named: Vocabulary, *, numbered: bool = False
) -> list[tuple[Any, int]] | None:
    """The things that a text names and how many of each, in any notation; None when it is something else.

    Where no number stands it is one, unless each must be ``numbered``. ``named`` has the names: ``("name", thing)``.

    >>> hats = Vocabulary()
    >>> hats.add("帽子", ("name", "hat")); hats.add("hat", ("name", "hat")); hats.add("靴", ("name", "shoe"))
    >>> amounts("帽子2靴3", hats), amounts("3 hats", hats), amounts("靴", hats), amounts("靴か", hats)
    ([('hat', 2), ('shoe', 3)], [('hat', 3)], [('shoe', 1)], None)
    """
    counted: list[tuple[Any, int]] = []
    for group in re.split(r"[,，、/／+＋＆&]", text):
        tokens: list[tuple[Any, int | None, bool]] = []
        for piece in cut(units_of(group), named, language()):
            things = [of for kind, of in piece.meanings if kind == "name"]
            if len(things) > 1:  # which of them is for others to ask
                return None
            thing = next(iter(things), None)
            if thing is not None:
                tokens.append((thing, None, piece.glued))
            elif piece.number is not None:
                tokens.append((None, piece.number, piece.glued))
            elif not piece.filler:
                return None
        pairs = paired(tokens)
        numbers = sum(number is not None for _, number, _ in tokens)
        if pairs is None or (numbered and numbers < len(pairs)):
            return None
        counted += pairs
    return counted or None


def paired(tokens: Sequence[tuple[T | None, int | None, bool]]) -> list[tuple[T, int]] | None:
    """Names each with its number: numbers stand before the names or behind, whichever it is throughout.

    A token is a name or a number, and whether nothing stands before it; None when it is not clear.
    """
    behind = numbers_behind(tokens)
    if behind is None:
        return None
    pairs: list[tuple[T, int]] = []
    waiting: int | None = None
    for name, number, _ in tokens if behind else reversed(tokens):
        if name is not None:
            pairs.append((name, 1))
            waiting = len(pairs) - 1
        elif waiting is None or number is None or number > MOST:
            return None
        else:
            pairs[waiting] = (pairs[waiting][0], number)
            waiting = None
    return pairs if behind else pairs[::-1]


def numbers_behind(tokens: Sequence[tuple[object, int | None, bool]]) -> bool | None:
    """Whether each number stands behind its name; None when it cannot be told."""
    if not tokens or all(number is None for _, number, _ in tokens):
        return True
    first, last = tokens[0][1] is not None, tokens[-1][1] is not None
    if first != last:
        return last
    if first:
        return None
    # Names at both ends: what is written without a space belongs together.
    to_name = any(number is not None and glued for _, number, glued in tokens)
    to_next = any(glued and before[1] is not None for before, (_, _, glued) in pairwise(tokens))
    return to_name if to_name or to_next else None


#: What stands in brackets in a name, which often is what a thing costs.
_IN_BRACKETS = r"[(（]([^)）]*)[)）]"


def signature(text: str) -> frozenset[tuple[str, int]] | None:
    """Names with numbers in any order and notation, to be compared with others; None when it names none with numbers.

    >>> signature("靴1帽子2") == signature("帽子2、靴 1"), signature("2hat1shoe") == signature("shoe 1 hat 2")
    (True, True)
    >>> signature("帽子")
    """
    pairs: list[tuple[str, int]] = []
    numbered = False
    for group in re.split(r"[,，、/／+＋]", text):
        tokens: list[tuple[str | None, int | None, bool]] = []
        for unit in units_of(group):
            if unit.digits:
                tokens.append((None, int(unit.key), unit.glued))
                numbered = True
            elif tokens and tokens[-1][0] is not None:
                tokens[-1] = (f"{tokens[-1][0]}{unit.key}", None, tokens[-1][2])
            else:
                tokens.append((unit.key, None, unit.glued))
        more = paired(tokens)
        if more is None:
            return None
        pairs += more
    return frozenset(pairs) if numbered else None


def signatures(name: str) -> Iterator[frozenset[tuple[str, int]]]:
    """The names with numbers that a name is, and those that it has in brackets."""
    for text in (name, *re.findall(_IN_BRACKETS, name)):
        pairs = signature(text)
        if pairs:
            yield pairs


Made = TypeVar("Made")
Of = TypeVar("Of")


def once_each(make: Callable[[Of], Made]) -> Callable[[Of], Made]:
    """``make``, doing its work once for each object; objects of games stay as long as the game."""
    made: dict[int, tuple[Of, Made]] = {}

    def remembered(of: Of) -> Made:
        if id(of) not in made:
            made[id(of)] = (of, make(of))
        return made[id(of)][1]

    return remembered


def vocabulary_of(things: Iterable[tuple[Iterable[str], Any]]) -> Vocabulary:
    """The names of things."""
    vocabulary = Vocabulary()
    for names, thing in things:
        for name in names:
            vocabulary.add(name, ("name", thing))
    return vocabulary
