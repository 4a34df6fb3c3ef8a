"""Scores the documents of one game against the parts of a question.

A document scores by how much of the question stands in it: rare words count more than common ones,
what stands in its title or aliases more than what stands in its text, and what stands in many of
its texts more than what stands in one; and by the phrase most like the question that people ask
about it. The weights are in ``weights``.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from rulesref.base.frozen import frozen
from rulesref.search.index_reader import (
    END,
    Posting,
    count_of,
    field_of,
    idf,
    phrase_ids_of,
    points_of,
    unpacked,
)
from rulesref.search.parts import QueryPart
from rulesref.search.weights import (
    COUNSEL_PENALTY,
    COVERAGE_POWER,
    COVERAGE_WEIGHT,
    ELSEWHERE_PENALTY,
    FADING,
    FIELD_WEIGHTS,
    MAIN_TERM_BONUS,
    MISSING_PENALTY,
    NAMED_GAME_BONUS,
    NEXT_SURENESS,
    NO_SUCH_PENALTY,
    PART_WEIGHTS,
    PHRASE_POWER,
    PHRASE_WEIGHT,
    POINT_SURENESS,
    POINT_WEIGHT,
    REPEAT_WEIGHT,
    SATURATION,
    SURE_THRESHOLD,
    TERMS_BONUS,
    TITLES,
    TOKENS_WEIGHT,
    TOLD_BETTER,
    UNASKED_BONUS,
    UNHEARD_PENALTY,
    UNKNOWN_PENALTY,
    UNWRITTEN_BONUS,
)


def _occurrence_score(byte: int) -> float:
    weight = FIELD_WEIGHTS[field_of(byte)] + REPEAT_WEIGHT * (count_of(byte) - 1)
    bonus = MAIN_TERM_BONUS / TOKENS_WEIGHT if field_of(byte) == "main" else 0.0
    return weight / (weight + SATURATION) + bonus


#: What each way to stand in a document counts, see ``index_reader.occurrence``.
_OCCURRENCE_SCORES = [_occurrence_score(byte) for byte in range(len(FIELD_WEIGHTS) << 5)]


@frozen
class DocumentScore:
    """How well a document answers."""

    score: float
    #: The share of the question that stands in it.
    share: float


@frozen
class WeightedPart:
    """A part of a question in a game: how much it weighs there, and how it stands in documents."""

    part: QueryPart
    weight: float
    #: How it stands in each document, as a byte.
    occurrences: Mapping[int, int]
    #: Its ids in the phrases that people ask, by document; one mapping for each token.
    phrase_ids: Sequence[Mapping[int, int]]
    #: In which points it stands, by document; one mapping for each token.
    points: Sequence[Mapping[int, int]] = ()

    def places(self, n: int) -> int:
        """In which points of a document it stands: a bit each."""
        places = 0
        for by_document in self.points:
            places |= by_document.get(n, 0)
        return places


def certainty(
    score: float, parts: Sequence[WeightedPart], n: int, *, named: bool, unwritten: float = 0.0
) -> float:
    """How sure it is that document ``n`` with this score answers the question, on the same scale.

    In a game where little is written of what people ask (``unwritten``) a score says more.
    Words that no entry of the game has, that this one lacks, or that belong elsewhere, speak against it: the
    question may be about something else. Terms of the game, and a game that was ``named``, speak for it.
    """
    whole = sum(part.weight for part in parts)
    unknown = sum(part.weight for part in parts if not part.occurrences) / whole
    if all(part.part.kind == "hiragana" for part in parts if part.occurrences):
        unknown = 1.0  # pairs of kana stand in many a word
    # A single kanji may well be part of another word.
    terms = sum(part.part.kind == "concept" and len(part.part.text) > 1 for part in parts)
    kinds = {part.part.kind for part in parts}
    against = ELSEWHERE_PENALTY * ("elsewhere" in kinds) + COUNSEL_PENALTY * ("counsel" in kinds)
    bonus = TERMS_BONUS * math.log(1 + terms) + NAMED_GAME_BONUS * named
    bonus += UNWRITTEN_BONUS * unwritten * (1 - unknown)
    against += UNKNOWN_PENALTY * unknown + MISSING_PENALTY * _missing(parts, n)
    against += max((_strangeness(part) for part in parts), default=0.0)
    return score + bonus - against


def _strangeness(part: WeightedPart) -> float:
    """What speaks against an answer when nothing in the game has a word."""
    told = part.part
    if part.occurrences or not told.free:
        return 0.0
    if told.kind == "latin" and len(told.text) > _ABBREVIATED:
        return NO_SUCH_PENALTY if told.which else UNHEARD_PENALTY
    return NO_SUCH_PENALTY if told.kind == "kanji" and told.which else 0.0


#: What is shorter is often typed for something longer.
_ABBREVIATED = 3


def is_sure(
    score: float, parts: Sequence[WeightedPart], n: int, *, next_share: float, told_better: bool
) -> bool:
    """Whether document ``n`` with this score says just what is asked: it is about it, and has much of it in one point.

    That the next best one has a great share of its score (``next_share``) speaks for it: the question is one about the
    game. That one nearly as good says more concepts in one point (``told_better``) speaks against it.
    """
    sureness = score + POINT_SURENESS * said_at_once(parts, n) + NEXT_SURENESS * next_share
    return sureness - TOLD_BETTER * told_better >= SURE_THRESHOLD


def said_at_once(parts: Sequence[WeightedPart], n: int) -> float:
    """Which share of what a question is about the point of document ``n`` says that says most of it."""
    subjects = _subjects(parts)
    return _most_at_once(subjects, n) if subjects else 0.0


def concepts_said(
    parts: Sequence[WeightedPart], n: int, *, about: bool
) -> frozenset[tuple[str, ...]]:
    """The concepts of a question that document ``n`` is ``about``, or names at all, whatever people ask about it.

    A single character may well be part of another word.
    """
    return frozenset(
        p.part.tokens
        for p in parts
        if p.part.kind == "concept" and p.part.free and len(p.part.text) > 1
        if n in p.occurrences
        if field_of(p.occurrences[n]) in _OWN_WORDS or (p.places(n) and not about)
    )


def concepts_at_once(parts: Sequence[WeightedPart], n: int) -> int:
    """How many concepts of a question the point of document ``n`` says that says most of them."""
    told = [
        p.places(n)
        for p in parts
        if p.part.kind == "concept" and p.part.free and len(p.part.text) > 1
    ]
    return max(sum(bool(places & bit) for places in told) for bit in _BITS)


def has_in_name(parts: Sequence[WeightedPart], n: int) -> bool:
    """Whether all that a question is about stands in the title, the terms or the id of document ``n``."""
    # An id is typed as it stands by who has seen it.
    own = (*_OWN_WORDS, "id")
    return all(
        n in part.occurrences and field_of(part.occurrences[n]) in own for part in _subjects(parts)
    )


def _subjects(parts: Sequence[WeightedPart]) -> list[WeightedPart]:
    """The parts that say what a question is about."""
    return [part for part in parts if part.part.free and part.part.kind in _SUBJECTS]


def _missing(parts: Sequence[WeightedPart], n: int) -> float:
    """Which share of what the question says by itself a document lacks, words that ask aside."""
    free = [part for part in parts if part.part.free]
    lacking = [p for p in free if p.part.kind in _SUBJECTS and n not in p.occurrences]
    whole = sum(part.weight for part in free)
    return sum(part.weight for part in lacking) / whole if whole else 0.0


#: The kinds of parts that say what a question is about.
_SUBJECTS = ("concept", "everyday", "latin", "kanji")


def weighted_parts(
    parts: Sequence[QueryPart], rules: int, postings: Mapping[str, Posting]
) -> list[WeightedPart]:
    """The parts with their weights in a game of so many ``rules``."""
    return [_weighted(part, rules, postings) for part in parts]


def _weighted(part: QueryPart, rules: int, postings: Mapping[str, Posting]) -> WeightedPart:
    """A part with its weight: that of its kind times the mean IDF of the tokens that occur."""
    occurrences: dict[int, int] = {}
    phrase_ids = []
    points = []
    idfs = []
    for token in part.tokens:
        if token not in postings:
            continue
        posting = postings[token]
        documents, ways = unpacked(posting)
        idfs.append(idf(bisect_left(documents, rules), rules))
        if part.free:
            phrase_ids.append(dict(zip(documents, phrase_ids_of(posting), strict=True)))
        points.append(dict(zip(documents, points_of(posting), strict=True)))
        if occurrences:
            _merge(occurrences, documents, ways)
        else:
            occurrences = dict(zip(documents, ways, strict=True))
    if part.kind == "manner":
        # An entry is about it when it says so itself, not when somebody asks about it in such words.
        occurrences = {n: byte for n, byte in occurrences.items() if field_of(byte) in _OWN_WORDS}
        phrase_ids = [{n: i for n, i in ids.items() if n in occurrences} for ids in phrase_ids]
    if idfs:
        weight = part.weight * sum(idfs) / len(idfs)
    else:
        weight = part.weight * PART_WEIGHTS[part.kind][1] * idf(0, rules)
    return WeightedPart(part, weight, occurrences, phrase_ids, points)


#: The fields that say what an entry is about.
_OWN_WORDS = ("main", "title", "terms")


def _merge(occurrences: dict[int, int], documents: Sequence[int], ways: Sequence[int]) -> None:
    """Add where another token of the same part stands: what counts more in a document stays."""
    scores = _OCCURRENCE_SCORES
    for n, byte in zip(documents, ways, strict=True):
        if n not in occurrences or scores[byte] > scores[occurrences[n]]:
            occurrences[n] = byte


def best_documents(
    parts: Sequence[WeightedPart], documents: int, most: int
) -> list[tuple[int, DocumentScore]]:
    """Those of so many documents that answer best, at most so many, each with its score."""
    whole = sum(part.weight for part in parts)
    if not whole:
        return []
    tokens = [0.0] * documents
    shares = [0.0] * documents
    # Most of the time of a long question is spent here.
    scores = _OCCURRENCE_SCORES
    for part in parts:
        weight = part.weight
        for n, byte in part.occurrences.items():
            tokens[n] += weight * scores[byte]
            shares[n] += weight
    scored = sorted(
        (
            -TOKENS_WEIGHT * weight / whole
            - COVERAGE_WEIGHT * (shares[n] / whole) ** COVERAGE_POWER,
            n,
        )
        for n, weight in enumerate(tokens)
        if weight
    )
    return [(n, DocumentScore(-score, shares[n] / whole)) for score, n in scored[:most]]


def phrase_score(parts: Sequence[WeightedPart], n: int, phrases: bytes) -> float:
    """What the phrases that people ask about a document add to its score: the most alike counts.

    Alike is what says much of the question, and hardly anything else.
    """
    free = [
        (part.weight, {ids[n] for ids in part.phrase_ids if n in ids})
        for part in parts
        if part.part.free
    ]
    in_phrases = [(weight, ids) for weight, ids in free if any(ids)]
    if not in_phrases:
        return 0.0
    others = _ALL_IDS.translate(None, bytes(set().union(*(ids for _, ids in in_phrases))))
    # Of the phrases that have the same ids of the question, the one that says least else.
    shares: dict[bytes, float] = {}
    common = phrases.translate(None, others).split(END)
    for phrase, same in zip(phrases.split(END), common, strict=True):
        if same:
            shares[same] = max(shares.get(same, 0.0), len(same) / len(phrase))
    most = sum(weight for weight, _ in in_phrases)
    best = 0.0
    for same, share in sorted(shares.items(), key=lambda item: -item[1]):
        factor = share**PHRASE_POWER
        if most * factor <= best:  # nor can any later one be better
            break
        weight = sum(weight for weight, ids in in_phrases if not ids.isdisjoint(same))
        best = max(best, weight * factor)
    return PHRASE_WEIGHT * best / sum(weight for weight, _ in free)


def unwritten(phrases: Sequence[bytes]) -> float:
    """How much points count in a game where so many phrases are written for some of its documents.

    It is 1 where there are only titles, and the less the more people ask.
    """
    many = sum(packed_phrases.count(END) for packed_phrases in phrases) / len(phrases)
    return float(min(1.0, TITLES / max(1.0, many)) ** FADING)


def point_score(parts: Sequence[WeightedPart], n: int) -> float:
    """What the points of a document add to its score: the one that says most of the question counts."""
    return POINT_WEIGHT * _most_at_once(parts, n) + UNASKED_BONUS


def _most_at_once(parts: Sequence[WeightedPart], n: int) -> float:
    """Which share of these parts the point of a document says that says most of them."""
    said: dict[int, float] = {}
    for part in parts:
        points = part.places(n)
        said[points] = said.get(points, 0.0) + part.weight
    best = max(sum(weight for points, weight in said.items() if points & bit) for bit in _BITS)
    return best / sum(part.weight for part in parts)


_BITS = tuple(1 << n for n in range(8))


#: Every id that a token can have in phrases.
_ALL_IDS = bytes(range(1, 256))
