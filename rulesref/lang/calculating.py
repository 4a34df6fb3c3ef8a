"""The operator that asks a calculator of the same game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import frozen
from rulesref.fields.registry import empty, kind_of
from rulesref.model.code import Bound, Code, Meanings, Unusual
from rulesref.model.expression import Operator, Scope, Unworkable, plain_number
from rulesref.model.keys import optional, required
from rulesref.model.position import Position
from rulesref.model.steps import Input, Step, Value

if TYPE_CHECKING:
    from rulesref.model.scoring import Calculator


@frozen
class _Given:
    """An input that must not be nothing."""

    of: Operator

    def plain(self, code: Code) -> str:
        return code.call(_something, code.value(self.of))


def _something(value: Value) -> Value:
    if value is None:
        raise Unusual
    return value


class Calculate(Operator):
    """A result of one of the game's calculators (早見計算の結果), so that a formula stands once.

    ``with`` gives the inputs; those left out have their defaults.

    Passes: ``{op: calculate, calculator: feeding, with: {workers: workers}, result: paid}``.
    Fails: ``{op: calculate, calculator: feedin, result: paid}`` (no such calculator).
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

    def plain(self, code: Code) -> str:
        calculator = self.calculator
        inputs: dict[str, Bound] = {}
        for key, field in calculator.inputs.items():
            if key in self.with_:
                given = self.with_[key]
                inputs[key] = code.bound(_Given(given) if kind_of(field).counts else given)
            else:
                inputs[key] = Bound(code.literal(empty(field)))
        ground = f"{calculator.id}({', '.join(bound.text for bound in inputs.values())})"
        with code.seeing(Meanings(calculator.define, inputs, calculator.id, ground)):
            for check in calculator.checks:
                with code.only(check.when):
                    code.write("raise Unusual")
            part = next(part for part in calculator.results if part.id == self.result)
            return code.value(part.value)
