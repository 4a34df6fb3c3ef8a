"""What names stand for at a place of the code being written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulesref.lang.references import Reference
from rulesref.model.expression import Operator
from rulesref.scoring.batch.code import Expr, Uncompiled

FieldPath = tuple[str, ...]

#: Stands among the names of loops for the player at hand.
SEAT = "player at hand"


@dataclass
class Seat:
    """A player in code being written: a loop over the players, and what it takes from each."""

    number: str
    #: Variable of this loop by the list that it goes through.
    columns: dict[str, str] = field(default_factory=dict)
    asked: bool = False

    @property
    def index(self) -> str:
        """The number of the seat, counted from 0."""
        self.asked = True
        return self.number

    @property
    def head(self) -> str:
        """The head of the loop, when everything inside has been written."""
        given = dict(self.columns)
        if self.asked or not given:
            given = {"range(count)": self.number, **given}
        if len(given) == 1:
            return f"for {next(iter(given.values()))} in {next(iter(given))}:"
        return f"for {', '.join(given.values())} in zip({', '.join(given)}):"


#: What the name of a loop stands for: a player, the values of a record, or one value.
Binding = Seat | Mapping[FieldPath, Expr] | Expr


@dataclass(frozen=True, kw_only=True)
class Ground:
    """What names mean outside of loops and players: named values, and the values of the table.

    ``id`` tells one ground from another; ``people`` is false inside a calculator.
    """

    id: str
    event: str
    defines: Mapping[str, Operator]
    table: Mapping[FieldPath, Expr]
    people: bool

    def defined(self, reference: Reference) -> Operator:
        """The expression of a named value."""
        operator = self.defines.get(reference.path[0])
        if operator is None:
            raise Uncompiled
        return operator


@dataclass(frozen=True, kw_only=True)
class Here:
    """Where an expression is written."""

    ground: Ground
    seat: Seat | None = None
    loops: Mapping[str, Binding] = field(default_factory=dict)

    @property
    def plain(self) -> Here:
        """Without the names of loops."""
        return replace(self, loops={})

    def of(self, seat: Seat) -> Here:
        """The same place, seen by a player."""
        return replace(self, seat=seat)

    def inside(self, loops: Mapping[str, Binding]) -> Here:
        """With further names of loops."""
        return replace(self, loops={**self.loops, **loops})

    def variables(self, name: str) -> str:
        """The variables that a name stands for; they tell one round of a loop from another."""
        if name == SEAT:
            return self.seat.number if self.seat else ""
        match self.loops.get(name):
            case Seat() as seat:
                return seat.number
            case Expr() as term:
                return term.text
            case None:
                return ""
            case terms:
                return " ".join(term.text for term in terms.values())
