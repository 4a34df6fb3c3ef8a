"""Batches of every game against plain Python written by hand, and against the ordinary way."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.differential import by_hand, explained, ours
from benchmarks.yardstick import score
from benchmarks.yardstick.positions import random_position
from rulesref.base.diagnostics import in_order
from rulesref.model.game import Game
from rulesref.reading.source import read_bytes
from rulesref.scoring.batches import Batch, Lines, Renderer
from rulesref.scoring.score import score_of
from rulesref.show.batch_lines import JsonLines, TextLines
from rulesref.show.data import as_json
from tests.helpers import TOY, game_folders, game_in
from tests.invented import disturbed, document, in_words

pytestmark = pytest.mark.slow
GAMES = game_folders()


def lines_of(
    folder: Path, renderer: Renderer, make: Callable[[Batch, Game], Lines] = Lines
) -> Lines:
    game = game_in(folder)
    batch = Batch(file="-", event=None, rulings={}, reopen=lambda: game, renderer=renderer)
    return make(batch, game)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_random_positions_score_as_by_hand(folder: Path) -> None:
    rng = random.Random(folder.name)
    positions = [random_position(folder.name, rng) for _ in range(2_000)]
    raw = "\n".join(json.dumps(position, ensure_ascii=False) for position in positions).encode()
    lines = lines_of(folder, JsonLines("ja"))
    results, sound = lines.scored(raw, 1)
    assert sound
    assert lines.plain == len(positions), "every position of a real table is usual"
    for position, line in zip(positions, results.splitlines(), strict=True):
        assert ours(json.loads(line)) == by_hand(score(position)), position


@pytest.mark.parametrize("renderer", [JsonLines("ja"), TextLines("en")], ids=["json", "text"])
@pytest.mark.parametrize("folder", [TOY, *GAMES], ids=lambda folder: folder.name)
def test_compiled_lines_are_those_of_the_ordinary_way(folder: Path, renderer: Renderer) -> None:
    rng = random.Random(folder.name)
    game = game_in(folder)
    lines = lines_of(folder, renderer)
    other = lines_of(folder, renderer, explained)
    sound = 0
    for number in range(100):
        data = document(game, rng.choice(game.event_ids), rng)
        if number % 3 == 1:
            data = in_words(game, data, rng, lang=number % 2)
        raw = json.dumps(data, ensure_ascii=False).encode()
        found = lines.scored(raw, number)
        assert found == other.scored(raw, number), data
        sound += found[1]
    # Impossible tables are told in words; all others are compiled, whatever language they are in.
    assert lines.plain == sound


@pytest.mark.parametrize("folder", [TOY, *GAMES], ids=lambda folder: folder.name)
def test_a_line_that_is_refused_is_told_as_a_file_is(folder: Path) -> None:
    rng = random.Random(f"{folder.name} disturbed")
    game = game_in(folder)
    lines = lines_of(folder, JsonLines("en"))
    for _ in range(60):
        data = disturbed(document(game, rng.choice(game.event_ids), rng), rng)
        raw = json.dumps(data, ensure_ascii=False).encode()
        found = json.loads(lines.scored(raw, 1)[0])
        source, of_text = read_bytes(raw, "-")
        result, problems = None, tuple(of_text)
        if source is not None and not of_text:
            result, problems = score_of(game, source.data, source.at)
        told = found.get("problems", [])
        assert told == [as_json(problem, "en") for problem in in_order(problems)], data
        assert bool(told) == (result is None)
