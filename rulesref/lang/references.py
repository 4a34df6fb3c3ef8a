"""Operators that give a value as it stands: a constant, a field, a named value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from rulesref.base.diagnostics import Problem
from rulesref.base.text import LANGS, Text
from rulesref.fields.kind import kind_of, value_text
from rulesref.lang.types import (
    ANY,
    NUMBER,
    PLAYER,
    Type,
    Types,
    codes_of,
    list_of,
    literal_type,
    type_of,
)
from rulesref.model.code import Bound, Code, Seat
from rulesref.model.expression import LABELS, Operator, Player, Scope, Unworkable
from rulesref.model.field import Field
from rulesref.model.keys import optional, required
from rulesref.model.steps import Input, Step, Value

Root = Literal["loop", "define", "player", "table", "count", "seat", "name", "players", "event"]


class Fixed(Operator):
    """A constant (定数): a number, true or false, or a code.

    Passes: ``5``, ``true``, ``'gate'``.
    Fails: ``'gate``.
    """

    op: ClassVar[str] = "fixed"
    value: int | bool | str = required.literal("the value")
    names: Mapping[str, Text] = optional.mapped("how a code is read, by code", required.text())

    def typed(self, types: Types) -> Type:
        for code in self.names:
            same = codes_of([str(self.value)])
            types.strange({code} - same.codes, same, (*types.path, "names", code))
        # A code that is named here is one that the rules make known.
        return codes_of(self.names) if self.names else literal_type(self.value)

    def run(self, scope: Scope) -> Step:
        """The constant itself."""
        name = self.names.get(self.value) if isinstance(self.value, str) else None
        return self.step(scope, self.value, shown=name)

    def plain(self, code: Code) -> str:
        return code.literal(self.value)


class Reference(Operator):
    """The value of a field (入力値), written as its name.

    Looked for in the loops around, the named values, the player, the table; ``player-count``,
    ``seat`` (from 1), ``player-name`` and ``event`` (which scoring it is) are there as well.

    Passes: ``gold``, ``beds.east``.
    Fails: ``golt`` (no such name).
    """

    op: ClassVar[str] = "field"
    of: str = required.name("the name of the value")
    root: Root
    path: tuple[str, ...]
    field: Field | None
    #: How to go on when the first name is another player: what is asked of that player.
    onward: Reference | None = None

    def typed(self, types: Types) -> Type:
        match self.root:
            case "define":
                return types.defines.get(self.path[0], ANY)
            case "loop" if self.onward is None:
                return types.part(types.names.get(self.path[0], ANY), self.path[1:])
            case "loop":
                assert self.onward is not None
                return types.of(self.onward)
            case "players":
                return list_of(PLAYER)
            case "name":
                return PLAYER
            case "event":
                return codes_of(types.events) if types.events else ANY
            case _:
                return type_of(self.field) if self.field else NUMBER

    def run(self, scope: Scope) -> Step:
        """The value, labelled with the name of its field."""
        if self.root == "define":
            return self._named(scope, scope.defined(self.path[0]))
        if self.onward:
            player = scope.names[self.path[0]]
            assert isinstance(player, Player)  # the linker only makes onward for players
            return self.onward.run(scope.for_player(player.seat))
        value = self.value(scope)
        if value is None and self.field and kind_of(self.field).counts:
            raise Unworkable(Problem("E417", None, {"name": self.field.name}))
        label = self.field.name if self.field else None
        shown = self._shown(value)
        return Step(
            op=self.op,
            value=value,
            label=self.label.filled(scope) if self.label else label,
            rules=self.rules,
            inputs=(Input(self.of, value, label, shown),),
            shown=shown,
        )

    def plain(self, code: Code) -> str:
        names = code.names
        match self.root:
            case "define":
                return code.defined(self.path[0])
            case "loop" if isinstance(seat := names.loops[self.path[0]], Seat):
                with code.seen_by(seat):
                    return code.value(self.onward) if self.onward else code.player_name()
            case "loop":
                return self._inside(code, names.loops[self.path[0]], self.path[1:])
            case "player":
                return self._inside(code, code.seat, self.path)
            case "table":
                return self._inside(code, names.table[self.path[0]], self.path[1:])
            case "count":
                return "0" if names.ground else code.kept("len(names)")
            case "seat":
                return f"({code.seat.index} + 1)" if names.seat else "1"
            case "name":
                return code.player_name()
            case "players":
                return "names"
            case _:
                return repr(names.event)

    def _inside(self, code: Code, base: Bound | Seat, path: tuple[str, ...]) -> str:
        text = code.use(base) + "".join(f"[{key!r}]" for key in path)
        field = self.field
        return code.kept(text, sure=base.sure and field is not None and field.belongs_to(code.names.event))  # fmt: skip

    def value(self, scope: Scope) -> Value:
        """The bare value."""
        match self.root:
            case "count":
                return len(scope.position.players)
            case "seat":
                return (scope.seat or 0) + 1
            case "loop":
                entry = scope.names[self.path[0]]
                if isinstance(entry, Player):
                    return scope.position.names[entry.seat]
                return _inside(entry, self.path[1:])
            case "name":
                return scope.position.names[scope.seat or 0]
            case "event":
                return scope.position.event
            case "player":
                if scope.seat is None:
                    raise Unworkable(Problem("E418", None, {"found": self.of}))
                return _inside(scope.position.players[scope.seat], self.path)
            case _:
                return _inside(scope.position.table, self.path)

    def _named(self, scope: Scope, step: Step) -> Step:
        if self.label is None and step.label is not None:
            return step
        return self.step(scope, step.value, (step,), shown=step.shown)

    def _shown(self, value: Value) -> Text | None:
        if value is None or not self.field or not self.field.options:
            return None
        field = self.field
        return Text(*(value_text(field, value, lang, LABELS) for lang in LANGS))


def _inside(value: object, path: tuple[str, ...]) -> Value:
    for key in path:
        assert isinstance(value, Mapping)
        value = value[key]
    return value  # type: ignore[return-value]
