"""What the rows of a printed table answer (表の答え): the one that is named or likely, several together, and which columns."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache

from rulesref.answers.candidates import Candidate, NumericAnswer, about
from rulesref.answers.inquiry import KINDS, SURE, ParsedQuestion
from rulesref.answers.mentions import Numbers
from rulesref.answers.named_rows import NamedRows, has_numbers, keys_said, names_in, rows_named
from rulesref.answers.names import EACH, is_of_all, ranks_in, says_each
from rulesref.answers.pieces import counts_things
from rulesref.base.folding import fold, words
from rulesref.fields.cutting import Piece
from rulesref.model.entries import Column, Row, Table
from rulesref.search.parts import ASKS_NUMBER

#: So many numbers of a row are shown; where there are no more than both, both.
_COLUMNS, _BOTH = 3, 2
#: So many rows are added up.
_ROWS = 8


def row_again(asked: ParsedQuestion, before: NumericAnswer) -> NumericAnswer | None:
    """The row that a question names once more, by nothing but the keys that it changes."""
    assert before.table is not None
    found = rows_named(asked, before.table, before.row)
    if found is None or found.open or not found.numbers.alone or found.rows[0] == before.row:
        return None
    row = found.rows[0]
    # Hats with 2, after what rings there are with 3.
    others = (c.id for c in _filled(before.table, [row]) if c.id not in before.table.key)
    columns = tuple(column for column in others if found.numbers.has(column))
    return NumericAnswer(before.game, None, before.table, row, columns or before.columns)


def looked_up(
    asked: ParsedQuestion, name: str, strange: float, known: Container[int] = ()
) -> Candidate | None:
    """The row of a table that the question names, when the table is what it is about."""
    table = asked.game.table(name)
    found = rows_named(asked, table) if table and table.key else None
    if table is None or found is None:
        return None
    filled = _filled(table, found.rows)
    keys = [key for key in table.key if key != found.open]
    said = asked.said_in(text for key in keys for text in names_in(table, found.rows[0], key))
    said |= _said_by(asked, table, filled)
    concepts = about(asked, found.numbers, known, said, strange)
    if concepts < 0 or not asked.wants(found.numbers) or not asked.suits(said):
        return None
    # A number without a name beside it, and a row that is only named, need a question that is about them all the more.
    sure = concepts >= SURE and (
        not asked.asks.isdisjoint(ASKS_NUMBER) or not asked.strange(said, (), found.numbers)
    )
    if ((found.loose or found.open) and not sure) or _asks_of_each(asked, table, found, keys):
        return None
    # How many steps there are is told by no row of a step.
    if found.open and asked.asks_how_many(table.column(found.open).names):
        return None
    columns = _with_the_other(columns_asked(asked, table, filled), table, filled)
    if _counts_else(asked, table, found.rows[0], columns):
        return None
    counted = any(has_numbers(table.column(column)) for column in columns)
    if counted and len(table.key) == 1 and (_asks_what(asked) or _asks_own(asked, table, filled)):
        return None
    # With several keys it is named well enough for any question.
    plain = len(keys) > 1 or asked.plain(said, found.numbers)
    if not (found.numbers.any or counted) or not plain:
        return None
    if found.open:
        number = _for_each_row(asked, table, found, columns) if counted else None
    else:
        number = NumericAnswer(asked.game, None, table, found.rows[0], columns)
    return Candidate(number, concepts, asked.unasked(table.title), found.loose) if number else None


def _with_the_other(
    columns: tuple[str, ...], table: Table, filled: Sequence[Column]
) -> tuple[str, ...]:
    """The column that is asked for with the other one, where a number names a row of two that are called alike.

    Words tell the last one from all of them too seldom.
    """
    if len(table.key) > 1 or not has_numbers(table.column(table.key[0])):
        return columns
    numbers = [c.id for c in filled if c.id not in table.key and has_numbers(c)]
    if len(columns) != 1 or len(numbers) != _BOTH or columns[0] not in numbers:
        return columns
    one, other = ({*map(fold, table.column(c).name.en.split())} for c in numbers)
    alike = (one & other) - words("stop-words")
    return tuple(dict.fromkeys((*columns, *numbers))) if alike else columns


def _asks_own(asked: ParsedQuestion, table: Table, filled: Iterable[Column]) -> bool:
    """Whether a question asks how many somebody has of the things in a list that does not say so of anybody."""
    if "~own" not in asked.asks or "~how-many" not in asked.asks:
        return False
    if any(has_numbers(table.column(key)) for key in table.key):
        return False
    names = [fold(text) for column in filled for text in column.name] + [*map(fold, table.title)]
    return not any(word in name for name in names for word in _of_somebody())


@cache
def _of_somebody() -> frozenset[str]:
    """The words for what each has, or is one's own."""
    everybody = words("everyone", "everyday") | words("own", "everyday") | words("persons")
    # A few Latin letters stand in many a word; every name is Japanese as well.
    return frozenset(word for word in everybody if not word.isascii())


def _counts_else(asked: ParsedQuestion, table: Table, row: Row, columns: Iterable[str]) -> bool:
    """Whether a question asks how many there are of something that is neither this row nor one of its columns."""
    counted = asked.beside_numbers[1]
    if not counted or not asked.only_counts:
        return False
    named = [text for key in table.key for text in names_in(table, row, key)]
    columns = columns or [column.id for column in _filled(table, [row])]
    told = [*table.title, *named, *(text for c in columns for text in table.column(c).names)]
    told += [text for key in table.key for text in table.column(key).names]
    return counted.isdisjoint(asked.said_in(told))


def _asks_what(asked: ParsedQuestion) -> bool:
    """Whether a question asks what there is to be had, and for no number of it."""
    return "~gain" in asked.asks and asked.asks.isdisjoint(ASKS_NUMBER)


def _said_by(asked: ParsedQuestion, table: Table, columns: Iterable[Column]) -> set[str]:
    """The concepts of the question that a table and these columns of it are called by."""
    return asked.said_in((*table.names, *(text for column in columns for text in column.names)))


def _filled(table: Table, rows: Sequence[Row]) -> list[Column]:
    """The columns that have something in one of these rows."""
    return [c for c in table.columns if any(row.cells[c.id] is not None for row in rows)]


def _asks_of_each(
    asked: ParsedQuestion, table: Table, found: NamedRows, keys: Sequence[str]
) -> bool:
    """Whether it asks for what no row says: a second hat is not two hats, how many each has no list of all says."""
    listed = not any(has_numbers(table.column(key)) for key in table.key)
    which = found.numbers.ordinal and (len(table.key) == 1 or bool(found.open))
    people = {found.rows[0].cells[key] for key in keys if is_of_all(table.column(key).name)}
    return (
        which
        or _is_of_each(asked, table, found.rows[0])
        or (asked.of_one and (listed or bool(people)))
    )


def _is_of_each(asked: ParsedQuestion, table: Table, row: Row) -> bool:
    """Whether one player is each of those who play, and the row is of a game of one."""
    alone = [row.cells[key] == 1 for key in table.key if is_of_all(table.column(key).name)]
    return any(alone) and asked.says_one_player


def _for_each_row(
    asked: ParsedQuestion, table: Table, found: NamedRows, columns: tuple[str, ...]
) -> NumericAnswer | None:
    """The one number that is asked for, for each value of the key that is left open."""
    rows = [r for r in found.rows if any(r.cells[column] is not None for column in columns)]
    few = len(table.key) > 1 or not KINDS.isdisjoint(asked.asks)
    if len(columns) != 1 or not rows or not few:
        return None
    each = tuple(NumericAnswer(asked.game, None, table, row, columns) for row in rows)
    return NumericAnswer(asked.game, None, table, rows[0], columns, found.open, each)


def added_rows(
    asked: ParsedQuestion, name: str, known: Container[int], strange: float
) -> Candidate | None:
    """What several rows of a list come to that a question names together: 帽子と指輪で石いくつ, two hats."""
    table = asked.game.table(name)
    if table is None or len(table.key) != 1 or asked.lacks or asked.of_one or asked.asks_else:
        return None
    numbers, rows = _rows_together(asked, table)
    if not 1 < len(rows) <= _ROWS:
        return None
    filled = [column for column in _filled(table, rows) if has_numbers(column)]
    key = table.key[0]
    columns = columns_asked(asked, table, filled)
    if not 0 < len(columns) <= _COLUMNS or not {*columns} <= {column.id for column in filled}:
        return None
    # What a box leaves blank is nothing; what nobody knows adds up to nothing that can be told.
    if any(isinstance(row.cells[column], str) for row in rows for column in columns):
        return None
    said = asked.said_in(text for row in rows for text in names_in(table, row, key))
    said |= _said_by(asked, table, filled) | asked.adding
    concepts = about(asked, numbers, known, said, strange)
    if len({row.cells[key] for row in rows}) < len(rows):
        # So many hats come to more of something else, not to more hats.
        of = asked.said_in(text for column in columns for text in table.column(column).names)
        if KINDS.isdisjoint(of) and not any(token[0] == "@" for token in of):
            return None
    if concepts < 0 or not asked.suits(said) or asked.asks.isdisjoint(ASKS_NUMBER):
        return None
    each = tuple(NumericAnswer(asked.game, None, table, row, columns) for row in rows)
    number = NumericAnswer(asked.game, None, table, rows[0], columns, key, each, added=True)
    return Candidate(
        number, concepts, asked.unasked(table.title), loose=has_numbers(table.column(key))
    )


def _rows_together(asked: ParsedQuestion, table: Table) -> tuple[Numbers, list[Row]]:
    """The rows that a question names one beside the other, each as often as it says; none where that is not clear."""
    wholes = [key for key in table.key if has_numbers(table.column(key))]
    numbers, wanted = keys_said(asked, table, wholes)
    key = table.key[0]
    if wholes:
        keys = [*wanted.values(), *(piece.number for piece in numbers.left)]
        rows = [row for wanted_key in keys for row in table.rows if row.cells[key] == wanted_key]
        clear = len(rows) == len(keys) and asked.adds and not (numbers.ordinal or numbers.of_both)
        return numbers, rows if clear else []
    of = {("name", f"{key}={row.cells[key]}"): row for row in table.rows}
    meant = [(p, [of[m] for m in p.meanings if m in of]) for p in numbers.pieces]
    meant = [(piece, rows) for piece, rows in meant if rows]
    # Both of them are no two of one.
    numbers.free = [p for p in numbers.free if fold(p.text) not in words("together")]
    named = [piece for piece, _ in meant]
    times = {piece: _times(numbers, piece) for piece in named}
    one = any(len(rows) > 1 for _, rows in meant) or len({p.text for p in named}) < len(named)
    apart = not _joined(numbers.pieces, named, adds=asked.adds)
    if numbers.left or numbers.ordinal or one or apart:
        return numbers, []
    return numbers, [rows[0] for piece, rows in meant for _ in range(times[piece])]


def _times(numbers: Numbers, named: Piece) -> int:
    """How many of something there are by the number right before it, or behind it with a counter: two hats, 帽子2個."""
    leads = any(fold(p.text) in words("leading") for p in numbers.next_to(named, -2))
    before = numbers.next_to(named, -1)
    behind = [p for p in numbers.next_to(named, 3) if fold(p.text) not in words("object")][:2]
    counted = len(behind) > 1 and counts_things(behind[1]) and behind[1].glued
    for number in (*([] if leads else before), *(behind[:1] if counted else ())):
        if number in numbers.free:
            numbers.free.remove(number)
            return number.number or 1
    return 1


def _joined(pieces: Sequence[Piece], named: Sequence[Piece], *, adds: bool) -> bool:
    """Whether the question puts these together: between them is nothing but words that add, or it ``adds`` outright."""
    if not named:
        return False
    first, last = pieces.index(named[0]), pieces.index(named[-1])
    between = [p for p in pieces[first:last] if p not in named and p.number is None]
    said = [fold(p.text) for p in between]
    apart = words("joining") - words("adding")
    puts = words("adding") | words("together")
    plain = all(
        word in puts or (p.filler and word not in apart)
        for p, word in zip(between, said, strict=True)
    )
    return plain and (first == last or adds or not words("adding").isdisjoint(said))


def named_row(
    asked: ParsedQuestion, name: str, known: Container[int], strange: float
) -> Candidate | None:
    """The row that is named, unless the question asks for each of something or for what is not there."""
    if asked.lacks or asked.of_one:
        return None
    found = looked_up(asked, name, strange, known)
    number = found.number if found else None
    if number is None or number.table is None:
        return None
    if number.open in number.table.key[:1] and not asked.ranks:
        return None
    columns = [number.table.column(column) for column in number.columns]
    each = asked.asks.isdisjoint(EACH) or any(says_each(t) for c in columns for t in c.name)
    return found if each else None


def likely_row(
    asked: ParsedQuestion, name: str, *, asks: bool, looks_up: bool = False
) -> Candidate | None:
    """The row of the one number that may be its key; who comes where in an order ``asks`` for a number as well.

    ``looks_up``: so does what a column is called, in a question that asks for nothing.
    """
    table = asked.game.table(name)
    found = rows_named(asked, table, likely=True) if table and not asked.of_one else None
    if table is None or found is None:
        return None
    row = found.rows[0]
    if _is_of_each(asked, table, row):
        return None
    filled = _filled(table, [row])
    said = _said_by(asked, table, filled)
    if (asked.asks & KINDS and said.isdisjoint(asked.asks & KINDS)) or not asked.suits(said):
        return None
    columns = columns_asked(asked, table, filled)
    key = table.key[0]
    counted = tuple(c.id for c in filled if c.id != key and has_numbers(c))
    # Of a few numbers it is safer to show all than the one whose name is most like the question.
    if not columns or (len(counted) <= _COLUMNS and not asked.ranks and not looks_up):
        columns = counted
    ranked = ranks_in(text for column in columns for text in table.column(column).name)
    asks = asks or not ranked.keys().isdisjoint(asked.ranks)
    if not asks and looks_up:
        concepts = {token for token in asked.asks if token[0] == "@"}
        called = asked.said_in(t for column in columns for t in table.column(column).names)
        asks = not called.isdisjoint(concepts)
    if not 0 < len(columns) <= _COLUMNS or not asks:
        return None
    number = NumericAnswer(asked.game, None, table, row, columns)
    return Candidate(number, asked.about(asked.said_in(table.names)), asked.unasked(table.title))


def columns_asked(asked: ParsedQuestion, table: Table, filled: Sequence[Column]) -> tuple[str, ...]:
    """The columns that say most of the question, beyond what names the row: those of numbers, else others."""
    named = asked.said_in(text for key in table.key for text in table.column(key).names)
    words = {token for token in asked.asks if not token.isdigit()}
    concepts = {token for token in words if token[0] == "@"}
    columns = [column for column in filled if column.id not in table.key]
    ranked = [c.id for c in columns if asked.ranks.keys() & ranks_in(c.name).keys()]
    if ranked:
        return tuple(ranked)
    if asked.asks >= KINDS:
        # Both what is paid and what it is worth are spoken of, and which is asked is not clear.
        kinds = {c.id: KINDS & asked.said_in(c.names) for c in columns if has_numbers(c)}
        if set().union(*kinds.values()) >= KINDS:
            return tuple(column for column in kinds if kinds[column])
    for wanted, numbers in ((words, True), (concepts, False)):
        said = {
            column.id: len((asked.said_in(column.names) - named) & wanted)
            + asked.literal(column.name)
            for column in columns
            if has_numbers(column) == numbers
        }
        if most := max(said.values(), default=0):
            return tuple(column for column, many in said.items() if many == most)
    return ()
