from __future__ import annotations

import pytest

from rulesref.base.diagnostics import Place, Problem, ProblemsFound, in_order


def place(file: str, line: int, column: int) -> Place:
    return Place(file=file, line=line, column=column)


def test_problems_come_by_file_line_and_column_and_those_without_a_place_first() -> None:
    last = Problem("E301", place("b.yaml", 1, 1))
    second = Problem("E201", place("a.yaml", 2, 9))
    third = Problem("E201", place("a.yaml", 10, 1))
    first = Problem("E320", None)
    assert in_order([last, third, second, first]) == (first, second, third, last)


@pytest.mark.parametrize(("code", "warning"), [("E440", False), ("W440", True), ("W620", True)])
def test_codes_that_begin_with_w_are_warnings(code: str, warning: bool) -> None:
    assert Problem(code).warning is warning


def test_problems_found_are_in_order_too() -> None:
    found = ProblemsFound([Problem("E2", place("a", 2, 1)), Problem("E1", place("a", 1, 1))])
    assert [p.code for p in found.problems] == ["E1", "E2"]
    assert found.texts == {}


def test_a_place_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        place("a", 1, 1).line = 2  # type: ignore[misc]
