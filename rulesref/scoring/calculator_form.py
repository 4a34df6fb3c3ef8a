"""The inputs of a calculator as a form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import frozen_kw
from rulesref.base.text import Text
from rulesref.fields.form import Form, FormField, field_of
from rulesref.model.scoring import Calculator
from rulesref.scoring.calculators import Answer, calculate


@frozen_kw
class CalculatorForm(Form):
    """The inputs of a calculator; ``rulings`` are the readings chosen in place of the usual ones."""

    calculator: Calculator
    rulings: Mapping[str, str] = {}

    @property
    def title(self) -> Text:
        return self.calculator.name

    @cached_property
    def fields(self) -> tuple[FormField, ...]:
        return tuple(field_of(spec, self.given) for spec in self.calculator.inputs.values())

    @cached_property
    def answered(self) -> tuple[Answer | None, tuple[Problem, ...]]:
        """The results, or why there are none."""
        return calculate(self.game, self.calculator, self.values, self.rulings)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        wrong = super().problems
        return wrong if wrong or self.missing else self.answered[1]
