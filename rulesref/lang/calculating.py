"""Operators that work out what stands elsewhere: a calculator, a function of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from rulesref.base.diagnostics import Problem
from rulesref.fields.registry import empty
from rulesref.lang.references import Reference
from rulesref.model.expression import Operator, Player, Scope, Unworkable, plain_number
from rulesref.model.keys import optional, required
from rulesref.model.position import Position
from rulesref.model.steps import Input, Step, Value

if TYPE_CHECKING:
    from rulesref.model.scoring import Calculator


class Calculate(Operator):
    """A result of one of the game's calculators (早見計算の結果), so that a formula stands once.

    ``with`` gives the inputs; those left out have their defaults.

    Passes: ``feeding(workers = workers).paid``.
    Fails: ``feedin(workers = workers).paid`` (no such calculator).
    """

    op: ClassVar[str] = "calculate"
    calculator: Calculator = required.reference("calculator", "the calculator")
    with_: Mapping[str, Operator] = optional.cases("a value for each input that is given")
    result: str = required.reference("result", "which of its results")

    def run(self, scope: Scope) -> Step:
        """The result; a problem when the calculator refuses the inputs."""
        steps = {key: expression.run(scope) for key, expression in self.with_.items()}
        values: dict[str, Value] = {
            key: plain_number(steps[key].value) if key in steps else empty(field)
            for key, field in self.calculator.inputs.items()
        }
        position = Position(
            game=scope.position.game, event=self.calculator.id, names=(), players=(), table=values,
            rulings=scope.position.rulings, chosen={},
        )  # fmt: skip
        inner = Scope(position, None, self.calculator.define)
        for check in self.calculator.checks:
            if check.when.run(inner).value:
                why = {"message": check.message.filled(inner), "rules": check.rules}
                raise Unworkable(Problem("E440", None, why))
        part = next(p for p in self.calculator.results if p.id == self.result)
        working = part.value.run(inner)
        inputs = (Input("calculator", self.calculator.id, self.calculator.name),)
        return self.step(scope, working.value, (working,), inputs, working.shown)


class Call(Operator):
    """A named value with parameters, worked out for these arguments (関数): ``room(district)``.

    It sees its parameters and what named values see, but no loop of whoever asks.

    Passes: ``room(bed)``.
    Fails: ``room(bed``.
    """

    op: ClassVar[str] = "call"
    function: str = required.reference("function", "the named value")
    arguments: tuple[Operator, ...] = required.expressions("a value for each parameter")
    parameters: tuple[str, ...]
    body: Operator

    def run(self, scope: Scope) -> Step:
        """The step of the named value."""
        values = (_entry(argument, scope) for argument in self.arguments)
        names = dict(zip(self.parameters, values, strict=True))
        step = self.body.run(Scope(scope.position, scope.seat, scope.defines, names, scope.memo))
        return self.step(scope, step.value, (step,), shown=step.shown) if self.label else step


def _entry(argument: Operator, scope: Scope) -> Value | Player:
    """The value of an argument; a player stays a player."""
    if isinstance(argument, Reference) and argument.root == "loop" and len(argument.path) == 1:
        entry = scope.names[argument.path[0]]
        if argument.onward is None:
            return entry
    return argument.run(scope).value
