"""The search index of a game: which tokens stand in which phrases of which entry.

Made when a snapshot is written. An entry is a row of phrases (its titles, aliases, points and so
on); a phrase keeps the field it stands in and its language, so that the search can weigh them and
say by what an entry was found. The search cuts questions up with the same functions.
"""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, compress
from typing import Any

from rulesref.base.kana import sounds
from rulesref.base.text import LANGS, fold
from rulesref.base.values import value
from rulesref.reading.everyday import everyday
from rulesref.reading.readings import reading_of
from rulesref.reading.tokens import SAYS, kind_of, latin_key, latin_words, tokens_of

#: The fields of an entry. Their numbers stand in snapshots: the order never changes.
FIELDS = ("title", "alias", "question", "id", "point", "example", "topic", "terms", "column")
#: Added to the number of a field for a phrase in English, and for one of no language.
ENGLISH, NEITHER = 16, 32
#: How much rarer tokens say more than common ones.
RARITY = 0.34


@value
class Index:
    """Everything search needs to know of one game."""

    #: Kind (``rule``, ``table``, ``row`` or ``calculator``) and id of all that can be found; rule
    #: entries come first. The id of a row is table/number.
    documents: tuple[tuple[str, str], ...]
    #: How many of them are rule entries.
    rules: int
    #: How long each document is: 64 for one of average length.
    sizes: bytes
    #: Of each phrase: its document (two bytes), its field and how much it says.
    places: bytes
    fields: bytes
    lengths: bytes
    #: token -> how many rule entries have it, and the phrases, see :func:`packed`.
    postings: Mapping[str, tuple[int, bytes]]
    #: folded word -> terms it can mean
    words: Mapping[str, tuple[str, ...]]
    #: what questions are searched for -> terms it can mean
    meanings: Mapping[str, tuple[str, ...]]
    #: The Latin words of its texts, and their stems.
    spelling: frozenset[str]


def rarity(many: int, rules: int) -> float:
    """How much a token says that ``many`` of so many entries have."""
    return float(math.log(1 + max(0.0, rules - many + 0.5) / (many + 0.5)) ** RARITY)


def packed(numbers: Iterable[int]) -> bytes:
    """Ascending numbers as steps of a byte; the highest bytes only step on, see ``_STEPS``.

    >>> list(packed([3, 5, 300, 900]))
    [3, 2, 240, 55, 241, 120]
    """
    found = bytearray()
    before = 0
    for number in numbers:
        step = number - before
        while step >= _ON:
            leap = min((step // _ON).bit_length() - 1, _BYTE - _ON)
            found.append(_ON + leap)
            step -= _ON << leap
        found.append(step)
        before = number
    return bytes(found)


def unpacked(steps: bytes) -> list[int]:
    """The numbers of :func:`packed`.

    >>> unpacked(packed([0, 3, 3 + 255, 100_000]))
    [0, 3, 258, 100000]
    """
    return list(compress(accumulate(map(_STEPS.__getitem__, steps)), steps.translate(_STANDS)))


_BYTE = 255
#: From here on bytes only step on: by this much, twice as much and so on.
_ON = 240
#: How far each byte steps, and which bytes stand for a number.
_STEPS = (*range(_ON), *(_ON << leap for leap in range(_BYTE - _ON + 1)))
_STANDS = bytes([1] * _ON + [0] * (_BYTE - _ON + 1))
#: What a document of average length is written as.
AVERAGE = 64
#: A phrase that says more than this counts as no longer.
LONGEST = 64


def make_index(data: Mapping[str, Any]) -> Index:
    """The index of a game's checked data."""
    meanings = _meanings(data.get("glossary", ()))
    common = everyday()
    documents: list[tuple[str, str]] = []
    places, fields = array("H"), bytearray()
    phrases: dict[str, list[int]] = defaultdict(list)
    spelling: set[str] = set()
    for kind, entry, texts in _documents(data):
        for field, lang, text in texts:
            if not isinstance(text, dict):
                spelling |= latin_words(text)
            found = text if isinstance(text, dict) else tokens_of(text, meanings, common)
            for token in found:
                if field not in _LONG or kind_of(token) not in _NEIGHBOURS:
                    phrases[token].append(len(places))
            places.append(len(documents))
            fields.append(FIELDS.index(field) + {"ja": 0, "en": ENGLISH}.get(lang, NEITHER))
        documents.append((kind, entry))
    rules = sum(kind == "rule" for kind, _ in documents)
    phrases = {token: numbers for token, numbers in phrases.items() if _says(token, numbers)}
    many = {
        t: len({places[n] for n in numbers if places[n] < rules}) for t, numbers in phrases.items()
    }
    lengths = _lengths(phrases, many, rules, len(places))
    return Index(
        documents=tuple(documents),
        rules=rules,
        sizes=_sizes(lengths, places, len(documents), rules),
        places=places.tobytes(),
        fields=bytes(fields),
        lengths=bytes(min(LONGEST, round(length)) for length in lengths),
        postings={token: (many[token], packed(numbers)) for token, numbers in phrases.items()},
        words=vocabulary_of(data.get("glossary", ())),
        meanings=meanings,
        spelling=frozenset(
            spelling | {w for key in meanings if key.isascii() for w in key.split()}
        ),
    )


def _says(token: str, numbers: Sequence[int]) -> bool:
    """Whether a token is worth keeping: chance neighbours that stand together once are not."""
    return len(numbers) > 1 or kind_of(token) not in ("phrase", "ending")


#: What stands side by side says something in a title; in a text it mostly does so by chance, and
#: takes a tenth of the wheel.
_LONG = ("point", "example")
_NEIGHBOURS = ("phrase", "ending", "kana")


def _lengths(
    phrases: Mapping[str, Iterable[int]], many: Mapping[str, int], rules: int, size: int
) -> list[float]:
    """How much each phrase says: all its tokens by kind and rarity."""
    lengths = [0.0] * size
    for token, numbers in phrases.items():
        weight = SAYS[kind_of(token)] * rarity(many[token], rules)
        for number in numbers:
            lengths[number] += weight
    return lengths


def _sizes(lengths: Sequence[float], places: Sequence[int], documents: int, rules: int) -> bytes:
    sizes = [0.0] * documents
    for place, length in zip(places, lengths, strict=True):
        sizes[place] += length
    average = sum(sizes[:rules]) / max(1, rules) or 1
    return bytes(min(_BYTE, round(AVERAGE * size / average)) for size in sizes)


Texts = list[tuple[str, str, Any]]


def _documents(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Texts]]:
    """Kind, id and phrases (field, language, text) of everything that can be found."""
    topics = {topic["id"]: topic for topic in data["game"]["topics"]}
    disputed = _questions(data.get("rulings", ()))
    for rule in data.get("rules", ()):
        yield _rule(rule, topics[rule["topic"]], disputed.get(rule["id"], ()))
    for table in data.get("tables", ()):
        named = [("en", table["id"].replace("-", " ")), *_pair(table["title"]), *_aliases(table)]
        texts = [("alias", lang, text) for lang, text in named]
        texts += [("column", *pair) for c in table.get("columns", ()) for pair in _pair(c["name"])]
        yield "table", table["id"], texts
        yield from _rows(table)
    for calculator in data.get("calculators", ()):
        named = [*_pair(calculator["name"]), *_aliases(calculator)]
        texts = [("alias", lang, text) for lang, text in named]
        texts += [("point", *pair) for pair in _pair(calculator["about"])]
        yield "calculator", calculator["id"], texts


def _questions(rulings: Iterable[Any]) -> dict[str, list[tuple[str, str]]]:
    """For each entry the questions of the disputed points it is concerned with."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for ruling in rulings:
        for rule in ruling["rules"][:1]:
            found[rule] += [*_pair(ruling["question"]), *_aliases(ruling)]
    return found


def _rule(rule: Any, topic: Any, questions: Iterable[tuple[str, str]]) -> tuple[str, str, Texts]:
    texts: Texts = [("title", *pair) for pair in _pair(rule["title"])]
    texts += [("alias", *pair) for pair in _aliases(rule)]
    texts += [("question", *pair) for pair in questions]
    texts += [("point", lang, point[lang]) for point in rule["points"] for lang in LANGS]
    texts += [("example", *pair) for pair in _pair(rule.get("example", {}))]
    texts += [("topic", *pair) for pair in (*_pair(topic["name"]), *_aliases(topic))]
    texts.append(("id", "en", rule["id"].replace("-", " ")))
    texts.append(("terms", "", {"@" + term: None for term in rule["terms"]}))
    return "rule", rule["id"], texts


def _rows(table: Any) -> Iterator[tuple[str, str, Texts]]:
    """Rows that have a name of their own: those keyed by a code or with aliases."""
    columns = {column["id"]: column for column in table.get("columns", ())}
    for number, raw in enumerate(table.get("rows", ())):
        row = raw if isinstance(raw, dict) else dict(zip(columns, raw, strict=True))
        named = _aliases(row)
        for key in table["key"]:
            cell = row.get(key)
            read = cell if isinstance(cell, dict) else columns[key].get("values", {}).get(cell)
            named += _pair(read or {})
        if named:
            texts: Texts = [("alias", *pair) for pair in named]
            texts += [("topic", *pair) for pair in _pair(table["title"])]
            yield "row", f"{table['id']}/{number}", texts


def _pair(pair: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(lang, pair[lang]) for lang in LANGS if lang in pair]


def _aliases(entry: Any) -> list[tuple[str, str]]:
    found = entry.get("aliases", {})
    return [(lang, word) for lang in LANGS for word in found.get(lang, ())]


def vocabulary_of(glossary: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """Every folded word of the glossary and the concepts it can mean."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for term in glossary:
        for word in _words(term):
            folded = fold(word)
            if folded:
                found[folded][term["id"]] = None
    return {word: tuple(terms) for word, terms in found.items()}


def _meanings(glossary: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """The glossary as texts and questions are searched for it: stems for Latin words, sounds too."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for term in glossary:
        for word in _words(term):
            folded = fold(word)
            key = latin_key(word) if folded.isascii() else folded
            if key:
                found[key][term["id"]] = None
            heard = sounds(reading_of(folded) or "")
            if len(heard) > _SHORT and all("ぁ" <= char <= "ん" for char in heard):
                found[heard][term["id"]] = None
    return {word: tuple(terms) for word, terms in found.items()}


#: Shorter words in kana stand inside too many others.
_SHORT = 2


def _words(term: Any) -> list[str]:
    synonyms = term["synonyms"]
    return [
        term["ja"], term["reading"], term["en"], term["id"],
        *synonyms.get("ja", ()), *synonyms.get("en", ()),
    ]  # fmt: skip
