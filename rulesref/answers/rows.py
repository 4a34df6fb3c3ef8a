"""The row of a printed table that a question names, and the columns that it asks for (表の行)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulesref.answers.inputs import Numbers, counts_things, forms
from rulesref.answers.inquiry import KINDS, Inquiry, ranks_in
from rulesref.base.folding import words
from rulesref.base.frozen import frozen
from rulesref.base.text import Text
from rulesref.fields.cutting import Piece
from rulesref.model.entries import Column, Row, Table

#: An input or a key that has no more values may be left open.
VALUES = 7
#: So many numbers of a row are shown.
_COLUMNS = 3


def columns_asked(asked: Inquiry, table: Table, filled: Sequence[Column]) -> tuple[str, ...]:
    """The columns that say most of the question, beyond what names the row: those of numbers, else others."""
    named = asked.said_in(text for key in table.key for text in table.column(key).name)
    words = {token for token in asked.asks if not token.isdigit()}
    concepts = {token for token in words if token[0] == "@"}
    columns = [column for column in filled if column.id not in table.key]
    ranked = [c.id for c in columns if asked.ranks.keys() & ranks_in(c.name).keys()]
    if ranked:
        return tuple(ranked)
    for wanted, numbers in ((words, True), (concepts, False)):
        said = {
            column.id: len((asked.said_in(column.name) - named) & wanted)
            + asked.literal(column.name)
            for column in columns
            if has_numbers(column) == numbers
        }
        if most := max(said.values(), default=0):
            return tuple(column for column, many in said.items() if many == most)
    return ()


def row_named(
    asked: Inquiry, table: Table, before: Row | None = None
) -> tuple[Row, Numbers, bool] | None:
    """The one row whose keys a question names, and whether by a number alone; None where it leaves one open."""
    found = rows_named(asked, table, before)
    return (found.rows[0], found.numbers, found.loose) if found and not found.open else None


@frozen
class NamedRows:
    """The rows of a table that a question names, what it says, whether by a number alone, and the key left open."""

    rows: tuple[Row, ...]
    numbers: Numbers
    loose: bool
    open: str = ""


def rows_named(asked: Inquiry, table: Table, before: Row | None = None) -> NamedRows | None:
    """The rows whose keys a question names: codes by their names, numbers beside the column's name.

    The one number that is left is that of the one column of numbers that is open. None when the question has further
    numbers. What it leaves open is as in the row ``before``; without one there are as many rows as the one key that
    is open has values.
    """
    codes: dict[str, Sequence[str]] = {
        f"{key}={row.cells[key]}": asked.names(names_in(table, row, key))
        for row in table.rows
        for key in table.key
    }
    codes |= _ranks(asked, table)
    wholes = [key for key in table.key if has_numbers(table.column(key))]
    if len(table.key) > 1 and len(wholes) == 1:
        # The fifth space of something.
        codes |= {
            f"{wholes[0]}={rank}": [text for text in texts if text.isalpha()]
            for rank, texts in asked.ranks.items()
        }
    numbers = asked.numbers({column.id: column.name for column in table.columns}, codes)
    wanted: dict[str, object] = {**numbers.beside(wholes, {})}
    for key in table.key:
        if key not in wanted:
            named = {row.cells[key] for row in table.rows if numbers.has(f"{key}={row.cells[key]}")}
            if len(named) == 1:
                wanted[key] = named.pop()
    open_ = [key for key in table.key if key not in wanted]
    if before is not None:
        kept = [key for key in open_ if key not in wholes or len(wholes) > 1 or not numbers.free]
        wanted |= {key: before.cells[key] for key in kept}
        open_ = [key for key in open_ if key not in kept]
    # Of two keys the 4th is a number like any other.
    left = len(numbers.free) == 1 if len(table.key) > 1 else numbers.last is not None
    left = left and not numbers.counts_persons(numbers.free[0])
    if len(table.key) > 1 and left:
        behind = numbers.behind(numbers.free[0])
        left = behind is None or not counts_things(behind)
    loose = len(open_) == 1 and open_[0] in wholes and left
    if loose:
        wanted[open_.pop()] = numbers.free.pop().number
    if len(open_) > 1 or numbers.left:
        return None
    if open_:
        others = [key for key in table.key if key not in open_]
        rows = tuple(r for r in table.rows if all(r.cells[key] == wanted[key] for key in others))
        different = len({row.cells[open_[0]] for row in rows}) == len(rows) <= VALUES
        # With nothing named a few numbers may be looked through, and no list of things.
        different &= bool(others) or open_[0] in wholes
        return NamedRows(rows, numbers, False, open_[0]) if rows and different else None
    row = _row(table, wanted)
    return NamedRows((row,), numbers, loose and len(table.key) == 1) if row else None


def _row(table: Table, wanted: Mapping[str, object]) -> Row | None:
    """The row with these keys; where a key says from where on a row counts, the last one that is reached."""
    *exact, last = table.key
    rows = [row for row in table.rows if all(row.cells[key] == wanted[key] for key in exact)]
    here = [row for row in rows if row.cells[last] == wanted[last]]
    if not here and last.endswith(_FROM):
        here = [row for row in rows if row.cells[last] <= wanted[last]][-1:]  # type: ignore[operator]
    return here[0] if len(here) == 1 else None


#: How the id of a key column ends whose rows count from a number on.
_FROM = "from"


def names_in(table: Table, row: Row, column: str) -> Iterable[str]:
    """Everything that people call what a row is about in a key column."""
    numbered = has_numbers(table.column(column))
    if numbered:
        return (*row.aliases[0], *row.aliases[1]) if column == table.key[0] != table.key[-1] else ()
    cell = row.cells[column]
    shown = cell if isinstance(cell, Text) else table.column(column).shown(cell)
    aliases = (*row.aliases[0], *row.aliases[1]) if column == table.key[-1] else ()
    return (*(shown or ()), *aliases)


def counts_people(column: Column) -> bool:
    """Whether a column says how many people there are."""
    return any(form in words("persons") for name in column.name for form in forms(name))


def has_numbers(column: Column) -> bool:
    """Whether a column has numbers."""
    return column.kind == "whole"


def likely_row(asked: Inquiry, table: Table) -> tuple[Row, tuple[str, ...]] | None:
    """The row of the one number of a question that may be the one key, and its columns.

    No key is a number that says who comes where in an order, or counts what the key does not count.
    """
    if len(table.key) != 1 or not has_numbers(key := table.column(table.key[0])) or asked.of_one:
        return None
    numbers = asked.numbers(
        {column.id: column.name for column in table.columns}, _ranks(asked, table)
    )
    beside = numbers.beside([key.id], {})
    about = asked.said_in((*key.name, *table.names))
    counts = any(len([*forms(name)]) > 1 for name in key.name)
    free = [piece for piece in numbers.left if not numbers.counts_persons(piece)]
    if len(free) + len(beside) != 1:
        return None
    number = beside[key.id] if beside else free[0].number
    if free and not _may_be_key(asked, numbers, free[0], about, counts=counts):
        return None
    row = _row(table, {key.id: number})
    if row is None:
        return None
    filled = [column for column in table.columns if row.cells[column.id] is not None]
    said = asked.said_in((*table.names, *(text for column in filled for text in column.name)))
    if asked.asks & KINDS and said.isdisjoint(asked.asks & KINDS):
        return None
    columns = columns_asked(asked, table, filled)
    counted = tuple(column.id for column in filled if column is not key and has_numbers(column))
    # Of a few numbers it is safer to show all than the one whose name is most like the question.
    if not columns or (len(counted) <= _COLUMNS and not asked.ranks):
        columns = counted
    fits = 0 < len(columns) <= _COLUMNS and asked.suits(said)
    return (row, columns) if fits else None


def _may_be_key(
    asked: Inquiry, numbers: Numbers, number: Piece, about: set[str], *, counts: bool
) -> bool:
    """Whether a number may be a key that is ``about`` so much; ``counts``: the key says how many there are."""
    behind = numbers.behind(number)
    if not any(map(str.isdigit, number.text)):
        return False
    if behind is None or behind.means("name"):
        return True
    if counts_things(behind) and not counts:
        return False
    said = {token for token in asked.said_in([behind.text]) if token[0] == "@"}
    # Of what is counted in a word that nobody knows it says nothing.
    known = bool(behind.meanings) or not behind.glued
    return not said.isdisjoint(about) if said else known


def _ranks(asked: Inquiry, table: Table) -> dict[str, Sequence[str]]:
    """Where a question says who comes where in an order: as columns of the table do, or in words for nothing else."""
    ranks = {rank for column in table.columns for rank in ranks_in(column.name)}
    surely = tuple(words("ranks"))
    return {
        f"{rank}.": [text for text in texts if rank in ranks or text.endswith(surely)]
        for rank, texts in asked.ranks.items()
    }
