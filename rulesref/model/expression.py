"""What every operator is: declared arguments, a label, rules, and ``run``."""

from __future__ import annotations

import keyword
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import frozen, frozen_kw
from rulesref.base.numbers import Entered, Number, shown
from rulesref.base.text import Text
from rulesref.model.steps import Input, Step, Value

if TYPE_CHECKING:
    from rulesref.model.position import Position

ArgKind = Literal[
    "expression",  # an operator, a whole number, or the name of a value
    "expressions",  # a list of them
    "cases",  # a mapping from a code or number to an expression
    "cells",  # a mapping from a column of the table to an expression
    "table",  # a table id
    "column",  # a column id of the table
    "list",  # the name of a list to go through, or "players"
    "name",  # a name for the entry at hand, used inside
    "word",  # one of a closed set of words
    "ruling",  # a ruling id; the cases are its readings
    "calculator",  # a calculator id
    "result",  # one of its results
    "literal",  # a whole number, true or false, or a code
    "literals",  # a list of codes or whole numbers
    "whole",  # a whole number
    "flag",  # true or false
    "texts",  # a mapping from a code to {ja, en}
]


@frozen
class Arg:
    """One argument of an operator, as the schema and the linker see it."""

    kind: ArgKind
    about: str
    required: bool = True
    words: tuple[str, ...] = ()


class Unworkable(Exception):  # noqa: N818 - a fact about the input
    """The input cannot be worked out; ``problem`` says why. Never a silent 0."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


@frozen
class Player:
    """A player as the value of a loop: which seat, counted from 0."""

    seat: int


class Scope:
    """Where an expression is worked out: a position, a player, and the names of loops around it."""

    __slots__ = ("defines", "memo", "names", "position", "seat")

    def __init__(
        self,
        position: Position,
        seat: int | None,
        defines: Mapping[str, Operator],
        names: Mapping[str, Value | Player] | None = None,
        memo: dict[tuple[int | None, str], Step] | None = None,
    ) -> None:
        self.position = position
        self.seat = seat
        self.defines = defines
        self.names: Mapping[str, Value | Player] = {} if names is None else names
        self.memo: dict[tuple[int | None, str], Step] = {} if memo is None else memo

    def for_player(self, seat: int) -> Scope:
        """The same position seen by another player; names of loops stay."""
        return Scope(self.position, seat, self.defines, self.names, self.memo)

    def with_names(self, **names: Value | Player) -> Scope:
        """This scope with further names."""
        return Scope(self.position, self.seat, self.defines, {**self.names, **names}, self.memo)

    def defined(self, name: str) -> Step:
        """The working of a named value, done once for each player."""
        key = (self.seat, name)
        if key not in self.memo:
            # A defined value must not see the loops of whoever asks for it.
            plain = Scope(self.position, self.seat, self.defines, {}, self.memo)
            self.memo[key] = self.defines[name].run(plain)
        return self.memo[key]


@frozen
class Label:
    """A label whose ``{placeholders}`` are values of the scope."""

    text: Text
    refs: tuple[tuple[str, Operator], ...] = ()

    def filled(self, scope: Scope) -> Text:
        """The label with its values."""
        ja, en = self.text
        for name, ref in self.refs:
            try:
                step = ref.run(scope)
                here = Text(*(plain(step.value, step.shown, lang) for lang in ("ja", "en")))
            except Unworkable:
                # A value that is not tracked leaves a gap in a sentence, not the sentence out.
                ja, en = ja.replace("{" + name + "}", "?"), en.replace("{" + name + "}", "?")
                continue
            ja = ja.replace("{" + name + "}", here.ja)
            en = en.replace("{" + name + "}", here.en)
        return Text(ja, en)


def plain(value: Value, name: Text | None, lang: str) -> str:
    """A single value as text: its name, its number or itself."""
    if name is not None:
        return name.of(lang)
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        words = [plain(item, None, lang) for item in value]
        return {"ja": "、".join(words) or "なし", "en": ", ".join(words) or "none"}[lang]
    if isinstance(value, bool):
        return {"ja": "はい" if value else "いいえ", "en": "yes" if value else "no"}[lang]
    return shown(number(value))


def number(value: Value) -> Number:
    """``value`` as a number; true counts 1. The linker has made sure that it is one."""
    if isinstance(value, bool):
        return int(value)
    if value is None or isinstance(value, (str, tuple, Mapping)):
        raise Unworkable(Problem("E412", None, {"found": value}))
    return value


@frozen_kw
class Operator(ABC):
    """One word of the vocabulary that scoring and calculators are written in (演算子).

    ``gives`` is the kind of its value: number, flag, code, list, vector or any.
    """

    op: ClassVar[str]
    gives: ClassVar[str] = "number"
    args: ClassVar[Mapping[str, Arg]] = {}

    label: Label | None = None
    rules: tuple[str, ...] = ()

    @abstractmethod
    def run(self, scope: Scope) -> Step:
        """The step that works this out in ``scope``."""

    @property
    def needs_player(self) -> bool:
        """Whether it asks about the player at hand, apart from what is inside it."""
        return False

    def children(self) -> Iterator[Operator]:
        """The expressions directly inside."""
        for name in self.args:
            yield from _operators(getattr(self, attribute(name), None))

    def step(
        self,
        scope: Scope,
        value: Value,
        parts: tuple[Step, ...] = (),
        inputs: tuple[Input, ...] = (),
        shown: Text | None = None,
    ) -> Step:
        """A step of this operator with its label and rules."""
        label = self.label.filled(scope) if self.label else None
        return Step(
            op=self.op, value=value, label=label, rules=self.rules, inputs=inputs, parts=parts,
            shown=shown,
        )  # fmt: skip


def attribute(argument: str) -> str:
    """The attribute that holds an argument: keywords of Python get an underscore.

    >>> attribute("up-to"), attribute("if")
    ('up_to', 'if_')
    """
    name = argument.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def _operators(value: Any) -> Iterator[Operator]:
    if isinstance(value, Operator):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _operators(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _operators(item)


def plain_number(value: Value) -> Value:
    """``value`` without how it was typed, for arithmetic results."""
    return int(value) if isinstance(value, Entered) else value
