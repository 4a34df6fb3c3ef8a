from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.text import Text
from rulesref.scoring.batch.code import Uncompiled, Unusual
from rulesref.scoring.batch.positions_code import PositionReader, Spellings
from tests.helpers import toy
from tests.invented import changed
from tests.unit.scoring.batch.compiled import AUTUMN, SPRING


def reader(event: str = "autumn") -> PositionReader:
    scoring = toy().scoring
    assert scoring is not None
    return PositionReader(scoring, event, (2, 4))


def one(**changes: Any) -> dict[str, Any]:
    """The autumn position with another first player."""
    first, second = AUTUMN["players"]
    return {**AUTUMN, "players": [{**first, **changes}, second]}


def test_values_come_as_a_list_for_each_slot() -> None:
    _, names, *values = reader().read(AUTUMN)
    assert names == ["A", "B"]
    # points, coins, hat, moss, gravel, fruit; sky
    assert values == [[3, 0], [5, 2], ["straw", "none"], [2, 4], [1, 0], [0, -3], "rain"]


def test_every_key_is_counted() -> None:
    keys, *_ = reader().read(AUTUMN)
    # sky, players; name, points, coins, hat, steps and what stands in it, fruit
    assert keys == 2 + (5 + 2) + (6 + 1)


def test_lists_and_values_by_player_are_read() -> None:
    _, _, points, coins, gnomes, fence, plots, sky = reader("spring").read(SPRING)
    assert (points, coins, sky) == ([3, 0], [5, 2], "sun")
    assert (gnomes, fence) == ([("tall", "small"), ()], [True, False])
    assert plots[0] == (3, True, {"A": 3, "B": 3}, {"A": [2, 1], "B": 3})
    assert plots[2] == (1, False, {}, {})


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(one(coins=31), id="out of range"),
        pytest.param(one(coins=True), id="true is no number"),
        pytest.param(one(coins=1.0), id="a decimal"),
        pytest.param(one(hat="felt"), id="an unknown option"),
        pytest.param(one(steps=[1]), id="no record"),
        pytest.param(one(steps={"moss": 1, "mud": 1}), id="an unknown part"),
        pytest.param(one(name="B"), id="a name twice"),
        pytest.param(one(name=" "), id="a blank name"),
        pytest.param(one(shoes=1), id="an unknown field"),
        pytest.param({**AUTUMN, "players": AUTUMN["players"][:1]}, id="too few players"),
        pytest.param(
            {**AUTUMN, "players": tuple(AUTUMN["players"])}, id="players that are no list"
        ),
        pytest.param({**AUTUMN, "judge": 1}, id="a field of another event"),
    ],
)
def test_what_is_unusual_is_left_to_the_ordinary_way(data: dict[str, Any]) -> None:
    with pytest.raises((Unusual, KeyError, AttributeError)):
        reader().read(data)


@pytest.mark.parametrize(
    "players",
    [
        pytest.param([{"gnomes": ["tall"]}, {"gnomes": ["tall"]}], id="one that exists once"),
        pytest.param([{"gnomes": ["tall", "tall"]}, {}], id="one twice"),
        pytest.param([{"gnomes": ["tall", "small", "sleeping"]}, {}], id="too many"),
        pytest.param([{"gnomes": "tall"}, {}], id="no list"),
        pytest.param([{"fence": 1}, {}], id="neither true nor false"),
    ],
)
def test_so_is_what_cannot_lie_on_one_table(players: list[dict[str, Any]]) -> None:
    both = zip(SPRING["players"], players, strict=True)
    data = {**SPRING, "players": [{**was, "gnomes": [], **more} for was, more in both]}
    with pytest.raises(Unusual):
        reader("spring").read(data)


def test_names_become_ids_and_sums_are_added_up() -> None:
    first = {
        "name": "A",
        "得点": "1+2",
        "お金": 5,
        "帽子": "麦わら",
        "steps": {"苔": 2, "gravel": 1},
    }
    worded = {"空模様": "雨", "players": [first, AUTUMN["players"][1]]}
    assert reader().renamed(worded) == AUTUMN


def test_two_words_for_one_field_are_unusual() -> None:
    with pytest.raises(Unusual):
        reader().renamed(one(お金=5))


def test_a_spelling_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def spell(word: str) -> str | None:
        asked.append(word)
        return word.lower() if word != "?" else None

    spellings = Spellings(spell)
    assert [spellings["A"], spellings["A"]] == ["a", "a"]
    assert asked == ["A"]
    monkeypatch.setattr("rulesref.scoring.batch.positions_code._REMEMBERED", 1)
    assert [spellings["B"], spellings["B"]] == ["b", "b"]
    assert asked == ["A", "B", "B"]
    with pytest.raises(Unusual):
        spellings["?"]


@pytest.mark.parametrize("key", ["players", "event"])
def test_a_field_called_like_a_key_of_the_document_is_not_compiled(key: str) -> None:
    scoring = toy().scoring
    assert scoring is not None
    field = changed(scoring.table["sky"], id=key, name=Text("x", "x"))
    with pytest.raises(Uncompiled):
        PositionReader(changed(scoring, table={key: field}), "autumn", (2, 4))
