"""Finds the rule entries that answer a question, in whichever language it is asked.

A question is cut into concepts (words of the glossary) and tokens (pairs of Japanese characters,
stems of Latin words). Entries are found by their names first, then by how much of the question
they cover, rare parts counting most. What covers too little is no answer: then the nearest terms
are offered instead.
"""

from __future__ import annotations

import json
import math
import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulesref.base.text import fold, words
from rulesref.reading.index import concepts, stem, tokens_of
from rulesref.reading.library import Library, Listed

#: Longest question that is looked at, in characters; the rest is ignored.
LONGEST = 300

#: Words that carry a question but not its subject, folded. Longest first when they are taken out.
_GLUE_JA = (
    "ってどうなるんだっけ", "ってどうなるの", "どうなるんだっけ", "ってどうなる", "どうなりますか", "どうなるの", "どうなる", "どうするの",
    "どうする", "どうやって", "どうすれば", "いいんだっけ", "いいですか", "いいの", "んだっけ", "だっけ", "ですか", "ますか", "でしょうか",
    "教えてください", "教えて", "について", "のとき", "ときって", "ときに", "とき", "場合は", "場合", "ってなに", "ってなん", "とは",
    "なにですか", "何ですか", "なんですか", "なに", "何を", "どれ", "どの", "どこ", "いつ", "だれ", "誰が", "誰", "って", "ください",
    "できますか", "できるの", "できる", "できない", "してもいい", "していい", "したら", "すると", "しても", "する", "した", "して",
    "ある", "いる", "ない", "から", "まで", "より", "ので", "のは", "には", "では", "でも", "なら", "たら", "れる", "られる",
    "の", "は", "が", "を", "に", "へ", "と", "で", "も", "や", "か", "ね", "よ", "な", "た",
)  # fmt: skip
_GLUE_EN = frozenset(
    "a an the is are am be been was were do does did done i me my we us our you your he she it its "
    "they them their this that these those what which who whom whose when where why how if then "
    "than of in on at to from for with by as and or not no can could may might must shall should "
    "will would have has had there here any some all get gets got happen happens many much one "
    "about into onto out up down over under again also just so too very allowed possible please "
    "tell rule rules game".split()
)

@dataclass(frozen=True, slots=True)
class Hit:
    """One entry that answers (検索結果): which, how well from 0 to 1, and by what it was found.

    ``match`` is ``id``, ``name`` (title or alias), ``words`` (all of the question) or ``part``.
    """

    game: str
    kind: str
    id: str
    score: float
    match: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a question found: hits best first, and the nearest terms and topics when it is empty."""

    query: str
    game: str | None
    hits: tuple[Hit, ...]
    near: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class _Question:
    """A question cut up for one game."""

    folded: str
    tokens: dict[str, float] = field(default_factory=dict)
    terms: tuple[str, ...] = ()


def language_of(question: str) -> str | None:
    """The language a question is written in; None when it does not show.

    >>> language_of("橋の建設"), language_of("bridge cost"), language_of("13")
    ('ja', 'en', None)
    """
    if re.search(r"[぀-ヿ㐀-鿿ｦ-ﾟ]", question):
        return "ja"
    return "en" if re.search(r"[A-Za-z]", question) else None


def search(library: Library, query: str, game: str | None = None, limit: int = 5) -> Found:
    """The entries that answer ``query``, best first; at most ``limit`` of each kind together.

    ``game`` limits the search to one game; a game named inside the question does too.
    """
    query = query[:LONGEST]
    rest = query
    if game is None:
        game, rest = _game_inside(library, query)
    listed = [library.listed[game]] if game else [g for g in library.listed.values() if not g.broken]
    hits: list[Hit] = []
    for shelf in library.shelves:
        here = {g.n: g for g in listed if g.shelf is shelf}
        if here:
            hits.extend(_Searcher(here, rest, single=game is not None).hits())
    hits.sort(key=lambda hit: (-hit.score, hit.game, hit.id))
    kept = tuple(hits[:limit])
    near = () if kept else tuple(_near(listed, rest))
    return Found(query, game, kept, near)


def _game_inside(library: Library, query: str) -> tuple[str | None, str]:
    """The game that a question names, and the question without its name."""
    folded = fold(query)
    best: tuple[int, str, str] | None = None
    for shelf in library.shelves:
        rows = shelf.connection.execute(
            "SELECT folded, id FROM name JOIN game ON n = game WHERE instr(?, folded)", (folded,)
        )
        for name, game in rows:
            longer = best is None or len(name) > best[0]
            if len(name) >= 2 and longer and _whole_word(query, name):
                best = (len(name), name, game)
    if best is None or best[1] == folded:
        return None, query
    return best[2], _without(query, best[1])


def _whole_word(query: str, name: str) -> bool:
    return not name.isascii() or name in words(query) or (len(name) >= 6)


def _without(query: str, name: str) -> str:
    """The question without a name that its folded form contains."""
    kept: list[str] = []
    for word in re.split(r"\s+", query):
        folded = fold(word)
        kept.append(folded.replace(name, " ") if name in folded else word)
    rest = " ".join(kept)
    return rest if fold(rest) else query


class _Searcher:
    """One question over the games of one shelf."""

    def __init__(self, listed: Mapping[int, Listed], query: str, *, single: bool) -> None:
        self.listed = listed
        self.single = single
        self.connection = next(iter(listed.values())).shelf.connection
        self.folded = fold(query)
        self.subject = subject(query)

    def hits(self) -> list[Hit]:
        if not self.folded:
            return []
        scores: dict[tuple[int, int], tuple[float, str]] = {}
        for key, found in self.by_words().items():
            scores[key] = found
        for game, number, exact in self.by_name():
            old = scores.get((game, number), (0.0, ""))[0]
            scores[game, number] = (max(2.0 if exact else 1.0, 0) + old, "name")
        return self.named(scores)

    def named(self, scores: Mapping[tuple[int, int], tuple[float, str]]) -> list[Hit]:
        best = sorted(scores.items(), key=lambda item: (-item[1][0], item[0]))[:40]
        hits: list[Hit] = []
        for (game, number), (score, match) in best:
            row = self.connection.execute(
                "SELECT kind, id FROM document WHERE game = ? AND n = ?", (game, number)
            ).fetchone()
            kind, entry = row
            hits.append(Hit(self.listed[game].id, kind, entry, round(score, 4), match))
        return hits

    # --- by name -----------------------------------------------------------------------------

    def by_name(self) -> Iterable[tuple[int, int, bool]]:
        """Entries one of whose titles or aliases is the question, with or without its glue."""
        for exact, name in ((True, self.folded), (False, fold(self.subject))):
            rows = self.connection.execute(
                "SELECT game, n FROM alias WHERE folded = ?", (name,)
            )
            yield from ((game, n, exact) for game, n in rows if game in self.listed)

    # --- by words ----------------------------------------------------------------------------

    def by_words(self) -> dict[tuple[int, int], tuple[float, str]]:
        plain = tokens_of(self.subject) or tokens_of(self.folded)
        meanings = self.meanings()
        found: dict[tuple[int, int], tuple[float, str]] = {}
        sizes = self.sizes()
        tokens = dict.fromkeys(plain)
        postings = self.postings([*tokens, *{"@" + t for terms in meanings.values() for t in terms}])
        for game in self.listed:
            total = sizes.get(game, 0)
            if total:
                weights, covered = self.weigh(game, plain, meanings.get(game, ()), postings, total)
                found.update(self.judge(game, weights, covered))
        return found

    def sizes(self) -> dict[int, int]:
        rows = self.connection.execute("SELECT game, count(*) FROM document GROUP BY game")
        return dict(rows.fetchall())

    def meanings(self) -> dict[int, tuple[str, ...]]:
        """The concepts that the question names, for each game."""
        folded = self.folded
        longest = 24
        parts = {
            folded[i:j]
            for i in range(len(folded))
            for j in range(i + 1, min(len(folded), i + longest) + 1)
        }
        rows: list[tuple[str, int, str]] = []
        wanted = sorted(parts)
        for i in range(0, len(wanted), 900):
            chunk = wanted[i : i + 900]
            marks = ", ".join("?" * len(chunk))
            query = f"SELECT folded, game, terms FROM word WHERE folded IN ({marks})"  # noqa: S608
            rows.extend(self.connection.execute(query, chunk))
        vocabularies: dict[int, dict[str, tuple[str, ...]]] = defaultdict(dict)
        for word, game, terms in rows:
            if game in self.listed:
                vocabularies[game][word] = tuple(terms.split(" "))
        return {
            game: tuple(dict.fromkeys(concepts(folded, vocabulary, longest)))
            for game, vocabulary in vocabularies.items()
        }

    def postings(self, tokens: Sequence[str]) -> dict[tuple[str, int], array[int]]:
        found: dict[tuple[str, int], array[int]] = {}
        for i in range(0, len(tokens), 900):
            chunk = list(tokens[i : i + 900])
            marks = ", ".join("?" * len(chunk))
            query = f"SELECT token, game, data FROM posting WHERE token IN ({marks})"  # noqa: S608
            for token, game, data in self.connection.execute(query, chunk):
                if game in self.listed:
                    pairs = array("H")
                    pairs.frombytes(data)
                    found[token, game] = pairs
        return found

    def weigh(
        self, game: int, plain: Sequence[str], terms: Sequence[str],
        postings: Mapping[tuple[str, int], array[int]], total: int,
    ) -> tuple[dict[int, float], dict[int, float]]:  # fmt: skip
        """For each document its score, and how much of the question it covers."""
        weights: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        whole = 0.0
        for token, share in [*((t, 1.0) for t in dict.fromkeys(plain)), *(("@" + t, 2.5) for t in terms)]:
            pairs = postings.get((token, game), array("H"))
            df = len(pairs) // 2
            idf = math.log(1 + (total - df + 0.5) / (df + 0.5)) * share
            whole += idf if df else idf * (1.0 if share == 1.0 else 0)
            for i in range(0, len(pairs), 2):
                weight = pairs[i + 1]
                weights[pairs[i]] += idf * weight / (weight + 3)
                covered[pairs[i]] += idf
        return (
            {n: w / whole for n, w in weights.items()},
            {n: c / whole for n, c in covered.items()},
        ) if whole else ({}, {})

    def judge(
        self, game: int, weights: Mapping[int, float], covered: Mapping[int, float]
    ) -> dict[tuple[int, int], tuple[float, str]]:
        """Documents that cover enough of the question to be an answer."""
        return {
            (game, n): (weight, "words" if covered[n] > 0.95 else "part")
            for n, weight in weights.items()
            if covered[n] >= _ENOUGH
        }


_ENOUGH = 0.45


def subject(question: str) -> str:
    """The question without the words that only make it a question.

    >>> subject("how much does a bridge cost?"), subject("橋の建設ってどうなるんだっけ")
    ('cost bridge' if False else 'bridge cost', '橋 建設')
    """
    found: list[str] = []
    for word in words(question):
        if word.isascii():
            if word not in _GLUE_EN:
                found.append(word)
        else:
            found.extend(_GLUE.sub(" ", word).split())
    return " ".join(found)


_GLUE = re.compile("|".join(map(re.escape, sorted({fold(g) for g in _GLUE_JA}, key=len, reverse=True))))


def _near(listed: Iterable[Listed], query: str) -> Iterable[tuple[str, str]]:
    """Terms whose words look like the question: game and term id."""
    import difflib

    folded = fold(query)
    if not folded:
        return
    shown = 0
    for game in listed:
        rows = game.shelf.connection.execute(
            "SELECT folded, terms FROM word WHERE game = ? AND length(folded) BETWEEN ? AND ?",
            (game.n, max(1, len(folded) - 3), len(folded) + 3),
        ).fetchall()
        by_word = dict(rows)
        for word in difflib.get_close_matches(folded, by_word, 2, 0.6):
            yield game.id, by_word[word].split(" ")[0]
            shown += 1
            if shown >= 5:
                return


def entry_data(listed: Listed, kind: str, entry: str) -> object:
    """The data of an entry, straight from the snapshot."""
    row = listed.shelf.connection.execute(
        "SELECT data FROM entry WHERE game = ? AND kind = ? AND id = ?", (listed.n, kind, entry)
    ).fetchone()
    return json.loads(row[0]) if row else None


__all__ = ["Found", "Hit", "language_of", "search", "stem", "subject"]
