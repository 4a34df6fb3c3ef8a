"""Finds terms, disputed points, tables and their rows by what people type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulesref.base.folding import by_name, fold, is_kanji
from rulesref.base.text import Text
from rulesref.model.entries import Row, Rule, Ruling, Table, Term
from rulesref.model.game import Game

#: So many terms may be meant by a part of their name.
_MOST = 4


def terms_like(game: Game, word: str) -> list[Term]:
    """The concepts that a word can mean; else those with a name that is hardly different, begins with it or has it."""
    exact = game.terms_called(word)
    wanted = fold(word)
    if exact or not _long_enough(wanted):
        return exact
    named = [(term, {fold(name) for name in term_names(term)}) for term in game.terms.values()]
    for fits in (_singular, str.startswith, str.__contains__):
        fitting = [term for term, names in named if any(fits(name, wanted) for name in names)]
        if fitting:
            return fitting[:_MOST]
    return []


def term_names(term: Term) -> Iterable[str]:
    """Everything that people call a concept."""
    return (term.id, *term.name, *term.synonyms[0], *term.synonyms[1])


def _singular(name: str, wanted: str) -> bool:
    return name.rstrip("s") == wanted.rstrip("s")


def _long_enough(wanted: str) -> bool:
    """Whether a word says enough to be a part of a name: a kanji does, other characters only several together."""
    return len(wanted) > _SHORT or any(map(is_kanji, wanted))


_SHORT = 2


def rulings_about(game: Game, words: Sequence[str]) -> tuple[Ruling, ...]:
    """The disputed point with this id, or those that speak of all the words, by any of their names."""
    exact = game.ruling(words[0]) if len(words) == 1 and words[0].isascii() else None
    if exact is not None:
        return (exact,)
    wanted = [_meant(game, word) for word in words]
    return tuple(
        ruling
        for ruling in game.rulings.values()
        if (texts := [fold(text) for text in _texts(game, ruling)])
        and all(any(name in text for name in names for text in texts) for names in wanted)
    )


def _meant(game: Game, word: str) -> set[str]:
    """A word and the other words for the same term, folded."""
    terms = terms_like(game, word)
    names = {fold(name) for term in terms for name in (*term.name, *term.synonyms[0])}
    return {name for name in {fold(word), *names} if _long_enough(name)} or {fold(word)}


def _texts(game: Game, ruling: Ruling) -> Iterable[str]:
    titles = [title for rule in map(game.rule, ruling.rules) if rule for title in rule.title]
    return (ruling.id, *ruling.question, *titles)


# --- printed tables and their rows ---------------------------------------------------------------


def table_called(game: Game, word: str) -> Table | None:
    """The table with this id, title or alias, or the one that is most like it.

    A plural or singular of the id does as well, the beginning of a name or a part of it, another word for the same
    term, and a name that is hardly different.
    """
    exact = game.table(word) or by_name(game.tables.values(), word)
    if exact:
        return exact
    wanted = fold(word)
    for table in game.tables.values():
        if fold(table.id).rstrip("s") == wanted.rstrip("s"):
            return table
    return _like(game, wanted) if wanted else None


def _like(game: Game, wanted: str) -> Table | None:
    """The table of whose names one begins with a word, has it, has another word for it, or looks like it."""
    named = [(fold(name), table) for table in game.tables.values() for name in table.names]
    terms = [name for term in game.terms_called(wanted) for name in (*term.name, *term.synonyms[0])]
    for word in (wanted, *map(fold, terms)):
        for fits in (str.startswith, str.__contains__):
            fitting = [(len(name), n) for n, (name, _) in enumerate(named) if fits(name, word)]
            if fitting and len(word) >= _LEAST:
                return named[min(fitting)[1]][1]
    from difflib import get_close_matches

    close = get_close_matches(wanted, [name for name, _ in named], 1, _ALIKE)
    return next((table for name, table in named if name in close), None)


#: A part of a name has so many characters; a name that looks like it is as much alike, from 0 to 1.
_LEAST, _ALIKE = 2, 0.85


#: So many rows of a table are shown with an entry.
_FEW = 12


def rows_about(game: Game, entry: Rule, table: Table) -> tuple[Row, ...]:
    """The rows of a table to show with an entry: all of a short one, else those that its terms name, if they are few."""
    if len(table.rows) <= _FEW:
        return table.rows
    terms = filter(None, map(game.term, entry.terms))
    wanted = {fold(name) for term in terms for name in (term.id, *term.name)}
    rows = [row for row in table.rows if wanted & names_of(table, row)]
    return tuple(rows) if len(rows) <= _FEW else ()


def rows_with(table: Table, keys: Sequence[str]) -> tuple[Row, ...]:
    """The rows that fit what was typed, by the first of these ways that finds any.

    The key columns one by one; a key or alias that is the words together; cells that have every word, where
    numbers are those of the key columns alone; cells of the columns that numbers stand beside, as in “4 gold”.
    """
    wanted = [fold(key) for key in keys]
    if not all(wanted):
        return ()
    exact = [row for row in table.rows if _has_key(table, row, wanted)]
    if exact:
        return tuple(exact)
    together = fold(" ".join(keys))
    named = [row for row in table.rows if together in names_of(table, row)]
    if named:
        return tuple(named)
    rows = tuple(row for row in table.rows if all(_anywhere(table, row, word) for word in wanted))
    return rows or _with_numbers(table, wanted)


def _with_numbers(table: Table, wanted: Sequence[str]) -> tuple[Row, ...]:
    """The rows with these numbers in these columns: a number beside each word, before or behind it."""
    numbers = [word for word in wanted if word.isdigit()]
    named = [_column(table, word) for word in wanted if not word.isdigit()]
    if not numbers or len(numbers) != len(named):
        return ()
    pairs = [(column, number) for column, number in zip(named, numbers, strict=True) if column]
    if len(pairs) != len(named):
        return ()
    return tuple(
        row for row in table.rows if all(number in _forms(table, row, c) for c, number in pairs)
    )


def _column(table: Table, word: str) -> str | None:
    """The column called so."""
    named = (c.id for c in table.columns if word in {fold(n) for n in (c.id, *c.names)})
    return next(named, None)


def _has_key(table: Table, row: Row, wanted: Sequence[str]) -> bool:
    columns = zip(wanted, table.key, strict=False)
    return len(wanted) <= len(table.key) and all(
        word in _forms(table, row, c) for word, c in columns
    )


def _forms(table: Table, row: Row, column: str) -> set[str]:
    """The folded ways to write a cell."""
    cell = row.cells[column]
    forms = {fold(text) for text in cell} if isinstance(cell, Text) else {fold(str(cell))}
    name = table.column(column).shown(cell)
    return forms | ({fold(text) for text in name} if name else set())


def names_of(table: Table, row: Row) -> set[str]:
    """Everything that a row is called by its keys and aliases, folded."""
    names = {fold(alias) for aliases in row.aliases for alias in aliases}
    for column in table.key:
        names |= _forms(table, row, column)
    return names


def _anywhere(table: Table, row: Row, word: str) -> bool:
    if word.isdigit():
        return any(word in _forms(table, row, column) for column in table.key)
    if any(word in name for name in names_of(table, row)):
        return True
    return any(word in form for column in table.columns for form in _forms(table, row, column.id))
