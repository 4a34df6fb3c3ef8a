"""Options of choices that are the rows of a printed table, or a list that fields share (``options-of``)."""

from __future__ import annotations

from typing import Any

from rulesref.base.text import LANGS
from rulesref.model.entries import Table
from rulesref.reading.link import Tell, World
from rulesref.reading.source import everything


def fill_in(data: Any, world: World, tell: Tell) -> None:
    """Put the options in the place of what they are named by, in every field of a file."""
    shared = data.pop("lists", {}) if isinstance(data, dict) else {}
    named = [(f, path) for path, f in everything(data) if isinstance(f, dict) and "options-of" in f]
    for field, path in named:
        table = field.pop("options-of")
        printed = world.tables.get(table)
        if table in shared:
            field["options"] = shared[table]
            continue
        if printed is not None and len(printed.key) == 1:
            field["options"] = rows(printed)
            continue
        field["options"] = []
        if not world.unsure("tables", table):
            known = [*shared, *(t.id for t in world.tables.values() if len(t.key) == 1)]
            tell("E301", (*path, "options-of"), {"kind": "table", "id": table, "known": known})


def rows(table: Table) -> list[dict[str, Any]]:
    """The rows of a table as options; of rows that share a word, what is possible now decides."""
    (key,) = table.key
    names = table.column(key).values
    options: list[dict[str, Any]] = []
    for row in table.rows:
        code = row.cells[key]
        if isinstance(code, str) and code in names:
            words = {lang: [*own] for lang, own in zip(LANGS, row.aliases, strict=True) if own}
            aliases = {"aliases": words} if words else {}
            options.append({"id": code, "name": names[code].pair(), **aliases})
    return options
