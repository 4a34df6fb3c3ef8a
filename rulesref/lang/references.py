"""Operators that give a value as it stands: a constant, a field, a named value, a cell of a printed table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.text import LANGS, Number, Text
from rulesref.fields.kind import kind_of, value_text
from rulesref.model.code import Binding, Code, Seat
from rulesref.model.entries import UNKNOWN, Field, Row, Table
from rulesref.model.expression import (
    LABELS,
    EvaluationError,
    Input,
    NotGivenError,
    Operator,
    Player,
    Scope,
    Step,
    Value,
    number,
)
from rulesref.model.keys import optional, required

if TYPE_CHECKING:
    from rulesref.lang.types import Type, Types

Root = Literal["loop", "define", "player", "table", "count", "seat", "name", "players", "event"]


class Fixed(Operator):
    """A constant (定数): a number, true or false, or a code.

    Passes: ``5``, ``true``, ``'gate'``.
    Fails: ``'gate``.
    """

    op: ClassVar[str] = "fixed"
    value: int | bool | str = required.literal()
    names: Mapping[str, Text] = optional.mapped("", required.text())

    def typed(self, types: Types) -> Type:
        for code in self.names:
            same = types.codes_of([str(self.value)])
            types.strange({code} - same.codes, same, (*types.path, "names", code))
        # A code that is named here is one that the rules make known.
        return types.codes_of(self.names) if self.names else types.literal_type(self.value)

    def run(self, scope: Scope) -> Step:
        step = self._step
        return step if self.label is None else step._replace(label=self.label.filled(scope))

    @cached_property
    def _step(self) -> Step:
        name = self.names.get(self.value) if isinstance(self.value, str) else None
        return Step(op=self.op, value=self.value, rules=self.rules, shown=name)

    def plain(self, code: Code) -> str:
        return code.literal(self.value)


class Reference(Operator):
    """The value of a field (入力値), written as its name.

    Looked for in the loops around, the named values, the player, the table; ``player-count``,
    ``seat`` (from 1), ``player-name`` and ``event`` (which scoring it is) are there as well.

    Passes: ``gold``, ``beds.east``.
    Fails: ``golt`` (no such name).
    """

    op: ClassVar[str] = "field"
    of: str = required.name()
    root: Root
    path: tuple[str, ...] = ()
    field: Field | None = None
    #: How to go on when the first name is another player: what is asked of that player.
    onward: Reference | None = None

    def typed(self, types: Types) -> Type:
        match self.root:
            case "define":
                return types.defines.get(self.path[0], types.any)
            case "loop" if self.onward:
                return types.of(self.onward)
            case "loop":
                return types.part(types.names.get(self.path[0], types.any), self.path[1:])
            case "players":
                return types.list_of(types.player)
            case "name":
                return types.player
            case "event":
                return types.codes_of(types.events) if types.events else types.any
            case _:
                return types.type_of(self.field) if self.field else types.number

    def run(self, scope: Scope) -> Step:
        """The value, labelled with the name of its field."""
        if self.root == "define":
            step = scope.defined(self.path[0])
            if self.label is None and step.label is not None:
                return step
            return self.step(scope, step.value, (step,), shown=step.shown)
        if self.onward:
            player = scope.names[self.path[0]]
            assert isinstance(player, Player)  # the linker only makes onward for players
            return self.onward.run(scope.for_player(player.seat))
        value = self.value(scope)
        field = self.field if value is None else None
        if field and (kind_of(field).counts or scope.position.as_given):
            seat = scope.seat if self.root == "player" else None
            raise NotGivenError(field.id, field.name, seat)
        name = shown = None
        if self.field:
            name = self.field.name
            shown = self._option_text(value) if self.field.options and value is not None else None
        return self.step(scope, value, (), (Input(self.of, value, name, shown),), shown, name)

    def plain(self, code: Code) -> str:
        names = code.names
        match self.root:
            case "define":
                return code.defined(self.path[0])
            case "loop" if isinstance(seat := names.loops[self.path[0]], Seat):
                with code.seen_by(seat):
                    return code.value(self.onward) if self.onward else code.player_name()
            case "loop":
                return self._inside(code, names.loops[self.path[0]], self.path[1:])
            case "player":
                return self._inside(code, code.seat, self.path)
            case "table":
                return self._inside(code, names.table[self.path[0]], self.path[1:])
            case "count":
                return "0" if names.ground else code.kept("len(names)")
            case "seat":
                return f"({code.seat.index} + 1)" if names.seat else "1"
            case "name":
                return code.player_name()
            case "players":
                return "names"
            case _:
                return repr(names.event)

    def _inside(self, code: Code, base: Binding | Seat, path: tuple[str, ...]) -> str:
        text = code.use(base) + "".join(f"[{key!r}]" for key in path)
        field = self.field
        return code.kept(text, sure=base.sure and field is not None and field.belongs_to(code.names.event))  # fmt: skip

    def value(self, scope: Scope) -> Value:
        match self.root:
            case "count":
                return len(scope.position.players)
            case "seat":
                return (scope.seat or 0) + 1
            case "loop":
                entry = scope.names[self.path[0]]
                if isinstance(entry, Player):
                    return scope.position.names[entry.seat]
                return _inside(entry, self.path[1:])
            case "name":
                return scope.position.names[scope.seat or 0]
            case "event":
                return scope.position.event
            case "player":
                if scope.seat is None:
                    raise EvaluationError(wrong("E418", self.of))
                return _inside(scope.position.players[scope.seat], self.path)
            case _:
                return _inside(scope.position.table, self.path)

    @cached_property
    def _option_text(self) -> Callable[[Value], Text]:
        """What the options of the field are called that a value has; the same few are asked for again and again."""
        field = self.field
        assert field is not None

        @lru_cache(_REMEMBERED)
        def text(value: Value) -> Text:
            return Text(*(value_text(field, value, lang, LABELS) for lang in LANGS))

        return text


def _inside(value: object, path: tuple[str, ...]) -> Value:
    for key in path:
        if value is None:  # a part of what is not tracked is not known either
            return None
        assert isinstance(value, Mapping)
        value = value[key]
    return value  # type: ignore[return-value]


#: So many answers of a table are remembered while many positions are worked out.
_REMEMBERED = 4096


def _cell(table: Table, row: Row, column: str) -> Value:
    """The value of a cell; blank counts 0, unknown is a problem."""
    cell = row.cells[column]
    if cell == UNKNOWN:
        raise EvaluationError(Problem("E416", None, {"table": table.id, "column": column}))
    if cell is None:
        return 0
    return cell if not isinstance(cell, Text) else None


def _read(table: Table, column: str, value: Value) -> Text | None:
    return table.column(column).values.get(value) if isinstance(value, str) else None


def _inputs(table: Table, cells: Iterable[tuple[str, Step]]) -> tuple[Input, ...]:
    """A table, and the values that its cells are compared with."""
    values = (
        Input(
            column, step.value, table.column(column).name,
            step.shown or _read(table, column, step.value),
        )
        for column, step in cells
    )  # fmt: skip
    return (Input("table", table.id, table.title), *values)


class TableLookup(Operator):
    """One cell of a printed table (表引き): the row with exactly this key.

    Passes: ``plots[plots].points``.
    Fails: ``plots[plots].``.
    """

    op: ClassVar[str] = "lookup"
    table: Table = required.reference("table")
    at: Mapping[str, Operator] = required.cells()
    column: str = required.reference("column")

    def typed(self, types: Types) -> Type:
        types.cells(self.table, "at", self.at)
        return types.column_type(self.table, self.column)

    def run(self, scope: Scope) -> Step:
        """The cell; a problem when no row has the key."""
        cells = {column: expression.run(scope) for column, expression in self.at.items()}
        key: Any = tuple(cells[k].value for k in self.table.key)
        row = self.table.by_key.get(key)
        if row is None:
            values = {column: step.value for column, step in cells.items()}
            raise EvaluationError(wrong("E411", value=values, table=self.table.id))
        value = _cell(self.table, row, self.column)
        inputs, shown = _inputs(self.table, cells.items()), _read(self.table, self.column, value)
        return self.step(scope, value, tuple(cells.values()), inputs, shown)

    def plain(self, code: Code) -> str:
        cells = [code.value(self.at[column]) for column in self.table.key]
        values = {
            key if len(key) > 1 else key[0]: _cell(self.table, row, self.column)
            for key, row in self.table.by_key.items()
            if row.cells[self.column] != UNKNOWN
        }
        rows = code.constant(values, (self.table.id, self.column))
        return f"{rows}[{', '.join(cells)}]"


class Bands(Operator):
    """A cell of a table whose rows begin at a number (段階表): the last row that is reached.

    Below the first row nothing is reached, which is a problem. ``where`` picks among rows first.

    Passes: ``eggs[eggs <= laid].points``.
    Fails: ``eggs[eggs = laid].points``.
    """

    op: ClassVar[str] = "bands"
    table: Table = required.reference("table")
    where: Mapping[str, Operator] = optional.cells()
    #: The column with the number at which a row begins.
    from_: str = required.reference("column")
    of: Operator = required.expression()
    column: str = required.reference("column")

    def typed(self, types: Types) -> Type:
        types.cells(self.table, "where", self.where)
        types.numbers(self.of, kind="amount")
        types.literal(0, types.column_type(self.table, self.from_), "from")
        return types.column_type(self.table, self.column)

    def run(self, scope: Scope) -> Step:
        cells = {column: expression.run(scope) for column, expression in self.where.items()}
        inner = self.of.run(scope)
        begin, row = self._reached(number(inner.value), [step.value for step in cells.values()])
        value = _cell(self.table, row, self.column)
        name = self.table.column(self.from_).name
        inputs = (*_inputs(self.table, cells.items()), Input("from", begin, name))
        shown = _read(self.table, self.column, value)
        return self.step(scope, value, (*cells.values(), inner), inputs, shown)

    def plain(self, code: Code) -> str:
        cells = [code.value(cell) for cell in self.where.values()]
        much = code.number(self.of)

        @lru_cache(_REMEMBERED)
        def reached(much: Number, *equal: Value) -> Value:
            return _cell(self.table, self._reached(much, equal)[1], self.column)

        columns = (self.table.id, self.from_, self.column, *self.where)
        return f"{code.constant(reached, columns)}({', '.join((much, *cells))})"

    def _reached(self, much: Number, equal: Sequence[Value]) -> tuple[int, Row]:
        reached = [
            (begin, row)
            for row in _fitting(
                self.table, dict(zip(self.where, equal, strict=True)), {self.from_: much}
            )
            if isinstance(begin := row.cells[self.from_], int)
        ]
        if not reached:
            raise EvaluationError(wrong("E411", value={self.from_: much}, table=self.table.id))
        return max(reached, key=lambda pair: pair[0])


class SumRows(Operator):
    """A column added up over the rows that fit (表の合計): all up to a step one has reached.

    Passes: ``sum(steps[path = 'moss', level <= luck].gold)``.
    Fails: ``sum(steps[level <= luck].golds)`` (no such column).
    """

    op: ClassVar[str] = "sum-rows"
    table: Table = required.reference("table")
    where: Mapping[str, Operator] = optional.cells()
    #: The most that numbers in some columns may be.
    up_to: Mapping[str, Operator] = optional.cells()
    column: str = required.reference("column")

    def typed(self, types: Types) -> Type:
        types.cells(self.table, "where", self.where)
        types.numbers(*self.up_to.values(), kind="amount")
        types.literal(0, types.column_type(self.table, self.column), "column")
        return types.number

    def run(self, scope: Scope) -> Step:
        """The sum over the rows that fit; 0 when none does."""
        equal = {column: expression.run(scope) for column, expression in self.where.items()}
        most = {column: expression.run(scope) for column, expression in self.up_to.items()}
        total = self._sum([step.value for step in (*equal.values(), *most.values())])
        inputs = _inputs(self.table, (*equal.items(), *most.items()))
        return self.step(scope, total, (*equal.values(), *most.values()), inputs)

    def plain(self, code: Code) -> str:
        cells = [code.value(cell) for cell in self.where.values()]
        most = [code.number(limit) for limit in self.up_to.values()]

        @lru_cache(_REMEMBERED)
        def summed(*wanted: Value) -> Number:
            return self._sum(wanted)

        columns = (self.table.id, self.column, *self.where, "up to", *self.up_to)
        return f"{code.constant(summed, columns)}({', '.join((*cells, *most))})"

    def _sum(self, wanted: Sequence[Value]) -> Number:
        equal = dict(zip(self.where, wanted, strict=False))
        most = dict(zip(self.up_to, wanted[len(equal) :], strict=True))
        rows = _fitting(self.table, equal, most)
        return sum(number(_cell(self.table, row, self.column)) for row in rows)


def _fitting(table: Table, equal: Mapping[str, Value], most: Mapping[str, Value]) -> list[Row]:
    """The rows with these cells, and with numbers of at most so much in those columns."""
    return [
        row
        for row in table.rows
        if all(row.cells[column] == value for column, value in equal.items())
        and all(
            isinstance(cell := row.cells[column], int) and cell <= number(limit)
            for column, limit in most.items()
        )
    ]
