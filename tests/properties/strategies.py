"""Positions that could lie on a table: of the invented game from its fields, of the others by chance."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from benchmarks.yardstick.positions import PLAYERS, random_position
from rulesref.model.entries import Field
from rulesref.model.game import Game
from rulesref.model.scoring import Scoring
from rulesref.scoring.score import Score
from tests.helpers import TOY, game_folders, game_in, result_of

NAMES = st.sampled_from(["葵", "Ben", "湊", "Mia", "さくら", "O'Hara", "三浦 結衣", "7"])
#: What an open range ends at.
FAR = 40


def scoring_of(game: Game) -> Scoring:
    assert game.scoring is not None
    return game.scoring


@st.composite
def values(draw: st.DrawFn, spec: Field, event: str, names: tuple[str, ...]) -> Any:
    """A value of a field as a person writes it."""
    match spec.kind:
        case "whole":
            return draw(wholes(spec))
        case "flag":
            return draw(st.booleans())
        case "choice":
            return draw(st.sampled_from(spec.options)).id
        case "choices":
            options = st.sampled_from([option.id for option in spec.options])
            return draw(st.lists(options, max_size=spec.most, unique=True))
        case "wholes":
            return draw(st.lists(wholes(spec), max_size=spec.most))
        case "record":
            return draw(records(spec.fields, event, names))
        case "records":
            return draw(st.lists(records(spec.fields, event, names), max_size=spec.most or 4))
        case "by-player":
            extras = [extra.id for extra in spec.extras if len(names) in extra.players]
            amount = st.integers(0, 6) | st.lists(st.integers(1, spec.most or 4), max_size=2)
            return draw(st.dictionaries(st.sampled_from([*names, *extras]), amount))
        case other:
            raise AssertionError(other)


def wholes(spec: Field) -> st.SearchStrategy[Any]:
    low = -FAR if spec.low is None else spec.low
    high = FAR if spec.high is None else spec.high
    return st.integers(low, high)


@st.composite
def records(
    draw: st.DrawFn, fields: Mapping[str, Field], event: str, names: tuple[str, ...]
) -> dict[str, Any]:
    found = {}
    for key, spec in fields.items():
        if spec.belongs_to(event) and not (spec.optional and draw(st.booleans())):
            found[key] = draw(values(spec, event, names))
    return found


@st.composite
def documents(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    """A position of a game at any of its events, made from its fields alone."""
    scoring = scoring_of(game)
    event = draw(st.sampled_from(list(scoring.events)))
    low, high = game.about.players
    names = tuple(draw(st.lists(NAMES, min_size=low, max_size=high, unique=True)))
    rulings = {
        ruling.id: draw(st.sampled_from(ruling.readings)).id
        for ruling in game.rulings.values()
        if draw(st.booleans())
    }
    players = [{"name": name, **draw(records(scoring.player, event, names))} for name in names]
    table = draw(records(scoring.table, event, names))
    return {"game": game.id, "event": event, "rulings": rulings, "players": players, **table}


@cache
def drawn(game: str, seed: int) -> dict[str, Any]:
    return random_position(game, Random(seed))


class Case:
    """A position of a game, and its score; told by the position alone."""

    def __init__(self, game: Game, document: dict[str, Any], found: Score) -> None:
        self.game = game
        self.document = document
        self.found = found

    def __repr__(self) -> str:
        return repr(self.document)


@st.composite
def scores(draw: st.DrawFn) -> Case:
    """A game, a position of it that can be scored, and its score."""
    folder = draw(st.sampled_from(folders()))
    game = game_in(folder)
    if folder == TOY:
        document = draw(documents(game))
    else:
        document = drawn(folder.name, draw(st.integers(0, 400)))
    result, _ = result_of(game, document)
    assume(result is not None)
    assert result is not None
    return Case(game, document, result)


def folders() -> list[Path]:
    """The invented game three times, so that it comes up as often as three others."""
    others = [folder for folder in game_folders() if folder.name in PLAYERS]
    return [TOY, TOY, TOY, *others]
