"""How texts and questions are cut up, so that they meet: stems, pairs of characters, known words.

A token is a stem of a Latin word, two such stems in a row, a number, a single kanji or a pair of
other Japanese characters (single kanji say what pairs of kanji would); a concept of the glossary
(``@term``) or an everyday word (``~group``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from rulesref.base.text import words

#: An ending is taken off a word when so many letters stay.
_SHORTEST = 3
#: So many Latin words in a row may be one known word.
MOST_WORDS = 4

#: How much a token says by its kind; see :func:`kind_of`.
SAYS = {
    "concept": 1.68, "everyday": 1.41, "latin": 2.0, "phrase": 0.4, "number": 1.61,
    "kanji": 0.73, "kana": 0.49, "ending": 0.21,
}  # fmt: skip


@cache
def stem(word: str) -> str:
    """An English word without the endings of plural and tense.

    >>> [stem(w) for w in ("canals", "placing", "placed", "boxes", "glass", "digging", "colours")]
    ['canal', 'plac', 'plac', 'box', 'glass', 'dig', 'color']
    """
    word = _american(word)
    for ending in ("ings", "ing", "ies", "ied", "es", "ed", "s", "e"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= _SHORTEST and not word.endswith("ss"):
            if ending in ("ies", "ied"):
                return rest + "y"
            doubled = rest[-1] == rest[-2] and rest[-1] in "bdfgmnprt"
            return rest[:-1] if doubled else rest
    return word


def _american(word: str) -> str:
    """One spelling for words that are written in two ways; what is no word may change alike."""
    if word == "grey":
        return "gray"
    if len(word) >= _LONG and ("our" in word or "isation" in word):
        return word.replace("our", "or").replace("isation", "ization")
    return word


#: Shorter words with these letters are others (four, hour).
_LONG = 6


def kanji(char: str) -> bool:
    """Whether a character is a kanji."""
    return "一" <= char <= "鿿" or char == "々"


def kind_of(token: str) -> str:
    """The kind of a token, as it stands in ``SAYS``.

    >>> [kind_of(t) for t in ("@bridge", "~cost", "canal til", "13", "canal", "神", "を置", "です")]
    ['concept', 'everyday', 'phrase', 'number', 'latin', 'kanji', 'ending', 'kana']
    """
    if token[0] in "@~":
        return "concept" if token[0] == "@" else "everyday"
    if token.isascii():
        return "phrase" if " " in token else "number" if token.isdigit() else "latin"
    if len(token) == 1:
        return "kanji"
    return "ending" if any(map(kanji, token)) else "kana"


def runs(word: str) -> list[str]:
    """A folded word cut where letters, digits and Japanese meet.

    >>> runs("5ap払う")
    ['5', 'ap', '払う']
    """
    found: list[str] = []
    before = ""
    for char in word:
        script = ("letter" if char.isalpha() else "digit") if char.isascii() else "other"
        if script == before:
            found[-1] += char
        else:
            found.append(char)
        before = script
    return found


def latin_key(text: str) -> str:
    """Latin words as they are looked up: their stems, with spaces.

    >>> latin_key("Royal favors"), latin_key("2-space tile")
    ('royal favor', '2 spac til')
    """
    return " ".join(stem(run) for word in words(text) for run in runs(word))


def latin_words(text: str) -> set[str]:
    """The Latin words of a text, and their stems.

    >>> sorted(latin_words("2-space tiles"))
    ['spac', 'space', 'til', 'tiles']
    """
    found = {run for word in words(text) for run in runs(word) if run.isascii() and run.isalpha()}
    return found | {stem(word) for word in found}


class Lexicon:
    """Known words and what each can mean, looked up anywhere in a text (語彙)."""

    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self.words = words
        #: What known Japanese words begin with: nothing else is worth a look.
        self._begun = {
            word[:end] for word in words if not word.isascii() for end in range(1, len(word) + 1)
        }

    def at(self, text: str, start: int) -> Iterator[tuple[int, Sequence[str]]]:
        """The known words of a Japanese text that begin at ``start``: to and meanings.

        A single character counts only when it is a kanji.
        """
        for end in range(start + 1, len(text) + 1):
            if text[start:end] not in self._begun:
                return
            found = self.words.get(text[start:end])
            if found and (end > start + 1 or kanji(text[start])):
                yield end, found

    def spans(self, text: str) -> Iterator[tuple[int, int, Sequence[str]]]:
        """Known words in a Japanese text, longest first from the left: from, to and meanings."""
        start = 0
        while start < len(text):
            found = [None, *self.at(text, start)][-1]
            if found:
                yield start, *found
            start = found[0] if found else start + 1

    def rows(self, stems: Sequence[str]) -> Iterator[tuple[int, int, Sequence[str]]]:
        """Known words among Latin stems, longest first from the left: from, to and meanings."""
        start = 0
        while start < len(stems):
            for end in range(min(len(stems), start + MOST_WORDS), start, -1):
                found = self.words.get(" ".join(stems[start:end]))
                if found:
                    yield start, end, found
                    start = end
                    break
            else:
                start += 1


_NOTHING = Lexicon({})


def tokens_of(
    text: str, glossary: Lexicon = _NOTHING, everyday: Lexicon = _NOTHING
) -> dict[str, None]:
    """The tokens of a text, with the concepts and everyday words in it.

    >>> list(tokens_of("2-space canals"))
    ['2', 'spac', 'canal', '2 spac', 'spac canal']
    >>> list(tokens_of("橋を置く", Lexicon({"橋": ["bridge"]})))
    ['@bridge', '橋を', 'を置', '置く', '橋', '置']
    """
    found: dict[str, None] = {}
    row: list[str] = []
    for word in words(text):
        if not word.isascii():
            _known(word, glossary, everyday, found)
        for run in runs(word):
            if run.isascii():
                row.append(stem(run))
            else:
                _latin(row, glossary, everyday, found)
                row.clear()
                _japanese(run, found)
    _latin(row, glossary, everyday, found)
    return found


def _known(word: str, glossary: Lexicon, everyday: Lexicon, found: dict[str, None]) -> None:
    for _, _, terms in glossary.spans(word):
        found.update(("@" + term, None) for term in terms)
    # Everyday words overlap (どこまで, まで), and each of them may be what a question says.
    for start in range(len(word)):
        for _, groups in everyday.at(word, start):
            found.update(("~" + group, None) for group in groups)


def _latin(
    stems: Sequence[str], glossary: Lexicon, everyday: Lexicon, found: dict[str, None]
) -> None:
    for _, _, terms in glossary.rows(stems):
        found.update(("@" + term, None) for term in terms)
    for start in range(len(stems)):
        found[stems[start]] = None
        for end in range(start + 1, min(len(stems), start + MOST_WORDS) + 1):
            groups = everyday.words.get(" ".join(stems[start:end]), ())
            found.update(("~" + group, None) for group in groups)
    for first, second in pairwise(stems):
        found[f"{first} {second}"] = None


def _japanese(run: str, found: dict[str, None]) -> None:
    if len(run) == 1:
        found[run] = None
        return
    found.update((a + b, None) for a, b in pairwise(run) if not (kanji(a) and kanji(b)))
    found.update((char, None) for char in run if kanji(char))
