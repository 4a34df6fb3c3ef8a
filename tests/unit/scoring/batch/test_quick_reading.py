from __future__ import annotations

from typing import Any

import pytest

from rulesref.model.code import Unusual
from rulesref.reading.positions import read_position
from rulesref.scoring.batch.quick_reading import (
    PartlyUnusual,
    PositionReader,
    PositionValues,
    mapping,
)
from tests.helpers import toy
from tests.unit.scoring.batch.compiled import AUTUMN, SPRING, as_pairs


def quickly(data: Any, event: str = "autumn") -> PositionValues:
    scoring = toy().scoring
    assert scoring is not None
    return PositionReader(scoring, event, (2, 4)).read(dict(as_pairs(data)))


def one(**changes: Any) -> dict[str, Any]:
    """The autumn position with another first player."""
    first, second = AUTUMN["players"]
    return {**AUTUMN, "players": [{**first, **changes}, second]}


@pytest.mark.parametrize(
    ("event", "data"),
    [
        pytest.param("autumn", AUTUMN, id="autumn"),
        pytest.param("spring", SPRING, id="spring"),
        pytest.param("autumn", {"空模様": "雨", "players": AUTUMN["players"]}, id="by names"),
        pytest.param("autumn", one(coins="2+3"), id="a sum"),
    ],
)
def test_a_position_is_read_as_with_care(event: str, data: dict[str, Any]) -> None:
    names, players, table = quickly(data, event)
    position = read_position(toy(), {"event": event, **data}).position
    assert position is not None
    assert (names, players, table) == (position.names, position.players, position.table)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(one(coins=31), id="out of range"),
        pytest.param(one(coins=True), id="true is no number"),
        pytest.param(one(coins=1.0), id="a decimal"),
        pytest.param(one(coins=None), id="nothing"),
        pytest.param(one(hat="felt"), id="an unknown option"),
        pytest.param(one(steps=[1]), id="no record"),
        pytest.param(one(steps=[["moss", 1]]), id="a list of pairs is no record"),
        pytest.param(one(steps={"moss": 1, "mud": 1}), id="an unknown part"),
        pytest.param(one(name="B"), id="a name twice"),
        pytest.param(one(name=" "), id="a blank name"),
        pytest.param(one(name=7), id="a name that is no word"),
        pytest.param(
            {
                **AUTUMN,
                "players": [
                    {**who, "name": name}
                    for who, name in zip(AUTUMN["players"], ("が", "か\u3099"), strict=True)
                ],
            },
            id="a name twice, its marks coded otherwise",
        ),
        pytest.param(one(shoes=1), id="an unknown field"),
        pytest.param(one(お金=5), id="two words for one field"),
        pytest.param({**AUTUMN, "players": AUTUMN["players"][:1]}, id="too few players"),
        pytest.param({**AUTUMN, "players": {"A": 1, "B": 2}}, id="players that are no list"),
        pytest.param({**AUTUMN, "judge": 1}, id="a field of another event"),
        pytest.param({"sky": "rain"}, id="nobody"),
    ],
)
def test_what_is_unusual_is_left_to_the_ordinary_way(data: dict[str, Any]) -> None:
    with pytest.raises((Unusual, ValueError, KeyError, TypeError, AttributeError)):
        quickly(data)


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
    with pytest.raises((Unusual, ValueError, KeyError)):
        quickly(data, "spring")


def test_what_is_sound_in_a_bad_line_is_read_as_with_care() -> None:
    position = read_position(toy(), {"event": "autumn", **AUTUMN}).position
    assert position is not None
    with pytest.raises(PartlyUnusual) as unusual:
        quickly(one(coins="x"))
    assert unusual.value.sound.event.id == "autumn"
    assert unusual.value.sound.names == position.names
    assert unusual.value.sound.values == [None, position.players[1], position.table]
    with pytest.raises(PartlyUnusual) as unusual:
        quickly({**AUTUMN, "sky": "mud"})
    assert unusual.value.sound.values == [*position.players, None]


def test_a_mapping_has_each_key_once() -> None:
    assert mapping((("a", 1), ("b", 2))) == {"a": 1, "b": 2}
    for pairs in ((("a", 1), ("a", 1)), [("a", 1)]):
        with pytest.raises(Unusual):
            mapping(pairs)
