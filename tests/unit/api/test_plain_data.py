"""Of what a program hands in only what a JSON file could say is handed on."""

from __future__ import annotations

import datetime as dt
import json
from collections import OrderedDict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.api import Games, ProblemsError
from rulesref.api.plain_data import plain
from tests.helpers import TOY


def test_what_is_no_text_is_no_name(tmp_path: Path) -> None:
    toy = Games(str(TOY)).game("toy")
    with pytest.raises(ProblemsError, match="half character"):
        toy.begin(["A", "B"], name="\udcff", folder=tmp_path)
    rulings: Any = {5: 5}
    with pytest.raises(ProblemsError, match="is no plain data"):
        toy.score({"players": []}, rulings=rulings)


# --- data -----------------------------------------------------------------------------------------

DEEP: Any = []
for _ in range(30):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        pytest.param({"a": [1, 2.5]}, "E622", ["a.1"], id="a number that is not whole"),
        pytest.param({1: 2}, "E622", [], id="a key that is no text"),
        pytest.param(b"x", "E622", [], id="bytes"),
        pytest.param({"a": dt.date(2026, 1, 1)}, "E622", ["a"], id="a date"),
        pytest.param([Fraction(1, 2)], "E622", ["0"], id="a fraction"),
        pytest.param({"a": {1}}, "E622", ["a"], id="a set"),
        pytest.param([10**18], "E111", None, id="a number that is too large"),
        pytest.param([-(10**18)], "E111", None, id="a number that is too small"),
        pytest.param(["\ud800"], "E114", None, id="half a character"),
        pytest.param({"\ud800": 1}, "E114", None, id="half a character in a key"),
        pytest.param(DEEP, "E108", None, id="too deep"),
    ],
)
def test_what_no_file_could_say_is_told(data: Any, code: str, where: Any) -> None:
    with pytest.raises(ProblemsError) as raised:
        plain(data)
    (problem,) = raised.value.problems
    assert (problem.code, problem.values.get("where")) == (code, where)
    assert all(place in raised.value.text("ja") for place in where or [])


class Counted:
    """As a number or a column of numpy or pandas: it gives itself in types of Python's own."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def tolist(self) -> Any:
        return self.value


@pytest.mark.parametrize(
    ("data", "made"),
    [
        (3.0, 3), (-2.0, -2), (Fraction(6, 2), 3), (float("nan"), None), (Counted(7), 7),
        ({"red": Counted([1.0, 2.0])}, {"red": [1, 2]}), ([Counted(True)], [True]),
    ],
)  # fmt: skip
def test_numbers_of_other_libraries_are_numbers(data: Any, made: Any) -> None:
    assert repr(plain(data)) == repr(made)


def test_what_is_without_end_is_no_number() -> None:
    with pytest.raises(ProblemsError):
        plain(float("inf"))


def test_all_of_it_is_told_at_once() -> None:
    with pytest.raises(ProblemsError) as raised:
        plain({"a": 1.5, 2: b"", "c": [None, {3}]})
    assert [problem.code for problem in raised.value.problems] == ["E622"] * 3


def test_what_stands_in_it_is_its_own() -> None:
    own = [1]
    made = plain(OrderedDict(a=own, b=(2, {"c": None})))
    own.append(5)
    assert made == {"a": [1], "b": [2, {"c": None}]}
    assert type(made) is dict


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18) + 1, 10**18 - 1)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.mark.slow
@given(_JSON)
def test_json_stays_as_it_is(data: Any) -> None:
    assert plain(data) == data == json.loads(json.dumps(data))
