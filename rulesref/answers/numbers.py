"""The number that a question asks for: worked out, or looked up in a printed table (数の答え)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesref.answers.inputs import Numbers, call_from
from rulesref.base.frozen import frozen
from rulesref.base.text import Text
from rulesref.model.entries import Row, Rule, Table
from rulesref.model.game import Game
from rulesref.scoring.calculators import Answer, calculate
from rulesref.search.engine import Hit

#: At most so many numbers stand before the statements.
MOST_NUMBERS = 2


@frozen
class WorkedOut:
    """What a calculator gives for what a question says, or the row of a table that it names."""

    game: Game
    answer: Answer | None = None
    table: Table | None = None
    row: Row | None = None


def worked_out(
    question: str, tools: Sequence[tuple[Game, Hit]], entries: Sequence[tuple[Game, Rule]]
) -> tuple[WorkedOut, ...]:
    """The numbers of a question, by the calculators and tables found for it and those of the best entries."""
    numbers: list[WorkedOut] = []
    for game, name in _calculators(tools, entries):
        answer = _calculated(question, game, name)
        if answer is not None:
            numbers.append(WorkedOut(game, answer))
    for game, table in _tables(tools, entries):
        row = row_named(question, table)
        if row is not None:
            numbers.append(WorkedOut(game, None, table, row))
    return tuple(numbers[:MOST_NUMBERS])


def _calculators(
    tools: Sequence[tuple[Game, Hit]], entries: Sequence[tuple[Game, Rule]]
) -> Iterable[tuple[Game, str]]:
    every = [(game, hit.id) for game, hit in tools if hit.kind == "calculator"]
    every += [(game, name) for game, rule in entries for name in rule.calculators]
    return {(game.id, name): (game, name) for game, name in every}.values()


def _tables(
    tools: Sequence[tuple[Game, Hit]], entries: Sequence[tuple[Game, Rule]]
) -> Iterable[tuple[Game, Table]]:
    """Tables that were found, and those of the best entries. (A row that was found is shown as it is.)"""
    names = [
        (game, hit.id.partition("/")[0]) for game, hit in tools if hit.kind in ("table", "row")
    ]
    names += [(game, name) for game, rule in entries for name in rule.tables]
    every = {(game.id, name): (game, game.table(name)) for game, name in names}
    return [(game, table) for game, table in every.values() if table is not None and table.key]


def _calculated(question: str, game: Game, name: str) -> Answer | None:
    """What a calculator gives, when the question says all that it needs."""
    calculator = game.calculators.get(name)
    if calculator is None:
        return None
    call = call_from(question, name, calculator.inputs)
    if call.missing or not call.inputs:
        return None
    return calculate(game, calculator, call.inputs)[0]


def row_named(question: str, table: Table) -> Row | None:
    """The one row whose keys a question names: codes by their names, numbers beside the column's name.

    The one number that is left is that of the one column of numbers that is open.
    """
    codes = {
        f"{column}={row.cells[column]}": _names(table, row, column)
        for row in table.rows
        for column in table.key
    }
    numbers = Numbers(question, {**{key: table.column(key).name for key in table.key}, **codes})
    wanted: dict[str, object] = {}
    wholes = [key for key in table.key if table.column(key).kind == "whole"]
    wanted |= numbers.beside(wholes, {})
    for key in table.key:
        if key not in wholes:
            named = {row.cells[key] for row in table.rows if numbers.has(f"{key}={row.cells[key]}")}
            if len(named) == 1:
                wanted[key] = named.pop()
    open_ = [key for key in table.key if key not in wanted]
    if len(open_) == 1 and open_[0] in wholes and len(numbers.free) == 1 and len(table.key) > 1:
        wanted[open_.pop()] = numbers.free[0].number
    if open_:
        return None
    rows = [
        row for row in table.rows if all(row.cells[key] == value for key, value in wanted.items())
    ]
    return rows[0] if len(rows) == 1 else None


def _names(table: Table, row: Row, column: str) -> Iterable[str]:
    """Everything that people call what a row is about in a key column."""
    if table.column(column).kind == "whole":
        return ()
    cell = row.cells[column]
    shown = cell if isinstance(cell, Text) else table.column(column).shown(cell)
    aliases = (*row.aliases[0], *row.aliases[1]) if column == table.key[-1] else ()
    return (*(shown or ()), *aliases)
