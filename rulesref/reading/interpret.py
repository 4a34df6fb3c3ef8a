"""From the plain data of ``scoring.yaml`` and ``calculators.yaml`` to linked, runnable values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.base.diagnostics import Path
from rulesref.base.text import Text
from rulesref.model.fields import Field, read_fields
from rulesref.model.scoring import Calculator, Check, Event, Part, Rung, Scoring
from rulesref.ops.base import Label, Operator
from rulesref.ops.values import Fixed, Reference
from rulesref.reading.link import Linker, Names, Tell, World, entry_shape


def _trusting(code: str, path: Path, values: Mapping[str, object]) -> None:
    """For data that has been checked: a problem now is a bug."""
    msg = f"{code} at {path}: {dict(values)}"
    raise AssertionError(msg)


def scoring(data: Any, world: World, tell: Tell = _trusting) -> Scoring:
    """The linked scoring of a game; what cannot be linked is told and left out."""
    return _Interpreter(world, tell).scoring(data)


def calculators(
    game: str, data: Any, world: World, tell: Tell = _trusting
) -> Mapping[str, Calculator]:
    """The linked calculators of a game, by id."""
    interpreter = _Interpreter(world, tell)
    found = [interpreter.calculator(game, entry, (i,)) for i, entry in enumerate(data)]
    return {calculator.id: calculator for calculator in found}


class _Interpreter:
    def __init__(self, world: World, tell: Tell) -> None:
        self.tell = tell
        self.linker = Linker(world, tell)

    def scoring(self, data: Any) -> Scoring:
        player = read_fields(data["position"]["player"])
        table = read_fields(data["position"]["table"])
        events = [
            self.event(entry, ("events", i), player, table)
            for i, entry in enumerate(data["events"])
        ]
        known = [event.id for event in events]
        checks = [
            self.event_check(entry, ("checks", i), player, table, known)
            for i, entry in enumerate(data.get("checks", ()))
        ]
        self._field_rules(data["position"])
        return Scoring(
            player=player,
            table=table,
            events={event.id: event for event in events},
            checks=tuple(check for check in checks if check),
        )

    def _field_rules(self, position: Any) -> None:
        for side in ("player", "table"):
            for i, entry in enumerate(position[side]):
                self.linker.rules(entry.get("rules", ()), ("position", side, i, "rules"))

    def event(
        self, data: Any, path: Path, player: Mapping[str, Field], table: Mapping[str, Field]
    ) -> Event:
        names = Names(_of_event(player, data["id"]), _of_event(table, data["id"]))
        rules = self.linker.rules(data["rules"], (*path, "rules"))
        names, define = self.defines(data, path, names, rules)
        if "before" in data and data["before"] not in (names.player or {}):
            self.tell("E310", (*path, "before"), {"found": data["before"], "known": names.known()})
        vector = None
        if "vector" in data:
            vector = self.linker.expression(data["vector"], (*path, "vector"), names, rules)
        aliases = data.get("aliases", {})
        return Event(
            id=data["id"],
            name=Text.read(data["name"]),
            aliases=(tuple(aliases.get("ja", ())), tuple(aliases.get("en", ()))),
            final=data.get("final", False),
            rules=rules,
            before=data.get("before"),
            define=define,
            categories=self.parts(data["categories"], (*path, "categories"), names, rules),
            changes=self.parts(data.get("changes", ()), (*path, "changes"), names, rules),
            vector=vector,
            ranking=self.ladder(data["ranking"], (*path, "ranking"), names),
        )

    def defines(
        self, data: Any, path: Path, names: Names, rules: tuple[str, ...]
    ) -> tuple[Names, Mapping[str, Operator]]:
        """Each named value may use those before it."""
        found: dict[str, Operator] = {}
        for i, entry in enumerate(data.get("define", ())):
            here = (*path, "define", i)
            own = self.linker.rules(entry.get("rules", rules), (*here, "rules"))
            value = self.linker.expression(entry["value"], (*here, "value"), names, own)
            if value is not None:
                found[entry["id"]] = _labelled(value, Text.read(entry["name"]))
            names = Names(
                names.player, names.table, {**names.defines, entry["id"]: "any"}, names.loop
            )
        return names, found

    def parts(self, data: Any, path: Path, names: Names, rules: tuple[str, ...]) -> tuple[Part, ...]:
        found: list[Part] = []
        for i, entry in enumerate(data):
            own = self.linker.rules(entry.get("rules", rules), (*path, i, "rules"))
            value = self.linker.expression(entry["value"], (*path, i, "value"), names, own)
            if value is not None:
                name = Text.read(entry["name"])
                found.append(Part(id=entry["id"], name=name, rules=own, value=value))
        return tuple(found)

    def ladder(self, data: Any, path: Path, names: Names) -> tuple[Rung, ...]:
        found: list[Rung] = []
        for i, entry in enumerate(data):
            rules = self.linker.rules(entry["rules"], (*path, i, "rules"))
            value = None
            if "value" in entry:
                value = self.linker.expression(entry["value"], (*path, i, "value"), names, rules)
            name = Text.read(entry["name"])
            found.append(Rung(by=entry["by"], name=name, rules=rules, value=value))
        return tuple(found)

    def event_check(
        self, data: Any, path: Path, player: Mapping[str, Field], table: Mapping[str, Field],
        events: list[str],
    ) -> Check | None:  # fmt: skip
        """A check of positions, which sees the fields of the events it is for."""
        where = data.get("events", events)
        for i, event in enumerate(where):
            if event not in events:
                self.tell("E301", (*path, "events", i), {"kind": "event", "id": event})
        names = Names(
            {k: f for k, f in player.items() if any(f.belongs_to(e) for e in where)},
            {k: f for k, f in table.items() if any(f.belongs_to(e) for e in where)},
        )
        return self.check(data, path, names)

    def check(self, data: Any, path: Path, names: Names) -> Check | None:
        each: Reference | None = None
        if "each" in data:
            source = self.linker.expression(data["each"], (*path, "each"), names)
            if not isinstance(source, Reference):
                return None
            each = source
            names = names.inside(**{data["as"]: entry_shape(each)})
        rules = self.linker.rules(data["rules"], (*path, "rules"))
        when = self.linker.expression(data["when"], (*path, "when"), names, rules)
        if when is None:
            return None
        message = self.linker.label(data["message"], (*path, "message"), names)
        return Check(
            id=data.get("id", ""),
            level=data.get("level", "error"),
            when=when,
            message=message,
            rules=rules,
            events=tuple(data.get("events", ())),
            each=each,
            as_=data.get("as"),
            at=data.get("at"),
            per_player=names.player is not None
            and any(_sees_player(o) for o in (when, *(r for _, r in message.refs), each) if o),
        )

    def calculator(self, game: str, data: Any, path: Path) -> Calculator:
        inputs = read_fields(data["inputs"])
        names = Names(None, inputs)
        rules = self.linker.rules(data["rules"], (*path, "rules"))
        names, define = self.defines(data, path, names, rules)
        checks = [
            self.check({"id": "input", **entry}, (*path, "checks", i), names)
            for i, entry in enumerate(data.get("checks", ()))
        ]
        aliases = data.get("aliases", {})
        return Calculator(
            game=game,
            id=data["id"],
            name=Text.read(data["name"]),
            about=Text.read(data["about"]),
            aliases=(tuple(aliases.get("ja", ())), tuple(aliases.get("en", ()))),
            inputs=inputs,
            define=define,
            results=self.parts(data["results"], (*path, "results"), names, rules),
            checks=tuple(check for check in checks if check),
            rules=rules,
        )


def _of_event(fields: Mapping[str, Field], event: str) -> Mapping[str, Field]:
    return {key: found for key, found in fields.items() if found.belongs_to(event)}


def _labelled(value: Operator, name: Text) -> Operator:
    """A named value explains itself by its name."""
    import dataclasses

    if value.label is not None or isinstance(value, (Reference, Fixed)):
        return value
    return dataclasses.replace(value, label=Label(name))


def _sees_player(expression: Operator) -> bool:
    """Whether the expression looks at the player whose turn it is to be checked."""
    if isinstance(expression, Reference):
        return expression.root in ("player", "seat", "name") or (
            expression.root == "define" and expression.onward is None
        )
    return expression.needs_player or any(_sees_player(c) for c in expression.children())
