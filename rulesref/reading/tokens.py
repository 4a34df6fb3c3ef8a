"""How texts and questions are cut up, so that they meet: stems, kanji, and concepts of the glossary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulesref.base.text import words

#: An ending is taken off a word when so many letters stay.
_SHORTEST = 3


def stem(word: str) -> str:
    """An English word without the endings of plural and tense.

    >>> [stem(w) for w in ("canals", "placing", "placed", "boxes", "glass", "digging")]
    ['canal', 'plac', 'plac', 'box', 'glass', 'dig']
    """
    for ending in ("ings", "ing", "ies", "ied", "es", "ed", "s", "e"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= _SHORTEST and not word.endswith("ss"):
            if ending in ("ies", "ied"):
                return rest + "y"
            doubled = rest[-1] == rest[-2] and rest[-1] in "bdfgmnprt"
            return rest[:-1] if doubled else rest
    return word


def kanji(char: str) -> bool:
    """Whether a character is a kanji."""
    return "一" <= char <= "鿿" or char == "々"


def concepts(text: str, vocabulary: Mapping[str, tuple[str, ...]], longest: int) -> Iterator[str]:
    """The concepts named in a text, longest words first from the left."""
    for _, _, terms in mentions(text, vocabulary, longest):
        yield from terms


def mentions(
    text: str, vocabulary: Mapping[str, tuple[str, ...]], longest: int
) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Where a text names concepts: from, to (in the folded text without spaces) and which.

    Latin words count whole, plurals included; a single character counts only when it is a kanji.
    """
    pieces = words(text)
    folded = "".join(pieces)
    edges = {0}
    for piece in pieces:
        edges.add(max(edges) + len(piece))
    start = 0
    while start < len(folded):
        for end in range(min(len(folded), start + longest + 1), start, -1):
            terms = _meaning(folded, start, end, vocabulary, edges)
            if terms:
                yield start, end, terms
                start = end
                break
        else:
            start += 1


def _meaning(
    folded: str, start: int, end: int, vocabulary: Mapping[str, tuple[str, ...]], edges: set[int]
) -> tuple[str, ...]:
    word = folded[start:end]
    terms = vocabulary.get(word) or ()
    if word.isascii():
        whole = _edge(folded, start, edges) and _edge(folded, end, edges)
        if not terms and word.endswith("s") and len(word) > _SHORTEST:
            terms = (
                vocabulary.get(word[:-1])
                or (vocabulary.get(word[:-2]) if word.endswith("es") else ())
                or ()
            )
        return terms if whole else ()
    if end - start == 1 and not kanji(word):
        return ()
    return terms


def _edge(folded: str, place: int, edges: set[int]) -> bool:
    """Whether a Latin word may begin or end here."""
    if place in edges:
        return True
    return not (folded[place - 1].isascii() and folded[place].isascii())
