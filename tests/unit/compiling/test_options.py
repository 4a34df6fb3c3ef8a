"""Options of choices that are the rows of a printed table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.compiling.options import fill_in
from rulesref.model.entries import Table
from rulesref.reading.link import World
from tests.helpers import TOY, name_of, small_table, varied

HATS = small_table("hats", {"hat": "code", "price": "whole"}, ["hat"], [["straw", 1], ["paper", 2]])
TOLD = list[tuple[str, Any]]


def filled(data: Any, *tables: Any) -> tuple[Any, TOLD]:
    told: TOLD = []
    world = World({t["id"]: Table.read(t, game="toy") for t in tables}, {}, None)
    fill_in(data, world, lambda code, path, _: told.append((code, path)))
    return data, told


def test_the_rows_of_a_table_stand_for_the_options_wherever_fields_are() -> None:
    inner = {"id": "worn", "options-of": "hats"}
    data = {
        "state": {"player": [{"id": "people", "fields": [inner]}]},
        "actions": [{"ask": [{**inner}]}],
    }
    result, told = filled(data, HATS)
    options = [{"id": code, "name": name_of(code)} for code in ("straw", "paper")]
    assert result == {
        "state": {"player": [{"id": "people", "fields": [{"id": "worn", "options": options}]}]},
        "actions": [{"ask": [{"id": "worn", "options": options}]}],
    }
    assert told == []


def test_fields_share_a_list_of_options() -> None:
    options = [{"id": "straw", "name": name_of("straw")}]
    fields = [{"options-of": "mine"}, {"options-of": "hats"}]
    result, told = filled({"lists": {"mine": options}, "actions": fields}, HATS)
    assert result["actions"][0] == {"options": options}
    assert [option["id"] for option in result["actions"][1]["options"]] == ["straw", "paper"]
    assert (list(result), told) == (["actions"], [])


def test_a_word_that_several_rows_share_is_a_word_of_each() -> None:
    rows = [
        {"hat": code, "price": 1, "aliases": {"ja": ["古い", code], "en": ["old"]}}
        for code in ("straw", "paper")
    ]
    result, _ = filled([{"options-of": "hats"}], {**HATS, "rows": rows})
    assert [option["aliases"] for option in result[0]["options"]] == [
        {"ja": ["古い", "straw"], "en": ["old"]}, {"ja": ["古い", "paper"], "en": ["old"]},
    ]  # fmt: skip


@pytest.mark.parametrize(
    "tables",
    [pytest.param([], id="no table"), pytest.param([{**HATS, "key": ["hat", "price"]}], id="two keys")],
)  # fmt: skip
def test_a_table_that_cannot_give_options_is_told(tables: list[Any]) -> None:
    result, told = filled([{"options-of": "hats"}], *tables)
    assert (result, told) == ([{"options": []}], [("E301", (0, "options-of"))])


SKIES = "options: [{id: sun, name: {ja: 晴れ, en: sun}}, {id: rain, name: {ja: 雨, en: rain}}, {id: snow, name: {ja: 雪, en: snow}}]"
ONE_A_LINE = """      options:
        - {id: sun, name: {ja: 晴れ, en: sun}}
        - {id: rain, name: {ja: 雨, en: rain}}
        - {id: snow, name: {ja: 雪, en: snow}}
"""
TABLE = """
- id: skies
  title: {ja: 空, en: skies}
  columns:
    - {id: sky, name: {ja: 空, en: sky}, kind: code, values: {sun: {ja: 日, en: sunny}, rain: {ja: 雨降り, en: rainy}, snow: {ja: 雪降り, en: snowy}}}
  key: [sky]
  rows: [[sun], [rain], [snow]]
  sources: [BOOK]
  confidence: certain
  rules: [autumn-walk]
"""


def test_positions_calculators_and_flows_take_options_from_a_table(tmp_path: Path) -> None:
    tables = (TOY / "tables.yaml").read_text(encoding="utf-8")
    head = tables[:200]
    game = varied(
        tmp_path,
        ("tables.yaml", head, TABLE.lstrip() + head),
        ("calculators.yaml", SKIES, "options-of: skies"),
        ("scoring.yaml", ONE_A_LINE, "      options-of: skies\n"),
        (
            "flow.yaml",
            SKIES.replace(", {id: snow, name: {ja: 雪, en: snow}}", ""),
            "options-of: skies",
        ),
    )
    assert game.scoring is not None
    assert game.flow is not None
    fields = (
        game.scoring.table["sky"], game.calculators["sky"].inputs["sky"], game.flow.table["sky"].field,
    )  # fmt: skip
    for field in fields:
        assert [(o.id, o.name.en) for o in field.options] == [
            ("sun", "sunny"), ("rain", "rainy"), ("snow", "snowy"),
        ]  # fmt: skip
