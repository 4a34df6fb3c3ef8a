"""Corrections of a position are traced back to the values that a play keeps."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.known_play import KnownPlay, begun
from rulesref.play.session import Accepted, PlaySession, Rejected
from tests.helpers import game_folders, game_in
from tests.unit.play.playing import SPRING, session

GAMES = [folder for folder in game_folders() if (folder / "flow.yaml").is_file()]


def scoring() -> PlaySession:
    play = session()
    for line in ("work 3", "rest", "rest"):
        assert isinstance(play.take(line), Accepted)
    return play


def test_what_is_corrected_at_a_scoring_is_a_line_of_the_play_and_known_to_the_next() -> None:
    play = scoring()
    before = play.play.head
    said = {**SPRING, "players": [{"coins": 4, "points": 2}, {"fence": True}]}
    reply = play.give("{}", said)
    assert isinstance(reply, Accepted)
    lines = [entry.line.typed for entry in play.log()[before + 1 :]]
    assert lines == ["set A.points 2", "set A.coins 4", "set Ben.fence yes", "{}"]
    assert "coins" not in play.log()[-1].line.command["position"]["players"][0]
    kinds = [each.kind for each in reply.happenings]
    assert kinds[:3] == ["change"] * 3, "it is told"
    play.undo()
    due = flow.pending(play.game, play.state)
    assert due is not None
    assert [due[1]["players"][0][key] for key in ("coins", "points")] == [4, 2]


def test_a_scoring_that_is_refused_sets_nothing() -> None:
    play = scoring()
    before = play.play
    for said in ({"players": [{"coins": 4}, {}]}, {**SPRING, "players": [{"coins": 99}, {}]}):
        assert isinstance(play.give("{}", said), Rejected)
        assert play.play == before


def test_what_nothing_or_more_than_one_thing_explains_stays_with_the_scoring() -> None:
    play = scoring()
    nothing: list[dict[str, Any]] = [
        {},
        {"plots": []},
        {"players": [{"coins": "x"}, {"coins": 7.5}]},
    ]
    for said in (*nothing, {"sky": "rain"}):
        commands = flow.traced(play.game, play.state, said)
        assert [command["set"] for command in commands] == (["sky"] if "sky" in said else [])


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_any_number_that_a_play_knows_is_traced_to_one_value_or_to_none(folder: Any) -> None:
    game, traced = game_in(folder), set[str]()
    for state, known in _scorings(game, folder.name):
        for path, value in _numbers(known):
            said = copy.deepcopy(known)
            *outer, last = path
            inside = said
            for key in outer:
                inside = inside[key]
            inside[last] = value + 1
            commands = flow.traced(game, state, flow.beyond(known, said))
            assert len(commands) <= 1, path
            for command in commands:
                traced.add(str(command["set"]))
                done = flow.carry_out(game, state, command).state
                after = flow.pending(game, done)
                assert after is not None
                assert after[1] == said, (path, command)
    assert traced, "nothing was traced"
    if folder.name == "mexica":
        assert "temples" in traced, "the levels of a player in a district"


def _scorings(game: Game, name: str) -> Iterator[tuple[flow.State, dict[str, Any]]]:
    """The first few scorings in the kept plays of a game, with what is known of each position."""
    from tests.words.plays import plays_of

    seen = set[str]()
    for path in plays_of(name):
        rows = path.read_text(encoding="utf-8").split("\n")
        play = begun(game, rows) if not path.stem.startswith("standard-") else None
        if not isinstance(play, KnownPlay):
            continue
        for row in rows:
            if not row.startswith(("#", "=")) and (row.strip() or play.dispatcher.scoring):
                due = flow.pending(game, play.play_session.state)
                if due is not None and f"{path} {due[0].id}" not in seen:
                    seen.add(f"{path} {due[0].id}")
                    yield play.play_session.state, due[1]
                play.typed(row.strip())
            if len(seen) > 6:
                return


def _numbers(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int]]:
    if isinstance(data, int) and not isinstance(data, bool):
        yield path, data
    inside = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, each in inside:
        yield from _numbers(each, (*path, key))
