"""Finds the game that a question names, and takes its name out of the question."""

from __future__ import annotations

from rulesref.base.folding import fold
from rulesref.base.frozen import frozen
from rulesref.base.kana import hiragana
from rulesref.library.library import Library, Shelf
from rulesref.search.analysis import runs
from rulesref.search.index_reader import IndexReader
from rulesref.search.query import Query, QueryWord
from rulesref.search.spelling import slips_between


def readers_of(library: Library) -> list[tuple[Shelf, IndexReader]]:
    """The shelves with what answers questions to them."""
    return [(shelf, IndexReader(shelf.connection)) for shelf in library.shelves]


def named_game(library: Library, query: Query) -> tuple[str | None, Query]:
    """The game that a question names, and the question without its name.

    The name itself stays when there is nothing else.
    """
    spans = _latin_spans(query) | _japanese_spans(query)
    best: tuple[int, str, NameSpan] | None = None
    for shelf, reader in readers_of(library):
        for name, n in reader.names(list(spans)):
            span = spans[name]
            if best is None or len(name) >= best[0]:
                best = (len(name), library.at(shelf, n).id, span)
    if best is None:
        best = _misspelt_name(library, query)
    if best is None:
        return None, query
    rest = _without(query, best[2])
    return best[1], query if rest.empty else rest


@frozen
class NameSpan:
    """Where something stands in a question: from a word and character to another."""

    first: tuple[int, int]
    last: tuple[int, int]


#: A name as short as one character stands in too many questions.
_SHORTEST_NAME = 2
_LONGEST_NAME = 20
_WORDS_OF_NAME = 5
#: Shorter names are not looked for when they are misspelt.
_CLEAR_NAME = 5


def _latin_spans(query: Query) -> dict[str, NameSpan]:
    """Every row of Latin words, joined; a single word also as the kana it may be romaji for."""
    spans: dict[str, NameSpan] = {}
    row: list[tuple[str, int, int]] = []
    for i, word in enumerate(query.words):
        start = 0
        for run in runs(word.text):
            if not run.isascii():
                row.clear()
            else:
                row.append((run, i, start))
                for j in range(max(0, len(row) - _WORDS_OF_NAME), len(row)):
                    name = "".join(run for run, _, _ in row[j:])
                    span = NameSpan(row[j][1:], (i, start + len(run)))
                    spans[name] = span
                    kana = hiragana(name) if len(name) >= _CLEAR_NAME else None
                    if kana:
                        spans.setdefault(fold(kana), span)
            start += len(run)
    return {name: span for name, span in spans.items() if len(name) >= _SHORTEST_NAME}


def _japanese_spans(query: Query) -> dict[str, NameSpan]:
    """Every part of a Japanese word."""
    return {
        word.text[start:end]: NameSpan((i, start), (i, end))
        for i, word in enumerate(query.words)
        if not word.text.isascii()
        for start in range(len(word.text))
        for end in range(start + _SHORTEST_NAME, min(len(word.text), start + _LONGEST_NAME) + 1)
        if not word.text[start:end].isascii()
    }


def _misspelt_name(library: Library, query: Query) -> tuple[int, str, NameSpan] | None:
    """A game whose Latin name is misspelt in a word that no game uses."""
    readers = readers_of(library)
    spans = {n: s for n, s in _latin_spans(query).items() if n.isascii() and len(n) >= _CLEAR_NAME}
    known = set().union(*(reader.known(list(spans)) for _, reader in readers)) if spans else set()
    for typed, span in spans.items():
        if typed in known:
            continue
        for shelf, reader in readers:
            for name, n in reader.names_from(typed[0]):
                if len(name) >= _CLEAR_NAME and _slip_of(typed, name):
                    return len(name), library.at(shelf, n).id, span
    return None


def _slip_of(typed: str, name: str) -> bool:
    """Whether a name is misspelt, by a slip or by how it sounds (meksika)."""
    return slips_between(typed, name, 1) == 1 or _spoken(typed) == _spoken(name)


def _spoken(word: str) -> str:
    for letters, sound in (("x", "ks"), ("ph", "f"), ("c", "k"), ("y", "i"), ("z", "s")):
        word = word.replace(letters, sound)
    return word


def _without(query: Query, span: NameSpan) -> Query:
    words: list[QueryWord] = []
    for i, word in enumerate(query.words):
        start = span.first[1] if i == span.first[0] else 0 if i > span.first[0] else len(word.text)
        end = span.last[1] if i == span.last[0] else len(word.text) if i < span.last[0] else 0
        kept = [word] if start >= end else [word.part(0, start), word.part(end, len(word.text))]
        words.extend(part for part in kept if part.text)
    return Query(query.text, "".join(word.text for word in words), tuple(words))
