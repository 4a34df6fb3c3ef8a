"""How texts and questions are cut up, so that they meet: stems, pairs of characters, known words.

A token is a stem of a Latin word, two such stems in a row, a number, a single kanji or a pair of
other Japanese characters (single kanji say what pairs of kanji would); a concept of the glossary
(``@term``) or an everyday word (``~group``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from rulesref.base.folding import (
    fold,
    folded_words,
    in_kana,
    is_kanji,
    is_katakana,
    remembered,
    stem,
    written_words,
)

#: So many Latin words in a row may be one known word.
MOST_WORDS = 4


def kind_of_token(token: str) -> str:
    """The kind of a token.

    >>> [kind_of_token(t) for t in ("@hat", "~cost", "tulip bed", "13", "tulip", "花", "を植", "です")]
    ['concept', 'everyday', 'phrase', 'number', 'latin', 'kanji', 'ending', 'kana']
    """
    if token[0] in "@~":
        return "concept" if token[0] == "@" else "everyday"
    if token.isascii():
        return "phrase" if " " in token else "number" if token.isdigit() else "latin"
    if len(token) == 1:
        return "kanji"
    return "ending" if any(map(is_kanji, token)) else "kana"


def runs(word: str) -> list[str]:
    """A folded word cut where letters, digits and Japanese meet.

    >>> runs("5ap払う")
    ['5', 'ap', '払う']
    """
    return [word] if word.isascii() and word.isalpha() else _RUN.findall(word)


#: Compiled at every start: without ranges beyond ASCII it takes no time.
_RUN = re.compile(r"[a-zA-Z]+|[\x00-@[-`{-\x7f]+|[^\x00-\x7f]+")


def latin_key(text: str) -> str:
    """Latin words as they are looked up: their stems, with spaces.

    >>> latin_key("Red gnomes"), latin_key("2-row beds")
    ('red gnom', '2 row bed')
    """
    return " ".join(stem(run) for word in folded_words(text) for run in runs(word))


def latin_words(text: str) -> set[str]:
    """The Latin words of a text, and their stems.

    >>> sorted(latin_words("2-space tiles"))
    ['spac', 'space', 'til', 'tiles']
    """
    latin = {run for _, _, row, _ in _in_turn(text) for run in row if run.isalpha()}
    return latin.union(map(stem, latin))


#: So many words are remembered as they are looked up: the names of a sheet are looked for in each question.
_REMEMBERED = 8192

#: A word in so few kana stands inside too many others: it must be written in its own script, and
#: is not looked for by how it sounds.
SHORT = 2


@lru_cache(_REMEMBERED)
def lookup_key(word: str) -> str:
    """A known word as it is looked up.

    Latin words by their stems; Japanese folded, but short foreign words in katakana, because their
    hiragana is the ending of something else (たん, れる).

    >>> lookup_key("ソーン"), lookup_key("チューリップ"), lookup_key("いつ"), lookup_key("Red hats")
    ('ソン', 'ちゆりつぷ', 'いつ', 'red hat')
    """
    folded = fold(word)
    if folded.isascii():
        return latin_key(word)
    if len(folded) <= SHORT and ("ー" in word or any(map(is_katakana, word))):
        foreign = "".join(foreign for *_, foreign in written_words(word))
        if all(map(is_katakana, foreign)):
            return foreign
    return folded


#: A known word in a text: from, to, and what it can mean.
KnownSpan = tuple[int, int, Sequence[str]]


class Lexicon:
    """Known words and what each can mean, looked up anywhere in a text (語彙)."""

    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self.words = words
        japanese = [word for word in words if not word.isascii()]
        #: What known Japanese words begin with: nothing else is worth a look.
        self._begun = {word[:end] for word in japanese for end in range(1, len(word) + 1)}
        self._begun_by_two = {word[:2] for word in japanese}
        #: The first of known Latin words in a row.
        self._first = {word.partition(" ")[0] for word in words}
        #: A phrase is looked through as a text that is found and as a question.
        self.anywhere = lru_cache(_REMEMBERED)(self._anywhere)
        self.anywhere_in_row = lru_cache(_REMEMBERED)(self._anywhere_in_row)

    def at(self, text: str, foreign: str, start: int) -> Iterator[tuple[int, Sequence[str]]]:
        """The known words of a Japanese word, see :func:`written_words`, that begin at ``start``: to and meanings.

        A single character counts only when it is a kanji. No word begins or ends within a syllable
        (来ちゃった is no やつ), and none in kana goes from one script to the other.
        """
        if foreign[start] in _CONTINUES:
            return
        begun = self._begun
        for end in range(start + 1, len(text) + 1):
            folded, here = text[start:end], foreign[start:end]
            if folded not in begun and here not in begun:
                return
            meanings = self.words.get(folded) or self.words.get(here)
            if not meanings or (end == start + 1 and not is_kanji(here)):
                continue
            if foreign[end : end + 1] not in _GLIDES and not _mixed(here):
                yield end, meanings

    def _anywhere(self, text: str, foreign: str) -> list[KnownSpan]:
        """Known words in a Japanese word, which may overlap: from, to and meanings."""
        begun = self._begun_by_two
        return [
            (start, end, meanings)
            for start in range(len(text))
            # Single characters or the first two: hardly any word begins here.
            if text[start : start + 2] in begun
            or foreign[start : start + 2] in begun
            or text[start] in begun
            or foreign[start] in begun
            for end, meanings in self.at(text, foreign, start)
        ]

    def spans(self, text: str, foreign: str) -> Iterator[KnownSpan]:
        """Known words in a Japanese word, longest first from the left: from, to and meanings."""
        return _longest(self.anywhere(text, foreign))

    def _anywhere_in_row(self, stems: tuple[str, ...]) -> list[KnownSpan]:
        """Known words among Latin stems, which may overlap: from, to and meanings."""
        return [
            (start, end, meanings)
            for start, first in enumerate(stems)
            if first in self._first
            for end in range(start + 1, min(len(stems), start + MOST_WORDS) + 1)
            if (meanings := self.words.get(" ".join(stems[start:end])))
        ]

    def rows(self, stems: Sequence[str]) -> Iterator[KnownSpan]:
        """Known words among Latin stems, longest first from the left: from, to and meanings."""
        return _longest(self.anywhere_in_row(tuple(stems)))


def _longest(spans: Iterable[KnownSpan]) -> Iterator[KnownSpan]:
    """Of spans from left to right, the longest that begins first, the next after it and so on."""
    reached = 0
    for start, end, meanings in {span[0]: span for span in spans}.values():
        if start >= reached:
            yield start, end, meanings
            reached = end


#: Small kana that belong to the syllable before them, and those that any word may come before.
_GLIDES = frozenset("ゃゅょぁぃぅぇぉャュョァィゥェォ")
_CONTINUES = _GLIDES | {"っ", "ッ"}


def _mixed(written: str) -> bool:
    """Whether something short in kana alone is partly hiragana and partly katakana."""
    return (
        len(written) <= SHORT + 1
        and in_kana(written)
        and len({is_katakana(char) for char in written}) > 1
    )


_NOTHING = Lexicon({})


def tokens_of(
    text: str, glossary: Lexicon = _NOTHING, everyday: Lexicon = _NOTHING
) -> dict[str, None]:
    """The tokens of a text, with the concepts and everyday words in it.

    >>> list(tokens_of("2-row beds"))
    ['2', 'row', 'bed', '2 row', 'row bed']
    >>> list(tokens_of("帽を置く", Lexicon({"帽": ["hat"]})))
    ['@hat', '帽を', 'を置', '置く', '帽', '置']
    """
    tokens: dict[str, None] = {}
    for word, foreign, row, plain in _in_turn(text):
        if word:
            _known(word, foreign, glossary, everyday, tokens)
        if row:
            _in_row(tuple(map(stem, row)), glossary, everyday, tokens)
        tokens.update(plain)
    return tokens


@remembered(_REMEMBERED)
def _in_turn(text: str) -> tuple[tuple[str, str, tuple[str, ...], dict[str, None]], ...]:
    """What a text has in turn: a Japanese word, as in :func:`written_words`, or Latin words in a row; and their plain tokens."""
    turns: list[tuple[str, str, tuple[str, ...], dict[str, None]]] = []
    row: list[str] = []

    def end_row() -> None:
        if row:
            turns.append(("", "", tuple(row), _latin([*map(stem, row)])))
            row.clear()

    for word, _, foreign in written_words(text):
        if not word.isascii():
            turns.append((word, foreign, (), {}))
        for run in runs(word):
            if run.isascii():
                row.append(run)
            else:
                end_row()
                turns.append(("", "", (), _japanese(run)))
    end_row()
    return tuple(turns)


def _known(
    word: str, foreign: str, glossary: Lexicon, everyday: Lexicon, tokens: dict[str, None]
) -> None:
    for _, _, terms in glossary.spans(word, foreign):
        tokens.update(("@" + term, None) for term in terms)
    # Everyday words overlap (どこまで, まで), and each of them may be what a question says.
    for _, _, groups in everyday.anywhere(word, foreign):
        tokens.update(("~" + group, None) for group in groups)


def _in_row(
    stems: Sequence[str], glossary: Lexicon, everyday: Lexicon, tokens: dict[str, None]
) -> None:
    for _, _, terms in glossary.rows(stems):
        tokens.update(("@" + term, None) for term in terms)
    for _, _, groups in everyday.anywhere_in_row(tuple(stems)):
        tokens.update(("~" + group, None) for group in groups)


def _latin(stems: Sequence[str]) -> dict[str, None]:
    """Stems in a row, alone and by twos."""
    return dict.fromkeys((*stems, *(f"{first} {second}" for first, second in pairwise(stems))))


def _japanese(run: str) -> dict[str, None]:
    """What a run of Japanese is looked for by: any two characters but kanji, and each kanji."""
    if len(run) == 1:
        return {run: None}
    twos = (a + b for a, b in pairwise(run) if not (is_kanji(a) and is_kanji(b)))
    return dict.fromkeys((*twos, *filter(is_kanji, run)))
