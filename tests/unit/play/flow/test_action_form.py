"""An action as a form: who does it, what is asked, what the rules allow, and what it changes."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.frozen import remade
from rulesref.play import flow
from rulesref.play.flow.action_form import WHO, ActionForm
from tests.unit.play.playing import GAME, SCORING, after, begun, set_to

STATE = after(begun(), set_to("day", 2))


def form(action: str, state: flow.State = STATE, **given: Any) -> ActionForm:
    filled = ActionForm(game=GAME, state=state, action=flow.flow_of(GAME).actions[action])
    for key, value in given.items():
        filled = filled.fill((key,), value)
    return filled


def test_a_form_comes_to_the_command_of_the_line() -> None:
    filled = form("give", many="2", to="b")
    assert filled.complete
    assert filled.command == flow.understand(GAME, STATE, "give 2 Ben no")
    assert filled.values == {
        "do": "give", "with": {"many": 2, "to": "Ben", "wrapped": False}, "force": False,
    }  # fmt: skip
    assert filled.title.en == "give coins"


def test_what_is_wrong_or_against_the_rules_stays_with_why() -> None:
    assert [problem.code for problem in form("give", many=9).problems] == ["E403"]
    poor = after(STATE, set_to("coins", 1, "A"))
    (problem,) = form("give", poor, many=3).problems
    assert (problem.code, problem) == ("E510", form("give", poor, many=3).outcome())
    assert form("give", poor, many=3, to="Ben").missing == ()
    forced = remade(form("give", poor, many=3, to="Ben"), forced=True)
    assert forced.complete


def test_options_that_the_rules_refuse_say_why() -> None:
    hat = form("give-hat").at(("kind",))
    assert hat is not None
    assert [(option.value, option.allowed) for option in hat.options] == [("straw", False), ("paper", False)]  # fmt: skip
    assert [o.id for o in form("give-hat").options] == ["straw", "paper"], "all are shown"
    refused = form("give-hat", kind="straw")
    assert refused.problems == hat.options[0].problems


def test_what_does_not_matter_any_more_is_dropped() -> None:
    filled = form("give", many=2, to="Ben", wrapped=True)
    assert filled.values["with"]["wrapped"] is True
    fewer = filled.fill(("many",), 1)
    assert ("wrapped",) not in fewer.given
    assert fewer.at(("wrapped",)) is None


def test_what_may_not_be_done_now_is_told() -> None:
    later = [a for a in flow.flow_of(GAME).actions.values() if a not in flow.choices(GAME, STATE)]
    (problem,) = ActionForm(game=GAME, state=STATE, action=later[0]).problems
    assert problem.code == "E505"


def test_what_a_complete_form_changes() -> None:
    filled = form("give", many=1, to="Ben")
    found = {(c.player, c.field.id): (c.before, c.after) for c in filled.changes}
    before, then = STATE.players[0]["coins"], STATE.players[1]["coins"]
    assert isinstance(before, int)
    assert isinstance(then, int)
    assert found["A", "coins"] == (before, before - 1)
    assert found["Ben", "coins"] == (then, then + 1)
    assert form("give", many=1).changes == ()


def test_options_say_what_they_change_besides_what_all_do() -> None:
    filled = form("give", many=1)
    to = filled.at(("to",))
    assert to is not None
    found = filled.option_changes(to)
    assert [option.value for option in to.options if option.allowed] == list(found)
    assert {change.player for change in found["Ben"]} == {"A", "Ben"}
    assert found["A"] == (), "a gift to oneself changes nothing"
    assert form("give").option_changes(to) == {}, "it is not known how many"


def test_where_it_is_nobodys_turn_the_form_asks_who() -> None:
    nobodys = after(begun(), *SCORING)
    asked = form("rest", nobodys)
    assert asked.next is not None
    assert (asked.next.path, asked.missing) == (WHO, (WHO,))
    named = asked.fill(WHO, "b")
    assert named.state.acting == 1
    assert named.command["who"] == "Ben"
    assert named.at(WHO) is not None
    assert named.missing == named.clear(WHO).fill(WHO, "A").missing == ()
    assert asked.fill(WHO, "nobody").state.acting is None
    assert named.on(begun()).state.acting == 1


@pytest.mark.parametrize("action", list(flow.flow_of(GAME).actions))
def test_every_action_has_a_form(action: str) -> None:
    empty = form(action)
    assert {each.path for each in empty.fields} <= {WHO, *((key,) for key in empty.action.ask)}
    assert all(each.optional for each in empty.fields if not each.prompt)
