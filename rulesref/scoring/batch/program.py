"""One event of a game as a Python function: the numbers of :func:`rulesref.scoring.score.score` alone.

Written once from the linked operators and run for every position of a batch. What checks refuse and what cannot be
worked out raises, and is left to the explained way, which says why.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from itertools import groupby, pairwise
from typing import Any, TypeAlias

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import frozen
from rulesref.base.text import Number
from rulesref.fields.kind import nowhere
from rulesref.lang.lists import each
from rulesref.lang.operations import RulingOp
from rulesref.lang.references import Reference
from rulesref.model.code import Binding, Bindings, Code, NotCompilableError
from rulesref.model.expression import Operator, Position, Scope, Step, omits
from rulesref.model.game import Game
from rulesref.model.scoring import Check, Event
from rulesref.scoring.score import Gap, ladder_of, not_given, run_check

#: A rung that was tried: its index, who was level, what each has there, and what was not given.
Tried: TypeAlias = "tuple[int, tuple[str, ...], tuple[Number | None, ...], tuple[Gap, ...]]"


@frozen
class Outcome:
    """What a position comes to (集計結果).

    A row has what a player had before, the points, the total, the categories, the changes and the
    vector, None where there is none.
    """

    event: Event
    position: Position
    rows: Sequence[Sequence[Any]]
    ranks: Sequence[int]
    tried: Collection[Tried]
    warnings: Sequence[Problem]

    @property
    def first(self) -> list[str]:
        """Who is first."""
        pairs = zip(self.position.names, self.ranks, strict=True)
        return [name for name, rank in pairs if rank == 1]

    @property
    def open(self) -> bool:
        """Whether what would decide who of them wins was not given."""
        return any(missing and among == (*self.first,) for _, among, _, missing in self.tried)


class CompiledEvent:
    """One event of a game, compiled; raises ``NotCompilableError`` when that cannot be."""

    def __init__(self, game: Game, event: str) -> None:
        assert game.scoring is not None
        self._game = game
        self.event = game.scoring.events[event]
        ranks = (rung.value for rung in self.event.ranking if rung.value)
        if not (self.event.categories and self.event.ranking) or any(map(_asks_ruling, ranks)):
            raise NotCompilableError
        self._checks = game.scoring.checks_of(event)
        table = {key: Binding(f"table[{key!r}]", sure=True) for key in game.scoring.table}
        self._code = Code(Bindings(self.event.define, table, event))
        self.source = self._written()
        words = self._code.words
        # See rulesref.model.code for what may stand in the source.
        exec(compile(self.source, f"<scoring {event}>", "exec"), words)  # noqa: S102
        self._run = words["run"]

    def score(self, position: Position) -> Outcome:
        """The numbers of a position; ``SlowPathError`` where a check refuses it."""
        rows, standings, noted = self._run(
            position.names, position.players, position.table, position.rulings
        )
        ranks, tried = ladder(position.names, standings)
        warnings = [*self._warnings(position, noted)] if noted else []
        if tried and self.event.final and omits((position.players, position.table)):
            ranks, tried = self._as_far_as_given(position, rows, warnings)
        return Outcome(
            self.event, position, rows, ranks, tried if self.event.final else (), warnings
        )

    def _as_far_as_given(
        self, position: Position, rows: Sequence[Sequence[Any]], warnings: list[Problem]
    ) -> tuple[list[int], Collection[Tried]]:
        """The places and the rungs tried where a value may be missing; what breaks no tie for want of one is warned of."""
        whole, totals = (
            Scope(position, None, self.event.define),
            [Step("total", row[2]) for row in rows],
        )
        scopes = [whole.for_player(seat) for seat in range(len(rows))]
        ranks, ties, _ = ladder_of(self._game, self.event, scopes, totals)
        warnings += [not_given(tie, position.names, nowhere) for tie in ties if tie.missing]
        place = {id(rung): index for index, rung in enumerate(self.event.ranking)}
        return ranks, [
            (place[id(tie.rung)], tie.among, (*tie.values.values(),), tie.missing) for tie in ties
        ]

    def _warnings(
        self, position: Position, noted: Sequence[tuple[int, int | None]]
    ) -> Sequence[Problem]:
        """What is unusual, in the words of the checks that have noted something of somebody."""
        whole = Scope(position, None, self.event.define)
        return [
            problem
            for number, seat in dict.fromkeys(noted)
            for problem in run_check(self._checks[number], whole, seat, nowhere)
        ]

    # --- writing ---------------------------------------------------------------------------------

    def _written(self) -> str:
        """The source of a function of names, players, table and rulings."""
        code, event = self._code, self.event
        code.write("noted, rows, standings = [], [], []")
        for number, check in enumerate(self._checks):
            self._check(number, check)
        with code.players() as seat, code.seen_by(seat):
            parts = [code.kept(code.value(p.value)) for p in (*event.categories, *event.changes)]
            points = code.kept(" + ".join(f"+{part}" for part in parts[: len(event.categories)]))
            before = f"{code.seat.values}[{event.before!r}]" if event.before else "0"
            total = code.kept(f"({points} + {before})")
            vector = code.value(event.vector) if event.vector else "None"
            row = ", ".join([before, points, total, *parts, vector])
            code.write(f"rows.append(({row}))")
            rungs = event.ranking if event.final else event.ranking[:1]
            standing = [code.number(rung.value) if rung.value else total for rung in rungs]
            code.write(f"standings.append(({', '.join(standing)},))")
        code.write("return rows, standings, noted")
        return f"def run(names, players, table, rulings):\n{code.source}\n"

    def _check(self, number: int, check: Check) -> None:
        """Lines that stop at what cannot be and note what is unusual."""
        code, at = self._code, "None"
        with ExitStack() as inside:
            if check.per_player:
                seat = inside.enter_context(code.players())
                inside.enter_context(code.seen_by(seat))
                at = seat.index
            if isinstance(check.each, Reference):
                inside.enter_context(each(check.each, code, check.as_ or ""))
            inside.enter_context(code.only(check.when))
            stops = check.level == "error"
            code.write("raise Unusual" if stops else f"noted.append(({number}, {at}))")


def ladder(
    names: Sequence[str], standings: Sequence[tuple[Number, ...]]
) -> tuple[list[int], Collection[Tried]]:
    """The places, from 1, and every further rung that was tried for players who were level.

    >>> ladder("ABC", [(5,), (9,), (5,)])
    ([2, 1, 2], [])
    >>> ladder("ABC", [(5, 1), (9, 2), (5, 3)])
    ([3, 1, 2], [(1, ('A', 'C'), (1, 3), ())])
    """
    order = sorted(standings, reverse=True)
    ranks = [order.index(own) + 1 for own in standings]
    if all(above[0] != below[0] for above, below in pairwise(order)):
        return ranks, []
    return ranks, [
        (
            rung,
            tuple(names[seat] for seat in level),
            tuple(standings[seat][rung] for seat in level),
            (),
        )
        for rung, level in level_groups(standings)
    ]


def level_groups(standings: Sequence[Sequence[Number]]) -> Iterator[tuple[int, list[int]]]:
    """Every tie that occurred, best place first: the next rung, which was tried, and who was level.

    >>> list(level_groups([(9, 2), (7, 1), (9, 5)]))
    [(1, [0, 2])]
    """
    order = sorted(range(len(standings)), key=lambda seat: tuple(standings[seat]), reverse=True)
    for rung in range(1, len(standings[0])):
        for _, group in groupby(order, key=lambda seat: standings[seat][:rung]):
            level = sorted(group)
            if len(level) > 1:
                yield rung, level


def _asks_ruling(expression: Operator) -> bool:
    """Whether a disputed rule decides; then a result names it, which the explained way does."""
    return isinstance(expression, RulingOp) or any(map(_asks_ruling, expression.children()))
