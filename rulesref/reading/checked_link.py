"""Linking that checks: types are worked out, and what hides a name or is used nowhere is told."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rulesref.base.diagnostics import KeyPath, no_such
from rulesref.base.suggest import did_you_mean
from rulesref.fields.kind import kind_of
from rulesref.lang.calculating import Apply
from rulesref.lang.grammar import FUNCTIONS
from rulesref.lang.references import Reference
from rulesref.lang.types import ANY, NUMBER, PLAYER, Type, Types, codes_of, record_of, type_of
from rulesref.model.entries import Field
from rulesref.model.expression import Label, Operator
from rulesref.model.keys import NAME
from rulesref.reading.link import (
    ANY_LIST,
    NUMBERS,
    GlobalScope,
    LinkContext,
    Linker,
    LinkError,
    Names,
    Shape,
    Tell,
)

#: What stands in braces in a sentence.
_BRACES = re.compile(r"\{([^{}]*)\}")
#: What can name a part of a field, as far as that is known before a play.
_NAMING = {"code", "player", "text", "nothing"}


class CheckedLinker(Linker):
    """Links, and tells what is not of the type that it should be."""

    functions = tuple(FUNCTIONS)

    def __init__(self, world: GlobalScope, tell: Tell) -> None:
        #: Whether all could be linked so far.
        self.clean = True

        def noted(code: str, path: KeyPath, values: Mapping[str, object]) -> None:
            if code == "E312" and self.elsewhere(path, values):
                return
            self.clean = self.clean and code.startswith("W")
            tell(code, path, values)

        super().__init__(world, noted)
        self.places: dict[int, KeyPath] = {}
        #: Every operator that has a place, so that no other is taken for it.
        self.linked: list[Operator] = []
        self.known: dict[int, Type] = {}
        #: The names that are used, each with the beginning of the path at which it is.
        self.used: set[tuple[KeyPath, str]] = set()
        #: The codes that there are for each function, by its place.
        self.inside: dict[KeyPath, set[str]] = {}
        #: The functions that are being linked, one inside of another.
        self.calling: list[str] = []

    def expression(self, node: Any, site: LinkContext, gives: str = "") -> Operator | None:
        operator = super().expression(node, site, gives)
        if operator is not None:
            types = self.types(site.names)
            self.known[id(operator)] = (
                types.wanted(operator, gives) if gives else types.of(operator)
            )
        return operator

    def types(self, names: Names) -> Types:
        """What works out types of expressions that see these names."""
        within = {name: names.types.get(name) or _type(shape) for name, shape in names.loop.items()}
        return Types(self.tell, self.places, within, names.defines, self.events)

    def type_of(self, operator: Operator | None, *, entry: bool = False) -> Type:
        type_ = self.known.get(id(operator), ANY)
        if not entry:
            return type_
        if type_.kinds and type_.entry is None:
            self.tell("E311", self.places[id(operator)], {"typed": getattr(operator, "of", "")})
        return type_.entry or ANY

    def fits(self, operator: Operator | None, field: Field | None, names: Names) -> None:
        if operator is not None and field is not None:
            mine = self.type_of(operator)
            self.types(names).fit(mine, type_of(field), self.places[id(operator)])

    def reference(self, name: str, site: LinkContext) -> Reference:
        for first in name.split("."):
            self._use(first, site.path)
        reference = super().reference(name, site)
        self._note(reference, site.path)
        return reference

    def label(self, pair: Mapping[str, str], site: LinkContext) -> Label:
        for lang, text in pair.items():
            lone = re.search("[{}].*", _BRACES.sub("", text))
            for typed in [*_BRACES.findall(text), *([lone[0][:20]] if lone else [])]:
                if not re.fullmatch(NAME, typed):
                    near = did_you_mean(typed, site.names.known())
                    self.tell("E223", (*site.path, lang), {"typed": typed, "near": near})
        return super().label(pair, site)

    def field_at(self, fields: Mapping[str, Field], name: str, path: KeyPath) -> Field | None:
        """The field that a name with dots leads to; None after telling that there is none."""
        first, *rest = name.split(".")
        if first not in fields:
            self.tell("E310", path, no_such(name, [*fields]))
            return None
        try:
            return self._inside(fields[first], rest, name, path, first=True)
        except LinkError:
            return None

    def record_type(self, changes: Iterable[str]) -> Mapping[str, Type]:
        """What is known of the changes of a scoring: their ids."""
        return {"change": record_of(dict.fromkeys(changes, ANY))}

    def changes(
        self,
        kind: str,
        fields: Mapping[str, Field],
        name: str,
        value: Operator | None,
        path: KeyPath,
    ) -> None:
        """Tell when an effect does nothing that can be done with a field."""
        field = self.field_at(fields, name, path)
        if value is None or field is None:
            return
        mine, types = self.type_of(value), Types(self.tell)
        at, target = self.places[id(value)], type_of(field)
        needed = {"add": "number", "put": "list", "take": "list"}.get(kind)
        if needed and needed not in target.kinds:
            self.tell("E313", path, {"kind": sorted(target.kinds), "expected": [needed]})
        elif needed == "list":
            types.fit(mine, target.entry or ANY, at)
        else:
            types.fit(mine, target, at)

    def picks(self, pick: Operator, field: Field, path: KeyPath) -> None:
        """Tell when a value can name something else than a part of a field, or than whose amount it is."""
        mine = self.type_of(pick)
        parts = codes_of([*field.fields, *(extra.id for extra in field.extras)])
        Types(self.tell).strange(mine.codes - parts.codes, parts, path)
        if wrong := mine.kinds - _NAMING:
            self.tell("E313", path, {"kind": sorted(wrong), "expected": ["code"]})

    def strip(self, fields: Mapping[str, Field], name: str, path: KeyPath) -> None:
        """Tell when a field of players has no numbers, or no ends, to be drawn as a strip of them."""
        field = fields[name]
        if not (kind_of(field).is_number or kind_of(field).entries == "number"):
            kind = sorted(type_of(field).kinds)
            self.tell("E313", path, {"kind": kind, "expected": ["number"]})
        elif field.low is None or field.high is None:
            self.tell("E201", ("state", "player", [*fields].index(name)), {"key": "range"})

    def asked(
        self,
        data: Iterable[Any],
        fields: Mapping[str, Field],
        path: KeyPath,
        events: Collection[str] | None = None,
    ) -> None:
        """Tell what cannot be in fields."""
        for i, entry in enumerate(data):
            field, at = fields[entry["id"]], (*path, i)
            self.rules([*field.rules], (*at, "rules"))
            low, high = field.bounds
            if low > high:
                self.tell("E222", (*at, "range"), {"low": low, "high": high})
            self.default(field, (*at, "default"))
            self.asked(entry.get("fields", ()), field.fields, (*at, "fields"), events)
            if events is not None:
                self.are_events(field.events, events, (*at, "events"))

    def are_events(self, names: Iterable[str], events: Collection[str], path: KeyPath) -> None:
        """Tell those of the names at a path that no event has."""
        for i, name in enumerate(names):
            if name not in events and not self.world.unsure("events", name):
                self.tell("E301", (*path, i), {"kind": "event", "id": name, "known": [*events]})

    def unused(self, entries: Iterable[Any], path: KeyPath, around: KeyPath) -> None:
        """Tell those of the named entries at a path that nothing uses, if all could be linked."""
        if not self.clean:
            return
        for i, entry in enumerate(entries):
            if (around, entry["id"]) not in self.used:
                self.tell("W318", (*path, i, "id"), {"id": entry["id"]})

    def hides(self, name: str, site: LinkContext) -> None:
        """Tell when a name means something else already."""
        if name in site.names.known():
            self.tell("E316", site.path, {"id": name})

    def default(self, field: Field, path: KeyPath) -> None:
        """Tell when a field cannot have its default."""
        if field.default is None:
            return
        Types(self.tell, path=path).literal(field.default, type_of(field))
        low, high, value = field.low, field.high, field.default
        if isinstance(value, str) or not kind_of(field).is_number:
            return
        if (low is not None and value < low) or (high is not None and value > high):
            self.tell("E319", path, {"typed": value, "low": low, "high": high})

    def _expression(self, node: Any, site: LinkContext) -> Operator:
        operator = super()._expression(node, site)
        self._note(operator, site.path)
        return operator

    def _inner_names(self, node: Any, site: LinkContext) -> Names:
        for key in ("as", "number"):
            if key in node:
                self.hides(node[key], site.at(key))
        return super()._inner_names(node, site)

    def _missing(self, kind: str, name: str, path: KeyPath, known: Iterable[str] = ()) -> None:
        self.clean = False  # perhaps it is there, with problems of its own
        super()._missing(kind, name, path, known)

    def _unknown(self, name: str, site: LinkContext) -> Reference:
        names = site.names
        if name in names.functions:
            parameters = names.functions[name].data["parameters"]
            self.tell("E217", site.path, {"typed": name, "names": parameters})
            raise LinkError
        first, _, rest = name.partition(".")
        perhaps: Mapping[str, object] | None = None
        if name in self.world.tables:
            perhaps = {"meant": "table"}
        elif rest in names.known():
            perhaps = {"known": [rest], "meant": "loop", "first": first}
        elif minus := _minus(name, names.known()):
            perhaps = {"meant": "minus", "as": minus}
        elif name.isdecimal():
            perhaps = {"meant": "entry"}
        elif name in self._codes(names):
            perhaps = {"meant": "code"}
        if perhaps is None:
            return super()._unknown(name, site)
        self.tell("E310", site.path, {"typed": name, "known": [], **perhaps})
        raise LinkError

    def _codes(self, names: Names) -> set[str]:
        """The codes of the fields around, also within their records, and of the tables."""
        fields = [*(names.player or {}).values(), *names.table.values()]
        fields += [shape for shape in names.loop.values() if isinstance(shape, Field)]
        codes: set[str] = set()
        while fields:
            field = fields.pop()
            codes |= {option.id for option in field.options}
            fields += field.fields.values()
        columns = [column for table in self.world.tables.values() for column in table.columns]
        return codes.union(*(column.values for column in columns))

    def _list(self, name: str, site: LinkContext, kinds: tuple[str, ...] = ANY_LIST) -> Reference:
        if name == "players" and kinds == NUMBERS:
            self.tell("E201", site.path[:-1], {"key": "by"})
            raise LinkError
        return super()._list(name, site, kinds)

    def _of_game(self, kind: str, name: str, node: Any, path: KeyPath) -> Any:
        if kind == "calculator" and self.inside_calculator:
            self.tell("E331", path, {"id": name})
            raise LinkError
        return super()._of_game(kind, name, node, path)

    def elsewhere(self, path: KeyPath, values: Mapping[str, object]) -> bool:
        """Whether a case that cannot come up here stands in a function, which another call may need."""
        if "cases" not in path:
            return False
        around = (codes for at, codes in self.inside.items() if path[: len(at)] == at)
        return any(values["typed"] in codes for codes in around)

    def _call(self, node: Any, site: LinkContext) -> Apply:
        self._use(node["function"], site.path)
        name = node["function"]
        function = site.names.functions.get(name)
        if function is None and name in self.calling:
            self.tell(
                "E310", (*site.path, "function"), {"typed": name, "known": [], "meant": "itself"}
            )
            raise LinkError
        if function is None:
            return super()._call(node, site)
        self.inside.setdefault(function.path, self._codes(function.names))
        self.calling.append(name)
        try:
            call = super()._call(node, site)
        finally:
            self.calling.pop()
        self._note(call.body, (*function.path, "value"))  # with its name it is another one
        return call

    def _use(self, name: str, path: KeyPath) -> None:
        self.used |= {((), name), (path[:1], name), (path[:2], name)}

    def _note(self, operator: Operator, path: KeyPath) -> None:
        self.places[id(operator)] = path
        self.linked.append(operator)


def _minus(name: str, known: Collection[str]) -> str:
    """A name that is two of the known ones, or one and a number, with a minus; empty if it is not."""
    words = name.split("-")
    for i in range(1, len(words)):
        left, right = "-".join(words[:i]), "-".join(words[i:])
        if left in known and (right in known or right.isdecimal()):
            return f"{left} - {right}"
    return ""


def _type(shape: Shape) -> Type:
    if isinstance(shape, Field):
        return type_of(shape)
    return PLAYER if shape == "player" else NUMBER if shape == "number" else ANY
