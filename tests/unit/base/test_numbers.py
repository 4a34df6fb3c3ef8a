from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rulesref.base.numbers import Entered, Number, decimal, exact, shown


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
