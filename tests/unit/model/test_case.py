"""What a known position may expect."""

from __future__ import annotations

import pytest

from tests.helpers import faults

POSITION = {"event": "final", "players": [{"name": "葵"}]}


def case(**expect: object) -> list[object]:
    return [{"name": {"ja": "例", "en": "example"}, "position": POSITION, "expect": expect}]


@pytest.mark.parametrize(
    "expect",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"players": {"葵": {"total": 3, "points": "45.25", "rank": 1}}}, id="numbers"),
        pytest.param({"players": {"葵": {"categories": {"a-b": 2}, "changes": {}}}}, id="parts"),
        pytest.param({"players": {"葵": {"vector": [1, "1/2"], "before": -1}}}, id="a vector"),
        pytest.param({"winners": ["葵"], "warnings": ["odd"], "problems": ["E440"]}, id="lists"),
        pytest.param(
            {"tie-break": [{"by": "coins", "among": ["葵"], "values": {"葵": 1}}]}, id="a tie"
        ),
    ],
)
def test_a_case_may_expect(expect: dict[str, object]) -> None:
    assert faults(case(**expect), "cases") == []


@pytest.mark.parametrize(
    ("expect", "code", "path"),
    [
        pytest.param({"winner": []}, "E202", (0, "expect", "winner"), id="a slip"),
        pytest.param(
            {"players": {"葵": {"sum": 1}}},
            "E202",
            (0, "expect", "players", "葵", "sum"),
            id="of a player",
        ),
        pytest.param({"winners": "葵"}, "E203", (0, "expect", "winners"), id="no list"),
        pytest.param(
            {"players": {"葵": {"rank": "1st"}}},
            "E203",
            (0, "expect", "players", "葵", "rank"),
            id="no place",
        ),
    ],
)
def test_what_nobody_would_compare_is_a_problem(
    expect: dict[str, object], code: str, path: tuple[object, ...]
) -> None:
    assert [(fault.code, fault.path) for fault in faults(case(**expect), "cases")] == [(code, path)]
