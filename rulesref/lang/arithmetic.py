"""Operators on numbers. All exact: whole numbers stay whole, division says how it rounds."""

from __future__ import annotations

import math
from typing import ClassVar

from rulesref.base.diagnostics import Problem
from rulesref.base.numbers import Number, exact, quotient
from rulesref.lang.types import Type, Types
from rulesref.model.expression import Operator, Scope, Unworkable, number
from rulesref.model.keys import optional, required
from rulesref.model.steps import Input, Step


class Count(Operator):
    """So many of something, each worth so much (個数 × 単価).

    Passes: ``{op: count, of: eggs, each: 3}``. Fails: ``{op: count, of: eggs}`` (each is missing).
    """

    op: ClassVar[str] = "count"
    of: Operator = required.expression("how many")
    each: Operator = required.expression("what each is worth")

    def typed(self, types: Types) -> Type:
        return types.numbers(self.of, self.each)

    def run(self, scope: Scope) -> Step:
        """Number times worth."""
        many, each = self.of.run(scope), self.each.run(scope)
        value = exact(number(many.value) * number(each.value))
        return self.step(scope, value, (many, each))


class Total(Operator):
    """The sum of the parts (合計).

    Passes: ``{op: total, parts: [gold, 2]}``. Fails: ``{op: total, parts: []}``.
    """

    op: ClassVar[str] = "total"
    parts: tuple[Operator, ...] = required.expressions("what is added up")

    def typed(self, types: Types) -> Type:
        return types.numbers(*self.parts)

    def run(self, scope: Scope) -> Step:
        """The parts, added."""
        steps = tuple(part.run(scope) for part in self.parts)
        return self.step(scope, add(steps), steps)


class Subtraction(Operator):
    """One number less another (差).

    Passes: ``{op: difference, of: workers, less: 3}``. Fails: ``{op: difference, of: workers}``.
    """

    op: ClassVar[str] = "difference"
    of: Operator = required.expression("from what")
    less: Operator = required.expression("what is taken away")

    def typed(self, types: Types) -> Type:
        return types.numbers(self.of, self.less)

    def run(self, scope: Scope) -> Step:
        """First less second."""
        left, right = self.of.run(scope), self.less.run(scope)
        value = exact(number(left.value) - number(right.value))
        return self.step(scope, value, (left, right))


class Product(Operator):
    """The product of the parts (積).

    Passes: ``{op: product, parts: [tokens, columns]}``. Fails: ``{op: product, parts: tokens}``.
    """

    op: ClassVar[str] = "product"
    parts: tuple[Operator, ...] = required.expressions("what is multiplied")

    def typed(self, types: Types) -> Type:
        return types.numbers(*self.parts)

    def run(self, scope: Scope) -> Step:
        """The parts, multiplied."""
        steps = tuple(part.run(scope) for part in self.parts)
        value: Number = math.prod(number(step.value) for step in steps)
        return self.step(scope, exact(value), steps)


class Divide(Operator):
    """Division with a named rounding (割り算と端数): ``exact`` (the default), ``down`` or ``up``.

    Passes: ``{op: divide, of: petals, by: 4, rounding: down}``.
    Fails: ``{op: divide, of: petals, by: 4, rounding: nearest}``.
    """

    op: ClassVar[str] = "divide"
    of: Operator = required.expression("what is divided")
    by: Operator = required.expression("by what")
    rounding: str | None = optional.word("what happens to the rest", "exact", "down", "up")

    def typed(self, types: Types) -> Type:
        return types.numbers(self.of, self.by)

    def run(self, scope: Scope) -> Step:
        """The quotient, rounded as named."""
        whole, by = self.of.run(scope), self.by.run(scope)
        divisor = number(by.value)
        if divisor == 0:
            raise Unworkable(Problem("E413"))
        value = quotient(number(whole.value), divisor)
        rounding = self.rounding or "exact"
        if rounding != "exact":
            value = math.floor(value) if rounding == "down" else math.ceil(value)
        return self.step(scope, value, (whole, by), (Input("rounding", rounding),))


class Minimum(Operator):
    """The smallest of the parts (最小).

    Passes: ``{op: minimum, parts: [petals, seeds]}``. Fails: ``{op: minimum}``.
    """

    op: ClassVar[str] = "minimum"
    parts: tuple[Operator, ...] = required.expressions("what is compared")

    def typed(self, types: Types) -> Type:
        return types.numbers(*self.parts)

    def run(self, scope: Scope) -> Step:
        """The smallest part."""
        steps = tuple(part.run(scope) for part in self.parts)
        return self.step(scope, exact(min(number(step.value) for step in steps)), steps)


class Maximum(Operator):
    """The largest of the parts (最大).

    Passes: ``{op: maximum, parts: [0, level]}``. Fails: ``{op: maximum, of: level}``.
    """

    op: ClassVar[str] = "maximum"
    parts: tuple[Operator, ...] = required.expressions("what is compared")

    def typed(self, types: Types) -> Type:
        return types.numbers(*self.parts)

    def run(self, scope: Scope) -> Step:
        """The largest part."""
        steps = tuple(part.run(scope) for part in self.parts)
        return self.step(scope, exact(max(number(step.value) for step in steps)), steps)


class Cap(Operator):
    """A number, but at most so much (上限).

    Passes: ``{op: cap, of: {op: count, of: gold, each: 2}, at: 18}``. Fails: ``{op: cap, at: 18}``.
    """

    op: ClassVar[str] = "cap"
    of: Operator = required.expression("the number")
    at: Operator = required.expression("the most it may be")

    def typed(self, types: Types) -> Type:
        return types.numbers(self.of, self.at)

    def run(self, scope: Scope) -> Step:
        """The number or the limit, whichever is less."""
        inner, limit = self.of.run(scope), self.at.run(scope)
        value = exact(min(number(inner.value), number(limit.value)))
        return self.step(scope, value, (inner,), (Input("at", limit.value),))


def add(steps: tuple[Step, ...]) -> Number:
    """The sum of the values of ``steps``."""
    total: Number = 0
    for step in steps:
        total += number(step.value)
    return exact(total)
