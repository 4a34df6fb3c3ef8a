"""What every kind of field is: the promises of each of its methods."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, Literal, Protocol, TypeVar, cast

from rulesref.base.diagnostics import MOST, KeyPath, Place, Problem, ProblemsFound
from rulesref.base.frozen import LazyMap, frozen
from rulesref.base.messages import N_, Style, as_text, say
from rulesref.base.text import Text
from rulesref.model.entries import Field, Named
from rulesref.model.expression import Value

#: Where a value (or, with True, its key) stands; None when nowhere.
At = Callable[[KeyPath, bool], Place | None]


def nowhere(path: KeyPath, key: bool) -> Place | None:  # noqa: ARG001, FBT001 - an At
    """For documents without text."""
    return None


class Reader:
    """Collects problems while values are read; one for each document.

    ``event`` is the scoring whose fields are read, ``players`` the names at the table; both may
    become known on the way.
    """

    def __init__(self, at: At = nowhere, event: str = "", players: tuple[str, ...] = ()) -> None:
        self.at = at
        self.event = event
        self.players = players
        self.problems: list[Problem] = []
        #: What people call the players, by their paths, and each list of records, whose entries they count.
        self.called: dict[KeyPath, str] = {}
        self.lists: dict[KeyPath, Text] = {}

    def problem(
        self, code: str, path: KeyPath, *typed: object, at_key: bool = False, **values: object
    ) -> None:
        """Note a problem at a path, with whose value it is; ``typed`` is what stands there.

        Raises them all when there are so many that nobody reads more.
        """
        heads = [path[:end] for end in range(len(path) + 1)]
        where = [name for head in heads if (name := self._name_at(head)) is not None]
        context: dict[str, object] = {"path": ".".join(map(str, path))}
        if where:
            context["where"] = tuple(where)
        if typed:
            (context["typed"],) = typed
        context.update(values)
        self.problems.append(Problem(code, self.at(path, at_key), context))
        if len(self.problems) >= MOST:
            raise ProblemsFound(self.problems)

    def _name_at(self, path: KeyPath) -> str | Text | None:
        """What people call a player or the entry of a list at a path; None for all else."""
        around = self.lists.get(path[:-1]) if path else None
        if around is None:
            return self.called.get(path)
        number = int(path[-1]) + 1
        return Text(f"{around.ja} {number}", f"{around.en} {number}")


T_co = TypeVar("T_co", covariant=True)
Listed = TypeVar("Listed", bound=Sequence[Any])
Schema = dict[str, Any]
#: The schema of a mapping with these fields.
MappingSchema = Callable[[Iterable[Field]], Schema]
#: How values read among the answers of a position, and in the tables of a play.
IN_POSITIONS = Style(nothing=N_("none"), empty=N_("none"), between=" ")
IN_PLAYS = Style(nothing="-", empty="-")


@frozen
class Typing:
    """Around what a value is typed: who is at the table, and what was listed.

    ``shown`` are options that were listed with numbers; ``first`` those that are meant rather than
    others of the same name; ``turn`` is the seat of the player whose turn it is.
    """

    players: tuple[str, ...] = ()
    turn: int | None = None
    shown: Sequence[Named] = ()
    first: Sequence[Named] = ()


class Visitor(Protocol[T_co]):
    """What is done with a value by how it is put together."""

    def single(self, field: Field, /, *args: Any, **kwargs: Any) -> T_co: ...
    def record(self, field: Field, /, *args: Any, **kwargs: Any) -> T_co: ...
    def records(self, field: Field, /, *args: Any, **kwargs: Any) -> T_co: ...
    def by_player(self, field: Field, /, *args: Any, **kwargs: Any) -> T_co: ...


Control = Literal["one", "some", "number", "numbers", "toggle", "text", "amounts", "group", "list"]


class FieldKind(ABC):
    """One kind of field (入力項目の種類): everything in which it differs from other kinds.

    A new kind is a subclass in a module of its own, with an instance ``KIND``, and a line in the
    registry; ``tests/test_kinds.py`` names what it lacks.
    """

    name: ClassVar[str]  #: the word for it in files
    #: How a page has it given: taps on one or some of what is listed, a number or several, a switch, words, or what it has inside.
    control: ClassVar[Control]
    nothing: ClassVar[Any] = ()  #: its empty value, where a field has no default
    prompt: ClassVar[str] = ""  #: what may be typed, where that is the same for every field
    json: ClassVar[Schema] = {}  #: the JSON Schema of its data, where it is the same for all
    is_number: ClassVar[bool] = False  #: whole numbers
    counts: ClassVar[bool] = False  #: expressions reckon with it: nothing cannot stand
    true_when_named: ClassVar[bool] = False  #: to be named alone makes it true
    picks_options: ClassVar[bool] = False  #: its values are among the options of the field
    names_players: ClassVar[bool] = False  #: its values are players
    is_free_text: ClassVar[bool] = False  #: any word can be a value
    is_plain_list: ClassVar[bool] = False  #: single values, typed on one line; there may be none
    has_parts: ClassVar[bool] = False  #: it has fields of its own, called by name
    has_entries: ClassVar[bool] = False  #: it is a list whose entries have
    has_colours: ClassVar[bool] = False  #: it has an amount for each player
    part: ClassVar[str | None] = None  #: the kind of each of its values, where it has several alike
    #: What expressions that go through it find; None when it is no list.
    entries: ClassVar[Literal["field", "number", "player"] | None] = None
    entries_are_owned: ClassVar[bool] = False  #: each entry is a player's

    @property
    def picks_one(self) -> bool:
        """Whether it is one of the options."""
        return self.picks_options and not self.is_plain_list

    @property
    def cell(self) -> FieldKind:
        """The kind of each of its values where they are asked one by one."""
        return self

    @abstractmethod
    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> Value:
        """The value that plain data gives; what is wrong with it is told to ``reader``."""

    def as_it_is(self, field: Field) -> tuple[type, int, int]:
        """What plain data is its own value and need not be read: of which type, from what to what; (int, 1, 0) is none."""
        return int, 1, 0

    def empty(self, field: Field) -> Any:
        """The value when the field is left out."""
        return self.nothing if field.default is None else field.default

    def least(self, field: Field) -> Any:
        """The least value that the field can have when it is given; the default when it has one."""
        return self.empty(field)

    def one_more(self, field: Field, now: Any) -> Iterator[Value]:
        """Listed a step above ``now``, to see what a step is worth."""
        yield from ()

    def operand(self, value: Any, players: Sequence[str]) -> Any:
        """The value as expressions of a play see it."""
        return tuple(value) if isinstance(value, list) else value

    def typed(self, field: Field, word: str, typing: Typing) -> Any:
        """What was typed, as plain data that a file would hold; the word itself when unclear."""
        return word

    def changed(self, field: Field, now: Any, change: str) -> Any:
        """Plain data after a change as typed: ``+1``, ``+gold``, or a new value."""
        return change

    def expects(self, field: Field, lang: str) -> str:
        """What may be typed, in a few words; empty where the question says it."""
        return say(lang, self.prompt)

    def bounds(self, field: Field, lang: str) -> list[str]:
        """What a template says of the values that may be filled in."""
        return []

    def example(self, field: Field, event: str, players: Sequence[str]) -> Any:
        """The least that it can be, in the form from which a person goes on in a template."""
        return [] if self.is_plain_list else self.least(field)

    def text(self, field: Field, value: Any, lang: str, style: Style) -> str:
        """A value, or None where there is none, as people read it."""
        return as_text(lang, value, style)

    def schema(self, field: Field, lang: str, mapping: MappingSchema) -> Schema:
        """The JSON Schema of its plain data."""
        return self.json

    def visit(self, visitor: Visitor[T_co], field: Field, /, *args: Any, **kwargs: Any) -> T_co:
        """What ``visitor`` does with values that are put together like those of this kind."""
        look = visitor.by_player if self.has_colours else visitor.single
        if self.has_parts or self.has_entries:
            look = visitor.record if self.has_parts else visitor.records
        return look(field, *args, **kwargs)


def array(items: Schema, field: Field, **further: object) -> Schema:
    """The schema of a list."""
    most = {} if field.most is None else {"maxItems": field.most}
    return {"type": "array", "items": items, **most, **further}


def items(field: Field, raw: Any, path: KeyPath, reader: Reader) -> list[tuple[KeyPath, Any]]:
    """The items of a list with their paths; none after telling that it is no list."""
    if not isinstance(raw, list):
        reader.problem("E402", path, raw, name=field.name, expected=field.kind)
        return []
    return [((*path, i), item) for i, item in enumerate(raw)]


def not_too_many(field: Field, values: Listed, path: KeyPath, reader: Reader) -> Listed:
    """The values, after telling when there are more than the field can have."""
    if field.most is not None and len(values) > field.most:
        reader.problem("E406", path, many=len(values), name=field.name, most=field.most)
    return values


def extras_of(field: Field, many: int) -> list[str]:
    """The further colours that are there with so many players."""
    return [extra.id for extra in field.extras if many in extra.players]


def belonging(fields: Mapping[str, Field], event: str) -> list[Field]:
    """The fields of an event, in the order of the data."""
    return [field for field in fields.values() if field.belongs_to(event)]


#: The module in which each kind stands.
MODULES: Mapping[str, str] = {
    "whole": "whole", "flag": "flag", "choice": "choice", "choices": "choices", "record": "record",
    "records": "record_list", "wholes": "wholes", "by-player": "by_player", "player": "player",
    "players": "players", "text": "free_text",
}  # fmt: skip


def _kind(name: str) -> FieldKind:
    # A question that asks for no fields need not wait for eleven modules.
    return cast("FieldKind", import_module(f"rulesref.fields.{MODULES[name]}").KIND)


KINDS: Mapping[str, FieldKind] = LazyMap(tuple(MODULES), _kind)


def kind_of(field: Field) -> FieldKind:
    """The kind of a field."""
    return KINDS[field.kind]


def cell_of(field: Field) -> FieldKind:
    """The kind of each single value of a field: of a field by player, that of an amount."""
    return KINDS[field.kind].cell


def empty(field: Field) -> Any:
    """The value of a field that is left out."""
    return KINDS[field.kind].empty(field)


def value_text(field: Field, value: Any, lang: str, style: Style) -> str:
    """A value of a field as people read it: options and parts by their names."""
    return KINDS[field.kind].text(field, value, lang, style)
