"""Answers a number asked at the table, with its working."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.folding import begun, by_name
from rulesref.base.frozen import frozen_kw
from rulesref.base.suggest import unknown
from rulesref.fields.kind import Reader, Typing, kind_of, nowhere
from rulesref.fields.record import field_called, read_inputs
from rulesref.model.entries import Field
from rulesref.model.expression import EvaluationError, Position, Scope, Step, Value
from rulesref.model.game import Game
from rulesref.model.scoring import Calculator, NamedValue
from rulesref.reading.positions import chosen_rulings
from rulesref.scoring.score import run_checks


@frozen_kw
class Answer:
    """What a calculator gives: each result with its working."""

    game: Game
    calculator: Calculator
    inputs: Mapping[str, Value]
    results: tuple[tuple[NamedValue, Step], ...]


def calculator_called(game: Game, word: str) -> Calculator:
    """The calculator with this id, name or alias, or the only one with a name that begins so."""
    chosen = by_name(game.calculators.values(), word) or begun(game.calculators.values(), word)
    if chosen is not None:
        return chosen
    raise unknown("E321", word, list(game.calculators), game=game.about.name)


def typed_inputs(calculator: Calculator, words: Sequence[str]) -> dict[str, Any]:
    """The inputs typed as ``key=value``; without keys they are those that are needed, in order, then the others."""
    values: dict[str, Any] = {}
    inputs = calculator.inputs
    for word in words:
        key, sign, raw = word.replace("＝", "=").partition("=")
        if not sign:
            taken = {field.id for each in values if (field := field_called(inputs, each))}
            free = [field for field in inputs.values() if field.id not in taken]
            first = min(free, key=lambda field: field.optional, default=None)
            key, raw = first.id if first else "", key
        if not key:
            example = " ".join(f"{f.id}=…" for f in calculator.inputs.values() if not f.optional)
            raise ProblemsFound([wrong("E328", word, example=example)])
        values |= chosen_inputs(calculator, {key: raw})
    return values


def chosen_inputs(calculator: Calculator, given: Mapping[str, object]) -> dict[str, Any]:
    """The inputs by their names, each with what was typed or with its value."""
    values: dict[str, Any] = {}
    for key, raw in given.items():
        field = field_called(calculator.inputs, key) if isinstance(raw, str) else None
        values[key] = raw if field is None else kind_of(field).typed(field, str(raw), Typing())
    return values


def calculate(
    game: Game, calculator: Calculator, inputs: Mapping[str, object],
    rulings: Mapping[str, str] | None = None,
) -> tuple[Answer | None, tuple[Problem, ...]]:  # fmt: skip
    """The results for ``inputs`` (as typed or as values), or why there are none.

    ``rulings`` are the readings that are chosen in place of the usual ones.
    """
    values, problems = read_inputs(calculator.inputs, inputs)
    reader = Reader()
    chosen = chosen_rulings(game, None, reader, rulings or {})
    if problems := [*reader.problems, *problems]:
        return None, tuple(problems)
    position = Position(
        game=game.id,
        event=calculator.id,
        names=(),
        players=(),
        table=values,
        rulings=game.readings(chosen),
        chosen=chosen,
    )
    scope = Scope(position, None, calculator.define)
    impossible = tuple(run_checks(calculator.checks, position, calculator.define, nowhere))
    if impossible:
        return None, impossible
    try:
        results = tuple((part, part.value.run(scope)) for part in calculator.results)
    except EvaluationError as unworkable:
        return None, (unworkable.problem,)
    answer = Answer(game=game, calculator=calculator, inputs=values, results=results)
    return answer, ()


#: So many numbers of a range are all tried.
_ALL = 30


def stumbling(game: Game, calculator: Calculator) -> tuple[Mapping[str, Value], Problem] | None:
    """A number that an input allows and that needs a row which a table has not, the others at their least."""
    fields = [field for field in calculator.inputs.values() if not field.optional]
    least: dict[str, Value] = {
        field.id: field.options[0].id if field.options else field.low
        for field in fields
        if field.options or field.low is not None
    }
    # Of what is chosen some may go together with nothing: then it is not the range that is wrong.
    chosen = any(field.options for field in fields)
    if chosen and _lacking(game, calculator, least):
        return None
    for field in calculator.inputs.values():
        for number in _numbers(field):
            given = {**least, field.id: number}
            if problem := _lacking(game, calculator, given):
                return given, problem
    return None


def _lacking(game: Game, calculator: Calculator, given: Mapping[str, Value]) -> Problem | None:
    """The problem that a table lacks the row for some inputs, if it does."""
    problems = calculate(game, calculator, given)[1]
    return next((problem for problem in problems if problem.code == "E411"), None)


def _numbers(field: Field) -> Sequence[int]:
    """The numbers of its range: all, or where they are many the ends."""
    if field.low is None or field.high is None:
        return ()
    every = range(field.low, field.high + 1)
    return every if len(every) <= _ALL else (field.low, field.high)
