"""Laws of scores: what holds for every position of every game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulesref.base.diagnostics import KeyPath
from rulesref.base.text import decimal
from rulesref.model.game import Game
from rulesref.reading.source import read_text, value_at
from rulesref.scoring.cells import document_of, spots
from rulesref.scoring.compare import put_in
from rulesref.scoring.score import Score, score_of
from rulesref.show.position_file import position_text, template
from rulesref.wizard.interview import Wizard
from tests.helpers import game_in
from tests.properties import law
from tests.properties.positions import GAMES, IDS, positions

every_scoring = pytest.mark.parametrize(("folder", "event"), GAMES, ids=IDS)


def sound(game: Game, document: dict[str, Any]) -> Score:
    """The score of a position; positions that cannot be are passed over."""
    result, _ = score_of(game, document)
    assume(result is not None)
    assert result is not None
    return result


def points(found: Score) -> dict[str, tuple[Any, ...]]:
    """What each player gets, without rank."""
    return {
        p.name: (
            p.before,
            p.points,
            p.total,
            p.vector,
            tuple(step.value for _, step in p.categories),
        )
        for p in found.players
    }


@every_scoring
def test_most_random_positions_can_be_scored(folder: Path, event: str) -> None:
    """Else the other laws would say nothing."""
    game = game_in(folder)
    scored: list[bool] = []

    @law(25)
    @given(data=st.data())
    def draw(data: st.DataObject) -> None:
        scored.append(score_of(game, data.draw(positions(game, event)))[0] is not None)

    draw()
    assert sum(scored) > len(scored) / 2


#: More of these may cost points: game, path from the player, and why.
COSTLY: Mapping[tuple[str, str], str] = {
    ("tzolkin/food-day-1", "workers"): "every worker has to be fed",
    ("tzolkin/food-day-2", "workers"): "every worker has to be fed",
    ("tzolkin/food-day-3", "workers"): "every worker has to be fed",
    ("tzolkin/food-day-4", "workers"): "every worker has to be fed",
}


@every_scoring
@law(25)
@given(data=st.data())
def test_more_of_a_good_never_costs_points(folder: Path, event: str, data: st.DataObject) -> None:
    game = game_in(folder)
    document = data.draw(positions(game, event))
    before = sound(game, document)
    assert game.scoring is not None
    goods = [
        spot
        for spot, _ in spots(game.scoring, before.event, before.position)
        if spot.field.kind in ("whole", "flag", "by-player")
        and (spot.player is not None or spot.colour in before.position.names)
    ]
    spot = data.draw(st.sampled_from(goods))
    name = spot.player or spot.colour
    path = ".".join(str(key) for key in spot.path[2:])
    assume((f"{folder.name}/{event}", path) not in COSTLY)
    more = document_of(before.position)
    now = value_at(more, spot.path) or 0
    put_in(more, spot.path, True if spot.field.kind == "flag" else int(now) + 1)
    after = sound(game, more)
    was, then = (next(p for p in s.players if p.name == name) for s in (before, after))
    assert then.total >= was.total


@pytest.mark.parametrize(("scoring", "path"), COSTLY, ids=[f"{s} {p}" for s, p in COSTLY])
def test_every_exception_to_the_law_is_needed(scoring: str, path: str) -> None:
    """In some position one more really costs points; from nothing but the least values to spare."""
    name, event = scoring.split("/")
    game = game_in(next(folder for folder, _ in GAMES if folder.name == name))
    least = Wizard.start(game, event=event, names=("A", "B")).form.so_far()[0]
    assert least is not None
    more = document_of(least.position)
    spot: KeyPath = ("players", 0, *path.split("."))
    put_in(more, spot, value_at(more, spot) + 1)
    after, _ = score_of(game, more)
    assert after is not None
    assert after.players[0].total < least.players[0].total


@every_scoring
@law(25)
@given(data=st.data(), lang=st.sampled_from(["ja", "en"]))
def test_a_position_written_as_yaml_scores_the_same(
    folder: Path, event: str, data: st.DataObject, lang: str
) -> None:
    game = game_in(folder)
    found = sound(game, data.draw(positions(game, event)))
    written = position_text(game, found.event, document_of(found.position), lang)
    source, problems = read_text(written, "position.yaml")
    assert source is not None
    assert not problems
    assert points(sound(game, source.data)) == points(found)


@every_scoring
@law(25)
@given(data=st.data(), lang=st.sampled_from(["ja", "en"]))
def test_a_template_filled_in_scores_as_the_position(
    folder: Path, event: str, data: st.DataObject, lang: str
) -> None:
    """Every value of the position has its place in the template."""
    game = game_in(folder)
    found = sound(game, data.draw(positions(game, event)))
    written = template(game, found.event, found.position.names, lang)
    source, problems = read_text(written, "template.yaml")
    assert source is not None
    assert not problems
    assert score_of(game, source.data)[0] is not None, "the template itself can be scored"
    filled = source.data
    wanted = document_of(found.position)
    for key, value in wanted.items():
        if key != "players":
            assert key in filled
            filled[key] = value
    for person, said in zip(filled["players"], wanted["players"], strict=True):
        assert set(said) <= set(person)
        person.update(said)
    assert points(sound(game, filled)) == points(found)


def test_numbers_of_json_are_exact() -> None:
    from fractions import Fraction

    assert [decimal(n) for n in (3, Fraction(181, 4), Fraction(1, 3))] == [3, 45.25, "1/3"]
