"""Plays through the interface: begun, carried on, taken back, kept, exported and read again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulesref.api import Games, OpenPlay, ProblemsError
from tests import packs
from tests.helpers import TOY
from tests.unit.play.playing import FINAL, SPRING

GAMES = Games(TOY)
GAME = GAMES.game("toy")


def begun(folder: Path | None = None, **how: Any) -> OpenPlay:
    return GAME.begin(["A", "Ben"], track="full", folder=folder, **how)


def codes(call: Callable[[], object]) -> list[str]:
    with pytest.raises(ProblemsError) as raised:
        call()
    return [problem.code for problem in raised.value.problems]


def finished(folder: Path | None = None) -> OpenPlay:
    play = begun(folder)
    play.do("rest / rest")
    play.give(SPRING)
    play.give(FINAL)
    assert play.finished
    return play


def test_earlier_lines_are_put_right() -> None:
    play = begun()
    for line in ("work 2", "hedge 3", "rest", "work 3"):
        play.do(line)
    play.edit(1, "work 3")
    play.insert(2, "note x")
    play.drop(3)
    assert play.state()["state"]["A"]["coins"] == 5
    assert codes(lambda: play.edit(3, "work 1")) == ["E593"]
    assert codes(lambda: play.drop(9)) == ["E590"]
    play.undo_turn()
    assert play.step == 3
    play.redo()
    play.edit(3, "work 1", anyway=True)
    assert play.step == 3
    play.rename("Ben", "Zoë")
    assert play.players == ("A", "Zoë")


def test_time_points_by_round_and_a_roll() -> None:
    play = begun()
    assert "2d6 rolled: " in play.roll("2d6").text()
    assert codes(lambda: play.roll("sword")) == ["E588"]
    assert play.course()["seconds"] >= 0
    assert finished().course("ja")["rounds"][-1]["stage"] == "収穫"


def test_statistics_of_a_folder(tmp_path: Path) -> None:
    finished(tmp_path).close()
    found = GAMES.statistics(tmp_path, "toy", "Ben")
    assert [(each["player"], each["plays"]) for each in found] == [("Ben", 1), ("Ben", 1)]


def test_a_line_does_something_and_says_so() -> None:
    play = begun()
    assert (play.game, play.players, play.step, play.scoring) == ("toy", ("A", "Ben"), 0, None)
    done = play.do("work 2")
    assert play.step == 1
    assert "A works 2 hours" in done.text()
    assert "2時間" in done.text("ja")
    assert done.data()["lines"][0]["typed"] == "work 2"
    assert play.state()["state"]["A"]["coins"] == 4
    assert play.text("ja") != play.text("en")


def test_what_happened_stays_what_it_was() -> None:
    play = begun()
    done = play.do("work 2")
    before = (done.text(), done.data())
    play.do("work 3")
    assert (done.text(), done.data()) == before


def test_several_lines_in_one_stop_at_the_first_that_is_refused() -> None:
    play = begun()
    with pytest.raises(ProblemsError) as raised:
        play.do("work 2 / fly / work")
    assert [problem.code for problem in raised.value.problems] == ["E501"]
    assert raised.value.not_done == ("work",)
    assert play.step == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("fly", "E501", id="nothing that can be done"),
        pytest.param("hedge", "E507", id="a value is missing"),
        pytest.param("set A coins =-1", "E403", id="a value that cannot be"),
        pytest.param("undo", "E620", id="the companion is asked"),
        pytest.param("undo 2", "E620", id="the companion is asked with a number"),
        pytest.param("how many flowers?", "E620", id="a question"),
        pytest.param("x" * 10_001, "E560", id="longer than anybody types"),
    ],
)
def test_what_is_no_move_is_refused_and_changes_nothing(line: str, code: str) -> None:
    play = begun()
    before = play.state()
    assert codes(lambda: play.do(line)) == [code]
    assert play.state() == before


def test_an_empty_line_does_nothing() -> None:
    play = begun()
    done = play.do("")
    assert (done.text(), done.due, done.data()) == ("", (), {"lines": [], "became-due": []})


def test_a_word_that_ends_nothing_says_so() -> None:
    play = begun()
    play.do("set A coins 11")
    play.do("work")
    step = play.step
    assert "Ben" in play.do("pass").text()
    assert play.step == step


def test_what_has_become_due_is_named() -> None:
    play = begun()
    done = play.do("rest / rest")
    assert list(done.due) == list(dict.fromkeys(due["id"] for due in done.data()["became-due"]))


def test_lines_are_taken_back_and_done_again() -> None:
    play = begun()
    play.do("work 2")
    play.undo()
    assert play.step == 0
    play.redo()
    assert play.step == 1
    assert codes(play.redo) == ["E531"]
    play.undo()
    play.do("note other")
    with pytest.raises(ProblemsError) as aside:
        play.redo()
    play.redo(aside=aside.value.problems[0].values["line"])  # type: ignore[arg-type]
    assert play.state()["log"][-1]["typed"] != "note other"
    assert codes(lambda: play.redo(aside=99)) == ["E548"]
    assert codes(lambda: play.undo(5)) == ["E539"]


def test_a_scoring_asks_and_is_answered_or_given_whole() -> None:
    play = begun()
    assert (play.scoring, play.question()) == (None, None)
    assert codes(lambda: play.give(SPRING)) == ["E506"]
    play.do("rest / rest")
    assert play.scoring == "spring"
    assert play.question("ja")
    assert play.question("ja") != play.question("en")
    question = play.question()
    assert codes(lambda: play.do("many")) != []
    assert play.question() == question
    assert play.position()["event"] == "spring"
    assert codes(lambda: play.give({"plots": "x"})) == ["E402"]
    assert "A" in play.give(SPRING).text()
    assert play.position("spring")["plots"] == GAME.position(play.position("spring"))["plots"]


def test_a_play_that_is_over_has_a_score() -> None:
    play = begun()
    assert codes(play.final_score) == ["E538"]
    play = finished()
    assert set(play.winners) == set(play.final_score().winners)
    assert codes(lambda: play.position("winter")) == ["E424"]


@pytest.mark.parametrize("form", ["json", "csv", "markdown", "bgstats"])
def test_a_play_is_written_in_each_form(form: Any) -> None:
    assert finished().export(form, "ja")
    assert codes(lambda: begun().export("bgstats")) == ["E538"]
    assert codes(lambda: begun().export("xlsx")) == ["E204"]  # type: ignore[arg-type]


def test_an_exported_play_comes_back(tmp_path: Path) -> None:
    play = finished()
    file = tmp_path / "play.json"
    file.write_text(play.export(), encoding="utf-8")
    again = GAMES.import_play(file)
    assert again.final_score().data() == play.final_score().data()
    assert again.export() == play.export()
    with GAMES.import_play(file, name="again", folder=tmp_path / "plays") as kept:
        assert kept.name == "again"
    (listed,) = GAMES.plays(tmp_path / "plays")
    assert (listed["play"], listed["finished"]) == ("again", True)


def test_a_file_that_is_no_play_is_told(tmp_path: Path) -> None:
    file = tmp_path / "play.json"
    file.write_text("{}", encoding="utf-8")
    assert codes(lambda: GAMES.import_play(file)) == ["E536"]
    data = json.loads(begun().export())
    file.write_text(json.dumps({**data, "players": ["A"]}), encoding="utf-8")
    assert codes(lambda: GAMES.import_play(file)) == ["E430"]


def test_a_line_that_the_data_does_not_allow_any_more_is_told(tmp_path: Path) -> None:
    play = begun()
    play.do("work 2")
    data = json.loads(play.export())
    data["lines"][1]["command"]["do"] = "fly"
    file = tmp_path / "play.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    again = GAMES.import_play(file)
    assert (again.step, [problem.code for problem in again.misfits]) == (0, ["W526"])
    assert begun().misfits == ()


def test_a_play_in_a_folder_goes_on_where_it_stood(tmp_path: Path) -> None:
    with begun(tmp_path, name="one") as play:
        play.do("work 2")
    with begun(tmp_path, name="two"):
        pass
    with GAMES.open_play(tmp_path, "one") as play:
        assert (play.name, play.step) == ("one", 1)
    with GAMES.open_play(tmp_path) as play:
        assert play.name == "two"
    assert [each["play"] for each in GAMES.plays(tmp_path)] == ["two", "one"]
    assert codes(lambda: GAMES.open_play(tmp_path, "three")) == ["E521"]
    assert codes(lambda: GAMES.open_play(tmp_path / "none")) == ["E520"]
    assert codes(lambda: begun(tmp_path, name="one")) == ["E535"]


def test_two_that_have_a_play_open_do_not_overwrite_each_other(tmp_path: Path) -> None:
    with begun(tmp_path) as one, GAMES.open_play(tmp_path) as two:
        one.do("work 2")
        assert codes(lambda: two.do("work 3")) == ["E527"]
        assert two.step == 1
        two.do("work 3")
        assert codes(one.undo) == ["E527"]


def test_what_cannot_be_kept_is_not_begun(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert codes(lambda: begun(file)) == ["E522"]


def test_options_are_values_or_typed() -> None:
    assert begun(options={"purse": 4, "風": True}).state()["options"]["purse"] == 4
    assert (
        begun(options={"purse": "4", "風": "はい"}).state()["options"]
        == begun(options={"purse": 4, "windy": True}).state()["options"]
    )
    assert codes(lambda: begun(options={"purze": 4})) == ["E532"]
    assert codes(lambda: begun(options={"purse": None})) == ["E532"]
    assert codes(lambda: begun(options={"purse": 9})) == ["E403"]


def test_who_cannot_play_is_told() -> None:
    assert GAME.begin("A, Ben").players == ("A", "Ben")
    assert GAME.begin("2").players == ("A", "B")
    assert codes(lambda: GAME.begin(["A", 7])) == ["E428"]  # type: ignore[list-item]
    assert codes(lambda: GAME.begin(["A"])) == ["E430"]
    assert codes(lambda: GAME.begin(["A", "A"])) == ["E429"]
    assert codes(lambda: GAME.begin(["A", "B"], track="all")) == ["E204"]  # type: ignore[arg-type]


def test_a_play_that_was_closed_says_so() -> None:
    play = begun(name="one")
    assert repr(play) == "OpenPlay('toy', 'one', step=0)"
    play.close()
    play.close()
    assert repr(play) == "OpenPlay(closed)"
    for call in (play.state, play.text, play.question, play.undo, play.export, play.position):
        assert codes(call) == ["E623"]
    assert codes(lambda: play.do("work")) == codes(lambda: play.step) == ["E623"]


@pytest.mark.slow
def test_a_play_of_a_game_of_a_pack_is_listed_in_its_words(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs.pack(tmp_path / "site", "a-pack", "garden", of=TOY)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    games = Games(packs.game(tmp_path, "own"))
    games.game("garden").begin(["A", "Ben"], folder=home).close()
    (listed,) = games.plays(home)
    assert (listed["game"], listed["stage"]) == ("a-pack/garden", "spring / garden work")
