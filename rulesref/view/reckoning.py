"""A calculator as far as it is filled in: its inputs, what is missing, what it comes to and how (計算)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.base.frozen import frozen_kw
from rulesref.model.game import Game
from rulesref.model.scoring import Calculator
from rulesref.scoring.calculator_form import CalculatorForm
from rulesref.scoring.calculators import Answer
from rulesref.show.results import answer_working
from rulesref.show.working import Line, step_text
from rulesref.view.control import DrawnField, entry
from rulesref.view.finding import LinkTarget, rule_target
from rulesref.view.sheet import Refusal, refusal


@frozen_kw
class Reckoning:
    """A calculator and what it comes to. ``missing`` are the inputs that it still needs, by their names.

    ``results`` are empty while something is missing or wrong; ``lines`` say how they come about.
    """

    title: str
    about: str
    entries: tuple[DrawnField, ...]
    given: Mapping[str, Any]
    missing: tuple[str, ...]
    refusals: tuple[Refusal, ...]
    results: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]
    rules: tuple[LinkTarget, ...]


def reckoning(game: Game, calculator: Calculator, given: Mapping[str, Any], lang: str) -> Reckoning:
    """A calculator with inputs by their ids, as data or as typed; those that it does not have are left out."""
    form = CalculatorForm(game=game, calculator=calculator)
    for key in calculator.inputs:
        if given.get(key) is not None:
            form = form.fill((key,), given[key])
    # What is wrong with one of them stands beside it.
    told = any(each.problems for each in form.fields)
    answer = form.answered[0] if form.complete else None
    return Reckoning(
        title=calculator.name.of(lang),
        about=calculator.about.of(lang),
        entries=tuple(entry(form, each, lang) for each in form.fields),
        given={each.key: each.raw for each in form.fields if each.given},
        missing=tuple(
            (each.field.short or each.field.name).of(lang) for each in form.fields if each.missing
        ),
        refusals=() if told else tuple(refusal(each, lang) for each in form.problems),
        results=tuple((part.name.of(lang), step_text(step, lang)) for part, step in answer.results)
        if answer
        else (),
        lines=tuple(answer_working(answer, lang)) if answer else (),
        rules=tuple(_rules(game, calculator, answer, lang)),
    )


def _rules(
    game: Game, calculator: Calculator, answer: Answer | None, lang: str
) -> list[LinkTarget]:
    """The entries that the results rest on, and those that the calculator is about."""
    results = answer.results if answer else ()
    cited = dict.fromkeys(
        [*(rule for part, _ in results for rule in part.rules), *calculator.rules]
    )
    return [rule_target(game, found, lang) for name in cited if (found := game.rule(name))]
