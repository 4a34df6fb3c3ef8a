"""Lists of records."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.text import Text
from rulesref.fields.kind import IN_PLAYS
from rulesref.fields.record_list import KIND
from tests.unit.fields.making import PLAYERS, codes, field, read

SPEC = field("records", "{most: 2, fields: [{id: size, name: {ja: 広さ, en: Size}, kind: whole}]}")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param([], (), id="none"),
        pytest.param([{"size": 3}, {"広さ": 4}], ({"size": 3}, {"size": 4}), id="two"),
    ],
)
def test_record_list(raw: Any, value: Any) -> None:
    assert read(SPEC, raw) == (value, [])


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        pytest.param({"size": 1}, [("E402", "thing")], id="no list"),
        pytest.param([3], [("E402", "thing.0")], id="no record"),
        pytest.param(
            [{}, {"size": 1}, {"size": 1}], [("E401", "thing.0"), ("E406", "thing")], id="too many"
        ),
    ],
)
def test_what_is_wrong_is_told_where_it_is(raw: Any, problems: list[tuple[str, str]]) -> None:
    assert codes(SPEC, raw) == problems


def test_a_problem_says_in_which_entry() -> None:
    (problem,) = read(SPEC, [{"size": 1}, {"size": "x"}])[1]
    assert problem.values["where"] == (Text("もの 2", "Thing 2"),)


def test_entries_read_one_after_the_other() -> None:
    assert KIND.text(SPEC, ({"size": 3}, {"size": 4}), "en", IN_PLAYS) == "Size 3 / Size 4"
    assert KIND.text(SPEC, (), "en", IN_PLAYS) == "-"


def test_a_template_begins_with_one_entry() -> None:
    assert KIND.example(SPEC, "", PLAYERS) == [{"size": 0}]
    shape = KIND.schema(SPEC, "en", lambda fields: {"of": [f.id for f in fields]})
    assert shape == {"type": "array", "items": {"of": ["size"]}, "maxItems": 2}
