"""Flows of plain data: what is linked, and what is left out with a problem."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rulesref.base.diagnostics import KeyPath
from rulesref.lang.grammar import parse
from rulesref.model.flow import EFFECTS, TRACKS, Flow
from rulesref.reading.flow_linking import flow
from rulesref.reading.link import GlobalScope
from tests.helpers import TOY, checked_data, document, name_of, toy
from tests.unranked import game

NAME = name_of("n")
Problems = list[tuple[str, KeyPath]]
PURSE: Any = {
    "id": "purse",
    "name": NAME,
    "kind": "record",
    "fields": [{"id": "silver", "name": NAME, "kind": "whole"}],
}
METAL: Any = {
    "id": "metal",
    "name": NAME,
    "kind": "choice",
    "options": [{"id": "silver", "name": NAME}, {"id": "tin", "name": NAME}],
}
LEAD: Any = {"op": "fixed", "value": "lead"}


def linked(change: Callable[[Any], object] = lambda _: None) -> tuple[Flow, Problems]:
    """A flow of one action and one stage, after a change of its data."""
    data: dict[str, Any] = {
        "state": {"player": [{"id": "coins", "name": NAME, "kind": "whole", "start": 3}], "table": [PURSE, METAL]},
        "points": "coins",
        "setup": [{"id": "s", "text": {"ja": "{player-count}人", "en": "{player-count}"}}],
        "actions": [{"id": "take", "name": NAME, "rules": ["r"],
                     "ask": [{"id": "many", "name": NAME, "kind": "whole"}],
                     "effects": [{"add": "coins", "by": "many"}]}],
        "routines": [{"id": "pay", "rules": ["r"], "do": [{"add": "coins", "by": "cost"}]}],
        "stages": [{"id": "turn", "kind": "act", "actions": ["take"]}],
    }  # fmt: skip
    change(data)
    problems: Problems = []

    def tell(code: str, path: KeyPath, _: Mapping[str, object]) -> None:
        if not code.startswith("W"):
            problems.append((code, path))

    return flow(data, GlobalScope({}, {}, frozenset({"r"})), None, tell), problems


def effects(*several: Any) -> Callable[[Any], object]:
    return lambda data: data["actions"][0].update(effects=list(several))


def test_a_flow_is_linked() -> None:
    made, problems = linked()
    assert problems == []
    assert (made.points, list(made.actions), [stage.id for stage in made.stages]) == (
        ("coins",), ["take"], ["turn"],
    )  # fmt: skip
    (effect,) = made.actions["take"].effects
    assert (effect.kind, effect.path, effect.of_player) == ("add", ("coins",), True)
    assert [name for name, _ in made.setup[0].text.refs] == ["player-count"]
    assert made.player["coins"].start is not None


def view(*parts: Any) -> Callable[[Any], object]:
    return lambda data: data.update(view=list(parts))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        pytest.param(lambda d: d.update(points=["gold"]), ("E301", ("points",)), id="no such points"),
        pytest.param(lambda d: d.update(points="gold"), ("E301", ("points",)), id="no such points alone"),
        pytest.param(lambda d: d.update(shown=["gold"]), ("E301", ("shown", 0)), id="no such field to show"),
        pytest.param(lambda d: d["stages"][0].update(actions=["give"]),
                     ("E301", ("stages", 0, "actions", 0)), id="no such action"),
        pytest.param(lambda d: d["stages"][0].update(kind="score", event="end"),
                     ("E301", ("stages", 0, "event")), id="no such scoring"),
        pytest.param(lambda d: d["stages"][0].update(kind="loop"), ("E201", ("stages", 0)),
                     id="a loop that nothing ends"),
        pytest.param(lambda d: d["actions"][0].update(rules=["gone"]),
                     ("E301", ("actions", 0, "rules", 0)), id="no such rule entry"),
        pytest.param(effects({"set": "gold", "to": 1}),
                     ("E310", ("actions", 0, "effects", 0, "set")), id="no such field to change"),
        pytest.param(effects({"add": "purse.gold", "by": 1}),
                     ("E310", ("actions", 0, "effects", 0, "add")), id="no such part of a record"),
        pytest.param(effects({"add": "coins[many]", "by": 1}),
                     ("E310", ("actions", 0, "effects", 0, "add")), id="a part of a number"),
        pytest.param(effects({"add": "purse[gone]", "by": 1}),
                     ("E310", ("actions", 0, "effects", 0, "add")), id="picked by nothing"),
        pytest.param(effects({"add": "purse[metal]", "by": 1}),
                     ("E312", ("actions", 0, "effects", 0, "add")), id="an option that is no part"),
        pytest.param(effects({"add": "purse[coins]", "by": 1}),
                     ("E313", ("actions", 0, "effects", 0, "add")), id="a part picked by a number"),
        pytest.param(effects({"with": {"kinds": {"op": "list", "parts": [LEAD]}}, "do": [
                         {"each": "kinds", "as": "kind", "do": [{"add": "purse[kind]", "by": 1}]}]}),
                     ("E312", ("actions", 0, "effects", 0, "do", 0, "do", 0, "add")),
                     id="a code of the rules that is no part"),
        pytest.param(effects({"with": {"coins": 1}, "do": [{"add": "coins", "by": 1}]}),
                     ("E316", ("actions", 0, "effects", 0, "with", "coins")),
                     id="a value for effects that hides a field"),
        pytest.param(effects({"add": "coins", "by": 1, "who": "many"}),
                     ("E310", ("actions", 0, "effects", 0, "who")), id="who is no player"),
        pytest.param(effects({"run": "pays"}),
                     ("E301", ("actions", 0, "effects", 0, "run")), id="no such routine"),
        pytest.param(effects({"run": "pay"}), ("E310", ("routines", 0, "do", 0, "by")),
                     id="a routine lacks a value"),
        pytest.param(effects({"if": "gone", "then": [{"add": "coins", "by": 1}]}),
                     ("E310", ("actions", 0, "effects", 0, "if")), id="a condition of nothing"),
        pytest.param(view({"field": "gold"}), ("E301", ("view", 0, "field")), id="no such field to see"),
        pytest.param(view({"text": {"ja": "{gold}", "en": ""}}), ("E310", ("view", 0, "text", "ja")),
                     id="no such value in a text"),
        pytest.param(view({"field": "coins", "when": "gold"}), ("E310", ("view", 0, "when")),
                     id="a part when nothing holds"),
        pytest.param(view({"text": NAME, "each": "gold", "as": "one"}), ("E310", ("view", 0, "each")),
                     id="a part for each of nothing"),
        pytest.param(view({"text": NAME, "each": "players", "as": "coins"}), ("E316", ("view", 0, "as")),
                     id="an entry that hides a field"),
        pytest.param(view({"text": NAME, "with": {"seen": "gold"}}), ("E310", ("view", 0, "with", "seen")),
                     id="a further value of nothing"),
        pytest.param(view({"text": NAME, "with": {"coins": 1}}), ("E316", ("view", 0, "with", "coins")),
                     id="a further value that hides a field"),
        pytest.param(view({"columns": [{"parts": [{"field": "gold"}]}]}),
                     ("E301", ("view", 0, "columns", 0, "parts", 0, "field")), id="deep inside"),
        pytest.param(view({"text": NAME, "does": ["give"]}), ("E301", ("view", 0, "does", 0)),
                     id="a tap that opens no action"),
        pytest.param(view({"text": NAME, "does": ["take"], "give": {"coins": 1}}),
                     ("E310", ("view", 0, "give", "coins")), id="a tap that gives what is not asked"),
        pytest.param(view({"text": NAME, "does": ["take"], "give": {"many": "gold"}}),
                     ("E310", ("view", 0, "give", "many")), id="a tap that gives what is not there"),
        pytest.param(view({"text": NAME, "does": ["take"], "give": {"many": "players"}}),
                     ("E313", ("view", 0, "give", "many")), id="a tap that gives what cannot be"),
        pytest.param(view({"field": "coins", "drawn": "track"}), ("E201", ("state", "player", 0)),
                     id="a strip without an end"),
        pytest.param(lambda d: (d["state"]["player"].append({**METAL, "id": "ore"}),
                                view({"field": "ore", "drawn": "track"})(d)),
                     ("E313", ("view", 0, "field")), id="a strip of words"),
        pytest.param(effects({"need": "gone", "message": NAME}),
                     ("E310", ("actions", 0, "effects", 0, "need")), id="a need of nothing"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_flow_is_reported(
    change: Callable[[Any], object], problem: tuple[str, KeyPath]
) -> None:
    assert linked(change)[1] == [problem]


@pytest.mark.parametrize(
    ("bed", "problems"),
    [
        pytest.param("'east'", [], id="one that has the color"),
        pytest.param("'west'", ["E312"], id="one that has it not"),
        pytest.param("place", ["E312"], id="one of which not all have it"),
    ],
)
def test_every_part_that_can_be_picked_must_have_the_next(bed: str, problems: list[str]) -> None:
    def by_color(id_: str, extra: str) -> Any:
        extras = [{"id": extra, "name": NAME, "players": [2]}]
        return {"id": id_, "name": NAME, "kind": "by-player", "extras": extras}

    beds: Any = {"id": "beds", "name": NAME, "kind": "record",
                 "fields": [by_color("east", "wild"), by_color("west", "wlid")]}  # fmt: skip
    code = parse(bed).node

    def change(data: Any) -> None:
        data["state"]["table"].append(beds)
        color, place = {"op": "fixed", "value": "wild"}, {**METAL, "id": "place"}
        place["options"] = [{"id": each, "name": NAME} for each in ("east", "west")]
        data["state"]["table"].append(place)
        adding = {"add": "beds[bed][color]", "by": 1}
        effects({"with": {"bed": code, "color": color}, "do": [adding]})(data)

    assert [problem for problem, _ in linked(change)[1]] == problems


def test_a_part_of_the_view_is_linked() -> None:
    made, problems = linked(
        view({"columns": [{"field": "coins", "tracks": ["full"]}]},
             {"text": {"ja": "{place}{someone}{own}", "en": ""}, "each": "players", "as": "someone",
              "number": "place", "with": {"own": "someone.coins"}, "name": NAME})
    )  # fmt: skip
    assert problems == []
    table, line = made.view
    field = made.player["coins"].field
    assert [(p.field, p.of_player, p.tracks, p.name) for p in table.columns] == [
        (field, True, ("full",), field.name)
    ]
    assert (line.as_, line.number, list(line.values), line.tracks) == (
        "someone", "place", ["own"], TRACKS,
    )  # fmt: skip
    assert line.text is not None
    assert [name for name, _ in line.text.refs] == ["place", "someone", "own"]


def test_a_tap_on_a_part_of_the_view_gives_what_it_sees() -> None:
    made, problems = linked(
        view({"text": NAME, "each": "players", "as": "someone", "drawn": "cards", "does": ["take"],
              "give": {"many": "someone.coins"}})
    )  # fmt: skip
    assert problems == []
    (part,) = made.view
    assert (part.drawn, part.only, part.does, list(part.give)) == (
        "cards",
        None,
        ("take",),
        ["many"],
    )


def test_a_field_of_players_is_a_strip_but_in_a_table() -> None:
    def change(data: Any) -> None:
        data["state"]["player"][0]["range"] = [0, 9]
        track = {"field": "coins", "drawn": "track"}
        view(track, {"columns": [track]}, {"parts": [track]}, {**track, "drawn": "chips"})(data)

    made, problems = linked(change)
    assert problems == []
    alone, table, row, chips = made.view
    assert [part.strip for part in (alone, *table.columns, *row.parts, chips)] == [
        True, False, True, False,
    ]  # fmt: skip


def test_a_routine_may_not_run_itself() -> None:
    def change(data: Any) -> None:
        data["routines"][0]["do"] = [{"run": "pay"}]
        effects({"run": "pay"})(data)

    assert linked(change)[1] == [("E301", ("routines", 0, "do", 0, "run"))]


def test_the_problems_of_a_routine_are_reported_once_however_often_it_is_run() -> None:
    def change(data: Any) -> None:
        data["routines"][0]["do"] = [{"add": "gold", "by": "cost"}]
        run = {"run": "pay", "with": {"cost": 1}}
        effects(run, run, {"each": "players", "as": "other", "do": [run]})(data)

    made, problems = linked(change)
    assert problems == [("E310", ("routines", 0, "do", 0, "add"))]
    assert [effect.kind for effect in made.actions["take"].effects] == ["run", "run", "each"]


@pytest.mark.parametrize(
    ("when", "own"),
    [
        pytest.param({"op": "compare", "left": "coins", "is": "more", "right": 3}, True,
                     id="it looks at a player's field"),
        pytest.param({"op": "compare", "left": "player-count", "is": "more", "right": 3}, False,
                     id="it looks at the table"),
    ],
)  # fmt: skip
def test_a_due_depends_on_whose_turn_it_is_when_it_looks_at_a_player(when: Any, own: bool) -> None:
    due = {"id": "d", "when": when, "text": NAME, "rules": ["r"]}
    made, problems = linked(lambda data: data.update(dues=[due]))
    assert problems == []
    assert [each.own for each in made.dues] == [own]


def test_every_kind_of_effect_is_linked_by_its_first_key() -> None:
    flow_of_toy = document(TOY / "flow.yaml")
    kinds: set[str] = set()

    def look(data: Any) -> None:
        if isinstance(data, dict):
            first = next(iter(data), "")
            kinds.update({first} & set(EFFECTS))
            for inside in data.values():
                look(inside)
        elif isinstance(data, list):
            for inside in data:
                look(inside)

    look(copy.deepcopy(flow_of_toy))
    assert kinds == set(EFFECTS)
    made = toy().flow
    assert made is not None
    assert all(list(action.effects) is not None for action in made.actions.values())


def test_after_a_scoring_that_only_takes_no_points_are_known() -> None:
    problems: list[tuple[str, KeyPath]] = []
    data = checked_data(TOY, "flow")
    stage = next(stage for stage in data["stages"] if stage["id"] == "harvest")
    stage.update(
        event="frost",
        after=[{"add": "coins", "by": "change.paid"}, {"set": "points", "to": "scored-total"}],
    )
    toy_game = game()
    world = GlobalScope(toy_game.tables, toy_game.rulings, None, toy_game.calculators)
    flow(data, world, toy_game.scoring, lambda code, path, _: problems.append((code, path)))
    at = ("stages", data["stages"].index(stage), "after", 1, "to")
    assert problems == [("E310", at)]
