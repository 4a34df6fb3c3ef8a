"""What a document answers before anybody is asked."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.wizard.known import known_answers
from rulesref.wizard.questions import Questions
from tests.helpers import toy

EMPTY = Questions(game=toy(), rulings={})
PEOPLE: dict[str, Any] = {"players": [{"name": "葵"}, {"name": "Ben"}]}


def given(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The answers by their paths, names aside, and the codes of what is wrong."""
    answers, problems = known_answers(EMPTY, data)
    by_path = {".".join(map(str, path)): raw for path, raw in answers.items() if path[-1] != "name"}
    return by_path, [problem.code for problem in problems]


def spring(**table: Any) -> tuple[dict[str, Any], list[str]]:
    answers, codes = given({"event": "spring", **PEOPLE, **table})
    assert answers.pop("event") == "spring"
    return answers, codes


@pytest.mark.parametrize(
    ("table", "answers"),
    [
        pytest.param({"sky": "rain"}, {"sky": "rain"}, id="a value"),
        pytest.param({"空模様": "雨"}, {"sky": "rain"}, id="a value in Japanese"),
        pytest.param({"judge": 3}, {}, id="a value of another event"),
        pytest.param({"plots": []}, {"plots.0": False}, id="no entries"),
        pytest.param(
            {"plots": [{"size": 2}]}, {"plots.0": True, "plots.0.size": 2},
            id="a part of an entry: there may be more",
        ),
        pytest.param(
            {"plots": [{"size": 2, "walled": True, "flowers": {"葵": [2, 1], "野の花": 1}}]},
            {"plots.0": True, "plots.0.size": 2, "plots.0.walled": True, "plots.0.flowers.0": "2+1",
             "plots.0.flowers.1": None, "plots.0.flowers.wild": 1, "plots.1": False},
            id="whole entries are all there are",
        ),
    ],
)  # fmt: skip
def test_what_stands_on_the_table(table: dict[str, Any], answers: dict[str, Any]) -> None:
    assert spring(**table) == (answers, [])


@pytest.mark.parametrize(
    ("table", "code"),
    [
        pytest.param({"sky": "fog"}, "E404", id="no such option"),
        pytest.param({"plots": 3}, "E402", id="no list"),
    ],
)
def test_what_cannot_be_read_is_left_to_be_asked(table: dict[str, Any], code: str) -> None:
    assert spring(**table) == ({}, [code])


def test_what_each_player_has_stays_with_the_seat() -> None:
    players = [{"name": "葵", "steps": {"moss": 1}}, {"name": "Ben", "コイン": "1+1"}]
    answers, codes = given({"event": "秋の散歩", "players": players})
    assert answers == {"event": "autumn", "players.0.steps.moss": 1, "players.1.coins": "1+1"}
    assert codes == []


@pytest.mark.parametrize(
    ("names", "seats"),
    [
        pytest.param(["葵", "Ben"], ["葵", "Ben", None], id="everybody"),
        pytest.param(["A", "B", "C", "D"], ["A", "B", "C", "D"], id="as many as can be"),
        pytest.param(["葵", None], [], id="one without a name"),
        pytest.param(["葵", "葵"], [], id="one name twice"),
        pytest.param(["葵"], [], id="too few"),
        pytest.param(list("ABCDE"), [], id="too many"),
        pytest.param([], [], id="nobody"),
    ],
)
def test_names_count_when_everybody_has_one(names: list[str | None], seats: list[Any]) -> None:
    answers, _ = known_answers(EMPTY, {"players": [{"name": name} for name in names]})
    assert [raw for path, raw in answers.items() if path[-1] == "name"] == seats


def test_an_event_that_is_none_is_asked() -> None:
    assert given({"event": "winter", **PEOPLE}) == ({}, ["E424"])
