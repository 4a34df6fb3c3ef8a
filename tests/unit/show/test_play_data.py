"""Plays as the JSON of the contract."""

from __future__ import annotations

import json
from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.play import flow
from rulesref.play.session import ChangedElsewhere, PlaySession, Rejected, Reply
from rulesref.show import play_data
from tests.unit.play.playing import GAME, SCORING, TO_THE_END, do, session, set_to


def played(*commands: dict[str, Any]) -> PlaySession:
    play = session()
    for command in commands:
        play.carry("typed", command)
    return play


def test_the_whole_of_a_play() -> None:
    data = play_data.whole(played(do("plant", height=3), set_to("coins", 9, "A")), "en")
    assert json.loads(json.dumps(data)) == data
    assert list(data)[:9] == [
        "play",
        "game",
        "players",
        "stage",
        "turn",
        "table",
        "state",
        "log",
        "due",
    ]
    assert (data["stage"], data["turn"]) == ("spring / garden work", "A")
    assert data["state"]["A"]["hedges"] == [3]
    assert data["stages"] == ["days", "each-day", "everyone", "moves"]
    assert data["due"][0]["text"] == "Most coins (9)."
    assert data["choices"][0] == {
        "id": "work", "name": "work", "words": ["仕事", "しごと", "job"], "asks": ["hours"], "rules": ["coin-supply"],
    }  # fmt: skip
    assert (data["scoring"], data["step"], data["last"]) == (None, 2, 2)
    assert play_data.whole(played(*SCORING), "en")["scoring"] == "spring"


def test_a_line_has_its_points_and_their_reason() -> None:
    data = play_data.line(played(do("plant", height=3)).log()[1], "ja")
    assert data["title"] == "Aが生け垣を植えました。 (高さ 3、A +1)"
    assert data["points"] == [{"player": "A", "points": 1, "total": 1, "why": "高さ3の生け垣"}]
    assert (data["step"], data["typed"], data["forced"]) == (1, "typed", False)


def test_halves_are_decimals() -> None:
    data = play_data.whole(played(*TO_THE_END), "en")
    assert data["finished"]
    assert all(isinstance(t, (int, float)) for s in data["scores"] for t in s["totals"].values())


def test_what_came_of_a_line() -> None:
    play = session()

    def keys(reply: Reply | Rejected | ChangedElsewhere) -> list[str]:
        data = play_data.reply(reply, play, "en")  # type: ignore[arg-type]
        return [key for key in data if key not in play_data.whole(play, "en")]

    assert keys(play.take("work")) == ["line", "became-due"]
    assert keys(play.undo()) == ["back"]
    assert keys(play.redo()) == ["again"]
    assert keys(ChangedElsewhere((), 1)) == ["passed"]
    rejected = play_data.reply(Rejected((Problem("E506"),)), play, "en")
    assert [problem["code"] for problem in rejected["problems"]] == ["E506"]


def test_plays_are_listed_with_how_far_they_are() -> None:
    play, over = played(do("work")).play, played(*TO_THE_END).play
    unknown = changed(play, line=changed(play.line, stages=None, state=None))
    listed = play_data.listing([play, over, unknown], {"toy": GAME}, "ja")["plays"]
    assert [(p["stage"], p["turn"], p["finished"], p["winners"], p["steps"]) for p in listed] == [
        ("春 / 庭仕事", "A", False, [], 1), ("", None, True, ["Ben"], 4), (None, None, False, [], 1),
    ]  # fmt: skip


def test_a_word_that_ended_nothing_is_told() -> None:
    play = session()
    play.take("set A.coins 11")
    play.take("work")
    ignored = play.take("pass")
    assert isinstance(ignored, flow.NoOpEnd)
    data = play_data.reply(ignored, play, "en")
    assert (data["ignored"], data["turn"]) == ("pass", "Ben")
