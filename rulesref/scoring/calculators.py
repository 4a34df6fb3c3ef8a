"""Answers a number asked at the table, with its working."""

from __future__ import annotations

from collections.abc import Mapping

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import frozen_kw
from rulesref.fields.record import read_inputs
from rulesref.fields.value_reader import nowhere
from rulesref.model.expression import Scope, Unworkable
from rulesref.model.game import Game
from rulesref.model.position import Position
from rulesref.model.scoring import Calculator, NamedValue
from rulesref.model.steps import Step, Value
from rulesref.scoring.score import run_checks


@frozen_kw
class Answer:
    """What a calculator gives: each result with its working."""

    game: Game
    calculator: Calculator
    inputs: Mapping[str, Value]
    results: tuple[tuple[NamedValue, Step], ...]


def calculate(
    game: Game, calculator: Calculator, inputs: Mapping[str, object]
) -> tuple[Answer | None, tuple[Problem, ...]]:
    """The results for ``inputs`` (as typed or as values), or why there are none."""
    values, problems = read_inputs(calculator.inputs, inputs)
    if problems:
        return None, tuple(problems)
    position = Position(
        game=game.id,
        event=calculator.id,
        names=(),
        players=(),
        table=values,
        rulings={ruling.id: ruling.default for ruling in game.rulings.values()},
        chosen={},
    )
    scope = Scope(position, None, calculator.define)
    impossible = tuple(run_checks(calculator.checks, position, calculator.define, nowhere))
    if impossible:
        return None, impossible
    try:
        results = tuple((part, part.value.run(scope)) for part in calculator.results)
    except Unworkable as unworkable:
        return None, (unworkable.problem,)
    answer = Answer(game=game, calculator=calculator, inputs=values, results=results)
    return answer, ()
