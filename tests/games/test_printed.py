"""The printed tables, entered a second time from the facts and compared cell by cell.

``tests/games/GAME/printed.yaml`` was written without looking at ``tables.yaml``::

    tokens: {keys: [size], rows: [[3, {founder: 2, others: 1}], [4, {founder: 2, others: 1}]]}
    board: {grid: ["~.~", "..."]}
    unsourced:
      - {table: setup, columns: [extra], why: "a summary of other rows"}
      - {table: road, rows: [[28]], why: "no copy of the board shows it"}

``note`` beside ``keys`` is that of the whole table. A cell that a row leaves out is not compared. ``null`` is a cell that the box leaves blank. Of a text a string is the
whole of it, and a list of numbers is every number in it, in order, in both languages (``{ja: [1, 2], en: [2]}``
where one language spells a number out, or says things in another order).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.text import Text
from rulesref.model.entries import Row, Table
from rulesref.model.game import Game
from tests.helpers import DATA, document, game_in

LISTS = sorted(Path(__file__).parent.glob("*/printed.yaml"))
_NUMBER = re.compile(r"\d+")


def numbers_in(text: str) -> list[int]:
    """Every number that a text writes with digits."""
    return [int(found) for found in _NUMBER.findall(unicodedata.normalize("NFKC", text))]


def agrees(found: object, wanted: Any) -> bool:
    """Whether a cell of the data is what the second reader entered."""
    if isinstance(found, Text) and wanted is not None:
        each = wanted if isinstance(wanted, Mapping) else {"ja": wanted, "en": wanted}
        return all(_says(found.of(lang), each[lang]) for lang in ("ja", "en"))
    return type(found) is type(wanted) and found == wanted


def _says(text: str, wanted: Any) -> bool:
    if isinstance(wanted, str):
        return text == wanted
    return bool(numbers_in(text) == wanted)


def counts(cell: object) -> bool:
    """Whether a cell has a number."""
    if isinstance(cell, Text):
        return any(numbers_in(text) for text in cell)
    return isinstance(cell, int) and not isinstance(cell, bool)


def key_of(cells: Sequence[object]) -> tuple[object, ...]:
    return tuple(cell.of("en") if isinstance(cell, Text) else cell for cell in cells)


def differences(game: Game, printed: Mapping[str, Any]) -> Iterator[str]:
    """Where the tables of a game are not what the second reader entered."""
    for name, second in printed.items():
        table = game.table(name)
        if name == "unsourced":
            continue
        if table is None:
            yield f"{name}: no such table"
            continue
        if "note" in second and not (table.note and agrees(table.note, second["note"])):
            yield f"{name} note: {table.note!r}, entered {second['note']!r}"
        if "grid" in second:
            yield from (
                f"{name} row {n}: {ours!r}, entered {theirs!r}"
                for n, (ours, theirs) in enumerate(
                    zip(table.grid, second["grid"], strict=True), start=1
                )
                if ours != theirs
            )
        else:
            yield from _differences_of_rows(table, second)


def _differences_of_rows(table: Table, second: Mapping[str, Any]) -> Iterator[str]:
    ours = {key_of([row.cells[k] for k in second["keys"]]): cells_of(row) for row in table.rows}
    for key, cells in entered(second):
        if key not in ours:
            yield f"{table.id} {key}: no such row"
            continue
        for column, wanted in cells.items():
            found = ours[key].get(column, "no such column")
            if not agrees(found, wanted):
                yield f"{table.id} {key} {column}: {found!r}, entered {wanted!r}"


def cells_of(row: Row) -> Mapping[str, object]:
    """The cells of a row, and its note as one more."""
    return {**row.cells, "note": row.note} if row.note else row.cells


def entered(second: Mapping[str, Any]) -> Iterator[tuple[tuple[object, ...], Mapping[str, Any]]]:
    """The rows that the second reader entered: the key and the other cells."""
    wide = len(second["keys"])
    for row in second["rows"]:
        yield tuple(row[:wide]), row[wide] if len(row) > wide else {}


def uncompared(game: Game, printed: Mapping[str, Any]) -> Iterator[str]:
    """Rows and cells with numbers that are neither entered nor listed as without a source."""
    listed = printed.get("unsourced", ())
    for table in game.tables.values():
        second = printed.get(table.id, {})
        excused = [entry for entry in listed if entry["table"] == table.id]
        if counts(table.note) and "note" not in second:
            yield f"{table.id} note"
        if table.grid:
            if "grid" not in second and not excused:
                yield table.id
            continue
        keys = second.get("keys", table.key)
        rows = dict(entered(second)) if second else {}
        for row in table.rows:
            key = key_of([row.cells[k] for k in keys])
            seen = {*rows[key], *keys} if key in rows else set()
            yield from (
                f"{table.id} {key} {column}"
                for column, cell in cells_of(row).items()
                if counts(cell) and column not in seen and not excuses(excused, key, column)
            )


def excuses(listed: Sequence[Mapping[str, Any]], key: tuple[object, ...], column: str) -> bool:
    """Whether a cell is listed as without a source."""
    return any(
        column in entry.get("columns", [column]) and list(key) in entry.get("rows", [list(key)])
        for entry in listed
    )


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_the_tables_are_what_the_second_reader_entered(path: Path) -> None:
    found = list(differences(game_in(DATA / path.parent.name), document(path)))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_every_number_of_a_table_was_entered_a_second_time(path: Path) -> None:
    found = list(uncompared(game_in(DATA / path.parent.name), document(path)))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_what_is_listed_without_a_source_has_a_reason(path: Path) -> None:
    for entry in document(path).get("unsourced", ()):
        assert game_in(DATA / path.parent.name).table(entry["table"]), entry
        assert entry["why"]
