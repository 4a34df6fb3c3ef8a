"""What expressions have in common and what they need, seen out without working them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesref.lang import calculating, lists, logic
from rulesref.lang import placing as ranking
from rulesref.lang.references import Reference
from rulesref.model.entries import Table
from rulesref.model.expression import Operator
from rulesref.model.scoring import Calculator
from rulesref.scoring.batch.code import Uncompiled
from rulesref.scoring.batch.scopes import SEAT, Ground, Here

ExpressionKey = tuple[Any, ...]


class Survey:
    """Looks at expressions by certain readings of the rulings."""

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.readings = readings
        # By identity: operators hold mappings and have no hash. They are kept alive beside.
        self._keys: dict[int, tuple[Operator, ExpressionKey]] = {}
        self._needs: dict[tuple[int, str], tuple[Operator, frozenset[str]]] = {}

    def reading(self, op: logic.RulingOp) -> Operator:
        """The value by the reading in force."""
        if op.of not in self.readings:
            raise Uncompiled
        return op.readings[self.readings[op.of]]

    def resolved(self, op: Operator, ground: Ground) -> Operator:
        """The expression that rulings and named values come to."""
        while True:
            if isinstance(op, logic.RulingOp):
                op = self.reading(op)
            elif isinstance(op, Reference) and op.root == "define":
                op = ground.defined(op)
            else:
                return op

    # --- sameness --------------------------------------------------------------------------------

    def place(self, op: Operator, here: Here) -> ExpressionKey:
        """What makes two expressions come to the same where the code now is."""
        bound = sorted((name, here.variables(name)) for name in self.needs(op, here.ground))
        return (self.key(op), here.ground.id, *bound)

    def key(self, op: Operator) -> ExpressionKey:
        """What makes two expressions the same: everything but labels and rules."""
        if id(op) not in self._keys:
            self._keys[id(op)] = (op, self._key(op))
        return self._keys[id(op)][1]

    def _key(self, op: Operator) -> ExpressionKey:
        if isinstance(op, Reference):
            return (op.root, op.path, self.key(op.onward) if op.onward else None)
        inside = (
            self._part(getattr(op, name))
            for name, key in op.keys.items()
            if key.kind not in ("map", "label", "rules")
        )
        return (op.op, *inside)

    def _part(self, part: Any) -> Any:
        match part:
            case Operator():
                return self.key(part)
            case Table() | Calculator():
                return (type(part).__name__, part.id)
            case tuple():
                return tuple(self._part(item) for item in part)
            case Mapping():
                return tuple((name, self._part(item)) for name, item in part.items())
            case _:
                # True is 1 for Python, but not for us.
                return (type(part).__name__, part)

    # --- needs -----------------------------------------------------------------------------------

    def needs(self, op: Operator, ground: Ground) -> frozenset[str]:
        """The names of loops that an expression needs, and :data:`SEAT` if it needs a player."""
        at = (id(op), ground.id)
        if at not in self._needs:
            self._needs[at] = (op, frozenset(self._needed(op, ground)))
        return self._needs[at][1]

    def _needed(self, op: Operator, ground: Ground) -> Iterator[str]:
        match op:
            case Reference(root="loop"):
                yield op.path[0]
            case Reference(root="define"):
                yield from self.needs(ground.defined(op), ground)
            case Reference():
                yield from (SEAT,) if op.root in ("player", "seat", "name") else ()
            case logic.RulingOp():
                yield from self.needs(self.reading(op), ground)
            case _:
                yield from (SEAT,) if op.needs_player else ()
                for child, bound in inside(op):
                    yield from self.needs(child, ground) - bound

    def eager(self, op: Operator) -> Iterator[tuple[Operator, frozenset[str]]]:
        """The expressions inside that are looked at for sure, and the names that ``op`` binds."""
        nothing: frozenset[str] = frozenset()
        match op:
            case logic.When():
                yield op.if_, nothing
            case logic.Choose():
                yield op.by, nothing
            case logic.All() | logic.AnyOf():
                yield op.parts[0], nothing
            case logic.RulingOp():
                yield self.reading(op), nothing
            case _:
                yield from inside(op)


def inside(op: Operator) -> Iterator[tuple[Operator, frozenset[str]]]:
    """The expressions directly inside, and the names that are bound around them."""
    nothing: frozenset[str] = frozenset()
    match op:
        case lists.ForEach() | lists.Size():
            own = bound_by(op)
            yield op.in_, nothing
            for child in (op.where, getattr(op, "part", None)):
                if child is not None:
                    yield child, own
        case ranking.Rank():
            yield op.among, nothing
            yield from ((child, nothing) for child in op.award)
            if op.extra:
                yield op.extra, nothing
            if op.by:
                yield op.by, frozenset({SEAT})
        case calculating.Calculate():
            yield from ((child, nothing) for child in op.with_.values())
        case _:
            yield from ((child, nothing) for child in op.children())


def bound_by(op: lists.ForEach | lists.Size) -> frozenset[str]:
    """The names that a loop gives to what is inside."""
    number = op.number if isinstance(op, lists.ForEach) else None
    return frozenset({op.as_ or "", number or ""})
