"""What a game's checks find while a position is asked for, which points are certain by then, and which fields matter.

A check speaks as soon as everything it looks at has been answered, and not before; a category counts then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.text import Number
from rulesref.lang.placing import Rank
from rulesref.lang.references import Reference
from rulesref.model.entries import Field
from rulesref.model.expression import EvaluationError, Operator, Position, Scope, number
from rulesref.model.scoring import Check, Event, NamedValue, Scoring
from rulesref.scoring.score import run_check

T = TypeVar("T")

#: Fields that are read, each by whose it is: ``own``, the player's at hand, ``others``, or ``table``.
Reads = frozenset[tuple[str, str]]
#: Fields by where they belong, ``player`` or ``table``, and by their ids.
Fields = frozenset[tuple[str, str]]


def reads(
    operator: Operator, define: Mapping[str, Operator], *, anybody: bool = False
) -> Iterator[tuple[str, str]]:
    """What one expression reads; inside ``anybody`` is asked of every player."""
    if isinstance(operator, Reference):
        name = operator.path[0] if operator.path else ""
        if operator.onward:
            yield from reads(operator.onward, define, anybody=True)
        elif operator.root == "define" and name in define:
            yield from reads(define[name], define, anybody=anybody)
        elif operator.root == "player":
            yield "others" if anybody else "own", name
        elif operator.root == "table":
            yield "table", name
    everyones = operator.by if isinstance(operator, Rank) else None
    for child in operator.children():
        yield from reads(child, define, anybody=anybody or child is everyones)


def reads_of_check(check: Check, define: Mapping[str, Operator]) -> Reads:
    """What a check looks at, its message included."""
    refs = (ref for _, ref in check.message.refs)
    operators = (check.when, *refs, *([check.each] if check.each else []))
    return frozenset(each for operator in operators for each in reads(operator, define))


def _fields(read: Iterable[tuple[str, str]]) -> Fields:
    return frozenset(("table" if whose == "table" else "player", name) for whose, name in read)


def _once(work: Callable[[Scoring, Event], T]) -> Callable[[Scoring, Event], T]:
    """The same, worked out once for an event: every answer makes a new wizard."""
    known: dict[int, tuple[Event, T]] = {}

    def kept(scoring: Scoring, event: Event) -> T:
        found = known.get(id(event))
        if found is None or found[0] is not event:
            found = known[id(event)] = event, work(scoring, event)
        return found[1]

    return kept


@_once
def looks(scoring: Scoring, event: Event) -> Sequence[tuple[Check, Reads]]:
    """The checks of an event, each with what it looks at."""
    return [(check, reads_of_check(check, event.define)) for check in scoring.checks_of(event.id)]


@_once
def counted(scoring: Scoring, event: Event) -> Sequence[tuple[NamedValue, Reads]]:
    """The categories of an event, each with what its points rest on: what it reads, and whatever says if that is asked."""
    return [
        (part, _with_conditions(scoring, event, frozenset(reads(part.value, event.define))))
        for part in event.categories
    ]


def _with_conditions(scoring: Scoring, event: Event, read: Reads) -> Reads:
    while True:
        more = set(read)
        for whose, name in read:
            field = (scoring.table if whose == "table" else scoring.player).get(name)
            for inner in _inside(field) if field else ():
                if inner.ask_when is not None:
                    more |= {*reads(inner.ask_when, event.define, anybody=whose == "others")}
        if more == read:
            return read
        read = frozenset(more)


@_once
def matter(scoring: Scoring, event: Event) -> Fields:
    """The fields that can change what a scoring comes to, or whether it can be.

    Those that points, changes, places and tie-breaks read; then what is read beside one of them:
    by a check, or to know whether one of them is asked for. What only checks read changes nothing.
    """
    define = event.define
    mattering = {each for part in _worked_out(event) for each in _fields(reads(part, define))}
    if event.before:
        mattering.add(("player", event.before))
    beside = [_fields(read) for _, read in looks(scoring, event)]
    asked = [
        ((where, field.id), _fields(reads(inner.ask_when, define)))
        for where, fields in (("player", scoring.player), ("table", scoring.table))
        for field in fields.values()
        for inner in _inside(field)
        if inner.ask_when is not None
    ]
    while True:
        more = {each for group in beside if group & mattering for each in group}
        more |= {each for field, group in asked if field in mattering for each in group}
        if more <= mattering:
            return frozenset(mattering)
        mattering |= more


def _worked_out(event: Event) -> Iterator[Operator]:
    yield from (part.value for part in (*event.categories, *event.changes))
    if event.vector:
        yield event.vector
    rungs = event.ranking if event.final else event.ranking[:1]
    yield from (rung.value for rung in rungs if rung.value is not None)


def _inside(field: Field) -> Iterator[Field]:
    """A field and all that lie inside it."""
    yield field
    for inner in field.fields.values():
        yield from _inside(inner)


# --- what the checks find ------------------------------------------------------------------------

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
