"""From the plain data of ``flow.yaml`` to a linked flow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.base.diagnostics import Path
from rulesref.base.text import Text
from rulesref.model.fields import Field, read_fields
from rulesref.model.flow import Action, Due, Effect, Flow, Need, SetupStep, Stage, StateField
from rulesref.model.scoring import Scoring
from rulesref.ops.base import Label, Operator
from rulesref.ops.values import Reference
from rulesref.reading.interpret import defined, trusting
from rulesref.reading.link import Linker, Names, Shape, Tell, World, entry_shape

_KINDS = ("loop", "turns", "act", "do", "score")


def flow(data: Any, world: World, scored: Scoring | None, tell: Tell = trusting) -> Flow:
    """The linked flow of a game; what cannot be linked is told and left out."""
    return _Flows(world, scored, tell).flow(data)


class _Flows:
    def __init__(self, world: World, scored: Scoring | None, tell: Tell) -> None:
        self.scored = scored
        self.tell = tell
        self.linker = Linker(world, tell)

    def flow(self, data: Any) -> Flow:
        options = read_fields(data.get("options", ()))
        state = data["state"]
        player = {entry["id"]: Field.read(entry) for entry in state["player"]}
        table = {entry["id"]: Field.read(entry) for entry in state["table"]}
        names = Names(player, {**options, **table})
        names, define = defined(self.linker, data, (), names, ())
        actions = {
            entry["id"]: self.action(entry, ("actions", i), names)
            for i, entry in enumerate(data["actions"])
        }
        self.known_ids(data.get("anytime", ()), actions, ("anytime",), "action")
        self.known_ids([data["points"]], player, ("points",), "field")
        self.known_ids(data.get("shown", ()), player, ("shown",), "field")
        return Flow(
            options=options,
            player=self.fields(state["player"], player, ("state", "player"), names),
            table=self.fields(state["table"], table, ("state", "table"), names),
            define=define,
            setup=tuple(
                self.setup(entry, ("setup", i), names) for i, entry in enumerate(data["setup"])
            ),
            stages=self.stages(data["stages"], ("stages",), names, actions),
            actions=actions,
            dues=tuple(
                self.due(entry, ("dues", i), names) for i, entry in enumerate(data.get("dues", ()))
            ),
            points=data["points"],
            shown=tuple(data.get("shown", ())),
            anytime=tuple(data.get("anytime", ())),
        )

    def known_ids(self, ids: Any, known: Any, path: Path, kind: str) -> None:
        for i, name in enumerate(ids):
            if name not in known:
                at = path if kind == "field" and path == ("points",) else (*path, i)
                self.tell("E301", at, {"kind": kind, "id": name, "known": list(known)})

    def fields(
        self, data: Any, fields: Mapping[str, Field], path: Path, names: Names
    ) -> Mapping[str, StateField]:
        return {
            entry["id"]: StateField(
                field=fields[entry["id"]],
                start=self.optional(entry, "start", (*path, i), names),
                detail=entry.get("detail", False),
            )
            for i, entry in enumerate(data)
        }

    def optional(
        self, data: Any, key: str, path: Path, names: Names, rules: tuple[str, ...] = ()
    ) -> Operator | None:
        if key not in data:
            return None
        return self.linker.expression(data[key], (*path, key), names, rules)

    def text(self, data: Any, key: str, path: Path, names: Names) -> Label | None:
        return self.linker.label(data[key], (*path, key), names) if key in data else None

    def setup(self, data: Any, path: Path, names: Names) -> SetupStep:
        return SetupStep(
            id=data["id"],
            text=self.linker.label(data["text"], (*path, "text"), names),
            when=self.optional(data, "when", path, names),
            rules=self.linker.rules(data.get("rules", ()), (*path, "rules")),
        )

    def due(self, data: Any, path: Path, names: Names) -> Due:
        rules = self.linker.rules(data["rules"], (*path, "rules"))
        when = self.linker.expression(data["when"], (*path, "when"), names, rules)
        from rulesref.ops.values import Fixed

        return Due(
            id=data["id"],
            when=when or Fixed(value=False, names={}),
            text=self.linker.label(data["text"], (*path, "text"), names),
            rules=rules,
            each=data.get("each", False),
            stages=tuple(data.get("stages", ())),
        )

    # --- actions -----------------------------------------------------------------------------

    def action(self, data: Any, path: Path, names: Names) -> Action:
        ask = read_fields(data.get("ask", ()))
        inside = names.inside(**{key: _asked(field) for key, field in ask.items()})
        rules = self.linker.rules(data["rules"], (*path, "rules"))
        words = data.get("words", {})
        return Action(
            id=data["id"],
            name=Text.read(data["name"]),
            words=(tuple(words.get("ja", ())), tuple(words.get("en", ()))),
            ask=ask,
            when=self.optional(data, "when", path, names, rules),
            needs=tuple(
                need
                for i, entry in enumerate(data.get("needs", ()))
                if (need := self.need(entry, (*path, "needs", i), inside, rules))
            ),
            effects=self.effects(data.get("effects", ()), (*path, "effects"), inside, rules),
            say=self.text(data, "say", path, inside),
            rules=rules,
            ends=data.get("ends", False),
            detail=data.get("detail", False),
        )

    def need(
        self, data: Any, path: Path, names: Names, above: tuple[str, ...]
    ) -> Need | None:
        rules = self.linker.rules(data.get("rules", above), (*path, "rules"))
        when = self.linker.expression(data["when"], (*path, "when"), names, rules)
        message = self.linker.label(data["message"], (*path, "message"), names)
        return Need(when=when, message=message, rules=rules) if when else None

    def effects(
        self, data: Any, path: Path, names: Names, rules: tuple[str, ...]
    ) -> tuple[Effect, ...]:
        found = [self.effect(entry, (*path, i), names, rules) for i, entry in enumerate(data)]
        return tuple(effect for effect in found if effect)

    def effect(
        self, data: Any, path: Path, names: Names, rules: tuple[str, ...]
    ) -> Effect | None:
        if "if" in data:
            return Effect(
                kind="if",
                when=self.linker.expression(data["if"], (*path, "if"), names, rules),
                then=self.effects(data["then"], (*path, "then"), names, rules),
                otherwise=self.effects(data.get("else", ()), (*path, "else"), names, rules),
            )
        if "each" in data:
            each = self.linker.expression(data["each"], (*path, "each"), names, rules)
            if not isinstance(each, Reference):
                return None
            inside = names.inside(**{data["as"]: entry_shape(each)})
            then = self.effects(data["do"], (*path, "do"), inside, rules)
            return Effect(kind="each", each=each, as_=data["as"], then=then)
        kind = next(k for k in ("add", "set", "put", "take") if k in data)
        key = {"add": "by", "set": "to", "put": "value", "take": "value"}[kind]
        return self.change(kind, data, key, path, names, rules)

    def change(
        self, kind: Any, data: Any, key: str, path: Path, names: Names, rules: tuple[str, ...]
    ) -> Effect | None:
        name = data[kind]
        first = name.split(".")[0]
        of_player = first in (names.player or {})
        if not of_player and first not in names.table:
            self.tell("E310", (*path, kind), {"found": name, "known": names.known()})
            return None
        who = data.get("who")
        if who is not None and names.loop.get(who) != "player":
            players = [n for n, shape in names.loop.items() if shape == "player"]
            self.tell("E310", (*path, "who"), {"found": who, "known": players})
            return None
        return Effect(
            kind=kind,
            path=tuple(name.split(".")),
            of_player=of_player,
            value=self.linker.expression(data[key], (*path, key), names, rules),
            who=who,
            why=self.text(data, "why", path, names),
        )

    # --- stages ------------------------------------------------------------------------------

    def stages(
        self, data: Any, path: Path, names: Names, actions: Mapping[str, Action]
    ) -> tuple[Stage, ...]:
        return tuple(
            self.stage(entry, (*path, i), names, actions) for i, entry in enumerate(data)
        )

    def stage(
        self, data: Any, path: Path, names: Names, actions: Mapping[str, Action]
    ) -> Stage:
        rules = self.linker.rules(data.get("rules", ()), (*path, "rules"))
        self.known_ids(data.get("actions", ()), actions, (*path, "actions"), "action")
        event = data.get("event")
        sources = data.get("from", {})
        if event is not None:
            self.scored_event(event, sources, path)
        return Stage(
            id=data["id"],
            kind=data.get("kind", "sequence"),
            name=Text.read(data["name"]) if "name" in data else None,
            when=self.optional(data, "when", path, names, rules),
            until=self.optional(data, "until", path, names, rules),
            stages=self.stages(data.get("stages", ()), (*path, "stages"), names, actions),
            order=self.optional(data, "order", path, names, rules),
            skip=self.optional(data, "skip", path, names, rules),
            actions=tuple(data.get("actions", ())),
            effects=self.effects(data.get("effects", ()), (*path, "effects"), names, rules),
            say=self.text(data, "say", path, names),
            event=event,
            player_source=self.source(sources, "player", path, names),
            table_source=self.source(sources, "table", path, names),
            after=self.effects(data.get("after", ()), (*path, "after"), _after(names), rules),
            rules=rules,
        )

    def source(self, data: Any, side: str, path: Path, names: Names) -> Mapping[str, Operator]:
        found: dict[str, Operator] = {}
        for key, raw in data.get(side, {}).items():
            value = self.linker.expression(raw, (*path, "from", side, key), names)
            if value is not None:
                found[key] = value
        return found

    def scored_event(self, event: str, sources: Any, path: Path) -> None:
        events = self.scored.events if self.scored else {}
        if event not in events:
            self.tell("E301", (*path, "event"), {"kind": "event", "id": event, "known": list(events)})
            return
        assert self.scored is not None
        for side, fields in (("player", self.scored.player), ("table", self.scored.table)):
            for key in sources.get(side, {}):
                if key.split(".")[0] not in fields:
                    at = (*path, "from", side, key)
                    self.tell("E310", at, {"found": key, "known": list(fields)})


def _asked(field: Field) -> Shape:
    return "player" if field.kind == "player" else field


#: What the effects after a scoring may use: the points won, the new total, the change of each kind.
_RESULT = ("scored-points", "scored-total", "scored-rank")


def _after(names: Names) -> Names:
    return names.inside(**dict.fromkeys(_RESULT, "number"), change="record")
