"""Scorings and calculators of plain data: what is linked, and what is left out with a problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.model.scoring import Calculator, Scoring
from rulesref.reading.link import GlobalScope
from rulesref.reading.scoring_linking import calculators, scoring
from tests.helpers import name_of

NAME = name_of("n")
CHECK = {"id": "c", "level": "error", "when": False, "message": NAME, "rules": ["r"]}
COINS = {"id": "coins", "name": NAME, "kind": "whole"}
BEDS = {"id": "beds", "name": NAME, "kind": "wholes"}
Problems = list[tuple[str, KeyPath]]


def linked(
    checks: list[Any] | None = None, without: tuple[str, ...] = (), **event: Any
) -> tuple[Scoring, Problems]:
    """A scoring of one event in which each player has coins."""
    problems: Problems = []
    whole = {
        "id": "end", "name": NAME, "rules": ["r"],
        "categories": [{"id": "a", "name": NAME, "rules": ["r"], "value": "coins"}],
        "ranking": [{"by": "total", "name": NAME, "rules": ["r"]}], **event,
    }  # fmt: skip
    whole = {key: value for key, value in whole.items() if key not in without}
    data = {
        "position": {"player": [COINS], "table": [BEDS]},
        "events": [whole],
        "checks": checks or [],
    }

    def tell(code: str, path: KeyPath, _: Mapping[str, object]) -> None:
        if not code.startswith("W"):
            problems.append((code, path))

    return scoring(data, GlobalScope({}, {}, frozenset({"r"})), tell), problems


def test_a_scoring_is_linked() -> None:
    made, problems = linked(final=True, vector={"op": "list", "parts": ["coins"]}, before="coins")
    event = made.events["end"]
    assert problems == []
    assert (event.final, event.before, [c.id for c in event.categories]) == (True, "coins", ["a"])
    assert event.vector is not None
    assert list(made.player) == ["coins"]


def test_a_named_value_is_known_after_it_and_explains_itself_by_its_name() -> None:
    define = [
        {"id": "twice", "name": NAME, "value": {"op": "product", "parts": ["coins", 2]}},
        {"id": "more", "name": NAME, "value": {"op": "total", "parts": ["twice", 1]}},
    ]
    made, problems = linked(define=define)
    values = made.events["end"].define
    assert problems == []
    assert [value.label and value.label.text.en for value in values.values()] == ["n", "n"]


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        pytest.param({"before": "gold"}, ("E310", ("events", 0, "before")), id="no such field before"),
        pytest.param({"rules": ["gone"]}, ("E301", ("events", 0, "rules", 0)), id="no such rule entry"),
        pytest.param({"define": [{"id": "a", "name": NAME, "value": "b"}]},
                     ("E310", ("events", 0, "define", 0, "value")), id="a named value of nothing"),
        pytest.param({"changes": [{"id": "a", "name": NAME, "value": "b"}]},
                     ("E310", ("events", 0, "changes", 0, "value")), id="a change of nothing"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_an_event_is_reported(event: Any, problem: tuple[str, KeyPath]) -> None:
    assert linked(**event)[1] == [problem]


@pytest.mark.parametrize(
    ("check", "per_player"),
    [
        pytest.param({"when": {"op": "compare", "left": "coins", "is": "more", "right": 9}}, True,
                     id="it looks at a player's field"),
        pytest.param({"message": {"ja": "{player-name}", "en": "{player-name}"}}, True,
                     id="its words name the player"),
        pytest.param({"when": {"op": "compare", "left": "player-count", "is": "more", "right": 9}},
                     False, id="it looks at the table"),
        pytest.param({"each": "beds", "as": "bed", "when": {"op": "compare", "left": "bed", "is": "more", "right": 9}},
                     False, id="it goes through a list of the table"),
    ],
)  # fmt: skip
def test_a_check_is_tried_for_each_player_when_it_looks_at_one(
    check: Any, per_player: bool
) -> None:
    made, problems = linked([{**CHECK, **check}])
    assert problems == []
    assert [each.per_player for each in made.checks] == [per_player]


def test_a_check_of_an_event_that_is_not_there_is_reported() -> None:
    assert linked([{**CHECK, "events": ["begin"]}])[1] == [("E301", ("checks", 0, "events", 0))]


def test_a_check_that_cannot_be_linked_is_left_out() -> None:
    made, problems = linked([{**CHECK, "when": "gone"}, CHECK])
    assert [problem for problem, _ in problems] == ["E310"]
    assert len(made.checks) == 1


def calculator(**more: Any) -> Calculator:
    data = {
        "id": "c", "name": NAME, "about": NAME, "inputs": [COINS], "rules": ["r"],
        "results": [{"id": "all", "name": NAME, "value": "coins"}], **more,
    }  # fmt: skip
    return calculators("toy", [data], GlobalScope({}, {}, None))["c"]


def test_a_calculator_sees_its_inputs_and_its_checks_refuse() -> None:
    check = {
        "when": {"op": "compare", "left": "coins", "is": "more", "right": 9},
        "message": NAME,
        "rules": ["r"],
    }
    made = calculator(checks=[check])
    assert (made.game, list(made.inputs), [part.id for part in made.results]) == (
        "toy",
        ["coins"],
        ["all"],
    )
    assert [(c.id, c.level, c.per_player) for c in made.checks] == [("input", "error", False)]


def test_an_input_may_be_asked_only_when_another_says_so() -> None:
    more = {"id": "more", "name": NAME, "kind": "whole", "optional": True, "ask-when": "coins"}
    made = calculator(inputs=[COINS, more])
    assert made.inputs["coins"].ask_when is None
    assert made.inputs["more"].ask_when is not None


@pytest.mark.parametrize(
    ("left_out", "event", "problems"),
    [
        pytest.param(("categories", "ranking"), {}, [], id="nothing is counted and nobody ranked"),
        pytest.param(("ranking",), {}, [], id="points alone"),
        pytest.param(("categories",), {}, [("E201", ("events", 0, "ranking", 0))], id="no total to rank by"),
        pytest.param(("ranking",), {"final": True}, [("E201", ("events", 0))], id="an end that ranks nobody"),
    ],
)  # fmt: skip
def test_a_scoring_may_lack_points_or_places(
    left_out: tuple[str, ...], event: dict[str, Any], problems: Problems
) -> None:
    assert linked(without=left_out, **event)[1] == problems
