"""The search index of a game: which tokens stand in which documents, and how.

Made when a snapshot is written. A document is a rule entry, a table, a row or a calculator, with all
the texts it may be found by: titles, aliases, what people ask, points and so on; an entry that is
asked about in several ways is several documents. Of each token in it the index keeps the strongest
field it stands in, the languages, and in how many texts; of each way to ask about an entry it keeps
what it says. The search cuts questions up with the same functions.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, compress
from typing import Any

from rulesref.base.kana import sounds
from rulesref.base.text import LANGS, fold
from rulesref.base.values import value
from rulesref.reading.everyday import everyday
from rulesref.reading.parts import says
from rulesref.reading.question import GLUE, ask_about
from rulesref.reading.readings import reading_of
from rulesref.reading.tokens import (
    Lexicon,
    kanji,
    katakana,
    key_of,
    kind_of,
    latin_words,
    tokens_of,
)

#: The fields a token may stand in, the strongest first. Their numbers stand in snapshots.
FIELDS = ("title", "terms", "id", "alias", "question", "column", "point", "topic")
#: In how many texts of a document a token stands, from each number up to the next.
COUNTS = (1, 2, 3, 4, 6, 8, 12, 20)
#: How much rarer tokens say more than common ones.
RARITY = 0.34

#: Where a token stands: steps from document to document, how it stands in each, and its mark in
#: what people ask there (0 is none); see ``packed``.
Posting = tuple[bytes, bytes, bytes]
#: Ends a phrase that people ask.
END = b"\0"


@value
class Index:
    """Everything search needs to know of one game."""

    #: Kind (``rule``, ``table``, ``row`` or ``calculator``) and id of all that can be found; rule
    #: entries come first. The id of a row is table/number.
    documents: tuple[tuple[str, str], ...]
    #: How many of them are rule entries.
    rules: int
    #: For each rule document what people ask: phrases, each the marks of its tokens and ``END``.
    phrases: tuple[bytes, ...]
    postings: Mapping[str, Posting]
    #: folded word -> terms it can mean
    words: Mapping[str, tuple[str, ...]]
    #: what questions are searched for -> terms it can mean
    meanings: Mapping[str, tuple[str, ...]]
    #: The Latin words of its texts, and their stems.
    spelling: frozenset[str]


def how(field: int, langs: int, count: int) -> int:
    """How a token stands in a document, as a byte: field, languages (1 ja, 2 en), number of texts.

    >>> field_of(how(3, 2, 5)), langs_of(how(3, 2, 5)), count_of(how(3, 2, 5))
    ('alias', 2, 4)
    """
    return field << 5 | langs << 3 | bisect_right(COUNTS, count) - 1


def field_of(byte: int) -> str:
    """The strongest field."""
    return FIELDS[byte >> 5]


def langs_of(byte: int) -> int:
    """The languages of the texts: 1 Japanese, 2 English, 3 both, 0 neither."""
    return byte >> 3 & 3


def count_of(byte: int) -> int:
    """In how many texts, or somewhat more."""
    return COUNTS[byte & 7]


def rarity(many: int, rules: int) -> float:
    """How much a token says that ``many`` of so many entries have."""
    return float(math.log(1 + max(0.0, rules - many + 0.5) / (many + 0.5)) ** RARITY)


def packed(standing: Mapping[int, tuple[int, int]]) -> Posting:
    """Ascending documents as steps of a byte, how the token stands in each, and its mark there.

    The highest bytes only step on, see ``_STEPS``: nothing stands beside them.

    >>> steps, hows, marks = packed({3: (7, 1), 5: (8, 0), 300: (9, 2), 900: (7, 1)})
    >>> list(steps), list(hows), list(marks)
    ([3, 2, 240, 55, 241, 120], [7, 8, 0, 9, 0, 7], [1, 0, 0, 2, 0, 1])
    """
    steps, hows, marks = bytearray(), bytearray(), bytearray()
    before = 0
    for document, (byte, mark) in standing.items():
        step = document - before
        while step >= _ON:
            leap = min((step // _ON).bit_length() - 1, _BYTE - _ON)
            steps.append(_ON + leap)
            hows.append(0)
            marks.append(0)
            step -= _ON << leap
        steps.append(step)
        hows.append(byte)
        marks.append(mark)
        before = document
    return bytes(steps), bytes(hows), bytes(marks)


def unpacked(posting: Posting) -> tuple[list[int], list[int]]:
    """The documents of :func:`packed`, and how the token stands in each.

    >>> unpacked(packed({0: (7, 1), 258: (9, 0), 100_000: (8, 3)}))
    ([0, 258, 100000], [7, 9, 8])
    """
    steps, hows, _ = posting
    stands = steps.translate(_STANDS)
    documents = compress(accumulate(map(_STEPS.__getitem__, steps)), stands)
    return list(documents), list(compress(hows, stands))


def marks_of(posting: Posting) -> Iterator[int]:
    """The marks of :func:`packed`, document by document.

    >>> list(marks_of(packed({0: (7, 1), 258: (9, 0), 100_000: (8, 3)})))
    [1, 0, 3]
    """
    steps, _, marks = posting
    return compress(marks, steps.translate(_STANDS))


_BYTE = 255
#: From here on bytes only step on: by this much, twice as much and so on.
_ON = 240
#: How far each byte steps, and which bytes stand for a document.
_STEPS = (*range(_ON), *(_ON << leap for leap in range(_BYTE - _ON + 1)))
_STANDS = bytes([1] * _ON + [0] * (_BYTE - _ON + 1))


def make_index(data: Mapping[str, Any]) -> Index:
    """The index of a game's checked data."""
    meanings = _meanings(data.get("glossary", ()))
    lexicons = Lexicon(meanings), Lexicon(everyday())
    documents: list[tuple[str, str]] = []
    standing: dict[str, _Standing] = defaultdict(_Standing)
    spelling: set[str] = set()

    @cache  # topics and columns stand in many documents
    def tokens(text: str) -> dict[str, None]:
        spelling.update(latin_words(text))
        return tokens_of(text, *lexicons)

    phrases: list[bytes] = []
    for kind, entry, texts, asked in _documents(data):
        for field, lang, text in texts:
            for token in text if isinstance(text, dict) else tokens(text):
                if field not in _LONG or kind_of(token) not in _NEIGHBOURS:
                    standing[token].add(len(documents), FIELDS.index(field), _LANGS[lang])
        if kind == "rule":
            said = [says(ask_about(phrase), *lexicons) for phrase in asked]
            phrases.append(_phrases(said, len(documents), standing))
        documents.append((kind, entry))
    return Index(
        documents=tuple(documents),
        rules=sum(kind == "rule" for kind, _ in documents),
        phrases=tuple(phrases),
        postings={t: p for t, found in standing.items() if (p := _posting(t, found))},
        words=vocabulary_of(data.get("glossary", ())),
        meanings=meanings,
        spelling=frozenset(
            spelling | {w for key in meanings if key.isascii() for w in key.split()}
        ),
    )


def _phrases(said: Sequence[set[str]], n: int, standing: Mapping[str, _Standing]) -> bytes:
    """What people say who ask about a document, packed; its tokens get their marks there."""
    many = Counter(token for phrase in said for token in sorted(phrase))
    marks: dict[str, int] = {}
    for token, count in many.most_common(_ONCE - 1):
        # Among many, a kanji that stands in one is mostly a piece of a word known as a whole.
        if count > 1 or len(said) < _MANY or not kanji(token[0]):
            marks[token] = standing[token].marks[n] = len(marks) + 1
    # Sorted, they pack better.
    return b"".join(
        sorted({bytes(sorted(marks.get(t, _ONCE) for t in found)) + END for found in said if found})
    )


#: So many phrases are many.
_MANY = 20
#: The mark of what has none of its own.
_ONCE = 255


class _Standing(dict[int, list[int]]):
    """Where a token stands: by document its strongest field, the languages and how many texts."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: dict[int, int] = {}

    def add(self, document: int, field: int, lang: int) -> None:
        known = self.get(document)
        if known is None:
            self[document] = [field, lang, 1]
        else:
            known[0] = min(known[0], field)
            known[1] |= lang
            known[2] += 1


def _posting(token: str, found: _Standing) -> Posting | None:
    """Where a token stands; None when it is not worth keeping, as chance neighbours are not."""
    if token in GLUE:  # nobody looks for it
        return None
    kind = kind_of(token)
    kept = list(found.items())
    if kind == "phrase" or (kind == "ending" and len(kept) > _FEW):
        kept = [(n, h) for n, h in kept if h[2] > 1 or FIELDS[h[0]] == "title"]
    if not kept or (kind in _NEIGHBOURS and sum(count for _, (_, _, count) in kept) < _SELDOM):
        return None
    return packed({n: (how(*standing), found.marks.get(n, 0)) for n, standing in kept})


#: What stands side by side says something in a title; in a text it mostly does so by chance.
_LONG = ("point", "topic")
_NEIGHBOURS = ("phrase", "ending", "kana")
#: An ending in so few documents is kept in all of them.
_FEW = 5
_SELDOM = 3
_LANGS = {"ja": 1, "en": 2, "": 0}


Texts = list[tuple[str, str, Any]]


def _documents(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Texts, Sequence[str]]]:
    """Kind, id and texts (with field and language) of all that can be found, and what people ask."""
    topics = {topic["id"]: topic for topic in data["game"]["topics"]}
    disputed = _questions(data.get("rulings", ()))
    asked: dict[str, list[list[tuple[str, str]]]] = defaultdict(list)
    for entry in data.get("asked", ()):
        asked[entry["rule"]].append(_lines(entry))
    for rule in data.get("rules", ()):
        known = rule, topics[rule["topic"]], disputed.get(rule["id"], ())
        for lines in asked.get(rule["id"], [[]]):
            phrases = [text for _, text in (*_pair(rule["title"]), *lines)]
            yield *_rule(*known, lines), phrases
    for table in data.get("tables", ()):
        named = [("en", table["id"].replace("-", " ")), *_pair(table["title"]), *_aliases(table)]
        texts = [("alias", lang, text) for lang, text in named]
        texts += [("column", *pair) for c in table.get("columns", ()) for pair in _pair(c["name"])]
        yield "table", table["id"], texts, ()
        yield from _rows(table)
    for calculator in data.get("calculators", ()):
        named = [*_pair(calculator["name"]), *_aliases(calculator)]
        texts = [("alias", lang, text) for lang, text in named]
        texts += [("point", *pair) for pair in _pair(calculator["about"])]
        yield "calculator", calculator["id"], texts, ()


def _questions(rulings: Iterable[Any]) -> dict[str, list[tuple[str, str]]]:
    """For each entry the questions of the disputed points it is concerned with."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for ruling in rulings:
        for rule in ruling["rules"][:1]:
            found[rule] += [*_pair(ruling["question"]), *_aliases(ruling)]
    return found


def _rule(
    rule: Any, topic: Any, questions: Iterable[tuple[str, str]], asked: Iterable[tuple[str, str]]
) -> tuple[str, str, Texts]:
    texts: Texts = [("title", *pair) for pair in _pair(rule["title"])]
    texts += [("alias", *pair) for pair in asked]
    texts += [("question", *pair) for pair in questions]
    texts += [("point", lang, point[lang]) for point in rule["points"] for lang in LANGS]
    texts += [("point", *pair) for pair in _pair(rule.get("example", {}))]
    texts += [("topic", *pair) for pair in (*_pair(topic["name"]), *_aliases(topic))]
    texts.append(("id", "en", rule["id"].replace("-", " ")))
    texts.append(("terms", "", {"@" + term: None for term in rule["terms"]}))
    return "rule", rule["id"], texts


def _rows(table: Any) -> Iterator[tuple[str, str, Texts, Sequence[str]]]:
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
            yield "row", f"{table['id']}/{number}", texts, ()


def _pair(pair: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(lang, pair[lang]) for lang in LANGS if lang in pair]


def _aliases(entry: Any) -> list[tuple[str, str]]:
    found = entry.get("aliases", {})
    return [(lang, word) for lang in LANGS for word in found.get(lang, ())]


def _lines(entry: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(lang, line) for lang in LANGS for line in entry.get(lang, "").splitlines()]


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
        keys = {key_of(word): fold(word) for word in _words(term)}
        # A word looked up in katakana is not looked up by its reading.
        foreign = {folded for key, folded in keys.items() if katakana(key[:1])}
        for key, folded in keys.items():
            if key and key not in foreign:
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
