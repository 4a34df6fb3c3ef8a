"""The number that a question asks for: worked out, or looked up in a printed table (数の答え)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesref.answers.inputs import Numbers, call_from, named_in
from rulesref.answers.statements import words_asked
from rulesref.base.frozen import frozen
from rulesref.base.text import Text
from rulesref.model.entries import Column, Row, Rule, Table
from rulesref.model.game import Game
from rulesref.scoring.calculators import Answer, calculate
from rulesref.search.analysis import tokens_of
from rulesref.search.engine import Hit
from rulesref.search.rank import WeightedPart

#: At most so many numbers stand before the statements.
MOST_NUMBERS = 2


@frozen
class WorkedOut:
    """What a calculator gives for what a question says, or the row of a table that it names."""

    game: Game
    answer: Answer | None = None
    table: Table | None = None
    row: Row | None = None


def followed(question: str, before: WorkedOut) -> WorkedOut | None:
    """The number once more, with what a question changes that names nothing but inputs: じゃあ4人なら？."""
    if before.answer is None:
        return None
    calculator = before.answer.calculator
    numbers = Numbers(question, named_in(calculator.inputs))
    call = call_from(question, calculator.id, calculator.inputs)
    if not call.inputs or not numbers.alone:
        return None
    given = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in before.answer.inputs.items()
        if value is not None
    }
    answer, _ = calculate(before.game, calculator, {**given, **call.inputs})
    return WorkedOut(before.game, answer) if answer else None


class _Question:
    """A question and the game that it is about: what of it a calculator or a table must be about."""

    def __init__(self, text: str, game: Game, parts: Sequence[WeightedPart]) -> None:
        self.text = text
        self.game = game
        self.lexicon = words_asked(game, parts)
        self.concepts = [part.part.tokens for part in parts if part.part.kind == "concept"]

    def is_about(self, texts: Iterable[str], rule: Rule | None = None) -> bool:
        """Whether each concept of the question is said in these texts, or is what the entry is about."""
        said: set[str] = {"@" + term for term in rule.terms} if rule else set()
        for text in texts:
            said |= {*tokens_of(text, self.lexicon)}
        return all(any(token in said for token in tokens) for tokens in self.concepts)


def worked_out(
    question: str, entries: Sequence[tuple[Game, Rule, Hit]], tools: Sequence[Hit]
) -> tuple[WorkedOut, ...]:
    """The numbers of a question.

    By the calculators and tables that were found for it, by those of the best entries, and by tables all of
    whose keys it names.
    """
    if not entries:
        return ()
    game = entries[0][0]
    asked = _Question(question, game, entries[0][2].parts)
    rules = [rule for of, rule, _ in entries if of is game]
    numbers: list[WorkedOut] = []
    for name, rule in _owned([(rule.calculators, rule) for rule in rules], tools, "calculator"):
        answer = _calculated(asked, name, rule)
        if answer is not None:
            numbers.append(WorkedOut(game, answer))
    tables = _owned([(rule.tables, rule) for rule in rules], tools, "table", "row")
    tables += [(table.id, None) for table in game.tables.values() if len(table.key) > 1]
    for name, rule in dict(reversed(tables)).items():
        row = _looked_up(asked, name, rule)
        if row is not None:
            numbers.append(row)
    return tuple(numbers[:MOST_NUMBERS])


def _owned(
    of_rules: Iterable[tuple[Sequence[str], Rule]], tools: Iterable[Hit], *kinds: str
) -> list[tuple[str, Rule | None]]:
    """Calculators or tables, each with the entry to which it belongs, those that were found first."""
    owned = {name: rule for names, rule in of_rules for name in names}
    found = [hit.id.partition("/")[0] for hit in tools if hit.kind in kinds]
    return [(name, owned.get(name)) for name in dict.fromkeys([*found, *owned])]


def _looked_up(asked: _Question, name: str, rule: Rule | None) -> WorkedOut | None:
    """The row of a table that the question names, when the table is what it is about."""
    table = asked.game.table(name)
    if table is None or not table.key:
        return None
    row = row_named(asked.text, table)
    if row is None:
        return None
    names = [text for key in table.key for text in _names(table, row, key)]
    names += [text for column in table.columns for text in column.name]
    return (
        WorkedOut(asked.game, None, table, row)
        if asked.is_about([*table.names, *names], rule)
        else None
    )


def _calculated(asked: _Question, name: str, rule: Rule | None) -> Answer | None:
    """What a calculator gives, when the question is about it and says all that it needs."""
    calculator = asked.game.calculators.get(name)
    if calculator is None:
        return None
    call = call_from(asked.text, name, calculator.inputs)
    if call.missing or not call.inputs:
        return None
    texts = [*calculator.name, *calculator.about, *calculator.aliases[0], *calculator.aliases[1]]
    for field in calculator.inputs.values():
        texts += [*field.names, *(name for option in field.options for name in option.names)]
    if not asked.is_about(texts, rule):
        return None
    return calculate(asked.game, calculator, call.inputs)[0]


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
    wholes = [key for key in table.key if _has_numbers(table.column(key))]
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
    if _has_numbers(table.column(column)):
        return ()
    cell = row.cells[column]
    shown = cell if isinstance(cell, Text) else table.column(column).shown(cell)
    aliases = (*row.aliases[0], *row.aliases[1]) if column == table.key[-1] else ()
    return (*(shown or ()), *aliases)


def _has_numbers(column: Column) -> bool:
    return column.kind == "whole"
