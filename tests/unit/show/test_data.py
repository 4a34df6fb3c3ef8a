"""Values as the JSON of the contract."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesref.base.text import Entered, Text
from rulesref.model.entries import Reading
from rulesref.model.expression import Input, Step
from rulesref.show import data
from rulesref.show.data import as_json, fields
from tests.helpers import scored, toy
from tests.house.code import public_classes
from tests.unranked import frost

FINAL = {
    "event": "final",
    "rulings": {"coin-rest": "quarters"},
    "players": [
        {"name": "葵", "points": "10+20", "coins": 5, "seeds": {"red": 1, "blue": 2, "green": 3}},
        {"name": "Ben", "points": 27, "coins": 5, "seeds": {"red": 4, "blue": 4, "green": 4}},
    ],
}


def result() -> dict[str, Any]:
    return fields(scored(toy(), FINAL), "en")


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        pytest.param(3, 3, id="a number"),
        pytest.param(Fraction(181, 4), 45.25, id="a quarter"),
        pytest.param(Fraction(1, 3), "1/3", id="a third"),
        pytest.param(True, True, id="a truth"),
        pytest.param(None, None, id="nothing"),
        pytest.param("sun", "sun", id="a code"),
        pytest.param((1, Fraction(1, 2)), [1, 0.5], id="a list"),
        pytest.param({"A": (1,)}, {"A": [1]}, id="a mapping"),
        pytest.param(Entered.of("1+2"), 3, id="a sum that was typed"),
        pytest.param(Text("花", "flower"), "flower", id="a text"),
        pytest.param(
            Reading(id="a", text=Text("花", "flower"), who=("s",)),
            {"id": "a", "text": "flower", "who": ["s"]},
            id="a frozen value",
        ),
    ],
)
def test_a_value_as_json(value: Any, printed: object) -> None:
    found = as_json(value, "en")
    assert found == printed
    assert type(found) is type(printed)


def test_a_step_has_what_the_contract_says() -> None:
    typed = Entered.of("1+2")
    step = Step(op="total", value=3, rules=("a",), inputs=(Input("coins", typed), Input("n", 4)))
    assert as_json(step, "en") == {
        "op": "total", "label": None, "value": 3, "rules": ["a"],
        "inputs": {"coins": {"value": 3, "typed": "1+2"}, "n": 4}, "parts": [],
    }  # fmt: skip


def test_a_score_has_what_the_contract_says() -> None:
    found = result()
    assert list(found) == [
        "game",
        "event",
        "data",
        "rulings",
        "players",
        "winners",
        "tie-break",
        "warnings",
    ]
    assert (found["game"], found["event"], found["data"]) == ("toy", "final", toy().digest)
    assert found["rulings"] == {"coin-rest": "quarters"}
    assert found["winners"] == ["葵"]
    assert found["warnings"] == []


def test_a_player_has_what_the_contract_says() -> None:
    first = result()["players"][0]
    assert list(first)[:7] == ["name", "before", "points", "total", "rank", "categories", "changes"]
    assert first["vector"] == [1, 2, 3]
    # Seeds 1, coins 5/4, purse 1, lead 2, neighbours 4, company 0.
    assert (first["before"], first["points"], first["total"], first["rank"]) == (30, 9.25, 39.25, 1)
    assert first["categories"][1] == {"id": "coins", "points": 1.25}
    assert set(first["explanation"]) == {"op", "label", "value", "rules", "inputs", "parts"}


def test_a_scoring_that_only_takes_has_no_points_and_no_rank() -> None:
    data = as_json(frost(2, 8), "en")
    first = data["players"][0]
    assert [first[key] for key in ("points", "total", "rank", "categories", "changes")] == [
        None, None, None, [], {"paid": 2},
    ]  # fmt: skip
    assert (data["winners"], data["tie-break"]) == ([], [])


def test_a_game_has_what_the_contract_says() -> None:
    found = as_json(toy(), "ja")
    assert found["names"] == {"ja": "おもちゃの庭", "en": "Toy Garden"}
    assert found["players"] == {"min": 2, "max": 4}
    assert (found["edition"], found["covers"]) == ("第2版", "作りもののルールすべて")


def test_an_entry_has_what_the_contract_says() -> None:
    rule = toy().rules["gnome-kinds"]
    found = data.rule(toy(), rule, "ja")
    assert {"id", "game", "topic", "title", "text", "lang", "sources", "related"} <= set(found)
    assert found["ruling"]["default"] == "yes"
    assert found["points"][1]["confidence"] == "unverified"


def test_a_table_keeps_codes_and_blanks() -> None:
    table = toy().tables["weather"]
    rows = data.table(table, table.rows, "ja")["rows"]
    assert rows[0] == {"season": "spring", "sky": "sun", "points": 1, "confidence": "likely"}
    assert [row["points"] for row in rows[-2:]] == [None, "unknown"]


def test_a_map_keeps_its_lines() -> None:
    table = toy().tables["map"]
    found = data.table(table, table.rows, "en")
    assert (found["grid"], found["legend"]["~"]) == (["~##", ".#~"], "pond")


def test_other_keys_than_those_of_the_class() -> None:
    reading = Reading(id="a", text=Text("花", "flower"), who=())
    keys = "name=text.ja who? id inside=no.thing"
    found = fields(reading, "en", keys, id=Fraction(1, 2), inside=None)
    assert found == {"name": "花", "id": 0.5, "inside": None}
    assert list(found) == ["name", "id", "inside"]


def test_what_lies_in_nothing_is_nothing() -> None:
    assert fields(toy(), "en", "a=about.edition.name") == {"a": "second edition"}
    assert fields(Step(op="fixed", value=1), "en", "label=label.en.x") == {"label": None}


def test_every_class_of_the_table_is_there() -> None:
    """One that is renamed would show all its fields."""
    assert {*data.KEYS, *data.WORKED_OUT} <= {*public_classes()}


@pytest.mark.parametrize(
    "value", [toy().rules["gnome-kinds"], toy().rulings["gnome-sleep"], Step(op="fixed", value=1)]
)
def test_what_is_not_public_is_not_shown(value: object) -> None:
    keys = data.KEYS[type(value).__name__].split()
    assert [*as_json(value, "en")] == [key.partition("=")[0] for key in keys]
