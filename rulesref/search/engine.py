"""Finds the rule entries that answer a question, in whichever language it is asked.

A question is cut into parts (``question``, ``parts``), read as it was meant where it is misspelt or
typed in romaji (``spelling``), and weighed against the entries of each game (``ranking``). Concepts
of the glossary and everyday words make a question in one language find an entry known in the
other. What covers too little of the question is no answer: then the nearest terms are offered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rulesref.base.frozen import frozen
from rulesref.library.library import Library, Shelf
from rulesref.library.snapshot import EVERYDAY
from rulesref.search.analysis import SHORT, Lexicon, in_kana
from rulesref.search.lookup import Lookup
from rulesref.search.names import lookups_of, named_game
from rulesref.search.parts import Part, keys_of, parts_of
from rulesref.search.postings import Posting, langs_of
from rulesref.search.query import Question, ask_about
from rulesref.search.rank import SURE, UNSURE, Asked, Weighed, asked_in, certainty, said, weigh
from rulesref.search.spelling import reread

#: So many games are searched for a question that names none: those that know most of its words.
MOST_GAMES = 8
#: So many entries that may be meant are offered when none is sure to be.
MOST_PERHAPS = 3
#: A row, a table or a calculator is offered when it fits nearly as well as the best entry.
NEARLY = 0.75
#: At most so many of them.
MOST_TOOLS = 2


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


@frozen
class Found:
    """What a question found.

    ``hits`` are rule entries, best first; ``tools`` the table rows, tables and calculators that give
    a number it asks for. When there is no hit, ``near`` has the nearest terms (game and term),
    ``topics`` the topics of the game when not even those are near, and ``perhaps`` entries that may
    be meant but are no sure answer. ``read`` is what misspelt words were read as.
    """

    query: str
    game: str | None
    hits: tuple[Hit, ...]
    tools: tuple[Hit, ...]
    near: tuple[tuple[str, str], ...]
    topics: tuple[tuple[str, str], ...] = ()
    read: Mapping[str, str] = {}
    perhaps: tuple[Hit, ...] = ()


def search(library: Library, query: str, game: str | None = None, limit: int = 5) -> Found:
    """The entries that answer ``query``: at most ``limit``, best first, ties by game and id.

    ``game`` limits the search to one game; a game named inside the question does too.
    """
    question = ask_about(query)
    if game is None:
        game, question = named_game(library, question)
    if question.empty:
        return Found(query, game, (), (), ())
    question, read = reread(question, [lookup for _, lookup in lookups_of(library)])
    places = _places(library, game, question)
    scored = [entry for place in places for entry in place.scored(question)]
    scored.sort(key=lambda entry: entry.order)
    rules = _rules(scored)
    sure = rules[0].certainty(named=game is not None) if rules else 0.0
    if sure < SURE:
        perhaps = tuple(entry.hit() for entry in rules[:MOST_PERHAPS]) if sure >= UNSURE else ()
        near = nearest_terms(library, places, question)
        topics = _topics(library, game) if game and not near else ()
        return Found(query, game, (), (), near, topics, read, perhaps)
    best = rules[0]
    tools = [
        entry
        for entry in scored
        if entry.kind != "rule"
        and entry.game == best.game
        and entry.score >= NEARLY * best.weighed.score
    ]
    hits = tuple(entry.hit() for entry in rules[:limit])
    return Found(
        query, game, hits, tuple(entry.hit() for entry in tools[:MOST_TOOLS]), (), (), read
    )


def _rules(scored: Sequence[Scored]) -> list[Scored]:
    """The rule entries, best first, each once: those that lead by what people ask about them too."""
    rules = [entry for entry in scored if entry.kind == "rule"]
    for entry in rules[:_MOST_LEADING]:
        entry.listen()
    rules.sort(key=lambda entry: entry.order)
    best: dict[tuple[str, str], Scored] = {}
    for entry in rules:
        best.setdefault((entry.game, entry.id), entry)
    return list(best.values())


#: So many documents may come first.
_MOST_LEADING = 12


# --- the games to search -------------------------------------------------------------------------


def _places(library: Library, game: str | None, question: Question) -> list[Place]:
    """Where to look: the game, or the games that know most of the question's words."""
    if game is not None:
        listed = library.find(game)
        return [Place(listed.shelf, {listed.n: listed.id})] if listed else []
    lookups = lookups_of(library)
    every = sum(lookup.size() for _, lookup in lookups)
    found = []
    for shelf, lookup in lookups:
        numbers = lookup.games() if every <= MOST_GAMES else _likely(lookup, question)
        listed_here = [library.at(shelf, n) for n in numbers]
        # A game of a later folder hides one of the same name.
        here = {g.n: g.id for g in listed_here if not g.broken and library.find(g.id) == g}
        if here:
            found.append(Place(shelf, here))
    return found


def _likely(lookup: Lookup, question: Question) -> list[int]:
    """The games of a large library that know most of a question's words, rare words counting most."""
    keys = keys_of(question)
    found: dict[str, set[int]] = defaultdict(set)
    for key, game in lookup.games_meaning(keys):
        found[key].add(game)
    plain = [p.tokens[0] for p in parts_of(question, Lexicon({}), Lexicon({})) if p.kind in _PLAIN]
    for token, game in lookup.games_with(plain):
        found[token].add(game)
    points: dict[int, float] = defaultdict(float)
    for word, games in found.items():
        for game in games:
            points[game] += (1 + len(word) / 4) / (1 + len(games)) ** 0.5
    return sorted(points, key=lambda game: (-points[game], game))[:MOST_GAMES]


_PLAIN = ("latin", "kanji", "katakana")


# --- one shelf -----------------------------------------------------------------------------------


class Place:
    """Games of one shelf that are searched together."""

    def __init__(self, shelf: Shelf, games: Mapping[int, str]) -> None:
        self.lookup = Lookup(shelf.connection)
        self.games = games

    def scored(self, question: Question) -> list[Scored]:
        """What may answer, of every game."""
        parts = self.parts(question)
        tokens = {t for found in parts.values() for part in found for t in part.tokens}
        postings: dict[int, dict[str, Posting]] = {n: {} for n in self.games}
        for token, game, posting in self.lookup.postings(sorted(tokens), list(self.games)):
            postings[game][token] = posting
        return [entry for n in self.games for entry in self.in_game(n, parts[n], postings[n])]

    def parts(self, question: Question) -> dict[int, list[Part]]:
        """What the question is made of, by game."""
        everyday: dict[str, list[str]] = {}
        glossaries: dict[int, dict[str, list[str]]] = {n: {} for n in self.games}
        for key, game, terms in self.lookup.meanings(keys_of(question), list(self.games)):
            (everyday if game == EVERYDAY else glossaries[game])[key] = terms
        common = Lexicon(everyday)
        return {n: parts_of(question, Lexicon(glossaries[n]), common) for n in self.games}

    def in_game(
        self, n: int, parts: Sequence[Part], postings: Mapping[str, Posting]
    ) -> list[Scored]:
        """What may answer, of one game."""
        asked = asked_in(parts, self.lookup.rules(n), postings)
        documents = self.lookup.documents(n)
        return [
            Scored(self, n, number, documents[number], found, asked)
            for number, found in weigh(asked, len(documents), _MOST_HITS)
        ]


#: So many of one game are looked at.
_MOST_HITS = 60


class Scored:
    """A document with its score, which may grow by what people ask about it."""

    def __init__(
        self,
        place: Place,
        n: int,
        number: int,
        named: str,
        weighed: Weighed,
        asked: Sequence[Asked],
    ) -> None:
        self.place = place
        self.n = n
        self.number = number
        self.kind, self.id = named.split(" ")
        self.game = place.games[n]
        self.weighed = weighed
        self.asked = asked
        self.score = weighed.score

    def listen(self) -> None:
        """Add what people ask about it."""
        self.score += said(self.asked, self.number, self.place.lookup.asked(self.n, self.number))

    @property
    def order(self) -> tuple[float, str, str]:
        """Best first, ties by game and id."""
        return -round(self.score, _DIGITS), self.game, self.id

    def certainty(self, *, named: bool) -> float:
        """How sure it is that this answers; ``named`` says whether a game was."""
        return certainty(self.score, self.asked, named=named)

    @property
    def by(self) -> str:
        """How it was found."""
        return "words" if self.weighed.share > _ALL else "part"

    def hit(self) -> Hit:
        """It, with the reasons."""
        concepts: dict[str, None] = {}
        words: dict[str, None] = {}
        missing: dict[str, None] = {}
        langs = 0
        for asked in self.asked:
            byte = asked.standing.get(self.number)
            if asked.part.kind in _MEANINGS and byte is not None:
                concepts.update((token[1:], None) for token in asked.part.tokens)
            if asked.part.kind in _READABLE:
                (missing if byte is None else words)[asked.part.text] = None
            if asked.part.kind in _PLAIN and byte is not None:
                langs |= langs_of(byte)
        match = Match(self.by, tuple(concepts), tuple(words), tuple(missing), _LANGS[langs])
        return Hit(self.game, self.kind, self.id, round(self.score, _DIGITS), match)


#: Scores that differ less are the same on any machine.
_DIGITS = 4
#: A share of a question that counts as all of it.
_ALL = 0.97
_MEANINGS = ("concept", "everyday", "asking")
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
    library: Library, places: Sequence[Place], question: Question
) -> tuple[tuple[str, str], ...]:
    """Terms that the question names, in these games or else in others, or that look much like it."""
    found: dict[tuple[str, str], None] = {}
    # A few kana inside a longer word are mostly none of their own (いし in かいしょう).
    whole = {word.text for word in question.words}
    keys = [
        key for key in keys_of(question) if key in whole or len(key) > SHORT or not in_kana(key)
    ]
    for place in places:
        for _, n, terms in sorted(place.lookup.meanings(keys, list(place.games)), key=_longest):
            found.update(((place.games[n], term), None) for term in terms if n in place.games)
    wanted = question.subject or question.folded
    found.update((near, None) for near in _look_alikes(places, wanted))
    if not found:
        for shelf, lookup in lookups_of(library):
            rows = [row for row in lookup.meanings(keys) if row[1] != EVERYDAY]
            for _, n, terms in sorted(rows, key=_longest)[:_MOST_NEAR]:
                found.update(((library.at(shelf, n).id, term), None) for term in terms)
    return tuple(found)[:_MOST_NEAR]


def _longest(row: tuple[str, int, list[str]]) -> tuple[int, str, int]:
    return -len(row[0]), row[0], row[1]


def _look_alikes(places: Sequence[Place], wanted: str) -> list[tuple[str, str]]:
    """Terms whose words look like the question as a whole, the likest first."""
    if len(wanted) > _LONGEST_WANTED:
        return []
    from difflib import SequenceMatcher

    letters = set(wanted)
    matcher = SequenceMatcher()
    matcher.set_seq2(wanted)
    ranked: list[tuple[float, str, str]] = []
    for place in places:
        for n, game in place.games.items():
            near = place.lookup.near(n, wanted, max(2, len(wanted) - _SLACK), len(wanted) + _SLACK)
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
