"""Any words."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.free_text import KIND
from rulesref.fields.kind import IN_PLAYS, IN_POSITIONS, Typing
from tests.unit.fields.making import field, read

SPEC = field("text")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param("by the river", "by the river", id="words"),
        pytest.param(12, "12", id="a number"),
    ],
)
def test_free_text(raw: Any, value: str) -> None:
    assert read(SPEC, raw) == (value, [])
    assert KIND.typed(SPEC, value, Typing()) == value


def test_no_words_read_as_none() -> None:
    assert KIND.empty(SPEC) == ""
    assert [KIND.text(SPEC, "", "ja", s) for s in (IN_PLAYS, IN_POSITIONS)] == ["-", "なし"]
    assert KIND.text(SPEC, "はし", "ja", IN_PLAYS) == "はし"
