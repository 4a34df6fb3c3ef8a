"""Cuts a question up (問いの語): its words, and which of them only make it a question."""

from __future__ import annotations

from functools import cache, lru_cache

from rulesref.base.folding import kept, stem, word_lists, words, written_words
from rulesref.base.frozen import frozen
from rulesref.base.text import LANGS, narrow
from rulesref.search.analysis import runs

#: Longest question that is looked at, in characters; the rest is ignored.
LONGEST = 300


@frozen
class QueryWord:
    """A written word (語): folded, as written and as foreign words in it are looked for, see ``written_words``.

    ``stop`` has ``1`` for each character of a stop word.
    """

    text: str
    written: str
    foreign: str
    stop: str

    def part(self, start: int, end: int) -> QueryWord:
        """The characters from ``start`` to ``end`` as a word of their own."""
        cut_out = slice(start, end)
        return QueryWord(
            self.text[cut_out], self.written[cut_out], self.foreign[cut_out], self.stop[cut_out]
        )


@frozen
class Query:
    """A question as search sees it."""

    text: str
    folded: str
    words: tuple[QueryWord, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing is left to look for."""
        return not self.folded

    @property
    def subject(self) -> str:
        """What it is about, folded: all but stop words."""
        return "".join(
            char
            for word in self.words
            for char, stop in zip(word.text, word.stop, strict=True)
            if stop == "0"
        )


def language_of(question: str) -> str | None:
    """The language a question is written in; None when it does not show.

    >>> language_of("帽子の色"), language_of("hat colour"), language_of("13")
    ('ja', 'en', None)
    """
    if any("぀" <= char <= "ヿ" or "㐀" <= char <= "鿿" or "ｦ" <= char <= "ﾟ" for char in question):
        return "ja"
    return "en" if any(char.isalpha() for char in question) else None


#: So many words stay looked up.
_MOST_WORDS = 8192


def parse_query(text: str) -> Query:
    """The question in ``text``, cut up. Half characters, which no encoding can hold, are spaces."""
    clean = "".join(" " if "\ud800" <= char <= "\udfff" else char for char in text[:LONGEST])
    flat = narrow(clean).casefold()
    for courtesy in _courtesies():
        if courtesy in flat:
            flat = flat.replace(courtesy, " ")
    pieces = tuple(_word(*word) for word in written_words(flat))
    return Query(clean, "".join(word.text for word in pieces), pieces)


@kept
def _courtesies() -> list[str]:
    """What people say without asking anything, the longest first."""
    return sorted(
        (phrase for lang in LANGS for phrase in word_lists(lang, "words")["courtesies"]),
        key=len,
        reverse=True,
    )


@cache
def stop_words() -> frozenset[str]:
    """The words that say nothing about the subject, first names among them."""
    return words("stop-words") | words("people")


@kept
def _stop_stems() -> list[str]:
    return sorted(set(map(stem, stop_words())))


@cache
def stop_stems() -> frozenset[str]:
    """The stems of such words."""
    return frozenset(_stop_stems())


def is_stop_word(word: str) -> bool:
    """Whether a Latin word says nothing about the subject, in any of its forms."""
    return word in stop_words() or stem(word) in stop_stems()


@lru_cache(_MOST_WORDS)
def _word(folded: str, written: str, foreign: str) -> QueryWord:
    if folded.isascii() and folded.isalpha():  # most of English
        return QueryWord(
            folded, written, foreign, ("1" if is_stop_word(folded) else "0") * len(folded)
        )
    stop = [False] * len(folded)
    blank = _without_stop_phrases(written)
    start = 0
    for run in runs(folded):
        for i in range(start, start + len(run)):
            stop[i] = is_stop_word(run) if run.isascii() else blank[i] == " "
        start += len(run)
    return QueryWord(folded, written, foreign, "".join("1" if only else "0" for only in stop))


@kept
def _stop_phrases() -> list[str]:
    """The stop phrases as they are written, but with large kana alone, the longest first."""
    phrases = {
        "".join(written for _, written, _ in written_words(phrase)).translate(_LARGE)
        for phrase in word_lists("ja", "words")["stop-phrases"]
    }
    return sorted(phrases, key=lambda phrase: (-len(phrase), phrase))


def _without_stop_phrases(word: str) -> str:
    """A Japanese word or sentence with the stop phrases in it blanked out."""
    # Only phrases in hiragana are taken out: one in katakana is somebody's subject.
    plain = word.translate(_LARGE)
    for phrase in _stop_phrases():
        if phrase in plain:
            plain = plain.replace(phrase, " " * len(phrase))
    return plain


_LARGE = str.maketrans("ぁぃぅぇぉっゃゅょ", "あいうえおつやゆよ")
