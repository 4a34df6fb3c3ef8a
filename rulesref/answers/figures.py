"""The number that a question asks for: worked out, or looked up in a printed table (数の答え)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rulesref.answers.inputs import Numbers, call_from, call_of, forms, named_in
from rulesref.answers.statements import ASKS_NUMBER, words_asked
from rulesref.base.frozen import frozen
from rulesref.base.text import Text
from rulesref.fields.kind import Typing, kind_of
from rulesref.model.entries import Column, Row, Rule, Table
from rulesref.model.game import Game
from rulesref.search.analysis import key_of, tokens_of
from rulesref.search.engine import Hit
from rulesref.search.rank import WeightedPart

if TYPE_CHECKING:
    from rulesref.scoring.calculators import Answer

#: At most so many numbers stand before the statements.
MOST_NUMBERS = 2
#: Of the words of a question that say something so many, by weight, may be strange to what has its number.
_STRANGE = 0.2
#: A question is surely about a sheet that has so many of its concepts.
_SURE = 2
_SAYING = ("concept", "everyday", "asking", "latin", "kanji", "katakana")
#: Groups of everyday words that ask, or say nothing of what is asked.
_ASKING = ASKS_NUMBER | {"~gain", "~kinds", "~effect", "~where", "~own", "~win", "~put"}


@frozen
class WorkedOut:
    """What a calculator gives for what a question says, or the row of a table that it names."""

    game: Game
    answer: Answer | None = None
    table: Table | None = None
    row: Row | None = None
    #: The columns that the question asks for; none when it asks for no one of them.
    columns: tuple[str, ...] = ()


def followed(question: str, before: WorkedOut) -> WorkedOut | None:
    """The number once more, with what a question changes that names nothing but inputs: じゃあ4人なら？."""
    from rulesref.scoring.calculators import calculate

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


class Inquiry:
    """A question and the game that it is about: what of it a calculator or a table must be about."""

    def __init__(self, text: str, game: Game, parts: Sequence[WeightedPart]) -> None:
        self.text = text
        self.game = game
        self.lexicon = words_asked(game, parts)
        self.concepts = {
            part.part.tokens: part.part.text for part in parts if part.part.kind == "concept"
        }
        self.parts = parts
        self.asks = {token for part in parts for token in part.part.tokens}

    def names(self, words: Iterable[str]) -> tuple[str, ...]:
        """Everything that what has these names may be called in the question.

        What they count (人 of 人数), what stands before brackets, and the other words for the same term.
        """
        words = [*words]
        plain = {form: None for word in words for form in forms(word)}
        for term in {term for word in plain for term in self.lexicon.words.get(key_of(word), ())}:
            found = self.game.term(term)
            if found:
                plain |= dict.fromkeys((*found.name, *found.synonyms[0], *found.synonyms[1]))
        return tuple(plain)

    def numbers(
        self, wholes: Mapping[str, Sequence[str]], codes: Mapping[str, Sequence[str]]
    ) -> Numbers:
        """The question's names and numbers: of what has a number, and of what is chosen by name."""
        named = {name: self.names(words) for name, words in wholes.items()}
        # A question has forms of a word that its sheet lacks: 降りてる for パスした人数.
        for tokens, text in self.concepts.items():
            like: dict[int, list[str]] = {}
            for name, words in wholes.items():
                said = self.said_in(words)
                if not said.isdisjoint(tokens):
                    # Of sold wood and bought wood the one whose other words are said as well.
                    like.setdefault(len(said & self.asks), []).append(name)
            closest = like[max(like)] if like else []
            if len(closest) == 1:
                named[closest[0]] += (text,)
        return Numbers(self.text, {**named, **codes})

    def wants(self, numbers: Numbers) -> bool:
        """Whether it asks for a number: it says so, or has digits and does not ask whether something may be done."""
        return bool(self.asks & ASKS_NUMBER) or (numbers.any and "~possible" not in self.asks)

    def counts(self, known: Container[int]) -> bool:
        """Whether it asks for a number of a kind that a sheet is known to have."""
        return any(
            n in known and not ASKS_NUMBER.isdisjoint(part.part.tokens)
            for n, part in enumerate(self.parts)
        )

    def strange(self, said: set[str], known: Container[int], numbers: Numbers) -> float:
        """Which share of the question is not ``said``, nor among the parts that are ``known``, nor asks for it."""
        whole = against = 0.0
        for n, part in enumerate(self.parts):
            tokens, kind = part.part.tokens, part.part.kind
            if part.part.free and kind in _SAYING and not numbers.covers(part.part.text):
                whole += part.weight
                if n not in known and said.isdisjoint(tokens) and _ASKING.isdisjoint(tokens):
                    against += part.weight
        return against / whole if whole else 0.0

    def said_in(self, texts: Iterable[str]) -> set[str]:
        """The concepts of the question that stand in these texts."""
        return {token for text in texts for token in tokens_of(text, self.lexicon)}

    def lacking(self, said: set[str], numbers: Numbers) -> list[str]:
        """The concepts of the question that are not said, and are no name with a number either."""
        return [
            text
            for tokens, text in self.concepts.items()
            if said.isdisjoint(tokens) and not numbers.covers(text)
        ]


def worked_out(
    question: str, entries: Sequence[tuple[Game, Rule, Hit]], sheets: Mapping[str, frozenset[int]]
) -> tuple[WorkedOut, ...]:
    """The numbers of a question.

    By the calculators and tables of the best entries and by those that have words of it (``sheets``), when they
    say all that it does: each of its concepts and each of its numbers.
    """
    if not entries:
        return ()
    game = entries[0][0]
    asked = Inquiry(question, game, entries[0][2].parts)
    rules = {rule.id: rule for of, rule, _ in entries if of is game}
    own = [name for rule in rules.values() for name in (*rule.calculators, *rule.tables)]
    found: list[tuple[int, WorkedOut]] = []
    for name in dict.fromkeys([*own, *sheets]):
        known = sheets.get(name, frozenset())
        both = _calculated(asked, name, known, rules), _looked_up(asked, name, known, rules)
        found += [candidate for candidate in both if candidate is not None]
    most = max((about for about, _ in found), default=0)
    best = [each for about, each in found if about == most]
    # Two that are as much about it are both shown, unless one is worked out or has what is asked for.
    answers = [each for each in best if each.answer][:1]
    rows = sorted((each for each in best if each.row), key=lambda each: not each.columns)
    first, second = (rows, answers) if "~effect" in asked.asks else (answers, rows)
    return tuple(first or second)[:MOST_NUMBERS]


def _about(
    asked: Inquiry,
    numbers: Numbers,
    known: Container[int],
    texts: Iterable[str],
    rules: Iterable[Rule],
) -> int:
    """How many concepts of the question stand in texts of a sheet itself; -1 when it is about something else.

    ``known``: the parts of the question that the index has found in the sheet; ``rules``: to which it belongs.
    """
    said = asked.said_in(texts)
    by_rules = {f"@{term}" for rule in rules for term in rule.terms}
    by_rules |= asked.said_in(title for rule in rules for title in rule.title)
    if asked.lacking(said | by_rules, numbers):
        return -1
    if asked.strange(said | by_rules, known, numbers) > _STRANGE:
        return -1
    return sum(not said.isdisjoint(tokens) for tokens in asked.concepts)


def _calculated(
    asked: Inquiry, name: str, known: Container[int], rules: Mapping[str, Rule]
) -> tuple[int, WorkedOut] | None:
    """What a calculator gives, when the question is about it and says all that it needs."""
    fields = asked.game.calculator_inputs(name)
    named = named_in(fields)
    wholes = {key: named.pop(key) for key, field in fields.items() if kind_of(field).is_number}
    numbers = asked.numbers(wholes, named)
    call = call_of(numbers, name, fields)
    chosen = {key for key, field in fields.items() if kind_of(field).picks_one}
    if call.missing or not {*call.inputs} - chosen or numbers.free or not asked.wants(numbers):
        return None
    from rulesref.scoring.calculators import calculate

    # Only now is it worth linking.
    calculator = asked.game.calculators[name]
    texts = [*calculator.names, *calculator.about]
    texts += [word for names in (*wholes.values(), *named.values()) for word in names]
    owners = [rule for rule in map(asked.game.rule, calculator.rules) if rule]
    owners += [rule for rule in rules.values() if name in rule.calculators]
    about = _about(asked, numbers, known, texts, owners)
    if about < 0:
        return None
    given = {
        key: kind_of(fields[key]).typed(fields[key], raw, Typing())
        for key, raw in call.inputs.items()
    }
    answer, _ = calculate(asked.game, calculator, given)
    return (about, WorkedOut(asked.game, answer)) if answer else None


def _looked_up(
    asked: Inquiry, name: str, known: Container[int], rules: Mapping[str, Rule]
) -> tuple[int, WorkedOut] | None:
    """The row of a table that the question names, when the table is what it is about."""
    table = asked.game.table(name)
    if table is None or not table.key:
        return None
    found = row_named(asked, table)
    if found is None:
        return None
    row, numbers, loose = found
    texts = [text for key in table.key for text in _names(table, row, key)]
    texts += [*table.names, *(text for column in table.columns for text in column.name)]
    owners = [rule for rule in map(asked.game.rule, table.rules) if rule]
    owners += [rule for rule in rules.values() if name in rule.tables]
    about = _about(asked, numbers, known, texts, owners)
    if about < 0 or not asked.wants(numbers):
        return None
    # A number without a name beside it, and a row that is only named, need a question that is about them all the more.
    if loose and (about < _SURE or not asked.asks & ASKS_NUMBER):
        return None
    if asked.asks & ASKS_NUMBER and not asked.counts(known):
        return None
    if not numbers.any and not any(
        _has_numbers(column) and row.cells[column.id] is not None for column in table.columns
    ):
        return None
    columns = tuple(
        column.id
        for column in table.columns
        if column.id not in table.key
        and _has_numbers(column)
        and row.cells[column.id] is not None
        and not asked.said_in(column.name).isdisjoint(asked.asks)
    )
    return about, WorkedOut(asked.game, None, table, row, columns)


def row_named(asked: Inquiry, table: Table) -> tuple[Row, Numbers, bool] | None:
    """The one row whose keys a question names: codes by their names, numbers beside the column's name.

    The one number that is left is that of the one column of numbers that is open; with it, whether no other key
    is named. None when the question has further numbers.
    """
    codes = {
        f"{key}={row.cells[key]}": asked.names(_names(table, row, key))
        for row in table.rows
        for key in table.key
    }
    numbers = asked.numbers({column.id: column.name for column in table.columns}, codes)
    wholes = [key for key in table.key if _has_numbers(table.column(key))]
    wanted: dict[str, object] = {**numbers.beside(wholes, {})}
    for key in table.key:
        if key not in wholes:
            named = {row.cells[key] for row in table.rows if numbers.has(f"{key}={row.cells[key]}")}
            if len(named) == 1:
                wanted[key] = named.pop()
    open_ = [key for key in table.key if key not in wanted]
    loose = len(open_) == 1 and open_[0] in wholes and len(numbers.free) == 1
    if loose:
        wanted[open_.pop()] = numbers.free.pop().number
    if open_ or numbers.free:
        return None
    row = _row(table, wanted)
    return (row, numbers, loose and len(table.key) == 1) if row else None


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
