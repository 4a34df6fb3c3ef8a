"""Plays as files for other programs."""

from __future__ import annotations

import csv
import io
from typing import Any

from rulesref.play.replay import replayed
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from rulesref.show import play_files
from tests.unit.play.playing import GAME, SCORING, SPRING, TO_THE_END, begun, do, session
from tests.unranked import game as unranked


def played(*commands: dict[str, Any]) -> PlaySession:
    play = session()
    for command in commands:
        play.carry("=typed", command)
    return play


def rows(play: PlaySession, *, game: bool = True) -> list[list[str]]:
    lines = replayed(GAME if game else None, play.play, play.store.lines(play.play))
    text = play_files.sheet(play.play, lines, GAME if game else None, "en")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def test_the_log_of_a_scoring_that_only_takes_says_what_it_takes() -> None:
    play = PlaySession.new(
        PlayStore.in_memory(), unranked(), ("A", "Ben"), begun().options, "full"
    )[0]
    commands: list[dict[str, Any]] = [*SCORING, {"position": SPRING}, {"position": {}}]
    for command in commands:
        play.carry("typed", command)
    text = play_files.log(play.play, play.log(), unranked(), "ja")
    assert text.endswith("### 霜\n\n- A: 払うコイン 3\n- Ben: 払うコイン 3\n")


def test_a_row_for_each_line_and_for_everything_that_won_points() -> None:
    play = played(do("plant", height=3), *SCORING, {"position": SPRING}, {"note": "x"})
    play.undo()
    head, begun, hedge, *_, first, second = rows(play)
    assert head == [
        "step",
        "time",
        "turn",
        "stage",
        "typed",
        "what happened",
        "player",
        "points",
        "total",
        "why",
    ]
    assert begun[2:] == ["", "", "", "The garden opens.", "", "", "", ""]
    assert hedge[2:] == [
        "A", "spring / garden work", "'=typed", "A plants a hedge. (height 3, A +1)", "A", "1", "1", "hedge of 3",
    ]  # fmt: skip
    assert (first[0], second[0], second[3], second[6]) == ("4", "4", "spring show", "Ben")


def test_no_cell_is_taken_for_a_formula() -> None:
    play = session()
    play.take("note +1")
    play.carry("@x", {"note": "-2"})
    assert [row[4] for row in rows(play)[2:]] == ["note +1", "'@x"]


def test_without_the_game_the_lines_stand_as_they_were_typed() -> None:
    assert rows(played(do("plant", height=3)), game=False)[2][2:] == [
        "", "", "'=typed", "'=typed", "", "", "", "",
    ]  # fmt: skip


def test_the_log_to_paste_has_stages_lines_and_rankings() -> None:
    play = played(do("plant", height=3), *TO_THE_END)
    text = play_files.log(play.play, play.entries(), GAME, "en")
    assert text.startswith("# Toy Garden - ")
    for part in (
        "In turn order: A, Ben\n\nThe game is over: ", "\n## spring / garden work\n\n1. A plants a hedge. ",
        "\n### spring show\n\n| rank | player | total |\n| --: | --- | --: |\n| 1 | A | ", "\n### harvest\n",
    ):  # fmt: skip
        assert part in text, text


def test_the_log_of_a_game_that_is_not_there() -> None:
    play = played({"note": "x"})
    lines = replayed(None, play.play, play.store.lines(play.play))
    text = play_files.log(play.play, lines, None, "en")
    assert text.split("\n")[0].startswith("# toy - ")
    assert text.endswith("The game begins.\n\n1. =typed\n")
