"""Laws of every scoring of every game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.base.text import Entered, Number
from rulesref.lang.references import Reference
from rulesref.model.expression import Input, Operator, Step, Value
from rulesref.model.scoring import Event
from rulesref.scoring.score import Score
from rulesref.show import results
from rulesref.show.blocks import Grid
from rulesref.show.data import as_json
from rulesref.show.working import working
from tests.helpers import TOY, game_in, result_of, scored
from tests.properties import law
from tests.properties.strategies import Case, documents, scores

pytestmark = pytest.mark.property


def trees(found: Score) -> Iterator[Step]:
    for player in found.players:
        yield player.explanation
        yield from (step for _, step in player.changes)


def number(value: Value) -> Number:
    assert isinstance(value, (int, Fraction))
    return value


# --- a total is the sum of its parts --------------------------------------------------------------


@pytest.mark.slow
@law(100)
@given(scores())
def test_a_total_is_the_sum_of_its_parts(case: Case) -> None:
    for tree in trees(case.found):
        for step in tree.walk():
            gathered = [i.value for i in step.inputs if i.id == "gather"]
            if step.op in ("score", "points", "total") or gathered == ["total"]:
                assert step.value == sum(number(part.value) for part in step.parts)
            if step.op in ("category", "when", "choose", "ruling") and step.parts:
                assert step.value == step.parts[-1].value


@law(100)
@given(scores())
def test_a_player_has_what_the_explanation_says(case: Case) -> None:
    for player in case.found.players:
        assert player.explanation.value == player.total == player.before + player.points
        points = player.explanation.parts[-1]
        assert (
            points.value
            == player.points
            == sum(number(step.value) for _, step in player.categories)
        )
        assert points.parts == tuple(step for _, step in player.categories)


# --- every step cites what it rests on ------------------------------------------------------------


@law(50)
@given(scores())
def test_every_step_cites_rules_that_exist(case: Case) -> None:
    game, found = case.game, case.found
    for tree in trees(found):
        for step in tree.walk():
            assert set(step.rules) <= set(game.rules)
    for player in found.players:
        for step in (
            player.explanation,
            *player.explanation.parts,
            *(s for _, s in player.categories),
        ):
            assert step.rules


@law(50)
@given(scores())
def test_rulings_are_named_just_when_a_number_rests_on_them(case: Case) -> None:
    game, found = case.game, case.found
    used = {
        str(s.inputs[0].value) for tree in trees(found) for s in tree.walk() if s.op == "ruling"
    }
    assert set(found.rulings) == used <= set(game.rulings)


# --- what makes no difference ---------------------------------------------------------------------


def shuffled(draw: Callable[[Any], Any], data: Any) -> Any:
    """The same document with its keys in another order."""
    if isinstance(data, dict):
        keys = draw(st.permutations(list(data)))
        return {key: shuffled(draw, data[key]) for key in keys}
    if isinstance(data, list):
        return [shuffled(draw, item) for item in data]
    return data


@law(50)
@given(scores(), st.data())
def test_the_order_of_keys_makes_no_difference(case: Case, data: st.DataObject) -> None:
    game, document, found = case.game, case.document, case.found
    again = scored(game, shuffled(data.draw, document))
    assert without_order(as_json(again, "en")) == without_order(as_json(found, "en"))


def without_order(data: Any) -> Any:
    """JSON knows no order of keys; a field by player is told in the order it was typed."""
    return json.loads(json.dumps(data, sort_keys=True))


@law(50)
@given(scores(), st.data())
def test_the_order_of_players_changes_no_points(case: Case, data: st.DataObject) -> None:
    game, document, found = case.game, case.document, case.found
    if mentions_seats(found.event):
        return
    order = data.draw(st.permutations(document["players"]))
    again = scored(game, {**document, "players": order})
    assert by_name(again) == by_name(found)


def by_name(found: Score) -> Mapping[str, Any]:
    return {
        p.name: (
            p.points,
            p.total,
            [s.value for _, s in p.categories],
            [s.value for _, s in p.changes],
            p.vector,
        )
        for p in found.players
    }


def mentions_seats(event: Event) -> bool:
    """Whether any value of the event asks for the seat; the ladder of ties may."""
    parts = [part.value for part in (*event.categories, *event.changes)]
    found = [*parts, *event.define.values(), *([event.vector] if event.vector else [])]
    return any(map(asks_seat, found))


def asks_seat(operator: Operator) -> bool:
    if isinstance(operator, Reference):
        return operator.root == "seat" or (
            operator.onward is not None and asks_seat(operator.onward)
        )
    return any(asks_seat(child) for child in operator.children())


def test_some_scorings_mention_seats_and_most_do_not() -> None:
    scoring = game_in(TOY).scoring
    assert scoring is not None
    assert {e.id for e in scoring.events.values() if mentions_seats(e)} == {"final"}


@law(50)
@given(scores())
def test_scoring_twice_gives_the_same(case: Case) -> None:
    game, document, found = case.game, case.document, case.found
    again = scored(game, document)
    assert list(trees(again)) == list(trees(found))


# --- two languages --------------------------------------------------------------------------------


def bare(data: Any) -> Any:
    """Without what people read."""
    if isinstance(data, dict):
        return {key: bare(value) for key, value in data.items() if key not in ("label", "warnings")}
    return [bare(item) for item in data] if isinstance(data, list) else data


@law(50)
@given(scores())
def test_both_languages_have_the_same_numbers(case: Case) -> None:
    found = case.found
    assert bare(as_json(found, "ja")) == bare(as_json(found, "en"))
    ja, en = (
        [cells_of(b) for b in results.score(found, lang) if isinstance(b, Grid)]
        for lang in ("ja", "en")
    )
    assert ja == en


def cells_of(grid: Grid) -> list[str]:
    """All numbers of a table, whichever way round it stands."""
    return sorted(
        found for row in (grid.header, *grid.rows) for cell in row for found in numbers(cell)
    )


@law(50)
@given(documents(game_in(TOY)))
def test_both_languages_work_with_the_same_numbers(document: dict[str, Any]) -> None:
    found, _ = result_of(game_in(TOY), document)
    for tree in trees(found) if found else ():
        for ja, en in zip(working(tree, "ja"), working(tree, "en"), strict=True):
            assert (ja.depth, ja.rules) == (en.depth, en.rules)
            assert sorted(numbers(ja.text)) == sorted(numbers(en.text)), (ja.text, en.text)


def numbers(text: str) -> list[str]:
    """The numbers of a line; how a ruling is asked and read is told in the words of a language."""
    return re.findall(r"\d+(?:\.\d+)?", re.sub("^(裁定|ruling).*→", "", text))


# --- the explanation as JSON ----------------------------------------------------------------------


def written(value: Value) -> Any:
    """What a value is after it has been JSON: typed sums are numbers, truths stay truths."""
    match value:
        case Entered():
            return int(value)
        case tuple():
            return tuple(written(item) for item in value)
        case Mapping():
            return {key: written(item) for key, item in value.items()}
        case _:
            return value


def read(data: Any) -> Any:
    """A value as it was before it became JSON."""
    match data:
        case dict():
            return {key: read(item) for key, item in data.items()}
        case list():
            return tuple(read(item) for item in data)
        case str() if re.fullmatch(r"-?\d+/\d+", data):
            return Fraction(data)
        case _:
            return data


def step_of(data: Mapping[str, Any]) -> Step:
    return Step(
        op=data["op"],
        value=read(data["value"]),
        rules=tuple(data["rules"]),
        inputs=tuple(Input(key, read(value)) for key, value in data["inputs"].items()),
        parts=tuple(step_of(part) for part in data["parts"]),
    )


def plain(step: Step) -> Step:
    """A step without what only people read."""
    inputs = [(i.id, i.value) for i in step.inputs if i.id != "called"]
    return Step(
        op=step.op,
        value=written(step.value),
        rules=step.rules,
        inputs=tuple(Input(key, typed(value)) for key, value in dict(inputs).items()),
        parts=tuple(plain(part) for part in step.parts),
    )


def typed(value: Value) -> Value:
    if isinstance(value, Entered) and value.typed:
        return {"value": int(value), "typed": value.typed}
    found: Value = written(value)
    return found


@law(50)
@given(scores())
def test_an_explanation_survives_json(case: Case) -> None:
    for tree in trees(case.found):
        text = json.dumps(as_json(tree, "ja"), ensure_ascii=False)
        assert step_of(json.loads(text, parse_float=Fraction)) == plain(tree)


# --- ranks ----------------------------------------------------------------------------------------


@law(100)
@given(scores())
def test_ranks_are_those_of_a_competition(case: Case) -> None:
    found = case.found
    ranks = [player.rank for player in found.players]
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    for one in found.players:
        for other in found.players:
            if one.total > other.total:
                assert one.rank < other.rank
    firsts = tuple(player.name for player in found.players if player.rank == 1)
    assert found.undecided in ((), firsts)
    assert found.winners == (firsts if found.event.final and not found.undecided else ())
    assert bool(found.undecided) <= any(tie.missing for tie in found.ties)


@pytest.mark.slow
@law(100)
@given(scores())
def test_only_ties_that_occurred_are_listed(case: Case) -> None:
    found = case.found
    totals = {player.name: player.total for player in found.players}
    for tie in found.ties:
        assert len(tie.among) >= 2
        assert set(tie.values) == set(tie.among)
        assert len({totals[name] for name in tie.among}) == 1
