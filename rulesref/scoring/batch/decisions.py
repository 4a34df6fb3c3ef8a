"""Comparisons, conditions and cases, compiled; later ones are looked at only if they matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulesref.lang import logic
from rulesref.lang import references as values
from rulesref.model.expression import Operator
from rulesref.scoring.batch.code import Expr, Uncompiled, ValueKind, constant
from rulesref.scoring.batch.codegen import COMPOUND, Author, generates, never
from rulesref.scoring.batch.scopes import Here

_SIGNS = {
    "equal": "==",
    "not-equal": "!=",
    "less": "<",
    "at-most": "<=",
    "more": ">",
    "at-least": ">=",
}


@generates(logic.Compare)
def _compare(author: Author, op: logic.Compare, here: Here) -> Expr:
    left, right = author.term(op.left, here), author.term(op.right, here)
    sign = _SIGNS[op.is_]
    if sign not in ("==", "!="):
        left, right = (_comparable(author, term) for term in (left, right))
    elif (left.kind | right.kind) & ValueKind.RECORDS:
        raise Uncompiled
    if left.known and right.known:
        return constant(_compared(sign, left.value, right.value))
    return Expr(text=f"({left.text} {sign} {right.text})", kind=ValueKind.FLAG)


def _comparable(author: Author, term: Expr) -> Expr:
    """True and false compare as 1 and 0 by themselves."""
    return term if not term.kind & ~(ValueKind.NUMBER | ValueKind.FLAG) else author.number(term)


def _compared(sign: str, left: Any, right: Any) -> bool:
    match sign:
        case "==":
            return bool(left == right)
        case "!=":
            return bool(left != right)
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
        case _:
            return bool(left >= right)


@generates(logic.OneOf)
def _one_of(author: Author, op: logic.OneOf, here: Here) -> Expr:
    inner = author.term(op.of, here)
    if inner.kind & COMPOUND:
        raise Uncompiled
    if inner.known:
        return constant(inner.value in op.values)
    if len(op.values) == 1:
        return Expr(text=f"({inner.text} == {constant(op.values[0]).text})", kind=ValueKind.FLAG)
    return Expr(text=f"({inner.text} in {_tuple(op.values)})", kind=ValueKind.FLAG)


def _tuple(constants: Sequence[Any]) -> str:
    return f"({', '.join(constant(value).text for value in constants)},)"


@generates(logic.All)
def _all(author: Author, op: logic.All, here: Here) -> Expr:
    return _in_turn(author, list(op.parts), here, "and")


@generates(logic.AnyOf)
def _any(author: Author, op: logic.AnyOf, here: Here) -> Expr:
    return _in_turn(author, list(op.parts), here, "or")


def _in_turn(author: Author, parts: list[Operator], here: Here, word: str) -> Expr:
    """Conditions one after another, the later ones only as far as they matter."""
    first = _flag(author.term(parts[0], here))
    if first.known:
        settled = first.value is (word == "or")
        return first if settled or len(parts) == 1 else _in_turn(author, parts[1:], here, word)
    if len(parts) == 1:
        return first
    lines, rest = author.branch(lambda: _in_turn(author, parts[1:], here, word))
    if not lines:
        if rest.known and rest.value is (word == "and"):
            return first
        return Expr(text=f"({first.text} {word} {rest.text})", kind=ValueKind.FLAG)
    held = author.code.name("held")
    author.code.write(f"{held} = {first.text}")
    with author.code.block(f"if {held}:" if word == "and" else f"if not {held}:"):
        author.code.add(lines)
        author.code.write(f"{held} = {rest.text}")
    return Expr(text=held, kind=ValueKind.FLAG)


def _flag(term: Expr) -> Expr:
    """Whether a value counts as true."""
    if term.known:
        return constant(bool(term.value))
    return (
        term
        if term.kind == ValueKind.FLAG
        else Expr(text=f"bool({term.text})", kind=ValueKind.FLAG)
    )


@generates(logic.Not)
def _not(author: Author, op: logic.Not, here: Here) -> Expr:
    inner = author.term(op.of, here)
    return (
        constant(not inner.value)
        if inner.known
        else Expr(text=f"(not {inner.text})", kind=ValueKind.FLAG)
    )


@generates(logic.When)
def _when(author: Author, op: logic.When, here: Here) -> Expr:
    condition = author.term(op.if_, here)
    nothing = values.Fixed(value=0, names={})
    if condition.known:
        return author.term(op.then if condition.value else op.else_ or nothing, here)
    return author.chosen(
        [(condition.text, lambda: author.term(op.then, here))],
        lambda: author.term(op.else_ or nothing, here),
        "when",
    )


@generates(logic.Choose)
def _choose(author: Author, op: logic.Choose, here: Here) -> Expr:
    picked = author.atom(author.term(op.by, here), "picked")
    if picked.kind & (COMPOUND | ValueKind.LIST):
        raise Uncompiled
    if picked.known:
        case = op.cases.get(str(picked.value), op.else_)
        return author.term(case, here) if case else never()
    cases = []
    for code, inner in op.cases.items():
        condition = _spelled(picked, code)
        if condition:
            cases.append((condition, _later(author, inner, here)))
    return author.chosen(cases, _later(author, op.else_, here) if op.else_ else never, "choice")


def _later(author: Author, op: Operator, here: Here) -> Callable[[], Expr]:
    return lambda: author.term(op, here)


def _spelled(term: Expr, code: str) -> str:
    """The condition that a value, written out, is ``code``; empty when it never is."""
    if term.kind & ~(ValueKind.WHOLE | ValueKind.CODE):
        return f"str({term.text}) == {constant(code).text}"
    conditions = []
    if term.kind & ValueKind.WHOLE and code.lstrip("-").isdecimal() and str(int(code)) == code:
        conditions.append(f"{term.text} == {int(code)}")
    if term.kind & ValueKind.CODE:
        conditions.append(f"{term.text} == {constant(code).text}")
    return " or ".join(conditions)


@generates(logic.Which)
def _which(author: Author, op: logic.Which, here: Here) -> Expr:
    held = author.code.name("held")
    author.code.write(f"{held} = []")
    for code, case in op.cases.items():
        condition = author.term(case, here)
        with author.code.block(f"if {condition.text}:"):
            author.code.write(f"{held}.append({constant(code).text})")
    return Expr(text=f"tuple({held})", kind=ValueKind.LIST, items=ValueKind.CODE)


@generates(logic.RulingOp)
def _ruling(author: Author, op: logic.RulingOp, here: Here) -> Expr:
    return author.term(author.survey.reading(op), here)
