"""Forms of the Python interface."""

from __future__ import annotations

import pytest

from rulesref.api import Games, ProblemsError
from tests.helpers import TOY

GAME = Games(str(TOY)).game("toy")


def test_a_form_of_a_calculator_leads_to_its_number() -> None:
    form = GAME.calculator_form("show")
    while form.next is not None:
        form = form.fill(form.next, {"size": "4", "heights": "8 8 3"}.get(form.next))
    assert form.complete
    assert form.given == {"size": 4, "heights": [8, 8, 3], "wild": None, "walled": None}
    assert GAME.calculate("show", form.values).values == {"value": (4, 4, 0)}
    assert repr(form).startswith("OpenForm({'size': 4")


def test_a_form_is_made_again_of_what_was_given() -> None:
    form = GAME.calculator_form("show").fill("size", 9).fill("heights", [1])
    again = GAME.calculator_form("show", form.given)
    assert again.data("ja") == form.data("ja")
    assert [problem.code for problem in again.problems] == ["E403"]
    assert again.clear("size").missing == ("size",)
    assert form.missing == ()


def test_what_is_no_field_or_no_data_is_told() -> None:
    form = GAME.calculator_form("show")
    with pytest.raises(ProblemsError, match="is not one of the words"):
        form.fill("sice", 3)
    with pytest.raises(ProblemsError, match="is no plain data"):
        form.fill("size", 2.5)


# --- plays ----------------------------------------------------------------------------------------


def test_an_action_is_chosen_from_what_the_rules_allow() -> None:
    play = GAME.begin(["A", "Ben"], track="full")
    form = play.action_form("work")
    assert form.next is None
    done = play.carry_out(form.fill("hours", 2))
    assert "work hours=2" in repr(done)
    assert play.step == 1
    assert play.action_form("work", form.given).given == form.given


def test_what_is_not_complete_is_not_done() -> None:
    play = GAME.begin(["A", "Ben"], track="full")
    with pytest.raises(ProblemsError, match="is missing"):
        play.carry_out(play.action_form("plant"))
    with pytest.raises(ProblemsError, match="out of range"):
        play.carry_out(play.action_form("give", {"many": 9, "to": "Ben"}))
    assert play.step == 0
    with pytest.raises(ProblemsError, match="is not one of the words"):
        play.action_form("fly")
    assert play.action_form("rest", who="Ben").values["who"] == "Ben"
    assert play.action_form("give", {"many": 9}, anyway=True).values["force"]


def test_a_correction_by_hand() -> None:
    play = GAME.begin(["A", "Ben"], track="full")
    form = play.set_form({"player": "Ben", "value": "coins", "to": "7"})
    assert form.data()["changes"][0]["after"] == 7
    play.carry_out(form)
    assert play.state()["state"]["Ben"]["coins"] == 7
    assert play.set_form().missing == ("value",)


# --- scorings -------------------------------------------------------------------------------------


def test_a_form_of_a_scoring_leads_to_its_score() -> None:
    tigris = Games().game("tigris")
    form = tigris.score_form(players=["Aoi", "Ben"])
    while form.next is not None:
        form = form.fill(form.next, "4" if form.next.endswith("0.red") else 3)
    assert form.complete
    assert tigris.score(form.values).winners
    again = tigris.score_form(form.given, players=["Aoi", "Ben"])
    assert again.data() == form.data()


def test_a_scoring_of_a_play_asks_for_what_the_play_does_not_know() -> None:
    play = GAME.begin(["A", "Ben"], track="full")
    assert play.score_form() is None
    play.do("rest / rest")
    form = play.score_form()
    assert form is not None
    assert "players.0.name" in form.given
    play.do("3/yes")
    answered = play.score_form()
    assert answered is not None
    assert {"plots.0.size": 3, "plots.0.walled": True}.items() <= answered.given.items()
    while form.next is not None:
        form = form.fill(form.next, None)
    for field in form.missing:
        form = form.fill(field, 1)
    assert form.complete, form.problems
    play.carry_out(form)
    assert play.step == 3
    with pytest.raises(TypeError):
        play.carry_out(GAME.calculator_form("coins", {"coins": 3}))
