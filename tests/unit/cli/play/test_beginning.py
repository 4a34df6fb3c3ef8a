"""``play new``: players, seats, options, names."""

from __future__ import annotations

import pytest

from tests.helpers import says
from tests.playing import Run, begun, shown


def test_a_new_play_is_named_and_shows_the_setup(run: Run) -> None:
    done = begun(run)
    assert done.code == 0
    assert "toy-1" in done.out
    assert "[ ] Plant the wild flowers." in done.out
    assert "Give everybody 2 coins." in done.out
    assert "The garden opens." in done.out
    assert "葵 to play" in done.out


def test_the_second_play_has_a_name_of_its_own(run: Run) -> None:
    begun(run)
    assert "toy-2" in begun(run).out
    assert begun(run, "--name", "日曜").code == 0
    assert begun(run, "--name", "日曜").code == 1


def test_play_names_the_play_as_name_does(run: Run) -> None:
    assert run("play", "new", "toy", "--players", "A,B", "--play", "evening").code == 0
    assert shown(run, "show")["play"] == "evening"
    assert begun(run, "--play", "evening").code == 1
    assert begun(run, "--play", "x", "--name", "y").code == 0
    assert shown(run, "show")["play"] == "y"


@pytest.mark.parametrize("players", ["2", "A B", "A、B", "A,B"])
def test_players_are_named_in_any_way(run: Run, players: str) -> None:
    assert run("play", "new", "toy", "--players", players).code == 0
    assert shown(run, "show")["players"] == ["A", "B"]


@pytest.mark.parametrize(
    ("players", "code"),
    [("undo,quit", "E549"), ("A,パス", "E549"), ("1,2", "E549"), ("Ａoi,aoi", "E429"), ("Aoi,AOI", "E429")],
)  # fmt: skip
def test_players_have_names_that_can_be_told_from_all_else(
    run: Run, players: str, code: str
) -> None:
    done = run("play", "new", "toy", "--players", players)
    assert (done.code, says(code, done.err)) == (1, True), done
    assert run("play", "list").code == 1


def test_players_may_stand_behind_the_game(run: Run) -> None:
    assert "葵, Ben" in run("play", "new", "toy", "葵", "Ben", "--name", "one").out
    assert run("play", "new", "toy", "3").code == 0
    assert run("play", "new", "toy", "3", "--players", "2").code == 2


def test_without_players_and_without_anybody_to_ask_nothing_begins(run: Run) -> None:
    done = run("play", "new", "toy")
    assert done.code == 2
    assert "--players" in done.err
    assert run("play", "list").code == 1


def test_on_a_terminal_the_players_are_asked_and_the_play_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesref.cli.play.beginning.somebody_types", lambda: True)
    done = run("play", "new", "toy", stdin="\n葵、Ben\nwork 2\n")
    assert "Number of players: 0" in done.err, "it is asked again"
    assert done.out.count("(otherwise --option") == 3, "options stand before the question alone"
    assert "Who plays" in done.err + done.out
    assert "葵 works 2 hours" in done.out
    assert done.out.count("葵 to play") == 1, "it is not greeted twice"
    assert shown(run, "show")["step"] == 1


def test_when_nobody_answers_who_plays_nothing_begins(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesref.cli.play.beginning.somebody_types", lambda: True)
    assert run("play", "new", "toy", stdin="").code == 1
    assert run("play", "list").code == 1


@pytest.mark.slow
def test_who_begins_is_given_or_drawn(run: Run) -> None:
    begun(run, "--first", "Ben")
    assert shown(run, "show")["players"] == ["Ben", "葵"]
    done = begun(run, "--first", "random", "--shuffle", "--seed", "5")
    assert "--seed 5" in done.out
    again = shown(run, "show")
    assert again["seed"] == 5
    begun(run, "--first", "random", "--shuffle", "--seed", "5")
    assert shown(run, "show")["players"] == again["players"]
    assert shown(run, "show")["seed"] == 5


def test_a_drawn_seed_is_printed(run: Run) -> None:
    assert "--seed " in begun(run, "--shuffle").out
    assert isinstance(shown(run, "show")["seed"], int)


@pytest.mark.parametrize(
    ("more", "code"),
    [
        pytest.param(["--option", "purse=9"], "E403", id="out of range"),
        pytest.param(["--option", "purze=1"], "E532", id="no such option"),
        pytest.param(["--first", "Ken"], "E420", id="nobody of that name"),
    ],
)
def test_what_cannot_be_begun_is_told(run: Run, more: list[str], code: str) -> None:
    done = begun(run, *more)
    assert done.code == 1
    assert says(code, done.err)
    assert run("play", "list").code == 1


@pytest.mark.parametrize(
    ("players", "code"), [("A", "E430"), ("A,B,C,D,E", "E430"), ("A,A", "E429")]
)
def test_the_players_must_fit_the_game(run: Run, players: str, code: str) -> None:
    done = run("play", "new", "toy", "--players", players)
    assert done.code == 1
    assert says(code, done.err)


def test_a_light_play_keeps_less(run: Run) -> None:
    begun(run, "--track", "light")
    found = shown(run, "show")
    assert found["tracked"] == "light"
    assert found["state"]["葵"]["hedges"] is None
    assert [choice["id"] for choice in found["choices"]][:2] == ["work", "guess"]
