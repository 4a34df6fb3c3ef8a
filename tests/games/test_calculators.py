"""What every calculator gives at and around its boundaries, worked out by hand from the facts.

``tests/games/GAME/calculators.yaml`` is a list; ``gives`` names results by id as ``calc --format json`` prints them, and ``refused``
is the code of the problem where there is no answer; ``rulings`` chooses readings::

    - {calc: district, with: {size: 10, levels: [8, 8, 3]}, gives: {value: [10, 10, 3]}}
    - {calc: district, with: {size: 14, levels: [8]}, refused: E440}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.model.expression import plain_value
from rulesref.model.game import Game
from rulesref.scoring.calculators import calculate
from rulesref.scoring.known_cases import exact
from tests.helpers import DATA, document, game_in

LISTS = sorted(Path(__file__).parent.glob("*/calculators.yaml"))


def failures(game: Game, cases: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The cases that do not come out as they should."""
    for case in cases:
        calculator, rulings = game.calculators[case["calc"]], case.get("rulings")
        answer, problems = calculate(game, calculator, case["with"], rulings)
        found: object = sorted(problem.code for problem in problems)
        wanted: object = [case["refused"]] if "refused" in case else None
        if answer is not None:
            results = {part.id: plain_value(step.value) for part, step in answer.results}
            wanted = None if wanted else {key: plain(x) for key, x in case["gives"].items()}
            found = {key: results.get(key) for key in wanted or results}
        if found != wanted:
            yield f"{case['calc']} {dict(case['with'])} {rulings or ''}: {found}, not {wanted}"


def plain(wanted: Any) -> Any:
    """A result as a case writes it; ``2.5`` is text to our reader."""
    if isinstance(wanted, list):
        return [plain(item) for item in wanted]
    if isinstance(wanted, str):
        try:
            return float(exact(wanted))
        except ValueError:
            return wanted
    return wanted


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_calculators_give_what_was_worked_out_by_hand(path: Path) -> None:
    found = list(failures(game_in(DATA / path.parent.name), document(path)))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_every_result_of_every_calculator_is_expected_somewhere(path: Path) -> None:
    game = game_in(DATA / path.parent.name)
    wanted = {(c.id, part.id) for c in game.calculators.values() for part in c.results}
    cases = document(path)
    assert (
        wanted - {(case["calc"], key) for case in cases for key in case.get("gives", ())} == set()
    )


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.name)
def test_every_check_of_every_calculator_refuses_something(path: Path) -> None:
    game = game_in(DATA / path.parent.name)
    refused = [case for case in document(path) if case.get("refused") == "E440"]
    for calculator in game.calculators.values():
        for check in calculator.checks:
            alone = changed(calculator, checks=(check,))
            tried = [case["with"] for case in refused if case["calc"] == calculator.id]
            assert any(calculate(game, alone, given)[1] for given in tried), (
                f"{calculator.id}: {check.message}"
            )
