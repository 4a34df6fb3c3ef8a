"""Which positions the JSON Schema of a game takes, and in which words it speaks."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesref.base.text import LANGS
from rulesref.reading.positions import read_position
from rulesref.show.position_schema import position_schema
from tests.helpers import toy
from tests.unit.scoring.batch.compiled import AUTUMN

SOUND: dict[str, Any] = {"game": "toy", "event": "autumn", **AUTUMN}
VALIDATORS: dict[str, Draft202012Validator] = {
    lang: Draft202012Validator(position_schema(toy(), lang)) for lang in LANGS
}


def position(**changes: Any) -> dict[str, Any]:
    """A sound position with these changes of the table; None is left out."""
    merged = {**deepcopy(SOUND), **changes}
    return {key: value for key, value in merged.items() if value is not None}


def first_player(**changes: Any) -> dict[str, Any]:
    """A sound position with these changes of the first player; None is left out."""
    first, second = deepcopy(SOUND["players"])
    return position(
        players=[{k: v for k, v in {**first, **changes}.items() if v is not None}, second]
    )


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("data", "sound"),
    [
        pytest.param(position(), True, id="as it is"),
        pytest.param(position(event="秋の散歩", game="おもちゃの庭"), True, id="names in Japanese"),
        pytest.param(first_player(coins=None, コイン=5), True, id="a field by its Japanese name"),
        pytest.param(first_player(coins=None, money="2+3"), False, id="a nickname in English only"),
        pytest.param(first_player(coins="2+3"), True, id="a sum"),
        pytest.param(position(event=None), False, id="no event though there are several"),
        pytest.param(position(event="winter"), False, id="no such event"),
        pytest.param(position(game="chess"), False, id="another game"),
        pytest.param(position(judge=4), False, id="a field of another event"),
        pytest.param(position(sky="fog"), False, id="no such option"),
        pytest.param(first_player(coins=None), False, id="a field left out"),
        pytest.param(first_player(fruit=None), True, id="an optional field left out"),
        pytest.param(first_player(coins=31), False, id="more than the bound"),
        pytest.param(first_player(steps={"gravel": 1}), False, id="a field of a record left out"),
        pytest.param(first_player(steps={"苔": 1}), True, id="a field of a record in Japanese"),
        pytest.param(first_player(name=None), False, id="a player without a name"),
        pytest.param(position(players=SOUND["players"][:1]), False, id="too few players"),
        pytest.param(position(rulings={"coin-rest": "whole"}), True, id="a reading"),
        pytest.param(position(rulings={"coin-rest": "half"}), False, id="no such reading"),
    ],
)  # fmt: skip
def test_the_schema_takes_what_a_position_may_be(
    data: dict[str, Any], sound: bool, lang: str
) -> None:
    problems = [error.message for error in VALIDATORS[lang].iter_errors(data)]
    assert (not problems) is sound, problems


def test_what_the_table_calls_sound_is_read() -> None:
    assert read_position(toy(), SOUND).problems == ()


@pytest.mark.parametrize(
    ("lang", "title", "coins", "about"),
    [
        ("ja", "おもちゃの庭 (toy)", "コイン", "手元のコインの枚数です。"),
        ("en", "Toy Garden (toy)", "coins", "How many coins the player has."),
    ],
)
def test_titles_and_help_are_in_the_language_asked(
    lang: str, title: str, coins: str, about: str
) -> None:
    schema = position_schema(toy(), lang)
    field = schema["$defs"]["player.coins"]
    assert (schema["title"], field["title"], field["description"]) == (title, coins, about)


def test_each_field_is_defined_once_and_each_definition_is_used() -> None:
    schema = position_schema(toy(), "en")
    used = {part.split('"')[0] for part in repr(schema).replace("'", '"').split("#/$defs/")[1:]}
    assert used == set(schema["$defs"])
