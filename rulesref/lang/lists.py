"""Operators that go through lists: districts on the board, players at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.base.numbers import Entered
from rulesref.fields.registry import kind_of
from rulesref.lang.arithmetic import add
from rulesref.lang.references import Reference
from rulesref.model.code import Bound, Code, Meanings, Seat, Uncompiled, Unusual
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


def listed(source: Reference, code: Code) -> str:
    """What a list name goes through, as Python."""
    inner, text = source.onward or source, code.value(source)
    kind = kind_of(inner.field) if inner.field else None
    if kind and kind.entries == "player":
        raise Uncompiled
    # What is not surely a list is looked at when it is there.
    if kind is None or (inner.root == "loop" and len(inner.path) == 1):
        return code.call(_items, text)
    return f"{text}.values()" if kind.has_colours else text


def _items(value: Value) -> Iterable[Value]:
    if isinstance(value, tuple):
        return value
    if isinstance(value, dict):
        return value.values()
    raise Unusual


@contextmanager
def each(
    source: Reference, code: Code, name: str, number: str | None = None
) -> Iterator[Bound | Seat]:
    """A loop over a list or the players, with the names of the entry and of its place."""
    if source.root == "players":
        with code.players() as seat:
            place = Bound(f"({seat.index} + 1)", seat.need)
            with code.seeing(_with(code, {name: seat, number or "": place})):
                yield seat
        return
    place_variable, variable = code.variable(), code.variable()
    through = listed(source, code)
    head = f"for {variable} in {through}:"
    if number:
        head = f"for {place_variable}, {variable} in enumerate({through}, 1):"
    with code.block(head) as need:
        entry, place = Bound(variable, need), Bound(place_variable, need)
        with code.seeing(_with(code, {name: entry, number or "": place})):
            yield entry


def _with(code: Code, loops: Mapping[str, Bound | Seat]) -> Meanings:
    return changed(code.names, loops={**code.names.loops, **loops})


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

    def plain(self, code: Code) -> str:
        gather, gathered = self.gather or "total", code.variable()
        code.write(f"{gathered} = {'0' if gather == 'total' else '[]'}")
        with each(self.in_, code, self.as_, self.number), code.only(self.where):
            if gather == "total":
                code.write(f"{gathered} += {code.number(self.part)}")
            else:
                part = code.value(self.part) if gather == "list" else code.number(self.part)
                code.write(f"{gathered}.append({part})")
        word = {"largest": "max", "smallest": "min"}.get(gather)
        whole = f"tuple({gathered})" if gather == "list" else gathered
        return f"{word}({gathered}, default=0)" if word else whole


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

    def plain(self, code: Code) -> str:
        if self.where is None:
            return "len(names)" if self.in_.root == "players" else f"len({listed(self.in_, code)})"
        many = code.variable()
        code.write(f"{many} = 0")
        with each(self.in_, code, self.as_ or ""), code.only(self.where):
            code.write(f"{many} += 1")
        return many


class Holds(Operator):
    """Whether a list has a code (含む).

    Passes: ``{op: holds, in: hats, value: red}``. Fails: ``{op: holds, in: hats}``.
    """

    op: ClassVar[str] = "holds"
    in_: Reference = required.name("the list", "list-name")
    value: str | int | bool = required.literal("the code")

    def run(self, scope: Scope) -> Step:
        """True when it is there."""
        return self.step(scope, self.value in tuple(entries(self.in_, scope)))

    def plain(self, code: Code) -> str:
        return f"({self.value!r} in {listed(self.in_, code)})"


class FewestPieces(Operator):
    """The fewest pieces that a field by player can mean (最少の個数).

    A value typed as a list counts its items; a bare total needs at least total / largest pieces.

    Passes: ``{op: pieces, in: bed.flowers, largest: 4}``. Fails: ``{op: pieces, in: bed}``.
    """

    op: ClassVar[str] = "pieces"
    in_: Reference = required.name("the field by player", "list-name")
    largest: int = required.whole("the most that one piece is worth")

    def run(self, scope: Scope) -> Step:
        """The number of pieces over all colours."""
        many = 0
        for value in entries(self.in_, scope):
            if isinstance(value, Entered):
                many += len(value.items)
            elif isinstance(value, int):
                many += -(-value // self.largest)
        return self.step(scope, many, (), (Input("in", self.in_.of),))

    def plain(self, code: Code) -> str:
        return code.call(_pieces, listed(self.in_, code), repr(self.largest))


def _pieces(values: Iterable[int], largest: int) -> int:
    return sum(
        len(value.items) if isinstance(value, Entered) else -(-value // largest) for value in values
    )


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

    def run(self, scope: Scope) -> Step:
        """The player's value."""
        values = self.in_.run(scope).value
        assert isinstance(values, Mapping)
        who = self.who
        if who is None:
            assert scope.seat is not None
            who = scope.position.names[scope.seat]
        return self.step(scope, values.get(who, 0))

    def plain(self, code: Code) -> str:
        who = code.player_name() if self.who is None else repr(self.who)
        return f"{code.value(self.in_)}.get({who}, 0)"


class ListOf(Operator):
    """A list of values (並び).

    Passes: ``{op: list, parts: [3, 3, gold]}``. Fails: ``{op: list}``.
    """

    op: ClassVar[str] = "list"
    parts: tuple[Operator, ...] = required.expressions("the entries")

    def run(self, scope: Scope) -> Step:
        """The values, in the order given."""
        steps = tuple(part.run(scope) for part in self.parts)
        return self.step(scope, tuple(plain_number(step.value) for step in steps), steps)

    def plain(self, code: Code) -> str:
        return f"({''.join(code.value(part) + ', ' for part in self.parts)})"


class Record(Operator):
    """One entry of a list (項目): a value for each of its fields.

    Passes: ``{op: record, fields: {size: 3, walled: {op: fixed, value: true}}}``.
    Fails: ``{op: record, size: 3}``.
    """

    op: ClassVar[str] = "record"
    fields: Mapping[str, Operator] = required.cases("a value for each field")

    def run(self, scope: Scope) -> Step:
        """The values by field."""
        steps = {key: value.run(scope) for key, value in self.fields.items()}
        values = {key: plain_number(step.value) for key, step in steps.items()}
        return self.step(scope, values, tuple(steps.values()))

    def plain(self, code: Code) -> str:
        pairs = [f"{key!r}: {code.value(value)}" for key, value in self.fields.items()]
        return f"{{{', '.join(pairs)}}}"
