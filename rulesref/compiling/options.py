"""Options of choices: the rows of a printed table, or a list that fields share (``options-of``); all their names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from rulesref.base.folding import fold
from rulesref.base.text import LANGS
from rulesref.model.entries import Table
from rulesref.reading.drawn import is_named
from rulesref.reading.link import GlobalScope, Tell
from rulesref.reading.source import mappings


def fill_in(data: Any, world: GlobalScope, tell: Tell) -> None:
    """Put the options in the place of what they are named by, in every field of a file."""
    shared = data.pop("lists", {}) if isinstance(data, dict) else {}
    named = [(field, path) for path, field in mappings(data) if "options-of" in field]
    for field, path in named:
        table = field.pop("options-of")
        printed = world.tables.get(table)
        field["options"] = []
        if table in shared:
            field["options"] = shared[table]
        elif printed is not None and len(printed.key) == 1:
            field["options"] = rows(printed)
        elif not world.unsure("tables", table):
            known = [*shared, *(t.id for t in world.tables.values() if len(t.key) == 1)]
            tell("E301", (*path, "options-of"), {"kind": "table", "id": table, "known": known})


def rows(table: Table) -> list[dict[str, Any]]:
    """The rows of a table as options; of rows that share a word, what is possible now decides."""
    (key,) = table.key
    names, short = table.column(key).values, table.column(key).short
    said = [("good", c.id) for c in table.columns if c.good]
    said += [("group", c.id) for c in table.columns if c.group]
    options: list[dict[str, Any]] = []
    for row in table.rows:
        code = row.cells[key]
        if isinstance(code, str) and code in names:
            words = {lang: [*own] for lang, own in zip(LANGS, row.aliases, strict=True) if own}
            aliases = {"aliases": words} if words else {}
            option: dict[str, Any] = {"id": code, "name": names[code].pair(), **aliases}
            if code in short:
                option["short"] = short[code].pair()
            cells = {what: row.cells[column] for what, column in said}
            options.append(option | {w: cell for w, cell in cells.items() if cell is not None})
    return options


def name_as_terms(data: Any, glossary: Iterable[Mapping[str, Any]]) -> None:
    """Add to the options of a file whatever else the glossary calls them.

    An option with the name of a term has its other names as well, but for those of several terms, and those that call
    something else in the file: another option, a field, an action.
    """
    terms: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    called: dict[str, set[str]] = defaultdict(set)
    for term in glossary:
        for key in LANGS:
            if key in term:
                terms[fold(term[key])].append(term)
        for _, name in _names_of_term(term):
            called[fold(name)].add(term["id"])
    inside = [part for _, part in mappings(data)]
    owners: dict[str, set[str]] = defaultdict(set)
    for part in filter(is_named, inside):
        for name in _names(part):
            owners[fold(name)].add(part["id"])
    for option in (option for part in inside for option in part.get("options", ())):
        if not is_named(option):
            continue
        known = {fold(name) for name in _names(option)}
        for lang, name in _more_names(option, known, terms):
            folded = fold(name)
            free = len(called[folded]) == 1 and owners[folded] <= {option["id"]}
            if free and folded not in known:
                known.add(folded)
                option.setdefault("aliases", {}).setdefault(lang, []).append(name)


def _names_of_term(term: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """All names of a term in the languages of its game, each with its language."""
    synonyms = term.get("synonyms", {})
    for lang, own in (("ja", ("ja", "reading")), ("en", ("en",))):
        if lang not in term:
            continue
        for name in (*(term[key] for key in own if key in term), *synonyms.get(lang, ())):
            yield lang, name


def _names(part: Mapping[str, Any]) -> Iterator[str]:
    """All that such a part is called by."""
    yield str(part["id"])
    yield from part["name"].values()
    for key in ("aliases", "words"):
        for several in part.get(key, {}).values():
            yield from several


def _more_names(
    option: Mapping[str, Any],
    known: AbstractSet[str],
    terms: Mapping[str, Sequence[Mapping[str, Any]]],
) -> Iterator[tuple[str, str]]:
    """What the glossary calls an option by the terms of its name, each with its language.

    What stands in brackets is left out where it is ``known`` without it.
    """
    bare = {fold(re.sub(_BRACKETS, "", name)) for name in option["name"].values()}
    for name in sorted(bare & known):
        for term in terms.get(name, ()):
            yield from _names_of_term(term)


_BRACKETS = r" *[(（].*[)）]"
