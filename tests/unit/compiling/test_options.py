"""Options of choices that are the rows of a printed table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rulesref.compiling.options import fill_in, name_as_terms
from rulesref.model.entries import Table
from rulesref.reading.link import GlobalScope
from tests.helpers import TOY, name_of, small_table, varied

HATS = small_table("hats", {"hat": "code", "price": "whole"}, ["hat"], [["straw", 1], ["paper", 2]])
TOLD = list[tuple[str, Any]]


def filled(data: Any, *tables: Any) -> tuple[Any, TOLD]:
    told: TOLD = []
    world = GlobalScope({t["id"]: Table.read(t, game="toy") for t in tables}, {}, None)
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


def test_rows_have_the_short_names_and_the_groups_of_their_columns() -> None:
    kinds = {"id": "kind", "name": name_of("kind"), "kind": "code", "group": True, "good": True,
             "values": {"summer": name_of("summer")}}  # fmt: skip
    first, price = HATS["columns"]
    first = {**first, "short": {"straw": name_of("st.")}}
    rows = [["straw", 1, "summer"], ["paper", 2, None]]
    table = {**HATS, "columns": [first, price, kinds], "rows": rows}
    result, _ = filled([{"options-of": "hats"}], table)
    straw = {
        "id": "straw",
        "name": name_of("straw"),
        "short": name_of("st."),
        "group": "summer",
        "good": "summer",
    }
    assert result[0]["options"] == [straw, {"id": "paper", "name": name_of("paper")}]


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


# --- names from the glossary ----------------------------------------------------------------------

STRAW = {"id": "straw-hat", "ja": "麦わら帽", "reading": "むぎわらぼう", "en": "straw hat", "synonyms": {"ja": ["かんかん帽"], "en": ["boater", "sun hat"]}}  # fmt: skip
VISOR = {"id": "visor", "ja": "ひさし", "en": "visor", "synonyms": {"en": ["sun hat"]}}


def named(*options: Any, **more: Any) -> list[Any]:
    data = {"actions": [{"id": "wear", "name": name_of("wear"), "ask": [{"id": "worn", "options": [*options]}], **more}]}  # fmt: skip
    name_as_terms(data, [STRAW, VISOR])
    return [option.get("aliases", {}) for option in data["actions"][0]["ask"][0]["options"]]


def option(key: str, ja: str, en: str, also: Sequence[str] = ()) -> dict[str, Any]:
    aliases = {"aliases": {"ja": [*also]}} if also else {}
    return {"id": key, "name": {"ja": ja, "en": en}, **aliases}


def test_an_option_has_the_other_names_of_the_term_that_it_is_called_by() -> None:
    (aliases,) = named(option("straw", "麦わら帽", "plaited"))
    # What another term is called as well is not among them.
    assert aliases == {"ja": ["むぎわらぼう", "かんかん帽"], "en": ["straw hat", "boater"]}


def test_what_stands_in_brackets_is_left_out_where_it_is_called_so_without() -> None:
    old, new = (
        option("old", "麦わら帽(古)", "old"),
        option("new", "麦わら帽(新)", "new", ["麦わら帽"]),
    )
    assert named(old, new) == [
        {},
        {"ja": ["麦わら帽", "むぎわらぼう", "かんかん帽"], "en": ["straw hat", "boater"]},
    ]


def test_what_calls_something_else_in_the_file_is_left_to_it() -> None:
    straw = option("straw", "麦わら帽", "straw")
    boater = option("boater", "ボート", "boat")
    (first, _) = named(straw, boater, words={"ja": ["かんかん帽"]})
    assert first == {"ja": ["むぎわらぼう"], "en": ["straw hat"]}


def test_of_two_that_share_a_term_both_have_its_names() -> None:
    """As of rows that share a word, what is possible now decides."""
    both = named(option("a", "麦わら帽", "a"), option("b", "麦わら帽", "b"))
    assert (
        both[0] == both[1] == {"ja": ["むぎわらぼう", "かんかん帽"], "en": ["straw hat", "boater"]}
    )


def test_a_game_of_one_language_gets_names_of_no_other() -> None:
    term = {key: STRAW[key] for key in ("id", "en", "reading")}
    (worn,) = options = [option("straw", "-", "straw hat")]
    name_as_terms([{"id": "worn", "options": options}], [term])
    assert "aliases" not in worn


def test_a_term_that_no_option_is_called_by_changes_nothing() -> None:
    assert named(option("cap", "帽子", "cap")) == [{}]
