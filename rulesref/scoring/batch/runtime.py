"""The few functions that compiled expressions call, where Python itself has no short word for it.

Each does what the operator of the same purpose does when it is worked out step by step, on bare
numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, NoReturn

from rulesref.base.numbers import Number, exact
from rulesref.scoring.batch.code import Unusual

#: A rung that was tried: its index, who was level, and what each has there.
Tried = tuple[int, tuple[str, ...], tuple[Number, ...]]


def unusual() -> NoReturn:
    """Leaves the position to the ordinary way."""
    raise Unusual


def quotient(whole: Number, by: Number) -> Number:
    """Exact division.

    >>> quotient(8, 4), quotient(9, 4)
    (2, Fraction(9, 4))
    """
    if whole % by == 0:
        return int(whole // by)
    if type(whole) is int and type(by) is int:
        return Fraction(whole, by)
    return Fraction(whole) / by


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
    ahead = tied = 0
    for other in everyone:
        if other > own:
            ahead += 1
        elif other == own:
            tied += 1
    if tied == 1 or ties == "each":
        return awards[ahead] if ahead < len(awards) else 0
    taken = awards[ahead : ahead + tied]
    match ties:
        case "half":
            return quotient(taken[0], 2) if taken else 0
        case "divide":
            return quotient(sum(taken), tied)
        case "divide-down":
            return int(sum(taken) // tied)
        case _:
            return 0


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


def best_split(amounts: Iterable[int], wild: int) -> tuple[int, ...]:
    """The amounts, smallest first, after ``wild`` more were given so that the smallest is largest.

    >>> best_split((1, 2, 3, 4), 3), best_split((0, 0, 0, 0), 10)
    ((3, 3, 3, 4), (2, 2, 3, 3))
    """
    after = sorted(amounts)
    if wild <= 0:
        return tuple(after)
    # So many of the smallest are raised to one level, as far as the wild ones last.
    raised, total = 1, after[0] + wild
    while raised < len(after) and after[raised] * raised < total:
        total += after[raised]
        raised += 1
    level, rest = divmod(total, raised)
    after[:raised] = [level] * (raised - rest) + [level + 1] * rest
    return tuple(after)


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
    seats = sorted(range(len(names)), key=standings.__getitem__, reverse=True)
    tried: list[Tried] = []
    for depth in range(1, len(standings[0])):
        for _, group in groupby(seats, key=lambda seat: standings[seat][:depth]):
            level = sorted(group)
            if len(level) > 1:
                among = tuple(names[seat] for seat in level)
                tried.append((depth, among, tuple(standings[seat][depth] for seat in level)))
    return tried


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
