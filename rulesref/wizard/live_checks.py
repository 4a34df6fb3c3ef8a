"""What a game's checks find while a position is asked for (途中の検査).

A check speaks as soon as everything it looks at has been answered, and not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import remade
from rulesref.fields.kind import nowhere
from rulesref.model.expression import EvaluationError, Scope
from rulesref.model.scoring import Check
from rulesref.scoring.score import run_check
from rulesref.wizard.questions import Questions, entry_of, without
from rulesref.wizard.reads import Reads, looks


def noticed(before: Iterable[Problem], after: Iterable[Problem]) -> Iterator[Problem]:
    """What an answer has made impossible or unusual, of what is found before and after it."""
    seen = {_identity(problem) for problem in before}
    for problem in after:
        if _identity(problem) not in seen:
            yield problem


def findings(form: Questions) -> list[Problem]:
    """What the checks say to the answers so far."""
    event = form.event
    if event is None or (form.open and form.open.key in ("name", "order", "event")):
        return []
    waiting = [
        (q, entry_of(q)) for q in form.questions if q.key == "field" and q.path not in form.given
    ]
    # Of the position so far, entries of lists that are still being asked for are left out.
    answers = dict(form.given)
    for entry in sorted({entry for _, entry in waiting if entry is not None}, reverse=True):
        answers = without(answers, entry)
    position = remade(form, given=answers).partial
    if position is None:
        return []
    # Whose fields are open; a list counts as far as it goes: three districts hold with a fourth.
    still = {
        (q.seat, q.path[2] if q.seat is not None else q.path[0])
        for q, entry in waiting
        if entry is None
    }
    whole = Scope(position, None, event.define)
    return [
        problem
        for check, read in looks(form.scoring, event)
        for seat in _seats_to_check(check, read, still, len(form.names))
        for problem in _tried(check, whole, seat)
    ]


def _seats_to_check(
    check: Check, read: Reads, still: set[tuple[int | None, str | int]], many: int
) -> Sequence[int | None]:
    """For which players a check can speak; None for the whole table."""
    if any(("table" if seat is None else "others", name) in read for seat, name in still):
        return []
    seats: Sequence[int | None] = range(many) if check.per_player else [None]
    own = [name for whose, name in read if whose == "own"]
    return [seat for seat in seats if not any((seat, name) in still for name in own)]


def _tried(check: Check, whole: Scope, seat: int | None) -> list[Problem]:
    try:
        return list(run_check(check, whole, seat, nowhere))
    except EvaluationError:
        return []


def _identity(problem: Problem) -> tuple[object, ...]:
    return (problem.code, problem.values.get("check"), problem.values.get("message"))
