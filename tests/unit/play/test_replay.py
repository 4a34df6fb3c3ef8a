"""What the lines of a play come to: replayed, lost, refused by other data, and how far a play is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Happening
from rulesref.play.log import LogLine, Play
from rulesref.play.replay import (
    LogEntry,
    point_sources,
    replayed,
    standing_of,
    state_after,
    value_text,
    with_aside,
)
from rulesref.play.session import PlaySession
from tests.unit.play.playing import GAME, TO_THE_END, after, begun, do, session, set_to


def played(*commands: dict[str, Any]) -> PlaySession:
    play = session()
    for command in commands:
        play.carry("x", command)
    return play


def lines_of(play: PlaySession) -> list[LogLine]:
    return play.store.lines(play.play)


def texts(entries: list[LogEntry]) -> list[list[str]]:
    return [[each.text.en for each in entry.happenings if each.text] for entry in entries]


def test_a_line_is_kept_as_values() -> None:
    line = lines_of(played(do("plant", height=3)))[1]
    assert line.command == do("plant", height=3)
    assert line.stages == ("days", "each-day", "everyone", "moves")
    assert line.state == flow.to_data(after(begun(), do("plant", height=3)))


def test_replaying_tells_what_the_lines_did() -> None:
    play = played(do("plant", height=3), {"note": "x"})
    entries = replayed(GAME, play.play, lines_of(play))
    assert texts(entries)[1:] == [["A plants a hedge.", "hedge of 3"], ["x"]]
    assert entries[2].state == play.state


def test_some_lines_tell_the_same_as_all() -> None:
    play = played(do("work"), do("plant", height=3), {"note": "x"})
    lines = lines_of(play)
    first, *rest = replayed(GAME, play.play, lines[1:])
    assert (first.happenings, first.state) == ((), replayed(GAME, play.play, lines)[1].state)
    assert rest == replayed(GAME, play.play, lines)[2:]


def test_without_the_game_nothing_is_told() -> None:
    play = played(do("work"))
    assert replayed(None, play.play, lines_of(play)) == [LogEntry(line) for line in lines_of(play)]


def older(*lines: LogLine) -> list[LogLine]:
    """The lines with what they came to with other data."""
    return [changed(line, data="older") for line in lines]


def codes(entry: LogEntry) -> list[str]:
    return [problem.code for problem in entry.problems]


def test_states_of_other_data_are_not_gone_on_from() -> None:
    """Each line is carried out anew from the beginning, whatever was kept."""
    play = played(do("work"), do("work"))
    kept = [changed(line, state={}) for line in older(*lines_of(play))]
    assert replayed(GAME, play.play, kept)[2].state == play.state
    assert codes(replayed(GAME, play.play, kept[1:])[1]) == ["E544"]


@pytest.mark.parametrize("change", [{"placed": False}, {"data": "older"}, {"state": None}])
def test_a_state_that_may_not_be_what_the_lines_come_to_is_worked_out(change: Any) -> None:
    """Of another place in the file, of other data, or left out."""
    play = played(do("work"), do("work"))
    wrong: Any = {**(lines_of(play)[1].state or {}), "table": {}}
    lines = [
        changed(line, **{"state": wrong, **change}) if line.n else line for line in lines_of(play)
    ]
    assert replayed(GAME, play.play, lines)[2].state == play.state
    assert state_after(GAME, play.play, lines).state == play.state


@pytest.mark.parametrize(
    ("command", "code"),
    [
        pytest.param({"do": "fly"}, "E505", id="what there is no longer"),
        pytest.param({"do": "work", "with": 5}, "E533", id="what no program wrote"),
        pytest.param({"x": 1}, "E501", id="what is no command"),
    ],
)
def test_a_line_that_the_game_does_not_allow_says_why(command: Any, code: str) -> None:
    play = played(do("work"), do("work"), do("work"))
    lines = [changed(line, command=command) if line.n == 2 else line for line in lines_of(play)]
    entries = replayed(GAME, play.play, lines)
    assert [codes(entry) for entry in entries] == [[], [], [code], []]
    # The data is that of the states that were kept: the line after it goes on from there.
    assert entries[3].state == play.state
    entries = replayed(GAME, play.play, older(*lines))
    assert [bool(entry.problems) for entry in entries] == [False, False, True, True]


def test_a_line_that_was_lost_leaves_a_gap() -> None:
    play = played(do("work"), do("work"), do("work"))
    lines = [line for line in lines_of(play) if line.n != 2]
    assert texts(replayed(GAME, play.play, lines))[2] == []
    assert replayed(GAME, play.play, lines)[2].state == play.state
    (problem,) = replayed(GAME, play.play, older(*lines))[2].problems
    assert (problem.code, problem.values["n"]) == ("E544", 2)


def test_lines_that_were_typed_over_did_what_they_did_after_their_own() -> None:
    play = played(do("work"), do("work"))
    play.undo(2)
    play.take("hedge 3")
    entries, aside = with_aside(GAME, play.play, lines_of(play), play.store.aside(play.play))
    assert texts(entries)[1] == ["A plants a hedge.", "hedge of 3"]
    assert texts(aside) == [["A works 1 hours (3 coins)."], ["A works 1 hours (4 coins)."]]


# --- what no longer fits --------------------------------------------------------------------------


def test_where_a_line_no_longer_fits_the_state_is_the_one_that_was_kept() -> None:
    play = played(do("work"), do("work"), do("work"))
    lines = [
        changed(line, command={"do": "fly"}) if line.n == 2 else line
        for line in older(*lines_of(play))
    ]
    found = state_after(GAME, play.play, lines)
    assert (found.n, found.state) == (3, play.state)
    (problem,) = found.misfits
    assert (problem.code, problem.values["n"], problem.values["at"]) == ("W526", 2, 3)
    assert getattr(problem.values["why"], "code", None) == "E505"


@pytest.mark.parametrize("change", [{"placed": False}, {"state": None}, {"state": {"names": 3}}])
def test_without_a_state_that_may_be_shown_it_is_the_one_before(change: Any) -> None:
    play = played(do("work"), do("work"), do("work"))
    first, one, two, three = older(*lines_of(play))
    fly = changed(two, command={"do": "fly"}, **change)
    found = state_after(GAME, play.play, [first, one, fly, changed(three, **change)])
    assert (found.n, found.state.players[0]["coins"]) == (1, 3)
    found = state_after(GAME, play.play, [first, one, fly, three])
    assert (found.n, found.state) == (3, play.state)


def test_after_a_lost_line_a_state_out_of_its_place_is_not_shown() -> None:
    """Somebody has cut a line out of the file: nobody knows whether those behind it still hold."""
    play = played(do("work"), do("work"), do("work"))
    first, one, _, three = lines_of(play)
    found = state_after(GAME, play.play, [first, one, changed(three, placed=False)])
    assert (found.n, [problem.code for problem in found.misfits]) == (1, ["W526"])


# --- points ---------------------------------------------------------------------------------------


def test_points_by_what_they_come_from() -> None:
    play = played(
        do("plant", height=3),
        do("plant", height=3),
        do("visit", whom="Ben"),
        set_to("points", 5, "Ben"),
    )
    sources = point_sources(GAME, play.state, play.log())
    assert [(source.name and source.name.en, source.amounts) for source in sources] == [
        ("hedge of 3", (2, 0)), ("visit of A", (0, 1)), (None, (0, 4)),
    ]  # fmt: skip


def test_halves_are_added_exactly() -> None:
    state = after(begun(), set_to("points", 1, "A"))
    half = Happening(kind="points", text=Text("半", "half"), player="A", amount=Fraction(1, 2))
    entry = LogEntry(LogLine(1, "", {}, ""), (half, half))
    (source,) = point_sources(GAME, state, [entry])
    assert source.amounts == (1, 0)


def test_points_of_nobody_here_count_for_nobody() -> None:
    other = Happening(kind="points", text=None, player="Ken", amount=3)
    (source,) = point_sources(GAME, begun(), [LogEntry(LogLine(1, "", {}, ""), (other,))])
    assert source.amounts == (0, 0)


# --- how far a play is ----------------------------------------------------------------------------


def stood(play: Play, game: Any = GAME) -> tuple[Any, ...]:
    standing = standing_of(game, play)
    names = None if standing.stage is None else [name.en for name in standing.stage]
    return names, standing.turn, standing.finished, standing.winners


def test_a_play_stands_in_its_stages() -> None:
    play = played(do("work")).play
    assert stood(play) == (["spring", "garden work"], "A", False, ())
    # Stages that are named otherwise now, or that there are not any more.
    line = changed(play.line, stages=("harvest", "gone"))
    assert stood(changed(play, line=line))[0] == ["harvest"]


def test_of_a_file_without_ids_the_state_tells_the_stages() -> None:
    play = played(do("work")).play
    play = changed(play, line=changed(play.line, stages=None))
    assert stood(play) == (["spring", "garden work"], "A", False, ())
    assert stood(play, None) == (None, "A", False, ())


def test_without_the_game_the_stages_stand_by_their_ids() -> None:
    assert stood(played().play, None)[0] == ["days", "each-day", "everyone", "moves"]


def test_a_finished_play_stands_nowhere_and_has_winners() -> None:
    play = played(*TO_THE_END).play
    assert stood(play) == ([], None, True, ("Ben",))
    assert stood(play, None) == ([], None, True, ("Ben",))


def test_of_a_play_without_a_state_little_is_known() -> None:
    play = played().play
    for change in ({"state": None}, {"placed": False}):
        line: Any = changed(play.line, stages=None, **change)
        assert stood(changed(play, line=line)) == (None, None, False, ())


def test_a_value_is_shown_by_its_names() -> None:
    player = flow.flow_of(GAME).player
    assert value_text(player["hat"].field, "straw") == Text("麦わら", "straw")
    assert value_text(player["coins"].field, None) == Text("-", "-")


def test_what_is_kept_of_a_line_is_worked_out_again_only_when_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play = session()
    play.take("hedge 3")
    play.take("note x")
    lines = play.store.lines(play.play)
    anew = replayed(GAME, play.play, [changed(line, placed=False) for line in lines])
    assert [e.state for e in replayed(GAME, play.play, lines)] == [e.state for e in anew]
    asked = []

    def reminded(_: Game, state: flow.State) -> flow.State:
        asked.append(state.steps)
        return state

    monkeypatch.setattr("rulesref.play.flow.commands.reminded", reminded)
    replayed(GAME, play.play, lines)
    told: Any = {**lines[2].state, "told": 5}  # type: ignore[dict-item]
    replayed(
        GAME, play.play, [lines[0], changed(lines[1], stages=None), changed(lines[2], state=told)]
    )
    assert asked == [1, 2]


def test_a_line_that_does_not_follow_goes_on_from_nothing() -> None:
    """Of other data, where no state that was kept may help."""
    play = played(do("work"), do("work"), do("work"))
    first, one, _, three = older(*lines_of(play))
    kept = [entry.state is not None for entry in replayed(GAME, play.play, [first, one, three])]
    assert kept == [True, True, False]
    assert [e.state is not None for e in replayed(GAME, play.play, [first, one])] == [True, True]
