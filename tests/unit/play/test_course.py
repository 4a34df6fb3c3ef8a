"""How a play went by rounds and by the clock."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.play.course import BREAK, Break, Course, Turn, course
from rulesref.play.replay import LogEntry
from rulesref.play.session import PlaySession
from tests.properties import law
from tests.unit.play.playing import GAME, TO_THE_END, do, session, set_to


def played(*commands: dict[str, Any]) -> PlaySession:
    play = session()
    for command in commands:
        play.carry("x", command)
    return play


def at_times(play: PlaySession, *seconds: int) -> list[LogEntry]:
    """The lines of a play, each at so many seconds after two o'clock."""
    times = [f"2026-01-02T{2 + s // 3600:02}:{s // 60 % 60:02}:{s % 60:02}Z" for s in seconds]
    return [
        changed(entry, line=changed(entry.line, time=time))
        for entry, time in zip(play.log(), times, strict=True)
    ]


def test_a_line_belongs_to_the_turn_and_the_round_in_which_it_was_typed() -> None:
    play = played(do("work"), do("rest"), {"note": "x"}, do("rest"))
    found = course(GAME, at_times(play, 0, 5, 15, 45, 100))
    assert found.turns == (Turn("A", 15), Turn("Ben", 85))
    assert [(each.number, each.seconds) for each in found.rounds] == [(1, 100)]
    assert found.seconds == 100


def test_the_points_of_a_round_are_those_at_its_end() -> None:
    play = played(set_to("points", 3, "A"), do("rest"), do("rest"), set_to("points", 7, "Ben"))
    found = course(GAME, play.log())
    assert [(each.number, each.points) for each in found.rounds] == [(1, (3, 0)), (2, (3, 7))]


def test_the_scoring_that_ends_the_game_has_its_totals() -> None:
    play = played(*TO_THE_END)
    *_, last = course(GAME, play.log()).rounds
    (_, totals) = play.state.scores[-1]
    assert last.stage == Text("収穫", "harvest")
    assert last.points == tuple(totals.values())


def test_who_goes_on_has_the_time_until_now() -> None:
    entries = at_times(played(do("work")), 0, 60)
    assert course(GAME, entries).turns == (Turn("A", 60),)
    assert course(GAME, entries, "2026-01-02T02:02:30Z").turns == (Turn("A", 150),)


def test_a_night_between_two_lines_is_no_time_of_play() -> None:
    entries = at_times(
        played(do("work"), do("work"), do("rest")), 0, 10, 10 + BREAK, 20 + 2 * BREAK
    )
    found = course(GAME, entries)
    assert found.breaks == (Break(2, BREAK + 10),)
    assert found.seconds == 10 + BREAK


@pytest.mark.parametrize(
    ("times", "turns"),
    [
        pytest.param((0, 50, 20, 30), [20, 10], id="a line that was put in later"),
        pytest.param((30, 10, 20, 30), [10, 10], id="a clock that was put back"),
    ],
)
def test_no_line_takes_less_than_nothing(times: tuple[int, ...], turns: list[int]) -> None:
    play = played({"note": "x"}, do("rest"), do("rest"))
    assert [turn.seconds for turn in course(GAME, at_times(play, *times)).turns] == turns


def test_a_time_that_nobody_can_read_is_that_of_the_line_before() -> None:
    first, *rest = at_times(played(do("work"), do("rest")), 0, 10, 30)
    torn = changed(rest[0], line=changed(rest[0].line, time="yesterday"))
    assert course(GAME, [first, torn, rest[1]]).seconds == 30


@law(100)
@given(gaps=st.lists(st.integers(0, 2 * BREAK), min_size=4, max_size=4))
def test_every_second_is_in_one_turn_in_one_round_or_in_a_break(gaps: list[int]) -> None:
    times = [sum(gaps[:n]) for n in range(5)]
    entries = at_times(played({"note": "x"}, do("rest"), do("work"), do("rest")), *times)
    found = course(GAME, entries)
    broken = sum(each.seconds for each in found.breaks)
    assert sum(each.seconds for each in found.rounds) == found.seconds == sum(gaps) - broken


def test_a_play_that_has_only_begun_has_no_course() -> None:
    assert course(GAME, session().log()) == Course((), (), ())
