"""Positions as YAML, templates, and the schema of positions."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulesref.base.text import LANGS
from rulesref.reading.positions import read_position
from rulesref.reading.source import read_text
from rulesref.show.position_file import position_schema, position_text, scalar, template
from tests.games.test_cases import case_files
from tests.helpers import DATA, TOY, document, game_folders, game_in, result_of, scored, toy
from tests.unit.scoring.batch.compiled import AUTUMN

FOLDERS = [TOY, *game_folders()]


def read(text: str) -> Any:
    source, problems = read_text(text, "position.yaml")
    assert source is not None
    assert not problems, problems
    return source.data


@pytest.mark.parametrize(
    "name",
    [
        "葵",
        "Ann Lee",
        "O'Neil",
        "12",
        "true",
        "a: b",
        "#1",
        "- x",
        "[x]",
        "{",
        "'",
        '"',
        "é",
        "*a",
        "はい",
        "n",
        " x",
        "~",
        "1e3",
        "0x1",
        "2020-01-01",
        "a #b",
        "x\\y",
    ],
)
def test_every_name_survives(name: str) -> None:
    assert read(f"name: {scalar(name)}")["name"] == name


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_template_of_every_scoring_can_be_scored(folder: Path, lang: str) -> None:
    game = game_in(folder)
    assert game.scoring is not None
    low, high = game.about.players
    for event in game.scoring.events.values():
        for many in range(low, high + 1):
            text = template(game, event, tuple("ABCDE"[:many]), lang)
            result, problems = result_of(game, read(text))
            assert result is not None, (event.id, problems)
            assert result.event is event


def test_a_template_is_filled_in_by_hand() -> None:
    game = game_in(DATA / "tigris")
    assert game.scoring is not None
    text = template(game, game.scoring.events["final"], ("葵", "Ben"), "ja")
    for value in ("1", "2", "3", "4", "3", "5", "2+3", "９", "9", "2"):
        text = re.sub(r": 0(  #)", rf": {value}\1", text, count=1)
    assert {p.name: p.total for p in scored(game, read(text)).players} == {"葵": 3, "Ben": 6}


@pytest.mark.parametrize("lang", LANGS)
def test_a_template_explains_every_field_once(lang: str) -> None:
    game = game_in(DATA / "praga")
    assert game.scoring is not None
    text = template(game, game.scoring.events["final"], ("A", "B"), lang)
    for spec in game.scoring.player.values():
        assert spec.help is not None
        assert text.count(f"# {spec.help.of(lang)}\n") == 1, spec.id
        assert text.count(f"\n    {spec.id}: ") == 2, spec.id


def test_what_was_typed_stays_typed() -> None:
    game = game_in(DATA / "mexica")
    assert game.scoring is not None
    said = {
        "players": [{"name": "1番", "prestige": "3+6"}, {"name": "Ben", "prestige": 4}],
        "districts": [{"size": 9, "founded": True, "temples": {"1番": "4+3", "Ben": 2}}],
        "rulings": {"zero-level-place": "no-place"},
    }
    text = position_text(game, game.scoring.events["period-2"], said, "en")
    assert read(text) == {"game": "mexica", "event": "period-2", **said}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
@pytest.mark.slow
def test_the_schema_accepts_every_known_position(folder: Path, lang: str) -> None:
    schema = position_schema(game_in(folder), lang)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for owner, path in case_files():
        for case in document(path) if owner == folder else ():
            if "problems" not in case["expect"]:
                assert list(validator.iter_errors(case["position"])) == [], case["name"]["en"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "mexica"},
        {"players": []},
        {"players": [{"name": "A", "black": 1, "red": 1, "blue": 1, "green": 1}] * 2},
        {
            "players": [{"name": "A", "black": -1, "red": 1, "blue": 1, "green": 1, "treasures": 0}]
            * 2
        },
        {
            "players": [
                {"name": "A", "black": "many", "red": 1, "blue": 1, "green": 1, "treasures": 0}
            ]
            * 2
        },
        {
            "players": [
                {
                    "name": "A",
                    "black": 1,
                    "red": 1,
                    "blue": 1,
                    "green": 1,
                    "treasures": 0,
                    "purple": 1,
                }
            ]
            * 2
        },
    ],
)
def test_the_schema_finds_what_is_wrong(wrong: dict[str, Any]) -> None:
    right = [
        {"name": n, "黒": "3+6", "red": 1, "blue": "１", "green": 1, "財宝駒": 0} for n in "AB"
    ]
    validator = Draft202012Validator(position_schema(game_in(DATA / "tigris"), "ja"))
    assert validator.is_valid({"game": "tigris", "players": right})
    assert not validator.is_valid({"game": "tigris", "players": right, **wrong})


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
        pytest.param(first_player(coins=None, money="2+3"), True, id="a field by its nickname in English"),
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
