"""Python source, written line by line, and the terms that stand in it.

Nothing of a document gets into the source but checked constants: names of variables are made here,
and numbers, codes and tables are written by :func:`literal`.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntFlag
from fractions import Fraction
from typing import Any

from rulesref.fields import registry
from rulesref.model.field import Field


class Uncompiled(Exception):  # noqa: N818 - a fact about the data
    """Something cannot be written as Python; it is worked out step by step instead."""


class Unusual(Exception):  # noqa: N818 - a fact about the input
    """Compiled code leaves this position to the ordinary way, which knows what to say."""


#: Lines with their depths.
SourceLines = list[tuple[int, str]]


class ValueKind(IntFlag):
    """What a value can be; several at once where that depends on the position."""

    UNKNOWN = 0
    WHOLE = 1
    FRACTION = 2
    FLAG = 4
    CODE = 8
    NOTHING = 16
    LIST = 32
    BY_PLAYER = 64
    RECORDS = 128
    NUMBER = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr:
    """A Python expression and what it can come to (式).

    ``items`` is what the entries of a list can be and ``length`` how many there are, where that is
    sure. ``typed`` is the expression of a by-player value as it was typed, lists not yet added up.
    ``fields`` are those of an entry, for lists of records.
    """

    text: str
    kind: ValueKind
    known: bool = False
    value: Any = None
    items: ValueKind = ValueKind.UNKNOWN
    length: int | None = None
    typed: str = ""
    fields: Mapping[str, Field] | None = None


def constant(value: Any) -> Expr:
    """The term of a value that is known beforehand."""
    return Expr(text=literal(value), kind=kind_of(value), known=True, value=value)


def kind_of(value: object) -> ValueKind:
    """The kind of one value that may stand in a table or in an expression."""
    match value:
        case bool():
            return ValueKind.FLAG
        case int():
            return ValueKind.WHOLE
        case Fraction():
            return ValueKind.FRACTION
        case str():
            return ValueKind.CODE
        case None:
            return ValueKind.NOTHING
        case _:
            raise Uncompiled


def literal(value: object) -> str:
    """``value`` as Python source.

    >>> literal({"a": (1, None), "b": Fraction(1, 4)})
    "{'a': (1, None), 'b': Fraction(1, 4)}"
    """
    match value:
        case None | bool():
            return repr(value)
        case int():
            return int.__repr__(value)
        case Fraction():
            return f"Fraction({value.numerator}, {value.denominator})"
        case str() if type(value) is str:
            return repr(value)
        case tuple() if type(value) is tuple:
            inside = ", ".join(literal(item) for item in value)
            return f"({inside},)" if len(value) == 1 else f"({inside})"
        case dict():
            pairs = (f"{literal(key)}: {literal(item)}" for key, item in value.items())
            return "{" + ", ".join(pairs) + "}"
        case _:
            raise Uncompiled


@dataclass
class OpenBlock:
    """A block being written; ``head`` may still change until it ends, ``empty`` is known then."""

    head: str
    empty: bool = False


@dataclass
class Code:
    """A module being written: constants first, then functions."""

    lines: SourceLines = field(default_factory=list)
    depth: int = 0
    _constants: dict[str, str] = field(default_factory=dict)
    _names: dict[str, int] = field(default_factory=dict)

    def name(self, hint: str) -> str:
        """A variable of its own that reads like ``hint``.

        >>> code = Code(); code.name("blue-tokens"), code.name("blue-tokens"), code.name("点")
        ('blue_tokens', 'blue_tokens_2', 'x')
        """
        # Functions of ours that generated code calls begin with an underscore, which no hint does.
        stem = re.sub(r"[^a-z0-9]+", "_", hint.lower()).strip("_") or "x"
        if stem[0].isdigit() or keyword.iskeyword(stem) or hasattr(builtins, stem):
            stem = f"x_{stem}"
        number = self._names[stem] = self._names.get(stem, 0) + 1
        # "gold-2" may make the name that the second "gold" would have, so that is counted too.
        return stem if number == 1 else self.name(f"{stem}_{number}")

    def reserve(self, words: str) -> None:
        """Keeps the variables that a frame uses from being made by a hint."""
        for word in words.split():
            self._names[word] = 1

    def constant(self, hint: str, value: object) -> str:
        """The name of a constant at the head of the module."""
        source = literal(value)
        if source not in self._constants:
            self._constants[source] = self.name(hint).upper()
        return self._constants[source]

    def write(self, line: str) -> None:
        """One more line."""
        if len(self.lines) > _LONGEST:
            raise Uncompiled
        self.lines.append((self.depth, line))

    @contextmanager
    def block(self, head: str) -> Iterator[OpenBlock]:
        """The lines inside stand under ``head``."""
        place = len(self.lines)
        block = OpenBlock(head)
        self.write("")
        self.depth += 1
        try:
            yield block
            block.empty = len(self.lines) == place + 1
            if block.empty:
                self.write("pass")
        finally:
            self.depth -= 1
        self.lines[place] = (self.depth, block.head)

    @contextmanager
    def apart(self) -> Iterator[SourceLines]:
        """The lines inside are given out instead of written; :meth:`add` writes them later."""
        before, self.lines = self.lines, []
        own = self.lines
        try:
            yield own
        finally:
            self.lines = before

    def add(self, lines: SourceLines) -> None:
        """Lines that were written apart, indented as the next line is."""
        base = min((depth for depth, _ in lines), default=0)
        for depth, line in lines:
            self.lines.append((self.depth + depth - base, line))

    @property
    def source(self) -> str:
        """The whole module."""
        head = [f"{name} = {value}" for value, name in self._constants.items()]
        return "\n".join([*head, "", *("    " * depth + line for depth, line in self.lines), ""])


#: Lines; more would take longer to compile than they save.
_LONGEST = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One plain value of a position: where it stands, and its variable in generated code."""

    path: tuple[str, ...]
    field: Field
    #: For by-player fields: the values as typed, so that pieces can be counted.
    typed: bool = False


def slots(fields: Mapping[str, Field], event: str, above: tuple[str, ...] = ()) -> Iterator[Slot]:
    """The plain values that these fields come to at one event, records laid flat."""
    for key, spec in fields.items():
        if not spec.belongs_to(event):
            continue
        path = (*above, key)
        if registry.kind_of(spec).has_parts:
            yield from slots(spec.fields, event, path)
            continue
        yield Slot(path=path, field=spec)
        if registry.kind_of(spec).has_colours:
            yield Slot(path=path, field=spec, typed=True)


def term_of(slot: Slot, text: str) -> Expr:
    """The term of a variable that holds the value of ``slot``."""
    make = _TERMS.get(slot.field.kind)
    if make is None:
        raise Uncompiled
    return make(slot.field, text)


def _choice(field: Field, text: str) -> Expr:
    sure = not field.optional or field.default is not None
    return Expr(text=text, kind=ValueKind.CODE if sure else ValueKind.CODE | ValueKind.NOTHING)


#: What there is in a variable, by the kind of the field; what is not here is not compiled.
_TERMS: Mapping[str, Callable[[Field, str], Expr]] = {
    "whole": lambda _, text: Expr(text=text, kind=ValueKind.WHOLE),
    "flag": lambda _, text: Expr(text=text, kind=ValueKind.FLAG),
    "choice": _choice,
    "choices": lambda _, text: Expr(text=text, kind=ValueKind.LIST, items=ValueKind.CODE),
    "wholes": lambda _, text: Expr(text=text, kind=ValueKind.LIST, items=ValueKind.WHOLE),
    "by-player": lambda _, text: Expr(text=text, kind=ValueKind.BY_PLAYER, items=ValueKind.WHOLE),
    "records": lambda field, text: Expr(text=text, kind=ValueKind.RECORDS, fields=field.fields),
}
