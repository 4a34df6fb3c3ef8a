"""Operators on numbers. All exact: whole numbers stay whole, division says how it rounds."""

from __future__ import annotations

import math
from typing import ClassVar

from rulesref.base.diagnostics import Problem
from rulesref.base.numbers import Number, exact, quotient
from rulesref.lang.types import Type, Types
from rulesref.model.code import Code
from rulesref.model.expression import Operator, Scope, Unworkable, number
from rulesref.model.keys import optional, required
from rulesref.model.steps import Input, Step


class Total(Operator):
    """The sum of the parts (合計).

    Passes: ``gold + 2``.
    Fails: ``gold +``.
    """

    op: ClassVar[str] = "total"
    parts: tuple[Operator, ...] = required.expressions("what is added up")

    def typed(self, types: Types) -> Type:
        return types.numbers(*self.parts)

    def run(self, scope: Scope) -> Step:
        """The parts, added."""
        steps = tuple(part.run(scope) for part in self.parts)
        return self.step(scope, add(steps), steps)

    def plain(self, code: Code) -> str:
        return f"({' + '.join(code.number(part) for part in self.parts)})"


class Subtraction(Operator):
    """One number less another (差).

    Passes: ``workers - 3``.
    Fails: ``workers -``.
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

    def plain(self, code: Code) -> str:
        return f"({code.number(self.of)} - {code.number(self.less)})"


class Product(Operator):
    """The product of the parts (積).

    Passes: ``tokens * columns``.
    Fails: ``tokens x columns``.
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

    def plain(self, code: Code) -> str:
        return f"({' * '.join(code.number(part) for part in self.parts)})"


class Divide(Operator):
    """Division with a named rounding (割り算と端数): ``exact`` (the default), ``down`` or ``up``.

    Passes: ``petals / 4``, ``floor(petals / 4)``, ``ceil(petals / 4)``.
    Fails: ``floor(petals)``.
    """

    op: ClassVar[str] = "divide"
    of: Operator = required.expression("what is divided")
    by: Operator = required.expression("by what")
    rounding: str | None = optional.word("what happens to the rest", "down", "up")

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

    def plain(self, code: Code) -> str:
        whole, by = code.number(self.of), code.number(self.by)
        match self.rounding:
            case "down":
                return f"({whole} // {by})"
            case "up":
                return f"(-(-{whole} // {by}))"
            case _:
                return code.call(quotient, whole, by)


class Minimum(Operator):
    """The smallest of the parts (最小).

    Passes: ``min(petals, seeds)``.
    Fails: ``min()``.
    """

    op: ClassVar[str] = "minimum"
    parts: tuple[Operator, ...] = required.expressions("what is compared")

    def typed(self, types: Types) -> Type:
        return types.numbers(*self.parts)

    def run(self, scope: Scope) -> Step:
        """The smallest part."""
        steps = tuple(part.run(scope) for part in self.parts)
        return self.step(scope, exact(min(number(step.value) for step in steps)), steps)

    def plain(self, code: Code) -> str:
        return f"min(({''.join(code.number(part) + ', ' for part in self.parts)}))"


class Maximum(Operator):
    """The largest of the parts (最大).

    Passes: ``max(0, level)``.
    Fails: ``max(0 level)``.
    """

    op: ClassVar[str] = "maximum"
    parts: tuple[Operator, ...] = required.expressions("what is compared")

    def typed(self, types: Types) -> Type:
        return types.numbers(*self.parts)

    def run(self, scope: Scope) -> Step:
        """The largest part."""
        steps = tuple(part.run(scope) for part in self.parts)
        return self.step(scope, exact(max(number(step.value) for step in steps)), steps)

    def plain(self, code: Code) -> str:
        return f"max(({''.join(code.number(part) + ', ' for part in self.parts)}))"


class Cap(Operator):
    """A number, but at most so much (上限).

    Passes: ``cap(gold * 2, 18)``.
    Fails: ``cap(gold * 2)``.
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

    def plain(self, code: Code) -> str:
        return f"min({code.number(self.of)}, {code.number(self.at)})"


def add(steps: tuple[Step, ...]) -> Number:
    """The sum of the values of ``steps``."""
    total: Number = 0
    for step in steps:
        total += number(step.value)
    return exact(total)
