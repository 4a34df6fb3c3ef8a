"""``rulesref calc``."""

import sys

import click

from rulesref.base.diagnostics import ProblemsFound
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.scoring.calculators import calculate, calculator_called, typed_inputs
from rulesref.scoring.score import rulings_chosen
from rulesref.show import results


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
    """Work out a number that is asked at the table, and show how. Without a calculator: the list.

    Inputs are written key=value, or their values alone in order; lists with commas (spaces=1,2,0). Without inputs, on a terminal, it asks for them.
    """
    rules = session.library.wanted(game)
    if calculator is None:
        every = rules.calculators.values()
        session.show(
            lambda lang: results.calculators(rules, lang),
            lambda _: {"game": rules.id, "calculators": {c.id: c.about for c in every}},
        )
        return
    chosen = calculator_called(rules, calculator)
    typed, readings = typed_inputs(chosen, inputs), rulings_chosen(rulings)
    if not inputs and sys.stdin.isatty():
        from rulesref.cli.dialogue import Dialogue
        from rulesref.scoring.calculator_form import CalculatorForm
        from rulesref.wizard.interview import Interview

        form = CalculatorForm(game=rules, calculator=chosen, rulings=readings)
        try:
            typed = Dialogue(session).ask(Interview(form=form)).form.values
        except EOFError:
            return
    answer, problems = calculate(rules, chosen, typed, readings)
    if answer is None:
        raise ProblemsFound(problems)
    session.show(lambda lang: results.answer(answer, lang), lambda _: answer)
