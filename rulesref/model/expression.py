"""Expressions: what every operator is, the position it reads, and the step of working it gives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from rulesref.base.diagnostics import KeyPath, Problem, wrong
from rulesref.base.frozen import frozen, frozen_kw
from rulesref.base.messages import N_, Style, as_text
from rulesref.base.text import Entered, Number, Text, decimal
from rulesref.model.keys import Entry, optional

if TYPE_CHECKING:
    from fractions import Fraction

    from rulesref.model.code import Code

#: What a step can come to. A record is one entry of a list field; a mapping is a field by player.
Value: TypeAlias = "int | Fraction | bool | str | tuple[Value, ...] | Mapping[str, Value] | None"


class Input(NamedTuple):
    """A named value that went into a step; ``name`` and ``shown`` are how people read them."""

    id: str
    value: Value
    name: Text | None = None
    shown: Text | None = None


class Step(NamedTuple):
    """One step of working (計算の一段): what was done, with what, and what came out.

    ``rules`` are the ids of the rule entries it rests on; ``inputs`` the named values that went
    in; ``parts`` the steps whose values it combines. For ``op`` "total" the value is the sum of
    the parts. ``shown`` is how people read a value that is a code.
    """

    op: str
    value: Value
    label: Text | None = None
    rules: tuple[str, ...] = ()
    inputs: tuple[Input, ...] = ()
    parts: tuple[Step, ...] = ()
    shown: Text | None = None

    def walk(self) -> Iterator[Step]:
        """This step and all below it, in reading order."""
        yield self
        for part in self.parts:
            yield from part.walk()


#: How values read inside labels and as the names of options.
LABELS = Style(empty=N_("none"))


class FieldValues(dict[str, Value]):
    """The values of some fields; ``omitted`` are the ids of those that nobody gave and whose data names no default."""

    __slots__ = ("omitted",)
    omitted: tuple[str, ...]


def omits(value: Any) -> bool:
    """Whether any of the values in a value was omitted."""
    if isinstance(value, Mapping):
        return isinstance(value, FieldValues) or any(map(omits, value.values()))
    return isinstance(value, tuple) and any(map(omits, value))


@frozen_kw
class Position:
    """One position (局面): the values of every field, in turn order, starting player first.

    ``rulings`` has a reading for every ruling of the game; ``chosen`` only those a person chose.
    What nobody gave is 0, false or empty; ``as_given`` it is None, and to ask for it raises.
    """

    game: str
    event: str
    names: tuple[str, ...]
    players: tuple[Mapping[str, Value], ...]
    table: Mapping[str, Value]
    rulings: Mapping[str, str]
    chosen: Mapping[str, str]
    as_given: bool = False


class EvaluationError(Exception):
    """The input cannot be worked out; ``problem`` says why. Never a silent 0.

    ``path``: whose input it is, where that is known.
    """

    def __init__(self, problem: Problem, path: KeyPath = ()) -> None:
        super().__init__(problem.code)
        self.problem = problem
        self.path = path
        self.problems = (problem,)


class NotGivenError(EvaluationError):
    """Nobody gave the value of a field: of the player at ``seat``, or of the table."""

    def __init__(self, field: str, name: Text, seat: int | None) -> None:
        super().__init__(Problem("E417", None, {"name": name}))
        self.field = field
        self.name = name
        self.seat = seat


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
        return self._with(seat, self.names)

    def with_names(self, **names: Value | Player) -> Scope:
        """This scope with further names."""
        return self._with(self.seat, {**self.names, **names})

    def only_names(self, names: Mapping[str, Value | Player]) -> Scope:
        """This scope with these names and no other."""
        return self._with(self.seat, names)

    def _with(self, seat: int | None, names: Mapping[str, Value | Player]) -> Scope:
        return Scope(self.position, seat, self.defines, names, self.memo)

    def defined(self, name: str) -> Step:
        """The working of a named value, done once for each player."""
        key = (self.seat, name)
        if key not in self.memo:
            # A defined value must not see the loops of whoever asks for it.
            self.memo[key] = self.defines[name].run(self.only_names({}))
        return self.memo[key]


@frozen
class Label:
    """A label whose ``{placeholders}`` are values of the scope."""

    text: Text
    refs: tuple[tuple[str, Operator], ...] = ()

    def filled(self, scope: Scope) -> Text:
        """The label with its values."""
        texts = self.text.pair()
        for name, ref in self.refs:
            try:
                step = ref.run(scope)
                values = {lang: plain(step.value, step.shown, lang) for lang in texts}
            except EvaluationError:
                # A value that is not tracked leaves a gap in a sentence, not the sentence out.
                values = dict.fromkeys(texts, "?")
            for lang, value in values.items():
                texts[lang] = texts[lang].replace("{" + name + "}", value)
        return Text.read(texts)


def plain(value: Value, name: Text | None, lang: str) -> str:
    """A value inside a label: by its name where it has one. What has no text cannot be worked out."""
    if name is not None:
        return name.of(lang)
    if value is None or isinstance(value, Mapping):
        raise EvaluationError(wrong("E412", value=value))
    return as_text(lang, value, LABELS)


def plain_value(value: Any) -> Any:
    """A value as JSON and documents have it: lists for tuples, decimals for fractions."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [plain_value(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain_value(item) for key, item in value.items()}
    return decimal(value)


def number(value: Value) -> Number:
    """``value`` as a number; true counts 1. The linker has made sure that it is one."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return int(value)
    if value is None or isinstance(value, (str, tuple, Mapping)):
        raise EvaluationError(wrong("E412", value=value))
    return value


class Operator(Entry, ABC):
    """One word of the vocabulary that scoring and calculators are written in (演算子)."""

    op: ClassVar[str]

    label: Label | None = optional.label("what this is, {names} filled in")
    rules: tuple[str, ...] = optional.rules()

    def typed(self, types: Any) -> Any:
        """What it can come to; ``types`` works out its parts and is told what cannot be. Most reckon with them."""
        return types.numbers(*self.children())

    @abstractmethod
    def run(self, scope: Scope) -> Step:
        """The step that works this out in ``scope``."""

    @abstractmethod
    def plain(self, code: Code) -> str:
        """Python for the bare value of ``run``; what has none raises where that is run."""

    @property
    def needs_player(self) -> bool:
        """Whether it asks about the player at hand, apart from what is inside it."""
        return False

    @property
    def branches(self) -> Sequence[Operator]:
        """The expressions inside of which it gives the value of one."""
        return ()

    def children(self) -> Iterator[Operator]:
        """The expressions directly inside."""
        for name in self.keys:
            yield from _operators(getattr(self, name, None))

    def step(
        self,
        scope: Scope,
        value: Value,
        parts: tuple[Step, ...] = (),
        inputs: tuple[Input, ...] = (),
        shown: Text | None = None,
        name: Text | None = None,
    ) -> Step:
        """A step of this operator with its label, or else ``name``, and its rules."""
        label = self.label.filled(scope) if self.label else name
        return Step(self.op, value, label, self.rules, inputs, parts, shown)


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
