"""Values and arithmetic, compiled."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from rulesref.base.numbers import Number, exact
from rulesref.lang import arithmetic
from rulesref.lang import references as values
from rulesref.lang.references import Reference
from rulesref.scoring.batch.code import Expr, Uncompiled, ValueKind, constant
from rulesref.scoring.batch.codegen import Author, generates, never, united
from rulesref.scoring.batch.scopes import Here, Seat


@generates(values.Fixed)
def _fixed(author: Author, op: values.Fixed, here: Here) -> Expr:  # noqa: ARG001
    return constant(op.value)


@generates(values.Reference)
def _reference(author: Author, op: Reference, here: Here) -> Expr:
    match op.root:
        case "define":
            return author.kept(here.ground.defined(op), here.plain, op.path[0])
        case "loop":
            return _of_loop(author, op, here)
        case "player":
            return author.of_player(op.path, here.seat)
        case "table" if op.path in here.ground.table:
            return here.ground.table[op.path]
        case "event":
            return constant(here.ground.event)
        case "count":
            return author.count(here)
        case "seat":
            seat = here.seat
            return Expr(text=f"({seat.index} + 1)", kind=ValueKind.WHOLE) if seat else constant(1)
        case "name" if here.ground.people:
            return author.player_name(here.seat)
        case _:
            raise Uncompiled


def _of_loop(author: Author, op: Reference, here: Here) -> Expr:
    entry = here.loops[op.path[0]]
    if isinstance(entry, Seat):
        return author.term(op.onward, here.of(entry)) if op.onward else author.player_name(entry)
    if isinstance(entry, Expr) and len(op.path) == 1:
        return entry
    if isinstance(entry, Mapping) and op.path[1:] in entry:
        return entry[op.path[1:]]
    raise Uncompiled


# --- arithmetic ----------------------------------------------------------------------------------


def joined(terms: Sequence[Expr], sign: str, fold: Callable[[list[Number]], Number]) -> Expr:
    """Numbers with a sign between them; what is known is reckoned here."""
    if all(term.known for term in terms):
        return constant(exact(fold([term.value for term in terms])))
    return exactly(f"({sign.join(term.text for term in terms)})", terms)


def exactly(text: str, terms: Sequence[Expr]) -> Expr:
    """A number made of others: whole ones stay whole, and fractions that come out even become so."""
    kind = united(terms).kind
    if kind & ValueKind.FRACTION:
        return Expr(text=f"_exact({text})", kind=ValueKind.NUMBER)
    return Expr(text=text, kind=ValueKind.WHOLE)


def added(terms: Sequence[Expr]) -> Expr:
    """The sum of numbers."""
    return joined(terms, " + ", sum)


@generates(arithmetic.Product)
def _product(author: Author, op: arithmetic.Product, here: Here) -> Expr:
    return joined(author.numbers(op.parts, here), " * ", math.prod)


@generates(arithmetic.Total)
def _total(author: Author, op: arithmetic.Total, here: Here) -> Expr:
    return added(author.numbers(op.parts, here))


@generates(arithmetic.Subtraction)
def _difference(author: Author, op: arithmetic.Subtraction, here: Here) -> Expr:
    left, right = author.numbers((op.of, op.less), here)
    if left.known and right.known:
        return constant(exact(left.value - right.value))
    return exactly(f"({left.text} - {right.text})", (left, right))


@generates(arithmetic.Divide)
def _divide(author: Author, op: arithmetic.Divide, here: Here) -> Expr:
    whole, by = author.numbers((op.of, op.by), here)
    if by.known and by.value == 0:
        return never()
    if whole.known and by.known:
        return constant(_quotient(whole.value, by.value, op.rounding))
    match op.rounding:
        case "down":
            return Expr(text=f"({whole.text} // {by.text})", kind=ValueKind.WHOLE)
        case "up":
            return Expr(text=f"(-(-{whole.text} // {by.text}))", kind=ValueKind.WHOLE)
        case _:
            return Expr(text=f"_quotient({whole.text}, {by.text})", kind=ValueKind.NUMBER)


def _quotient(whole: Number, by: Number, rounding: str | None) -> Number:
    quotient = Fraction(whole) / by
    match rounding:
        case "down":
            return math.floor(quotient)
        case "up":
            return math.ceil(quotient)
        case _:
            return exact(quotient)


def _extreme(terms: Sequence[Expr], word: str, fold: Callable[[list[Number]], Number]) -> Expr:
    if all(term.known for term in terms):
        return constant(fold([term.value for term in terms]))
    if len(terms) == 1:
        return terms[0]
    return Expr(text=f"{word}({', '.join(term.text for term in terms)})", kind=united(terms).kind)


@generates(arithmetic.Minimum)
def _minimum(author: Author, op: arithmetic.Minimum, here: Here) -> Expr:
    return _extreme(author.numbers(op.parts, here), "min", min)


@generates(arithmetic.Maximum)
def _maximum(author: Author, op: arithmetic.Maximum, here: Here) -> Expr:
    return _extreme(author.numbers(op.parts, here), "max", max)


@generates(arithmetic.Cap)
def _cap(author: Author, op: arithmetic.Cap, here: Here) -> Expr:
    return _extreme(author.numbers((op.of, op.at), here), "min", min)
