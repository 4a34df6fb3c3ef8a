"""The rows of a printed table that a question names (表の行): by codes and by numbers, with what it leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulesref.answers.inquiry import ParsedQuestion
from rulesref.answers.mentions import Numbers
from rulesref.answers.names import counts_how_many, forms, is_of_all, ranks_in
from rulesref.answers.pairing import beside
from rulesref.answers.people import who_play
from rulesref.answers.pieces import counts_things, in_digits, is_one_of_things, is_ordinal
from rulesref.base.folding import fold, words
from rulesref.base.frozen import frozen
from rulesref.base.text import Text
from rulesref.fields.cutting import Piece, once_each
from rulesref.model.entries import Column, Row, Table
from rulesref.search.analysis import lookup_key

#: An input or a key that has no more values may be left open.
VALUES = 7
#: How the id of a key column ends whose rows count from a number on.
_FROM = "from"


@frozen
class NamedRows:
    """The rows of a table that a question names, what it says, whether by a number alone, and the key left open."""

    rows: tuple[Row, ...]
    numbers: Numbers
    loose: bool
    open: str = ""


def rows_named(
    asked: ParsedQuestion, table: Table, before: Row | None = None, *, likely: bool = False
) -> NamedRows | None:
    """The rows whose keys a question names: codes by their names, numbers beside the column's name.

    The one number that is left is that of the one column of numbers that is open. None when the question has further
    numbers. What it leaves open is as in the row ``before``; without one there are as many rows as the one key that
    is open has values. ``likely``: the one number that may be the one key is it, whatever else the question says.
    """
    wholes = [key for key in table.key if has_numbers(table.column(key))]
    if likely and (len(table.key) > 1 or not wholes):
        return None
    numbers, wanted = keys_said(asked, table, wholes)
    open_ = [key for key in table.key if key not in wanted]
    if before is not None:
        kept = [key for key in open_ if key not in wholes or len(wholes) > 1 or not numbers.free]
        wanted |= {key: before.cells[key] for key in kept}
        open_ = [key for key in open_ if key not in kept]
    loose = False
    if len(open_) == 1 and open_[0] in wholes:
        left = _likely_key(asked, table, numbers) if likely else _last_key(table, numbers, open_[0])
        if left is not None:
            key = open_.pop()
            wanted[key] = numbers.people_of(left, table.column(key).name)
            numbers.free.remove(left)
            loose = True
        elif asked.outermost and not numbers.left and len(table.key) > 1:
            key = open_.pop()
            rows = [row for row in table.rows if all(row.cells[k] == wanted[k] for k in wanted)]
            wanted[key] = asked.outermost(row.cells[key] for row in rows) if rows else None
    further = [piece for piece in numbers.left if not (likely and numbers.counts_persons(piece))]
    if len(open_) > 1 or further:
        return None
    if open_:
        return None if likely else _rows_open(table, wanted, open_[0], wholes, numbers)
    row = _row(table, wanted)
    return NamedRows((row,), numbers, loose and len(table.key) == 1) if row else None


def keys_said(
    asked: ParsedQuestion, table: Table, wholes: Sequence[str]
) -> tuple[Numbers, dict[str, object]]:
    """What a question says of a table, and the keys that it names; ``wholes`` are those of numbers."""
    # What all rows are called by names none of them.
    every = {form for key in table.key for name in table.column(key).names for form in forms(name)}
    codes: dict[str, Sequence[str]] = {
        code: [name for name in asked.names(names) if name not in every]
        for code, names in _called(table).items()
    }
    codes |= _ranks(asked, table)
    if len(table.key) > 1 and len(wholes) == 1:
        # The fifth space of something.
        codes |= {
            f"{wholes[0]}={rank}": [text for text in texts if text.isalpha()]
            for rank, texts in asked.ranks.items()
        }
    called = {column.id: column.names for column in table.columns}
    party = [key for key in wholes if is_of_all(table.column(key).name)]
    if party:  # 2p, 3 people
        persons = words("persons") - words("we")
        called[party[0]] += tuple(w for w in persons if lookup_key(w) not in asked.lexicon.words)
    numbers = asked.numbers(called, codes)
    wanted: dict[str, object] = {**beside(numbers, wholes, {})}
    wanted = {k: n for k, n in wanted.items() if k not in party or not _counts_who_do(numbers, k)}
    if party and party[0] not in wanted and asked.unnamed.of_people:
        playing = who_play(numbers, party)
        wanted |= {party[0]: playing} if playing else {}
    for key in table.key:
        if key not in wanted:
            named = {row.cells[key] for row in table.rows if numbers.has(f"{key}={row.cells[key]}")}
            if len(named) == 1:
                wanted[key] = named.pop()
    return numbers, wanted


def _ranks(asked: ParsedQuestion, table: Table) -> dict[str, Sequence[str]]:
    """Where a question says who comes where in an order: as columns of the table do, or in words for nothing else."""
    ranks = {rank for column in table.columns for rank in ranks_in(column.name)}
    surely = tuple(words("ranks"))
    return {
        f"{rank}.": [text for text in texts if rank in ranks or text.endswith(surely)]
        for rank, texts in asked.ranks.items()
    }


def _counts_who_do(numbers: Numbers, party: str) -> bool:
    """Whether those whom a question counts are people who do something, not all who play: 3人パス."""
    behind = zip(numbers.pieces, numbers.pieces[1:], numbers.pieces[2:], strict=False)
    return any(
        number.number is not None
        and ("name", party) in people.meanings
        and does.glued
        and does.means("name")
        and not does.filler
        for number, people, does in behind
    )


@once_each
def _called(table: Table) -> dict[str, Sequence[str]]:
    """What each key of the rows is called, by the column and the cell."""
    # What is called I is not meant by everybody who says so of themselves.
    said_by_all = words("stop-words")
    return {
        f"{key}={row.cells[key]}": [
            name for name in names_in(table, row, key) if fold(name) not in said_by_all
        ]
        for row in table.rows
        for key in table.key
    }


def _last_key(table: Table, numbers: Numbers, key: str) -> Piece | None:
    """The one number that is left, where it can only be the key that is open: 4 hats are no 4th one, nor it them."""
    if len(numbers.free) != 1 or numbers.counts_persons(numbers.free[0]):
        return None
    last = numbers.free[0]
    if not numbers.may_be(last, table.column(key).names):
        return None
    behind = numbers.behind(last)
    if behind is not None and _counts_else(behind, table.column(key)):
        return None
    # Of two keys the 4th is a number like any other.
    return None if len(table.key) == 1 and numbers.last is None else last


def _likely_key(asked: ParsedQuestion, table: Table, numbers: Numbers) -> Piece | None:
    """The one number that may be the one key.

    No key is a number that says who comes where in an order, or counts what the key does not count.
    """
    free = [piece for piece in numbers.left if not numbers.counts_persons(piece)]
    if len(free) != 1 or is_one_of_things(numbers.behind(free[0])):
        return None
    key = table.column(table.key[0])
    if not numbers.may_be(free[0], key.names):
        return None
    return free[0] if _may_be_key(asked, numbers, free[0], table) else None


def _may_be_key(asked: ParsedQuestion, numbers: Numbers, number: Piece, table: Table) -> bool:
    """Whether a number may be the one key of a table, by the word behind it."""
    key = table.column(table.key[0])
    behind = numbers.behind(number)
    if not in_digits(number):
        return False
    if behind is None or behind.means("name"):
        return True
    if _counts_else(behind, key):
        return False
    said = {token for token in asked.said_in([behind.text]) if token[0] == "@"}
    # Of what is counted in a word that nobody knows it says nothing.
    known = bool(behind.meanings) or not behind.glued
    return not said.isdisjoint(asked.said_in((*key.names, *table.names))) if said else known


def _counts_else(behind: Piece, key: Column) -> bool:
    """Whether the word behind a number says which one where a key says how many there are, or else how many."""
    return is_ordinal(behind) if any(map(counts_how_many, key.name)) else counts_things(behind)


def _rows_open(
    table: Table, wanted: Mapping[str, object], key: str, wholes: Sequence[str], numbers: Numbers
) -> NamedRows | None:
    """The rows for each value of the key that is left open, when they are few."""
    others = [other for other in table.key if other != key]
    rows = tuple(r for r in table.rows if all(r.cells[other] == wanted[other] for other in others))
    different = len({row.cells[key] for row in rows}) == len(rows) <= VALUES
    # With nothing named a few numbers may be looked through, and no list of things.
    different &= bool(others) or key in wholes
    return NamedRows(rows, numbers, False, key) if rows and different else None


def _row(table: Table, wanted: Mapping[str, object]) -> Row | None:
    """The row with these keys; where a key says from where on a row counts, the last one that is reached."""
    *exact, last = table.key
    rows = [row for row in table.rows if all(row.cells[key] == wanted[key] for key in exact)]
    here = [row for row in rows if row.cells[last] == wanted[last]]
    if not here and last.endswith(_FROM):
        here = [row for row in rows if row.cells[last] <= wanted[last]][-1:]  # type: ignore[operator]
    return here[0] if len(here) == 1 else None


def names_in(table: Table, row: Row, column: str) -> Iterable[str]:
    """Everything that people call what a row is about in a key column."""
    numbered = has_numbers(table.column(column))
    if numbered:
        return (*row.aliases[0], *row.aliases[1]) if column == table.key[0] != table.key[-1] else ()
    cell = row.cells[column]
    shown = cell if isinstance(cell, Text) else table.column(column).shown(cell)
    aliases = (*row.aliases[0], *row.aliases[1]) if column == table.key[-1] else ()
    return (*(shown or ()), *aliases)


def has_numbers(column: Column) -> bool:
    """Whether a column has numbers."""
    return column.kind == "whole"
