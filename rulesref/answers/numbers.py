"""The number that a question asks for (数の答え): the best of what calculators and tables give."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from rulesref.answers.calling import calculated, worked_out_again
from rulesref.answers.candidates import (
    ANYTHING,
    STRANGE,
    STRANGE_TO_BEST,
    STRANGE_TO_OWN,
    Candidate,
    NumericAnswer,
)
from rulesref.answers.inquiry import ParsedQuestion, asks_rate, wants_yes
from rulesref.answers.names import is_of_all
from rulesref.answers.rewording import counted, none_of, out_of, without_party
from rulesref.answers.rows import added_rows, likely_row, looked_up, named_row, row_again
from rulesref.model.entries import Rule
from rulesref.model.game import Game
from rulesref.search.engine import Hit
from rulesref.search.parts import ASKS_NUMBER


def followed(question: str, before: NumericAnswer) -> NumericAnswer | None:
    """The number once more, with what a question changes that names nothing but inputs: じゃあ4人なら？."""
    asked = ParsedQuestion(counted(question), before.game, ())
    if before.answer is not None:
        return worked_out_again(asked, before.game, before.answer)
    return row_again(asked, before)


def worked_out(
    question: str, entries: Sequence[tuple[Game, Rule, Hit]], sheets: Mapping[str, frozenset[int]]
) -> NumericAnswer | None:
    """The number of a question.

    By the calculators and tables of the best entries and by those that have words of it (``sheets``), when they
    say all that it does: each of its concepts and each of its numbers.
    """
    question = none_of(counted(question))
    # Whether something is so is no number of any sheet, nor is how many of something a point is for.
    if not entries or wants_yes(question) or asks_rate(question):
        return None
    # Of how many it is said that some are so counts only where nothing is found without it; how many play counts
    # where anything depends on it.
    told = [out_of(question), question]
    if not any(_depends_on_players(game, rule) for game, rule, _ in entries):
        told.append(without_party(question))
    numbers = (_worked_out(each, entries, sheets) for each in dict.fromkeys(told))
    return next((number for number in numbers if number is not None), None)


def _depends_on_players(game: Game, rule: Rule) -> bool:
    """Whether an entry has a table with a row for each number of people who play."""
    tables = [table for name in rule.tables if (table := game.table(name))]
    return any(is_of_all(table.column(key).name) for table in tables for key in table.key)


def _worked_out(
    question: str, entries: Sequence[tuple[Game, Rule, Hit]], sheets: Mapping[str, frozenset[int]]
) -> NumericAnswer | None:
    """The number of a question as it is worded."""
    game, best_rule, hit = entries[0]
    asked = ParsedQuestion(question, game, hit.parts)
    rules = {rule.id: rule for of, rule, _ in entries if of is game}
    number = _surely(asked, best_rule, rules, sheets)
    if number is not None:
        return number
    number = _likely(asked, best_rule, hit.own)
    if number is None and len(entries) > 1 and entries[1][0] is game:
        number = _of_second(asked, *entries[1][1:])
    if number is None and asked.asks_nothing:
        rows = (likely_row(asked, name, asks=False, looks_up=True) for name in best_rule.tables)
        number = next((row.number for row in rows if row), None)
    return number


def _surely(
    asked: ParsedQuestion,
    best: Rule,
    rules: Mapping[str, Rule],
    sheets: Mapping[str, frozenset[int]],
) -> NumericAnswer | None:
    """The number of a sheet that says all that the question does."""
    own = [name for rule in rules.values() for name in (*rule.calculators, *rule.tables)]
    allowed = _allowed(asked, best, own) if asked.unnamed.free else {}
    # Of two that are as much about it the one whose name speaks of no other number than is asked for; then the row
    # where no number is asked for, else what is worked out; then the one that leaves no input open, and the one that
    # an entry names before the other.
    asks_none = asked.asks.isdisjoint(ASKS_NUMBER)
    rows_first = asks_none or "~effect" in asked.asks

    def fit(found: Candidate) -> tuple[int, ...]:
        of_kind = bool(found.number.row) == rows_first
        unasked = 0 if asks_none else -found.unasked
        named = found.named if asked.asks_by_name or not asks_none else 0
        return (
            not asks_none and found.as_called,
            found.about,
            unasked,
            not found.loose,
            of_kind,
            named,
            not (found.number.answer and found.number.open),
        )

    found = (
        each
        for name in dict.fromkeys([*own, *sheets])
        for strange in [allowed.get(name, STRANGE)]
        for each in (
            calculated(asked, name, sheets.get(name, ()), rules, strange),
            looked_up(asked, name, strange),
            added_rows(asked, name, sheets.get(name, ()), strange),
        )
        if each is not None
    )
    return _first(found, fit)


def _allowed(asked: ParsedQuestion, best: Rule, own: Sequence[str]) -> dict[str, float]:
    """How much of a question with numbers may be strange to the sheets that its entries name."""
    if asked.asks.isdisjoint(ASKS_NUMBER):
        # What is worked out may be asked for by its name alone.
        named = {c: asked.said_in(asked.game.calculator_name(c) or ()) for c in best.calculators}
        return {name: STRANGE_TO_OWN for name, said in named.items() if asked.about(said)}
    of_best = [*best.calculators, *best.tables]
    return dict.fromkeys(own, STRANGE_TO_OWN) | dict.fromkeys(of_best, STRANGE_TO_BEST)


def _of_second(asked: ParsedQuestion, rule: Rule, hit: Hit) -> NumericAnswer | None:
    """The number of an entry that is not the best: of a question with one, about nothing that it does not know."""
    parts = [part.part for n, part in enumerate(asked.parts) if n not in hit.own]
    strange = any(part.kind == "concept" and part.free for part in parts)
    return _likely(asked, rule, hit.own) if asked.unnamed.any and not strange else None


def _likely(asked: ParsedQuestion, rule: Rule, known: Container[int]) -> NumericAnswer | None:
    """The number that an entry has for what a question most likely says, whatever else it speaks of.

    The line says what has been read.
    """
    asks = not asked.asks.isdisjoint(ASKS_NUMBER)

    def fit(found: Candidate) -> tuple[int, int, bool, int]:
        title = found.number.table.title if found.number.table else ()
        return found.about, -found.unasked, not title, asked.titled(title)

    found = (
        each
        for name in (*rule.calculators, *rule.tables)
        for each in (
            calculated(asked, name, known, {rule.id: rule}, ANYTHING),
            named_row(asked, name, known, STRANGE_TO_BEST) if asks else None,
            added_rows(asked, name, known, STRANGE_TO_BEST) if asks else None,
            likely_row(asked, name, asks=asks),
        )
        if each is not None
    )
    return _first(found, fit)


def _first(
    found: Iterable[Candidate], fit: Callable[[Candidate], tuple[int, ...]]
) -> NumericAnswer | None:
    """The number that fits best, the earlier of several."""
    best = max(found, key=fit, default=None)
    return best.number if best else None
