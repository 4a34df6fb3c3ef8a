"""Which fields of a position expressions read, and so which of them matter to a scoring (何が効くか)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulesref.base.frozen import frozen
from rulesref.lang.calculating import Apply
from rulesref.lang.references import Reference
from rulesref.model.entries import Field
from rulesref.model.expression import Operator
from rulesref.model.scoring import Check, Event, Scoring


@frozen
class Reads:
    """The fields that expressions read: of the player at hand, of other players, of the table."""

    own: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    table: frozenset[str] = frozenset()

    def __or__(self, more: Reads) -> Reads:
        return Reads(self.own | more.own, self.others | more.others, self.table | more.table)

    @property
    def fields(self) -> frozenset[tuple[str, str]]:
        """Each field by where it belongs and its id, whoever's it is."""
        player = {("player", name) for name in self.own | self.others}
        return frozenset(player | {("table", name) for name in self.table})


_NOTHING = Reads()


def reads(operator: Operator, define: Mapping[str, Operator], *, anybody: bool = False) -> Reads:
    """What one expression reads; inside ``anybody`` is asked of every player."""
    every = _NOTHING
    if isinstance(operator, Reference):
        name = operator.path[0] if operator.path else ""
        if operator.onward:
            every = reads(operator.onward, define, anybody=True)
        elif operator.root == "define" and name in define:
            every = reads(define[name], define, anybody=anybody)
        elif operator.root == "player":
            every = Reads(others=frozenset({name})) if anybody else Reads(own=frozenset({name}))
        elif operator.root == "table":
            every = Reads(table=frozenset({name}))
    of_function = (operator.body,) if isinstance(operator, Apply) else ()
    for child in (*operator.children(), *of_function):
        every |= reads(child, define, anybody=anybody)
    return every


def reads_of_check(check: Check, define: Mapping[str, Operator]) -> Reads:
    """What a check looks at, its message included."""
    operators = [check.when, *(ref for _, ref in check.message.refs)]
    return _together((*operators, *([check.each] if check.each else [])), define)


def _together(operators: Iterable[Operator], define: Mapping[str, Operator]) -> Reads:
    every = _NOTHING
    for operator in operators:
        every |= reads(operator, define)
    return every


#: What matters to an event, worked out once: every answer makes a new wizard.
_MATTER: dict[int, tuple[Event, frozenset[tuple[str, str]]]] = {}


def matter(scoring: Scoring, event: Event) -> frozenset[tuple[str, str]]:
    """The fields that can change what a scoring comes to, or whether it can be."""
    kept = _MATTER.get(id(event))
    if kept is None or kept[0] is not event:
        kept = _MATTER[id(event)] = event, _matter(scoring, event)
    return kept[1]


def _matter(scoring: Scoring, event: Event) -> frozenset[tuple[str, str]]:
    """The fields that can change what a scoring comes to, or whether it can be.

    Those that points, changes, places and tie-breaks read; then what is read beside one of them by a
    check, or to know whether one of them is asked for. What only checks read alone changes nothing.
    """
    mattering = set(_together(_worked_out(event), event.define).fields)
    if event.before:
        mattering.add(("player", event.before))
    checks = [c for c in scoring.checks if not c.events or event.id in c.events]
    beside = [reads_of_check(check, event.define).fields for check in checks]
    asked = [
        (frozenset({(where, field.id)}), reads(inner.ask_when, event.define).fields)
        for where, fields in (("player", scoring.player), ("table", scoring.table))
        for field in fields.values()
        for inner in _inside(field)
        if inner.ask_when is not None
    ]
    while True:
        more = {each for group in beside if group & mattering for each in group}
        more |= {each for field, group in asked if field & mattering for each in group}
        if more <= mattering:
            return frozenset(mattering)
        mattering |= more


def _worked_out(event: Event) -> Iterator[Operator]:
    """Everything that a scoring works out."""
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
