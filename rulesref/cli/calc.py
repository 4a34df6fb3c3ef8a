"""``rulesref calc``."""

import click

from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.scoring.calculators import calculate, calculator_called, typed_inputs
from rulesref.show import data, result_data, results


@common.command(
    "calc",
    N_(
        "Work out a number that is asked at the table, with its working. Without a calculator: the list.\n\nInputs are written key=value; lists with commas (spaces=1,2,0)."
    ),
)
@click.argument("game")
@click.argument("calculator", required=False)
@click.argument("inputs", nargs=-1)
@pass_session
def command(session: Session, game: str, calculator: str | None, inputs: tuple[str, ...]) -> None:
    """Print the list or the answer."""
    rules = session.game(game)
    if calculator is None:
        session.show(
            lambda lang: results.calculators(rules, lang),
            lambda lang: {
                "game": rules.id,
                "calculators": data.pairs(
                    {c.id: c.about for c in rules.calculators.values()}, lang
                ),
            },
        )
        return
    chosen = calculator_called(rules, calculator)
    answer, problems = calculate(rules, chosen, typed_inputs(chosen, inputs))
    if answer is None:
        raise ProblemsFound(problems)
    session.show(
        lambda lang: results.answer(answer, lang), lambda lang: result_data.answer(answer, lang)
    )
