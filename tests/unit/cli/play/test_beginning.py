"""``play new``: players, seats, options, names."""

from __future__ import annotations

import pytest

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
    assert code in done.err
    assert run("play", "list").code == 1


@pytest.mark.parametrize(
    ("players", "code"), [("A", "E430"), ("A,B,C,D,E", "E430"), ("A,A", "E429")]
)
def test_the_players_must_fit_the_game(run: Run, players: str, code: str) -> None:
    done = run("play", "new", "toy", "--players", players)
    assert done.code == 1
    assert code in done.err


def test_a_light_play_keeps_less(run: Run) -> None:
    begun(run, "--track", "light")
    found = shown(run, "show")
    assert found["tracked"] == "light"
    assert found["state"]["葵"]["hedges"] is None
    assert [choice["id"] for choice in found["choices"]][:2] == ["work", "guess"]
