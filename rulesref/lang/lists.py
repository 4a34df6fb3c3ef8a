"""Operators that go through lists: districts on the board, players at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from rulesref.base.diagnostics import Problem
from rulesref.base.numbers import Entered
from rulesref.fields.registry import kind_of
from rulesref.lang.arithmetic import add
from rulesref.lang.references import Fixed, Reference
from rulesref.lang.types import FLAG, NUMBER, Type, Types, joined, list_of, record_of
from rulesref.model.expression import Operator, Player, Scope, Unworkable, number, plain_number
from rulesref.model.keys import optional, required
from rulesref.model.steps import Input, Step, Value


def entries(source: Operator, scope: Scope) -> Iterator[Value | Player]:
    """What a list name goes through: its entries, or the players in turn order."""
    assert isinstance(source, Reference)  # the linker lets nothing else be gone through
    if source.root == "players":
        yield from (Player(seat) for seat in range(len(scope.position.players)))
        return
    value = source.run(scope).value
    if isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, tuple):
        inner = source.onward or source
        if inner.field and kind_of(inner.field).entries == "player":
            names = scope.position.names
            yield from (Player(names.index(v)) if isinstance(v, str) else v for v in value)
            return
        yield from value
    elif value is None:
        name = source.field.name if source.field else source.of
        raise Unworkable(Problem("E417", None, {"name": name}))


class ForEach(Operator):
    """A value for each entry of a list, added up (ごとの合計) or gathered.

    ``as`` names the entry inside; ``number`` names its place, from 1. ``gather``: ``total`` (the
    default), ``list``, ``largest`` or ``smallest`` (0 for no entries).

    Passes: ``{op: for-each, in: beds, as: bed, part: bed.size}``.
    Fails: ``{op: for-each, in: beds, part: bed.size}`` (as is missing).
    """

    op: ClassVar[str] = "for-each"
    in_: Reference = required.name("the list, or players", "list-name")
    as_: str = required.name("the name of the entry at hand")
    number: str | None = optional.name("the name of its place in the list")
    where: Operator | None = optional.expression("which entries count")
    part: Operator = required.expression("the value of an entry")
    gather: str | None = optional.word(
        "what becomes of them", "total", "list", "largest", "smallest"
    )

    def typed(self, types: Types) -> Type:
        names = {self.as_: types.entry(self.in_), **({self.number: NUMBER} if self.number else {})}
        inner = types.inside(**names)
        inner.flags(self.where)
        if self.gather == "list":
            none = isinstance(self.where, Fixed) and not self.where.value
            return list_of(None if none else inner.of(self.part))
        return inner.numbers(self.part)

    def run(self, scope: Scope) -> Step:
        """The parts of the entries that count, gathered."""
        steps: list[Step] = []
        players: list[str] = []
        for place, entry in enumerate(entries(self.in_, scope), 1):
            names: dict[str, Value | Player] = {self.as_: entry}
            if self.number:
                names[self.number] = place
            inner = scope.with_names(**names)
            if self.where is None or self.where.run(inner).value:
                steps.append(self.part.run(inner))
                if isinstance(entry, Player):
                    players.append(scope.position.names[entry.seat])
        parts = tuple(steps)
        gather = self.gather or "total"
        inputs = (Input("gather", gather), *([Input("players", tuple(players))] if players else ()))
        return self.step(scope, _gathered(gather, parts), parts, inputs)


def _gathered(gather: str, parts: tuple[Step, ...]) -> Value:
    match gather:
        case "list":
            return tuple(plain_number(part.value) for part in parts)
        case "largest":
            return max((number(part.value) for part in parts), default=0)
        case "smallest":
            return min((number(part.value) for part in parts), default=0)
        case _:
            return add(parts)


class Size(Operator):
    """How many entries a list has (要素数), or how many of them count.

    Passes: ``{op: size, in: beds, as: bed, where: bed.walled}``.
    Fails: ``{op: size, of: beds}``.
    """

    op: ClassVar[str] = "size"
    in_: Reference = required.name("the list, or players", "list-name")
    as_: str | None = optional.name("the name of the entry at hand")
    where: Operator | None = optional.expression("which entries count")

    def typed(self, types: Types) -> Type:
        inner = types.inside(**{self.as_ or "": types.entry(self.in_)})
        inner.flags(self.where)
        return NUMBER

    def run(self, scope: Scope) -> Step:
        """The number of entries."""
        many = 0
        for entry in entries(self.in_, scope):
            if (
                self.where is None
                or self.where.run(scope.with_names(**{self.as_ or "": entry})).value
            ):
                many += 1
        name = self.in_.field.name if self.in_.field else None
        return self.step(scope, many, (), (Input("in", self.in_.of, name),))


class Holds(Operator):
    """Whether a list has a code (含む).

    Passes: ``{op: holds, in: hats, value: red}``. Fails: ``{op: holds, in: hats}``.
    """

    op: ClassVar[str] = "holds"
    in_: Reference = required.name("the list", "list-name")
    value: str | int | bool = required.literal("the code")

    def typed(self, types: Types) -> Type:
        types.literal(self.value, types.entry(self.in_), "value")
        return FLAG

    def run(self, scope: Scope) -> Step:
        """True when it is there."""
        return self.step(scope, self.value in tuple(entries(self.in_, scope)))


class FewestPieces(Operator):
    """The fewest pieces that a field by player can mean (最少の個数).

    A value typed as a list counts its items; a bare total needs at least total / largest pieces.

    Passes: ``{op: pieces, in: bed.flowers, largest: 4}``. Fails: ``{op: pieces, in: bed}``.
    """

    op: ClassVar[str] = "pieces"
    in_: Reference = required.name("the field by player", "list-name")
    largest: int = required.whole("the most that one piece is worth")

    def typed(self, types: Types) -> Type:
        types.wanted(self.in_, "by-player")
        return NUMBER

    def run(self, scope: Scope) -> Step:
        """The number of pieces over all colours."""
        many = 0
        for value in entries(self.in_, scope):
            if isinstance(value, Entered):
                many += len(value.items)
            elif isinstance(value, int):
                many += -(-value // self.largest)
        return self.step(scope, many, (), (Input("in", self.in_.of),))


class Own(Operator):
    """The player's own entry in a field by player (自分の値); 0 when there is none.

    ``who`` asks for another colour of the field instead, by its id.

    Passes: ``{op: own, in: bed.flowers}``. Fails: ``{op: own, of: bed.flowers}``.
    """

    op: ClassVar[str] = "own"
    in_: Reference = required.name("the field by player", "list-name")
    who: str | None = optional.literal("a further colour of that field")

    @property
    def needs_player(self) -> bool:
        """Unless another colour is named."""
        return self.who is None

    def typed(self, types: Types) -> Type:
        colours = types.wanted(self.in_, "by-player")
        if self.who is not None and colours.kinds:
            types.strange({self.who} - colours.codes, colours, (*types.path, "who"))
        return NUMBER

    def run(self, scope: Scope) -> Step:
        """The player's value."""
        values = self.in_.run(scope).value
        assert isinstance(values, Mapping)
        who = self.who
        if who is None:
            assert scope.seat is not None
            who = scope.position.names[scope.seat]
        return self.step(scope, values.get(who, 0))


class ListOf(Operator):
    """A list of values (並び).

    Passes: ``{op: list, parts: [3, 3, gold]}``. Fails: ``{op: list}``.
    """

    op: ClassVar[str] = "list"
    parts: tuple[Operator, ...] = required.expressions("the entries")

    def typed(self, types: Types) -> Type:
        entries = [types.of(part) for part in self.parts]
        return list_of(joined(entries) if entries else None, len(entries))

    def run(self, scope: Scope) -> Step:
        """The values, in the order given."""
        steps = tuple(part.run(scope) for part in self.parts)
        return self.step(scope, tuple(plain_number(step.value) for step in steps), steps)


class Record(Operator):
    """One entry of a list (項目): a value for each of its fields.

    Passes: ``{op: record, fields: {size: 3, walled: {op: fixed, value: true}}}``.
    Fails: ``{op: record, size: 3}``.
    """

    op: ClassVar[str] = "record"
    fields: Mapping[str, Operator] = required.cases("a value for each field")

    def typed(self, types: Types) -> Type:
        return record_of({key: types.of(value) for key, value in self.fields.items()})

    def run(self, scope: Scope) -> Step:
        """The values by field."""
        steps = {key: value.run(scope) for key, value in self.fields.items()}
        values = {key: plain_number(step.value) for key, step in steps.items()}
        return self.step(scope, values, tuple(steps.values()))
