"""Finds the rule entries that answer a question, in whichever language it is asked.

Entries are found by their names first (a question that is a title or an alias), then by how much of
the question they cover, rare parts counting most; concepts of the glossary make a question in one
language find an entry known in the other. What covers too little is no answer: then the nearest
terms are offered instead.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulesref.base.text import fold, words
from rulesref.base.values import value
from rulesref.reading.library import Library, Listed, Shelf
from rulesref.reading.tokens import mentions
from rulesref.use.question import Question, ask_about

#: A concept says more than a pair of characters.
CONCEPT = 2.2
SOFT = 0.3
#: How much of a question an answer must cover, by the weight of its parts.
ENOUGH = 0.42
#: How fast further weight of a token stops mattering.
SATURATION = 4.0
#: At most so many postings are read, rarest tokens first, so that a large library stays quick.
MOST_POSTINGS = 24_000
_LONGEST_WORD = 24
#: A name as short as one character stands in too many questions.
_SHORTEST_NAME = 2
_CHUNK = 900


@value
class Hit:
    """One thing that answers (検索結果): which, how well (larger is better) and by what.

    ``match`` is ``name`` (the question is its title, id or alias), ``words`` (it has all of the
    question), ``part`` (most of it) or ``table`` (it explains a table row that was asked for).
    """

    game: str
    kind: str
    id: str
    score: float
    match: str


@value
class Found:
    """What a question found.

    ``hits`` are rule entries, best first; ``tools`` the table rows, tables and calculators that give
    a number it asks for; ``near`` the nearest terms (game and term) when there is no hit.
    """

    query: str
    game: str | None
    hits: tuple[Hit, ...]
    tools: tuple[Hit, ...]
    near: tuple[tuple[str, str], ...]


def search(library: Library, query: str, game: str | None = None, limit: int = 5) -> Found:
    """The entries that answer ``query``: at most ``limit``, best first, ties by id.

    ``game`` limits the search to one game; a game named inside the question does too.
    """
    rest = query
    if game is None:
        game, rest = _game_inside(library, query)
    question = ask_about(rest)
    if question.empty:
        return Found(query, game, (), (), ())
    listed = (
        [library.listed[game]] if game else [g for g in library.listed.values() if not g.broken]
    )
    hits = _hits(library.shelves, listed, question)
    rules = _rules(library, hits)[:limit]
    best = rules[0].score if rules else 0.0
    tools = [hit for hit in hits if hit.kind != "rule" and hit.score >= 0.75 * best][:2]
    near = () if rules else tuple(_near(listed, question))
    return Found(query, game, tuple(rules), tuple(tools), near)


def _hits(shelves: Iterable[Shelf], listed: Iterable[Listed], question: Question) -> list[Hit]:
    hits: list[Hit] = []
    for shelf in shelves:
        here = {game.n: game for game in listed if game.shelf is shelf}
        if here:
            hits.extend(_Searcher(shelf, here, question).hits())
    hits.sort(key=lambda hit: (-hit.score, hit.game, hit.id))
    return hits


def _rules(library: Library, hits: Sequence[Hit]) -> list[Hit]:
    """Rule entries among the hits; a table that is meant brings the entry that explains it."""
    found: dict[tuple[str, str], Hit] = {}
    for hit in hits:
        if hit.kind == "rule":
            found.setdefault((hit.game, hit.id), hit)
        elif hit.kind in ("row", "table") and hit.match != "part":
            game = library.game(hit.game)
            table = game.table(hit.id.split("/")[0])
            for rule in table.rules[:1] if table else ():
                lower = Hit(hit.game, "rule", rule, round(hit.score * 0.9, 4), "table")
                found.setdefault((hit.game, rule), lower)
    return sorted(found.values(), key=lambda hit: (-hit.score, hit.game, hit.id))


# --- the game a question names -------------------------------------------------------------------


def _game_inside(library: Library, query: str) -> tuple[str | None, str]:
    """The game that a question names, and the question without its name."""
    folded = fold(query[:300])
    pieces = words(query[:300])
    best: tuple[str, str] | None = None
    for shelf in library.shelves:
        rows = shelf.connection.execute(
            "SELECT folded, id FROM name JOIN game ON n = game WHERE instr(?, folded)", (folded,)
        )
        for name, game in rows:
            longer = best is None or len(name) > len(best[0])
            if len(name) >= _SHORTEST_NAME and longer and _stands_alone(name, pieces):
                best = (name, game)
    if best is None:
        return None, query
    name, game = best
    rest = " ".join(piece.replace(name, " ") for piece in _joined(pieces, name))
    return (game, rest) if fold(rest) else (game, query)


def _stands_alone(name: str, pieces: Sequence[str]) -> bool:
    """A Latin name must be whole words; a Japanese one may stand anywhere."""
    if not name.isascii():
        return True
    joined = [
        "".join(pieces[i:j])
        for i in range(len(pieces))
        for j in range(i + 1, min(len(pieces), i + 4) + 1)
    ]
    return name in joined or any(name in piece and not piece.isascii() for piece in pieces)


def _joined(pieces: Sequence[str], name: str) -> list[str]:
    """The words of a question, those that make up a name together joined."""
    for i in range(len(pieces)):
        for j in range(i + 1, min(len(pieces), i + 4) + 1):
            if "".join(pieces[i:j]) == name:
                return [*pieces[:i], name, *pieces[j:]]
    return list(pieces)


# --- one shelf -----------------------------------------------------------------------------------


class _Searcher:
    """One question over the games of one shelf."""

    def __init__(self, shelf: Shelf, listed: Mapping[int, Listed], question: Question) -> None:
        self.connection = shelf.connection
        self.listed = listed
        self.question = question
        self.only = next(iter(listed)) if len(listed) == 1 else None

    def hits(self) -> list[Hit]:
        scores = self.by_words()
        for key in self.by_name():
            score, _ = scores.get(key, (0.0, ""))
            scores[key] = (score + 1.0, "name")
        best = sorted(scores.items(), key=lambda item: (-item[1][0], item[0]))[:60]
        return [self.hit(key, score, match) for key, (score, match) in best]

    def hit(self, key: tuple[int, int], score: float, match: str) -> Hit:
        kind, entry = self.connection.execute(
            "SELECT kind, id FROM document WHERE game = ? AND n = ?", key
        ).fetchone()
        return Hit(self.listed[key[0]].id, kind, entry, round(score, 4), match)

    def rows(
        self, columns: str, table: str, key: str, values: Sequence[str]
    ) -> Iterable[tuple[Any, ...]]:
        """Rows of the games at hand whose key is one of ``values``."""
        for i in range(0, len(values), _CHUNK):
            chunk = values[i : i + _CHUNK]
            marks = ", ".join("?" * len(chunk))
            query = f"SELECT {columns} FROM {table} WHERE {key} IN ({marks})"  # noqa: S608
            if self.only is not None:
                yield from self.connection.execute(f"{query} AND game = ?", (*chunk, self.only))
            else:
                yield from self.connection.execute(query, chunk)

    # --- by name ---------------------------------------------------------------------------------

    def by_name(self) -> Iterable[tuple[int, int]]:
        """Entries one of whose names is the question, with or without its glue."""
        names = list(dict.fromkeys([self.question.folded, self.question.subject]))
        found = self.rows("game, n", "alias", "folded", [name for name in names if name])
        return dict.fromkeys((game, n) for game, n in found if game in self.listed)

    # --- by words --------------------------------------------------------------------------------

    def by_words(self) -> dict[tuple[int, int], tuple[float, str]]:
        meanings, explained = self.meanings()
        plain = [(token, 1.0) for token in self.question.firm]
        plain += [(token, SOFT) for token in self.question.soft]
        wanted = [token for token, _ in plain]
        wanted += sorted({"@" + term for terms in meanings.values() for term in terms})
        postings = self.postings(wanted)
        sizes = dict(self.connection.execute("SELECT n, documents FROM game").fetchall())
        found: dict[tuple[int, int], tuple[float, str]] = {}
        for game in self.listed:
            parts = [(t, s) for t, s in plain if t not in explained.get(game, ())]
            parts += [("@" + term, CONCEPT) for term in meanings.get(game, ())]
            found |= self.weigh(game, parts, postings, sizes[game])
        return found

    def meanings(self) -> tuple[dict[int, tuple[str, ...]], dict[int, set[str]]]:
        """For each game the concepts that the question names, and romaji words they explain."""
        text = self.question.text
        folded = self.question.folded
        parts = {
            folded[i:j]
            for i in range(len(folded))
            for j in range(i + 1, min(len(folded), i + _LONGEST_WORD) + 1)
        }
        read = {kana: token for token, kana in self.question.romaji}
        vocabularies: dict[int, dict[str, tuple[str, ...]]] = defaultdict(dict)
        for word, game, terms in self.rows(
            "folded, game, terms", "word", "folded", sorted(parts | set(read))
        ):
            vocabularies[game][word] = tuple(terms.split(" "))
        concepts: dict[int, tuple[str, ...]] = {}
        explained: dict[int, set[str]] = {}
        for game in self.listed:
            vocabulary = vocabularies.get(game, {})
            named = [t for _, _, terms in mentions(text, vocabulary, _LONGEST_WORD) for t in terms]
            for kana, token in read.items():
                if kana in vocabulary:
                    named += vocabulary[kana]
                    explained.setdefault(game, set()).add(token)
            concepts[game] = tuple(dict.fromkeys(named))
        return concepts, explained

    def postings(self, tokens: Sequence[str]) -> dict[tuple[str, int], memoryview[int]]:
        """Postings by token and game."""
        sizes = dict(self.rows_any("token, total", "token", "token", tokens))
        chosen: list[str] = []
        much = 0
        for token in sorted(sizes, key=lambda t: (sizes[t], t)):
            if chosen and self.only is None and much + sizes[token] > MOST_POSTINGS:
                break
            chosen.append(token)
            much += sizes[token]
        rows = self.rows("token, game, data", "posting", "token", chosen)
        return {(token, game): memoryview(data).cast("H") for token, game, data in rows}

    def rows_any(
        self, columns: str, table: str, key: str, values: Sequence[str]
    ) -> Iterable[tuple[Any, ...]]:
        """Rows whose key is one of ``values``, whatever the game."""
        for i in range(0, len(values), _CHUNK):
            chunk = values[i : i + _CHUNK]
            marks = ", ".join("?" * len(chunk))
            query = f"SELECT {columns} FROM {table} WHERE {key} IN ({marks})"  # noqa: S608
            yield from self.connection.execute(query, chunk)

    def weigh(
        self, game: int, parts: Sequence[tuple[str, float]],
        postings: Mapping[tuple[str, int], memoryview[int]], total: int,
    ) -> dict[tuple[int, int], tuple[float, str]]:  # fmt: skip
        """Documents of a game that cover enough of the question: score and kind of match."""
        weights: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        whole = 0.0
        for token, share in parts:
            pairs = postings.get((token, game))
            many = len(pairs) // 2 if pairs else 0
            if not many and share == SOFT:
                continue
            idf = math.log(1 + (total - many + 0.5) / (many + 0.5)) * share
            whole += idf
            for i in range(0, 2 * many, 2):
                assert pairs is not None
                weight = pairs[i + 1]
                weights[pairs[i]] += idf * weight / (weight + SATURATION)
                covered[pairs[i]] += idf
        return {
            (game, n): (weight / whole, "words" if covered[n] > 0.97 * whole else "part")
            for n, weight in weights.items()
            if covered[n] >= ENOUGH * whole
        }


def _near(listed: Iterable[Listed], question: Question) -> Iterable[tuple[str, str]]:
    """The terms whose words look most like the question: game and term id, at most five."""
    import difflib

    ranked: list[tuple[float, str, str]] = []
    wanted = question.subject or question.folded
    for game in listed:
        rows = game.shelf.connection.execute(
            "SELECT folded, terms FROM word WHERE game = ? AND length(folded) BETWEEN ? AND ?",
            (game.n, max(2, len(wanted) - 3), len(wanted) + 3),
        ).fetchall()
        by_word = dict(rows)
        for word in difflib.get_close_matches(wanted, by_word, 3, 0.6):
            alike = difflib.SequenceMatcher(None, wanted, word).ratio()
            ranked.append((-alike, game.id, by_word[word].split(" ")[0]))
    seen: dict[tuple[str, str], None] = {}
    for _, game_id, term in sorted(ranked):
        seen.setdefault((game_id, term))
    yield from list(seen)[:5]
