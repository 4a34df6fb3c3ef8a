"""Counters to which people add before a scoring counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.session import Accepted, PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from tests.helpers import varied
from tests.unit.play.playing import SCORING, SPRING

_GAINS = ("flow.yaml", "    event: spring\n", "    event: spring\n    gains: [coins, points]\n")


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return varied(tmp_path, _GAINS)


@pytest.fixture
def play(game: Game) -> PlaySession:
    """A play whose first scoring asks."""
    play, _ = PlaySession.new(
        PlayStore.in_memory(), game, ("A", "Ben"), read_options(game, [])[0], "full"
    )
    for command in SCORING:
        play.carry("rest", command)
    return play


def asked(play: PlaySession) -> str:
    assert play.wizard is not None
    assert play.wizard.current is not None
    return play.wizard.current.key


def test_every_player_is_asked_once_for_what_is_gained(play: PlaySession) -> None:
    assert asked(play) == "gains.0"
    play.answer("2コイン 1点")
    assert asked(play) == "gains.1"
    play.answer("")
    assert play.wizard is not None
    known = play.wizard.form.values["players"]
    assert [(own["coins"], own["points"]) for own in known] == [(5, 1), (4, 0)]
    assert asked(play) == "plots.0"


@pytest.mark.slow
def test_what_is_gained_changes_the_state(play: PlaySession) -> None:
    for line in ("coins 2", "なし", "3/yes/2/1//", ""):
        play.answer(line)
    before = play.state
    _, reply = play.answer("")
    assert isinstance(reply, Accepted)
    assert reply.entry.line.command["gains"] == {"A": {"coins": 2}}
    # Two more by what the scoring itself gives.
    assert play.state.players[0]["coins"] == before.players[0]["coins"] + 2 + 2  # type: ignore[operator]
    (text,) = [h for h in reply.happenings if h.kind == "change"]
    assert (text.player, text.amount) == ("A", 5)
    # The position that was scored is the same one when it is asked for later.
    found = play.position("spring")
    assert found is not None
    assert found[1]["players"][0]["coins"] == 5
    # Worked out again from its lines it comes to the same.
    assert play.log()[-1].state == play.state


def test_what_may_be_gained_is_one_or_more_of_what_is_counted(
    game: Game, play: PlaySession
) -> None:
    due = flow.pending(game, play.state)
    assert due is not None
    field = flow.Gaining(game, play.state, due[0]).field
    assert (field.optional, field.rules, [*field.fields]) == (True, due[0].rules, ["coins", "points"])  # fmt: skip
    bounds = [(each.low, each.high, each.optional, each.default) for each in field.fields.values()]
    assert bounds == [(1, None, True, None)] * 2


def test_a_gain_can_be_corrected(play: PlaySession) -> None:
    for line in ("coins 2", "", "3/yes/2/1//", ""):
        play.answer(line)
    wizard = play.wizard
    assert wizard is not None
    number = [cell.path for cell in wizard.form.cells].index(("gains", 0)) + 1
    corrected, _ = play.answer(f"{number} 3コイン")
    assert corrected.form.values["players"][0]["coins"] == 6
    assert corrected.form.values["plots"] == wizard.form.values["plots"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("fish 3", "E443", id="not counted"),
        pytest.param("40 coins", "E511", id="more than there can be"),
    ],
)
def test_what_cannot_be_gained_is_refused(play: PlaySession, line: str, code: str) -> None:
    wizard, reply = play.answer(line)
    assert reply is None
    assert [problem.code for problem in wizard.problems] == [code]
    assert asked(play) == "gains.0"


@pytest.mark.parametrize(
    ("gains", "code"),
    [
        pytest.param({"Cai": {"coins": 1}}, "E420", id="nobody of that name"),
        pytest.param({"A": {"hat": 1}}, "E443", id="no counter of this scoring"),
    ],
)
def test_a_kept_gain_that_no_longer_fits_is_refused(
    game: Game, play: PlaySession, gains: dict[str, dict[str, int]], code: str
) -> None:
    done = flow.carry_out(game, play.state, {"position": SPRING, "gains": gains})
    assert [problem.code for problem in done.problems] == [code]


def test_what_is_not_tracked_is_not_asked(tmp_path: Path) -> None:
    hidden = ("flow.yaml", "range: [0, 30], rules: [coin-supply], start:", "range: [0, 30], rules: [coin-supply], tracks: [full], start:")  # fmt: skip
    game = varied(tmp_path, _GAINS, hidden)
    play, _ = PlaySession.new(
        PlayStore.in_memory(), game, ("A", "Ben"), read_options(game, [])[0], "light"
    )
    for command in SCORING:
        play.carry("rest", command)
    due = flow.pending(game, play.state)
    assert due is not None
    assert [*flow.Gaining(game, play.state, due[0]).field.fields] == ["points"]


def test_nothing_is_known_where_no_scoring_is_due(game: Game) -> None:
    begun = flow.begin(game, ("A", "Ben"), read_options(game, [])[0]).state
    assert flow.known_with(game, begun, {"position": SPRING}) is None
