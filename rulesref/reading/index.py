"""The search index of a game: which tokens each entry has, and how much they say about it.

Made when a snapshot is written. Tokens are pairs of Japanese characters, single kanji, stems of
Latin words, numbers, and concepts of the glossary (``@term``). The search cuts questions up with
the same functions.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulesref.base.text import fold, words
from rulesref.base.values import value
from rulesref.reading.tokens import concepts, kanji, stem

#: Weight of a token by where it stands in an entry.
TITLE, ALIAS, TERM, TEXT, EXAMPLE, TOPIC = 10, 8, 5, 3, 1, 2
#: Further places where a token stands add this much.
AGAIN = 1
_MOST = 30

_PARTS = re.compile(r"[a-z]+|[0-9]+|[^a-z0-9]+")


def tokens_of(text: str) -> list[str]:
    """The search tokens of a text.

    >>> tokens_of("2-space canals"), tokens_of("橋を置く")
    (['2', 'spac', 'canal'], ['橋を', 'を置', '置く', '橋', '置'])
    """
    found: list[str] = []
    for word in words(text):
        for part in _PARTS.findall(word):
            found.extend(_tokens(part))
    return found


def _tokens(part: str) -> list[str]:
    if part[0].isascii():
        return [stem(part)]
    if len(part) == 1:
        return [part]
    pairs = [part[i : i + 2] for i in range(len(part) - 1)]
    return pairs + [char for char in part if kanji(char)]


@value
class Document:
    """One thing a question can find.

    ``kind`` is ``rule``, ``table``, ``row`` or ``calculator``; ``id`` of a row is table/number.
    """

    kind: str
    id: str
    #: Folded titles and aliases: a question that is one of them means this entry.
    names: tuple[str, ...]


@value
class Index:
    """Everything search needs to know of one game."""

    documents: tuple[Document, ...]
    #: token -> pairs of document number and weight, flat.
    postings: Mapping[str, bytes]
    #: folded word -> terms it can mean
    words: Mapping[str, tuple[str, ...]]


def make_index(data: Mapping[str, Any]) -> Index:
    """The index of a game's checked data."""
    vocabulary = vocabulary_of(data.get("glossary", ()))
    longest = max(map(len, vocabulary), default=0)
    documents: list[Document] = []
    postings: dict[str, array[int]] = defaultdict(lambda: array("H"))
    for kind, entry, fields in _documents(data):
        number = len(documents)
        names = dict.fromkeys(fold(name) for name in fields.names)
        documents.append(Document(kind, entry, tuple(name for name in names if name)))
        for token, weight in fields.weights(vocabulary, longest).items():
            postings[token].extend((number, min(weight, _MOST)))
    packed = {token: pairs.tobytes() for token, pairs in postings.items()}
    return Index(tuple(documents), packed, vocabulary)


@value
class _Fields:
    """The texts of an entry with their weights; the best weight of a token counts most."""

    names: tuple[str, ...]
    texts: tuple[tuple[str, int], ...]
    terms: tuple[str, ...] = ()

    def weights(self, vocabulary: Mapping[str, tuple[str, ...]], longest: int) -> dict[str, int]:
        found: dict[str, int] = {}
        for text, weight in self.texts:
            here = dict.fromkeys(tokens_of(text))
            here |= {"@" + term: None for term in concepts(text, vocabulary, longest)}
            for token in here:
                old = found.get(token)
                found[token] = weight if old is None else max(old, weight) + AGAIN
        for term in self.terms:
            token = "@" + term
            found[token] = max(found.get(token, 0), TERM) + AGAIN
        return found


def _documents(data: Mapping[str, Any]) -> Iterator[tuple[str, str, _Fields]]:
    topics = {topic["id"]: topic for topic in data["game"]["topics"]}
    disputed = _questions(data.get("rulings", ()))
    for rule in data.get("rules", ()):
        yield "rule", rule["id"], _rule(rule, topics[rule["topic"]], disputed.get(rule["id"], ()))
    for table in data.get("tables", ()):
        names = [table["id"], *table["title"].values(), *_aliases(table)]
        texts = [(name, ALIAS) for name in names]
        texts += [(text, TEXT) for c in table.get("columns", ()) for text in c["name"].values()]
        yield "table", table["id"], _Fields(tuple(names), tuple(texts))
        yield from _rows(table)
    for calculator in data.get("calculators", ()):
        names = [calculator["id"], *calculator["name"].values(), *_aliases(calculator)]
        texts = [(name, ALIAS) for name in names]
        texts += [(text, TEXT) for text in calculator["about"].values()]
        yield "calculator", calculator["id"], _Fields(tuple(names), tuple(texts))


def _questions(rulings: Iterable[Any]) -> dict[str, list[str]]:
    """For each entry the questions of the disputed points it is concerned with."""
    found: dict[str, list[str]] = defaultdict(list)
    for ruling in rulings:
        for rule in ruling["rules"][:1]:
            found[rule] += [*ruling["question"].values(), *_aliases(ruling)]
    return found


def _rule(rule: Any, topic: Any, questions: Iterable[str]) -> _Fields:
    names = [rule["id"], *rule["title"].values(), *_aliases(rule), *questions]
    texts = [(text, TITLE) for text in rule["title"].values()]
    texts += [(text, ALIAS) for text in (rule["id"].replace("-", " "), *_aliases(rule), *questions)]
    texts += [(text, TOPIC) for text in (*topic["name"].values(), *_aliases(topic))]
    texts += [(point[lang], TEXT) for point in rule["points"] for lang in ("ja", "en")]
    texts += [(text, EXAMPLE) for text in rule.get("example", {}).values()]
    return _Fields(tuple(names), tuple(texts), tuple(rule["terms"]))


def _rows(table: Any) -> Iterator[tuple[str, str, _Fields]]:
    """Rows that have a name of their own: those keyed by a code or with aliases."""
    columns = {column["id"]: column for column in table.get("columns", ())}
    for number, raw in enumerate(table.get("rows", ())):
        row = raw if isinstance(raw, dict) else dict(zip(columns, raw, strict=True))
        names = [*_aliases(row)]
        for key in table["key"]:
            cell = row.get(key)
            read = cell if isinstance(cell, dict) else columns[key].get("values", {}).get(cell)
            names += read.values() if read else []
        if names:
            texts = [(name, ALIAS) for name in names]
            texts += [(text, TEXT) for c in columns.values() for text in c["name"].values()]
            texts += [(text, TOPIC) for text in table["title"].values()]
            yield "row", f"{table['id']}/{number}", _Fields(tuple(names), tuple(texts))


def _aliases(entry: Any) -> list[str]:
    return [word for found in entry.get("aliases", {}).values() for word in found]


def vocabulary_of(glossary: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """Every folded word of the glossary and the concepts it can mean."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for term in glossary:
        synonyms = term["synonyms"]
        for word in (term["ja"], term["reading"], term["en"], term["id"],
                     *synonyms.get("ja", ()), *synonyms.get("en", ())):  # fmt: skip
            folded = fold(word)
            if folded:
                found[folded][term["id"]] = None
    return {word: tuple(terms) for word, terms in found.items()}
