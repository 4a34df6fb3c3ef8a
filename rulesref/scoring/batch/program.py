"""One event of a game as a Python function: the numbers of :func:`rulesref.scoring.score.score` alone.

Written once from the linked operators and run for every position of a batch. What is wrong or
unusual raises, and is left to the ordinary way, which explains itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from itertools import pairwise
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.frozen import frozen
from rulesref.base.text import Number, Text
from rulesref.fields.kind import At
from rulesref.lang.lists import each
from rulesref.lang.operations import RulingOp
from rulesref.lang.references import Reference
from rulesref.model.code import Bound, Code, Meanings, Uncompiled
from rulesref.model.expression import Operator, Player, Position, Scope
from rulesref.model.game import Game
from rulesref.model.scoring import Check
from rulesref.scoring.batch.quick_reading import PositionReader, PositionValues
from rulesref.scoring.score import level_groups, looked_at, problem_of

#: A rung that was tried: its index, who was level, and what each has there.
Tried = tuple[int, tuple[str, ...], tuple[Number, ...]]


#: The number of a check, whose seat it looked at, and at which entry.
Noted = tuple[int, int | None, Any]


class Impossible(Exception):  # noqa: N818 - a fact about the input
    """Checks refuse a position; what they and the others have noted."""

    def __init__(self, noted: Sequence[Noted]) -> None:
        self.noted = noted


@frozen
class Outcome:
    """What a position comes to (集計結果).

    A row has what a player had before, the points, the total, the categories, the changes and the
    vector, None where there is none.
    """

    names: tuple[str, ...]
    rows: Sequence[Sequence[Any]]
    ranks: Sequence[int]
    tried: Collection[Tried]
    warnings: Sequence[Problem]
    chosen: Mapping[str, str]


class CompiledEvent:
    """One event of a game, compiled; raises ``Uncompiled`` when that cannot be."""

    def __init__(self, game: Game, event: str) -> None:
        assert game.scoring is not None
        self.game = game.id
        self.event = game.scoring.events[event]
        ranks = (rung.value for rung in self.event.ranking if rung.value)
        if not (self.event.categories and self.event.ranking) or any(map(_asks_ruling, ranks)):
            raise Uncompiled
        self.reader = PositionReader(game.scoring, event, game.about.players)
        self.checks = game.scoring.checks_of(event)
        table = {key: Bound(f"table[{key!r}]", sure=True) for key in game.scoring.table}
        self._code = Code(Meanings(self.event.define, table, event))
        self.source = self._written()
        words = self._code.words
        words["Impossible"] = Impossible
        # See rulesref.model.code for what may stand in the source.
        exec(compile(self.source, f"<scoring {event}>", "exec"), words)  # noqa: S102
        self._run = words["run"]

    def score(
        self, read: PositionValues, rulings: Mapping[str, str], chosen: Mapping[str, str]
    ) -> Outcome:
        """The numbers of a position by readings of the rulings; ``Impossible`` by checks."""
        rows, standings, unusual = self._run(*read, rulings)
        ranks, tried = ladder(read[0], standings)
        warnings = self.noticed(read, rulings, chosen, unusual) if unusual else []
        return Outcome(read[0], rows, ranks, tried if self.event.final else (), warnings, chosen)

    def noticed(
        self, read: PositionValues, rulings: Mapping[str, str], chosen: Mapping[str, str],
        noted: Sequence[Noted], at: At | None = None,
    ) -> list[Problem]:  # fmt: skip
        """What the checks have noted, placed by ``at``; the same words for several entries are one."""
        names, players, table = read
        position = Position(
            game=self.game, event=self.event.id, names=names, players=players, table=table,
            rulings=rulings, chosen=chosen,
        )  # fmt: skip
        told: dict[tuple[int, int | None, Text], Problem] = {}
        for number, seat, entry in noted:
            check = self.checks[number]
            scope = Scope(position, seat, self.event.define, {check.as_ or "": entry})
            text = check.message.filled(scope)
            if (number, seat, text) not in told:
                place = at(_where(check, scope, seat, entry), False) if at else None
                told[number, seat, text] = problem_of(check, text, place)
        return list(told.values())

    # --- writing ---------------------------------------------------------------------------------

    def _written(self) -> str:
        """The source of a function of names, players, table and rulings."""
        code, event = self._code, self.event
        code.write("unusual, rows, standings, refused = [], [], [], False")
        for number, check in enumerate(self.checks):
            self._check(number, check)
        code.write("if refused: raise Impossible(unusual)")
        with code.players() as seat, code.seen_by(seat):
            parts = [code.kept(code.value(p.value)) for p in (*event.categories, *event.changes)]
            points = code.kept(" + ".join(f"+{part}" for part in parts[: len(event.categories)]))
            before = f"{code.seat.values}[{event.before!r}]" if event.before else "0"
            total = code.kept(f"({points} + {before})")
            vector = code.value(event.vector) if event.vector else "None"
            row = ", ".join([before, points, total, *parts, code.call(_vector, vector)])
            code.write(f"rows.append(({row}))")
            rungs = event.ranking if event.final else event.ranking[:1]
            standing = [code.number(rung.value) if rung.value else total for rung in rungs]
            code.write(f"standings.append(({', '.join(standing)},))")
        code.write("return rows, standings, unusual")
        return f"def run(names, players, table, rulings):\n{code.source}\n"

    def _check(self, number: int, check: Check) -> None:
        """Lines that stop at what cannot be and note what is unusual."""
        code, at, entry = self._code, "None", "None"
        with ExitStack() as inside:
            if check.per_player:
                seat = inside.enter_context(code.players())
                inside.enter_context(code.seen_by(seat))
                at = seat.index
            if isinstance(check.each, Reference):
                bound = inside.enter_context(each(check.each, code, check.as_ or ""))
                entry = bound.text if isinstance(bound, Bound) else code.call(Player, bound.index)
            inside.enter_context(code.only(check.when))
            code.write(f"unusual.append(({number}, {at}, {entry}))")
            if check.level == "error":
                code.write("refused = True")


def _where(check: Check, scope: Scope, seat: int | None, entry: Any) -> KeyPath:
    """Where the first of the like entries stands that a check looks at."""
    for where, inner in looked_at(check, scope, seat):
        if check.each is None or inner.names[check.as_ or ""] == entry:
            return where
    return ()


def _vector(value: Any) -> tuple[Number, ...] | None:
    return tuple([+number for number in value]) if isinstance(value, tuple) else None


def ladder(
    names: Sequence[str], standings: Sequence[tuple[Number, ...]]
) -> tuple[list[int], Collection[Tried]]:
    """The places, from 1, and every further rung that was tried for players who were level.

    >>> ladder("ABC", [(5,), (9,), (5,)])
    ([2, 1, 2], [])
    >>> ladder("ABC", [(5, 1), (9, 2), (5, 3)])
    ([3, 1, 2], [(1, ('A', 'C'), (1, 3))])
    """
    order = sorted(standings, reverse=True)
    ranks = [order.index(own) + 1 for own in standings]
    if all(above[0] != below[0] for above, below in pairwise(order)):
        return ranks, []
    return ranks, [
        (rung, tuple(names[seat] for seat in level), tuple(standings[seat][rung] for seat in level))
        for rung, level in level_groups(standings)
    ]


def _asks_ruling(expression: Operator) -> bool:
    """Whether a disputed rule decides; then a result names it, which the explained way does."""
    return isinstance(expression, RulingOp) or any(map(_asks_ruling, expression.children()))
