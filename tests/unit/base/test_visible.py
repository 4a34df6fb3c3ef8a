"""What leaves the program, and what stands in for what must not."""

from __future__ import annotations

import json

import pytest

from rulesref.base.text import cells
from rulesref.base.visible import emphasised, escaped, is_seen, visible

HOSTILE = (
    "\x00\x07\x08\x1b\x7f\x85\x9b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\udcff\ud800"
)


@pytest.mark.parametrize("char", HOSTILE)
def test_no_such_character_leaves(char: str) -> None:
    shown = visible(f"a{char}b")
    assert shown[0] == "a"
    assert shown[2] == "b"
    assert shown[1].isprintable()
    assert not is_seen(char)
    assert cells(shown) == 3


def test_one_that_takes_a_sign_is_counted_as_wide_as_the_sign() -> None:
    assert cells("a\u202eb") == cells(visible("a\u202eb"))


@pytest.mark.parametrize(
    "text", ["", "葵　が\tb\n", "a\r\nb", "👩\u200d👩\u200d👧", "\ufeffa", "e\u0301"]
)
def test_what_people_write_stays(text: str) -> None:
    assert visible(text) == text


def test_a_return_without_a_line_end_would_write_over_the_line() -> None:
    assert visible("good\rbad") == "good␍bad"


def test_only_emphasis_of_ours_is_kept_and_only_where_styles_are() -> None:
    text = emphasised("A\x1b[31m")
    assert visible(text, styled=True) == "\x1b[1mA␛[31m\x1b[0m"
    assert "\x1b" not in visible(text)


def test_json_says_the_same_without_them() -> None:
    data = {f"k{HOSTILE}": HOSTILE, "葵": ["\n", '"', "\\"]}
    document = escaped(json.dumps(data, ensure_ascii=False))
    assert visible(document) == document
    assert json.loads(document) == data
