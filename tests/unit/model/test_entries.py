"""Entries of a game's files: what is worked out from what stands in them."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.text import Text
from rulesref.model.entries import About, Extra, Field, Rule, Ruling, Table, read_fields
from tests.helpers import TOY, document, name_of, ruling, small_table

POINTS: list[Any] = [
    {"ja": "一", "en": "one", "covers": [], "sources": ["BOOK", "CLUB"]},
    {"ja": "二", "en": "two", "covers": [], "sources": ["CLUB"], "confidence": "likely"},
]
RULE = {"id": "r", "topic": "t", "title": name_of("r"), "points": POINTS, "terms": []}
TABLE = small_table(
    "plots", {"size": "whole", "colour": "code"}, ["size"], [[1, "red"], [2, "blue"]]
)


def test_the_answer_of_a_rule_is_every_point_and_the_example_a_line_each() -> None:
    rule = Rule.read({**RULE, "example": {"ja": "例", "en": "say"}}, game="toy")
    assert rule.text == Text("一\n二\n例", "one\ntwo\nsay")
    assert Rule.read(RULE, game="toy").text == Text("一\n二", "one\ntwo")


def test_the_sources_of_a_rule_are_named_once_in_the_order_cited() -> None:
    assert Rule.read(RULE, game="toy").sources == ("BOOK", "CLUB")


@pytest.mark.parametrize(
    ("several", "least"),
    [
        pytest.param([None, None], "certain", id="a point is certain unless it says otherwise"),
        pytest.param([None, "likely"], "likely", id="one is likely"),
        pytest.param(["unverified", "likely"], "unverified", id="one is unverified"),
    ],
)
def test_a_rule_is_as_sure_as_its_least_sure_point(several: list[str | None], least: str) -> None:
    points = [{**POINTS[0], **({"confidence": c} if c else {})} for c in several]
    assert Rule.read({**RULE, "points": points}, game="toy").confidence == least


@pytest.mark.parametrize(
    ("editions", "answered"),
    [
        pytest.param([("first", False), ("second", True)], "second", id="the one that says so"),
        pytest.param([("first", False), ("second", False)], "first", id="else the first"),
    ],
)
def test_answers_are_about_one_edition(editions: list[tuple[str, bool]], answered: str) -> None:
    data = document(TOY / "game.yaml")
    printings = [{"id": i, "name": name_of(i), "default": default} for i, default in editions]
    about = About.read({**data, "editions": printings})
    assert about.edition is not None
    assert about.edition.id == answered
    assert about.players == (data["players"]["min"], data["players"]["max"])


def test_a_reading_is_told_by_its_id() -> None:
    read = Ruling.read(ruling("tie", "half", "share"), game="toy")
    assert read.reading("share").text.en == "share"
    with pytest.raises(KeyError):
        read.reading("both")


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        pytest.param([3, "red"], {"size": 3, "colour": "red"}, id="cells in order"),
        pytest.param({"colour": "red"}, {"size": None, "colour": "red"}, id="cells by name, one blank"),
    ],
)  # fmt: skip
def test_a_row_has_every_column(row: Any, cells: dict[str, Any]) -> None:
    table = Table.read({**TABLE, "rows": [row]}, game="toy")
    assert table.rows[0].cells == cells


def test_what_a_row_does_not_say_it_has_of_its_table() -> None:
    row = {"size": 1, "confidence": "likely", "note": name_of("see")}
    (plain, said) = Table.read({**TABLE, "rows": [[9, "red"], row]}, game="toy").rows
    assert (plain.confidence, plain.sources, plain.note) == ("certain", ("BOOK",), None)
    assert (said.confidence, said.sources, said.note) == (
        "likely",
        ("BOOK",),
        Text("seeの名", "see"),
    )


def test_a_column_called_note_is_no_note_of_the_row() -> None:
    table = small_table("t", {"id": "whole", "note": "text"}, ["id"], [])
    read = Table.read({**table, "rows": [{"id": 1, "note": name_of("x")}]}, game="toy")
    assert read.rows[0].cells["note"] == Text("xの名", "x")
    assert read.rows[0].note is None


def test_rows_are_found_by_their_key_and_codes_read_by_their_names() -> None:
    table = Table.read(TABLE, game="toy")
    assert table.by_key[2,].cells["colour"] == "blue"
    assert table.column("colour").shown("blue") == Text("blueの名", "blue")
    assert table.column("size").shown(2) is None


HAT = {
    "id": "hat",
    "name": {"ja": "帽子", "en": "hat"},
    "kind": "choice",
    "options": [
        {"id": "straw", "name": {"ja": "麦わら", "en": "straw hat"}, "aliases": {"ja": ["夏帽"], "en": ["boater"]}},
        {"id": "paper", "name": {"ja": "紙", "en": "straw"}},
    ],
}  # fmt: skip


def field(**keys: Any) -> Field:
    """A field with these keys."""
    return Field.read(
        {"id": "coins", "name": {"ja": "コイン", "en": "coins"}, "kind": "whole", **keys}
    )


@pytest.mark.parametrize(
    ("keys", "bounds"),
    [
        pytest.param({}, (0, None), id="nothing said: not below nothing"),
        pytest.param({"range": [-5, 3]}, (-5, 3), id="both"),
        pytest.param({"range": [None, 10]}, (None, 10), id="no lower one"),
        pytest.param({"range": [2, None]}, (2, None), id="no upper one"),
    ],
)
def test_the_bounds_of_a_number(
    keys: dict[str, Any], bounds: tuple[int | None, int | None]
) -> None:
    spec = field(**keys)
    assert (spec.low, spec.high) == bounds


@pytest.mark.parametrize(
    ("events", "event", "there"),
    [
        pytest.param([], "spring", True, id="no event named: every one"),
        pytest.param(["spring", "final"], "final", True, id="one of those named"),
        pytest.param(["spring"], "final", False, id="none of those named"),
    ],
)
def test_a_field_belongs_to_the_events_it_names(events: list[str], event: str, there: bool) -> None:
    assert field(events=events).belongs_to(event) is there


@pytest.mark.parametrize(
    ("word", "option"),
    [
        pytest.param("paper", "paper", id="an id"),
        pytest.param("straw", "straw", id="an id before a name of another"),
        pytest.param("Straw Hat", "straw", id="an English name"),
        pytest.param("麦わら", "straw", id="a Japanese name"),
        pytest.param("boater", "straw", id="an English alias"),
        pytest.param("夏帽", "straw", id="a Japanese alias"),
        pytest.param("felt", None, id="nothing of the kind"),
    ],
)
def test_an_option_is_called_by_id_name_or_alias(word: str, option: str | None) -> None:
    assert getattr(Field.read(HAT).option(word), "id", None) == option


def test_the_rest_is_as_little_as_can_be_unless_it_is_said() -> None:
    spec = field()
    assert (spec.optional, spec.default, spec.most, spec.once, spec.repeat) == (
        False, None, None, False, False,
    )  # fmt: skip
    assert (dict(spec.fields), spec.options, spec.extras, spec.ask_when) == ({}, (), (), None)


def test_the_fields_of_a_record_keep_their_order() -> None:
    inner = [{"id": name, "name": {"ja": name, "en": name}, "kind": "whole"} for name in "cab"]
    fields = read_fields(
        [{**HAT}, {"id": "r", "name": HAT["name"], "kind": "record", "fields": inner}]
    )
    assert list(fields) == ["hat", "r"]
    assert list(fields["r"].fields) == ["c", "a", "b"]


def test_a_further_colour_is_called_by_its_id_and_names() -> None:
    extra = Extra.read(
        {"id": "wild", "name": {"ja": "野の花", "en": "wild flowers"}, "players": [2, 3]}
    )
    assert extra.names == ("wild", "野の花", "wild flowers")
    assert extra.players == (2, 3)
