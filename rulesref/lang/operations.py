"""Arithmetic and logic: operators that reckon, and operators that decide.

Numbers are exact: whole ones stay whole, division says how it rounds. What decides are comparisons,
conditions, cases and readings of disputed rules.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.text import Number, Text, exact, quotient
from rulesref.model.code import Code
from rulesref.model.expression import EvaluationError, Input, Operator, Scope, Step, number
from rulesref.model.keys import optional, required

if TYPE_CHECKING:
    from rulesref.lang.types import Type, Types


class Total(Operator):
    """The sum of the parts (合計).

    Passes: ``gold + 2``.
    Fails: ``gold +``.
    """

    op: ClassVar[str] = "total"
    together: ClassVar[Callable[..., Number]] = sum
    sign: ClassVar[str] = " + "
    parts: tuple[Operator, ...] = required.expressions()

    def run(self, scope: Scope) -> Step:
        steps = tuple(part.run(scope) for part in self.parts)
        value = type(self).together(number(step.value) for step in steps)
        return self.step(scope, exact(value), steps)

    def plain(self, code: Code) -> str:
        return f"({self.sign.join(code.number(part) for part in self.parts)})"


class Subtraction(Operator):
    """One number less another (差).

    Passes: ``workers - 3``.
    Fails: ``workers -``.
    """

    op: ClassVar[str] = "difference"
    of: Operator = required.expression()
    less: Operator = required.expression()

    def run(self, scope: Scope) -> Step:
        left, right = self.of.run(scope), self.less.run(scope)
        value = exact(number(left.value) - number(right.value))
        return self.step(scope, value, (left, right))

    def plain(self, code: Code) -> str:
        return f"({code.number(self.of)} - {code.number(self.less)})"


class Product(Total):
    """The product of the parts (積).

    Passes: ``tokens * columns``.
    Fails: ``tokens x columns``.
    """

    op: ClassVar[str] = "product"
    together: ClassVar[Callable[..., Number]] = math.prod
    sign: ClassVar[str] = " * "


class Divide(Operator):
    """Division with a named rounding (割り算と端数): ``exact`` (the default), ``down`` or ``up``.

    Passes: ``petals / 4``, ``floor(petals / 4)``, ``ceil(petals / 4)``.
    Fails: ``floor(petals)``.
    """

    op: ClassVar[str] = "divide"
    of: Operator = required.expression()
    by: Operator = required.expression()
    rounding: str | None = optional.word("", "down", "up")

    def run(self, scope: Scope) -> Step:
        """The quotient, rounded as named."""
        whole, by = self.of.run(scope), self.by.run(scope)
        divisor = number(by.value)
        if divisor == 0:
            raise EvaluationError(Problem("E413"))
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


class Minimum(Total):
    """The smallest of the parts (最小).

    Passes: ``min(petals, seeds)``.
    Fails: ``min()``.
    """

    op: ClassVar[str] = "minimum"
    together: ClassVar[Callable[..., Number]] = min

    def plain(self, code: Code) -> str:
        parts = code.tuple_of(map(code.number, self.parts))
        return f"{type(self).together.__name__}({parts})"


class Maximum(Minimum):
    """The largest of the parts (最大).

    Passes: ``max(0, level)``.
    Fails: ``max(0 level)``.
    """

    op: ClassVar[str] = "maximum"
    together: ClassVar[Callable[..., Number]] = max


class Cap(Operator):
    """A number, but at most so much (上限).

    Passes: ``cap(gold * 2, 18)``.
    Fails: ``cap(gold * 2)``.
    """

    op: ClassVar[str] = "cap"
    of: Operator = required.expression()
    at: Operator = required.expression()

    def run(self, scope: Scope) -> Step:
        inner, limit = self.of.run(scope), self.at.run(scope)
        value = exact(min(number(inner.value), number(limit.value)))
        return self.step(scope, value, (inner,), (Input("at", limit.value),))

    def plain(self, code: Code) -> str:
        return f"min({code.number(self.of)}, {code.number(self.at)})"


def add(steps: tuple[Step, ...]) -> Number:
    """The sum of the values of ``steps``."""
    return exact(sum(number(step.value) for step in steps))


#: Each relation as a function, and as Python writes it.
_COMPARISONS: Mapping[str, tuple[Callable[[Number, Number], bool], str]] = {
    "equal": (operator.eq, "=="), "not-equal": (operator.ne, "!="), "less": (operator.lt, "<"),
    "at-most": (operator.le, "<="), "more": (operator.gt, ">"), "at-least": (operator.ge, ">="),
}  # fmt: skip


class Compare(Operator):
    """Whether two numbers stand in a relation (比較); codes and names may be equal or not.

    Passes: ``flowers > weeds``, ``target = 'own'``.
    Fails: ``flowers => weeds``.
    """

    op: ClassVar[str] = "compare"
    left: Operator = required.expression()
    is_: str = required.word("", *_COMPARISONS)
    right: Operator = required.expression()

    def typed(self, types: Types) -> Type:
        if self.is_ in ("equal", "not-equal"):
            return types.equal(self.left, self.right)
        types.numbers(self.left, self.right, kind="amount")
        return types.flag

    def run(self, scope: Scope) -> Step:
        left, right = self.left.run(scope), self.right.run(scope)
        if self.is_ in ("equal", "not-equal"):
            holds = (left.value == right.value) is (self.is_ == "equal")
        else:
            holds = _COMPARISONS[self.is_][0](number(left.value), number(right.value))
        return self.step(scope, holds, (left, right), (Input("is", self.is_),))

    def plain(self, code: Code) -> str:
        if self.is_ in ("equal", "not-equal"):
            left, right = code.value(self.left), code.value(self.right)
        else:
            left, right = code.number(self.left), code.number(self.right)
        return f"({left} {_COMPARISONS[self.is_][1]} {right})"


class OneOf(Operator):
    """Whether a code or number is one of those listed (いずれか).

    Passes: ``target in ['own', 'inn']``.
    Fails: ``target in ['own' 'inn']``.
    """

    op: ClassVar[str] = "one-of"
    of: Operator = required.expression()
    values: tuple[str | int, ...] = required.listed("", required.literal(kind="code"), 1)

    def typed(self, types: Types) -> Type:
        of = types.of(self.of)
        for place, value in enumerate(self.values):
            types.literal(value, of, "values", place)
        return types.flag

    def run(self, scope: Scope) -> Step:
        inner = self.of.run(scope)
        return self.step(scope, inner.value in self.values, (inner,))

    def plain(self, code: Code) -> str:
        return f"({code.value(self.of)} in {self.values!r})"


class All(Operator):
    """Whether every condition holds (すべて); those after a false one are not looked at.

    Passes: ``watered and shaded``.
    Fails: ``watered and``.
    """

    op: ClassVar[str] = "all"
    word: ClassVar[str] = "and"
    parts: tuple[Operator, ...] = required.expressions()

    def typed(self, types: Types) -> Type:
        return types.flags(*self.parts)

    def run(self, scope: Scope) -> Step:
        """Looks at the parts until one decides."""
        decides, steps = self.word == "or", []
        for part in self.parts:
            steps.append(part.run(scope))
            if bool(steps[-1].value) is decides:
                return self.step(scope, decides, tuple(steps))
        return self.step(scope, not decides, tuple(steps))

    def plain(self, code: Code) -> str:
        return f"(not not {code.in_turn(self.parts, self.word)})"


class AnyOf(All):
    """Whether at least one condition holds (どれか); those after a true one are not looked at.

    Passes: ``watered or shaded``.
    Fails: ``watered, shaded``.
    """

    op: ClassVar[str] = "any"
    word: ClassVar[str] = "or"


class Not(Operator):
    """The opposite of a condition (否定).

    Passes: ``not founded``.
    Fails: ``founded not``.
    """

    op: ClassVar[str] = "not"
    of: Operator = required.expression()

    def typed(self, types: Types) -> Type:
        return types.flags(self.of)

    def run(self, scope: Scope) -> Step:
        inner = self.of.run(scope)
        return self.step(scope, not inner.value, (inner,))

    def plain(self, code: Code) -> str:
        return f"(not {code.value(self.of)})"


class When(Operator):
    """One value if a condition holds, else another (場合分け); 0 when no ``else`` is given.

    Passes: ``5 if shaded else 0``.
    Fails: ``5 if shaded``.
    """

    op: ClassVar[str] = "when"
    if_: Operator = required.expression()
    then: Operator = required.expression()
    else_: Operator | None = optional.expression()

    @property
    def branches(self) -> Sequence[Operator]:
        return (self.then, *([self.else_] if self.else_ else []))

    def typed(self, types: Types) -> Type:
        types.flags(self.if_)
        several = types.branches(self.branches)
        return several if self.else_ else several | types.nothing

    def run(self, scope: Scope) -> Step:
        """The value of the branch taken; the other is not worked out."""
        condition = self.if_.run(scope)
        branch = self.then if condition.value else self.else_
        inputs = (Input("if", condition.value, condition.label),)
        if branch is None:
            return self.step(scope, 0, (), inputs)
        inner = branch.run(scope)
        return self.step(scope, inner.value, (inner,), inputs, inner.shown)

    def plain(self, code: Code) -> str:
        return code.first([code.value(self.if_)], [self.then], self.else_, "0")


class Choose(Operator):
    """The case that a code or number picks (選択).

    Passes: ``case target of 'own' -> 1; else cost``.
    Fails: ``case target 'own' -> 1``.
    """

    op: ClassVar[str] = "choose"
    by: Operator = required.expression()
    cases: Mapping[str, Operator] = required.cases()
    else_: Operator | None = optional.expression()

    @property
    def branches(self) -> Sequence[Operator]:
        return (*self.cases.values(), *([self.else_] if self.else_ else []))

    def typed(self, types: Types) -> Type:
        types.cases(types.of(self.by), self.cases, complete=self.else_ is not None)
        return types.branches(self.branches)

    def run(self, scope: Scope) -> Step:
        """The value of the case; a problem when no case fits and there is no ``else``."""
        picked = self.by.run(scope)
        case = self.cases.get(str(picked.value), self.else_)
        if case is None:
            raise EvaluationError(wrong("E414", value=picked.value))
        inner = case.run(scope)
        inputs = (Input("by", picked.value, picked.label, picked.shown),)
        return self.step(scope, inner.value, (inner,), inputs, inner.shown)

    def plain(self, code: Code) -> str:
        return code.chosen(f"str({code.value(self.by)})", self.cases, self.else_)


class Which(Operator):
    """The codes whose conditions hold, in the order given (該当するもの).

    Passes: ``{op: which, cases: {shed: at >= 12}}``.
    Fails: ``{op: which}``.
    """

    op: ClassVar[str] = "which"
    cases: Mapping[str, Operator] = required.cases("a condition for each code")
    names: Mapping[str, Text] = optional.mapped("how the codes are read", required.text())

    def typed(self, types: Types) -> Type:
        types.flags(*self.cases.values())
        codes = types.codes_of(self.cases, fresh=True)
        for code in self.names:
            types.strange({code} - codes.codes, codes, (*types.path, "names", code))
        return types.list_of(codes)

    def run(self, scope: Scope) -> Step:
        held = tuple(code for code, case in self.cases.items() if case.run(scope).value)
        names = [self.names.get(code, Text(code, code)) for code in held]
        shown = Text("、".join(n.ja for n in names), ", ".join(n.en for n in names))
        return self.step(scope, held, shown=shown if held else Text("なし", "none"))

    def plain(self, code: Code) -> str:
        held = code.variable()
        code.write(f"{held} = []")
        for case, condition in self.cases.items():
            with code.only(condition):
                code.write(f"{held}.append({case!r})")
        return f"tuple({held})"


class RulingOp(Operator):
    """The value by the chosen reading of a disputed rule (裁定による値); without values its code.

    Passes: ``case ruling(flower-tie) of 'half' -> 3; 'share' -> 2``, ``ruling(flower-tie)``.
    Fails: ``case ruling(flower-tie) of 'half' -> 3`` when it has two readings.
    """

    op: ClassVar[str] = "ruling"
    of: str = required.reference("ruling")
    readings: Mapping[str, Operator] = optional.cases()
    #: What it answers, and all its readings by their codes, as people read them.
    question: Text | None = None
    texts: Mapping[str, Text] = {}

    @property
    def branches(self) -> Sequence[Operator]:
        return tuple(self.readings.values())

    def typed(self, types: Types) -> Type:
        if not self.readings:
            return types.codes_of(self.texts)
        return types.branches(self.branches)

    def run(self, scope: Scope) -> Step:
        reading = scope.position.rulings[self.of]
        inputs = (
            Input("ruling", self.of, shown=self.question),
            Input("reading", reading, shown=self.texts.get(reading)),
        )
        if not self.readings:
            return self.step(scope, reading, (), inputs)
        inner = self.readings[reading].run(scope)
        return self.step(scope, inner.value, (inner,), inputs, inner.shown)

    def plain(self, code: Code) -> str:
        reading = f"rulings[{self.of!r}]"
        return code.chosen(reading, self.readings, None) if self.readings else reading
