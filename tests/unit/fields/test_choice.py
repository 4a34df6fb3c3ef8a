"""One option."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.choice import KIND
from rulesref.fields.kind import IN_PLAYS, Typing
from tests.unit.fields.making import codes, field, read

OPTIONS = "options: [{id: hat, name: {ja: 帽子, en: Hat}}, {id: bag, name: {ja: 鞄, en: Big bag}}]"
SPEC = field("choice", f"{{{OPTIONS}}}")
SHOWN = Typing(shown=SPEC.options[1:])


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param("hat", "hat", id="its id"),
        pytest.param("鞄", "bag", id="its Japanese name"),
        pytest.param("big BAG", "bag", id="its English name"),
    ],
)
def test_choice(raw: str, value: str) -> None:
    assert read(SPEC, raw) == (value, [])


@pytest.mark.parametrize("raw", ["hut", "h", 1, None])
def test_what_is_no_option_is_told_with_the_nearest(raw: Any) -> None:
    value, (problem,) = read(SPEC, raw)
    assert (value, problem.code) == (None, "E404")
    assert problem.values["near"] == (SPEC.options[0].name if raw == "hut" else None)
    assert codes(SPEC, raw) == [("E404", "thing")]


@pytest.mark.parametrize(
    ("word", "typing", "raw"),
    [
        pytest.param("帽子", Typing(), "hat", id="a name"),
        pytest.param("big", Typing(), "bag", id="the beginning of a name"),
        pytest.param("１", SHOWN, "bag", id="a number of those that were listed"),
        pytest.param("1", Typing(), "1", id="a number where none were listed"),
        pytest.param("2", SHOWN, "2", id="a number beyond those listed"),
        pytest.param("0", SHOWN, "0", id="no number of an option"),
        pytest.param("hut", SHOWN, "hut", id="no option"),
    ],
)
def test_what_is_typed_is_an_option_or_stays_as_it_is(word: str, typing: Typing, raw: str) -> None:
    assert KIND.typed(SPEC, word, typing) == raw


BEDS = field(
    "choice",
    """{options: [{id: a, name: {ja: 花壇(花2種1), en: Bed}, aliases: {en: [2flower1seed]}},
     {id: b, name: {ja: 池のある花壇(花2種1), en: Pond bed}}, {id: c, name: {ja: 畑, en: Field}, aliases: {ja: [花1種2]}}]}""",
)


@pytest.mark.parametrize("word", ["種2花1", "花1、種2", "花1種2", "種 2 花 1"])
def test_an_option_is_found_by_its_goods(word: str) -> None:
    assert KIND.typed(BEDS, word, Typing()) == "c"


def test_options_of_the_same_goods_are_both_named() -> None:
    assert KIND.typed(BEDS, "種1花2", Typing()) == "種1花2"
    value, (problem,) = read(BEDS, "種1花2")
    assert (value, problem.code) == (None, "E439")
    assert problem.values["known"] == [option.name for option in BEDS.options[:2]]
    assert KIND.typed(BEDS, "seed 1 flower 2", Typing()) == "a"


def test_of_namesakes_those_are_meant_that_the_rules_allow() -> None:
    twins = field(
        "choice",
        "{options: [{id: one, name: {ja: 駒, en: Man}}, {id: two, name: {ja: 駒, en: Man}}]}",
    )
    assert KIND.typed(twins, "man", Typing()) == "one"
    assert KIND.typed(twins, "man", Typing(first=twins.options[1:])) == "two"


def test_the_least_is_the_first_and_one_more_is_another() -> None:
    assert KIND.least(SPEC) == "hat"
    assert KIND.least(field("choice", f"{{{OPTIONS}, default: bag}}")) == "bag"
    assert KIND.least(field("choice")) is None
    assert list(KIND.one_more(SPEC, "hat")) == ["bag"]


def test_it_reads_by_its_name() -> None:
    assert [KIND.text(SPEC, v, "ja", IN_PLAYS) for v in ("bag", "hut", None)] == ["鞄", "hut", "-"]


def test_the_schema_has_everything_that_options_are_called() -> None:
    shape = KIND.schema(SPEC, "en", lambda _: {})
    assert shape == {
        "enum": ["hat", "帽子", "Hat", "bag", "鞄", "Big bag"],
        "description": "hat: Hat, bag: Big bag",
    }
