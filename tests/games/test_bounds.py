"""The least and the greatest number of every input that has bounds, entered a second time from the facts.

``tests/games/GAME/bounds.yaml`` was written without looking at the ranges of the game; ``null`` is no bound, and ``most`` is how
many numbers a list may have. Where no fact says so much, ``why`` says what the bound is for::

    - {why: A player has 6 workers (section 1)., from: 0, to: 6, inputs: [feeding.workers, unfed-points.unfed]}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from rulesref.fields.record import read_value
from rulesref.model.field import Field
from rulesref.model.game import Game
from tests.helpers import TESTS, document, game_folders, game_in


def inputs_of(game: Game) -> Mapping[str, Field]:
    """Every input of every calculator, called as in ``bounds.yaml``."""
    return {
        f"{calculator.id}.{field.id}": field
        for calculator in game.calculators.values()
        for field in calculator.inputs.values()
    }


def tried(entry: Mapping[str, Any]) -> Iterator[tuple[Any, str | None]]:
    """What an input is given, and the code by which it should be refused."""
    low, high = entry.get("from", 0), entry.get("to")
    if low is not None:
        yield from ((low, None), (low - 1, "E403"))
    if high is not None:
        yield from ((high, None), (high + 1, "E403"))
    if "most" in entry:
        yield from (([low] * entry["most"], None), ([low] * (entry["most"] + 1), "E406"))


def failures(game: Game, entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The numbers at the ends of an input that it refuses, and those just beyond them that it takes."""
    inputs = inputs_of(game)
    for entry in entries:
        for name in entry["inputs"]:
            for raw, wanted in tried(entry):
                found = [problem.code for problem in read_value(inputs[name], raw)[1]]
                if found != ([wanted] if wanted else []):
                    yield f"{name} {raw}: {found}, not {wanted} ({entry['why']})"


@pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)
def test_inputs_take_what_the_second_reader_entered_and_nothing_beyond(folder: Path) -> None:
    found = list(failures(game_in(folder), entered(folder.name)))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("folder", game_folders(), ids=lambda folder: folder.name)
def test_every_bound_of_an_input_was_entered_a_second_time(folder: Path) -> None:
    bounded = {
        name
        for name, field in inputs_of(game_in(folder)).items()
        if field.low != 0 or field.high is not None or field.most is not None
    }
    names = [name for entry in entered(folder.name) for name in entry["inputs"]]
    assert sorted(names) == sorted(bounded)
    assert all(entry["why"] for entry in entered(folder.name))


def entered(game: str) -> Any:
    return document(TESTS / "games" / game / "bounds.yaml")
