"""What the known positions reach: every row of a table, every tie, every reading of a ruling.

``test_cases`` has that every scoring and every part of it counts. What nothing reaches is listed here
with the reason; a gap that is closed must leave the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesref.base.text import Number
from rulesref.lang import placing as ranking
from rulesref.lang.operations import RulingOp
from rulesref.lang.placing import Rank
from rulesref.lang.references import Bands, Fixed, SumRows, TableLookup
from rulesref.model.entries import Row, Table
from rulesref.model.expression import Operator, Scope, Step
from rulesref.model.game import Game
from tests.games.test_cases import case_files
from tests.helpers import document, game_folders, game_in, result_of

GAMES = game_folders()

#: Rows that scoring could read and no case does: table and key.
ROWS: dict[str, dict[tuple[Any, ...], str]] = {
    "tzolkin": {
        (
            "monuments-built",
            5,
        ): "the row belongs to an expansion; the game takes at most four players",
        ("monuments", "monuments-built"): "its worth stands in a table of its own, by players",
        (
            "monuments",
            "temple-steps",
        ): "it is worth the steps once more, which the temples' table has",
    },
}

#: Readings that scoring has and no case chooses.
READINGS: dict[str, dict[tuple[str, str], str]] = {}

#: Ways of tying that no case shows: policy, and whether anybody was tied.
TIES: dict[str, dict[tuple[str, bool], str]] = {}

#: Rungs of a ladder that no case comes to.
RUNGS: dict[str, dict[tuple[str, str], str]] = {}


@dataclass
class Reached:
    """What the cases of one game have touched."""

    rows: set[tuple[Any, ...]] = field(default_factory=set)
    readings: set[tuple[str, str]] = field(default_factory=set)
    ties: set[tuple[str, bool]] = field(default_factory=set)
    rungs: set[tuple[str, str]] = field(default_factory=set)
    shared: bool = False


@cache
def reached(folder: Path) -> Reached:
    """What the cases of a game touch, seen from inside the operators."""
    found = Reached()
    game = game_in(folder)
    with pytest.MonkeyPatch.context() as patch:
        _watch(patch, found)
        for owner, path in case_files():
            for case in document(path) if owner == folder else ():
                result, _ = result_of(game, case["position"])
                if result is not None:
                    found.rungs |= {(result.event.id, tie.rung.by) for tie in result.ties}
                    found.shared = found.shared or len(result.winners) > 1
    return found


def _watch(patch: pytest.MonkeyPatch, found: Reached) -> None:
    """Note what the operators do while the cases are scored."""
    run_lookup, run_bands, run_rows = TableLookup.run, Bands.run, SumRows.run
    run_ruling, award_of = RulingOp.run, ranking.award_of

    def lookup(self: TableLookup, scope: Scope) -> Step:
        step = run_lookup(self, scope)
        given = {i.id: i.value for i in step.inputs}
        found.rows.add((self.table.id, *(given[k] for k in self.table.key)))
        return step

    def bands(self: Bands, scope: Scope) -> Step:
        step = run_bands(self, scope)
        given = {i.id: i.value for i in step.inputs}
        row = next(r for r in self.table.rows
                   if r.cells[self.from_] == given["from"]
                   and all(r.cells[c] == given[c] for c in self.where))  # fmt: skip
        found.rows.add(key_of(self.table, row))
        return step

    def sum_rows(self: SumRows, scope: Scope) -> Step:
        step = run_rows(self, scope)
        given = {i.id: i.value for i in step.inputs}
        for row in self.table.rows:
            fits = all(row.cells[c] == given[c] for c in self.where)
            limits = ((row.cells[c], given[c]) for c in self.up_to)
            if fits and all(
                isinstance(a, int) and isinstance(b, int) and a <= b for a, b in limits
            ):
                found.rows.add(key_of(self.table, row))
        return step

    def ruling(self: RulingOp, scope: Scope) -> Step:
        found.readings.add((self.of, scope.position.rulings[self.of]))
        return run_ruling(self, scope)

    def award(place: int, tied: int, awards: Any, ties: str) -> Number:
        if place <= len(awards):
            found.ties.add((ties, tied > 1))
        return award_of(place, tied, awards, ties)

    for cls, run in (
        (TableLookup, lookup),
        (Bands, bands),
        (SumRows, sum_rows),
        (RulingOp, ruling),
    ):
        patch.setattr(cls, "run", run)
    patch.setattr(ranking, "award_of", award)


def key_of(table: Table, row: Row) -> tuple[Any, ...]:
    """A row as its table and key."""
    return (table.id, *(row.cells[k] for k in table.key))


# --- what could be reached ------------------------------------------------------------------------


def operators(game: Game) -> Iterator[Operator]:
    """Every operator of the scorings, checks left out."""
    assert game.scoring is not None
    for event in game.scoring.events.values():
        parts = [part.value for part in (*event.categories, *event.changes)]
        rungs = [rung.value for rung in event.ranking if rung.value]
        for top in (
            *event.define.values(),
            *parts,
            *rungs,
            *([event.vector] if event.vector else []),
        ):
            yield from _inside(top)


def _inside(operator: Operator) -> Iterator[Operator]:
    yield operator
    for child in operator.children():
        yield from _inside(child)


def rows_in_reach(game: Game) -> set[tuple[Any, ...]]:
    """The rows that a scoring may read; a constant in a key leaves only its own rows."""
    found: set[tuple[Any, ...]] = set()
    for operator in operators(game):
        match operator:
            case TableLookup():
                cells = operator.at
            case Bands():
                cells = operator.where
            case SumRows():
                cells = operator.where
            case _:
                continue
        fixed = {c: cell.value for c, cell in cells.items() if isinstance(cell, Fixed)}
        found |= {
            key_of(operator.table, row)
            for row in operator.table.rows
            if all(row.cells[c] == value for c, value in fixed.items())
            and (not isinstance(operator, Bands) or row.cells[operator.from_] is not None)
        }
    return found


def readings_in_reach(game: Game) -> set[tuple[str, str]]:
    """The readings that a scoring distinguishes."""
    used = {operator.of for operator in operators(game) if isinstance(operator, RulingOp)}
    return {(name, reading.id) for name in used for reading in game.rulings[name].readings}


def ties_in_reach(game: Game) -> set[tuple[str, bool]]:
    """Each policy with and without a tie."""
    used = {operator.ties for operator in operators(game) if isinstance(operator, Rank)}
    return {(policy, tied) for policy in used for tied in (True, False)}


def rungs_in_reach(game: Game) -> set[tuple[str, str]]:
    """The rungs below the first of every ladder that ends a game."""
    assert game.scoring is not None
    finals = [event for event in game.scoring.events.values() if event.final]
    return {(event.id, rung.by) for event in finals for rung in event.ranking[1:]}


KINDS: dict[
    str, tuple[Callable[[Game], set[Any]], Callable[[Reached], set[Any]], dict[str, Any]]
] = {
    "rows": (rows_in_reach, lambda found: found.rows, ROWS),
    "readings": (readings_in_reach, lambda found: found.readings, READINGS),
    "ties": (ties_in_reach, lambda found: found.ties, TIES),
    "rungs": (rungs_in_reach, lambda found: found.rungs, RUNGS),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_cases_reach_everything_but_the_listed_gaps(folder: Path, kind: str) -> None:
    in_reach, of_cases, gaps = KINDS[kind]
    missed = in_reach(game_in(folder)) - of_cases(reached(folder))
    listed = gaps.get(folder.name, {})
    assert missed == set(listed), "close the gap, or list it with its reason; a closed one goes"
    assert all(listed.values())


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_shared_victory_is_known_where_there_can_be_one(folder: Path) -> None:
    # In Praga the seat breaks every tie.
    assert reached(folder).shared == (folder.name != "praga")
