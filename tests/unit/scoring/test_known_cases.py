"""Known positions: what comes out differently is told where it stands."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from rulesref.base.diagnostics import Problem
from rulesref.base.text import Text
from rulesref.reading.source import read_text
from rulesref.scoring.known_cases import differences, differing, exact
from rulesref.scoring.score import score_of
from tests.helpers import TESTS, document, toy

CASE = next(
    case
    for case in document(TESTS / "toy_cases" / "final.yaml")
    if any("total" in each for each in case["expect"].get("players", {}).values())
)


def other(**expect: Any) -> list[tuple[Any, Any, Any]]:
    return list(differences(toy(), {**CASE, "expect": expect}))


def test_what_is_right_is_not_told() -> None:
    assert other(**CASE["expect"]) == []
    assert other() == []


def test_every_known_position_of_the_invented_game_is_right() -> None:
    for file in sorted((TESTS / "toy_cases").glob("*.yaml")):
        for case in document(file):
            assert list(differences(toy(), case)) == []


def test_each_number_that_differs_is_told_with_both() -> None:
    name, wanted = next(each for each in CASE["expect"]["players"].items() if "total" in each[1])
    ((path, expected, found),) = other(players={name: {**wanted, "total": 999}})
    assert (path, expected) == (("expect", "players", name, "total"), 999)
    assert found == wanted["total"]


def test_a_part_that_there_is_not_and_a_player_who_does_not_play_differ() -> None:
    name = next(iter(CASE["expect"]["players"]))
    found = [
        (path[-1], expected)
        for path, expected, _ in other(
            players={name: {"categories": {"none": 0}, "vector": [1, 2]}, "Nobody": {"total": 0}}
        )
    ]
    assert found == [("none", 0), ("vector", [1, 2]), ("Nobody", "Nobody")]


@pytest.mark.parametrize("key", ["winners", "warnings", "tie-break", "problems"])
def test_each_list_is_compared(key: str) -> None:
    wrong = {"tie-break": [{"by": "x", "among": ["葵"], "values": {"葵": 1}}]}.get(key, ["x"])
    ((path, expected, found),) = other(**{key: wrong})
    assert (path, expected) == (("expect", key), wrong)
    assert found != wrong


def test_a_position_that_is_refused_is_told_unless_it_should_be() -> None:
    broken = {**CASE, "position": {"event": "final", "players": []}, "expect": {}}
    ((path, _, found),) = differences(toy(), broken)
    assert path == ("position",)
    assert isinstance(found, Problem)
    expected = {**broken, "expect": {"problems": [found.code]}}
    assert list(differences(toy(), expected)) == []


def test_a_file_tells_at_the_place() -> None:
    source, _ = read_text(
        "- name: {ja: 例, en: example}\n"
        "  position:\n"
        "    {event: final, players: [{name: A, coins: x}]}\n"
        "  expect: {winners: [A]}\n",
        "toy/cases/a.yaml",
    )
    assert source is not None
    (problem,) = differing(toy(), source)
    assert (problem.code, problem.place and problem.place.line) == ("E613", 3)


def test_what_is_no_case_is_told_by_its_shape() -> None:
    source, _ = read_text("- name: {ja: 例, en: example}\n", "toy/cases/a.yaml")
    assert source is not None
    assert {problem.code for problem in differing(toy(), source)} == {"E201"}


def test_an_empty_list_is_shown_as_one() -> None:
    """As are the winners before the last scoring."""
    rest = {key: value for key, value in CASE.items() if key != "expect"}
    text = json.dumps([{**rest, "expect": {"warnings": ["x"]}}], ensure_ascii=False)
    source, _ = read_text(text, "toy/cases/a.yaml")
    assert source is not None
    (problem,) = differing(toy(), source)
    assert problem.values["what"] == "warnings"
    assert (problem.code, problem.values["expected"], problem.values["actual"]) == (
        "E612",
        ["x"],
        "-",
    )


def told(text: str) -> list[Problem]:
    source, _ = read_text(text, "toy/cases/a.yaml")
    assert source is not None
    return list(differing(toy(), source))


def case(name: Any, **expect: Any) -> str:
    rest = {key: value for key, value in CASE.items() if key not in ("expect", "name")}
    return json.dumps([{**rest, "name": name, "expect": expect}], ensure_ascii=False)


@pytest.mark.parametrize("name", [{"ja": "例", "en": "example"}, "例"])
def test_what_differs_is_told_with_the_name_of_its_case(name: Any) -> None:
    (problem,) = told(case(name, winners=["Nobody"]))
    wanted = Text.read(name) if isinstance(name, dict) else name
    assert (problem.values["name"], problem.values["expected"]) == (wanted, ["Nobody"])


def test_of_each_player_all_that_is_expected_is_compared() -> None:
    result, _ = score_of(toy(), CASE["position"])
    assert result is not None
    player = result.players[0]
    right = {
        "before": player.before, "points": player.points, "total": player.total, "rank": player.rank,
        "categories": {part.id: step.value for part, step in player.categories},
        "changes": {part.id: step.value for part, step in player.changes if step.value},
        "vector": list(player.vector or ()),
    }  # fmt: skip
    assert other(players={player.name: right}) == []
    wrong = {**dict.fromkeys(("before", "points", "total", "rank"), 99), "vector": [99]}
    found = other(players={player.name: {**wrong, "categories": {"coins": 99}, "changes": {"x": 9}}})  # fmt: skip
    assert {path[3:]: expected for path, expected, _ in found} == {
        ("before",): 99, ("points",): 99, ("total",): 99, ("rank",): 99, ("categories", "coins"): 99,
        ("changes",): {"x": 9}, ("vector",): [99],
    }  # fmt: skip


def test_ties_that_differ_are_shown_as_cases_write_them() -> None:
    people = [{"name": n, "points": 0, "coins": 4, "seeds": {"red": 1, "blue": 1, "green": 1}} for n in "AB"]  # fmt: skip
    level = {"position": {"event": "final", "players": people}}
    first = {"by": "coins", "among": ["A", "B"], "values": {"A": 4, "B": 4}}
    second = {"by": "seat", "among": ["A", "B"], "values": {"A": 1, "B": 2}}
    right = [first, second]
    assert list(differences(toy(), {**level, "expect": {"tie-break": right}})) == []
    ((_, expected, actual),) = differences(toy(), {**level, "expect": {"tie-break": [first]}})
    assert (expected, actual) == ([first], right)


def test_numbers_are_the_same_however_they_are_written() -> None:
    assert exact({"a": "45.25", "b": ["1/2", "x", 3], "c": "1/0"}) == {
        "a": Fraction(181, 4), "b": [Fraction(1, 2), "x", 3], "c": "1/0",
    }  # fmt: skip


def test_a_fraction_that_differs_is_shown_as_a_decimal() -> None:
    people = [{"name": n, "points": 0, "coins": c, "seeds": {"red": 1, "blue": 1, "green": 1}} for n, c in (("A", 5), ("B", 7))]  # fmt: skip
    expect = {"players": {"A": {"total": 1, "categories": {"coins": 2}}}}
    found = list(differences(toy(), {"position": {"event": "final", "players": people}, "expect": expect}))  # fmt: skip
    assert [(expected, str(actual)) for _, expected, actual in found] == [(1, "3.25"), (2, "1.25")]
