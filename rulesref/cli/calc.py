"""``rulesref calc``."""

from typing import Any

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.matching import begun, by_name
from rulesref.base.messages import N_
from rulesref.base.suggest import unknown
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.model.game import Game
from rulesref.model.scoring import Calculator
from rulesref.scoring.calculators import calculate
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
    answer, problems = calculate(rules, chosen, typed(chosen, inputs))
    if answer is None:
        raise ProblemsFound(problems)
    session.show(
        lambda lang: results.answer(answer, lang), lambda lang: result_data.answer(answer, lang)
    )


def calculator_called(game: Game, word: str) -> Calculator:
    """The calculator with this id, name or alias, or the only one with a name that begins so."""
    chosen = by_name(game.calculators.values(), word) or begun(game.calculators.values(), word)
    if chosen is not None:
        return chosen
    raise unknown("E321", word, list(game.calculators), game=game.about.name)


def typed(calculator: Calculator, words: tuple[str, ...]) -> dict[str, Any]:
    """The inputs as values: flags and lists are recognised by the kind of the input."""
    from rulesref.fields.record import field_called
    from rulesref.fields.registry import kind_of
    from rulesref.fields.typed import split

    values: dict[str, Any] = {}
    for word in words:
        key, sign, raw = word.replace("＝", "=").partition("=")
        if not sign:
            example = " ".join(f"{f.id}=…" for f in calculator.inputs.values() if not f.optional)
            raise ProblemsFound([Problem("E328", None, {"found": word, "example": example})])
        field = field_called(calculator.inputs, key)
        listed = field is not None and kind_of(field).is_plain_list
        values[key] = split(raw) if listed else raw
    return values
