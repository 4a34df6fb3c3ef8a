"""The number that a question asks for: worked out, or looked up in a printed table (数の答え)."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rulesref.answers.inputs import Call, Numbers, call_of, forms, named_in
from rulesref.answers.inquiry import KINDS, Inquiry, ranks_in, wants_yes
from rulesref.answers.rows import (
    VALUES,
    columns_asked,
    counts_people,
    has_numbers,
    likely_row,
    names_in,
    row_named,
    rows_named,
)
from rulesref.answers.statements import ASKS_NUMBER
from rulesref.base.folding import fold, words
from rulesref.base.frozen import frozen
from rulesref.fields.cutting import Piece
from rulesref.fields.kind import Typing, kind_of
from rulesref.model.entries import Row, Rule, Table
from rulesref.model.field import Field
from rulesref.model.game import Game
from rulesref.search.engine import Hit

if TYPE_CHECKING:
    from rulesref.scoring.calculators import Answer

#: Of the words of a question that say something so many, by weight, may be strange to what has its number: to any
#: sheet, to one that an entry names, and to one that the best entry names.
_STRANGE, _STRANGE_TO_OWN, _STRANGE_TO_BEST = 0.2, 0.4, 0.8
#: All of them may be strange to what the best entry names when nothing else has a number.
_ANYTHING = 1.0
#: A line has so many results for the values of what is left open, and no more.
_CROWD = 12
#: A question is surely about a sheet that has so many of its concepts.
_SURE = 2


@frozen
class WorkedOut:
    """What a calculator gives for what a question says, or the row of a table that it names."""

    game: Game
    answer: Answer | None = None
    table: Table | None = None
    row: Row | None = None
    #: The columns that the question asks for; none when it asks for no one of them.
    columns: tuple[str, ...] = ()
    #: Where the question leaves one input or key open: which it is, and the number for each of its values.
    open: str = ""
    each: tuple[WorkedOut, ...] = ()


def followed(question: str, before: WorkedOut) -> WorkedOut | None:
    """The number once more, with what a question changes that names nothing but inputs: じゃあ4人なら？."""
    asked = Inquiry(question, before.game, ())
    if before.answer is not None:
        return _worked_out_again(asked, before.game, before.answer)
    assert before.table is not None
    assert before.row is not None
    found = row_named(asked, before.table, before.row)
    if found is None or not found[1].alone or found[0] == before.row:
        return None
    return WorkedOut(before.game, None, before.table, found[0], before.columns)


def _worked_out_again(asked: Inquiry, game: Game, before: Answer) -> WorkedOut | None:
    from rulesref.scoring.calculators import calculate

    calculator = before.calculator
    numbers, _ = _numbers_for(asked, calculator.inputs)
    alone = numbers.alone
    inputs = dict(call_of(numbers, calculator.id, calculator.inputs).inputs)
    wholes = [key for key, field in calculator.inputs.items() if kind_of(field).is_number]
    given = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in before.inputs.items()
        if value is not None
    }
    changed = [key for key in wholes if key in given]
    if numbers.last is not None and len(changed) == 1 and changed[0] not in inputs:
        inputs[changed[0]] = str(numbers.free.pop().number)
    if not inputs or not alone or numbers.free:
        return None
    typed = _typed(calculator.inputs, inputs)
    answer, _ = calculate(game, calculator, {**given, **typed})
    return WorkedOut(game, answer) if answer else None


def _numbers_for(
    asked: Inquiry, fields: Mapping[str, Field]
) -> tuple[Numbers, Mapping[str, Sequence[str]]]:
    """What a question says of the inputs of a calculator, and what these are called."""
    named = named_in(fields)
    wholes = {key: named.pop(key) for key, field in fields.items() if kind_of(field).is_number}
    return asked.numbers(wholes, named), {**wholes, **named}


def _typed(fields: Mapping[str, Field], inputs: Mapping[str, str]) -> dict[str, object]:
    return {
        key: kind_of(fields[key]).typed(fields[key], raw, Typing()) for key, raw in inputs.items()
    }


def worked_out(
    question: str, entries: Sequence[tuple[Game, Rule, Hit]], sheets: Mapping[str, frozenset[int]]
) -> WorkedOut | None:
    """The number of a question.

    By the calculators and tables of the best entries and by those that have words of it (``sheets``), when they
    say all that it does: each of its concepts and each of its numbers.
    """
    if not entries:
        return None
    game, best_rule, _ = entries[0]
    asked = Inquiry(question, game, entries[0][2].parts)
    rules = {rule.id: rule for of, rule, _ in entries if of is game}
    own = [name for rule in rules.values() for name in (*rule.calculators, *rule.tables)]
    allowed = _allowed(asked, best_rule, own) if Numbers(question, {}).free else {}
    # Of two that are as much about it the one whose name speaks of no other number than is asked for; then the row
    # where no number is asked for, else what is worked out; then the one that an entry names before the other.
    asks_none = asked.asks.isdisjoint(ASKS_NUMBER)
    rows_first = asks_none or "~effect" in asked.asks
    best: tuple[tuple[int, int, bool, bool], WorkedOut] | None = None
    for name in dict.fromkeys([*own, *sheets]):
        strange = allowed.get(name, _STRANGE)
        for found in (
            _calculated(asked, name, sheets.get(name, ()), rules, strange),
            _looked_up(asked, name, strange),
        ):
            if found is None:
                continue
            of_kind = bool(found.number.row) == rows_first
            unasked = 0 if asks_none else found.unasked
            fit = (found.about, -unasked, of_kind, not found.loose)
            if best is None or fit > best[0]:
                best = fit, found.number
    if best:
        return best[1]
    if wants_yes(asked.text):
        return None
    number = _likely(asked, best_rule, entries[0][2].own)
    if number is None and len(entries) > 1 and entries[1][0] is game:
        number = _of_second(asked, *entries[1][1:])
    return number


def _of_second(asked: Inquiry, rule: Rule, hit: Hit) -> WorkedOut | None:
    """The number of an entry that is not the best: of a question with one, about nothing that it does not know."""
    parts = [part.part for n, part in enumerate(asked.parts) if n not in hit.own]
    strange = any(part.kind == "concept" and part.free for part in parts)
    return _likely(asked, rule, hit.own) if Numbers(asked.text, {}).any and not strange else None


def _likely(asked: Inquiry, rule: Rule, known: Container[int]) -> WorkedOut | None:
    """The number that an entry has for what a question most likely says, whatever else it speaks of.

    The line says what has been read.
    """
    best: tuple[tuple[int, int, bool, int], WorkedOut] | None = None
    asks = not asked.asks.isdisjoint(ASKS_NUMBER)
    for name in (*rule.calculators, *rule.tables):
        for found in (
            _calculated(asked, name, known, {rule.id: rule}, _ANYTHING) if asks else None,
            _named_row(asked, name, known) if asks else None,
            _of_likely_row(asked, name, asks=asks),
        ):
            if found is None:
                continue
            title = found.number.table.title if found.number.table else ()
            fit = (found.about, -found.unasked, not title, asked.titled(title))
            if best is None or fit > best[0]:
                best = fit, found.number
    return best[1] if best else None


def _named_row(asked: Inquiry, name: str, known: Container[int]) -> Candidate | None:
    """The row that is named, unless the question asks for each of something or for what is not there."""
    if asked.lacks or asked.of_one:
        return None
    found = _looked_up(asked, name, _STRANGE_TO_BEST, known)
    number = found.number if found else None
    if number is None or number.table is None:
        return None
    if number.open in number.table.key[:1] and not asked.ranks:
        return None
    columns = [number.table.column(column) for column in number.columns]
    each = asked.asks.isdisjoint(_EACH) or any(
        fold(word) in fold(text) for c in columns for text in c.name for word in _each()
    )
    return found if each else None


#: Groups of words for each of something.
_EACH = ("~everyone", "~per")


def _each() -> frozenset[str]:
    """The words for each of something."""
    return frozenset().union(*(words(group[1:], "everyday") for group in _EACH))


def _of_likely_row(asked: Inquiry, name: str, *, asks: bool) -> Candidate | None:
    """The row of the one number that may be its key; who comes where in an order ``asks`` for a number as well."""
    table = asked.game.table(name)
    found = likely_row(asked, table) if table else None
    if table is None or found is None:
        return None
    row, columns = found
    ranked = ranks_in(text for column in columns for text in table.column(column).name)
    if not asks and ranked.keys().isdisjoint(asked.ranks):
        return None
    said = asked.said_in(table.names)
    return Candidate(
        WorkedOut(asked.game, None, table, row, columns),
        asked.about(said),
        asked.unasked(table.title),
    )


def _allowed(asked: Inquiry, best: Rule, own: Sequence[str]) -> dict[str, float]:
    """How much of a question with numbers may be strange to the sheets that its entries name."""
    if asked.asks.isdisjoint(ASKS_NUMBER):
        # What is worked out may be asked for by its name alone.
        named = {c: asked.said_in(asked.game.calculator_name(c) or ()) for c in best.calculators}
        return {name: _STRANGE_TO_OWN for name, said in named.items() if asked.about(said)}
    of_best = [*best.calculators, *best.tables]
    return dict.fromkeys(own, _STRANGE_TO_OWN) | dict.fromkeys(of_best, _STRANGE_TO_BEST)


@frozen
class Candidate:
    """A number, and how well its sheet fits the question."""

    number: WorkedOut
    #: Of how many concepts it speaks.
    about: int
    #: How many kinds of numbers its name speaks of that are not asked for.
    unasked: int
    #: Whether its row is named by a number alone.
    loose: bool = False


def _about(
    asked: Inquiry, numbers: Numbers, known: Container[int], said: set[str], strange: float
) -> int:
    """How many concepts of the question a sheet has ``said``; -1 when the question is about something else.

    ``known``: the parts of the question that the index has found in the sheet; ``strange``: how much of the question
    may be strange to it.
    """
    about = asked.about(said)
    if strange == _ANYTHING:
        return about
    against = asked.strange(said, known, numbers)
    if asked.lacking(said, numbers) or against > strange:
        return -1
    return -1 if against > _STRANGE and about < _SURE else about


def _calculated(
    asked: Inquiry,
    name: str,
    known: Container[int],
    rules: Mapping[str, Rule],
    strange: float,
) -> Candidate | None:
    """What a calculator gives, when the question is about it and says all that it needs."""
    fields = asked.game.calculator_inputs(name)
    numbers, names = _numbers_for(asked, fields)
    call = call_of(numbers, name, fields)
    chosen = {key for key, field in fields.items() if kind_of(field).picks_one}
    open_ = _values(fields, call.missing)
    if not open_ or not {*call.inputs} - chosen or numbers.left or call.unclear or asked.of_one:
        return None
    if strange == _ANYTHING and numbers.free:
        return None
    # What is open, and a list of which one number is said, need a question that asks for a number.
    partly = call.missing or any(
        kind_of(fields[key]).is_plain_list and "," not in told for key, told in call.inputs.items()
    )
    if not asked.wants(numbers) or (partly and asked.asks.isdisjoint(ASKS_NUMBER)):
        return None
    from rulesref.scoring.calculators import calculate

    # Only now is it worth linking.
    calculator = asked.game.calculators[name]
    texts = [word for spellings in names.values() for word in spellings]
    texts += [word for result in calculator.results for word in result.name]
    numbered = asked.said_in([*calculator.names, *texts])
    said = numbered | asked.said_in(calculator.about)
    owners = [rule for rule in map(asked.game.rule, calculator.rules) if rule]
    owners += [rule for rule in rules.values() if name in rule.calculators]
    of_rules = {f"@{term}" for rule in owners for term in rule.terms}
    of_rules |= asked.said_in(title for rule in owners for title in rule.title)
    about = _about(asked, numbers, known, said | of_rules, strange)
    # With several inputs in it a question speaks of no bound.
    if about < 0 or not asked.suits(numbered, bounded=len(call.inputs) > 1):
        return None
    if _called_alone(asked, calculator.names, fields, numbers, call.inputs):
        return None
    # A number without a name beside it needs a question that is about it all the more, or asks for its kind of number.
    if call.loose and asked.about(numbered) < _SURE and not asked.asks & numbered & KINDS:
        return None
    strange_to = asked.strange(said | of_rules, known, numbers)
    if _is_guess(numbers, call, fields, strange=strange_to > _STRANGE and strange != _ANYTHING):
        return None
    # What only says how much there is of something says which one where the sheet is spoken of: 4 hats are no hat shop.
    amounts = any(
        numbers.is_amount(f"{key}={call.inputs[key]}", call.inputs)
        for key in chosen & {*call.inputs}
    )
    if amounts and not asked.about(asked.said_in(calculator.names)):
        return None
    # With one input alone: a second hat is not two hats.
    which = numbers.ordinal and not any("," in told for told in call.inputs.values())
    if len(call.inputs) == 1 and (which or not asked.plain(said, numbers)):
        return None
    # Several results for each of several values are a table, and no line.
    crowded = bool(call.missing) and len(open_) * len(calculator.results) > _CROWD
    given = _typed(fields, call.inputs)
    tried = [] if crowded else open_
    answers = [calculate(asked.game, calculator, {**given, **more})[0] for more in tried]
    each = tuple(WorkedOut(asked.game, answer) for answer in answers if answer)
    if not each:
        return None
    number = each[0]
    if call.missing:
        number = WorkedOut(asked.game, number.answer, open=call.missing[0], each=each)
    return Candidate(number, about, asked.unasked(calculator.name), call.loose)


def _values(fields: Mapping[str, Field], missing: Sequence[str]) -> list[dict[str, object]]:
    """What may be put in for the one input that is missing; none where there are more, or where it has many values."""
    if not missing:
        return [{}]
    field = fields[missing[0]]
    values: Sequence[object] = ()
    if kind_of(field).picks_one:
        values = [option.id for option in field.options]
    elif kind_of(field).is_number and field.low is not None and field.high is not None:
        values = range(field.low, field.high + 1)
    few = len(missing) == 1 and len(values) <= VALUES
    return [{field.id: value} for value in values] if few else []


def _is_guess(numbers: Numbers, call: Call, fields: Mapping[str, Field], *, strange: bool) -> bool:
    """Whether a call may leave out what the question says of a number; ``strange``: it speaks of other things too."""
    if not _named_alone(fields, numbers, call.inputs):
        return strange and numbers.ordinal
    # Of things that are only named one is as good a guess as any.
    return strange or len(call.inputs) > 1 or {*call.inputs.values()} == {"yes"}


def _named_alone(fields: Mapping[str, Field], numbers: Numbers, given: Mapping[str, str]) -> bool:
    """Whether a question names a number without saying it, so that its default would be a guess."""
    names = [name for key, value in given.items() for name in (key, f"{key}={value}")]
    taken = {piece for name in names for piece in numbers.named(name)}
    return any(
        kind_of(field).is_number
        and key not in given
        and not taken.issuperset(_called(numbers, field))
        for key, field in fields.items()
    )


def _called(numbers: Numbers, field: Field) -> list[Piece]:
    """Where a question calls an input by a whole name of it."""
    own = {fold(form) for name in field.names for form in forms(name)}
    return [piece for piece in numbers.named(field.id) if fold(piece.text) in own]


def _called_alone(
    asked: Inquiry,
    names: Iterable[str],
    fields: Mapping[str, Field],
    numbers: Numbers,
    given: Collection[str],
) -> bool:
    """Whether an input that may be left out is called by a name of its own without its number.

    What the sheet itself is called after is spoken of anyway, and what there is none of is left out.
    """
    if any(fold(word) in fold(asked.text) for word in words("none")):
        return False
    taken = {piece for key in given for piece in numbers.named(key)}
    subject = {token for token in asked.said_in(names) if token[0] == "@"}
    return any(
        piece not in taken and subject.isdisjoint(asked.said_in([piece.text]))
        for key, field in fields.items()
        if kind_of(field).is_number and field.optional and key not in given
        for piece in _called(numbers, field)
    )


def _looked_up(
    asked: Inquiry, name: str, strange: float, known: Container[int] = ()
) -> Candidate | None:
    """The row of a table that the question names, when the table is what it is about."""
    table = asked.game.table(name)
    found = rows_named(asked, table) if table and table.key else None
    if table is None or found is None:
        return None
    row, numbers = found.rows[0], found.numbers
    filled = [c for c in table.columns if any(r.cells[c.id] is not None for r in found.rows)]
    keys = [key for key in table.key if key != found.open]
    said = asked.said_in(text for key in keys for text in names_in(table, row, key))
    said |= asked.said_in(table.names)
    said |= asked.said_in(text for column in filled for text in column.name)
    about = _about(asked, numbers, known, said, strange)
    if about < 0 or not asked.wants(numbers) or not asked.suits(said):
        return None
    # A number without a name beside it, and a row that is only named, need a question that is about them all the more.
    sure = about >= _SURE and (
        not asked.asks.isdisjoint(ASKS_NUMBER) or not asked.strange(said, (), numbers)
    )
    if (found.loose or found.open) and not sure:
        return None
    # A second hat is not two hats, and how many each player has no list of all of them says.
    listed = not any(has_numbers(table.column(key)) for key in table.key)
    which = numbers.ordinal and (len(table.key) == 1 or bool(found.open))
    people = any(counts_people(table.column(key)) for key in keys)
    if which or (asked.of_one and (listed or people)):
        return None
    columns = columns_asked(asked, table, filled)
    counted = any(has_numbers(table.column(column)) for column in columns)
    # With several keys it is named well enough for any question.
    plain = len(keys) > 1 or asked.plain(said, numbers)
    if not (numbers.any or counted) or not plain:
        return None
    unasked = asked.unasked(table.title)
    number = WorkedOut(asked.game, None, table, row, columns)
    if found.open:
        rows = [r for r in found.rows if any(r.cells[column] is not None for column in columns)]
        few = len(table.key) > 1 or not KINDS.isdisjoint(asked.asks)
        if len(columns) != 1 or not counted or not rows or not few:
            return None
        each = tuple(WorkedOut(asked.game, None, table, row, columns) for row in rows)
        number = WorkedOut(asked.game, None, table, rows[0], columns, found.open, each)
    return Candidate(number, about, unasked, found.loose)
