"""Links expressions: every name, table, column, ruling and rule is resolved when a game is built.

The same code runs over YAML that is being checked and over a snapshot. Problems are handed to a
callback with the path in the document; a snapshot has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from rulesref.base.diagnostics import KeyPath, no_such
from rulesref.base.frozen import changed, frozen
from rulesref.base.text import Text
from rulesref.fields.kind import kind_of
from rulesref.lang import OPERATORS
from rulesref.lang.calculating import Apply
from rulesref.lang.operations import RulingOp
from rulesref.lang.references import Fixed, Reference, Root
from rulesref.model.entries import Field, Ruling, Table
from rulesref.model.expression import Label, Operator
from rulesref.model.keys import Entry, Key, cited, point_of
from rulesref.model.scoring import Calculator

#: Tells a problem: code, path in the document, values.
Tell = Callable[[str, KeyPath, Mapping[str, object]], None]

E = TypeVar("E", bound=Entry)

_NOTHING: Mapping[str, Any] = {}

#: What a loop name stands for: a field, "player", or a plain number.
Shape = Field | str

#: Names that are there wherever there are players.
_OF_PLAYERS: Mapping[str, Root] = {"seat": "seat", "player-name": "name", "players": "players"}

_PLACEHOLDER = re.compile(r"\{([a-z0-9.-]+)\}")


def _sure(kind: str, name: str) -> bool:  # noqa: ARG001 - by default every name is known
    return False


@frozen
class GlobalScope:
    """What names outside the document mean: tables, rulings and rule entries of the game.

    ``unsure`` tells of a kind and an id whether such an entry may be there although it is not
    among these: because it has problems of its own, or its file could not be read.
    """

    tables: Mapping[str, Table]
    rulings: Mapping[str, Ruling]
    rules: frozenset[str] | None
    calculators: Mapping[str, Calculator] = _NOTHING
    #: How many points each rule entry has, where they may be cited.
    points: Mapping[str, int] = _NOTHING
    unsure: Callable[[str, str], bool] = _sure


@frozen
class Function:
    """A named value with parameters: its data, where it stands, and the names that it sees."""

    data: Any
    path: KeyPath
    names: Names


@frozen
class Names:
    """What names inside an expression mean."""

    player: Mapping[str, Field] | None
    table: Mapping[str, Field]
    defines: Mapping[str, Any] = _NOTHING
    loop: Mapping[str, Shape] = _NOTHING
    functions: Mapping[str, Function] = _NOTHING
    #: What is known of a name of a loop besides its shape: its static type.
    types: Mapping[str, Any] = _NOTHING

    def inside(self, types: Mapping[str, Any] = _NOTHING, /, **loop: Shape) -> Names:
        """These names and those of a loop."""
        around = {name: self.types[name] for name in self.types if name not in loop}
        return changed(self, loop={**self.loop, **loop}, types={**around, **types})

    def alone(self, loop: Mapping[str, Shape] = _NOTHING) -> Names:
        """These names, but for the loops; only those given."""
        return changed(self, loop=loop, types=_NOTHING)

    def known(self) -> list[str]:
        """Every name, for "did you mean"."""
        always = ["player-count", *((*_OF_PLAYERS, "event") if self.player is not None else ())]
        return [*self.loop, *self.defines, *(self.player or {}), *self.table, *always]


class LinkContext(NamedTuple):
    """Where something stands: the path in its document, the names that it sees, the rules that it rests on."""

    path: KeyPath
    names: Names
    rules: tuple[str, ...] = ()

    def at(self, *keys: str | int) -> LinkContext:
        """Where something inside stands."""
        return LinkContext((*self.path, *keys), self.names, self.rules)

    def seeing(self, names: Names) -> LinkContext:
        """The same place with other names."""
        return LinkContext(self.path, names, self.rules)

    def under(self, rules: tuple[str, ...]) -> LinkContext:
        """The same place with rules of its own."""
        return LinkContext(self.path, self.names, rules)


ANY_LIST = ("players", "records", "choices", "wholes", "by-player")
_LISTS: Mapping[str, tuple[str, ...]] = {
    "own": ("by-player",),
    "pieces": ("by-player",),
    "holds": ("choices", "wholes", "players"),
}


#: Lists whose entries have a place by themselves.
NUMBERS = ("by-player", "wholes")


def _lists_of(node: Mapping[str, Any]) -> tuple[str, ...]:
    """The kinds of list that an operator can work with."""
    if node["op"] == "rank":
        return ("players",) if "by" in node else NUMBERS
    return _LISTS.get(node["op"], ANY_LIST)


class LinkError(Exception):
    """The expression cannot be linked; why has been told."""


class Linker:
    """Turns the plain data of expressions into operators."""

    def __init__(self, world: GlobalScope, tell: Tell) -> None:
        self.world = world
        self.tell = tell

    def expression(self, node: Any, site: LinkContext, gives: str = "") -> Operator | None:  # noqa: ARG002 - asked for by those who check
        """The linked expression; None after telling what is wrong with it."""
        try:
            return self._expression(node, site)
        except LinkError:
            return None

    def type_of(self, operator: Operator | None, *, entry: bool = False) -> Any:  # noqa: ARG002 - known to those who check
        """The static type of what has been linked, or of the entries of that list."""
        return "any"

    def _checked(self, *_: Any) -> Any:
        """What is looked at when a game is checked; see ``checked_link``."""

    fits: Any = _checked
    hides = asked = unused = are_events = field_at = changes = picks = strip = record_type = fits
    #: The functions that every game has.
    functions: tuple[str, ...] = ()
    #: The events of the scoring that is linked.
    events: tuple[str, ...] = ()
    #: Whether it is calculators that are linked.
    inside_calculator = False

    def label(self, pair: Mapping[str, str], site: LinkContext) -> Label:
        """A label and the values of its placeholders."""
        text = Text.read(pair)
        wanted = {
            name: lang
            for lang in reversed(text.langs)
            for name in _PLACEHOLDER.findall(text.of(lang))
        }
        refs: list[tuple[str, Operator]] = []
        for name, lang in wanted.items():
            try:
                refs.append((name, self._named(name, site.at(lang).under(()))))
            except LinkError:
                continue
        return Label(text, tuple(refs))

    def reference(self, name: str, site: LinkContext) -> Reference:
        first, *rest = name.split(".")
        path, names = site.path, site.names
        made = partial(Reference, of=name, rules=site.rules)
        if first in names.loop:
            return self._loop_reference(name, first, rest, site)
        if first in names.defines and not rest:
            return made(root="define", path=(first,))
        if names.player is not None:
            if first in names.player:
                field = self._inside(names.player[first], rest, name, path)
                return made(root="player", path=(first, *rest), field=field)
            if name in _OF_PLAYERS:
                return made(root=_OF_PLAYERS[name])
        if first in names.table:
            field = self._inside(names.table[first], rest, name, path)
            return made(root="table", path=(first, *rest), field=field)
        if name == "player-count":
            return made(root="count")
        if name == "event" and names.player is not None:
            return made(root="event")
        return self._unknown(name, site)

    def _unknown(self, name: str, site: LinkContext) -> Reference:
        self.tell("E310", site.path, no_such(name, site.names.known()))
        raise LinkError

    def _loop_reference(
        self, name: str, first: str, rest: list[str], site: LinkContext
    ) -> Reference:
        shape = site.names.loop[first]
        made = partial(Reference, of=name, rules=site.rules, root="loop")
        if shape == "player":
            inside = site.seeing(site.names.alone())
            onward = self.reference(".".join(rest), inside) if rest else None
            return made(path=(first,), onward=onward)
        field = None
        if isinstance(shape, Field):
            field = self._inside(shape, rest, name, site.path, first=True)
        return made(path=(first, *rest), field=field)

    def _inside(
        self, field: Field, rest: list[str], name: str, path: KeyPath, *, first: bool = False
    ) -> Field:
        """The field that ``rest`` leads to; ``first``: ``field`` stands for an entry of its list."""
        entry = first
        for key in rest:
            # Only an entry of a list has fields, never the list itself.
            fields = field.fields if kind_of(field).has_parts or entry else {}
            if key not in fields:
                self.tell("E310", path, no_such(name, list(fields)))
                raise LinkError
            field, entry = fields[key], False
        return field

    def _expression(self, node: Any, site: LinkContext) -> Operator:
        if isinstance(node, (bool, int)):
            return Fixed(value=node, names={}, rules=site.rules)
        if isinstance(node, str):
            return self._named(node, site)
        cls = OPERATORS[node["op"]]
        site = site.under(self.rules(node.get("rules", site.rules), (*site.path, "rules")))
        label = self.label(node["label"], site.at("label")) if "label" in node else None
        if cls is Apply:
            return changed(self._call(node, site), label=label)
        if cls is Reference:
            return changed(self.reference(node["of"], site.at("of")), label=label)
        inner = site.seeing(self._inner_names(node, site))
        arguments: dict[str, Any] = {}
        failed = False
        for name, key in cls.keys.items():
            if key.kind in ("label", "rules"):
                continue
            try:
                where = inner if name in ("part", "where") else site
                arguments[name] = self._argument(node, key, where)
            except LinkError:
                failed = True
        if failed:
            raise LinkError
        if cls is RulingOp:
            ruling = self.world.rulings[node["of"]]
            arguments["question"] = ruling.question
            arguments["texts"] = {reading.id: reading.text for reading in ruling.readings}
        return cls(label=label, rules=site.rules, **arguments)

    def _named(self, name: str, site: LinkContext) -> Operator:
        """What a name alone stands for: a value, or a function that is given nothing."""
        names = site.names
        function = names.functions.get(name)
        hidden = name in names.loop or name in names.defines
        if function is None or function.data["parameters"] or hidden:
            return self.reference(name, site)
        return self._call({"function": name, "arguments": ()}, site)

    def _call(self, node: Any, site: LinkContext) -> Apply:
        """A function, linked for the shapes of what it is given."""
        name, names = node["function"], site.names
        function = names.functions.get(name)
        if function is None:
            known = [*names.functions, *self.world.calculators, *self.functions]
            self.tell("E310", (*site.path, "function"), no_such(name, known))
            raise LinkError
        parameters = function.data["parameters"]
        if len(node["arguments"]) != len(parameters):
            self.tell("E217", site.path, {"typed": name, "names": parameters})
            raise LinkError
        linked = self._all(enumerate(node["arguments"]), site.at("arguments"))
        arguments = tuple(linked.values())
        shapes = {
            key: shape_of(value, names) for key, value in zip(parameters, arguments, strict=True)
        }
        data, at = function.data, function.path
        rules = self.rules(data.get("rules", site.rules), (*at, "rules"))
        body = self._expression(
            data["value"], LinkContext((*at, "value"), function.names.alone(shapes), rules)
        )
        return Apply(
            label=None, rules=rules, function=name, arguments=arguments,
            parameters=tuple(parameters), body=labelled(body, Text.read(data["name"])),
        )  # fmt: skip

    def entry(self, cls: type[E], data: Any, site: LinkContext, **others: Any) -> E | None:
        """What ``cls`` declares, linked; None after telling why something it needs cannot be.

        ``others`` are the values that do not stand in ``data`` as they are declared.
        """
        if "rules" in cls.keys and "rules" not in others:
            others["rules"] = self.rules(data.get("rules", site.rules), (*site.path, "rules"))
        site = site.under(others.get("rules", site.rules))
        for name, key in cls.kept_keys().items():
            if name not in others:
                others[name] = self._value(key, data, site)
                if others[name] is None and not key.optional:
                    return None
        return cls(**others)

    def entries(self, cls: type[E], data: Any, site: LinkContext) -> tuple[E, ...]:
        """The entries of a list that can be linked."""
        entries = (self.entry(cls, raw, site.at(i)) for i, raw in enumerate(data))
        return tuple(entry for entry in entries if entry)

    def _value(self, key: Key, data: Any, site: LinkContext) -> Any:
        if key.name not in data:
            return key.default
        raw, site = data[key.name], site.at(key.name)
        if key.kind == "expression":
            return self.expression(raw, site, key.of)
        if key.kind == "label":
            return self.label(raw, site)
        if key.kind == "list" and isinstance(key.of, type) and issubclass(key.of, Entry):
            return self.entries(key.of, raw, site)
        return key.read(data)

    def rules(self, ids: Any, path: KeyPath) -> tuple[str, ...]:
        """Rule ids, each told when no entry has it, or not so many points; linked ones are a tuple."""
        if isinstance(ids, tuple):
            return ids
        rules = cited(ids)
        for index, rule in enumerate(rules):
            if self.world.rules is not None and rule not in self.world.rules:
                self._missing("rules", rule, (*path, index), self.world.rules)
            elif point_of(rule) > (high := self.world.points.get(rule, point_of(rule))):
                self.tell(
                    "E333", (*path, index), {"typed": point_of(rule), "id": rule, "high": high}
                )
        return rules

    def _missing(self, kind: str, name: str, path: KeyPath, known: Iterable[str] = ()) -> None:
        if not self.world.unsure(kind, name):
            self.tell("E301", path, {"kind": kind.rstrip("s"), "id": name, "known": [*known]})

    def _inner_names(self, node: Any, site: LinkContext) -> Names:
        """The names inside a loop: those around it, the entry at hand and its number."""
        if "as" not in node:
            return site.names
        loop = {node["as"]: entry_shape(self._list(node["in"], site.at("in")))}
        if "number" in node:
            loop[node["number"]] = "number"
        return site.names.inside(**loop)

    def _list(self, name: str, site: LinkContext, kinds: tuple[str, ...] = ANY_LIST) -> Reference:
        source = self.reference(name, site.under(()))
        kind = field.kind if (field := field_of(source)) else source.root
        if source.root != "define" and kind not in kinds:
            self.tell("E311", site.path, {"typed": name})
            raise LinkError
        return source

    def _argument(self, node: Any, key: Key, site: LinkContext) -> Any:
        """The value of a key of an operator."""
        if key.name not in node:
            return key.default
        raw, inside = node[key.name], site.at(key.name)
        at = inside.path
        match key.kind:
            case "expression":
                return self._expression(raw, inside)
            case "expressions":
                return tuple(self._all(enumerate(raw), inside).values())
            case "cases":
                linked = self._all(raw.items(), inside)
                self._complete(node, raw, at)
                return linked
            case "cells" if isinstance(raw, list):
                table = self.world.tables.get(node["table"])
                keys = table.key if table else ()
                if len(keys) != len(raw):
                    if table:
                        self.tell("E303", site.path, {"table": table.id, "key": list(keys)})
                    raise LinkError
                linked = self._all(enumerate(raw), inside)
                return dict(zip(keys, linked.values(), strict=True))
            case "cells":
                self._columns(node, raw, at)
                return self._all(raw.items(), inside)
            case "column":
                self._columns(node, {raw: None}, at)
                return raw
            case "list-name":
                return self._list(raw, inside, _lists_of(node))
            case "table" | "ruling" | "calculator":
                return self._of_game(key.kind, raw, node, at)
            case _:
                return key.read(node)

    def _of_game(self, kind: str, name: str, node: Any, path: KeyPath) -> Any:
        """The table, ruling or calculator of that id."""
        world = self.world
        entries: Mapping[str, Any] = {
            "table": world.tables, "ruling": world.rulings, "calculator": world.calculators,
        }[kind]  # fmt: skip
        if name not in entries:
            self._missing(f"{kind}s", name, path, entries)
            raise LinkError
        if kind == "calculator":
            self._inputs(node, entries[name], path[:-1])
        return name if kind == "ruling" else entries[name]

    def _all(self, items: Any, site: LinkContext) -> dict[Any, Operator]:
        """Each expression linked, so that the problems of all of them are told."""
        linked: dict[Any, Operator] = {}
        failed = False
        for key, raw in items:
            try:
                linked[key] = self._expression(raw, site.at(key))
            except LinkError:
                failed = True
        if failed:
            raise LinkError
        return linked

    def _columns(self, node: Any, cells: Any, path: KeyPath) -> None:
        table = self.world.tables.get(node.get("table", ""))
        if table is None:
            return
        known = [column.id for column in table.columns]
        wrong = [column for column in cells if column not in known]
        for column in wrong:
            at = (*path, column) if node.get(path[-1]) is cells else path
            self.tell("E302", at, {"table": table.id, "typed": column, "known": known})
        if not wrong and path[-1] == "at" and set(cells) != set(table.key):
            self.tell("E303", path, {"table": table.id, "key": list(table.key)})
            wrong = [""]
        if wrong:
            raise LinkError

    def _inputs(self, node: Any, calculator: Calculator, path: KeyPath) -> None:
        results = [part.id for part in calculator.results]
        wrong = [key for key in node.get("with", ()) if key not in calculator.inputs]
        for key in wrong:
            self.tell("E310", (*path, "with", key), no_such(key, list(calculator.inputs)))
        if node["result"] not in results:
            self.tell("E310", (*path, "result"), no_such(node["result"], results))
            wrong.append("")
        if wrong:
            raise LinkError

    def _complete(self, node: Any, raw: Any, path: KeyPath) -> None:
        """A value for each reading of a ruling."""
        if node["op"] != "ruling" or node["of"] not in self.world.rulings or not raw:
            return
        readings = [reading.id for reading in self.world.rulings[node["of"]].readings]
        if set(raw) != set(readings):
            wrong = [reading for reading in raw if reading not in readings]
            for reading in wrong:
                self.tell("E312", (*path, reading, "#"), no_such(reading, readings))
            if not wrong:
                self.tell("E304", path, {"ruling": node["of"], "known": readings})
            raise LinkError


def entry_shape(source: Reference) -> Shape:
    """What an entry of a list is, for names inside a loop."""
    if source.root == "players":
        return "player"
    field = field_of(source)
    entries = kind_of(field).entries if field else "number"
    return entries if entries and entries != "field" else field or "number"


def field_of(reference: Reference) -> Field | None:
    """The field that a reference comes to, through another player too."""
    return field_of(reference.onward) if reference.onward else reference.field


def shape_of(value: Operator, names: Names) -> Shape:
    """What a routine or function is given: the shape of a name, else a plain value."""
    if not isinstance(value, Reference):
        return "number"
    if value.onward is None and value.root == "loop" and len(value.path) == 1:
        return names.loop[value.path[0]]
    return field_of(value) or "number"


def labelled(value: Operator, name: Text) -> Operator:
    """A named value explains itself by its name."""
    if value.label is not None or isinstance(value, (Reference, Fixed)):
        return value
    return changed(value, label=Label(name))
