"""Weighs the documents of one game against the parts of a question.

A document scores by how much of the question stands in it: rare words count more than common ones,
what stands in its title or aliases more than what stands in its text, and what stands in many of
its texts more than what stands in one; and by the question most like it that people ask about it.
Every weight is here or in ``parts``.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from rulesref.base.frozen import frozen
from rulesref.search.parts import SHARES, Part
from rulesref.search.postings import END, Posting, count_of, field_of, marks_of, rarity, unpacked

#: How much a token counts by the strongest field it stands in.
WEIGHTS: Mapping[str, float] = {
    "main": 8.98, "title": 7.89, "terms": 8.98, "id": 7.17, "alias": 3.85, "question": 4.33,
    "point": 2.41, "topic": 3.38,
}  # fmt: skip
#: What it counts beyond that to be the term that an entry is about above all.
MAIN = 1.0
#: Further texts with the same token add this much.
AGAIN = 1.47
#: Weight at which a token counts half.
HALF = 10.67
#: How much the words count, and the share of the question that stands in the document, whose power
#: says how much more the last words count than the first.
WORDS, SHARE, POWER = 9.83, 0.3, 1.92

#: How much it counts that somebody asked much the same, and the power of how much of that the
#: question says.
SAID, OTHER = 1.85, 0.94

#: How much unknown words, terms of the game, a game's name and words of other games and other things
#: count for whether there is an answer.
UNKNOWN, TERMS, NAMED, ELSEWHERE = 2.1, 1.8, 1.3, 2.35
#: From where on it is one; from a little lower on it may be worth a look.
SURE, UNSURE = 4.7, 3.4


def _count(byte: int) -> float:
    count = WEIGHTS[field_of(byte)] + AGAIN * (count_of(byte) - 1)
    return count / (count + HALF) + (MAIN / WORDS if field_of(byte) == "main" else 0.0)


#: What each way of standing in a document counts.
_COUNTS = [_count(byte) for byte in range(len(WEIGHTS) << 5)]


@frozen
class Weighed:
    """How well a document answers."""

    score: float
    #: The share of the question that stands in it.
    share: float


@frozen
class Asked:
    """A part of a question in a game: how much it weighs there, and how it stands in documents."""

    part: Part
    weight: float
    standing: Mapping[int, int]
    #: Its marks in what people ask, by document; one mapping for each token.
    marks: Sequence[Mapping[int, int]]


def certainty(score: float, asked: Sequence[Asked], *, named: bool) -> float:
    """How sure it is that an entry with this score answers the question, on the same scale.

    Words that no entry of the game has, or that belong elsewhere, speak against it: the question may
    be about something else. Terms of the game, and a game that was ``named``, speak for it.
    """
    whole = sum(part.weight for part in asked)
    unknown = sum(part.weight for part in asked if not part.standing) / whole
    if all(part.part.kind == "hiragana" for part in asked if part.standing):
        unknown = 1.0  # pairs of kana stand in many a word
    # A single kanji may well be part of another word.
    terms = sum(part.part.kind == "concept" and len(part.part.text) > 1 for part in asked)
    elsewhere = any(part.part.kind == "elsewhere" for part in asked)
    speaking = TERMS * math.log(1 + terms) + NAMED * named
    return score + speaking - UNKNOWN * unknown - ELSEWHERE * elsewhere


def asked_in(parts: Sequence[Part], rules: int, postings: Mapping[str, Posting]) -> list[Asked]:
    """The parts with their weights in a game of so many ``rules``."""
    found = []
    for part in parts:
        standing: dict[int, int] = {}
        marks = []
        rare = known = 0.0
        for token in part.tokens:
            if token in postings:
                posting = postings[token]
                documents, hows = unpacked(posting)
                rare += rarity(bisect_left(documents, rules), rules)
                known += 1
                if part.free:
                    marks.append(dict(zip(documents, marks_of(posting), strict=True)))
                if standing:
                    _merge(standing, documents, hows)
                else:
                    standing = dict(zip(documents, hows, strict=True))
        if known:
            weight = part.share * rare / known
        else:
            weight = part.share * SHARES[part.kind][1] * rarity(0, rules)
        found.append(Asked(part, weight, standing, marks))
    return found


def _merge(standing: dict[int, int], documents: Sequence[int], hows: Sequence[int]) -> None:
    """Add where another token of the same part stands: what counts more there counts."""
    for n, byte in zip(documents, hows, strict=True):
        if n not in standing or _COUNTS[byte] > _COUNTS[standing[n]]:
            standing[n] = byte


def weigh(asked: Sequence[Asked], documents: int, most: int) -> list[tuple[int, Weighed]]:
    """Those of so many documents that answer best, at most so many, each with how well it does."""
    whole = sum(part.weight for part in asked)
    if not whole:
        return []
    words = [0.0] * documents
    shares = [0.0] * documents
    # Most of the time of a long question is spent here.
    counts = _COUNTS
    for part in asked:
        weight = part.weight
        for n, byte in part.standing.items():
            words[n] += weight * counts[byte]
            shares[n] += weight
    scored = sorted(
        (-WORDS * weight / whole - SHARE * (shares[n] / whole) ** POWER, n)
        for n, weight in enumerate(words)
        if weight
    )
    return [(n, Weighed(-score, shares[n] / whole)) for score, n in scored[:most]]


def said(asked: Sequence[Asked], n: int, phrases: bytes) -> float:
    """How much it counts for a document what people ask about it: the one that is most alike.

    Alike is what says much of the question, and hardly anything else.
    """
    free = [(part.weight, {m[n] for m in part.marks if n in m}) for part in asked if part.part.free]
    marked = [(weight, marks) for weight, marks in free if any(marks)]
    if not marked:
        return 0.0
    others = _MARKS.translate(None, bytes(set().union(*(marks for _, marks in marked))))
    shares: dict[bytes, float] = {}
    common = phrases.translate(None, others).split(END)
    for phrase, part in zip(phrases.split(END), common, strict=True):
        if part:
            shares[part] = max(shares.get(part, 0.0), len(part) / len(phrase))
    most = sum(weight for weight, _ in marked)
    best = 0.0
    for part, share in sorted(shares.items(), key=lambda found: -found[1]):
        other = share**OTHER
        if most * other <= best:  # nor can any later one be better
            break
        said_here = sum(weight for weight, marks in marked if not marks.isdisjoint(part))
        best = max(best, said_here * other)
    return SAID * best / sum(weight for weight, _ in free)


#: All marks.
_MARKS = bytes(range(1, 256))
