"""What a game's checks find while a position is asked for, and which points are certain by then (途中の検査).

A check speaks as soon as everything it looks at has been answered, and not before; a category counts then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.text import Number
from rulesref.model.expression import EvaluationError, Position, Scope, number
from rulesref.model.scoring import Check, Event, Scoring
from rulesref.scoring.score import run_check
from rulesref.wizard.reads import Reads, counted, looks

#: What is still open: seats, None the table, each with the id of a field.
Open = Collection[tuple[int | None, str | int]]


def noticed(before: Iterable[Problem], after: Iterable[Problem]) -> Iterator[Problem]:
    """What an answer has made impossible or unusual, of what is found before and after it."""
    seen = {_identity(problem) for problem in before}
    for problem in after:
        if _identity(problem) not in seen:
            yield problem


def findings(
    scoring: Scoring, event: Event, position: Position, still: Open
) -> Iterator[tuple[KeyPath, Problem]]:
    """What the checks say to a position, each where it points, but for those that look at what is ``still`` open."""
    whole = Scope(position, None, event.define)
    for check, read in looks(scoring, event):
        for seat in _seats_to_check(check, read, still, len(position.players)):
            where: list[KeyPath] = []

            def at(path: KeyPath, key: bool, where: list[KeyPath] = where) -> None:  # noqa: ARG001, FBT001 - an At
                where.append(path)

            # What cannot be worked out says nothing.
            with suppress(EvaluationError):
                found = list(run_check(check, whole, seat, at))
                yield from zip(where, found, strict=True)


def certain(
    scoring: Scoring, event: Event, position: Position, still: Open
) -> Iterator[Number | None]:
    """The points of each player from all that looks at nothing ``still`` open; None where nothing counts yet."""
    whole = Scope(position, None, event.define)
    for seat in range(len(position.players)):
        scope, points = whole.for_player(seat), list[Number]()
        if event.before and (seat, event.before) not in still:
            points.append(number(position.players[seat][event.before]))
        for part, read in counted(scoring, event):
            if not _open_for(seat, read, still):
                with suppress(EvaluationError):
                    points.append(number(part.value.run(scope).value))
        yield sum(points) if points else None


def _seats_to_check(check: Check, read: Reads, still: Open, many: int) -> Sequence[int | None]:
    """For which players a check can speak; None for the whole table."""
    seats: Sequence[int | None] = range(many) if check.per_player else [None]
    return [seat for seat in seats if not _open_for(seat, read, still)]


def _open_for(seat: int | None, read: Reads, still: Open) -> bool:
    """Whether what is read for a player has something open."""
    return any(
        (whose == seat and ("own", name) in read)
        or ("table" if whose is None else "others", name) in read
        for whose, name in still
    )


def _identity(problem: Problem) -> tuple[object, ...]:
    return (problem.code, problem.values.get("check"), problem.values.get("message"))
