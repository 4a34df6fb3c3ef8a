"""Yes and no."""

from __future__ import annotations

from typing import Any

import pytest

from rulesref.fields.flag import KIND
from rulesref.fields.kind import IN_POSITIONS, Typing
from tests.unit.fields.making import codes, field, read

SPEC = field("flag")


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        pytest.param(True, True, id="true"),
        pytest.param("いいえ", False, id="no in Japanese"),
        pytest.param("ＹＥＳ", True, id="yes of any width"),
    ],
)
def test_flag(raw: Any, value: bool) -> None:
    assert read(SPEC, raw) == (value, [])


@pytest.mark.parametrize("raw", ["perhaps", 1, None, []])
def test_what_is_neither_is_told_and_reads_as_no(raw: Any) -> None:
    assert codes(SPEC, raw) == [("E402", "thing")]
    assert read(SPEC, raw)[0] is False


@pytest.mark.parametrize(
    ("word", "raw"),
    [
        pytest.param("○", True, id="a mark"),
        pytest.param("n", False, id="a letter"),
        pytest.param("perhaps", "perhaps", id="neither"),
    ],
)
def test_what_is_typed_is_yes_or_no_or_stays_as_it_is(word: str, raw: Any) -> None:
    assert KIND.typed(SPEC, word, Typing()) == KIND.changed(SPEC, True, word) == raw


def test_one_more_of_no_is_yes_and_of_yes_nothing() -> None:
    assert (list(KIND.one_more(SPEC, False)), list(KIND.one_more(SPEC, True))) == ([True], [])


def test_it_reads_as_yes_or_no() -> None:
    assert [KIND.text(SPEC, v, "ja", IN_POSITIONS) for v in (True, False)] == ["はい", "いいえ"]
    assert KIND.expects(SPEC, "en") == "yes/no"
    assert KIND.bounds(SPEC, "en") == ["true / false"]
