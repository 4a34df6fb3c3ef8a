"""Sentences as people say them at the table, in the games that come: ``tests/games/GAME/said.yaml``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import ActionForm, State
from rulesref.play.start import read_options
from tests.helpers import DATA, document, game_in

FOLDER = Path(__file__).parent
GAMES = sorted(path.parent.name for path in FOLDER.glob("*/said.yaml"))
#: So many sentences each game has in each language.
LEAST = 12


def blocks(name: str) -> list[dict[str, Any]]:
    """What is said in a game, with what was typed before."""
    data: list[dict[str, Any]] = document(FOLDER / name / "said.yaml")
    return data


def said() -> Iterator[Any]:
    for name in GAMES:
        for place, block in enumerate(blocks(name)):
            for sentence in block["said"]:
                yield pytest.param(name, place, sentence, id=f"{name}: {sentence['line']}")


@cache
def state_of(name: str, place: int) -> tuple[Game, State]:
    """A game and where its play is when the sentences of a block are said."""
    game, block = game_in(DATA / name), blocks(name)[place]
    state = flow.begin(game, block["players"], read_options(game, [])[0], "full").state
    for line in block["before"]:
        command = flow.understand(game, state, line)
        assert isinstance(command, dict), (line, command)
        done = flow.carry_out(game, state, command)
        assert done.problems == (), (line, done.problems)
        state = done.state
    return game, state


@pytest.mark.parametrize(("name", "place", "sentence"), list(said()))
def test_a_sentence_means_what_was_meant(name: str, place: int, sentence: dict[str, Any]) -> None:
    game, state = state_of(name, place)
    found = flow.understand(game, state, sentence["line"])
    if "refused" in sentence:
        assert isinstance(found, Problem), found
        assert found.code == sentence["refused"]
        return
    if isinstance(found, ActionForm):
        meant: dict[str, Any] = {"do": found.action.id, "asks": found.field.id}
        values = found.by_id
    else:
        assert isinstance(found, dict), found
        meant = {key: found[key] for key in ("do", "set", "player", "to", "who") if key in found}
        values = found.get("with", {})
    wanted = {key: value for key, value in sentence.items() if key not in ("line", "with")}
    assert meant == wanted
    said_values = {key: listed(values[key]) for key in sentence.get("with", ())}
    assert said_values == sentence.get("with", {})


def listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", GAMES)
def test_each_language_has_its_sentences(name: str) -> None:
    lines = [sentence["line"] for block in blocks(name) for sentence in block["said"]]
    languages = Counter(is_english(line) for line in lines)
    assert min(languages.values()) >= LEAST
    assert len(languages) == 2


def is_english(line: str) -> bool:
    """Whether a line is English but for names."""
    return sum(char.isascii() for char in line) > len(line) / 2


def test_every_game_has_sentences() -> None:
    assert (
        sorted(path.parent.name for path in FOLDER.glob("*/plays") if path.parent.name != "toy")
        == GAMES
    )
