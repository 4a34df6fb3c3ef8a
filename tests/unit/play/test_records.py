"""Plays and lines as rows of a database, and back."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Happening
from rulesref.play.records import (
    LINE,
    PLAY,
    SELECT,
    LogEntry,
    LogLine,
    Play,
    dumps,
    insert,
    into,
    line_from,
    loads,
    now,
    play_from,
    point_sources,
    replayed,
    standing_of,
    value_text,
)
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from tests.unit.play.playing import GAME, TO_THE_END, after, begun, do, session, set_to

LINES = {
    "with a state": LogLine(
        1, "set 葵.corn 7", {"set": "corn", "to": 7}, "t", ("a", "b"), {"half": Fraction(1, 2)}
    ),
    "without one": LogLine(2, "note 'x'; --", {"note": "'x'; --"}, "t"),
    "after the end": LogLine(3, "", {}, "t", (), {"finished": True}),
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_line_is_read_as_it_was_written(line: LogLine) -> None:
    store = PlayStore.in_memory()
    play = store.begin(
        {"game": "toy", "digest": "d", "players": ["A"], "options": {}, "tracked": "full"},
        [LogLine(0, "", {}, "t")],
    )
    insert(store.connection, play.key, [line])
    (row,) = store.connection.execute("SELECT * FROM line WHERE n = ?", (line.n,)).fetchall()
    assert line_from(row) == line


@pytest.mark.parametrize(
    "data",
    [{"a": [1, "x", None, True]}, {"third": Fraction(1, 3)}, [], {"/": 1, "x": 2}, "葵"],
    ids=str,
)
def test_data_is_read_as_it_was_written(data: Any) -> None:
    assert loads(dumps(data)) == data


def test_text_is_kept_as_it_is() -> None:
    assert dumps({"葵": "庭"}) == '{"葵":"庭"}'


def test_a_row_has_every_column() -> None:
    assert (
        into("line", LINE)
        == "INSERT INTO line (play, n, typed, command, time, stages, state) VALUES (?, ?, ?, ?, ?, ?, ?)"
    )


def test_the_time_is_to_the_second() -> None:
    assert len(now()) == len("2026-01-02T03:04:05Z")
    assert now().endswith("Z")


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


def test_states_of_other_data_are_not_gone_on_from() -> None:
    """Each line is carried out anew from the beginning, whatever was kept."""
    play = played(do("work"), do("work"))
    kept = [changed(line, state=None) for line in lines_of(play)]
    older = changed(play.play, digest="older")
    assert replayed(GAME, older, kept)[2].state == play.state
    assert replayed(GAME, older, kept[1:])[1].problems[0].code == "E529"


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
    assert [[problem.code for problem in entry.problems] for entry in entries] == [
        [],
        [],
        [code],
        [],
    ]
    # The data is that of the states that were kept: the line after it goes on from there.
    assert entries[3].state == play.state
    entries = replayed(GAME, changed(play.play, digest="older"), lines)
    assert [bool(entry.problems) for entry in entries] == [False, False, True, True]


def test_a_line_lost_with_a_damaged_page_leaves_a_gap() -> None:
    play = played(do("work"), do("work"), do("work"))
    lines = [line for line in lines_of(play) if line.n != 2]
    assert texts(replayed(GAME, play.play, lines))[2] == []
    assert replayed(GAME, play.play, lines)[2].state == play.state
    (problem,) = replayed(GAME, changed(play.play, digest="older"), lines)[2].problems
    assert (problem.code, problem.values["step"], problem.values["last"]) == ("E529", 2, 1)


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


def test_an_exact_fraction_is_one_however_it_is_spaced() -> None:
    assert loads('{ "paid" : { "/" : [1, 3] } }') == {"paid": Fraction(1, 3)}


def test_data_are_kept_whatever_mappings_and_fractions_are_in_them() -> None:
    data = {"a": MappingProxyType({"b": Fraction(1, 2)})}
    assert dumps(data) == '{"a":{"b":{"/":[1,2]}}}'
    assert loads(dumps(data)) == data


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
    assert stood(changed(play, stages=("harvest", "gone")))[0] == ["harvest"]


def test_of_a_file_without_ids_the_state_tells_the_stages() -> None:
    play = changed(played(do("work")).play, stages=None)
    assert stood(play) == (["spring", "garden work"], "A", False, ())
    assert stood(play, None) == (None, "A", False, ())


def test_without_the_game_the_stages_stand_by_their_ids() -> None:
    assert stood(played().play, None)[0] == ["days", "each-day", "everyone", "moves"]


def test_a_finished_play_stands_nowhere_and_has_winners() -> None:
    play = played(*TO_THE_END).play
    assert stood(play) == ([], None, True, ("Ben",))
    assert stood(play, None) == ([], None, True, ("Ben",))


def test_of_a_play_without_a_state_little_is_known() -> None:
    play = changed(played().play, state=None, stages=None)
    assert stood(play) == (None, None, False, ())


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
    anew = replayed(GAME, play.play, lines, anew=True)
    assert replayed(GAME, play.play, lines) == anew
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
    first, one, _, three = lines_of(play)
    older = changed(play.play, digest="older")
    kept = [entry.state is not None for entry in replayed(GAME, older, [first, one, three])]
    assert kept == [True, True, False]
    assert [e.state is not None for e in replayed(GAME, older, [first, one])] == [True, True]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *((name, 1) for name in ("name", "game", "digest", "version", "tracked", "created", "changed")),
        ("players", "[1]"), ("options", "[]"), ("seed", "x"), ("revision", "x"), ("head", 7), ("state", "[]"),
    ],
)  # fmt: skip
def test_a_row_that_says_what_no_play_can_be_is_none(column: str, value: Any) -> None:
    play = session()
    row = list(
        play.store.connection.execute(f"{SELECT} WHERE key = ?", (play.play.key,)).fetchone()
    )
    assert play_from(row) == play.play
    row[(*PLAY, "last", "at", "stages", "state").index(column)] = value
    with pytest.raises(ValueError, match=column):
        play_from(row)


@pytest.mark.parametrize(
    ("column", "value"),
    [("n", "1"), ("typed", 1), ("time", 1), ("command", "[]"), ("state", "[]")],
)
def test_a_row_that_says_what_no_line_can_be_is_none(column: str, value: Any) -> None:
    store = PlayStore.in_memory()
    play = session(store).play
    row = list(
        store.connection.execute("SELECT * FROM line WHERE play = ?", (play.key,)).fetchone()
    )
    assert line_from(row).n == 0
    row[("play", "n", "typed", "command", "time", "stages", "state").index(column)] = value
    with pytest.raises(ValueError, match=column if column != "time" else "typed"):
        line_from(row)
