"""Every game is played to its end by somebody who types whatever is offered."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from rulesref.base.folding import fold, word_lists
from rulesref.base.text import LANGS
from rulesref.play import flow
from rulesref.play.store import PlayStore
from tests.helpers import TOY, game_folders, game_in
from tests.properties import SHARE
from tests.walker import MOST, walked

PLAYED = [folder for folder in (TOY, *game_folders()) if (folder / "flow.yaml").is_file()]
#: The first seed is walked with doubts.
WALKS = [
    pytest.param(folder, seed, id=f"{folder.name}-{seed}", marks=[pytest.mark.nightly] * (seed > 0))
    for folder in PLAYED
    for seed in range(4 if folder == TOY else 2)
]


@pytest.mark.parametrize(("folder", "seed"), WALKS)
@pytest.mark.slow
def test_a_play_goes_on_to_its_end(folder: Path, seed: int) -> None:
    lines, doubts = round(MOST * SHARE * SHARE), SHARE if seed < 1 else 0
    walk = walked(game_in(folder), seed, PlayStore.in_memory(), doubts=doubts, lines=lines)
    assert walk.finished or (SHARE < 1 and walk.lines == lines)


@pytest.mark.slow
def test_every_choice_of_the_invented_game_is_taken() -> None:
    game = game_in(TOY)
    every, taken = set(flow.flow_of(game).actions), set[str]()
    for seed in range(40):
        taken |= walked(game, seed, PlayStore.in_memory(), doubts=0).actions
        if taken == every:
            break
    assert taken == every


@pytest.mark.parametrize("folder", PLAYED, ids=lambda folder: folder.name)
def test_no_choice_is_called_like_a_word_of_the_companion(folder: Path) -> None:
    """Such a choice could not be typed by that word."""
    meta = [word_lists(lang, "commands").values() for lang in LANGS]
    own = {fold(word) for forms in chain(*meta) for word in forms}
    for action in flow.flow_of(game_in(folder)).actions.values():
        words = {
            fold(word) for word in (action.id, *action.name, *action.words[0], *action.words[1])
        }
        assert words & own == set(), action.id
