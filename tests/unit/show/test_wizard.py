"""What a person is asked: every value of every game, on one line and with its help."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.yardstick.positions import PLAYERS, random_position
from rulesref.base.text import LANGS, cells
from rulesref.show.terminal import Terminal, text
from rulesref.show.wizard import help_page, prompt
from rulesref.wizard.interview import Wizard
from tests.helpers import DATA, game_in


def full(game: str) -> list[dict[str, Any]]:
    """Some positions of as many players as there can be, one of each scoring."""
    about = game_in(DATA / game)
    rng = Random(f"reviews of {game}")
    found: dict[str, dict[str, Any]] = {}
    while len(found) < len(about.event_ids):
        position = random_position(game, rng)
        if len(position["players"]) == about.about.players[1]:
            found.setdefault(position["event"], position)
    return list(found.values())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("folder", sorted(DATA / game for game in PLAYERS), ids=lambda f: f.name)
@pytest.mark.slow
def test_every_question_can_be_asked_and_explained(folder: Path, lang: str) -> None:
    """Each field has a sentence of help, and each question stands on one line."""
    game = game_in(folder)
    for position in full(folder.name):
        state = Wizard.start(game, known=position)
        for question in state.form.fields:
            asked = state.at(question.path)
            assert "\n" not in prompt(asked, lang)
            assert cells(prompt(asked, lang)) <= 79, "room for the answer"
            page = text(help_page(asked, lang), Terminal(width=80))
            if question.role == "value":
                assert question.field.help is not None
                start = question.field.help.of(lang)[:10]
                assert start in page.replace("\n", "")
