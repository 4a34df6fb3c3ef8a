"""The values of an action as they are typed: by place, by name, in answer to a question."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.play.flow.arguments import answered, arguments, possible, raw_value, words_of
from rulesref.play.flow.parsing import understand
from rulesref.play.flow.state import Missing
from tests.helpers import varied
from tests.unit.play.playing import GAME, begun

STATE = begun()


def typed(action: str, line: str, *, forced: bool = True) -> Any:
    """What a line gives for an action; by force, so that only its values matter."""
    assert GAME.flow is not None
    return arguments(GAME, STATE, GAME.flow.actions[action], line, forced=forced)


@pytest.mark.parametrize(
    ("action", "line", "values"),
    [
        pytest.param("work", "", {"hours": 1}, id="nothing said is the default"),
        pytest.param("work", "hours=2", {"hours": 2}, id="by its id"),
        pytest.param("work", "時間＝３", {"hours": 3}, id="by its Japanese name, as input methods type"),
        pytest.param("give", "1 Ben", {"many": 1, "to": "Ben", "wrapped": False}, id="in the order asked"),
        pytest.param("give", "Ben 1", {"many": 1, "to": "Ben", "wrapped": False}, id="each where it fits"),
        pytest.param("give", "1,Ben", {"many": 1, "to": "Ben", "wrapped": False}, id="commas between values"),
        pytest.param("give", "many=2 to=ben wrapped=yes", {"many": 2, "to": "Ben", "wrapped": True}, id="all by name"),
        pytest.param("dress", "麦わら", {"kind": "straw"}, id="an option by its Japanese name"),
        pytest.param("dress", "2", {"kind": "paper"}, id="an option by its number"),
        pytest.param("sow", "1 2 3", {"how-many": [1, 2, 3]}, id="a list by spaces"),
        pytest.param("sow", "1,2", {"how-many": [1, 2]}, id="a list by commas"),
        pytest.param("invite", "tall sleeping", {"kinds": ["tall", "sleeping"]}, id="several options"),
        pytest.param("invite", "のっぽ、眠る", {"kinds": ["tall", "sleeping"]}, id="several options in Japanese"),
    ],
)  # fmt: skip
def test_a_line_gives_the_values_of_an_action(
    action: str, line: str, values: dict[str, Any]
) -> None:
    command = typed(action, line)
    assert isinstance(command, dict), command
    assert command["do"] == action
    assert {
        key: list(v) if isinstance(v, tuple) else v for key, v in command["with"].items()
    } == values
    assert command["force"] is True


@pytest.mark.parametrize(
    ("action", "line", "code"),
    [
        pytest.param("work", "2 3", "E502", id="one too many"),
        pytest.param("rest", "now", "E502", id="an action without values"),
        pytest.param("work", "9", "E403", id="out of range"),
        pytest.param("dress", "felt", "E404", id="no such option"),
        pytest.param("give", "2 Ken", "E420", id="nobody of that name"),
    ],
)
def test_what_no_value_can_be_is_a_problem(action: str, line: str, code: str) -> None:
    problem = typed(action, line)
    assert isinstance(problem, Problem), problem
    assert problem.code == code


def test_the_first_value_that_is_not_there_is_asked() -> None:
    missing = typed("give", "2")
    assert isinstance(missing, Missing)
    assert (missing.field.id, dict(missing.given), missing.forced) == ("to", {"many": 2}, True)


@pytest.mark.parametrize(
    ("line", "kind"),
    [("straw", "straw"), ("紙", "paper"), ("2", "paper")],
)
def test_an_answer_completes_the_command(line: str, kind: str) -> None:
    missing = typed("dress", "", forced=False)
    assert isinstance(missing, Missing)
    command = answered(GAME, STATE, missing, line)
    assert command == {"do": "dress", "with": {"kind": kind}, "force": False}


def test_an_answer_may_answer_what_is_asked_next() -> None:
    missing = typed("give", "")
    assert isinstance(missing, Missing)
    command = answered(GAME, STATE, missing, "1 Ben")
    assert isinstance(command, dict), command
    assert command["with"] == {"many": 1, "to": "Ben", "wrapped": False}


def test_a_wrong_answer_is_the_problem_of_its_value() -> None:
    missing = typed("dress", "")
    assert isinstance(missing, Missing)
    problem = answered(GAME, STATE, missing, "felt")
    assert isinstance(problem, Problem)
    assert problem.code == "E404"


def test_of_what_is_no_single_option_everything_is_possible() -> None:
    assert GAME.flow is not None
    action = GAME.flow.actions["invite"]
    kinds = possible(GAME, STATE, action, {}, action.ask["kinds"])
    assert [option.id for option in kinds] == ["tall", "small", "sleeping"]


def test_a_listed_option_is_meant_by_its_number_on_the_list() -> None:
    assert GAME.flow is not None
    spec = GAME.flow.actions["dress"].ask["kind"]
    straw, paper = spec.options
    assert raw_value(spec, "1", shown=(paper, straw)) == "paper"
    assert raw_value(spec, "1", shown=(straw, paper)) == "straw"


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("", []),
        ("2 Ben", ["2", "Ben"]),
        ('2 "J. R."', ["2", "J. R."]),
        ("it's 3", ["it's", "3"]),
    ],
)
def test_names_in_quotes_stay_together(rest: str, words: list[str]) -> None:
    assert words_of(rest) == words


def test_a_need_before_any_change_refuses_before_more_is_asked(tmp_path: Path) -> None:
    """In the words of the need itself, also where it stands in a routine."""
    game = varied(
        tmp_path,
        ("flow.yaml", "    effects:\n      - {add: coins, by: {op: difference, of: 0, less: many}}\n",
         "    effects:\n      - {run: pay, with: {price: {op: total, parts: [many, 20]}}}\n"),
    )  # fmt: skip
    state = changed(begun(), table={**begun().table, "day": 2})
    refused = understand(game, state, "give 1")
    assert isinstance(refused, Problem)
    assert (refused.code, str(refused.values["message"])) == (
        "E510", "Text(ja='コインが21枚必要です。', en='It costs 21 coins.')",
    )  # fmt: skip
    assert isinstance(understand(game, state, "!give 1"), Missing)
