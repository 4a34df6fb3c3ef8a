"""Printed tables, compiled: what is known of a table beforehand is looked up beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesref.base.text import Text
from rulesref.lang import lookups as tables
from rulesref.model.entries import UNKNOWN, Row
from rulesref.scoring.batch.code import Expr, ValueKind, constant, kind_of
from rulesref.scoring.batch.codegen import Author, generates, never
from rulesref.scoring.batch.scopes import Here
from rulesref.scoring.batch.survey import ExpressionKey

#: A cell that no source tells.
_UNTOLD = object()


def _cell(row: Row, column: str) -> Any:
    """The value of a cell as an expression sees it."""
    cell = row.cells[column]
    if cell == UNKNOWN:
        return _UNTOLD
    if cell is None:
        return 0
    return None if isinstance(cell, Text) else cell


def _kinds(cells: Sequence[Any]) -> ValueKind:
    kind = ValueKind(0)
    for value in cells:
        kind |= kind_of(value)
    return kind


def _open(cells: Mapping[str, Expr], order: Sequence[str]) -> list[str]:
    """The columns whose value is not known beforehand."""
    return [column for column in order if not cells[column].known]


def _fits(row: Row, cells: Mapping[str, Expr]) -> bool:
    return all(row.cells[c] == term.value for c, term in cells.items() if term.known)


def _picked(row: Row, columns: Sequence[str]) -> Any:
    """The key of a row by these columns; untold when no value can equal it."""
    key = tuple(row.cells[column] for column in columns)
    if any(isinstance(part, Text) for part in key):
        return _UNTOLD
    return key[0] if len(key) == 1 else key


def _index(cells: Mapping[str, Expr], columns: Sequence[str]) -> str:
    return ", ".join(cells[column].text for column in columns)


@generates(tables.TableLookup)
def _lookup(author: Author, op: tables.TableLookup, here: Here) -> Expr:
    cells = {column: author.term(inner, here) for column, inner in op.at.items()}
    columns = _open(cells, op.table.key)
    values_by_key: dict[Any, Any] = {}
    for row in op.table.by_key.values():
        key = _picked(row, columns)
        value = _cell(row, op.column)
        if _fits(row, cells) and key is not _UNTOLD and value is not _UNTOLD:
            values_by_key[key] = value
    if not values_by_key:
        return never()
    if not columns:
        return constant(values_by_key[()])
    table = author.code.constant(f"{op.table.id}-{op.column}", values_by_key)
    return Expr(
        text=f"{table}[{_index(cells, columns)}]", kind=_kinds(list(values_by_key.values()))
    )


@generates(tables.Bands)
def _bands(author: Author, op: tables.Bands, here: Here) -> Expr:
    cells = {column: author.term(inner, here) for column, inner in op.where.items()}
    much = author.number(author.term(op.of, here))
    columns = _open(cells, list(cells))
    bands: dict[Any, dict[int, Any]] = {}
    for row in op.table.rows:
        begin = row.cells[op.from_]
        key = _picked(row, columns)
        if isinstance(begin, int) and _fits(row, cells) and key is not _UNTOLD:
            bands.setdefault(key, {}).setdefault(int(begin), _cell(row, op.column))
    if not bands:
        return never()
    kind = _kinds([v for band in bands.values() for v in band.values() if v is not _UNTOLD])
    bands_by_key = {key: _band(band) for key, band in bands.items()}
    hint = f"{op.table.id}-{op.column}"
    if not columns:
        begins = author.code.constant(f"{op.table.id}-{op.from_}", bands_by_key[()][0])
        told = author.code.constant(hint, bands_by_key[()][1])
        return Expr(text=f"{told}[_bisect({begins}, {much.text})]", kind=kind)
    table = author.code.constant(hint, bands_by_key)
    picked = author.code.name("band")
    author.code.write(f"{picked} = {table}[{_index(cells, columns)}]")
    return Expr(text=f"{picked}[1][_bisect({picked}[0], {much.text})]", kind=kind)


def _band(band: Mapping[int, Any]) -> tuple[tuple[int, ...], dict[int, Any]]:
    """Where the rows begin, and the value of each by its place from 1."""
    begins = tuple(sorted(band))
    told = {n: band[begin] for n, begin in enumerate(begins, 1) if band[begin] is not _UNTOLD}
    return begins, told


@generates(tables.SumRows)
def _sum_rows(author: Author, op: tables.SumRows, here: Here) -> Expr:
    equal = {column: author.term(inner, here) for column, inner in op.where.items()}
    most = {column: author.number(author.term(inner, here)) for column, inner in op.up_to.items()}
    columns = _open(equal, list(equal))
    rows = []
    for row in op.table.rows:
        begins = tuple(row.cells[column] for column in most)
        key = tuple(row.cells[column] for column in columns)
        sound = all(isinstance(b, int) for b in begins) and not any(
            isinstance(k, Text) for k in key
        )
        if sound and _fits(row, equal):
            rows.append((key, tuple(int(b) for b in begins if isinstance(b, int)), _added(row, op)))
    if not columns and len(most) == 1:
        return _sum_up_to(author, op, rows, next(iter(most.values())))
    if not columns and not most and all(value is not None for _, _, value in rows):
        return constant(sum(value for _, _, value in rows if value is not None))
    table = author.code.constant(f"{op.table.id}-{op.column}", tuple(rows))
    given = "".join(f"{equal[column].text}, " for column in columns)
    limits = "".join(f"{term.text}, " for term in most.values())
    return Expr(text=f"_sum_rows({table}, ({given}), ({limits}))", kind=ValueKind.WHOLE)


def _added(row: Row, op: tables.SumRows) -> int | None:
    """What a row adds; None when that is no number that a source tells."""
    cell = _cell(row, op.column)
    return int(cell) if isinstance(cell, int) else None


def _sum_up_to(
    author: Author, op: tables.SumRows, rows: list[tuple[ExpressionKey, tuple[int, ...], int | None]],
    limit: Expr,
) -> Expr:  # fmt: skip
    """A sum by how far one has got: the sums are made here."""
    begins = tuple(sorted(begin for _, (begin,), _ in rows))
    sums: list[int] = [0]
    for _, _, value in sorted(rows, key=lambda row: row[1]):
        if value is None:
            break
        sums.append(sums[-1] + value)
    column = next(iter(op.up_to))
    starts = author.code.constant(f"{op.table.id}-{column}", begins)
    told = author.code.constant(f"{op.table.id}-{op.column}-sums", tuple(sums))
    return Expr(text=f"{told}[_bisect({starts}, {limit.text})]", kind=ValueKind.WHOLE)
