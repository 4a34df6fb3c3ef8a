"""A player is called otherwise, from the beginning of a play on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import ProblemsFound
from rulesref.play import flow
from rulesref.play.mending import Mending, mending, rename
from rulesref.play.session import Accepted, ChangedElsewhere, Mended, PlaySession, Rejected
from rulesref.play.store import PlayStore
from tests.helpers import TOY, game_folders, game_in
from tests.unit.play.playing import FINAL, GAME, REST, SPRING, session
from tests.walker import NAMES, walked

LINES = (
    "work 2",
    "visit Ben gate=yes",
    "vote A:2,Ben:1",
    "set Ben.coins +1",
    "set votes.Ben 3",
    "rest",
    "work 3",
)


def played(*lines: str, store: PlayStore | None = None) -> PlaySession:
    play = session(store)
    for line in lines:
        assert isinstance(play.take(line), Accepted), line
    return play


def renamed(play: PlaySession, old: str, new: str) -> Mended:
    reply = rename(play, old, new)
    assert isinstance(reply, Mended), reply
    return reply


def otherwise(data: Any, old: str, new: str) -> Any:
    """Data with another name, wherever the old one stands."""
    if isinstance(data, dict):
        return {otherwise(k, old, new): otherwise(v, old, new) for k, v in data.items()}
    if isinstance(data, (list, tuple)):
        return [otherwise(each, old, new) for each in data]
    return (
        new if data == old else data.replace(f"Ben's {old}", new) if isinstance(data, str) else data
    )


def standing(play: PlaySession) -> Any:
    """The state, but for the words of reminders."""
    return {key: value for key, value in flow.to_data(play.state).items() if key != "told"}


def test_the_lines_are_carried_out_again_with_the_new_name(tmp_path: Path) -> None:
    store = PlayStore.open(str(tmp_path))
    play = played(*LINES, store=store)
    play.undo()
    was, times = standing(play), [entry.line.time for entry in play.entries()]
    reply = renamed(play, "Ben", "Zoë")
    assert standing(play) == otherwise(was, "Ben", "Zoë")
    assert [entry.line.time for entry in play.entries()] == times
    assert (play.play.players, play.play.head, play.play.last) == (("A", "Zoë"), 6, 7)
    again = PlayStore.open(str(tmp_path))
    kept = PlaySession.at(again, GAME, again.play())
    assert (kept.state, kept.play.players, kept.misfits) == (play.state, ("A", "Zoë"), ())
    play.redo()
    assert play.state.players[1]["coins"] == 7
    play.bring_back(reply.aside)
    assert (standing(play), play.play.players) == (was, ("A", "Ben"))
    assert all(entry.problems == () for entry in [*play.entries(), *play.aside()])


def test_a_line_that_names_the_player_is_kept_with_the_new_name() -> None:
    play = played(*LINES)
    renamed(play, "Ben", "Zoë")
    for entry in play.log()[1:]:
        assert "Ben" not in entry.line.typed
        same = mending(play, entry.line.n, entry.line.typed, instead=True)
        assert isinstance(same, Mending)
        assert same.changes is False, entry.line.typed


def test_a_scoring_is_scored_for_the_new_name() -> None:
    play = session()
    gains = {"players": [{"name": "A"}, {"name": "Ben"}], **SPRING}
    for command in (REST, {**REST, "who": "Ben"}, {"position": gains}, {"position": FINAL}):
        assert isinstance(play.carry("x", command), Accepted)
    winners = play.state.winners
    renamed(play, "Ben", "Zoë")
    assert play.state.winners == tuple("Zoë" if name == "Ben" else name for name in winners)
    assert {name for _, totals in play.state.scores for name in totals} == {"A", "Zoë"}


@pytest.mark.parametrize(("new", "code"), [("a", "E429"), ("next", "E549"), ("3", "E549")])
def test_what_no_line_could_tell_is_no_name(new: str, code: str) -> None:
    play = played(*LINES)
    before = play.play
    try:
        reply = rename(play, "Ben", new)
        assert isinstance(reply, Rejected)
        problem = reply.problems[0]
    except ProblemsFound as stop:
        problem = stop.problems[0]
    assert (problem.code, play.play) == (code, before)


def test_nobody_else_and_nothing_that_does_not_fit_is_renamed(tmp_path: Path) -> None:
    play = played(*LINES, store=PlayStore.open(str(tmp_path)))
    reply = rename(play, "Kim", "Zoë")
    assert isinstance(reply, Rejected)
    assert reply.problems[0].code == "E420"
    assert renamed(play, "Ben", "Ben").aside is None
    other = PlayStore.open(str(tmp_path))
    PlaySession.at(other, GAME, other.play()).take("note x")
    assert isinstance(rename(play, "Ben", "Zoë"), ChangedElsewhere)


@pytest.mark.slow
@pytest.mark.parametrize(
    "folder",
    [f for f in (TOY, *game_folders()) if (f / "flow.yaml").is_file()],
    ids=lambda f: f.name,
)
def test_any_play_goes_on_as_it_was(folder: Path) -> None:
    game, store = game_in(folder), PlayStore.in_memory()
    walked(game, 7, store, doubts=0, lines=80)
    play = PlaySession.at(store, game, store.play())
    was = standing(play)
    renamed(play, NAMES[0], "Zoë")
    assert standing(play) == otherwise(was, NAMES[0], "Zoë")
