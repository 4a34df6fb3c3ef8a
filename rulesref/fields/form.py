"""A form (記入用紙): the fields that matter now, what was given for each, and what is still missing.

A scoring, a calculator, an action of a play and a correction each have theirs. A form never changes: a
value makes another form, which may have other fields. What reads words proposes values; a terminal asks
field by field, a page draws all of them, a program fills them in.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Self, TypeVar

from rulesref.base.diagnostics import KeyPath, Problem, errors
from rulesref.base.frozen import changed, frozen, frozen_kw, remade
from rulesref.base.messages import say
from rulesref.base.text import LANGS, Text
from rulesref.fields.kind import FieldKind, Reader, Typing, extras_of, kind_of
from rulesref.model.entries import Field
from rulesref.model.expression import Value
from rulesref.model.game import Game

AnyField = TypeVar("AnyField", bound="FormField")


@frozen
class FieldChange:
    """What a choice changes: a value of a player, or of the table, before and after."""

    player: str | None
    field: Field
    before: Value
    after: Value


@frozen
class FormOption:
    """A value that can be chosen; ``problems`` say why the rules do not allow it now."""

    value: str
    name: Text
    problems: tuple[Problem, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether the rules allow it now."""
        return not self.problems


@frozen
class FormField:
    """A field of a form, and what was given for it.

    ``kind`` is that of the single value that belongs here: of a field by player, of one amount.
    ``within``: whose it is and what it lies in, outermost first. ``optional``: it may be left out;
    ``prompt``: a conversation asks for it, else it is given only by who thinks of it. ``raw`` is what
    was given, as a file would hold it, None where it was left out; ``value`` what that says.
    """

    path: KeyPath
    field: Field
    kind: FieldKind
    within: tuple[str | Text, ...] = ()
    optional: bool = False
    prompt: bool = True
    options: tuple[FormOption, ...] = ()
    given: bool = False
    raw: Any = None
    value: Value = None
    problems: tuple[Problem, ...] = ()

    @property
    def key(self) -> str:
        """The path as data names it: ``players.0.points``."""
        return ".".join(map(str, self.path))

    @property
    def missing(self) -> bool:
        """Whether the form cannot be complete without it."""
        return not self.optional and (not self.given or self.raw is None)


@frozen_kw
class Form(ABC):
    """A form as far as it is filled in; :attr:`given` has the values by their paths."""

    game: Game
    #: What was given, as data that a file could hold; None where a field was left out on purpose.
    given: Mapping[KeyPath, Any] = {}

    @cached_property
    @abstractmethod
    def fields(self) -> tuple[FormField, ...]:
        """The fields that matter now, in the order in which they are asked."""

    @property
    def typing(self) -> Typing:
        """Who is at the table, for values that are typed."""
        return Typing()

    @property
    def title(self) -> Text | None:
        """What is filled in."""
        return None

    @cached_property
    def next(self) -> FormField | None:
        """The field to ask for: the first with a prompt that was not given."""
        return next((each for each in self.fields if each.prompt and not each.given), None)

    @property
    def asks(self) -> tuple[KeyPath, Field] | None:
        """The path and the field of :attr:`next`."""
        return (self.next.path, self.next.field) if self.next else None

    @property
    def missing(self) -> tuple[KeyPath, ...]:
        """The fields that must be given and were not."""
        return tuple(each.path for each in self.fields if each.missing)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with what was given, or unusual."""
        return tuple(problem for each in self.fields for problem in each.problems)

    @property
    def changes(self) -> tuple[FieldChange, ...]:
        """What a complete form will change, where that is known."""
        return ()

    def option_changes(self, there: FormField) -> Mapping[str, tuple[FieldChange, ...]]:
        """What choosing each option would change, where that is known, without what all of them do."""
        return {}

    @property
    def complete(self) -> bool:
        """Whether it can be used: nothing is missing or wrong."""
        return not self.missing and not errors(self.problems)

    def at(self, path: KeyPath) -> FormField | None:
        """The field at a path; None where there is none now."""
        return next((each for each in self.fields if each.path == path), None)

    def fill(self, path: KeyPath, value: Any) -> Self:
        """The form with a value: data, or text as one would type it; None leaves the field out.

        KeyError when there is no such field now. A wrong value stays, with its problems.
        """
        there = self.at(path)
        if there is None:
            raise KeyError(path)
        return self.put(path, as_data(there, value, self.typing))

    def put(self, path: KeyPath, raw: Any) -> Self:
        """The form with plain data at a path."""
        return remade(self, given={**self.given, path: raw})

    def clear(self, path: KeyPath) -> Self:
        """The form as if nothing had been given for a field."""
        return remade(self, given={key: raw for key, raw in self.given.items() if key != path})

    @property
    def values(self) -> dict[str, Any]:
        """What it comes to so far, as the data that is handed on: here each value by its path."""
        return {each.key: each.raw for each in self.fields if each.raw is not None}


def as_data(there: FormField, value: Any, typing: Typing) -> Any:
    """A value as a file would hold it: text is read as one would type it for this field."""
    if not isinstance(value, str):
        return value
    shown = Typing(typing.players, typing.turn, there.field.options)
    return there.kind.typed(there.field, value, shown)


def field_of(
    spec: Field, given: Mapping[KeyPath, Any], players: Sequence[str] = (), *, path: KeyPath | None = None, **more: Any
) -> FormField:  # fmt: skip
    """A field of a form with what was given for it, read."""
    there = FormField(
        path or (spec.id,), spec, kind_of(spec), **{"optional": spec.optional, **more}
    )
    return with_value(there, given, players)


def with_value(
    there: AnyField, given: Mapping[KeyPath, Any], players: Sequence[str], event: str = ""
) -> AnyField:
    """The field with its options and with what was given for it, read; of the same class."""
    spec, kind, path = there.field, there.kind, there.path
    options = there.options or options_of(spec, kind, players)
    if path not in given:
        return changed(there, options=options)
    raw, reader = given[path], Reader(event=event, players=tuple(players))
    value = kind.empty(spec) if raw is None else kind.read(spec, raw, path, reader)
    problems = tuple(reader.problems)
    return changed(there, options=options, given=True, raw=raw, value=value, problems=problems)


def options_of(spec: Field, kind: FieldKind, players: Sequence[str]) -> tuple[FormOption, ...]:
    """What can be chosen for a field: its options, or players; of amounts whose they can be."""
    if kind.names_players or kind.has_colours:
        named = tuple(FormOption(name, Text(name, name)) for name in players)
        there = extras_of(spec, len(players)) if kind.has_colours else []
        return (*named, *(FormOption(e.id, e.name) for e in spec.extras if e.id in there))
    return tuple(FormOption(option.id, option.name) for option in spec.options)


def question(key: str, name: str, kind: str, **more: Any) -> Field:
    """A field that no game declares, for what is asked besides; ``name`` is a sentence of the catalogues."""
    names = Text(*(say(lang, name) for lang in LANGS))
    return changed(Field.read({"id": key, "name": names.pair(), "kind": kind}), **more)
