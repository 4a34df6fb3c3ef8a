"""Known plays: where one goes otherwise is told at the line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulesref.base.diagnostics import Place
from rulesref.play.known_play import going_otherwise
from tests.helpers import TOY, game_in, toy

HEAD = "# players: A, B\n# options: windy=yes, purse=3, weather=rain\n# lang: en\n"


def told(text: str, head: str = HEAD) -> list[tuple[str, int]]:
    problems = going_otherwise(toy(), head + text, "toy/plays/a.txt")
    lines = head.count("\n")
    return [(p.code, p.place.line - lines) for p in problems if p.place is not None]


@pytest.mark.parametrize(
    "line",
    [
        "= A.coins 5", "= turn A", "= stage garden work", "= day 1", "= sky rain", "= A.gnomes -", "= offered work",
        "= not offered walk-home", "= not due purse-full", "= A.steps.moss 0", "",
        "# a remark", "= A.hat none", "= A.fence false", "= order 1,2", "= A.steps moss:0,gravel:0", "= stage spring",
        "= B.hedges -", "= A.friend -", "= not due rich", "= votes -", "= order 1, 2", "= setup wild", "= not setup rain", "= says A works 2 hours",
    ],
)  # fmt: skip
def test_what_is_so_is_not_told(line: str) -> None:
    assert told(f"work 2\n{line}\n") == []


@pytest.mark.parametrize(
    "line",
    [
        "= A.coins 6", "= turn B", "= stage harvest", "= day 2", "= not offered work", "= offered nothing",
        "= finished", "= winners A", "= due purse-full", "= due rich B", "= setup rain", "= not setup wild", "= says works 3", "= refused E510", "= A.gnomes tall",
    ],
)  # fmt: skip
def test_what_is_not_so_is_told(line: str) -> None:
    assert told(f"work 2\n{line}\n") == [("E612", 2)]


@pytest.mark.parametrize("line", ["= nothing", "= A", "=", "= of.course yes"])
def test_what_is_no_expectation_is_told(line: str) -> None:
    assert told(f"{line}\n") == [("E614", 1)]


@pytest.mark.parametrize(
    ("line", "near"), [("= A.nothing 1", None), ("= B.coin 1", "coins"), ("= dya 1", "day")]
)
def test_a_value_that_there_is_not_is_told_with_what_is_like_it(
    line: str, near: str | None
) -> None:
    (found,) = going_otherwise(toy(), f"{HEAD}{line}\n", "toy/plays/a.txt")
    assert (found.code, found.values["near"]) == ("E503", near)


def test_that_a_line_is_refused_needs_no_code() -> None:
    assert told("work 99\n= refused\n= turn A\n") == []
    assert told("work 1\n= refused\n") == [("E612", 2)]


def test_a_line_that_is_refused_ends_it_unless_it_should_be() -> None:
    (found,) = going_otherwise(toy(), HEAD + "work 99\n= turn B\n", "toy/plays/a.txt")
    assert (found.code, getattr(found.values["why"], "code", "")) == ("E613", "E403")
    assert found.place == Place("toy/plays/a.txt", 4, 1, 7)
    assert told("work 99\n\n= refused E403\n= turn A\n") == []
    assert told("work 99\n= refused E404\n= turn A\n") == [("E612", 2)]


def test_what_the_game_says_is_looked_for_in_the_line_before() -> None:
    assert told("work 2\nwork 1\n= says works 2\n= says works 1\n") == [("E612", 3)]
    assert (
        told(
            "# lang: ja\nwork 2\n= says 2時間\n",
            "# players: A, B\n# options: windy=yes, purse=3, weather=rain\n",
        )
        == []
    )


def test_what_a_line_leaves_out_is_asked_for() -> None:
    assert told("plant\n= refused E507\n= asks height\n= asks gnomes\n") == [("E612", 4)]
    assert told("plant 2\n= not asks height\n") == []


def test_why_the_game_refuses_a_line_is_what_it_says() -> None:
    assert told("dress straw\ndress straw\n= refused E510\n= says is on already\n") == []


def test_a_game_without_a_flow_is_told(tmp_path: Path) -> None:
    shutil.copytree(TOY, tmp_path / "toy")
    (tmp_path / "toy" / "flow.yaml").unlink()
    (problem,) = going_otherwise(game_in(tmp_path / "toy"), HEAD + "work 2\n", "plays/a.txt")
    assert (problem.code, getattr(problem.values["why"], "code", "")) == ("E613", "E534")


def test_lines_are_taken_back_and_done_again() -> None:
    assert told("work 2\nwork 1\nundo\n= A.coins 5\nredo\n= A.coins 6\n") == []
    assert told("work 2\nwork 1\nundo --to 1\n= A.coins 5\nundo 1\n= A.coins 3\n") == []
    assert told("work 2\nwork 1\nwork 1\nundo 2\n= A.coins 5\nredo 2\n= A.coins 7\n") == []
    assert told("work 2\nwork 1\nundo --to 0\nredo\n= A.coins 5\n") == []
    assert told("undo 3\n") == [("E613", 1)]


def test_a_question_to_the_rules_changes_nothing() -> None:
    assert told("show\nask how many?\n= A.coins 3\n") == []


@pytest.mark.parametrize(
    ("head", "code", "why", "line"),
    [
        pytest.param("# player: A\n", "E614", None, 1, id="nobody plays"),
        pytest.param("", "E614", None, 1, id="an empty file"),
        pytest.param("# players: A, B\n# tracked: much\n", "E614", None, 2, id="no track"),
        pytest.param("# players: A, B\n# options: none=1\n", "E613", "E532", 2, id="no option"),
        pytest.param("# players: A, A\n", "E613", "E429", 1, id="twice the same"),
    ],
)
def test_how_it_begins_is_told(head: str, code: str, why: str | None, line: int) -> None:
    found = list(going_otherwise(toy(), head + "work 2\n", "toy/plays/a.txt"))
    reasons = [getattr(p.values.get("why"), "code", None) for p in found]
    assert [(p.code, p.place and p.place.line) for p in found] == [(code, line)]
    assert reasons == [why]


def wrong(text: str, head: str = HEAD) -> list[tuple[object, ...]]:
    problems = going_otherwise(toy(), head + text, "a.txt")
    names = ("what", "typed", "expected", "actual")
    return [tuple(p.values[name] for name in names if name in p.values) for p in problems]


@pytest.mark.parametrize(
    ("line", "actual"),
    [
        ("= A.coins 6", "5"),
        ("= turn B", "A"),
        ("= stage harvest", "spring / garden work"),
        ("= finished", "spring, garden work"),
        ("= winners A, B", "-"),
        ("= due purse-full", "-"),
        ("= refused E510", "-"),
        ("= not offered rain-falls", "work, plant, invite, dress, stroll, visit, vote, sow, rest, give, give-hat, rain-falls"),
        ("= A.fence yes", "false"),
        ("= A.gnomes tall", "-"),
        ("= A.steps moss:1", "moss:0,gravel:0"),
    ],
)  # fmt: skip
def test_what_is_so_instead_is_told(line: str, actual: str) -> None:
    expected = line[2:].partition(" ")[2] or "finished"
    if " offered" in line:
        expected = "offered rain-falls"
    (found,) = wrong(f"work 2\n{line}\n")
    assert (found[0], found[-1]) == (line, actual)
    assert str(found[1]) in (expected, line.rpartition(" ")[2])


def test_what_is_due_is_looked_for_by_its_player() -> None:
    rich = "set B.coins 9\n"
    assert told(f"{rich}= due rich\n= due rich B\n= not due purse-full\n") == []
    assert told(f"{rich}= due rich A\n") == [("E612", 2)]
    assert wrong(f"{rich}= not due rich\n") == [("= not due rich", "due rich", "rich")]


def test_the_place_of_what_is_otherwise_is_its_line() -> None:
    places = [p.place for p in going_otherwise(toy(), HEAD + "  work 99 \n", "a.txt")]
    assert [(p.line, p.column, p.length) for p in places if p] == [(4, 1, len("work 99"))]
    head = [p.place for p in going_otherwise(toy(), "# players: A\n", "a.txt")]
    assert [(p.line, p.column) for p in head if p] == [(1, 1)]


def test_a_line_of_several_is_typed_up_to_the_first_that_is_refused() -> None:
    assert told("work 2; work 1\n= A.coins 6\n") == []
    assert told("work 2; work 99; work 1\n= refused E403\n= A.coins 5\n") == []
    # A step that ends by itself stops nothing: what was typed behind is typed as well.
    assert told("set A.coins 11\nwork 1; work 1\n= A.coins 12\n= B.coins 5\n") == []


def test_a_whole_play_is_typed_in_with_its_scorings() -> None:
    lines = [
        "rest",
        "rest",
        "= stage spring show",
        "3/yes/2/1//",
        "",
        "",
        "= stage harvest",
        "= refused E999",
    ]
    found = told("\n".join(lines))
    assert found == [("E612", 8)]
    assert told("rest\nrest\n99/no/yes\n= refused E403\n= turn -\n") == []
    assert told("# players: X, Y\n", "") == [], (
        "nobody says how it is tracked, or in which language"
    )


def test_options_stand_with_commas_between() -> None:
    head = "# players: A, B\n# options: purse=4 , weather=rain,\n"
    assert told("= A.coins 4\n= sky rain\n= stage 春\n= A.hedges -\n", head) == []
    light = "# players: A, B\n# tracked: light\n# colour: red\n"
    assert told("guess 2\n= A.points 2\n", light) == []


def test_nobody_is_asked_for_a_value_that_a_line_lacks() -> None:
    assert told("plant\n= refused E507\nwork\n= A.coins 4\n") == []


def test_what_stands_where_the_players_should_is_told() -> None:
    (found,) = going_otherwise(toy(), "work 2\nrest\nrest\n", "toy/plays/a.txt")
    assert (found.code, found.values["typed"]) == ("E614", "work 2")
