"""Score sheets as cards: what a thumb gives there is the position, and what is not given yet counts nowhere."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.base.messages import as_text
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.session import PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from rulesref.view.score_cards import CardField, ScoreSheet, put, score_sheet
from rulesref.wizard.live_checks import certain
from rulesref.wizard.position_form import PositionForm
from tests.games.test_cases import case_files
from tests.helpers import DATA, document, game_in, scored, toy


@cache
def positions() -> list[tuple[Game, dict[str, Any]]]:
    """Of each scoring of each game the known position that says most."""
    found: dict[tuple[str, str], tuple[Game, dict[str, Any]]] = {}
    for folder, path in case_files():
        for case in document(path):
            position, game = case["position"], game_in(folder)
            if "problems" in case["expect"] or position.get("rulings"):
                continue
            key = game.id, position["event"]
            if key not in found or len(str(position)) > len(str(found[key][1])):
                found[key] = game, position
    return list(found.values())


EACH = pytest.mark.parametrize(
    ("game", "position"),
    [pytest.param(*each, id=f"{each[0].id}-{each[1]['event']}") for each in positions()],
)


def fields(sheet: ScoreSheet) -> Iterator[CardField]:
    for card in sheet.cards:
        for part in (*card.asked, *card.known):
            yield from part.fields
        yield from card.gains


def filled_in(game: Game, position: dict[str, Any], seed: int) -> Iterator[PositionForm]:
    """The form of a position after each of its values, given in any order as data that a page could send."""
    names = [player["name"] for player in position["players"]]
    form = PositionForm.start(game, position["event"], names)
    whole = PositionForm.start(game, position["event"], known=position)
    chance = random.Random(seed)
    while asked := [each for each in fields(score_sheet(form, "en")) if each.open]:
        key = chance.choice(asked).entry.path
        there = next(each for each in form.fields if each.key == key)
        raw = whole.given.get(there.path, False if there.role == "entry" else None)
        form = put(form, key, json.loads(json.dumps(raw)), clears=False) or form
        yield form


@EACH
def test_what_is_filled_in_is_the_position(game: Game, position: dict[str, Any]) -> None:
    *_, done = filled_in(game, position, 1)
    sheet = score_sheet(done, "ja")
    assert (sheet.open, sheet.lacking, sheet.complete) == (0, 0, True)
    result, problems = done.so_far()
    assert result is not None, problems
    known = scored(game, position)
    assert [player.total for player in result.players] == [p.total for p in known.players]
    assert result.winners == known.winners
    if known.event.categories:
        points = [card.points for card in sheet.cards if card.seat is not None]
        assert points == [as_text("ja", player.total) for player in known.players]


@EACH
def test_no_open_field_counts(game: Game, position: dict[str, Any]) -> None:
    """Whatever is counted stays as it is to the end, whatever is given later."""
    known = scored(game, position)
    alone = [
        changed(known.event, categories=(each,), before=None) for each in known.event.categories
    ]
    for form in filled_in(game, position, 2):
        lists = any((each.role == "entry" or each.entry) and not each.given for each in form.fields)
        if lists or form._answered is None:
            continue
        for n, each in enumerate(alone):
            so_far = certain(form.scoring, each, *form._answered)
            for points, player in zip(so_far, known.players, strict=True):
                assert points in (None, player.categories[n][1].value)


def test_a_list_counts_from_its_first_whole_entry_or_when_there_is_none() -> None:
    form = PositionForm.start(game_in(DATA / "mexica"), "period-1", ["葵", "Ben"])

    def points(key: str, value: Any) -> list[str]:
        nonlocal form
        form = put(form, key, value, clears=False) or form
        return [card.points for card in score_sheet(form, "en").cards if card.seat is not None]

    whole = {"size": 7, "founded": True, "temples.0": 4, "temples.1": 0, "temples.neutral": 0}
    for key in ("players.0.palace", "players.1.palace", "players.0.points", "players.1.points"):
        nothing = points(key, False if key.endswith("palace") else 0)
    none = PositionForm.start(form.game, "period-1", ["葵", "Ben"])
    assert score_sheet(none, "en").cards[0].points == ""
    assert points("districts.0", value=True) == nothing
    for key, value in whole.items():
        now = points(f"districts.0.{key}", value)
    assert now != nothing


def in_play(session: PlaySession) -> ScoreSheet:
    form = session.scoring_form
    assert form is not None
    return score_sheet(form, "en")


def put_in(session: PlaySession, key: str, value: Any, *, clears: bool = False) -> None:
    form = session.scoring_form
    assert form is not None
    given = put(form, key, value, clears=clears)
    assert given is not None
    assert session.keep_form(given) is None


def scoring() -> PlaySession:
    """A play whose first scoring is due."""
    session, _ = PlaySession.new(
        PlayStore.in_memory(), toy(), ("葵", "Ben"), read_options(toy(), [])[0], "full"
    )
    while flow.pending(session.game, session.state) is None:
        session.take("rest")
    return session


def test_what_a_play_knows_is_folded_and_can_be_put_right_and_back() -> None:
    session = scoring()
    sheet = in_play(session)
    every = (each for card in sheet.cards for part in card.known for each in part.fields)
    known = next(each for each in every if each.entry.widget == "number")
    assert (known.open, known.was) == (False, "")
    put_in(session, known.entry.path, known.entry.value + 1)
    now = next(each for each in fields(in_play(session)) if each.entry.path == known.entry.path)
    assert (now.entry.value, now.was) == (known.entry.value + 1, str(known.entry.value))
    put_in(session, known.entry.path, None, clears=True)
    assert in_play(session) == sheet


def test_what_was_filled_in_is_there_after_the_program_was_killed() -> None:
    session = scoring()
    before = in_play(session)
    asked = next(each for each in fields(before) if each.open and each.entry.widget == "toggle")
    put_in(session, asked.entry.path, value=True)
    again = PlaySession.at(session.store, session.game, session.store.play(session.play.name))
    assert in_play(again) == in_play(session) != before
