"""Operators that read printed tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from rulesref.base.diagnostics import Problem
from rulesref.base.numbers import Number
from rulesref.base.text import Text
from rulesref.lang.types import NUMBER, Type, Types, column_type
from rulesref.model.code import Code
from rulesref.model.entries import UNKNOWN, Row, Table
from rulesref.model.expression import Operator, Scope, Unworkable, number
from rulesref.model.keys import optional, required
from rulesref.model.steps import Input, Step, Value

#: So many answers of a table are remembered while many positions are worked out.
_REMEMBERED = 4096


def _cell(table: Table, row: Row, column: str) -> Value:
    """The value of a cell; blank counts 0, unknown is a problem."""
    cell = row.cells[column]
    if cell == UNKNOWN:
        raise Unworkable(Problem("E416", None, {"table": table.id, "column": column}))
    if cell is None:
        return 0
    return cell if not isinstance(cell, Text) else None


def _read(table: Table, column: str, value: Value) -> Text | None:
    return table.column(column).values.get(value) if isinstance(value, str) else None


def _key_inputs(table: Table, cells: Mapping[str, Step]) -> tuple[Input, ...]:
    return tuple(
        Input(
            column, step.value, table.column(column).name,
            step.shown or _read(table, column, step.value),
        )
        for column, step in cells.items()
    )  # fmt: skip


class TableLookup(Operator):
    """One cell of a printed table (表引き): the row with exactly this key.

    Passes: ``plots[plots].points``.
    Fails: ``plots[plots].``.
    """

    op: ClassVar[str] = "lookup"
    table: Table = required.reference("table", "the table")
    at: Mapping[str, Operator] = required.cells("a value for each key column")
    column: str = required.reference("column", "the column that is read")

    def typed(self, types: Types) -> Type:
        types.cells(self.table, "at", self.at)
        return column_type(self.table, self.column)

    def run(self, scope: Scope) -> Step:
        """The cell; a problem when no row has the key."""
        cells = {column: expression.run(scope) for column, expression in self.at.items()}
        key: Any = tuple(cells[k].value for k in self.table.key)
        row = self.table.by_key.get(key)
        keys = _key_inputs(self.table, cells)
        if row is None:
            values = {i.id: i.value for i in keys}
            raise Unworkable(Problem("E411", None, {"table": self.table.id, "found": values}))
        value = _cell(self.table, row, self.column)
        inputs = (Input("table", self.table.id, self.table.title), *keys)
        shown = _read(self.table, self.column, value)
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
    table: Table = required.reference("table", "the table")
    where: Mapping[str, Operator] = optional.cells("values other columns must have")
    from_: str = required.reference("column", "the column with the number at which a row begins")
    of: Operator = required.expression("the number")
    column: str = required.reference("column", "the column that is read")

    def typed(self, types: Types) -> Type:
        types.cells(self.table, "where", self.where)
        types.numbers(self.of, kind="amount")
        types.literal(0, column_type(self.table, self.from_), "from")
        return column_type(self.table, self.column)

    def run(self, scope: Scope) -> Step:
        """The cell of the row reached."""
        cells = {column: expression.run(scope) for column, expression in self.where.items()}
        inner = self.of.run(scope)
        much = number(inner.value)
        reached = [
            (begin, row)
            for row in self.table.rows
            if all(row.cells[c] == step.value for c, step in cells.items())
            and isinstance(begin := row.cells[self.from_], int)
            and begin <= much
        ]
        if not reached:
            values = {"table": self.table.id, "found": {self.from_: inner.value}}
            raise Unworkable(Problem("E411", None, values))
        begin, row = max(reached, key=lambda pair: pair[0])
        value = _cell(self.table, row, self.column)
        name = self.table.column(self.from_).name
        inputs = (
            Input("table", self.table.id, self.table.title),
            *_key_inputs(self.table, cells),
            Input("from", begin, name),
        )
        shown = _read(self.table, self.column, value)
        return self.step(scope, value, (*cells.values(), inner), inputs, shown)

    def plain(self, code: Code) -> str:
        cells = [code.value(cell) for cell in self.where.values()]
        much = code.number(self.of)

        @lru_cache(_REMEMBERED)
        def reached(much: Number, *equal: Value) -> Value:
            rows = [
                (begin, row)
                for row in self.table.rows
                if all(row.cells[c] == value for c, value in zip(self.where, equal, strict=True))
                and isinstance(begin := row.cells[self.from_], int)
                and begin <= much
            ]
            return _cell(self.table, max(rows, key=lambda pair: pair[0])[1], self.column)

        columns = (self.table.id, self.from_, self.column, *self.where)
        return f"{code.constant(reached, columns)}({', '.join((much, *cells))})"


class SumRows(Operator):
    """A column added up over the rows that fit (表の合計): all up to a step one has reached.

    Passes: ``sum(steps[path = 'moss', level <= luck].gold)``.
    Fails: ``sum(steps[level <= luck].golds)`` (no such column).
    """

    op: ClassVar[str] = "sum-rows"
    table: Table = required.reference("table", "the table")
    where: Mapping[str, Operator] = optional.cells("values columns must have")
    up_to: Mapping[str, Operator] = optional.cells("the most that number columns may be")
    column: str = required.reference("column", "the column that is added up")

    def typed(self, types: Types) -> Type:
        types.cells(self.table, "where", self.where)
        types.numbers(*self.up_to.values(), kind="amount")
        types.literal(0, column_type(self.table, self.column), "column")
        return NUMBER

    def run(self, scope: Scope) -> Step:
        """The sum over the rows that fit; 0 when none does."""
        equal = {column: expression.run(scope) for column, expression in self.where.items()}
        most = {column: expression.run(scope) for column, expression in self.up_to.items()}
        total: Number = 0
        for row in self.table.rows:
            if all(row.cells[c] == s.value for c, s in equal.items()) and all(
                _at_most(row, c, s) for c, s in most.items()
            ):
                total += number(_cell(self.table, row, self.column))
        inputs = (
            Input("table", self.table.id, self.table.title),
            *_key_inputs(self.table, equal),
            *_key_inputs(self.table, most),
        )
        return self.step(scope, total, (*equal.values(), *most.values()), inputs)

    def plain(self, code: Code) -> str:
        cells = [code.value(cell) for cell in self.where.values()]
        most = [code.number(limit) for limit in self.up_to.values()]

        @lru_cache(_REMEMBERED)
        def summed(*wanted: Any) -> Number:
            columns = [*self.where, *self.up_to]
            return sum(
                number(_cell(self.table, row, self.column))
                for row in self.table.rows
                if all(
                    row.cells[c] == value if place < len(self.where)
                    else isinstance(cell := row.cells[c], int) and cell <= value
                    for place, (c, value) in enumerate(zip(columns, wanted, strict=True))
                )
            )  # fmt: skip

        columns = (self.table.id, self.column, *self.where, "up to", *self.up_to)
        return f"{code.constant(summed, columns)}({', '.join((*cells, *most))})"


def _at_most(row: Row, column: str, limit: Step) -> bool:
    cell = row.cells[column]
    return isinstance(cell, int) and cell <= number(limit.value)
