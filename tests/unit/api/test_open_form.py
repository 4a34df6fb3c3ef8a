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
    with pytest.raises(ProblemsError, match="E204"):
        form.fill("sice", 3)
    with pytest.raises(ProblemsError, match="E622"):
        form.fill("size", 2.5)
