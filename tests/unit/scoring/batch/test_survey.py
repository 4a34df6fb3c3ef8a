from __future__ import annotations

from typing import Any

import pytest

from rulesref.model.expression import Operator
from rulesref.scoring.batch.code import Uncompiled
from rulesref.scoring.batch.scopes import SEAT, Ground, Here, Seat
from rulesref.scoring.batch.survey import Survey, bound_by, inside
from tests.helpers import toy
from tests.invented import linked

SIZES = {"op": "for-each", "in": "plots", "as": "plot", "part": "plot.size"}
RULING = {"op": "ruling", "of": "coin-rest", "readings": {"quarters": "coins", "whole": 0}}


def operator(node: Any, event: str = "spring") -> Operator:
    found = linked(toy(), event, node)
    assert found is not None
    return found


def ground(event: str = "spring") -> Ground:
    scoring = toy().scoring
    assert scoring is not None
    return Ground(id="", event=event, defines=scoring.events[event].define, table={}, people=True)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param({"op": "count", "of": "coins", "each": 3}, {"op": "count", "of": "coins", "each": 3, "label": {"ja": "x", "en": "x"}}, True, id="a label makes no difference"),
        pytest.param({"op": "count", "of": "coins", "each": 3}, {"op": "count", "of": "coins", "each": 4}, False, id="a number does"),
        pytest.param("coins", "points", False, id="another field"),
        pytest.param(1, {"op": "fixed", "value": True}, False, id="true is not 1"),
        pytest.param(SIZES, {**SIZES, "gather": "list"}, False, id="another way of gathering"),
    ],
)  # fmt: skip
def test_expressions_are_the_same_when_they_come_to_the_same(
    one: Any,
    other: Any,
    same: bool,
) -> None:
    survey = Survey({})
    assert (survey.key(operator(one)) == survey.key(operator(other))) is same


@pytest.mark.parametrize(
    ("node", "needs"),
    [
        pytest.param(3, set(), id="a number needs nobody"),
        pytest.param("coins", {SEAT}, id="a field of a player needs one"),
        pytest.param("sky", set(), id="a field of the table needs nobody"),
        pytest.param(SIZES, set(), id="a loop binds its name"),
        pytest.param("own-flowers", {SEAT}, id="a named value needs what it is made of"),
        pytest.param(RULING, {SEAT}, id="a ruling needs what its reading needs"),
    ],
)
def test_what_an_expression_needs(node: Any, needs: set[str]) -> None:
    survey = Survey({"coin-rest": "quarters"})
    assert survey.needs(operator(node), ground()) == needs


def test_inside_a_loop_its_name_is_needed() -> None:
    loop = operator(SIZES)
    (_, nothing), (part, bound) = inside(loop)
    assert nothing == frozenset()
    assert bound == bound_by(loop) == {"plot", ""}  # type: ignore[arg-type]
    assert Survey({}).needs(part, ground()) == {"plot"}


def test_the_same_expression_is_another_one_for_another_player() -> None:
    survey, here = Survey({}), Here(ground=ground())
    places = {survey.place(operator("coins"), here.of(Seat(n))) for n in ("seat", "seat_2", "seat")}
    assert len(places) == 2


def test_rulings_and_named_values_come_to_what_they_stand_for() -> None:
    survey = Survey({"coin-rest": "whole"})
    assert survey.key(survey.resolved(operator(RULING), ground())) == survey.key(operator(0))
    named = survey.resolved(operator("own-flowers"), ground())
    assert named.op == "for-each"


def test_a_ruling_without_a_reading_is_not_compiled() -> None:
    with pytest.raises(Uncompiled):
        Survey({}).needs(operator(RULING), ground())


def test_only_what_is_looked_at_for_sure_is_worked_out_ahead() -> None:
    condition = {"op": "compare", "left": "coins", "is": "more", "right": 2}
    node = operator({"op": "when", "if": condition, "then": "points", "else": 1})
    assert [child.op for child, _ in Survey({}).eager(node)] == ["compare"]
