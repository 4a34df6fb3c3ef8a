from __future__ import annotations

from typing import Any

import pytest

from tests.unit.scoring.batch.compiled import source_of, worked_out


def compare(sign: str, right: Any = 2, left: Any = "coins") -> dict[str, Any]:
    return {"op": "compare", "left": left, "is": sign, "right": right}


@pytest.mark.parametrize(
    ("sign", "values"),
    [
        ("equal", [False, True]), ("not-equal", [True, False]), ("less", [False, False]),
        ("at-most", [False, True]), ("more", [True, False]), ("at-least", [True, True]),
    ],
)  # fmt: skip
def test_a_comparison_says_what_its_sign_says(sign: str, values: list[bool]) -> None:
    assert worked_out(compare(sign)) == values
    # 5 against 2 and 2 against 2, both known beforehand.
    assert [worked_out(compare(sign, left=left))[0] for left in (5, 2)] == values


@pytest.mark.parametrize(
    ("node", "values"),
    [
        pytest.param({"op": "one-of", "of": "hat", "values": ["straw", "paper"]}, [True, False], id="one of several"),
        pytest.param({"op": "one-of", "of": "hat", "values": ["none"]}, [False, True], id="one of one"),
        pytest.param({"op": "one-of", "of": 3, "values": [3, 4]}, [True, True], id="known beforehand"),
        pytest.param({"op": "all", "parts": [compare("more"), compare("less", 9)]}, [True, False], id="all hold"),
        pytest.param({"op": "any", "parts": [compare("more"), compare("less", 2)]}, [True, False], id="one holds"),
        pytest.param({"op": "all", "parts": [compare("equal", 1, 1), compare("more")]}, [True, False], id="all, the first for sure"),
        pytest.param({"op": "any", "parts": [compare("equal", 1, 1), compare("more")]}, [True, True], id="any, the first for sure"),
        pytest.param({"op": "all", "parts": [compare("equal", 1, 2), compare("more")]}, [False, False], id="all, the first never"),
        pytest.param({"op": "not", "of": compare("more")}, [False, True], id="not"),
        pytest.param({"op": "not", "of": compare("equal", 1, 1)}, [False, False], id="not what is known"),
        pytest.param({"op": "when", "if": compare("more"), "then": 7, "else": "coins"}, [7, 2], id="one branch or the other"),
        pytest.param({"op": "when", "if": compare("more"), "then": 7}, [7, 0], id="nothing else is 0"),
        pytest.param({"op": "choose", "by": "hat", "cases": {"straw": 4, "paper": 5}, "else": 1}, [4, 1], id="by a word"),
        pytest.param({"op": "choose", "by": "coins", "cases": {"5": "points", "2": 8}, "else": 1}, [3, 8], id="by a number"),
        pytest.param({"op": "choose", "by": 2, "cases": {"5": 1, "2": 8}, "else": 1}, [8, 8], id="by a known number"),
        pytest.param({"op": "which", "cases": {"rich": compare("more"), "any": compare("at-least", 0)}}, [("rich", "any"), ("any",)], id="which hold"),
    ],
)  # fmt: skip
def test_decisions_come_out_as_they_read(node: Any, values: list[Any]) -> None:
    assert worked_out(node) == values


def test_a_case_that_nothing_fits_is_left_to_the_ordinary_way() -> None:
    assert worked_out({"op": "choose", "by": "hat", "cases": {"straw": 4}}) == [None, None]


def test_what_comes_later_is_looked_at_only_where_it_matters() -> None:
    """The second condition has lines of its own, a loop; they stand under the first."""
    rich = {
        "op": "size",
        "in": "players",
        "as": "one",
        "where": compare("more", "coins", "one.coins"),
    }
    node = {"op": "all", "parts": [compare("less", 5), compare("more", 0, rich)]}
    assert worked_out(node) == [False, True]
    assert "if held:" in source_of(node)


def test_a_ruling_is_the_value_of_the_reading_in_force() -> None:
    readings = {"quarters": "coins", "whole": 0}
    node = {"op": "ruling", "of": "coin-rest", "readings": readings}
    assert worked_out(node) == [5, 2]
    assert worked_out(node, **{"coin-rest": "whole"}) == [0, 0]
