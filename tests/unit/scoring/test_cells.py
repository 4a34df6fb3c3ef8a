"""Single values of positions, and how they differ."""

from __future__ import annotations

from typing import Any

from rulesref.base.frozen import changed
from rulesref.model.expression import Position
from rulesref.model.scoring import Event, Scoring
from rulesref.reading.positions import read_position
from rulesref.scoring.cells import differences, document_of, spots
from tests.helpers import DATA, game_in, toy

GAME = game_in(DATA / "mexica")


DISTRICTS = [{"size": 9, "founded": True, "temples": {"A": "4+3", "B": 2}}]


def position(districts: Any = DISTRICTS, **first: Any) -> tuple[Scoring, Event, Position]:
    people = [{"name": "A", "prestige": "3+6", **first}, {"name": "B", "prestige": 4}]
    read = read_position(GAME, {"event": "period-2", "players": people, "districts": districts})
    assert read.position, read.problems
    assert read.event
    assert GAME.scoring
    return GAME.scoring, read.event, read.position


def test_every_single_value_has_its_place() -> None:
    values = {spot.path: value for spot, value in spots(*position())}
    assert values["players", 0, "prestige"] == 9
    assert values["districts", 0, "size"] == 9
    assert values["districts", 0, "temples", "A"] == 7
    assert values["districts", 0, "temples", "B"] == 2
    nobody = position(districts=[{"size": 9, "founded": True, "temples": {"A": 1}}])
    values = {spot.path: value for spot, value in spots(*nobody)}
    assert values["districts", 0, "temples", "B"] == 0


def test_a_document_keeps_sums_as_typed() -> None:
    document = document_of(position()[2])
    assert document["players"][0]["prestige"] == "3+6"
    assert document["districts"][0]["temples"] == {"A": "4+3", "B": 2}
    assert document_of(position(prestige="９")[2])["players"][0]["prestige"] == 9


def test_a_document_is_what_a_file_of_the_position_would_hold() -> None:
    data = {
        "game": "toy", "event": "autumn", "rulings": {"coin-rest": "whole"},
        "players": [
            {"name": n, "points": 3, "coins": 5, "hat": "straw", "steps": {"moss": 2, "gravel": 1}, "fruit": 0}
            for n in "AB"
        ],
        "sky": "rain",
    }  # fmt: skip
    read = read_position(toy(), data)
    assert read.position is not None, read.problems
    document = document_of(read.position)
    assert document == data | {key: document[key] for key in document if key not in data}
    assert "rulings" not in document_of(changed(read.position, chosen={}))


def test_of_what_stands_in_lists_and_records_each_value_differs_by_itself() -> None:
    districts = [{"size": 9, "founded": True, "temples": {"A": 1}}, {"size": 4, "founded": True, "temples": {"B": 2}}]  # fmt: skip
    scoring, event, before = position(districts)
    districts[1] = {**districts[1], "size": 5}
    (size,) = differences(scoring, event, before, position(districts)[2])
    assert (size.spot.path, size.spot.player, size.before, size.after) == (("districts", 1, "size"), None, 4, 5)  # fmt: skip
    more = differences(scoring, event, before, position(districts[:1])[2])
    assert {d.spot.path[:2] for d in more} == {("districts", 1)}
    assert {d.after for d in more} == {None}


def test_what_differs_is_told_by_its_place() -> None:
    scoring, event, before = position()
    (difference,) = differences(scoring, event, before, position(prestige=10)[2])
    assert (difference.spot.player, difference.before, difference.after) == ("A", 9, 10)


def test_what_is_nobodys_differs_though_the_players_do() -> None:
    """Amounts of players who are in one position only are left out; those of further colours are not."""
    positions = []
    for other, wild in (("B", 1), ("C", 2)):
        document = {
            "event": "spring",
            "players": [
                {"name": "A", "points": 0, "coins": 1},
                {"name": other, "points": 0, "coins": 1},
            ],
            "plots": [{"size": 4, "flowers": {"A": 2, other: 1, "wild": wild}}],
        }
        read = read_position(toy(), document)
        assert read.position, read.problems
        positions.append(read.position)
    assert read.event
    scoring = toy().scoring
    assert scoring
    (difference,) = differences(scoring, read.event, *positions)
    assert (difference.spot.path[-1], difference.before, difference.after) == ("wild", 1, 2)
