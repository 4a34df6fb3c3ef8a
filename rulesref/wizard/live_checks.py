"""What a game's checks find while a position is asked for (途中の検査).

A check speaks as soon as everything it looks at has been answered, and not before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from rulesref.base.diagnostics import Problem
from rulesref.fields.kind import nowhere
from rulesref.model.expression import EvaluationError, Position, Scope
from rulesref.model.scoring import Check, Event, Scoring
from rulesref.scoring.score import run_check
from rulesref.wizard.reads import Reads, looks


def noticed(before: Iterable[Problem], after: Iterable[Problem]) -> Iterator[Problem]:
    """What an answer has made impossible or unusual, of what is found before and after it."""
    seen = {_identity(problem) for problem in before}
    for problem in after:
        if _identity(problem) not in seen:
            yield problem


def findings(
    scoring: Scoring, event: Event, position: Position, still: Collection[tuple[int | None, str | int]]
) -> Iterator[Problem]:  # fmt: skip
    """What the checks say to a position, but for those that look at what is ``still`` open: seats, None the table, and fields."""
    whole = Scope(position, None, event.define)
    for check, read in looks(scoring, event):
        for seat in _seats_to_check(check, read, still, len(position.players)):
            # What cannot be worked out says nothing.
            with suppress(EvaluationError):
                yield from list(run_check(check, whole, seat, nowhere))


def _seats_to_check(
    check: Check, read: Reads, still: Collection[tuple[int | None, str | int]], many: int
) -> Sequence[int | None]:
    """For which players a check can speak; None for the whole table."""
    if any(("table" if seat is None else "others", name) in read for seat, name in still):
        return []
    seats: Sequence[int | None] = range(many) if check.per_player else [None]
    own = [name for whose, name in read if whose == "own"]
    return [seat for seat in seats if not any((seat, name) in still for name in own)]


def _identity(problem: Problem) -> tuple[object, ...]:
    return (problem.code, problem.values.get("check"), problem.values.get("message"))
