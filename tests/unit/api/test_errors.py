"""One exception carries everything that is wrong, in both languages and to other processes."""

from __future__ import annotations

import pickle
from typing import Any, cast

import pytest

from rulesref.api.errors import ProblemsError, one_of, spoken, told
from rulesref.base.diagnostics import Place, Problem, ProblemsFound
from rulesref.base.text import Text

TEXT = "game: toy\npoints: x\n"
PROBLEM = Problem(
    "E402",
    Place("a.yaml", 2, 9),
    {"typed": "x", "path": "points", "name": Text("点", "points"), "expected": "whole"},
)


def error() -> ProblemsError:
    with pytest.raises(ProblemsError) as raised, told():
        raise ProblemsFound([PROBLEM, Problem("E427")], {"a.yaml": TEXT})
    assert raised.value.__cause__ is None
    return raised.value


def test_problems_are_told_in_both_languages_with_an_excerpt() -> None:
    assert str(error()) == error().text("en").rstrip("\n")
    assert "a.yaml, line 2: points: “x” should be a whole number." in str(error())
    assert "\n    2 | points: x\n" in error().text("ja")
    assert "点: 整数が必要ですが" in error().text("ja")


def test_problems_are_values() -> None:
    assert [problem.code for problem in error().problems] == ["E427", "E402"]
    assert error().problems[1].place == Place("a.yaml", 2, 9)
    data = error().data("ja")[1]
    assert (data["code"], data["line"], data["column"], data["file"]) == ("E402", 2, 9, "a.yaml")


def test_it_reaches_another_process_whole() -> None:
    sent = ProblemsError(error().problems, {"a.yaml": TEXT}, ["next"])
    again = pickle.loads(pickle.dumps(sent))
    assert (again.problems, again.not_done) == (sent.problems, ("next",))
    assert again.text("ja") == sent.text("ja")


def test_what_is_no_problem_leaves_as_it_is() -> None:
    with pytest.raises(KeyError), told():
        raise KeyError


@pytest.mark.parametrize(("word", "near"), [("jaa", "ja"), ("fr", None), (None, None), (7, None)])
def test_a_language_that_there_is_not_is_told(word: Any, near: str | None) -> None:
    assert spoken("ja") == "ja"
    with pytest.raises(ProblemsError) as raised:
        spoken(cast("Any", word))
    (problem,) = raised.value.problems
    assert (problem.code, problem.values["near"]) == ("E204", near)
    assert "ja, en" in str(raised.value)


def test_a_word_that_is_allowed_is_given_back() -> None:
    assert one_of("csv", ("json", "csv")) == "csv"
