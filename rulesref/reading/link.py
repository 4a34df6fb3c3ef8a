"""Links expressions: every name, table, column, ruling and rule is resolved when a game is built.

The same code runs over YAML that is being checked and over a snapshot. Problems are handed to a
callback with the path in the document; a snapshot has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Path
from rulesref.base.frozen import frozen
from rulesref.base.text import Text
from rulesref.lang import OPERATORS
from rulesref.lang.references import Fixed, Reference, Root
from rulesref.model.entries import Ruling, Table
from rulesref.model.expression import Arg, Label, Operator, attribute
from rulesref.model.field import Field

if TYPE_CHECKING:
    from rulesref.model.scoring import Calculator

#: Tells a problem: code, path in the document, values; ``key`` points at the key instead.
Tell = Callable[[str, Path, Mapping[str, object]], None]

_NOTHING: Mapping[str, Any] = {}

#: What a loop name stands for: a field, "player", or a plain number.
Shape = Field | str

#: Names that are there wherever there are players.
_OF_PLAYERS: Mapping[str, Root] = {"seat": "seat", "player-name": "name", "players": "players"}

_PLACEHOLDER = re.compile(r"\{([a-z0-9.-]+)\}")


def _sure(kind: str, name: str) -> bool:  # noqa: ARG001 - by default every name is known
    return False


@frozen
class World:
    """What names outside the document mean: tables, rulings and rule entries of the game.

    ``unsure`` tells of a kind and an id whether such an entry may be there although it is not
    among these: because it has problems of its own, or its file could not be read.
    """

    tables: Mapping[str, Table]
    rulings: Mapping[str, Ruling]
    rules: frozenset[str] | None
    calculators: Mapping[str, Calculator] = _NOTHING
    unsure: Callable[[str, str], bool] = _sure


@frozen
class Names:
    """What names inside an expression mean."""

    player: Mapping[str, Field] | None
    table: Mapping[str, Field]
    defines: Mapping[str, str] = _NOTHING
    loop: Mapping[str, Shape] = _NOTHING

    def inside(self, **loop: Shape) -> Names:
        """These names and those of a loop."""
        return Names(self.player, self.table, self.defines, {**self.loop, **loop})

    def known(self) -> list[str]:
        """Every name, for "did you mean"."""
        always = ["player-count", *((*_OF_PLAYERS, "event") if self.player is not None else ())]
        return [*self.loop, *self.defines, *(self.player or {}), *self.table, *always]


_ANY_LIST = ("players", "records", "choices", "wholes", "by-player")
_LISTS: Mapping[str, tuple[str, ...]] = {
    "own": ("by-player",),
    "pieces": ("by-player",),
    "holds": ("choices", "wholes"),
}


def _lists_of(node: Mapping[str, Any]) -> tuple[str, ...]:
    """The kinds of list that an operator can work with."""
    if node["op"] == "rank":
        return ("players",) if "by" in node else ("by-player", "wholes")
    return _LISTS.get(node["op"], _ANY_LIST)


class _Unlinked(Exception):  # noqa: N818 - the problem has been told
    """The expression cannot be linked; why has been told."""


class Linker:
    """Turns the plain data of expressions into operators."""

    def __init__(self, world: World, tell: Tell) -> None:
        self.world = world
        self.tell = tell

    def expression(
        self, node: Any, path: Path, names: Names, rules: tuple[str, ...] = ()
    ) -> Operator | None:
        """The linked expression; None after telling what is wrong with it."""
        try:
            return self._expression(node, path, names, rules)
        except _Unlinked:
            return None

    def label(self, pair: Mapping[str, str], path: Path, names: Names) -> Label:
        """A label and the values of its placeholders."""
        text = Text.read(pair)
        wanted = dict.fromkeys(_PLACEHOLDER.findall(text.ja), "ja")
        wanted = dict.fromkeys(_PLACEHOLDER.findall(text.en), "en") | wanted
        refs: list[tuple[str, Operator]] = []
        for name, lang in wanted.items():
            try:
                refs.append((name, self.reference(name, (*path, lang), names, ())))
            except _Unlinked:
                continue
        return Label(text, tuple(refs))

    def reference(self, name: str, path: Path, names: Names, rules: tuple[str, ...]) -> Reference:
        """The value called ``name``."""
        first, *rest = name.split(".")
        if first in names.loop:
            return self._loop_reference(name, first, rest, path, names, rules)
        if first in names.defines and not rest:
            return self._reference(name, "define", (first,), None, rules)
        if names.player is not None:
            if first in names.player:
                found = self._inside(names.player[first], rest, name, path)
                return self._reference(name, "player", (first, *rest), found, rules)
            if name in _OF_PLAYERS:
                return self._reference(name, _OF_PLAYERS[name], (), None, rules)
        if first in names.table:
            found = self._inside(names.table[first], rest, name, path)
            return self._reference(name, "table", (first, *rest), found, rules)
        if name == "player-count":
            return self._reference(name, "count", (), None, rules)
        if name == "event" and names.player is not None:
            return self._reference(name, "event", (), None, rules)
        return self._unknown(name, path, names)

    def _unknown(self, name: str, path: Path, names: Names) -> Reference:
        self.tell("E310", path, {"found": name, "known": names.known()})
        raise _Unlinked

    def _loop_reference(
        self, name: str, first: str, rest: list[str], path: Path, names: Names,
        rules: tuple[str, ...],
    ) -> Reference:  # fmt: skip
        shape = names.loop[first]
        if shape == "player":
            if not rest:
                return self._reference(name, "loop", (first,), None, rules)
            plain = Names(names.player, names.table, names.defines)
            onward = self.reference(".".join(rest), path, plain, rules)
            return Reference(
                of=name, root="loop", path=(first,), field=None, onward=onward, rules=rules
            )
        if isinstance(shape, str):
            return self._reference(name, "loop", (first, *rest), None, rules)
        found = self._inside(shape, rest, name, path, first=True)
        return self._reference(name, "loop", (first, *rest), found, rules)

    def _inside(
        self, found: Field, rest: list[str], name: str, path: Path, *, first: bool = False
    ) -> Field:
        """The field that ``rest`` leads to; ``first``: ``found`` stands for an entry of its list."""
        entry = first
        for key in rest:
            # Only an entry of a list has fields, never the list itself.
            fields = found.fields if found.kind == "record" or entry else {}
            if key not in fields:
                self.tell("E310", path, {"found": name, "known": list(fields)})
                raise _Unlinked
            found, entry = fields[key], False
        return found

    @staticmethod
    def _reference(
        name: str, root: Root, path: tuple[str, ...], found: Field | None, rules: tuple[str, ...]
    ) -> Reference:
        return Reference(of=name, root=root, path=path, field=found, rules=rules)

    def _expression(self, node: Any, path: Path, names: Names, rules: tuple[str, ...]) -> Operator:
        if isinstance(node, (bool, int)):
            return Fixed(value=node, names={}, rules=rules)
        if isinstance(node, str):
            return self.reference(node, path, names, rules)
        cls = OPERATORS[node["op"]]
        rules = self.rules(node.get("rules", rules), (*path, "rules"))
        label = self.label(node["label"], (*path, "label"), names) if "label" in node else None
        if cls is Reference:
            found = self.reference(node["of"], (*path, "of"), names, rules)
            return Reference(**{**_fields(found), "label": label})
        inner = self._inner_names(cls, node, path, names)
        arguments: dict[str, Any] = {}
        failed = False
        for name, arg in cls.args.items():
            where = inner if name in ("part", "where") and "as" in cls.args else names
            try:
                value = self._argument(node, name, arg, path, where, rules)
            except _Unlinked:
                failed = True
                continue
            arguments[attribute(name)] = value
        if failed:
            raise _Unlinked
        return cls(label=label, rules=rules, **arguments)

    def rules(self, ids: Any, path: Path) -> tuple[str, ...]:
        """Rule ids, each told when no entry has it."""
        for index, rule in enumerate(ids):
            if self.world.rules is not None and rule not in self.world.rules:
                self._missing("rules", rule, (*path, index))
        return tuple(ids)

    def _missing(self, kind: str, name: str, path: Path) -> None:
        if not self.world.unsure(kind, name):
            self.tell("E301", path, {"kind": kind.rstrip("s"), "id": name})

    def _inner_names(self, cls: type[Operator], node: Any, path: Path, names: Names) -> Names:
        if "as" not in cls.args or "as" not in node:
            return names
        source = self._list(node["in"], (*path, "in"), names)
        loop: dict[str, Shape] = {node["as"]: entry_shape(source)}
        if "number" in node:
            loop[node["number"]] = "number"
        return names.inside(**loop)

    def _list(
        self, name: str, path: Path, names: Names, kinds: tuple[str, ...] = _ANY_LIST
    ) -> Reference:
        found = self.reference(name, path, names, ())
        kind = inner.kind if (inner := field_of(found)) else found.root
        if found.root != "define" and kind not in kinds:
            self.tell("E311", path, {"found": name})
            raise _Unlinked
        return found

    def _argument(
        self, node: Any, name: str, arg: Arg, path: Path, names: Names, rules: tuple[str, ...]
    ) -> Any:
        here = (*path, name)
        if name not in node:
            return {} if arg.kind in ("cases", "cells", "texts") else None
        raw = node[name]
        match arg.kind:
            case "expression":
                return self._expression(raw, here, names, rules)
            case "expressions":
                return self._all(enumerate(raw), here, names, rules, tuple)
            case "cases":
                found = self._all(raw.items(), here, names, rules, dict)
                self._complete(node, name, raw, here)
                return found
            case "cells":
                self._columns(node, raw, here)
                return self._all(raw.items(), here, names, rules, dict)
            case "table":
                if raw not in self.world.tables:
                    self._missing("tables", raw, here)
                    raise _Unlinked
                return self.world.tables[raw]
            case "column":
                self._columns(node, {raw: None}, here)
                return raw
            case "list":
                return self._list(raw, here, names, _lists_of(node))
            case "ruling":
                if raw not in self.world.rulings:
                    self._missing("rulings", raw, here)
                    raise _Unlinked
                return raw
            case "calculator":
                if raw not in self.world.calculators:
                    self._missing("calculators", raw, here)
                    raise _Unlinked
                self._inputs(node, self.world.calculators[raw], path)
                return self.world.calculators[raw]
            case "texts":
                return {code: Text.read(pair) for code, pair in raw.items()}
            case "literals":
                return tuple(raw)
            case _:
                return raw

    def _all(self, items: Any, path: Path, names: Names, rules: tuple[str, ...], kind: type) -> Any:
        """Each expression linked, so that the problems of all of them are told."""
        found: list[tuple[Any, Operator]] = []
        failed = False
        for key, raw in items:
            try:
                found.append((key, self._expression(raw, (*path, key), names, rules)))
            except _Unlinked:
                failed = True
        if failed:
            raise _Unlinked
        return dict(found) if kind is dict else tuple(operator for _, operator in found)

    def _columns(self, node: Any, cells: Any, path: Path) -> None:
        table = self.world.tables.get(node.get("table", ""))
        if table is None:
            return
        known = [column.id for column in table.columns]
        wrong = [column for column in cells if column not in known]
        for column in wrong:
            at = (*path, column) if node.get(path[-1]) is cells else path
            self.tell("E302", at, {"table": table.id, "found": column, "known": known})
        if not wrong and path[-1] == "at" and set(cells) != set(table.key):
            self.tell("E303", path, {"table": table.id, "key": list(table.key)})
            wrong = [""]
        if wrong:
            raise _Unlinked

    def _inputs(self, node: Any, calculator: Calculator, path: Path) -> None:
        results = [part.id for part in calculator.results]
        wrong = [key for key in node.get("with", ()) if key not in calculator.inputs]
        for key in wrong:
            self.tell(
                "E310", (*path, "with", key), {"found": key, "known": list(calculator.inputs)}
            )
        if node["result"] not in results:
            self.tell("E310", (*path, "result"), {"found": node["result"], "known": results})
            wrong.append("")
        if wrong:
            raise _Unlinked

    def _complete(self, node: Any, name: str, raw: Any, path: Path) -> None:
        if name != "readings" or node["of"] not in self.world.rulings:
            return
        readings = [reading.id for reading in self.world.rulings[node["of"]].readings]
        if set(raw) != set(readings):
            self.tell("E304", path, {"ruling": node["of"], "known": readings})
            raise _Unlinked


def entry_shape(source: Reference) -> Shape:
    """What an entry of a list is, for names inside a loop."""
    if source.root == "players":
        return "player"
    found = field_of(source)
    if found is not None and found.kind == "players":
        return "player"
    if found is None or found.kind in ("wholes", "by-player"):
        return "number"
    return found


def field_of(reference: Reference) -> Field | None:
    """The field that a reference comes to, through another player too."""
    return field_of(reference.onward) if reference.onward else reference.field


def _fields(reference: Reference) -> dict[str, Any]:
    return {
        "of": reference.of, "root": reference.root, "path": reference.path,
        "field": reference.field, "onward": reference.onward, "rules": reference.rules,
    }  # fmt: skip
