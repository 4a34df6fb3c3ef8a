"""Several options."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.choices import KIND
from rulesref.fields.kind import (
    IN_PLAYS,
    IN_POSITIONS,
    Typing,
)
from tests.unit.fields.making import codes, field, read

OPTIONS = """options: [{id: hat, name: {ja: 帽子, en: Hat}}, {id: bag, name: {ja: 鞄, en: Big bag}},
 {id: pen, name: {ja: 筆, en: Pen}}]"""
SPEC = field("choices", f"{{{OPTIONS}, most: 2}}")
ANY = field("choices", f"{{{OPTIONS}, repeat: true}}")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param([], (), id="none"),
        pytest.param(["鞄", "Hat"], ("bag", "hat"), id="by names, in their order"),
    ],
)
def test_choices(raw: Any, value: tuple[str, ...]) -> None:
    assert read(SPEC, raw) == (value, [])


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        pytest.param("hat", [("E402", "thing")], id="no list"),
        pytest.param(["hut"], [("E404", "thing.0")], id="no option"),
        pytest.param(["hat", "帽子"], [("E405", "thing.1")], id="the same twice"),
        pytest.param(
            ["hat", "hat", "pen"], [("E405", "thing.1"), ("E406", "thing")], id="twice and too many"
        ),
    ],
)
def test_what_is_wrong_is_told_in_this_order(raw: Any, problems: list[tuple[str, str]]) -> None:
    assert codes(SPEC, raw) == problems


def test_where_options_may_be_repeated_they_may() -> None:
    assert read(ANY, ["hat", "hat", "hat"]) == (("hat", "hat", "hat"), [])


@pytest.mark.parametrize(
    ("word", "raw"),
    [
        pytest.param("帽子と鞄", ["hat", "bag"], id="joined by and"),
        pytest.param("big bag", ["bag"], id="one of two words"),
        pytest.param("hat pe", ["hat", "pen"], id="with spaces, begun"),
        pytest.param("なし", [], id="none"),
        pytest.param("hat, hut", ["hat", "hut"], id="one that is none"),
    ],
)
def test_what_is_typed_is_a_list(word: str, raw: list[str]) -> None:
    assert KIND.typed(SPEC, word, Typing()) == raw


@pytest.mark.parametrize(
    ("word", "raw"),
    [
        pytest.param("帽子2筆", ["hat", "hat", "pen"], id="glued"),
        pytest.param("2 hats, 1 pen", ["hat", "hat", "pen"], id="numbers in front"),
        pytest.param("筆を3個", ["pen", "pen", "pen"], id="with a counter"),
        pytest.param("帽子鞄", ["hat", "bag"], id="one of each"),
    ],
)
def test_where_options_may_be_repeated_they_are_written_as_goods(word: str, raw: list[str]) -> None:
    assert KIND.typed(ANY, word, Typing()) == raw


def test_where_they_may_not_a_number_is_none_of_them() -> None:
    assert KIND.typed(SPEC, "帽子鞄", Typing()) == ["hat", "bag"]


def test_numbers_mean_those_that_were_listed() -> None:
    listed = Typing(shown=SPEC.options)
    assert KIND.typed(SPEC, "1、3", listed) == ["hat", "pen"]
    assert KIND.typed(SPEC, "0", listed) == []
    assert KIND.typed(SPEC, "3、帽子", listed) == ["pen", "hat"]
    assert KIND.typed(SPEC, "0", Typing()) == ["0"]


def test_where_they_may_be_repeated_a_number_beside_a_name_says_how_many() -> None:
    listed = Typing(shown=ANY.options)
    assert KIND.typed(ANY, "2 hats", listed) == ["hat", "hat"]
    assert KIND.typed(ANY, "1、3", listed) == ["hat", "pen"]


@pytest.mark.parametrize(
    ("now", "change", "then"),
    [
        pytest.param(["hat"], "+鞄", ["hat", "bag"], id="one more"),
        pytest.param(["hat", "bag"], "-Hat, ＋pen", ["bag", "pen"], id="one less and one more"),
        pytest.param(["hat"], "鞄、pen", ["鞄", "pen"], id="others"),
        pytest.param(None, "+hut", ["hut"], id="what is none is told later"),
        pytest.param(["hat"], "", [], id="none"),
    ],
)
def test_a_change_takes_up_gives_back_or_sets(now: Any, change: str, then: list[str]) -> None:
    assert KIND.changed(SPEC, now, change) == then


def test_one_more_is_each_of_the_others() -> None:
    assert list(KIND.one_more(SPEC, ("hat",))) == [("hat", "bag"), ("hat", "pen")]


def test_it_reads_by_names() -> None:
    assert KIND.text(SPEC, ("hat", "bag"), "ja", IN_PLAYS) == "帽子、鞄"
    assert KIND.text(SPEC, ["hat", "bag"], "en", IN_POSITIONS) == "Hat, Big bag"
    assert [KIND.text(SPEC, (), "en", s) for s in (IN_PLAYS, IN_POSITIONS)] == ["-", "none"]
    assert KIND.text(ANY, ("hat", "pen", "hat"), "en", IN_PLAYS) == "Hat×2, Pen"
    assert KIND.text(SPEC, "bag", "en", IN_POSITIONS) == "Big bag"  # one of them, in a loop


def test_it_says_how_many_there_may_be() -> None:
    assert KIND.expects(SPEC, "en") == "up to 2, with commas between"
    assert KIND.expects(ANY, "en") == "several with commas between"
    shape = KIND.schema(SPEC, "en", lambda _: {})
    assert (shape["type"], shape["maxItems"], shape["uniqueItems"]) == ("array", 2, True)
    assert KIND.example(SPEC, "", ()) == []


def test_options_that_are_called_by_goods_are_meant_in_any_order() -> None:
    beds = field(
        "choices",
        """{options: [{id: a, name: {ja: 花2種1, en: 2 flowers 1 seed}},
     {id: b, name: {ja: 花1種2, en: 1 flower 2 seeds}}]}""",
    )
    assert KIND.typed(beds, "種1花2 花1種2", Typing()) == ["a", "b"]
