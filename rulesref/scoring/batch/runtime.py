"""The few functions that compiled expressions call, where Python itself has no short word for it.

Each does what the operator of the same purpose does when it is worked out step by step, on bare
numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NoReturn

from rulesref.base.numbers import Number, exact, quotient
from rulesref.lang.placing import award_of, best_split, place_of
from rulesref.scoring.batch.code import Unusual
from rulesref.scoring.score import level_groups

#: A rung that was tried: its index, who was level, and what each has there.
Tried = tuple[int, tuple[str, ...], tuple[Number, ...]]


def unusual() -> NoReturn:
    """Leaves the position to the ordinary way."""
    raise Unusual


def even(number: Number) -> Number:
    """``number`` as an int when it is whole; most are, and those cost nothing."""
    return number if type(number) is int else exact(number)


def award_each(own: Number, everyone: Iterable[Number], awards: Sequence[Number]) -> Number:
    """The award of the place of ``own`` among ``everyone``; all who are level get it whole.

    >>> award_each(8, [8, 8, 3], (13, 7, 4)), award_each(3, [8, 8, 3], (13, 7, 4))
    (13, 4)
    """
    ahead = 0
    for other in everyone:
        if other > own:
            ahead += 1
    return awards[ahead] if ahead < len(awards) else 0


def award(own: Number, everyone: Iterable[Number], awards: Sequence[Number], ties: str) -> Number:
    """The award of the place of ``own``, which is one of ``everyone``, by a tie policy.

    >>> award(8, [8, 8, 3], (13, 7, 4), "divide"), award(8, [8, 8, 3], (13, 7, 4), "half")
    (10, Fraction(13, 2))
    """
    return award_of(*place_of(own, everyone), awards, ties)


def awards_of_all(
    standing: Sequence[Number], extra: Sequence[Number], awards: Sequence[Number], ties: str,
    *, positive: bool,
) -> tuple[Number, ...]:  # fmt: skip
    """The award of each place of ``standing``; ``positive``: zero takes no place."""
    everyone = [*standing, *extra]
    return tuple(
        0 if positive and own <= 0 else award(own, everyone, awards, ties) for own in standing
    )


def standing(values: dict[str, int], name: str) -> list[int]:
    """The values of all colours, ``name`` having 0 when it is not among them."""
    return [*values.values()] if name in values else [*values.values(), 0]


def pieces(typed: Iterable[Any], largest: int) -> int:
    """The fewest pieces: the items of lists, and for a bare total as many as it needs at least."""
    many = 0
    for value in typed:
        many += len(value) if type(value) is list else -(-value // largest)
    return many


def sum_rows(
    rows: Iterable[tuple[tuple[Any, ...], tuple[int, ...], Number | None]],
    equal: tuple[Any, ...], most: tuple[Number, ...],
) -> Number:  # fmt: skip
    """The sum over the rows whose first cells are ``equal`` and whose second are at most ``most``."""
    total: Number = 0
    for cells, begins, value in rows:
        if cells == equal and all(b <= m for b, m in zip(begins, most, strict=True)):
            if value is None:
                raise Unusual
            total += value
    return exact(total)


def places(standings: Sequence[Any]) -> list[int]:
    """The place of each, from 1: one more than there are with strictly more.

    >>> places([5, 9, 9, 1])
    [3, 1, 1, 4]
    """
    order = sorted(standings, reverse=True)
    return [order.index(own) + 1 for own in standings]


def ladder(
    names: Sequence[str], standings: Sequence[tuple[Number, ...]]
) -> tuple[list[int], Collection[Tried]]:
    """The places, and every further rung that was tried for players who were level."""
    order = sorted(standings, reverse=True)
    ranks = [order.index(own) + 1 for own in standings]
    for above, below in pairwise(order):
        if above[0] == below[0]:
            return ranks, _tried(names, standings)
    return ranks, ()


def _tried(names: Sequence[str], standings: Sequence[tuple[Number, ...]]) -> list[Tried]:
    return [
        (rung, tuple(names[seat] for seat in level), tuple(standings[seat][rung] for seat in level))
        for rung, level in level_groups(standings)
    ]


#: What generated code calls these.
WORDS: dict[str, Any] = {
    "Fraction": Fraction,
    "Unusual": Unusual,
    "_award": award,
    "_award_each": award_each,
    "_awards_of_all": awards_of_all,
    "_best_split": best_split,
    "_exact": even,
    "_ladder": ladder,
    "_pieces": pieces,
    "_places": places,
    "_quotient": quotient,
    "_standing": standing,
    "_sum_rows": sum_rows,
    "_unusual": unusual,
}
