"""The author of compiled expressions: what is worked out once, and in which loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from rulesref.fields.registry import kind_of
from rulesref.lang import lists, logic
from rulesref.lang import placing as ranking
from rulesref.lang import references as values
from rulesref.lang.references import Reference
from rulesref.model.expression import Operator
from rulesref.model.field import Field
from rulesref.scoring.batch.code import (
    Code,
    Expr,
    Slot,
    SourceLines,
    Uncompiled,
    ValueKind,
    constant,
    slots,
    term_of,
)
from rulesref.scoring.batch.scopes import SEAT, Binding, FieldPath, Here, Seat
from rulesref.scoring.batch.survey import ExpressionKey, Survey, bound_by

#: Values that are no single number, code or list of them.
COMPOUND = ValueKind.BY_PLAYER | ValueKind.RECORDS


class Author:
    """Writes the Python of expressions.

    ``slots`` are the values of a player, ``columns`` the lists that have them for every player,
    by path and whether as typed.
    """

    def __init__(
        self, code: Code, event: str, slots: Mapping[FieldPath, Slot],
        columns: Mapping[tuple[FieldPath, bool], str], readings: Mapping[str, str],
    ) -> None:  # fmt: skip
        self.code = code
        self.event = event
        self.slots = slots
        self.columns = columns
        self.survey = Survey(readings)
        #: What has been worked out, in this block and in those around it.
        self.shelf: list[dict[ExpressionKey, Expr]] = [{}]

    # --- terms -----------------------------------------------------------------------------------

    def term(self, op: Operator, here: Here) -> Expr:
        """The term of an expression; lines that it needs are written first."""
        term = self.kept_term(self.survey.place(op, here))
        if term is not None:
            return term
        generator = GENERATORS.get(type(op))
        if generator is None:
            raise Uncompiled
        return generator(self, op, here)

    def number(self, term: Expr) -> Expr:
        """``term`` as a number: true counts 1; what is none is left to the ordinary way."""
        if not term.kind & ~ValueKind.NUMBER:
            return term
        if term.known and isinstance(term.value, bool):
            return constant(int(term.value))
        if term.kind == ValueKind.FLAG:
            return Expr(text=f"(1 if {term.text} else 0)", kind=ValueKind.WHOLE)
        # The sign makes a number of true and false, and an exception of everything else.
        return Expr(text=f"(+{term.text})", kind=ValueKind.WHOLE | term.kind & ValueKind.FRACTION)

    def numbers(self, parts: Sequence[Operator], here: Here) -> list[Expr]:
        """The terms of several expressions, as numbers."""
        return [self.number(self.term(part, here)) for part in parts]

    def count(self, here: Here) -> Expr:
        """How many players there are."""
        return Expr(text="count", kind=ValueKind.WHOLE) if here.ground.people else constant(0)

    def of_player(self, path: FieldPath, seat: Seat | None) -> Expr:
        """A value of a player."""
        if seat is None or path not in self.slots:
            raise Uncompiled
        slot = self.slots[path]
        term = term_of(slot, self.column(seat, self.columns[path, False], path[-1]))
        if kind_of(slot.field).has_colours:
            typed = self.column(seat, self.columns[path, True], f"{path[-1]}-typed")
            return replace(term, typed=typed)
        return term

    def column(self, seat: Seat, column: str, hint: str) -> str:
        """The variable for a player's entry of a list with an entry for each player."""
        if column not in seat.columns:
            seat.columns[column] = self.code.name(hint)
        return seat.columns[column]

    def player_name(self, seat: Seat | None) -> Expr:
        """The name of a player; without one, of the first."""
        name = "names[0]" if seat is None else self.column(seat, "names", "name")
        return Expr(text=name, kind=ValueKind.CODE)

    # --- what is worked out once -----------------------------------------------------------------

    def kept_term(self, key: ExpressionKey) -> Expr | None:
        """What has been worked out under this key where the code now is."""
        for scope in reversed(self.shelf):
            if key in scope:
                return scope[key]
        return None

    def kept(self, op: Operator, here: Here, hint: str) -> Expr:
        """The term of an expression in a variable, so that it is worked out once."""
        key = self.survey.place(op, here)
        term = self.kept_term(key)
        if term is None:
            term = self.shelf[-1][key] = self.atom(self.term(op, here), hint)
        return term

    def atom(self, term: Expr, hint: str) -> Expr:
        """``term`` in a variable, unless it is one or is known beforehand."""
        if term.known or term.text.isidentifier() or term.kind & COMPOUND:
            return term
        variable = self.code.name(hint)
        self.code.write(f"{variable} = {term.text}")
        return replace(term, text=variable)

    # --- blocks ----------------------------------------------------------------------------------

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines under ``head``; what is worked out there is not known after it."""
        with self.code.block(head):
            self.shelf.append({})
            yield
            self.shelf.pop()

    @contextmanager
    def seats(self) -> Iterator[Seat]:
        """A loop over the players."""
        seat = Seat(self.code.name("seat"))
        with self.code.block("") as block:
            self.shelf.append({})
            yield seat
            self.shelf.pop()
            block.head = seat.head
        if block.empty:
            del self.code.lines[-2:]

    @contextmanager
    def each(
        self, source: Reference, name: str, here: Here, number: str | None = None
    ) -> Iterator[Here]:
        """A loop over a list; the names inside it."""
        names: dict[str, Binding] = {}
        if source.root == "players":
            with self.seats() as seat:
                names[name] = seat
                if number:
                    names[number] = Expr(text=f"({seat.index} + 1)", kind=ValueKind.WHOLE)
                yield here.inside(names)
            return
        listed = self.term(source, here)
        through = f"{listed.text}.values()" if listed.kind == ValueKind.BY_PLAYER else listed.text
        names[name], target = self._entry(listed, name)
        if number:
            place = Expr(text=self.code.name(number), kind=ValueKind.WHOLE)
            names[number] = place
            target, through = f"{place.text}, {target}", f"enumerate({through}, 1)"
        with self.block(f"for {target} in {through}:"):
            yield here.inside(names)

    def _entry(self, listed: Expr, name: str) -> tuple[Binding, str]:
        """What the name of an entry stands for, and what a loop sets."""
        if listed.kind == ValueKind.RECORDS:
            assert listed.fields is not None  # term_of gives them
            variables, terms = _record(
                listed.fields, self.event, lambda path: self.code.name(f"{name}-{path}")
            )
            return terms, f"({', '.join(variables)},)"
        if listed.kind not in (ValueKind.LIST, ValueKind.BY_PLAYER):
            raise Uncompiled
        variable = self.code.name(name)
        return Expr(text=variable, kind=listed.items), variable

    @contextmanager
    def where(self, op: lists.ForEach | lists.Size, inside: Here) -> Iterator[None]:
        """The lines for the entries that count."""
        if op.where is None:
            yield
            return
        with self.block(f"if {self.term(op.where, inside).text}:"):
            yield

    def branch(self, produce: Callable[[], Expr]) -> tuple[SourceLines, Expr]:
        """A term and its lines, not yet written."""
        with self.code.apart() as lines:
            self.shelf.append({})
            term = produce()
            self.shelf.pop()
        return lines, term

    def chosen(
        self, cases: Sequence[tuple[str, Callable[[], Expr]]], other: Callable[[], Expr], hint: str
    ) -> Expr:
        """The term of the first case whose condition holds, else the other."""
        written = [(condition, *self.branch(produce)) for condition, produce in cases]
        rest, last = self.branch(other)
        whole = united([*(term for _, _, term in written), last])
        if not any(lines for _, lines, _ in written) and not rest:
            text = last.text
            for condition, _, term in reversed(written):
                text = f"({term.text} if {condition} else {text})"
            return replace(whole, text=text)
        variable = self.code.name(hint)
        heads = [f"if {condition}:" for condition, _, _ in written]
        heads[1:] = [f"el{head}" for head in heads[1:]]
        for head, (_, lines, term) in zip(heads, written, strict=True):
            self._set(head, lines, variable, term)
        self._set("else:" if heads else "if True:", rest, variable, last)
        return replace(whole, text=variable)

    def _set(self, head: str, lines: SourceLines, variable: str, term: Expr) -> None:
        with self.code.block(head):
            self.code.add(lines)
            self.code.write(f"{variable} = {term.text}")

    # --- loops -----------------------------------------------------------------------------------

    def ahead(self, op: Operator, here: Here, bound: frozenset[str]) -> None:
        """Works out, before a loop that binds names, what is the same in every round."""
        if isinstance(op, values.Fixed):
            return
        if isinstance(op, Reference):
            self._reference_ahead(op, here, bound)
            return
        if not self.survey.needs(op, here.ground) & bound:
            self.kept(op, here, op.op)
            return
        if isinstance(op, ranking.Rank) and op.by:
            others = self.survey.needs(op.by, here.ground) - {SEAT}
            if not others & bound:
                self.everyone(op.by, here)
        for child, more in self.survey.eager(op):
            self.ahead(child, here, bound | more)

    def _reference_ahead(self, op: Reference, here: Here, bound: frozenset[str]) -> None:
        if op.root != "define":
            return
        if self.survey.needs(op, here.ground) & bound:
            self.ahead(here.ground.defined(op), here.plain, bound)
        else:
            self.kept(here.ground.defined(op), here.plain, op.path[0])

    def everyone(self, op: Operator, here: Here) -> Expr:
        """A list of the numbers of all players by ``op``."""
        needs = self.survey.needs(op, here.ground) - {SEAT}
        others = sorted((name, here.variables(name)) for name in needs)
        key = ("everyone", self.survey.key(op), here.ground.id, *others)
        columns = self.kept_term(key)
        if columns is None:
            columns = self.shelf[-1][key] = self._everyone(op, here)
        return columns

    def _everyone(self, op: Operator, here: Here) -> Expr:
        if isinstance(op, Reference) and op.root == "player" and op.path in self.slots:
            term = term_of(self.slots[op.path], self.columns[op.path, False])
            if term.kind == ValueKind.WHOLE:
                return Expr(text=term.text, kind=ValueKind.LIST, items=ValueKind.WHOLE)
        listed = self.code.name("everyone")
        self.code.write(f"{listed} = []")
        with self.seats() as seat:
            term = self.number(self.term(op, here.of(seat)))
            self.code.write(f"{listed}.append({term.text})")
        return Expr(text=listed, kind=ValueKind.LIST, items=term.kind)

    def for_every_seat(self, op: Operator, here: Here, hint: str) -> Expr | None:
        """A list of every player's value, when one loop over entries serves all players."""
        op = self.survey.resolved(op, here.ground)
        if not self._shared(op, here):
            return None
        totals = self.code.name(hint)
        self.code.write(f"{totals} = [0] * count")
        kind = self._add(op, here, totals)
        if kind & ValueKind.FRACTION:
            self.code.write(f"{totals} = [_exact(item) for item in {totals}]")
        return Expr(text=totals, kind=ValueKind.LIST, items=kind)

    def _shared(self, op: Operator, here: Here) -> bool:
        """Whether it goes through one list for all players."""
        if not isinstance(op, lists.ForEach) or (op.gather or "total") != "total":
            return False
        alike = (op.in_, op.where) if op.where else (op.in_,)
        own = any(SEAT in self.survey.needs(part, here.ground) for part in alike)
        varied = SEAT in self.survey.needs(op.part, here.ground)
        return varied and not own and op.in_.root != "players"

    def _add(self, op: Operator, here: Here, totals: str) -> ValueKind:
        """Adds the values of all players to the list ``totals``."""
        op = self.survey.resolved(op, here.ground)
        if isinstance(op, lists.ForEach) and self._shared(op, here):
            for part in (op.where, op.part):
                if part is not None:
                    self.ahead(part, here, bound_by(op) | {SEAT})
            with self.each(op.in_, op.as_, here, op.number) as inside, self.where(op, inside):
                return self._add(op.part, inside, totals)
        if isinstance(op, logic.When) and SEAT not in self.survey.needs(op.if_, here.ground):
            return self._add_when(op, here, totals)
        self.ahead(op, here, frozenset({SEAT}))
        with self.seats() as seat:
            term = self.number(self.term(op, here.of(seat)))
            self.code.write(f"{totals}[{seat.index}] += {term.text}")
        return term.kind

    def _add_when(self, op: logic.When, here: Here, totals: str) -> ValueKind:
        condition = self.term(op.if_, here)
        kind = ValueKind.WHOLE
        with self.block(f"if {condition.text}:"):
            kind |= self._add(op.then, here, totals)
        if op.else_ is not None:
            with self.block("else:"):
                kind |= self._add(op.else_, here, totals)
        return kind


def _record(
    fields: Mapping[str, Field], event: str, name: Callable[[str], str]
) -> tuple[list[str], dict[FieldPath, Expr]]:
    """The variables of an entry of a list of records, in the order of its slots, and their terms."""
    variables: list[str] = []
    terms: dict[FieldPath, Expr] = {}
    for slot in slots(fields, event):
        variable = name("-".join((*slot.path, "typed") if slot.typed else slot.path))
        variables.append(variable)
        if slot.typed:
            terms[slot.path] = replace(terms[slot.path], typed=variable)
        else:
            terms[slot.path] = term_of(slot, variable)
    return variables, terms


# --- the registry --------------------------------------------------------------------------------

Op = TypeVar("Op", bound=Operator)
Generator = Callable[[Author, Any, Here], Expr]

#: What writes each operator.
GENERATORS: dict[type[Operator], Generator] = {}


def generates(
    cls: type[Op],
) -> Callable[[Callable[[Author, Op, Here], Expr]], Callable[[Author, Op, Here], Expr]]:
    """The function below writes this operator."""

    def register(
        generator: Callable[[Author, Op, Here], Expr],
    ) -> Callable[[Author, Op, Here], Expr]:
        GENERATORS[cls] = generator
        return generator

    return register


def united(terms: Sequence[Expr]) -> Expr:
    """What one of these terms is, whichever it will be."""
    kind, items = ValueKind(0), ValueKind(0)
    for term in terms:
        kind |= term.kind
        items |= term.items
    if kind & COMPOUND:
        raise Uncompiled
    lengths = {term.length for term in terms}
    length = lengths.pop() if len(lengths) == 1 else None
    return Expr(text="", kind=kind, items=items, length=length)


def never() -> Expr:
    """A term that is left to the ordinary way."""
    return Expr(text="_unusual()", kind=ValueKind(0))
