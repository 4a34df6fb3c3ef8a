"""Lines that were carried out as something else: each must come to what it says (``accidents.yaml``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import document
from tests.words.judging import (
    EXPECTATIONS,
    answered_otherwise,
    begun_otherwise,
    listed,
    otherwise,
    unlawful,
)

DATA = document(Path(__file__).with_name("accidents.yaml"))
STATES: Mapping[str, Any] = DATA.pop("states")
BEGINNINGS: list[Mapping[str, Any]] = DATA.pop("beginnings")
QUESTIONS: list[Mapping[str, Any]] = DATA.pop("questions")
LINES = [(kind, case) for kind, cases in DATA.items() for case in cases]

#: What comes out wrong today must, until the mark goes.
WRONG = pytest.mark.xfail(strict=True, raises=AssertionError, reason="wrong today")


def marked(kind: str, cases: list[Mapping[str, Any]]) -> Iterator[Any]:
    """Cases with their names; those that come out wrong today are expected to."""
    for case in cases:
        where = case.get("at") or case["game"]
        what = " | ".join(str(line) for line in listed(case.get("typed") or case["players"]))
        marks = [WRONG] if case.get("today") == "wrong" else []
        yield pytest.param(case, marks=marks, id=f"{kind}: {where}: {what}")


@pytest.mark.parametrize("case", [each for kind in DATA for each in marked(kind, DATA[kind])])
def test_a_line_comes_to_what_it_says(case: Mapping[str, Any]) -> None:
    wrong = otherwise(STATES[case["at"]], case)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("case", [*marked("beginnings", BEGINNINGS)])
def test_names_are_told_apart_or_refused(case: Mapping[str, Any]) -> None:
    assert begun_otherwise(case) is None


@pytest.mark.slow
@pytest.mark.parametrize("case", [*marked("questions", QUESTIONS)])
def test_a_question_is_answered_by_its_own_rule(case: Mapping[str, Any]) -> None:
    wrong = answered_otherwise(case)
    assert not wrong, "\n".join(wrong)


def test_what_a_case_expects_is_allowed_by_the_rules() -> None:
    wrong = [why for _, case in LINES for why in unlawful(STATES[case["at"]], case)]
    assert not wrong, "\n".join(wrong)


def test_every_case_says_what_must_come_of_it() -> None:
    for _, case in LINES:
        for way in listed(case.get("either", [case])):
            assert EXPECTATIONS & set(way), case
            extra = set(way) - EXPECTATIONS
            assert extra <= {"at", "typed", "source", "today"}, case
        assert case["source"], case
        assert case.get("today") in (None, "wrong"), case


def test_no_case_stands_twice() -> None:
    seen = [(case["at"], str(case["typed"])) for _, case in LINES]
    assert len(seen) == len(set(seen)), sorted({each for each in seen if seen.count(each) > 1})
