"""The search index of a game: which tokens stand in which documents, and how.

Made when a snapshot is written. A document is a rule entry, a table, a row or a calculator, with all
the texts it may be found by: titles, aliases, what people ask, points and so on; an entry that is
asked about in several ways is several documents. Of each token in it the index keeps the strongest
field it stands in, the languages, and in how many texts; of each way to ask about an entry it keeps
what it says by itself. The search cuts questions up with the same functions.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from rulesref.base.folding import fold, in_kana, is_kanji, is_katakana, reading_of, sounds
from rulesref.base.frozen import frozen
from rulesref.base.text import LANGS
from rulesref.search.analysis import (
    SHORT,
    Lexicon,
    kind_of_token,
    latin_words,
    lookup_key,
    tokens_of,
)
from rulesref.search.everyday import everyday
from rulesref.search.index_reader import END, FIELDS, Posting, occurrence, packed
from rulesref.search.parts import standalone_tokens
from rulesref.search.query import parse_query, stop_stems


@frozen
class Index:
    """Everything search needs to know of one game."""

    #: Kind (``rule``, ``table``, ``row`` or ``calculator``) and id of all that can be found; rule
    #: entries come first. The id of a row is table/number.
    documents: tuple[tuple[str, str], ...]
    #: How many of them are rule entries.
    rules: int
    #: For each rule document what people ask: phrases, each the ids of its tokens and ``END``.
    phrases: tuple[bytes, ...]
    postings: Mapping[str, Posting]
    #: folded word -> terms it can mean
    words: Mapping[str, tuple[str, ...]]
    #: what questions are searched for -> terms it can mean
    meanings: Mapping[str, tuple[str, ...]]
    #: The Latin words of its texts, and their stems.
    spelling: frozenset[str]


def make_index(data: Mapping[str, Any], tokens: Tokens | None = None) -> Index:
    """The index of a game's checked data; ``tokens`` are those of its glossary."""
    tokens = tokens or Tokens(meanings_of(data.get("glossary", ())))
    documents: list[tuple[str, str]] = []
    occurrences: dict[str, _Occurrences] = defaultdict(_Occurrences)
    named: dict[str, str] = defaultdict(str)  # the words that name a term
    for word, terms in tokens.meanings.items():
        for term in terms:
            named["@" + term] += word + " "
    phrases: list[bytes] = []
    for n, (kind, entry, texts, asked) in enumerate(_documents(data)):
        for token, best in tokens.best(texts).items():
            occurrences[token][n] = best
        documents.append((kind, entry))
        if kind == "rule":
            main = {token for field, _, text in texts if field == "main" for token in text}
            said = [tokens.said(phrase) for phrase in asked]
            kept = [each for each in said if main & each or not _only_names(each, named)]
            phrases.append(_phrases(kept, n, occurrences))
    return Index(
        documents=tuple(documents),
        rules=sum(kind == "rule" for kind, _ in documents),
        phrases=tuple(phrases),
        postings={t: p for t, where in occurrences.items() if (p := _posting(t, where))},
        words=vocabulary_of(data.get("glossary", ())),
        meanings=tokens.meanings,
        spelling=frozenset(
            {word for word, texts in tokens.spelling.items() if texts > 1}
            | {word for key in tokens.meanings if key.isascii() for word in key.split()}
            | set(_heard(data.get("rules", ())))
        ),
    )


def _heard(rules: Iterable[Any]) -> Iterator[str]:
    """The Latin words that people say of entries: written by hand, once will do."""
    for rule in rules:
        for _, text in _aliases(rule, "heard"):
            yield from latin_words(text)


class Tokens:
    """The tokens of texts, what phrases say, and in how many texts each Latin word stands.

    With an earlier glossary most texts had the same: that is taken over.
    """

    def __init__(self, meanings: Mapping[str, tuple[str, ...]]) -> None:
        self.meanings = meanings
        self.spelling: Counter[str] = Counter()
        self.of = cache(self._of)  # topics and columns stand in many documents
        self.neighbours = cache(lambda token: kind_of_token(token) in _NEIGHBOURS)
        #: The tokens and Latin words of texts, and what phrases say; as they were worked out before, and now.
        self._before: tuple[_Worked, ...] = ({}, {}, {})
        self._now: tuple[_Worked, ...] = ({}, {}, {})

    @cached_property
    def lexicons(self) -> tuple[Lexicon, Lexicon]:
        """The glossary, and everyday words."""
        return Lexicon(self.meanings), Lexicon(everyday())

    def _of(self, text: str) -> Sequence[str]:
        self.spelling.update(self._kept(1, text, latin_words))
        return self._kept(0, text, lambda text: tokens_of(text, *self.lexicons))

    def said(self, phrase: str) -> set[str]:
        """What a phrase says that people ask."""
        of = lambda phrase: standalone_tokens(parse_query(phrase), *self.lexicons)  # noqa: E731
        return set(self._kept(2, phrase, of))

    def _kept(self, n: int, text: str, of: Callable[[str], Iterable[str]]) -> list[str]:
        known = self._before[n].get(text)
        self._now[n][text] = known = "\t".join(of(text)) if known is None else known
        return known.split("\t") if known else []

    def take_over(self, packed: str) -> None:
        """Take over what :meth:`packed` gave earlier, but for texts with a word that means something else now."""
        known, tokens, latin, said = json.loads(packed)
        every = known.keys() | self.meanings.keys()
        changed = [k for k in every if tuple(known.get(k, ())) != self.meanings.get(k, ())]
        # Two stems in a row may stand farther apart in what a phrase says with a courtesy in it.
        needed = [{token for token in tokens_of(key) if " " not in token} for key in changed]
        for text in [t for t in tokens if any(map(set(tokens[t].split("\t")).issuperset, needed))]:
            del tokens[text]
            said.pop(text, None)
        self._before = tokens, latin, said

    def packed(self) -> str:
        """What was worked out."""
        return json.dumps([self.meanings, *self._now], ensure_ascii=False, separators=(",", ":"))

    def best(self, texts: Texts) -> dict[str, list[int]]:
        """Of each token in a document: its strongest field, the languages, how many texts, and its points."""
        stands: dict[str, list[int]] = {}
        before: Counter[tuple[str, str]] = Counter()
        for name, lang, text in texts:
            field, bit = FIELDS.index(name), _LANGS[lang]
            # From the last one on that is told apart they count as one.
            point = 1 << min(before[name, lang], _POINTS - 1) if name == "point" else 0
            before[name, lang] += 1
            every: Iterable[str] = text if isinstance(text, dict) else self.of(text)
            if name in _LONG:
                every = [token for token in every if not self.neighbours(token)]
            for token in every:
                if token in stands:
                    best = stands[token]
                    best[0] = min(best[0], field)
                    best[1] |= bit
                    best[2] += 1
                    best[3] |= point
                else:
                    stands[token] = [field, bit, 1, point]
        return stands


#: Words, with tabs between, by the text that has them.
_Worked = dict[str, str]


def _only_names(phrase: set[str], named: Mapping[str, str]) -> bool:
    """Whether a phrase only names a term, ``named`` so (帽子から帽子へ): anything about it may be meant."""
    terms = [token for token in phrase if token[0] == "@"]
    return len(terms) == 1 and all(t in named[terms[0]] for t in phrase if t != terms[0])


def _phrases(phrases: Sequence[set[str]], n: int, occurrences: Mapping[str, _Occurrences]) -> bytes:
    """What people ask about a document, packed; its tokens get their ids in these phrases."""
    many = Counter(token for phrase in phrases for token in sorted(phrase))
    phrase_ids: dict[str, int] = {}
    for token, count in many.most_common(_ONCE - 1):
        # Among many, a kanji that stands in one is mostly a piece of a word known as a whole.
        if count > 1 or len(phrases) < _MANY or not is_kanji(token[0]):
            phrase_ids[token] = occurrences[token].phrase_ids[n] = len(phrase_ids) + 1
    # Sorted, they pack better.
    return b"".join(
        sorted(
            {
                bytes(sorted(phrase_ids.get(t, _ONCE) for t in phrase)) + END
                for phrase in phrases
                if phrase
            }
        )
    )


#: So many phrases are many.
_MANY = 20
#: The id of a token that has none of its own.
_ONCE = 255


class _Occurrences(dict[int, list[int]]):
    """Where a token stands: by document its strongest field, the languages, how many texts, its points."""

    def __init__(self) -> None:
        super().__init__()
        self.phrase_ids: dict[int, int] = {}


def _posting(token: str, where: _Occurrences) -> Posting | None:
    """Where a token stands; None when it is not worth keeping, as chance neighbours are not."""
    if token in stop_stems():  # nobody looks for it
        return None
    kind = kind_of_token(token)
    kept = list(where.items())
    if kind == "phrase" or (kind == "ending" and len(kept) > _FEW):
        kept = [(n, h) for n, h in kept if h[2] > 1 or FIELDS[h[0]] == "title"]
    if not kept or (kind in _NEIGHBOURS and sum(h[2] for _, h in kept) < _SELDOM):
        return None
    return packed(
        {n: (occurrence(*best), where.phrase_ids.get(n, 0), points) for n, (*best, points) in kept}
    )


#: What stands side by side says something in a title; in a text it mostly does so by chance.
_LONG = ("point", "topic")
_NEIGHBOURS = ("phrase", "ending", "kana")
#: An ending in so few documents is kept in all of them.
_FEW = 5
_SELDOM = 3
#: So many points of an entry are told apart.
_POINTS = 8
_LANGS = {"ja": 1, "en": 2, "": 0}


Texts = list[tuple[str, str, Any]]


def _documents(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Texts, Sequence[str]]]:
    """Kind, id and texts (with field and language) of all that can be found, and what people ask."""
    topics = {topic["id"]: topic for topic in data["game"].get("topics", ())}
    disputed = _questions(data.get("rulings", ()))
    notes = {term["id"]: _pair(term.get("note", {})) for term in data.get("glossary", ())}
    beside: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for part in _BESIDE:
        _name(data.get(part, ()), beside)
    asked: dict[str, list[list[tuple[str, str]]]] = defaultdict(list)
    for entry in data.get("phrases", ()):
        asked[entry["rule"]].append(_lines(entry))
    for rule in data.get("rules", ()):
        known = rule, topics[rule["topic"]], disputed.get(rule["id"], ())
        for lines in asked.get(rule["id"], [[]]):
            phrases = [text for _, text in (*_pair(rule["title"]), *lines)]
            # What a glossary says of a term stands in for what nobody has asked yet.
            note = (
                []
                if lines
                else [pair for t in rule.get("terms", ())[:1] for pair in notes.get(t, ())]
            )
            yield *_rule(*known, [*note, *beside[rule["id"]]], lines), phrases
    for table in data.get("tables", ()):
        named = [("en", table["id"].replace("-", " ")), *_pair(table["title"]), *_aliases(table)]
        texts = [("alias", lang, text) for lang, text in named]
        texts += [
            ("topic", *pair)
            for column in table.get("columns", ())
            for pair in (*_pair(column["name"]), *_aliases(column))
        ]
        yield "table", table["id"], texts, ()
        yield from _rows(table)
    for calculator in data.get("calculators", ()):
        named = [*_pair(calculator["name"]), *_aliases(calculator)]
        texts = [("alias", lang, text) for lang, text in named]
        texts += [("point", *pair) for pair in _pair(calculator["about"])]
        yield "calculator", calculator["id"], texts, ()


def _questions(rulings: Iterable[Any]) -> dict[str, list[tuple[str, str]]]:
    """For each entry the questions of the disputed points it is concerned with."""
    questions: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for ruling in rulings:
        for rule in ruling.get("rules", ())[:1]:
            questions[rule] += [*_pair(ruling["question"]), *_aliases(ruling)]
    return questions


def _rule(
    rule: Any,
    topic: Any,
    questions: Iterable[tuple[str, str]],
    beside: Iterable[tuple[str, str]],
    asked: Iterable[tuple[str, str]],
) -> tuple[str, str, Texts]:
    texts: Texts = [("title", *pair) for pair in _pair(rule["title"])]
    texts += [("alias", *pair) for pair in (*_aliases(rule, "heard"), *asked)]
    texts += [("question", *pair) for pair in questions]
    texts += [("point", *pair) for point in rule["points"] for pair in _pair(point)]
    texts += [("point", *pair) for pair in _pair(rule.get("example", {}))]
    texts += [("topic", *pair) for pair in (*_pair(topic["name"]), *_aliases(topic), *beside)]
    texts.append(("id", "en", rule["id"].replace("-", " ")))
    # What an entry is about above all is the first of its terms.
    terms = rule.get("terms", ())
    texts += [("main" if term == terms[0] else "terms", "", {"@" + term: None}) for term in terms]
    return "rule", rule["id"], texts


#: What rests on rules: sheets, fields, actions, events.
_BESIDE = ("calculators", "flow", "scoring", "tables")


def _name(part: Any, named: Mapping[str, list[tuple[str, str]]]) -> None:
    """Collect for each entry the names of all in a part of the game that rests on it."""
    if isinstance(part, dict):
        for key in ("name", "title"):
            for rule in part.get("rules", ()) if isinstance(part.get(key), dict) else ():
                named[rule] += [*_pair(part[key]), *_aliases(part)]
    for inner in (
        part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    ):
        _name(inner, named)


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


def _aliases(entry: Any, key: str = "aliases") -> list[tuple[str, str]]:
    aliases = entry.get(key, {})
    return [(lang, word) for lang in LANGS for word in aliases.get(lang, ())]


def _lines(side: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    return [(lang, line) for lang in LANGS for line in side.get(lang, ())]


def vocabulary_of(glossary: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """Every folded word of the glossary and the concepts it can mean."""
    meanings: dict[str, dict[str, None]] = defaultdict(dict)
    for term in glossary:
        for word in _words(term):
            folded = fold(word)
            if folded:
                meanings[folded][term["id"]] = None
    return {word: tuple(terms) for word, terms in meanings.items()}


def meanings_of(glossary: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """The glossary as texts and questions are searched for it: stems for Latin words, sounds too."""
    meanings: dict[str, dict[str, None]] = defaultdict(dict)
    for term in glossary:
        keys = {lookup_key(word): fold(word) for word in _words(term)}
        # A word looked up in katakana is not looked up by its reading.
        foreign = {folded for key, folded in keys.items() if is_katakana(key[:1])}
        for key, folded in keys.items():
            if key and key not in foreign:
                meanings[key][term["id"]] = None
            reading = reading_of(folded) or ""
            for heard in (reading, sounds(reading)) if in_kana(reading) else ():
                if len(heard) > SHORT:
                    meanings[heard][term["id"]] = None
    return {word: tuple(terms) for word, terms in meanings.items()}


def _words(term: Any) -> list[str]:
    synonyms = term.get("synonyms", {})
    names = [term[key] for key in ("ja", "reading", "en", "id") if key in term]
    return [*names, *synonyms.get("ja", ()), *synonyms.get("en", ())]
