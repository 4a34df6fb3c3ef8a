"""Weighs the entries of one game against the parts of a question.

An entry scores by how much of the question stands in it, what stands in its title or aliases
counting more than what stands in its text, rare words more than common ones; and by how nearly one
of its phrases says what the question says. Every weight is here or in ``parts``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rulesref.base.values import value
from rulesref.reading.index import AVERAGE, ENGLISH, FIELDS, NEITHER, rarity, unpacked
from rulesref.use.parts import SHARES, Part

#: How much a token counts by the field it stands in: as one word among others, and as part of a
#: phrase that says what the question says.
WEIGHTS: Mapping[str, tuple[float, float]] = {
    "title": (12.5, 1.11), "alias": (5.67, 0.39), "question": (5.36, 0.3), "id": (6.37, 1.58),
    "point": (3.25, 1.12), "example": (2.69, 1.0), "topic": (3.07, 0.64), "terms": (8.16, 0.0),
    "column": (3.5, 0.0),
}  # fmt: skip
#: Further phrases with the same token add this much.
AGAIN = 1.61
#: Weight at which a token counts half, and how far that depends on the length of the entry.
HALF, LENGTH = 6.0, 0.47
#: How much the words, the best phrase, the second phrase and the share of the question count. That
#: two phrases say the same is a better sign than one, which may do so by chance.
WORDS, PHRASE, SECOND, SHARE = 7.28, 1.01, 3.16, 0.34
#: How much what a phrase says beyond the question counts against it.
BEYOND = 1.37
#: How much unknown words, terms of the game and a game's name count for whether there is an answer,
#: and from where on it is one; from a little lower on it may be worth a look.
UNKNOWN, TERMS, NAMED = 4.4, 2.37, 2.0
SURE, UNSURE = 4.75, 3.5

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
    #: The share that stands in its best phrase.
    saying: float
    #: How much its best phrase says beyond the question.
    beyond: float


@value
class Asked:
    """A part of a question in a game: how much it weighs there, and the phrases that have it."""

    part: Part
    weight: float
    phrases: tuple[int, ...]


def certainty(weighed: Weighed, asked: Sequence[Asked], *, named: bool) -> float:
    """How sure it is that an entry answers the question, on the scale of its score.

    Words that no entry of the game has speak against it: the question may be about something else.
    Terms of the game, and a game that was ``named``, speak for it.
    """
    whole = sum(part.weight for part in asked)
    unknown = sum(part.weight for part in asked if not part.phrases) / whole
    terms = sum(part.part.kind == "concept" for part in asked)
    return weighed.score - UNKNOWN * unknown + TERMS * math.log(1 + terms) + NAMED * named


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


def weigh(asked: Sequence[Asked], phrases: Phrases, most: int) -> list[tuple[int, Weighed]]:
    """The documents that answer best, at most so many, each with how well it does."""
    whole = sum(part.weight for part in asked)
    if not whole:
        return []
    words, shares, saying = _by_words(asked, phrases)
    best, at, second = _by_phrase(saying, whole, phrases)
    scored = sorted(
        (-(WORDS * weight / whole + PHRASE * best[n] + SECOND * second[n] + SHARE * shares[n] / whole), n)
        for n, weight in enumerate(words)
        if weight
    )  # fmt: skip
    found = []
    for score, n in scored[:most]:
        phrase = at[n]
        said = saying[phrase] if phrase >= 0 else 0.0
        length = phrases.lengths[phrase] if phrase >= 0 else 0
        beyond = max(0.0, length - said) / whole
        found.append((n, Weighed(-score, shares[n] / whole, said / whole, beyond)))
    return found


def _by_words(
    asked: Sequence[Asked], phrases: Phrases
) -> tuple[list[float], list[float], list[float]]:
    """By document: the weight of its words and the share of the question; by phrase: the same.

    Most of the time of a long question is spent here.
    """
    places, fields = phrases.places, phrases.fields
    halves = [HALF * (1 - LENGTH + LENGTH * size / AVERAGE) for size in phrases.sizes]
    words = [0.0] * len(halves)
    shares = [0.0] * len(halves)
    saying = [0.0] * len(fields)
    for part in asked:
        weight = part.weight
        fits: dict[int, float] = {}
        for number in part.phrases:
            saying[number] += weight
            n = places[number]
            field = _BAG[fields[number]]
            if n not in fits:
                fits[n] = field
            else:
                old = fits[n]
                fits[n] = (field if field > old else old) + AGAIN  # noqa: FURB136 - innermost
        for n, fit in fits.items():
            words[n] += weight * fit / (fit + halves[n])
            shares[n] += weight
    return words, shares, saying


def _by_phrase(
    saying: Sequence[float], whole: float, phrases: Phrases
) -> tuple[list[float], list[int], list[float]]:
    """By document: how nearly its best phrase says the question, and which; the same of the second."""
    places, fields, lengths = phrases.places, phrases.fields, phrases.lengths
    best = [0.0] * len(phrases.sizes)
    at = [-1] * len(best)
    second = [0.0] * len(best)
    for number, said in enumerate(saying):
        weight = _SAYING[fields[number]] if said else 0.0
        if not weight:
            continue
        beyond = lengths[number] - said
        near = weight * said / (whole + BEYOND * beyond if beyond > 0 else whole)
        n = places[number]
        if near > best[n]:
            second[n] = best[n]
            best[n] = near
            at[n] = number
        elif near > second[n]:
            second[n] = near
    return best, at, second
