"""A Python function being written: each value stands outside of the loops that it does not need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NoReturn, Protocol

from rulesref.base.frozen import changed, frozen


class NotCompilableError(Exception):
    """Something cannot be written as Python; it is worked out step by step instead."""


class SlowPathError(Exception):
    """The bare value is left to the explained way, which knows what to say."""


def unusual() -> NoReturn:
    """Leaves the rest to the explained way."""
    raise SlowPathError


def something(value: Any) -> Any:
    """The value, which must not be nothing."""
    if value is None:
        raise SlowPathError
    return value


class Plain(Protocol):
    """What can be written as Python, as every operator can."""

    def plain(self, code: Code) -> str:
        """An expression for its bare value; lines that it needs are written first."""


@frozen
class Binding:
    """What a name stands for: Python, and the loops that it needs, one bit each.

    ``sure``: it is there wherever those loops are, whatever conditions are around.
    """

    text: str
    need: int = 0
    sure: bool = False


@frozen
class Seat:
    """A player in a loop: the variables of the seat, from 0, and of the player's values."""

    index: str
    values: str
    need: int
    sure: bool = True


@frozen
class Bindings:
    """What names mean where an expression stands.

    ``ground`` tells one set of inputs of a calculator from another; it is empty at a table.
    """

    defines: Mapping[str, Plain]
    table: Mapping[str, Binding]
    event: str
    ground: str = ""
    seat: Seat | None = None
    loops: Mapping[str, Binding | Seat] = {}


class _Block:
    """Lines under one head, and what has been worked out in them, by text or by expression."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.memo: dict[Any, Binding] = {}


#: More lines would take longer to compile than they save.
_LONGEST = 20_000


class Code:
    """The body of a function being written.

    Nothing of a document gets into the source but the ``repr`` of codes, words and whole numbers;
    whatever else it uses stands in ``words``, by names made here.
    """

    def __init__(self, names: Bindings) -> None:
        self.names = names
        self.words: dict[str, Any] = {"Unusual": SlowPathError}
        #: The loops that what is being written needs, one bit each.
        self.needs = 0
        self._blocks = [_Block()]
        self._out = self._blocks[0].lines
        #: The innermost block that runs on a condition; nothing inside is worked out before it.
        self._floor = 0
        self._count = 0
        self._constants: dict[Any, str] = {}

    @property
    def source(self) -> str:
        """The lines, indented as the body of a function."""
        return "\n".join(" " + line for line in self._blocks[0].lines)

    def value(self, of: Plain) -> str:
        """An expression for a value; what an outer loop can do is done there, in a variable."""
        needs, self.needs = self.needs, 0
        out, self._out = self._out, []
        text = of.plain(self)
        lines, self._out = self._out, out
        self._place.lines += lines
        if self._place is not self._blocks[-1]:
            text = self.kept(text)
        self.needs |= needs
        return text

    def number(self, of: Plain) -> str:
        """The value as a number: the sign makes 1 of true, and an exception of what is none."""
        text = self.value(of)
        return text if text.isdecimal() else f"+{text}"

    def bound(self, of: Plain) -> Binding:
        """The value in a variable, with what it needs."""
        needs, self.needs = self.needs, 0
        bound = Binding(self.kept(self.value(of)), self.needs)
        self.needs |= needs
        return bound

    def kept(self, text: str, *, sure: bool = False) -> str:
        """The value of ``text`` in a variable, so that it is worked out once.

        ``sure``: it is always there, so that it may be looked at before it is known to matter.
        """
        if text.isidentifier() or text.isdecimal():
            return text
        bound = self._known(text)
        if bound is None:
            bound = Binding(self.variable(), self.needs)
            place = self._blocks[max(0, self.needs.bit_length() - 1)] if sure else self._place
            place.lines.append(f"{bound.text} = {text}")
            place.memo[text] = bound
        return self.use(bound)

    def use(self, bound: Binding | Seat) -> str:
        """What a name stands for, or the values of the player that it names."""
        self.needs |= bound.need
        return bound.values if isinstance(bound, Seat) else bound.text

    def defined(self, name: str) -> str:
        """A named value, once for each player if it asks about the player at hand."""
        names = self.names
        seat, of = names.seat, names.defines[name]
        alike, own = ((name, names.ground, index) for index in ("", seat.index if seat else ""))
        bound = self._known(alike) or self._known(own)
        if bound is None:
            # It must not see the loops of whoever asks for it.
            with self.seeing(changed(names, loops={})):
                bound = self.bound(of)
            needs, self.needs = self.needs, bound.need
            self._place.memo[own if seat and bound.need & seat.need else alike] = bound
            self.needs = needs
        return self.use(bound)

    def _known(self, key: Any) -> Binding | None:
        return next((block.memo[key] for block in self._blocks if key in block.memo), None)

    @property
    def _place(self) -> _Block:
        """The outermost block that can work out what is being written."""
        return self._blocks[max(self._floor, self.needs.bit_length() - 1)]

    @property
    def seat(self) -> Seat:
        if self.names.seat is None:
            raise NotCompilableError
        self.needs |= self.names.seat.need
        return self.names.seat

    def player_name(self) -> str:
        """The name of the player at hand; without one, of the first."""
        return self.kept(f"names[{self.seat.index if self.names.seat else 0}]")

    def variable(self) -> str:
        self._count += 1
        return f"v{self._count}"

    def constant(self, value: object, key: Any = None) -> str:
        """The name of a constant; what has the same key is the same."""
        name = f"c{len(self._constants)}"
        if self._constants.setdefault(name if key is None else key, name) == name:
            self.words[name] = value
            return name
        return self._constants[key]

    def literal(self, value: object) -> str:
        return repr(value) if type(value) in (int, bool, str) else self.constant(value, repr(value))

    def tuple_of(self, values: Iterable[str]) -> str:
        return f"({''.join(value + ', ' for value in values)})"

    def call(self, function: Callable[..., Any], *values: str) -> str:
        return f"{self.constant(function, function)}({', '.join(values)})"

    def write(self, line: str) -> None:
        self._out.append(line)

    @contextmanager
    def block(self, head: str, *, branch: bool = False) -> Iterator[int]:
        """The lines inside stand under ``head``; gives what those need that use its variables.

        ``branch``: they run on a condition, so that nothing of them is worked out before it.
        """
        block, need = _Block(), 1 << len(self._blocks)
        out, self._out, floor = self._out, block.lines, self._floor
        if branch:
            self._floor = len(self._blocks)
        self._blocks.append(block)
        yield need
        self._blocks.pop()
        self._out, self._floor = out, floor
        self.needs &= need - 1
        out.append(head)
        out += [" " + line for line in block.lines or ["pass"]]
        if len(out) > _LONGEST:
            raise NotCompilableError

    def later(self, write: Callable[[], str]) -> tuple[list[str], str]:
        """What is written on a condition: the lines, indented, and the expression after them."""
        out, self._out = self._out, []
        with self.block("", branch=True):
            text = write()
        lines, self._out = self._out[1:], out
        return ([] if lines == [" pass"] else lines), text

    @contextmanager
    def only(self, where: Plain | None) -> Iterator[None]:
        """The lines inside run only where a condition holds."""
        if where is None:
            yield
            return
        with self.block(f"if {self.value(where)}:", branch=True):
            yield

    @contextmanager
    def players(self) -> Iterator[Seat]:
        """A loop over the players."""
        index, values = self.variable(), self.variable()
        with self.block(f"for {index}, {values} in enumerate(players):") as need:
            yield Seat(index, values, need)

    @contextmanager
    def seeing(self, names: Bindings) -> Iterator[None]:
        """What is written inside sees these names."""
        before, self.names = self.names, names
        yield
        self.names = before

    @contextmanager
    def seen_by(self, seat: Seat) -> Iterator[None]:
        """What is written inside is seen by this player; names of loops stay."""
        with self.seeing(changed(self.names, seat=seat)):
            yield

    def chosen(self, picked: str, cases: Mapping[str, Plain], other: Plain | None) -> str:
        """The value of the case whose code ``picked`` is, else the other; unusual without one."""
        picked = self.kept(picked)
        conditions = [f"{picked} == {case!r}" for case in cases]
        return self.first(conditions, [*cases.values()], other, self.call(unusual))

    def first(
        self, conditions: Sequence[str], values: Sequence[Plain], other: Plain | None, without: str
    ) -> str:
        """The value whose condition holds, else the other, or ``without`` when there is none."""
        written = [self.later(partial(self.value, value)) for value in values]
        rest, last = self.later(partial(self.value, other)) if other else ([], without)
        if not rest and not any(lines for lines, _ in written):
            pairs = zip(written, conditions, strict=True)
            return f"({' else '.join([*(f'{text} if {c}' for (_, text), c in pairs), last])})"
        result = self.variable()
        for word, condition, (lines, text) in zip(
            ["if", *["elif"] * len(values)], conditions, written, strict=False
        ):
            self._out += [f"{word} {condition}:", *lines, f" {result} = {text}"]
        self._out += ["else:", *rest, f" {result} = {last}"]
        return result

    def in_turn(self, parts: Sequence[Plain], word: str) -> str:
        """Conditions with ``and`` or ``or`` between, later ones looked at only if they matter."""
        text = self.value(parts[0])
        if len(parts) == 1:
            return text
        lines, rest = self.later(lambda: self.in_turn(parts[1:], word))
        if not lines:
            return f"({text} {word} {rest})"
        result = self.variable()
        self._out += [f"{result} = {text}", f"if {'not ' if word == 'or' else ''}{result}:"]
        self._out += [*lines, f" {result} = {rest}"]
        return result
