"""Weighs the documents of one game against the parts of a question.

A document scores by how much of the question stands in it: rare words count more than common ones,
what stands in its title or aliases more than what stands in its text, and what stands in many of
its texts more than what stands in one. Every weight is here or in ``parts``.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence

from rulesref.base.values import value
from rulesref.reading.index import USUAL, Posting, count_of, field_of, rarity, unpacked
from rulesref.use.parts import SHARES, Part

#: How much a token counts by the strongest field it stands in.
WEIGHTS: Mapping[str, float] = {
    "title": 8.68, "terms": 8.16, "id": 7.17, "alias": 4.2, "question": 5.36, "column": 3.5,
    "point": 3.25, "topic": 3.38,
}  # fmt: skip
#: Further texts with the same token add this much.
AGAIN = 1.81
#: Weight at which a token counts half in a usual document, and the power of how long another is.
HALF, LENGTH = 12.0, 0.38
#: How much the words count, and the share of the question that stands in the document, whose power
#: says how much more the last words count than the first.
WORDS, SHARE, POWER = 9.83, 0.33, 1.96

#: How much unknown words, terms of the game, a game's name and words of other games and other things
#: count for whether there is an answer.
UNKNOWN, TERMS, NAMED, ELSEWHERE = 2.1, 1.8, 1.3, 2.35
#: From where on it is one; from a little lower on it may be worth a look.
SURE, UNSURE = 4.0, 3.0

#: What each way of standing in a document counts.
_COUNTS = [
    WEIGHTS[field_of(byte)] + AGAIN * (count_of(byte) - 1) for byte in range(len(WEIGHTS) << 5)
]


@value
class Weighed:
    """How well a document answers."""

    score: float
    #: The share of the question that stands in it.
    share: float


@value
class Asked:
    """A part of a question in a game: how much it weighs there, and how it stands in documents."""

    part: Part
    weight: float
    standing: Mapping[int, int]


def certainty(weighed: Weighed, asked: Sequence[Asked], *, named: bool) -> float:
    """How sure it is that an entry answers the question, on the scale of its score.

    Words that no entry of the game has, or that belong elsewhere, speak against it: the question may
    be about something else. Terms of the game, and a game that was ``named``, speak for it.
    """
    whole = sum(part.weight for part in asked)
    unknown = sum(part.weight for part in asked if not part.standing) / whole
    # A single kanji may well be part of another word.
    terms = sum(part.part.kind == "concept" and len(part.part.text) > 1 for part in asked)
    elsewhere = any(part.part.kind == "elsewhere" for part in asked)
    speaking = TERMS * math.log(1 + terms) + NAMED * named
    return weighed.score + speaking - UNKNOWN * unknown - ELSEWHERE * elsewhere


def asked_in(parts: Sequence[Part], rules: int, postings: Mapping[str, Posting]) -> list[Asked]:
    """The parts with their weights in a game of so many ``rules``."""
    found = []
    for part in parts:
        standing: dict[int, int] = {}
        rare = known = 0.0
        for token in part.tokens:
            if token in postings:
                documents, hows = unpacked(postings[token])
                rare += rarity(bisect_left(documents, rules), rules)
                known += 1
                if standing:
                    _merge(standing, documents, hows)
                else:
                    standing = dict(zip(documents, hows, strict=True))
        if known:
            found.append(Asked(part, part.share * rare / known, standing))
        else:
            share = part.share * SHARES[part.kind][1]
            found.append(Asked(part, share * rarity(0, rules), standing))
    return found


def _merge(standing: dict[int, int], documents: Sequence[int], hows: Sequence[int]) -> None:
    """Add where another token of the same part stands: what counts more there counts."""
    for n, byte in zip(documents, hows, strict=True):
        if n not in standing or _COUNTS[byte] > _COUNTS[standing[n]]:
            standing[n] = byte


def weigh(asked: Sequence[Asked], sizes: bytes, most: int) -> list[tuple[int, Weighed]]:
    """The documents that answer best, at most so many, each with how well it does."""
    whole = sum(part.weight for part in asked)
    if not whole:
        return []
    halves = [HALF * (size / USUAL) ** LENGTH for size in sizes]
    words = [0.0] * len(sizes)
    shares = [0.0] * len(sizes)
    # Most of the time of a long question is spent here.
    counts = _COUNTS
    for part in asked:
        weight = part.weight
        for n, byte in part.standing.items():
            count = counts[byte]
            words[n] += weight * count / (count + halves[n])
            shares[n] += weight
    scored = sorted(
        (-WORDS * weight / whole - SHARE * (shares[n] / whole) ** POWER, n)
        for n, weight in enumerate(words)
        if weight
    )
    return [(n, Weighed(-score, shares[n] / whole)) for score, n in scored[:most]]
