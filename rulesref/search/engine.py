"""Finds the rule entries that answer a question, in whichever language it is asked.

A question is cut into words (``query``) and parts (``parts``), its misspelt words and romaji are read
as they were meant (``spelling``), and the documents of each game are scored against it (``rank``).
Concepts of the glossary and everyday words make a question in one language find an entry written in
the other. What covers too little of the question is no answer: then the nearest terms are offered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from rulesref.base.folding import fold, in_kana, word_lists
from rulesref.base.frozen import changed, frozen
from rulesref.library.library import GameSource, Library
from rulesref.library.snapshot import EVERYDAY
from rulesref.search.analysis import SHORT, Lexicon
from rulesref.search.index_reader import IndexReader, Posting, langs_of, readers_of
from rulesref.search.parts import ASKS_NUMBER, QueryPart, keys_of, parts_of
from rulesref.search.query import LONGEST, Query, language_of, parse_query
from rulesref.search.rank import (
    DocumentScore,
    WeightedPart,
    best_documents,
    certainty,
    concepts_at_once,
    concepts_said,
    has_in_name,
    is_sure,
    phrase_score,
    point_score,
    said_at_once,
    unwritten,
    weighted_parts,
)
from rulesref.search.spelling import as_read, named_game, reread, unknown_words, without_name
from rulesref.search.talk import asking_parts, without_talk
from rulesref.search.weights import (
    AGREED_THRESHOLD,
    ALL_OF_IT,
    ANSWER_THRESHOLD,
    NEARLY,
    NOUN_SAID,
    NOUN_SHARE,
    PERHAPS_THRESHOLD,
    TOOL_SHARE,
)

#: So many games are searched for a question that names none: those that know most of its words.
MOST_GAMES = 8
#: So many entries that may be meant are offered when none is sure to be.
MOST_PERHAPS = 3
#: At most so many rows, tables and calculators are shown beside the entries.
MOST_TOOLS = 2
#: So many tables and calculators are asked for a number.
MOST_SHEETS = 10


@frozen
class Match:
    """Why something was found (一致の理由).

    ``by`` is ``words`` (it has all of the question) or ``part`` (most of it).
    """

    by: str
    #: Glossary terms and everyday words of the question that it is about.
    concepts: tuple[str, ...] = ()
    #: Words of the question that stand in it.
    words: tuple[str, ...] = ()
    #: Words of the question that do not.
    missing: tuple[str, ...] = ()
    #: The languages of the texts in which words of the question stand.
    langs: tuple[str, ...] = ()


@frozen
class Hit:
    """One thing that answers (検索結果): which, how well (larger is better) and why."""

    game: str
    kind: str
    id: str
    score: float
    match: Match
    #: What the question is made of in this game, and in which of its statements each part stands: a bit each.
    parts: Sequence[WeightedPart] = ()
    places: Sequence[int] = ()
    #: Which parts stand anywhere in it, what people ask about it among them.
    own: frozenset[int] = frozenset()


@frozen
class SearchResult:
    """What a question found.

    ``hits`` are rule entries, best first; ``tools`` the table rows, tables and calculators that give
    a number it asks for. When there is no hit, ``near`` has the nearest terms (game and term),
    ``topics`` the topics of the game when not even those are near, and ``perhaps`` entries that may
    be meant but are no sure answer. ``sure`` says whether the best hit says just what is asked, or is only
    the nearest. ``read`` is what misspelt words were read as.
    """

    query: str
    game: str | None
    hits: tuple[Hit, ...]
    tools: tuple[Hit, ...]
    near: tuple[tuple[str, str], ...]
    topics: tuple[tuple[str, str], ...] = ()
    read: Mapping[str, str] = {}
    perhaps: tuple[Hit, ...] = ()
    #: The tables and calculators of the best entry's game that have words of the question, those with most first;
    #: which parts of the question (``Hit.parts``) stand in each.
    sheets: Mapping[str, frozenset[int]] = {}
    sure: bool = False
    #: Whether the question is the title or the id of the best hit.
    called: bool = False
    #: Whether the second hit says more of what the question names, and answers about as well.
    rather: bool = False
    #: How sure the best one is, on the scale of `certainty`.
    certain: float = 0.0
    #: The question without what is only told around it, where it is better answered so.
    reduced: str = ""

    @property
    def asked(self) -> str:
        """What of the question counts."""
        return self.reduced or self.query

    @property
    def lang(self) -> str | None:
        """The language in which it was asked, None when that does not show; romaji is Japanese."""
        return language_of(" ".join((self.query, *self.read.values())))


#: So much of what is told around a question is read, in characters.
_LONGEST = 1500


def search(library: Library, text: str, game: str | None = None, limit: int = 5) -> SearchResult:
    """The entries that answer the question ``text``: at most ``limit``, best first, ties by game and id.

    ``game`` limits the search to one game; a game named inside the question does too. The name says no more.
    What is not surely answered is looked for without what is only told around it.
    """
    text = text[:_LONGEST]
    found = _searched(library, text, game, limit)
    if found.sure and len(text) <= LONGEST:
        return found
    asked = without_talk(text, _speaking(library, found))
    if asked != text:
        plain = _searched(library, asked, found.game, limit)
        if (plain.sure, plain.certain) > (found.sure, found.certain):
            found = changed(plain, query=text, reduced=asked)
    return found if found.sure else _with_parts(library, found, limit)


def _with_parts(library: Library, found: SearchResult, limit: int) -> SearchResult:
    """What is found of a question with a long account around it, with what the part of it that asks finds alone.

    It is sure where both find the same, and what asks counts twice then; what finds nothing by itself is shown the
    nearest of the part.
    """
    parts = {
        part: _searched(library, part, found.game, limit) for part in asking_parts(found.asked)
    }
    answered = {part: told for part, told in parts.items() if told.hits}
    if not answered:
        return found
    if not found.hits:
        part, told = next(iter(answered.items()))
        return changed(told, query=found.query, reduced=part, sure=False)
    best, asking = found.hits[0], [*answered.values()][-1].hits[0]
    if (asking.game, asking.id) != (best.game, best.id):
        return found
    asks = {each.part.tokens for each in asking.parts}
    weighted = [
        changed(each, weight=_ASKS * each.weight) if each.part.tokens in asks else each
        for each in best.parts
    ]
    hits = (changed(best, parts=weighted), *found.hits[1:])
    return changed(found, hits=hits, sure=found.certain >= AGREED_THRESHOLD)


#: What stands in the part that asks counts so many times as much as what is told around it.
_ASKS = 2


def _speaking(library: Library, found: SearchResult) -> Callable[[str], bool]:
    """Whether a sentence of a question names a concept of its game, of any where it has none, has digits or asks for a number."""

    def speaks(sentence: str) -> bool:
        if any(map(str.isdigit, sentence)) or any(
            n in sentence for n in word_lists("ja", "words")["kanji-numbers"]
        ):
            return True
        query = parse_query(as_read(sentence, found.read))
        if found.game is not None:
            query = without_name(library, query, found.game)
        parts = [
            part
            for searcher in _searchers(library, found.game, query)
            for of_game in searcher.parts(query).values()
            for part in of_game
        ]
        return any(
            (part.kind == "concept" and len(part.text) > 1)
            or not ASKS_NUMBER.isdisjoint(part.tokens)
            for part in parts
        )

    return speaks


def _searched(library: Library, text: str, game: str | None, limit: int) -> SearchResult:
    """What a question finds as it is worded."""
    query = parse_query(text)
    if not query.empty:
        if game is None:
            game, query = named_game(library, query)
        else:
            query = without_name(library, query, game)
    if query.empty:
        return SearchResult(text, game, (), (), ())
    typed = {query.folded, parse_query(text).folded}
    read: Mapping[str, str] = {}
    if unknown := unknown_words(query, library, game):
        query, read = reread(query, unknown, [reader for _, reader in readers_of(library)])
    searchers = _searchers(library, game, query)
    documents = [document for searcher in searchers for document in searcher.documents(query)]
    documents.sort(key=lambda document: document.order)
    rules = _rules(documents)
    certain = rules[0].certainty(named=game is not None) if rules else 0.0
    called, by_title = _called(library, rules, typed)
    if called and (by_title or certain >= ANSWER_THRESHOLD):
        rules = [called, *(each for each in rules if each is not called)]
    elif certain < ANSWER_THRESHOLD:
        near = nearest_terms(library, searchers, query, named=game is not None)
        return SearchResult(
            text, game, (), (), near, _topics(library, game) if game and not near else (), read,
            _hits(rules[:MOST_PERHAPS]) if certain >= PERHAPS_THRESHOLD else (),
            certain=certain,
        )  # fmt: skip
    rather = None if called else _says_more(rules)
    if rather:
        rules = [rules[0], rather, *(each for each in rules[1:] if each is not rather)]
    tools = [document for document in documents if document.is_tool_beside(rules[0])]
    return SearchResult(
        text, game, _hits(rules[:limit]), _hits(tools[:MOST_TOOLS]), (), (), read,
        sheets=rules[0].sheets(),
        sure=called is not None or _is_sure(rules, told_better=rather is None),
        called=by_title,
        rather=rather is not None,
        certain=certain,
    )  # fmt: skip


def _hits(documents: Sequence[ScoredDocument]) -> tuple[Hit, ...]:
    return tuple(document.hit() for document in documents)


def _rules(documents: Sequence[ScoredDocument]) -> list[ScoredDocument]:
    """The rule entries, best first, each once: the leading ones by what people ask about them too."""
    rules = [document for document in documents if document.kind == "rule"]
    leading: dict[str, list[ScoredDocument]] = defaultdict(list)
    for document in rules[:_MOST_LEADING]:
        leading[document.game].append(document)
    for of_game in leading.values():
        _look_closely(of_game)
    rules.sort(key=lambda document: document.order)
    best: dict[tuple[str, str], ScoredDocument] = {}
    for document in rules:
        best.setdefault((document.game, document.id), document)
    return list(best.values())


def _look_closely(documents: Sequence[ScoredDocument]) -> None:
    """Add to the scores of documents of a game what their points count, and what people ask about them."""
    phrases = [document.phrases() for document in documents]
    points = unwritten(phrases)
    for document, asked in zip(documents, phrases, strict=True):
        document.unwritten = points
        document.score += points * point_score(document.parts, document.number)
        document.score += phrase_score(document.parts, document.number, asked)


#: So many documents may come first.
_MOST_LEADING = 12


def _called(
    library: Library, rules: Sequence[ScoredDocument], typed: AbstractSet[str]
) -> tuple[ScoredDocument | None, bool]:
    """The entry whose title or id is all that is ``typed``, and whether there is one; else the best about the term that is."""
    about: ScoredDocument | None = None
    for document in rules[:_MOST_LEADING]:
        if not has_in_name(document.parts, document.number):
            continue
        game = library.game(document.game)
        rule = game.rule(document.id)
        assert rule is not None
        if any(parse_query(name).folded in typed for name in (*rule.title, rule.id)):
            return document, True
        called = [term for name in typed for term in game.terms_called(name)]
        # What a synonym means may well be something else.
        named = {term.id for term in called if not typed.isdisjoint(map(fold, term.name))}
        about = about or (None if named.isdisjoint(rule.terms) else document)
    return about, False


def _says_more(rules: Sequence[ScoredDocument]) -> ScoredDocument | None:
    """An entry nearly as good as the best one that names more of the question's concepts and says clearly more at once."""
    first, *others = rules[:_MOST_LEADING]
    nearly = (other for other in others if other.score >= NOUN_SHARE * first.score)
    return next((other for other in nearly if other.says_more_than(first)), None)


def _is_sure(rules: Sequence[ScoredDocument], *, told_better: bool) -> bool:
    """Whether the best entry says just what is asked; ``told_better``: one that says more concepts in one point speaks against it."""
    first, *others = rules[:_MOST_LEADING]
    others = [other for other in others if other.game == first.game]
    at_once = concepts_at_once(first.parts, first.number)
    return is_sure(
        first.score,
        first.parts,
        first.number,
        # In a game of which little is written nothing need come near.
        next_share=max((*(other.score / first.score for other in others), first.unwritten)),
        told_better=told_better
        and any(
            concepts_at_once(other.parts, other.number) > at_once
            for other in others
            if other.score >= NEARLY * first.score
        ),
    )


# --- the games to search -------------------------------------------------------------------------


def _searchers(library: Library, game: str | None, query: Query) -> list[Searcher]:
    """Where to look: the game, or the games that know most of the question's words."""
    if game is not None:
        listed = library.to_search(game)
        return [Searcher(listed.shelf, {listed.n: listed.name})] if listed else []
    readers = readers_of(library)
    size = sum(reader.size() for _, reader in readers)
    searchers = []
    for shelf, reader in readers:
        numbers = reader.games() if size <= MOST_GAMES else _likely(reader, query)
        listed_games = [library.at(shelf, n) for n in numbers]
        games = {g.n: g.name for g in listed_games if not g.broken and not g.hidden}
        if games:
            searchers.append(Searcher(shelf, games))
    return searchers


def _likely(reader: IndexReader, query: Query) -> list[int]:
    """The games of a large library that know most of a question's words, rare words counting most."""
    games: dict[str, set[int]] = defaultdict(set)
    for key, game in reader.games_meaning(keys_of(query)):
        games[key].add(game)
    plain = [p.tokens[0] for p in parts_of(query, Lexicon({}), Lexicon({})) if p.kind in _PLAIN]
    for token, game in reader.games_with(plain):
        games[token].add(game)
    points: dict[int, float] = defaultdict(float)
    for word, numbers in games.items():
        for game in numbers:
            points[game] += (1 + len(word) / 4) / (1 + len(numbers)) ** 0.5
    return sorted(points, key=lambda game: (-points[game], game))[:MOST_GAMES]


_PLAIN = ("latin", "kanji", "katakana")


# --- one shelf -----------------------------------------------------------------------------------


class Searcher:
    """Games of one shelf that are searched together."""

    def __init__(self, shelf: GameSource, games: Mapping[int, str]) -> None:
        self.reader = IndexReader(shelf.index)
        self.games = games

    def documents(self, query: Query) -> list[ScoredDocument]:
        """What may answer, of every game."""
        parts = self.parts(query)
        tokens = {t for of_game in parts.values() for part in of_game for t in part.tokens}
        postings: dict[int, dict[str, Posting]] = {n: {} for n in self.games}
        for token, game, posting in self.reader.postings(sorted(tokens), list(self.games)):
            postings[game][token] = posting
        return [doc for n in self.games for doc in self.in_game(n, parts[n], postings[n])]

    def parts(self, query: Query) -> dict[int, list[QueryPart]]:
        """What the question is made of, by game."""
        everyday: dict[str, list[str]] = {}
        glossaries: dict[int, dict[str, list[str]]] = {n: {} for n in self.games}
        for key, game, terms in self.reader.meanings(keys_of(query), list(self.games)):
            (everyday if game == EVERYDAY else glossaries[game])[key] = terms
        common = Lexicon(everyday)
        return {n: parts_of(query, Lexicon(glossaries[n]), common) for n in self.games}

    def in_game(
        self, n: int, parts: Sequence[QueryPart], postings: Mapping[str, Posting]
    ) -> list[ScoredDocument]:
        """What may answer, of one game."""
        weighted = weighted_parts(parts, self.reader.rules(n), postings)
        names = self.reader.documents(n)
        return [
            ScoredDocument(self, n, number, names[number], score, weighted)
            for number, score in best_documents(weighted, len(names), _MOST_DOCUMENTS)
        ]


#: So many of one game are looked at.
_MOST_DOCUMENTS = 60


class ScoredDocument:
    """A document with its score, which may grow by what people ask about it."""

    def __init__(
        self,
        searcher: Searcher,
        n: int,
        number: int,
        name: str,
        result: DocumentScore,
        parts: Sequence[WeightedPart],
    ) -> None:
        self.searcher = searcher
        self.n = n
        self.number = number
        self.kind, self.id = name.split(" ")
        self.game = searcher.games[n]
        #: Its score without what people ask.
        self.plain_score = result.score
        self.share = result.share
        self.parts = parts
        self.score = result.score
        #: How little is written of what people ask in its game, from 0 to 1.
        self.unwritten = 0.0

    def phrases(self) -> bytes:
        """What people ask about it."""
        return self.searcher.reader.asked(self.n, self.number)

    @property
    def order(self) -> tuple[float, str, str]:
        """Best first, ties by game and id."""
        return -round(self.score, _DIGITS), self.game, self.id

    def certainty(self, *, named: bool) -> float:
        """How sure it is that this answers; ``named`` says whether a game was."""
        unwritten = self.unwritten
        return certainty(self.score, self.parts, self.number, named=named, unwritten=unwritten)

    def says_more_than(self, other: ScoredDocument) -> bool:
        """Whether it is about more concepts of the question than another, or names more, and clearly more at once."""
        one, two = self.number, other.number
        said = [said_at_once(self.parts, n) for n in (one, two)]
        return (
            self.game == other.game
            and said[0] > said[1] + NOUN_SAID
            and any(
                concepts_said(self.parts, one, about=about)
                > concepts_said(self.parts, two, about=about)
                for about in (True, False)
            )
        )

    def is_tool_beside(self, best: ScoredDocument) -> bool:
        """Whether it is a row, a table or a calculator that fits nearly as well as the best entry."""
        if self.kind == "rule" or self.game != best.game:
            return False
        return self.score >= TOOL_SHARE * best.plain_score

    def sheets(self) -> Mapping[str, frozenset[int]]:
        """The tables and calculators of the same game, each with the parts of the question that it has."""
        found: dict[str, set[int]] = {}
        names = self.searcher.reader.documents(self.n)
        for number in sorted(set().union(*(part.occurrences for part in self.parts))):
            kind, _, sheet = names[number].partition(" ")
            if kind != "rule":
                here = {n for n, part in enumerate(self.parts) if number in part.occurrences}
                found.setdefault(sheet.partition("/")[0], set()).update(here)

        def said(sheet: str) -> float:
            return sum(self.parts[n].weight for n in found[sheet])

        best = sorted(found, key=said, reverse=True)[:MOST_SHEETS]
        return {sheet: frozenset(found[sheet]) for sheet in best}

    def hit(self) -> Hit:
        """It, with the reasons."""
        concepts: dict[str, None] = {}
        words: dict[str, None] = {}
        missing: dict[str, None] = {}
        langs = 0
        for weighted in self.parts:
            part, byte = weighted.part, weighted.occurrences.get(self.number)
            if part.kind in _MEANINGS and byte is not None:
                concepts.update((token[1:], None) for token in part.tokens)
            if part.kind in _READABLE:
                (missing if byte is None else words)[part.text] = None
            if part.kind in _PLAIN and byte is not None:
                langs |= langs_of(byte)
        by = "words" if self.share > ALL_OF_IT else "part"
        match = Match(by, tuple(concepts), tuple(words), tuple(missing), _LANGS[langs])
        places = tuple(weighted.places(self.number) for weighted in self.parts)
        own = frozenset(n for n, part in enumerate(self.parts) if self.number in part.occurrences)
        return Hit(
            self.game,
            self.kind,
            self.id,
            round(self.score, _DIGITS),
            match,
            self.parts,
            places,
            own,
        )


#: Scores that differ less are the same on any machine.
_DIGITS = 4
_MEANINGS = ("concept", "everyday", "asking", "manner")
_READABLE = (*_MEANINGS, "latin", "number", "kanji")
_LANGS = ((), ("ja",), ("en",), ("en", "ja"))


# --- when nothing answers ------------------------------------------------------------------------

#: So many terms are offered.
_MOST_NEAR = 5
#: How alike a term must look to be offered, from 0 to 1.
_ALIKE = 0.6
#: Longer questions name no term alone.
_LONGEST_WANTED = 40
#: How much longer or shorter it may be.
_SLACK = 3


def nearest_terms(
    library: Library, searchers: Sequence[Searcher], query: Query, *, named: bool
) -> tuple[tuple[str, str], ...]:
    """Terms that the question names, in these games or, where none was ``named``, in others, or that look much like it."""
    terms: dict[tuple[str, str], None] = {}
    # A few kana inside a longer word are mostly none of their own (いし in かいしょう).
    whole = {word.text for word in query.words}
    keys = [key for key in keys_of(query) if key in whole or len(key) > SHORT or not in_kana(key)]
    meanings = [
        (key, searcher.games[n], meant)
        for searcher in searchers
        for key, n, meant in searcher.reader.meanings(keys, list(searcher.games))
        if n in searcher.games
    ]
    for _, game, meant in sorted(meanings, key=_longest):
        terms.update(((game, term), None) for term in meant)
    wanted = query.subject or query.folded
    terms.update((near, None) for near in _look_alikes(searchers, wanted))
    if not terms and not named:
        rows = [
            (key, (shelf, n), meant)
            for shelf, reader in readers_of(library)
            for key, n, meant in reader.meanings(keys)
            if n != EVERYDAY
        ]
        for _, place, meant in sorted(rows, key=_longest)[:_MOST_NEAR]:
            terms.update(((library.at(*place).name, term), None) for term in meant)
    return tuple(terms)[:_MOST_NEAR]


def _longest(row: tuple[str, Any, list[str]]) -> tuple[int, str]:
    return -len(row[0]), row[0]


def _look_alikes(searchers: Sequence[Searcher], wanted: str) -> list[tuple[str, str]]:
    """Terms whose words look like the question as a whole, the likest first."""
    if len(wanted) > _LONGEST_WANTED:
        return []
    from difflib import SequenceMatcher

    letters = set(wanted)
    matcher = SequenceMatcher()
    matcher.set_seq2(wanted)
    ranked: list[tuple[float, str, str]] = []
    for searcher in searchers:
        for n, game in searcher.games.items():
            near = searcher.reader.near(
                n, wanted, max(2, len(wanted) - _SLACK), len(wanted) + _SLACK
            )
            for word, terms in near.items():
                # Most words have too few letters in common to be compared in earnest.
                if 2 * sum(char in letters for char in word) < _ALIKE * (len(word) + len(wanted)):
                    continue
                matcher.set_seq1(word)
                if (alike := matcher.ratio()) >= _ALIKE:
                    ranked.append((-alike, game, terms.split(" ")[0]))
    return [(game, term) for _, game, term in sorted(ranked)]


def _topics(library: Library, game: str) -> tuple[tuple[str, str], ...]:
    return tuple((game, topic) for topic in library.game(game).about.topics)
