"""What is told of a flow and a scoring beyond what cannot be linked."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.model.entries import read_fields
from rulesref.model.scoring import Scoring
from rulesref.reading.checked_link import CheckedLinker
from rulesref.reading.flow_linking import flow
from rulesref.reading.link import GlobalScope, LinkContext, Names
from rulesref.reading.scoring_linking import calculators, scoring
from tests.helpers import TOY, checked_data, toy


@cache
def world() -> GlobalScope:
    game = toy()
    return GlobalScope(game.tables, game.rulings, None, game.calculators)


def told(kind: str, change: Callable[[Any], object]) -> list[tuple[str, KeyPath]]:
    """What is told of a file of the invented game after a change."""
    data = checked_data(TOY, kind)
    change(data)
    problems: list[tuple[str, KeyPath]] = []

    def tell(code: str, path: KeyPath, _: object) -> None:
        problems.append((code, path))

    if kind == "scoring":
        scoring(data, world(), tell)
    elif kind == "calculators":
        calculators("toy", data, world(), tell)
    else:
        flow(data, world(), _scored(), tell)
    return problems


@cache
def _scored() -> Scoring:
    scored = toy().scoring
    assert scored is not None
    return scored


def function(name: str, parameter: str) -> dict[str, Any]:
    """A named value with one parameter, which it gives back."""
    text = {"ja": name, "en": name}
    return {"id": name, "name": text, "parameters": [parameter], "value": parameter}


def effects(*several: Any) -> Callable[[Any], object]:
    """The first action does something else."""
    return lambda data: data["actions"][0].update(effects=list(several))


EFFECT = ("actions", 0, "effects", 0)
STROLL = {"op": "fixed", "value": "sandy"}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        pytest.param(effects({"set": "hat", "to": STROLL}), ("E312", (*EFFECT, "to")), id="a code that is no option"),
        pytest.param(effects({"set": "hat", "to": "hours"}), ("E313", (*EFFECT, "to")), id="a number for a code"),
        pytest.param(effects({"add": "hat", "by": 1}), ("E313", (*EFFECT, "add")), id="added to a code"),
        pytest.param(effects({"put": "gnomes", "value": STROLL}), ("E312", (*EFFECT, "value")), id="put what cannot be there"),
        pytest.param(effects({"put": "hat", "value": "hat"}), ("E313", (*EFFECT, "put")), id="put into what is no list"),
        pytest.param(effects({"add": "steps.mos", "by": 1}), ("E310", (*EFFECT, "add")), id="a part that is not there"),
        pytest.param(effects({"if": "hours", "then": [{"add": "coins", "by": 1}]}), ("E313", (*EFFECT, "if")), id="a condition that is a number"),
        pytest.param(effects({"each": "coins", "as": "one", "do": [{"add": "coins", "by": 1}]}), ("E311", (*EFFECT, "each")), id="through what is no list"),
        pytest.param(effects({"each": "players", "as": "hat", "do": [{"add": "coins", "by": 1}]}), ("E316", (*EFFECT, "as")), id="a name hidden"),
        pytest.param(lambda d: d["dues"][1].update(stages=["movs"]), ("E301", ("dues", 1, "stages", 0)), id="no such stage"),
        pytest.param(lambda d: d["options"][1].update(default=6), ("E319", ("options", 1, "default")), id="a default beyond its range"),
        pytest.param(lambda d: d["options"][2].update(default="son"), ("E312", ("options", 2, "default")), id="a default that is no option"),
        pytest.param(lambda d: d["stages"][3]["from"]["player"].update(fence="coins"), ("E313", ("stages", 3, "from", "player", "fence")), id="a position of another kind"),
        pytest.param(lambda d: d["stages"][3]["from"]["player"].update(hat="hat"), ("E310", ("stages", 3, "from", "player", "hat")), id="a field of another scoring"),
        pytest.param(lambda d: d["state"]["player"][4].update(start=STROLL), ("E312", ("state", "player", 4, "start")), id="a start that cannot be"),
        pytest.param(lambda d: d.update(anytime=[]), ("W318", ("actions", 13, "id")), id="an action that is never offered"),
    ],
)  # fmt: skip
def test_what_a_flow_cannot_mean_is_told(
    change: Callable[[Any], object], problem: tuple[str, KeyPath]
) -> None:
    assert told("flow", change) == [problem]


def test_a_routine_is_looked_at_with_all_that_it_is_given() -> None:
    def change(data: Any) -> None:
        when = {"op": "one-of", "of": "along", "values": ["moss", "gravle"]}
        pay = {
            "id": "pave",
            "rules": ["r"],
            "do": [{"if": when, "then": [{"add": "coins", "by": 1}]}],
        }
        data["routines"].append(pay)
        runs = [
            {"run": "pave", "with": {"along": {"op": "fixed", "value": code}}}
            for code in ("moss", "gravel")
        ]
        data["actions"][0]["effects"] += runs

    assert told("flow", change) == [("E312", ("routines", 1, "do", 0, "if", "values", 1))]


def test_a_code_that_a_routine_is_given_and_nothing_asks_for_is_told() -> None:
    run = {"run": "pay", "with": {"price": 1, "way": {"op": "fixed", "value": "cahs"}}}
    assert told("flow", effects(run)) == [("W318", (*EFFECT, "with", "way"))]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        pytest.param(lambda d: d["events"][1]["ranking"][1].pop("value"), ("E310", ("events", 1, "ranking", 1, "by")), id="a rung of nothing"),
        pytest.param(lambda d: d["checks"][1].update(at="plot.flowers"), ("E310", ("checks", 1, "at")), id="a place by the name of the loop"),
        pytest.param(lambda d: d["checks"][3].update(at="fense"), ("E310", ("checks", 3, "at")), id="a place that is not there"),
        pytest.param(lambda d: d["position"]["player"][2].update(events=["sprung"]), ("E301", ("position", "player", 2, "events", 0)), id="a field of no scoring"),
        pytest.param(lambda d: d["events"][1].update(define=[function("gold", "coins")]), ("E316", ("events", 1, "define", 0, "parameters", 0)), id="a parameter that hides a field"),
        pytest.param(lambda d: d["events"][1].update(define=[function("coins", "gold")]), ("E316", ("events", 1, "define", 0, "id")), id="a function that hides a field"),
        pytest.param(lambda d: d["events"][0]["categories"][1].update(value="gnomes"), ("E313", ("events", 0, "categories", 1, "value")), id="points that are no number"),
    ],
)  # fmt: skip
def test_what_a_scoring_cannot_mean_is_told(
    change: Callable[[Any], object], problem: tuple[str, KeyPath]
) -> None:
    assert problem in told("scoring", change)


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        pytest.param("coins-3", "minus", id="a minus without spaces"),
        pytest.param("coins-seat", "minus", id="a minus between names"),
        pytest.param("tokens", "table", id="a table without a row"),
        pytest.param("someone.coins", "loop", id="a name of no loop"),
        pytest.param("paper", "code", id="a code without quotes"),
        pytest.param("nonsense", None, id="nothing that is known"),
    ],
)
def test_a_name_of_nothing_may_be_meant_for_something(value: str, meant: str | None) -> None:
    told: list[Any] = []
    coins = {"id": "coins", "name": {"ja": "n", "en": "n"}, "kind": "whole"}
    option = {"id": "paper", "name": {"ja": "n", "en": "n"}}
    hat = {"id": "hat", "name": {"ja": "n", "en": "n"}, "kind": "choice", "options": [option]}
    tokens = next(iter(toy().tables.values()))
    linker = CheckedLinker(GlobalScope({"tokens": tokens}, {}, None), lambda *it: told.append(it))
    linker.expression(value, LinkContext((), Names({}, read_fields([coins, hat]))))
    ((code, _, values),) = told
    assert (code, values.get("meant")) == ("E310", meant)


def test_a_calculator_that_asks_another_one_is_told() -> None:
    def change(data: Any) -> None:
        node = {"op": "calculate", "calculator": data[0]["id"], "result": "value"}
        data[1]["results"][0]["value"] = node

    at = (1, "results", 0, "value", "calculator")
    assert ("E331", at) in told("calculators", change)


def test_a_place_among_players_is_by_something() -> None:
    rank = {"op": "rank", "among": "players", "award": [3], "ties": "each"}

    def change(data: Any) -> None:
        data["events"][0]["categories"][1]["value"] = rank

    at = ("events", 0, "categories", 1, "value")
    assert ("E201", at) in told("scoring", change)


def test_a_code_that_a_function_cannot_work_with_is_told_where_it_is_given() -> None:
    has = {"op": "holds", "in": "gnomes", "value": "which"}
    gnome = {"op": "fixed", "value": "tiny"}

    def change(data: Any) -> None:
        name = {"ja": "n", "en": "n"}
        event = data["events"][0]
        event["define"].append({"id": "has", "name": name, "parameters": ["which"], "value": has})
        event["categories"][1]["value"] = {"op": "call", "function": "has", "arguments": [gnome]}

    at = ("events", 0, "categories", 1, "value", "arguments", 0)
    assert ("E312", at) in told("scoring", change)


def test_an_input_that_nothing_uses_is_told() -> None:
    def change(data: Any) -> None:
        data[2]["inputs"].append({"id": "spare", "name": {"ja": "n", "en": "n"}, "kind": "whole"})

    assert told("calculators", change) == [("W318", (2, "inputs", 2, "id"))]


@pytest.mark.parametrize(
    ("asked", "problems"),
    [
        pytest.param({"op": "call", "function": "twice", "arguments": [2]}, [], id="used"),
        pytest.param(2, [("W318", (0, "define", 0, "id"))], id="used nowhere"),
    ],
)
def test_a_function_is_used_where_it_is_called(
    asked: Any, problems: list[tuple[str, KeyPath]]
) -> None:
    name = {"ja": "n", "en": "n"}
    twice = {
        "id": "twice",
        "name": name,
        "parameters": ["n"],
        "value": {"op": "total", "parts": ["n", "n"]},
    }
    data = [
        {"id": "more", "name": name, "about": name, "rules": [], "inputs": [], "define": [twice],
         "results": [{"id": "more", "name": name, "value": asked}]},
    ]  # fmt: skip
    told: list[tuple[str, KeyPath]] = []
    calculators("toy", data, world(), lambda code, path, _: told.append((code, path)))
    assert told == problems
