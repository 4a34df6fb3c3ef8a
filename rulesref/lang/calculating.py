"""Operators that work out what stands elsewhere: a calculator, a function of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, TypeGuard

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.frozen import changed, frozen
from rulesref.fields.kind import empty, kind_of
from rulesref.lang.references import Reference
from rulesref.model.code import Binding, Bindings, Code, Seat, something
from rulesref.model.expression import (
    EvaluationError,
    Input,
    Operator,
    Player,
    Position,
    Scope,
    Step,
    Value,
    plain_number,
)
from rulesref.model.keys import optional, required
from rulesref.model.scoring import Calculator

if TYPE_CHECKING:
    from rulesref.lang.types import Type, Types


@frozen
class _Known:
    """An input that must not be nothing."""

    of: Operator

    def plain(self, code: Code) -> str:
        return code.call(something, code.value(self.of))


class Calculate(Operator):
    """A result of one of the game's calculators (早見計算の結果), so that a formula stands once.

    ``with`` gives the inputs; those left out have their defaults.

    Passes: ``feeding(workers = workers).paid``.
    Fails: ``feedin(workers = workers).paid`` (no such calculator).
    """

    op: ClassVar[str] = "calculate"
    calculator: Calculator = required.reference("calculator")
    with_: Mapping[str, Operator] = optional.cases()
    result: str = required.reference("result")

    def typed(self, types: Types) -> Type:
        for key, value in self.with_.items():
            types.fits(value, types.type_of(self.calculator.inputs[key]))
        return types.result(self.calculator, self.result)

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
                raise EvaluationError(Problem("E440", None, why))
        part = next(p for p in self.calculator.results if p.id == self.result)
        working = part.value.run(inner)
        inputs = (Input("calculator", self.calculator.id, self.calculator.name),)
        return self.step(scope, working.value, (working,), inputs, working.shown)

    def plain(self, code: Code) -> str:
        calculator = self.calculator
        inputs: dict[str, Binding] = {}
        for key, field in calculator.inputs.items():
            if key in self.with_:
                value = self.with_[key]
                inputs[key] = code.bound(_Known(value) if kind_of(field).counts else value)
            else:
                inputs[key] = Binding(code.literal(empty(field)))
        ground = f"{calculator.id}({', '.join(bound.text for bound in inputs.values())})"
        with code.seeing(Bindings(calculator.define, inputs, calculator.id, ground)):
            for check in calculator.checks:
                with code.only(check.when):
                    code.write("raise Unusual")
            part = next(part for part in calculator.results if part.id == self.result)
            return code.value(part.value)


class Apply(Operator):
    """A named value with parameters, worked out for these arguments (関数): ``room(district)``.

    It sees its parameters and what named values see, but no loop of whoever asks.

    Passes: ``room(bed)``.
    Fails: ``room(bed``.
    """

    op: ClassVar[str] = "call"
    function: str = required.reference("function")
    arguments: tuple[Operator, ...] = required.expressions()
    parameters: tuple[str, ...]
    body: Operator

    def children(self) -> Iterator[Operator]:
        """What it is given, and what it works out of that."""
        yield from super().children()
        yield self.body

    def typed(self, types: Types) -> Type:
        given = dict(zip(self.parameters, map(types.of, self.arguments), strict=True))
        inner = types.alone(given)

        def tell(code: str, path: KeyPath, values: Mapping[str, object]) -> None:
            # A code that can never come up is wrong where it is given.
            for argument, type_ in zip(self.arguments, given.values(), strict=True):
                if code == "E312" and values["typed"] in type_.fresh:
                    path = types.place(argument)
            types.tell(code, path, values)

        inner.tell = tell
        return inner.of(self.body)

    def run(self, scope: Scope) -> Step:
        values = (_entry(argument, scope) for argument in self.arguments)
        names = dict(zip(self.parameters, values, strict=True))
        step = self.body.run(scope.only_names(names))
        return self.step(scope, step.value, (step,), shown=step.shown) if self.label else step

    def plain(self, code: Code) -> str:
        loops: dict[str, Binding | Seat] = {
            key: code.names.loops[argument.path[0]] if _is_entry(argument) else code.bound(argument)
            for key, argument in zip(self.parameters, self.arguments, strict=True)
        }
        with code.seeing(changed(code.names, loops=loops)):
            return code.value(self.body)


def _entry(argument: Operator, scope: Scope) -> Value | Player:
    """The value of an argument; a player stays a player."""
    return scope.names[argument.path[0]] if _is_entry(argument) else argument.run(scope).value


def _is_entry(argument: Operator) -> TypeGuard[Reference]:
    """Whether it is the name of a loop alone."""
    return (
        isinstance(argument, Reference)
        and argument.root == "loop"
        and len(argument.path) == 1
        and argument.onward is None
    )
