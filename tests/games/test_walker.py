"""Every game is played to its end by somebody who types whatever is offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.base.text import fold
from rulesref.play import flow
from rulesref.play.meta_commands import COMMAND_WORDS
from rulesref.play.store import PlayStore
from tests.helpers import TOY, game_folders, game_in
from tests.walker import walked

PLAYED = [folder for folder in (TOY, *game_folders()) if (folder / "flow.yaml").is_file()]
SEEDS = range(4)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("folder", PLAYED, ids=lambda folder: folder.name)
def test_a_play_goes_on_to_its_end(folder: Path, seed: int) -> None:
    walk = walked(game_in(folder), seed, PlayStore.in_memory(), thorough=seed < 1)
    assert walk.finished


def test_every_choice_of_the_invented_game_is_taken() -> None:
    game = game_in(TOY)
    taken = set().union(
        *(walked(game, seed, PlayStore.in_memory(), thorough=False).actions for seed in range(40))
    )
    assert taken == set(flow.flow_of(game).actions)


@pytest.mark.parametrize("folder", PLAYED, ids=lambda folder: folder.name)
def test_no_choice_is_called_like_a_word_of_the_companion(folder: Path) -> None:
    """Such a choice could not be typed by that word."""
    every = (*COMMAND_WORDS.values(), *flow.CHANGING.values())
    own = {fold(word) for forms in every for word in forms}
    for action in flow.flow_of(game_in(folder)).actions.values():
        words = {
            fold(word) for word in (action.id, *action.name, *action.words[0], *action.words[1])
        }
        assert words & own == set(), action.id
