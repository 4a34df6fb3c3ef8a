"""The search index of a game: which tokens each entry has, and how much they say about it.

Made when a snapshot is written. ``tokens_of`` is shared with the search itself, so that a question
and an entry are cut up alike.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesref.base.text import fold, words

#: Weight of a token by where it stands in an entry.
TITLE, ALIAS, TERM, TEXT, EXAMPLE, TOPIC = 8, 8, 5, 2, 1, 2
_MOST = 250

_LATIN = re.compile(r"[a-z0-9]+")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")


def stem(word: str) -> str:
    """An English word without the endings of plural and tense.

    >>> [stem(w) for w in ("canals", "placing", "placed", "boxes", "glass", "digging")]
    ['canal', 'plac', 'plac', 'box', 'glass', 'dig']
    """
    for ending in ("ings", "ing", "ies", "ied", "es", "ed", "s", "e"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) >= 3 and not word.endswith("ss"):
            if ending in ("ies", "ied"):
                return rest + "y"
            if ending == "es" and rest[-1] not in "sxzho":
                return rest
            return _DOUBLED.sub(r"\1", rest)
    return word


def tokens_of(text: str) -> list[str]:
    """The search tokens of a text: stems of Latin words, numbers, pairs of Japanese characters.

    >>> tokens_of("2-space canals"), tokens_of("橋を置く")
    (['2', 'spac', 'canal'], ['橋を', 'を置', '置く'])
    """
    found: list[str] = []
    for word in words(text):
        for part in re.findall(r"[a-z0-9]+|[^a-z0-9]+", word):
            if part[0].isascii():
                found.extend(stem(p) for p in re.findall(r"[a-z]+|[0-9]+", part))
            elif len(part) == 1:
                found.append(part)
            else:
                found.extend(part[i : i + 2] for i in range(len(part) - 1))
    return found


@dataclass(frozen=True, slots=True)
class Document:
    """One thing a question can find."""

    kind: str
    id: str
    #: Folded titles and aliases: a question that is one of them means this entry.
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """Everything search needs to know of one game."""

    documents: tuple[Document, ...]
    #: token -> pairs of document number and weight, flat.
    postings: Mapping[str, bytes]
    #: folded word -> terms it can mean
    words: Mapping[str, tuple[str, ...]]


def make_index(data: Mapping[str, Any]) -> Index:
    """The index of a game's checked data."""
    vocabulary = _vocabulary(data.get("glossary", ()))
    longest = max(map(len, vocabulary), default=0)
    topics = {topic["id"]: topic for topic in data["game"]["topics"]}
    documents: list[Document] = []
    postings: dict[str, array[int]] = defaultdict(lambda: array("H"))
    for kind, entry, fields in _documents(data, topics):
        number = len(documents)
        names = dict.fromkeys(fold(name) for name in fields.names)
        documents.append(Document(kind, entry["id"], tuple(name for name in names if name)))
        for token, weight in fields.weights(vocabulary, longest).items():
            postings[token].extend((number, min(weight, _MOST)))
    packed = {token: pairs.tobytes() for token, pairs in postings.items()}
    return Index(tuple(documents), packed, vocabulary)


@dataclass(frozen=True, slots=True)
class _Fields:
    """The texts of an entry with their weights; the best weight of a token counts."""

    names: tuple[str, ...]
    texts: tuple[tuple[str, int], ...]
    terms: tuple[str, ...]

    def weights(self, vocabulary: Mapping[str, tuple[str, ...]], longest: int) -> Counter[str]:
        found: Counter[str] = Counter()
        for text, weight in self.texts:
            here: dict[str, int] = dict.fromkeys(tokens_of(text), weight)
            for term in dict.fromkeys(concepts(fold(text), vocabulary, longest)):
                here["@" + term] = weight
            for token, amount in here.items():
                found[token] = max(found[token], amount) + (1 if token in found else 0)
        for term in self.terms:
            found["@" + term] = max(found["@" + term], TERM) + 1
        return found


def _documents(
    data: Mapping[str, Any], topics: Mapping[str, Any]
) -> Iterator[tuple[str, Any, _Fields]]:
    for rule in data.get("rules", ()):
        names = [*rule["title"].values(), *_aliases(rule)]
        texts = [*((name, TITLE) for name in names), (rule["id"].replace("-", " "), TITLE)]
        texts += [(text, TOPIC) for text in topics[rule["topic"]]["name"].values()]
        texts += [(point[lang], TEXT) for point in rule["points"] for lang in ("ja", "en")]
        texts += [(text, EXAMPLE) for text in rule.get("example", {}).values()]
        yield "rule", rule, _Fields((rule["id"], *names), tuple(texts), tuple(rule["terms"]))
    for table in data.get("tables", ()):
        names = [*table["title"].values(), *_aliases(table)]
        texts = [(name, ALIAS) for name in names]
        texts += [(text, TEXT) for c in table.get("columns", ()) for text in c["name"].values()]
        yield "table", table, _Fields((table["id"], *names), tuple(texts), ())
    for calculator in data.get("calculators", ()):
        names = [*calculator["name"].values(), *_aliases(calculator)]
        texts = [(name, ALIAS) for name in names]
        texts += [(text, TEXT) for text in calculator["about"].values()]
        yield "calculator", calculator, _Fields((calculator["id"], *names), tuple(texts), ())


def _aliases(entry: Any) -> Iterable[str]:
    return [word for words_ in entry.get("aliases", {}).values() for word in words_]


def _vocabulary(glossary: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """Every folded word of the glossary and the concepts it can mean."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for term in glossary:
        synonyms = term["synonyms"]
        for word in (term["ja"], term["reading"], term["en"], term["id"], *synonyms.get("ja", ()),
                     *synonyms.get("en", ())):  # fmt: skip
            folded = fold(word)
            if folded:
                found[folded][term["id"]] = None
    return {word: tuple(terms) for word, terms in found.items()}


def concepts(
    folded: str, vocabulary: Mapping[str, tuple[str, ...]], longest: int
) -> Iterator[str]:
    """The concepts named in a folded text, longest words first from the left.

    A single character counts only when it is a kanji; Latin words must match whole stems.
    """
    start = 0
    while start < len(folded):
        for end in range(min(len(folded), start + longest), start, -1):
            word = folded[start:end]
            if word in vocabulary and _stands(folded, start, end):
                yield from vocabulary[word]
                start = end
                break
        else:
            start += 1


def _stands(folded: str, start: int, end: int) -> bool:
    word = folded[start:end]
    if end - start == 1:
        return "一" <= word <= "鿿"
    if word.isascii():
        # Folded Latin text has no spaces; short words inside longer ones mean nothing.
        inside = (start > 0 and folded[start - 1].isascii()) or (
            end < len(folded) and folded[end].isascii() and folded[end] != "s"
        )
        return not inside or len(word) >= 5
    return True


def latin(text: str) -> bool:
    """Whether a folded word is Latin."""
    return bool(_LATIN.fullmatch(text))
