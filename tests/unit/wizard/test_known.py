"""What a document answers before anybody is asked."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.wizard.known import known_values
from tests.helpers import toy

PEOPLE: dict[str, Any] = {"players": [{"name": "葵"}, {"name": "Ben"}]}


def given(data: dict[str, Any]) -> dict[str, Any]:
    """The values by their paths, names aside."""
    values = known_values(toy(), data)
    return {".".join(map(str, path)): raw for path, raw in values.items() if path[-1] != "name"}


def spring(**table: Any) -> dict[str, Any]:
    values = given({"event": "spring", **PEOPLE, **table})
    assert values.pop("event") == "spring"
    return values


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
    assert spring(**table) == answers


@pytest.mark.parametrize("table", [{"sky": "fog"}, {"plots": 3}], ids=["no option", "no list"])
def test_what_cannot_be_read_is_left_to_be_asked(table: dict[str, Any]) -> None:
    assert spring(**table) == {}


def test_what_each_player_has_stays_with_the_seat() -> None:
    players = [{"name": "葵", "steps": {"moss": 1}}, {"name": "Ben", "コイン": "1+1"}]
    values = given({"event": "秋の散歩", "players": players})
    assert values == {"event": "autumn", "players.0.steps.moss": 1, "players.1.coins": "1+1"}


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
    values = known_values(toy(), {"players": [{"name": name} for name in names]})
    assert [raw for path, raw in values.items() if path[-1] == "name"] == seats


def test_an_event_that_is_none_is_asked() -> None:
    assert given({"event": "winter", **PEOPLE}) == {}
