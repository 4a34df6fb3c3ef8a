"""Operators that compare players: places with awards, and the best use of wild cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rulesref.base.frozen import frozen
from rulesref.base.numbers import Number, exact, quotient
from rulesref.lang.references import Reference
from rulesref.model.expression import Operator, Scope, number
from rulesref.model.keys import optional, required
from rulesref.model.steps import Input, Step, Value

TIES = ("each", "half", "divide", "divide-down", "none")


@frozen
class Place:
    """Where an entrant stands: place from 1, how many share it, and the award."""

    place: int
    tied: int
    award: Number


def place_of(own: Number, rivals: list[Number], awards: list[Number], ties: str) -> Place:
    """The place of ``own`` among ``rivals`` (all others), and what it is awarded.

    Place = 1 + the number of rivals with strictly more. ``ties``: ``each`` gives every tied
    entrant the award of the place; ``half`` half of it; ``divide`` shares the awards of the places
    they take up equally (``divide-down`` drops fractions); ``none`` gives nothing.

    >>> place_of(8, [8, 3], [13, 7, 4], "each")
    Place(place=1, tied=2, award=13)
    >>> place_of(8, [8, 3], [13, 7, 4], "divide").award
    10
    """
    place = 1 + sum(rival > own for rival in rivals)
    tied = 1 + sum(rival == own for rival in rivals)
    taken = awards[place - 1 : place - 1 + tied]
    award: Number = taken[0] if taken else 0
    if tied > 1:
        match ties:
            case "half":
                award = quotient(award, 2)
            case "divide":
                award = quotient(sum(taken), tied)
            case "divide-down":
                award = sum(taken) // tied
            case "none":
                award = 0
            case _:
                pass
    return Place(place, tied, exact(award))


class Rank(Operator):
    """The award for a place among all entrants (順位点), with a named tie policy.

    ``among``: ``players`` (then ``by`` is worked out for each), a field by player (its values), or
    a list of whole numbers (then the value is a list, an award for each). ``positive``: zero never
    ranks. ``extra``: one more entrant that takes a place but no award.

    Passes: ``{op: rank, among: players, by: gold, award: [5, 2], ties: each}``.
    Fails: ``{op: rank, among: players, by: gold, award: [5, 2], ties: equal}``.
    """

    op: ClassVar[str] = "rank"
    among: Reference = required.name("who takes part", "list-name")
    by: Operator | None = optional.expression("what players are compared by")
    award: tuple[Operator, ...] = required.expressions("what first, second, … place get")
    ties: str = required.word("what tied entrants get", *TIES)
    positive: bool | None = optional.flag("whether zero takes no place")
    extra: Operator | None = optional.expression("one more entrant without award")

    @property
    def needs_player(self) -> bool:
        """Unless every entrant's award is asked."""
        return self.among.field is None or self.among.field.kind != "wholes"

    def run(self, scope: Scope) -> Step:
        """The player's award, or the list of all awards."""
        award_steps = tuple(expression.run(scope) for expression in self.award)
        awards = [number(step.value) for step in award_steps]
        extra = [number(self.extra.run(scope).value)] if self.extra else []
        if self.by is None:
            standing = self.among.run(scope).value
            if isinstance(standing, tuple):
                return self._all(scope, standing, extra, awards)
            assert isinstance(standing, Mapping)
            values = dict(standing)
        else:
            names = scope.position.names
            runs = [self.by.run(scope.for_player(seat)) for seat in range(len(names))]
            values = {name: run.value for name, run in zip(names, runs, strict=True)}
        return self._own(scope, values, extra, awards)

    def _own(
        self, scope: Scope, values: dict[str, Value], extra: list[Number], awards: list[Number]
    ) -> Step:
        assert scope.seat is not None
        me = scope.position.names[scope.seat]
        own = number(values.get(me, 0))
        entrants: tuple[Input, ...] = (
            Input("own", own),
            Input("entrants", {k: v for k, v in values.items() if not self._left_out(number(v))}),
        )
        for extra_colour in self.among.field.extras if self.among.field else ():
            if extra_colour.id in values:
                entrants += (Input("called", extra_colour.id, extra_colour.name),)
        if self._left_out(own):
            return self.step(scope, 0, (), (*entrants, Input("place", None)))
        rivals = [number(v) for k, v in values.items() if k != me] + extra
        found = place_of(own, [r for r in rivals if not self._left_out(r)], awards, self.ties)
        given = (Input("place", found.place), Input("tied", found.tied))
        return self.step(scope, found.award, (), (*entrants, *given))

    def _all(
        self, scope: Scope, values: tuple[Value, ...], extra: list[Number], awards: list[Number]
    ) -> Step:
        numbers = [number(value) for value in values]
        result: list[Number] = []
        places: list[Value] = []
        for index, own in enumerate(numbers):
            rivals = list(numbers[:index] + numbers[index + 1 :] + extra)
            if self._left_out(own):
                result.append(0)
                places.append(None)
                continue
            found = place_of(own, [r for r in rivals if not self._left_out(r)], awards, self.ties)
            result.append(found.award)
            places.append(found.place)
        given = (Input("entrants", tuple(numbers)), Input("places", tuple(places)))
        return self.step(scope, tuple(result), (), given)

    def _left_out(self, own: Number) -> bool:
        return bool(self.positive) and own <= 0


class BestSplit(Operator):
    """Wild cards given to categories so that the smallest is largest (最良の配分).

    Gives all amounts, smallest first: the largest such list in entry-by-entry order, which filling
    the smallest first reaches.

    Passes: ``{op: best-split, of: [tulips, roses], wild: wild-flowers}``.
    Fails: ``{op: best-split, of: [tulips, roses]}``.
    """

    op: ClassVar[str] = "best-split"
    of: tuple[Operator, ...] = required.expressions("the categories")
    wild: Operator = required.expression("how many wild cards there are")

    def run(self, scope: Scope) -> Step:
        """The amounts after the best split, smallest first."""
        steps = tuple(expression.run(scope) for expression in self.of)
        wild = self.wild.run(scope)
        import heapq  # few scorings split anything

        heap = [(int(number(step.value)), index) for index, step in enumerate(steps)]
        heapq.heapify(heap)
        for _ in range(int(number(wild.value))):
            amount, index = heap[0]
            heapq.heapreplace(heap, (amount + 1, index))
        after = {index: amount for amount, index in heap}
        vector = tuple(sorted(after.values()))
        split = tuple(
            Input(f"after-{index + 1}", after[index], steps[index].label)
            for index in range(len(steps))
        )
        return self.step(scope, vector, (*steps, wild), split)


class Nth(Operator):
    """The nth entry of a list of numbers, from 1 (n番目).

    Passes: ``{op: nth, of: vector, n: 1}``. Fails: ``{op: nth, of: vector}``.
    """

    op: ClassVar[str] = "nth"
    of: Operator = required.expression("the list")
    n: int = required.whole("which entry, from 1")

    def run(self, scope: Scope) -> Step:
        """The entry; 0 beyond the end."""
        inner = self.of.run(scope)
        values = inner.value
        assert isinstance(values, tuple)
        value = values[self.n - 1] if self.n <= len(values) else 0
        return self.step(scope, value, (inner,), (Input("n", self.n),))
