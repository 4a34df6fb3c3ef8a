"""What a typed line means: a command, an action that still asks, or why it is neither."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.play import flow
from rulesref.play.flow import Missing, action_called
from rulesref.play.flow.parsing import answered, arguments, possible, raw_value, words_of
from tests.unit.play.playing import GAME, SCORING, TO_THE_END, after, begun, do

SPRING_DAY = begun()
DAY_2 = after(begun(), {"set": "day", "player": None, "to": 2})


def forced(command: dict[str, Any]) -> dict[str, Any]:
    return {**command, "force": True}


def plain(command: dict[str, Any]) -> dict[str, Any]:
    return {**command, "force": False}


@pytest.mark.parametrize(
    ("line", "command"),
    [
        pytest.param("work 2", plain(do("work", hours=2)), id="an id and a value"),
        pytest.param("Work", plain(do("work", hours=1)), id="a default"),
        pytest.param("1 3", plain(do("work", hours=3)), id="by its number"),
        pytest.param("働く3", plain(do("work", hours=3)), id="a number right behind a word"),
        pytest.param("帽子麦わら", plain(do("dress", kind="straw")), id="a value right behind a word"),
        pytest.param("moss", plain(do("stroll", along="moss")), id="a value that only one can mean"),
        pytest.param("put a hat on paper", plain(do("dress", kind="paper")), id="several words"),
        pytest.param("!hedge 3", forced(do("plant", height=3)), id="by force"),
        pytest.param("！cut 3", forced(do("cut", height=3)), id="by force though not offered"),
        pytest.param("gift 1 Ben", plain(do("give", many=1, to="Ben", wrapped=False)), id="the one that fits"),
        pytest.param("note  hi", {"note": "hi"}, id="a note"),
        pytest.param("track light", {"track": "light"}, id="light"),
        pytest.param("記録　かるく", {"track": "light"}, id="light in Japanese"),
        pytest.param("track", {"track": "full"}, id="full"),
        pytest.param("set day 3", {"set": "day", "player": None, "to": 3}, id="a value of the table"),
        pytest.param("set A.coins=4", {"set": "coins", "player": "A", "to": 4}, id="of a player"),
        pytest.param("修正 ben．お金　5", {"set": "coins", "player": "Ben", "to": 5}, id="as input methods type it"),
        pytest.param(
            "set A.steps.moss 2", {"set": "steps", "player": "A", "to": 2, "inside": ["moss"]},
            id="inside a record",
        ),
    ],
)  # fmt: skip
def test_a_line_means_a_command(line: str, command: dict[str, Any]) -> None:
    assert flow.understand(GAME, DAY_2, line) == command


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("fly", "E501", id="no such choice"),
        pytest.param("cut 3", "E505", id="not offered now"),
        pytest.param("work 2 3", "E502", id="too much"),
        pytest.param("work 9", "E403", id="out of range"),
        pytest.param("set", "E537", id="nothing to set"),
        pytest.param("set Ken.coins 3", "E420", id="nobody of that name"),
        pytest.param("set A.coin 3", "E503", id="no such value of a player"),
        pytest.param("set A.steps.mud 3", "E503", id="no such value of a record"),
        pytest.param("set A.coins.x 3", "E503", id="inside of what is no record"),
        pytest.param("set days 3", "E503", id="no such value of the table"),
        pytest.param("set A.coins", "E504", id="no value"),
        pytest.param("set A.coins many", "E402", id="a value that is none"),
    ],
)
def test_a_line_that_means_nothing_is_a_problem(line: str, code: str) -> None:
    problem = flow.understand(GAME, SPRING_DAY, line)
    assert isinstance(problem, Problem), problem
    assert problem.code == code


def test_what_is_nearly_a_choice_is_asked_back() -> None:
    problem = flow.understand(GAME, SPRING_DAY, "werk")
    assert isinstance(problem, Problem)
    assert problem.values["near"] == "work"
    problem = flow.understand(GAME, SPRING_DAY, "set A.coinz 3")
    assert isinstance(problem, Problem)
    assert getattr(problem.values["near"], "en", None) == "coins"


def test_what_is_not_there_yet_is_asked() -> None:
    missing = flow.understand(GAME, SPRING_DAY, "dress")
    assert isinstance(missing, Missing)
    assert (missing.action.id, missing.field.id) == ("dress", "kind")
    assert [option.id for option in missing.options] == ["straw", "paper"]


@pytest.mark.parametrize("line", ["3", "", "work", "rest", "plots"])
def test_while_a_scoring_asks_no_line_is_a_choice(line: str) -> None:
    """Answers are given to the scoring; as a line of the game they are refused, not carried out."""
    problem = flow.understand(GAME, after(begun(), *SCORING), line)
    assert isinstance(problem, Problem)
    assert problem.code in ("E501", "E505")


def test_after_the_end_there_are_only_notes_and_corrections() -> None:
    state = after(begun(), *TO_THE_END)
    problem = flow.understand(GAME, state, "work")
    assert isinstance(problem, Problem)
    assert problem.code == "E540"
    assert flow.understand(GAME, state, "note x") == {"note": "x"}


def test_names_with_dots_are_owners() -> None:
    state = flow.begin(GAME, ("J. R.", "J"), begun().options).state
    command = flow.understand(GAME, state, "set J. R..coins 3")
    assert isinstance(command, dict)
    assert command["player"] == "J. R."


def test_an_action_is_called_by_number_and_by_words() -> None:
    offered = flow.choices(GAME, SPRING_DAY)
    assert [getattr(action_called(offered, word), "id", None) for word in ("1", "hedge", "pla", "99", "zzz")] == [
        "work", "plant", "plant", None, None,
    ]  # fmt: skip


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
