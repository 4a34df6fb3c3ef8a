from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rulesref.base.text import (
    Entered,
    Number,
    Text,
    cells,
    decimal,
    emphasised,
    escaped,
    exact,
    is_seen,
    pad,
    shown,
    signed,
    visible,
    wrap,
)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("abc", 3, id="latin letters"),
        pytest.param("橋", 2, id="a kanji takes two"),
        pytest.param("橋 a", 4, id="mixed"),
        pytest.param("ｶﾞ", 2, id="half-width katakana takes one each"),
        pytest.param("か\u3099", 2, id="a combining mark takes none"),
        pytest.param("e\u0301", 1, id="also on a latin letter"),
        pytest.param("、。「」", 8, id="japanese punctuation is wide"),
        pytest.param("１２", 4, id="full-width digits are wide"),
        pytest.param("a\u200db", 2, id="a joiner takes none"),
        pytest.param("Ωж", 2, id="ambiguous characters take one"),
    ],
)
def test_cells(text: str, width: int) -> None:
    assert cells(text) == width


@pytest.mark.parametrize(
    ("text", "width", "right", "padded"),
    [
        pytest.param("橋", 4, False, "橋  ", id="to the left"),
        pytest.param("橋", 4, True, "  橋", id="to the right"),
        pytest.param("bridge", 4, False, "bridge", id="never cut"),
        pytest.param("ab", 2, True, "ab", id="already as wide"),
    ],
)
def test_pad(text: str, width: int, right: bool, padded: str) -> None:
    assert pad(text, width, right=right) == padded


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        pytest.param("", 10, [""], id="an empty line stays"),
        pytest.param("a bridge over", 8, ["a bridge", "over"], id="between words"),
        pytest.param("extraordinary bridge", 6, ["extraordinary", "bridge"], id="a long word stays whole"),
        pytest.param("橋を架けます", 6, ["橋を架", "けます"], id="between characters"),
        pytest.param("橋を架けた。", 10, ["橋を架け", "た。"], id="never before a full stop"),
        pytest.param("橋「川」を", 5, ["橋", "「川」", "を"], id="never after an opening bracket"),
        pytest.param("橋bridge川", 8, ["橋bridge", "川"], id="a latin word inside japanese stays whole"),
        pytest.param("3 点を得る", 6, ["3 点を", "得る"], id="a number stays with its counter"),
        pytest.param("a bridge  by now  ", 14, ["a bridge", "by now"], id="things two spaces apart stay whole"),
        pytest.param("a bridge over  now", 10, ["a bridge", "over  now"], id="a thing wider than a line does not"),
        pytest.param("one\ntwo", 20, ["one", "two"], id="paragraphs stay apart"),
        pytest.param("きょうは", 3, ["きょ", "う", "は"], id="never before a small character"),
    ],
)  # fmt: skip
def test_wrap(text: str, width: int, lines: list[str]) -> None:
    assert wrap(text, width) == lines


@pytest.mark.parametrize(("lang", "text"), [("ja", "橋"), ("en", "bridge")])
def test_a_text_is_read_in_either_language(lang: str, text: str) -> None:
    assert Text.read({"ja": "橋", "en": "bridge"}).of(lang) == text


def test_no_line_begins_or_ends_with_the_wrong_bracket() -> None:
    lines = wrap("庭の花［春の花］と草", 8)
    assert lines == ["庭の花", "［春の", "花］と草"]


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


@pytest.mark.parametrize(
    ("typed", "number", "items"),
    [
        pytest.param("7", 7, (7,), id="a number"),
        pytest.param("3+6+2", 11, (3, 6, 2), id="a sum"),
        pytest.param(" 3 + 6 ", 9, (3, 6), id="spaces"),
        pytest.param("３＋６", 9, (3, 6), id="full-width digits and sign"),
        pytest.param("-4", -4, (-4,), id="below zero"),
        pytest.param("−4", -4, (-4,), id="a real minus sign"),
        pytest.param("+4", 4, (4,), id="a leading plus"),
        pytest.param("007", 7, (7,), id="leading zeros"),
    ],
)
def test_a_number_as_people_type_it(typed: str, number: int, items: tuple[int, ...]) -> None:
    found = Entered.of(typed)
    assert found is not None
    assert (found, found.items, found.typed) == (number, items, typed)


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("", id="nothing"),
        pytest.param("seven", id="a word"),
        pytest.param("七", id="a kanji number"),
        pytest.param("3.5", id="a fraction"),
        pytest.param("3++4", id="two signs"),
        pytest.param("3-4", id="a difference"),
        pytest.param("3+", id="an unfinished sum"),
        pytest.param("1_000", id="an underscore"),
        pytest.param("0x10", id="another base"),
        pytest.param("٣", id="digits of another script"),
        pytest.param("1e3", id="an exponent"),
    ],
)
def test_what_is_no_number(typed: str) -> None:
    assert Entered.of(typed) is None


@pytest.mark.parametrize(
    ("number", "whole"),
    [
        pytest.param(Fraction(8, 4), 2, id="whole after all"),
        pytest.param(Fraction(9, 4), Fraction(9, 4), id="a fraction stays"),
        pytest.param(5, 5, id="an int stays"),
    ],
)
def test_exact(number: Number, whole: Number) -> None:
    assert exact(number) == whole
    assert type(exact(number)) is type(whole)


@pytest.mark.parametrize(
    ("number", "written", "read"),
    [
        pytest.param(45, "45", "45", id="an int"),
        pytest.param(Fraction(181, 4), "45.25", "45.25", id="quarters"),
        pytest.param(Fraction(-1, 8), "-0.125", "-0.125", id="eighths below zero"),
        pytest.param(Fraction(1, 5), "0.2", "0.2", id="fifths"),
        pytest.param(Fraction(7, 3), '"7/3"', "7/3", id="thirds have no decimal"),
    ],
)
def test_numbers_print_exactly(number: Number, written: str, read: str) -> None:
    assert json.dumps(decimal(number)) == written
    assert shown(number) == read


def test_a_truth_is_printed_as_a_number() -> None:
    assert json.dumps(decimal(True)) == "1"


@pytest.mark.parametrize(
    ("number", "sign"), [(3, "+3"), (-2, "-2"), (0, "±0"), (Fraction(5, 2), "+2.5")]
)
def test_a_difference_has_its_sign(number: Number, sign: str) -> None:
    assert signed(number) == sign
    assert signed(0, "0") == "0"
