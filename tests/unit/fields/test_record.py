"""Records, and the fields of positions and calls."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.kind import IN_PLAYS, Reader, Typing
from rulesref.fields.record import (
    KIND,
    empty_fields,
    examples,
    field_called,
    near_key,
    read_cell,
    read_fields,
    read_inputs,
    read_value,
)
from tests.unit.fields.making import PLAYERS, codes, field, read

SPEC = field("record", """{fields: [
  {id: size, name: {ja: 広さ, en: Size}, kind: whole, aliases: {en: [area]}},
  {id: open, name: {ja: 開, en: Open}, kind: flag, optional: true},
  {id: late, name: {ja: 後, en: Late}, kind: whole, events: [end]}]}""")  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param(
            {"size": 3, "open": True, "late": 1}, {"size": 3, "open": True, "late": 1}, id="ids"
        ),
        pytest.param(
            {"広さ": 3, "Late": 1}, {"size": 3, "open": False, "late": 1}, id="names, one left out"
        ),
        pytest.param(
            {"area": "1+2", "late": 1}, {"size": 3, "open": False, "late": 1}, id="an alias"
        ),
    ],
)
def test_record(raw: Any, value: dict[str, Any]) -> None:
    assert read(SPEC, raw, "end") == (value, [])


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        pytest.param(3, [("E402", "thing")], id="no mapping"),
        pytest.param({}, [("E401", "thing")], id="one missing"),
        pytest.param({"size": 1, "sise": 1}, [("E408", "thing.sise")], id="an unknown key"),
        pytest.param({"size": 1, "広さ": 1}, [("E409", "thing.広さ")], id="the same field twice"),
        pytest.param({"size": 1, "late": 1}, [("E407", "thing.late")], id="of another event"),
        pytest.param({"size": "x"}, [("E402", "thing.size")], id="inside"),
    ],
)
def test_what_is_wrong_is_told_where_it_is(raw: Any, problems: list[tuple[str, str]]) -> None:
    assert codes(SPEC, raw) == problems


def test_the_nearest_key_is_found_by_id_and_by_name() -> None:
    assert near_key(SPEC.fields, "sise", ["size", "open"]) == "size"
    assert near_key(SPEC.fields, "Sizes", ["open"]) == "size"
    assert near_key(SPEC.fields, "xyzzy", ["size"]) is None
    assert field_called(SPEC.fields, "開") is SPEC.fields["open"]


def test_what_is_nearly_a_key_is_told_unless_the_key_is_one() -> None:
    """A key of another event is none that was misspelt."""
    near = [p.values["near"] for p in read(SPEC, {"size": 1, "opne": True, "late": 1})[1]]
    assert near == ["open", None]


def test_others_may_read_keys_beside() -> None:
    reader = Reader()
    assert read_fields({}, {"name": "葵"}, (), reader, also=("name",)) == {}
    assert reader.problems == []


def test_the_empty_record_has_empty_fields_and_a_template_those_of_the_event() -> None:
    assert KIND.empty(SPEC) == empty_fields(SPEC.fields) == {"size": 0, "open": False, "late": 0}
    assert KIND.example(SPEC, "", PLAYERS) == {"size": 0, "open": False}
    assert examples({"thing": SPEC}, "end", PLAYERS) == {
        "thing": {"size": 0, "open": False, "late": 0}
    }


GOODS = field(
    "record",
    """{fields: [{id: flower, name: {ja: 花, en: flowers}, kind: whole, optional: true},
     {id: seed, name: {ja: 種, en: seeds}, kind: whole, optional: true}]}""",
)


@pytest.mark.parametrize(
    ("word", "raw"),
    [
        pytest.param("花3種1", {"flower": 3, "seed": 1}, id="names and numbers"),
        pytest.param("1 seed 3 flowers", {"seed": 1, "flower": 3}, id="in any order"),
        pytest.param("種", {"seed": 1}, id="one of it"),
        pytest.param("花1、花2", {"flower": 3}, id="twice the same"),
        pytest.param("3/1", {"flower": 3, "seed": 1}, id="a value for each"),
        pytest.param("花3石1", "花3石1", id="something else too"),
        pytest.param("3", "3", id="too few"),
    ],
)
def test_amounts_are_typed_on_one_line(word: str, raw: Any) -> None:
    assert KIND.typed(GOODS, word, Typing()) == raw


def test_values_of_any_kind_are_typed_in_order() -> None:
    mixed = field(
        "record",
        """{fields: [{id: size, name: {ja: 広さ, en: Size}, kind: whole}, {id: open, name: {ja: 空き, en: Open}, kind: flag}]}""",
    )
    assert KIND.typed(mixed, "19/no", Typing()) == {"size": 19, "open": False}


def test_each_value_reads_behind_its_name() -> None:
    assert KIND.text(SPEC, {"open": True, "size": 3}, "en", IN_PLAYS) == "Size 3, Open yes"
    assert KIND.text(SPEC, None, "en", IN_PLAYS) == "-"


def test_inputs_values_and_answers_are_read_alike() -> None:
    assert read_inputs({"thing": SPEC}, {"もの": {"広さ": 2}}) == (
        {"thing": {"size": 2, "open": False}},
        [],
    )
    assert read_value(field("player"), "b", PLAYERS) == ("Ben", [])
    spread = field("by-player", "{most: 4}")
    assert read_cell(spread, "3+1", ("thing", 0), PLAYERS, "") == (4, [])
    assert [p.code for p in read_cell(spread, "5+1", ("thing", 0), PLAYERS, "")[1]] == ["E403"]


def test_an_id_is_known_before_the_name_of_another() -> None:
    spec = field("record", """{fields: [
      {id: whom, name: {ja: 相手, en: other}, kind: whole},
      {id: other, name: {ja: 他, en: more}, kind: whole}]}""")  # fmt: skip
    assert field_called(spec.fields, "other") is spec.fields["other"]
