"""``rulesref calc``."""

import sys
from typing import Any

import click

from rulesref.base.diagnostics import ProblemsFound
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.fields.kind import Typing, kind_of
from rulesref.fields.record import read_inputs
from rulesref.model.scoring import Calculator
from rulesref.scoring.calculators import calculate, calculator_called, typed_inputs
from rulesref.scoring.score import rulings_chosen
from rulesref.show import result_data, results


@common.command("calc")
@click.argument("game", type=common.Completed("game"))
@click.argument("calculator", required=False, type=common.Completed("calculator"))
@click.argument("inputs", nargs=-1, type=common.Completed("input"))
@common.ruling
def command(
    session: Session,
    game: str,
    calculator: str | None,
    inputs: tuple[str, ...],
    rulings: tuple[str, ...],
) -> None:
    """Work out a number that is asked at the table, with its working. Without a calculator: the list.

    Inputs are written key=value, or their values alone in order; lists with commas (spaces=1,2,0). Without inputs, on a terminal, it asks for them.
    """
    rules = session.library.wanted(game)
    if calculator is None:
        every = rules.calculators.values()
        session.show(
            lambda lang: results.calculators(rules, lang),
            lambda lang: {"game": rules.id, "calculators": {c.id: c.about.of(lang) for c in every}},
        )
        return
    chosen = calculator_called(rules, calculator)
    typed, readings = typed_inputs(chosen, inputs), rulings_chosen(rulings)
    if not inputs and sys.stdin.isatty():
        asked = asked_inputs(session, chosen)
        if asked is None:
            return
        typed = asked
    answer, problems = calculate(rules, chosen, typed, readings)
    if answer is None:
        raise ProblemsFound(problems)
    session.show(
        lambda lang: results.answer(answer, lang), lambda lang: result_data.answer(answer, lang)
    )


def asked_inputs(session: Session, calculator: Calculator) -> dict[str, Any] | None:
    """The inputs, asked one after another, each until it can be read; Enter leaves out what is not needed.

    None when whoever is asked quits.
    """
    from rulesref.cli.conversation import Conversation, quits
    from rulesref.show.wizard import problem_text

    talk = Conversation(session)
    values: dict[str, Any] = {}
    for field in calculator.inputs.values():
        name = field.name.of(session.lang)
        if field.help:
            talk.say(field.help.of(session.lang))
        while True:
            try:
                line = talk.read(f"{name}> ").strip()
            except EOFError:
                return values
            if quits(line):
                return None
            if not line and field.optional:
                break
            given = {field.id: kind_of(field).typed(field, line, Typing())} if line else {}
            _, problems = read_inputs({field.id: field}, given)
            if not problems:
                values |= given
                break
            for problem in problems:
                talk.say(problem_text(problem, session.lang))
    return values
