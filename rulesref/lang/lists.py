"""Operators that go through lists: districts on the board, players at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.frozen import changed
from rulesref.base.text import Entered
from rulesref.fields.kind import kind_of
from rulesref.lang.operations import add
from rulesref.lang.references import Fixed, Reference
from rulesref.model.code import Binding, Bindings, Code, NotCompilableError, Seat, SlowPathError
from rulesref.model.expression import (
    EvaluationError,
    Input,
    Operator,
    Player,
    Scope,
    Step,
    Value,
    number,
    plain_number,
)
from rulesref.model.keys import optional, required

if TYPE_CHECKING:
    from rulesref.lang.types import Type, Types


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
        raise EvaluationError(Problem("E417", None, {"name": name}))


def listed(source: Reference, code: Code) -> str:
    """What a list name goes through, as Python."""
    inner, text = source.onward or source, code.value(source)
    kind = kind_of(inner.field) if inner.field else None
    if kind and kind.entries == "player":
        raise NotCompilableError
    # What is not surely a list is looked at when it is there.
    if kind is None or (inner.root == "loop" and len(inner.path) == 1):
        return code.call(_items, text)
    return f"{text}.values()" if kind.has_colours else text


def _items(value: Value) -> Iterable[Value]:
    if isinstance(value, tuple):
        return value
    if isinstance(value, dict):
        return value.values()
    raise SlowPathError


@contextmanager
def each(
    source: Reference, code: Code, name: str, number: str | None = None
) -> Iterator[Binding | Seat]:
    """A loop over a list or the players, with the names of the entry and of its place."""
    if source.root == "players":
        with code.players() as seat:
            place = Binding(f"({seat.index} + 1)", seat.need)
            with code.seeing(_with(code, {name: seat, number or "": place})):
                yield seat
        return
    place_variable, variable = code.variable(), code.variable()
    through = listed(source, code)
    head = f"for {variable} in {through}:"
    if number:
        head = f"for {place_variable}, {variable} in enumerate({through}, 1):"
    with code.block(head) as need:
        entry, place = Binding(variable, need, sure=True), Binding(place_variable, need)
        with code.seeing(_with(code, {name: entry, number or "": place})):
            yield entry


def _with(code: Code, loops: Mapping[str, Binding | Seat]) -> Bindings:
    return changed(code.names, loops={**code.names.loops, **loops})


class ForEach(Operator):
    """A value for each entry of a list, added up (ごとの合計) or gathered.

    ``as`` names the entry inside; ``number`` names its place, from 1. ``gather``: ``total`` (the
    default), ``list``, ``largest`` or ``smallest`` (0 for no entries).

    Passes: ``sum(bed.size for bed in beds where bed.walled)``, ``[place for bed, place in beds]``, ``largest(bed.size for bed in beds)``.
    Fails: ``sum(bed.size in beds)``.
    """

    op: ClassVar[str] = "for-each"
    in_: Reference = required.name(kind="list-name")
    as_: str = required.name()
    #: The name of its place in the list.
    number: str | None = optional.name()
    where: Operator | None = optional.expression()
    part: Operator = required.expression()
    gather: str | None = optional.word("", "total", "list", "largest", "smallest")

    def typed(self, types: Types) -> Type:
        names = {
            self.as_: types.entry(self.in_),
            **({self.number: types.number} if self.number else {}),
        }
        inner = types.inside(**names)
        inner.flags(self.where)
        if self.gather == "list":
            none = isinstance(self.where, Fixed) and not self.where.value
            return types.list_of(None if none else inner.of(self.part))
        return inner.numbers(self.part)

    def run(self, scope: Scope) -> Step:
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

    Passes: ``count(beds)``, ``count(bed in beds where bed.walled)``.
    Fails: ``count(bed in beds)``.
    """

    op: ClassVar[str] = "size"
    in_: Reference = required.name(kind="list-name")
    as_: str | None = optional.name()
    where: Operator | None = optional.expression()

    def typed(self, types: Types) -> Type:
        inner = types.inside(**{self.as_ or "": types.entry(self.in_)})
        inner.flags(self.where)
        return types.number

    def run(self, scope: Scope) -> Step:
        many = sum(
            self.where is None
            or bool(self.where.run(scope.with_names(**{self.as_ or "": e})).value)
            for e in entries(self.in_, scope)
        )
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
    """Whether a list has a value (含む): ``target in tiles``.

    Passes: ``target in hats``.
    Fails: ``in hats``.
    """

    op: ClassVar[str] = "holds"
    in_: Reference = required.name(kind="list-name")
    value: Operator = required.expression()

    def typed(self, types: Types) -> Type:
        entry = types.entry(self.in_)
        types.meet((entry, types.place(self.in_)), (types.of(self.value), types.place(self.value)))
        return types.flag

    def run(self, scope: Scope) -> Step:
        wanted, names = self.value.run(scope).value, scope.position.names
        held = (names[e.seat] if isinstance(e, Player) else e for e in entries(self.in_, scope))
        return self.step(scope, wanted in tuple(held))

    def plain(self, code: Code) -> str:
        return f"({code.value(self.value)} in {listed(self.in_, code)})"


class FewestPieces(Operator):
    """The fewest pieces that a field by player can mean (最少の個数).

    A value typed as a list counts its items; a bare total needs at least total / largest pieces.

    Passes: ``pieces(bed.flowers, 4)``.
    Fails: ``pieces(bed.flowers)``.
    """

    op: ClassVar[str] = "pieces"
    in_: Reference = required.name(kind="list-name")
    #: The most that one piece is worth.
    largest: int = required.whole()

    def typed(self, types: Types) -> Type:
        types.wanted(self.in_, "by-player")
        return types.number

    def run(self, scope: Scope) -> Step:
        values = [value for value in entries(self.in_, scope) if isinstance(value, int)]
        many = _pieces(values, self.largest)
        return self.step(scope, many, (), (Input("in", self.in_.of),))

    def plain(self, code: Code) -> str:
        return code.call(_pieces, listed(self.in_, code), repr(self.largest))


def _pieces(values: Iterable[int], largest: int) -> int:
    return sum(
        len(value.items) if isinstance(value, Entered) else -(-value // largest) for value in values
    )


class Own(Operator):
    """The player's own entry in a field by player (自分の値); 0 when there is none.

    Passes: ``own(bed.flowers)``.
    Fails: ``own(3)``.
    """

    op: ClassVar[str] = "own"
    in_: Reference = required.name(kind="list-name")

    @property
    def needs_player(self) -> bool:
        return True

    def typed(self, types: Types) -> Type:
        types.wanted(self.in_, "by-player")
        return types.number

    def run(self, scope: Scope) -> Step:
        values = self.in_.run(scope).value
        assert isinstance(values, Mapping)
        if scope.seat is None:
            raise EvaluationError(wrong("E418", self.op))
        return self.step(scope, values.get(scope.position.names[scope.seat], 0))

    def plain(self, code: Code) -> str:
        return f"{code.value(self.in_)}.get({code.player_name()}, 0)"


class ListOf(Operator):
    """A list of values (並び).

    Passes: ``[3, 3, gold]``, ``[]``.
    Fails: ``[3, 3``.
    """

    op: ClassVar[str] = "list"
    parts: tuple[Operator, ...] = required.expressions()

    def typed(self, types: Types) -> Type:
        entries = [types.of(part) for part in self.parts]
        return types.list_of(types.joined(entries) if entries else None, len(entries))

    def run(self, scope: Scope) -> Step:
        steps = tuple(part.run(scope) for part in self.parts)
        return self.step(scope, tuple(plain_number(step.value) for step in steps), steps)

    def plain(self, code: Code) -> str:
        return code.tuple_of(map(code.value, self.parts))


class Nth(Operator):
    """An entry of a list by its place from 1, or of a record or a field by player by its name (n番目).

    Passes: ``vector[1]``, ``piles['gold']``.
    Fails: ``vector[]``.
    """

    op: ClassVar[str] = "nth"
    of: Operator = required.expression()
    n: Operator = required.expression()

    def typed(self, types: Types) -> Type:
        values = types.of(self.of)
        if values.kinds == {"record"}:
            return types.picked(values, self.n)
        if values.kinds == {"by-player"}:
            colours = types.codes_of(values.codes) | types.player
            types.fit(types.of(self.n), colours, types.place(self.n))
            return types.number
        values = types.wanted(self.of, "list")
        types.wanted(self.n, "amount")
        fixed = self.n.value if isinstance(self.n, Fixed) else 1
        if isinstance(fixed, int) and not 0 < fixed <= (values.length or fixed):
            types.problem("E317", "n", typed=fixed, high=values.length)
        return (values.entry or types.any) | types.nothing

    def run(self, scope: Scope) -> Step:
        """The entry; 0 beyond the end of a list and for a colour without a value."""
        inner, picked = self.of.run(scope), self.n.run(scope)
        n = picked.value
        value = _entry_at(inner.value, n)
        if value is None:
            raise EvaluationError(Problem("E417", None, {"name": inner.label or n}))
        return self.step(scope, value, (inner,), (Input("n", n, None, picked.shown),))

    def plain(self, code: Code) -> str:
        values, n, found = code.kept(code.value(self.of)), code.value(self.n), code.variable()
        entry = code.call(_entry_at, values, n)
        match self.n.value if isinstance(self.n, Fixed) else None:
            case str(key):
                entry = f"{values}.get({key!r}, 0) if type({values}) is dict else {entry}"
            case int(place) if place > 0:
                there = f"type({values}) is tuple and len({values}) >= {place}"
                entry = f"{values}[{place - 1}] if {there} else {entry}"
        code.write(f"{found} = {entry}")
        code.write(f"if {found} is None: raise Unusual")
        return found


def _entry_at(values: Value, n: Value) -> Value:
    if type(values) is tuple:
        place = int(number(n))
        return values[place - 1] if 0 < place <= len(values) else 0
    if values is None:  # not tracked
        return None
    if not isinstance(values, Mapping):
        raise EvaluationError(wrong("E412", value=values))
    return values.get(str(n), 0)


class Record(Operator):
    """One entry of a list (項目): a value for each of its fields.

    Passes: ``{op: record, fields: {size: 3, walled: true}}``.
    Fails: ``{op: record, size: 3}``.
    """

    op: ClassVar[str] = "record"
    fields: Mapping[str, Operator] = required.cases("a value for each field")

    def typed(self, types: Types) -> Type:
        return types.record_of({key: types.of(value) for key, value in self.fields.items()})

    def run(self, scope: Scope) -> Step:
        """The values by field; what is not known of the entry does not stand in it."""
        steps = {}
        for key, value in self.fields.items():
            try:
                steps[key] = value.run(scope)
            except EvaluationError as unworkable:
                if unworkable.problem.code != "E417":
                    raise
        values = {key: plain_number(step.value) for key, step in steps.items()}
        return self.step(scope, values, tuple(steps.values()))

    def plain(self, code: Code) -> str:
        pairs = [f"{key!r}: {code.value(value)}" for key, value in self.fields.items()]
        return f"{{{', '.join(pairs)}}}"
