"""Operators that compare players: places with awards, and the best use of wild cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from rulesref.base.frozen import frozen
from rulesref.base.text import Number, quotient
from rulesref.fields.kind import kind_of
from rulesref.lang.references import Reference
from rulesref.model.code import Code
from rulesref.model.expression import Input, Operator, Scope, Step, Value, number
from rulesref.model.keys import optional, required

if TYPE_CHECKING:
    from rulesref.lang.types import Type, Types

TIES = ("each", "half", "divide", "divide-down", "none")


def place_of(own: Number, everyone: Iterable[Number]) -> tuple[int, int]:
    """The place of ``own`` among ``everyone``, who are all entrants, and how many share it.

    Place = 1 + the number of entrants with strictly more.

    >>> place_of(8, [8, 8, 3]), place_of(3, [8, 8, 3])
    ((1, 2), (3, 1))
    """
    ahead = tied = 0
    for other in everyone:
        if other > own:
            ahead += 1
        elif other == own:
            tied += 1
    return ahead + 1, tied


def award_of(place: int, tied: int, awards: Sequence[Number], ties: str) -> Number:
    """What each of those who share a place is awarded.

    ``ties``: ``each`` gives every tied entrant the award of the place; ``half`` half of it;
    ``divide`` shares the awards of the places they take up equally (``divide-down`` drops
    fractions); ``none`` gives nothing.

    >>> [award_of(1, 2, [13, 7, 4], ties) for ties in ("each", "divide", "none")]
    [13, 10, 0]
    """
    taken = awards[place - 1 : place - 1 + tied]
    if tied == 1 or ties == "each":
        return taken[0] if taken else 0
    match ties:
        case "half":
            return quotient(taken[0], 2) if taken else 0
        case "divide":
            return quotient(sum(taken), tied)
        case "divide-down":
            return int(sum(taken) // tied)
        case _:
            return 0


def award(
    own: Number, everyone: Iterable[Number], extra: tuple[Number, ...], awards: Sequence[Number],
    ties: str, above: Number | None,
) -> Number:  # fmt: skip
    """What the place of ``own`` is worth among ``everyone`` and ``extra``; what is not ``above`` has none."""
    if above is not None and own <= above:
        return 0
    if extra:
        everyone = (*everyone, *extra)
    if ties != "each":
        return award_of(*place_of(own, everyone), awards, ties)
    ahead = 0
    for other in everyone:
        if other > own:
            ahead += 1
    return awards[ahead] if ahead < len(awards) else 0


def award_among(
    values: tuple[Number, ...] | Mapping[str, Number], me: str, extra: tuple[Number, ...],
    awards: Sequence[Number], ties: str, above: Number | None,
) -> Number | tuple[Number, ...]:  # fmt: skip
    """What one's own place is worth among values by player; of a list, what each is, whoever asks."""
    if isinstance(values, tuple):
        return tuple([award(own, values, extra, awards, ties, above) for own in values])
    own = values.get(me, 0)
    if above is not None and own <= above:
        return 0
    everyone = values.values() if me in values else (*values.values(), 0)
    return award(own, everyone, extra, awards, ties, above)


def best_split(amounts: Iterable[int], wild: int) -> tuple[int, ...]:
    """The amounts, smallest first, after ``wild`` more were given so that the smallest is largest.

    It is the largest such list in entry-by-entry order.

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


def raised_to(amounts: Sequence[int], vector: Sequence[int]) -> list[int]:
    """What each of the amounts has become in a best split; what is left over goes to the first ones.

    >>> raised_to((2, 1, 5), best_split((2, 1, 5), 2))
    [3, 2, 5]
    """
    level = vector[0]
    over = sum(vector) - sum(max(amount, level) for amount in amounts)
    raised: list[int] = []
    for amount in amounts:
        one_more = amount <= level and over > 0
        over -= one_more
        raised.append(max(amount, level) + one_more)
    return raised


@frozen
class _Everyone:
    """The numbers of all players by an expression, in turn order."""

    by: Operator

    def plain(self, code: Code) -> str:
        numbers = code.variable()
        code.write(f"{numbers} = []")
        with code.players() as seat, code.seen_by(seat):
            code.write(f"{numbers}.append({code.number(self.by)})")
        return numbers


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
        return self.among.field is None or kind_of(self.among.field).entries_are_owned

    def typed(self, types: Types) -> Type:
        types.numbers(self.by, self.extra, *self.award)
        among = types.wanted(self.among, "list")
        return (
            types.list_of(types.number)
            if self.by is None and "list" in among.kinds
            else types.number
        )

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

    def plain(self, code: Code) -> str:
        awards, ties = code.tuple_of(map(code.number, self.award)), repr(self.ties)
        extra = code.tuple_of([code.number(self.extra)] if self.extra else [])
        others = (extra, awards, ties, "0" if self.positive else "None")
        if self.by:
            everyone = code.value(_Everyone(self.by))
            return code.call(award, f"{everyone}[{code.seat.index}]", everyone, *others)
        me = code.player_name() if code.names.seat else "''"
        return code.call(award_among, code.value(self.among), me, *others)

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
        everyone = [own, *(number(v) for k, v in values.items() if k != me), *extra]
        place, tied = place_of(own, (each for each in everyone if not self._left_out(each)))
        inputs = (Input("place", place), Input("tied", tied))
        value = award_of(place, tied, awards, self.ties)
        return self.step(scope, value, (), (*entrants, *inputs))

    def _all(
        self, scope: Scope, values: tuple[Value, ...], extra: list[Number], awards: list[Number]
    ) -> Step:
        numbers = [number(value) for value in values]
        everyone = [each for each in (*numbers, *extra) if not self._left_out(each)]
        result: list[Number] = []
        places: list[Value] = []
        for own in numbers:
            place, tied = (None, 0) if self._left_out(own) else place_of(own, everyone)
            result.append(award_of(place, tied, awards, self.ties) if place else 0)
            places.append(place)
        inputs = (Input("entrants", tuple(numbers)), Input("places", tuple(places)))
        return self.step(scope, tuple(result), (), inputs)

    def _left_out(self, own: Number) -> bool:
        return bool(self.positive) and own <= 0


class BestSplit(Operator):
    """Wild cards given to categories so that the smallest is largest (最良の配分).

    Gives all amounts, smallest first: the largest such list in entry-by-entry order.

    Passes: ``{op: best-split, of: [tulips, roses], wild: wild-flowers}``.
    Fails: ``{op: best-split, of: [tulips, roses]}``.
    """

    op: ClassVar[str] = "best-split"
    of: tuple[Operator, ...] = required.expressions("the categories")
    wild: Operator = required.expression("how many wild cards there are")

    def typed(self, types: Types) -> Type:
        types.numbers(*self.of, self.wild)
        return types.list_of(types.number, len(self.of))

    def run(self, scope: Scope) -> Step:
        steps = tuple(expression.run(scope) for expression in self.of)
        wild = self.wild.run(scope)
        amounts = [int(number(step.value)) for step in steps]
        vector = best_split(amounts, int(number(wild.value)))
        split = tuple(
            Input(f"after-{place}", raised, step.label)
            for place, (raised, step) in enumerate(
                zip(raised_to(amounts, vector), steps, strict=True), 1
            )
        )
        return self.step(scope, vector, (*steps, wild), split)

    def plain(self, code: Code) -> str:
        amounts = code.tuple_of(f"int({code.number(amount)})" for amount in self.of)
        return code.call(best_split, amounts, f"int({code.number(self.wild)})")
