"""Weighs the entries of one game against the parts of a question.

An entry scores by how much of the question stands in it, what stands in its title or aliases
counting more than what stands in its text, rare words more than common ones; and by how nearly one
of its phrases says what the question says. Every weight is here or in ``parts``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rulesref.base.values import value
from rulesref.reading.index import AVERAGE, ENGLISH, FIELDS, FINE, NEITHER, rarity, unpacked
from rulesref.use.parts import SHARES, Part

#: How much a token counts by the field it stands in: as one word among others, and as part of a
#: phrase that says what the question says.
WEIGHTS: Mapping[str, tuple[float, float]] = {
    "title": (6.9, 1.0), "alias": (6.0, 0.6), "question": (4.1, 0.53), "id": (5.9, 0.79),
    "point": (3.3, 0.59), "example": (2.4, 0.28), "topic": (5.8, 0.35), "terms": (4.0, 0.0),
    "column": (3.5, 0.0),
}  # fmt: skip
#: Further phrases with the same token add this much.
AGAIN = 0.8
#: Weight at which a token counts half, and how far that depends on the length of the entry.
HALF, LENGTH = 5.5, 0.2
#: How much the words, the best phrase, the second phrase and the share of the question count.
WORDS, PHRASE, SECOND, SHARE = 4.4, 1.0, 0.45, 0.22
#: How much what a phrase says beyond the question counts against it.
BEYOND = 0.375

_BAG = [0.0] * (NEITHER + ENGLISH)
_SAYING = [0.0] * (NEITHER + ENGLISH)
for _number, _field in enumerate(FIELDS):
    for _lang in (0, ENGLISH, NEITHER):
        _BAG[_number + _lang], _SAYING[_number + _lang] = WEIGHTS[_field]


@value
class Phrases:
    """The phrases of a game, as the snapshot has them; see :class:`rulesref.reading.index.Index`."""

    rules: int
    sizes: bytes
    places: Sequence[int]
    fields: bytes
    lengths: bytes


@value
class Weighed:
    """How well an entry answers."""

    score: float
    #: The share of the question that stands anywhere in it.
    share: float
    #: The share that stands in its best phrase, and the number of that phrase.
    saying: float
    phrase: int
    #: How much its best phrase says beyond the question.
    beyond: float


@value
class Asked:
    """A part of a question in a game: how much it weighs there, and the phrases that have it."""

    part: Part
    weight: float
    phrases: tuple[int, ...]


def asked_in(
    parts: Sequence[Part], phrases: Phrases, postings: Mapping[str, tuple[int, bytes]]
) -> list[Asked]:
    """The parts with their weights in this game."""
    found = []
    for part in parts:
        known = [postings[token] for token in part.tokens if token in postings]
        if not known:
            share = part.share * SHARES[part.kind][1]
            found.append(Asked(part, share * rarity(0, phrases.rules), ()))
            continue
        weight = sum(rarity(many, phrases.rules) for many, _ in known) / len(known)
        numbers = unpacked(known[0][1])
        if len(known) > 1:
            numbers = sorted({number for _, steps in known for number in unpacked(steps)})
        found.append(Asked(part, weight * part.share, tuple(numbers)))
    return found


def weigh(asked: Sequence[Asked], phrases: Phrases) -> dict[int, Weighed]:
    """How well each document answers, of those that have anything of the question."""
    whole = sum(part.weight for part in asked)
    if not whole:
        return {}
    words, shares, saying = _by_words(asked, phrases)
    best, second = _by_phrase(saying, whole, phrases)
    found = {}
    for n, weight in words.items():
        near, phrase = best.get(n, (0.0, -1))
        share = shares[n] / whole
        score = (
            WORDS * weight / whole + PHRASE * near + SECOND * second.get(n, 0.0) + SHARE * share**2
        )
        said = saying.get(phrase, 0.0)
        length = phrases.lengths[phrase] / FINE if phrase >= 0 else 0.0
        found[n] = Weighed(score, share, said / whole, phrase, max(0.0, length - said) / whole)
    return found


def _by_words(
    asked: Sequence[Asked], phrases: Phrases
) -> tuple[dict[int, float], dict[int, float], dict[int, float]]:
    """By document: the weight of its words and the share of the question; by phrase: the same."""
    places, fields, sizes = phrases.places, phrases.fields, phrases.sizes
    words: dict[int, float] = defaultdict(float)
    shares: dict[int, float] = defaultdict(float)
    saying: dict[int, float] = defaultdict(float)
    for part in asked:
        weight = part.weight
        fits: dict[int, float] = {}
        for number in part.phrases:
            saying[number] += weight
            n = places[number]
            field = _BAG[fields[number]]
            old = fits.get(n)
            fits[n] = field if old is None else (max(field, old)) + AGAIN
        for n, fit in fits.items():
            half = HALF * (1 - LENGTH + LENGTH * sizes[n] / AVERAGE)
            words[n] += weight * fit / (fit + half)
            shares[n] += weight
    return words, shares, saying


def _by_phrase(
    saying: Mapping[int, float], whole: float, phrases: Phrases
) -> tuple[dict[int, tuple[float, int]], dict[int, float]]:
    """By document: how nearly its best phrase says the question, and which; the same of the second."""
    places, fields, lengths = phrases.places, phrases.fields, phrases.lengths
    best: dict[int, tuple[float, int]] = {}
    second: dict[int, float] = {}
    for number, said in saying.items():
        weight = _SAYING[fields[number]]
        if not weight:
            continue
        beyond = lengths[number] / FINE - said
        near = weight * said / (whole + BEYOND * beyond if beyond > 0 else whole)
        n = places[number]
        old = best.get(n)
        if old is None:
            best[n] = (near, number)
        elif near > old[0]:
            best[n] = (near, number)
            second[n] = old[0]
        elif near > second.get(n, 0.0):
            second[n] = near
    return best, second
