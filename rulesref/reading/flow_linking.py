"""From the plain data of ``flow.yaml`` to a linked flow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from rulesref.base.diagnostics import Path
from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.lang.references import Fixed, Reference
from rulesref.model.expression import Label, Operator
from rulesref.model.field import Field, read_fields
from rulesref.model.flow import Action, Due, Effect, Flow, Need, SetupStep, Stage, StateField
from rulesref.model.scoring import Scoring
from rulesref.reading.lazy_link import LateLabel, LateLinker, LateList, LateMap
from rulesref.reading.link import Linker, Names, Shape, Tell, World, entry_shape, field_of
from rulesref.reading.scoring_linking import defined, trusting

T = TypeVar("T")


def flow(data: Any, world: World, scored: Scoring | None, tell: Tell = trusting) -> Flow:
    """The linked flow of a game; what cannot be linked is told and left out."""
    return _Flows(world, scored, tell).flow(data)


class _Flows:
    def __init__(self, world: World, scored: Scoring | None, tell: Tell) -> None:
        self.scored = scored
        #: What has been checked is linked when it is needed: a line of a play needs a little of it.
        self.late = tell is trusting
        self.told = tell
        #: A routine is linked once for each shape of what it gets; its problems are told once.
        self.heard: set[tuple[str, Path]] = set()
        self.linker = (LateLinker if self.late else Linker)(world, self.tell)
        #: The routines by id with their place, those being linked, and those linked by what they get.
        self.routines: dict[str, tuple[int, Any]] = {}
        self.open: list[str] = []
        self.linked: dict[tuple[Any, ...], tuple[Effect, ...]] = {}

    def flow(self, data: Any) -> Flow:
        data = self.with_options(data)
        self.routines = {
            entry["id"]: (i, entry) for i, entry in enumerate(data.get("routines", ()))
        }
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
        points = data["points"] if isinstance(data["points"], list) else [data["points"]]
        self.known_ids(points, player, ("points",), "field")
        self.known_ids(data.get("shown", ()), player, ("shown",), "field")
        self.known_ids(data.get("shown-table", ()), table, ("shown-table",), "field")
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
                self.due(entry, ("dues", i), names, define)
                for i, entry in enumerate(data.get("dues", ()))
            ),
            points=tuple(points),
            shown=tuple(data.get("shown", ())),
            shown_table=tuple(data.get("shown-table", ())),
            anytime=tuple(data.get("anytime", ())),
        )

    def tell(self, code: str, path: Path, values: Mapping[str, object]) -> None:
        if (code, path) not in self.heard:
            self.heard.add((code, path))
            self.told(code, path, values)

    def with_options(self, data: Any) -> Any:
        """The data with the options of choices that are the rows of a printed table."""
        state = data["state"]
        sides = {
            side: self.options_of(state[side], ("state", side)) for side in ("player", "table")
        }
        return {**data, "state": sides}

    def options_of(self, fields: Any, path: Path) -> Any:
        return [
            {**entry, "options": self.rows(entry["options-of"], (*path, i, "options-of"))}
            if "options-of" in entry else entry
            for i, entry in enumerate(fields)
        ]  # fmt: skip

    def rows(self, table: str, path: Path) -> list[Any]:
        """The rows of a table as options; words that several rows share name none of them."""
        world = self.linker.world
        found = world.tables.get(table)
        if found is None or len(found.key) != 1:
            if not world.unsure("tables", table):
                self.tell("E301", path, {"kind": "table", "id": table})
            return []
        (key,) = found.key
        names = found.column(key).values
        shared = Counter(word for row in found.rows for word in {*row.aliases[0], *row.aliases[1]})
        options: list[Any] = []
        for row in found.rows:
            code = row.cells[key]
            if isinstance(code, str) and code in names:
                ja, en = ([word for word in words if shared[word] == 1] for words in row.aliases)
                options.append(
                    {"id": code, "name": names[code]._asdict(), "aliases": {"ja": ja, "en": en}}
                )
        return options

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
                kept=self.optional(entry, "kept", (*path, i), names),
                detail=entry.get("detail", False),
                working=entry.get("working", False),
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

    def due(self, data: Any, path: Path, names: Names, define: Mapping[str, Operator]) -> Due:
        rules = self.linker.rules(data["rules"], (*path, "rules"))
        found = self.linker.expression(data["when"], (*path, "when"), names, rules)
        when = found or Fixed(value=False, names={})
        text = self.linker.label(data["text"], (*path, "text"), names)
        return Due(
            id=data["id"],
            when=when,
            text=text,
            rules=rules,
            each=data.get("each", False),
            looks=lambda: any(
                _of_turn(part, define) for part in (when, *(ref for _, ref in text.refs))
            ),
            stages=tuple(data.get("stages", ())),
        )

    # --- actions -----------------------------------------------------------------------------

    def action(self, data: Any, path: Path, names: Names) -> Action:
        rules = self.linker.rules(data["rules"], (*path, "rules"))

        @cache
        def fields() -> Mapping[str, Field]:
            return read_fields(self.options_of(data.get("ask", ()), (*path, "ask")))

        @cache
        def inside() -> Names:
            return names.inside(**{key: _asked(field) for key, field in fields().items()})

        ask = self.mapping(
            lambda: {
                entry["id"]: changed(
                    fields()[entry["id"]],
                    ask_when=self.optional(entry, "ask-when", (*path, "ask", i), inside(), rules),
                )
                for i, entry in enumerate(data.get("ask", ()))
            }
        )
        words = data.get("words", {})
        return Action(
            id=data["id"],
            name=Text.read(data["name"]),
            words=(tuple(words.get("ja", ())), tuple(words.get("en", ()))),
            ask=ask,
            when=self.optional(data, "when", path, names, rules),
            needs=self.listed(lambda: self.needs(data.get("needs", ()), path, inside(), rules)),
            effects=self.listed(
                lambda: self.effects(data.get("effects", ()), (*path, "effects"), inside(), rules)
            ),
            say=self.said(data, path, inside),
            rules=rules,
            ends=data.get("ends", False),
            detail=data.get("detail", False),
            light=data.get("light", False),
        )

    def mapping(self, make: Callable[[], Mapping[str, Field]]) -> Mapping[str, Field]:
        return LateMap(make) if self.late else make()

    def listed(self, make: Callable[[], Sequence[T]]) -> Sequence[T]:
        return LateList(make) if self.late else make()

    def said(self, data: Any, path: Path, names: Callable[[], Names]) -> Label | None:
        if "say" not in data:
            return None
        if not self.late:
            return self.text(data, "say", path, names())
        return LateLabel(
            Text.read(data["say"]), lambda: self.linker.label(data["say"], path, names())
        )

    def needs(
        self, data: Any, path: Path, names: Names, rules: tuple[str, ...]
    ) -> tuple[Need, ...]:
        found = (self.need(each, (*path, "needs", i), names, rules) for i, each in enumerate(data))
        return tuple(need for need in found if need)

    def need(self, data: Any, path: Path, names: Names, above: tuple[str, ...]) -> Need | None:
        rules = self.linker.rules(data.get("rules", above), (*path, "rules"))
        when = self.linker.expression(data["when"], (*path, "when"), names, rules)
        message = self.linker.label(data["message"], (*path, "message"), names)
        return Need(when=when, message=message, rules=rules) if when else None

    def effects(
        self, data: Any, path: Path, names: Names, rules: tuple[str, ...]
    ) -> tuple[Effect, ...]:
        found = [self.effect(entry, (*path, i), names, rules) for i, entry in enumerate(data)]
        return tuple(effect for effect in found if effect)

    def effect(self, data: Any, path: Path, names: Names, rules: tuple[str, ...]) -> Effect | None:
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
        if "run" in data:
            return self.routine(data, path, names, rules)
        if "need" in data:
            own = self.linker.rules(data.get("rules", rules), (*path, "rules"))
            when = self.linker.expression(data["need"], (*path, "need"), names, own)
            return Effect(
                kind="need", when=when, why=self.text(data, "message", path, names), rules=own
            )
        if "say" in data:
            own = self.linker.rules(data.get("rules", rules), (*path, "rules"))
            return Effect(kind="say", why=self.text(data, "say", path, names), rules=own)
        kind = next(k for k in ("add", "set", "put", "take") if k in data)
        key = {"add": "by", "set": "to", "put": "value", "take": "value"}[kind]
        return self.change(kind, data, key, path, names, rules)

    def routine(self, data: Any, path: Path, names: Names, rules: tuple[str, ...]) -> Effect | None:
        """Effects that stand once under ``routines``; they see only what they are given."""
        name = data["run"]
        if name not in self.routines or name in self.open:
            known = [key for key in self.routines if key not in self.open]
            self.tell("E301", (*path, "run"), {"kind": "routine", "id": name, "known": known})
            return None
        given = {
            key: value
            for key, raw in data.get("with", {}).items()
            if (value := self.linker.expression(raw, (*path, "with", key), names, rules))
        }
        shapes = {key: _shape(value, names) for key, value in given.items()}
        same = (name, *((key, s if isinstance(s, str) else id(s)) for key, s in shapes.items()))
        if same not in self.linked:
            place, entry = self.routines[name]
            here: Path = ("routines", place)
            own = self.linker.rules(entry["rules"], (*here, "rules"))
            inside = Names(names.player, names.table, names.defines, shapes)
            self.open.append(name)
            self.linked[same] = self.effects(entry["do"], (*here, "do"), inside, own)
            self.open.pop()
        return Effect(kind="run", then=self.linked[same], given=given)

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
        return tuple(self.stage(entry, (*path, i), names, actions) for i, entry in enumerate(data))

    def stage(self, data: Any, path: Path, names: Names, actions: Mapping[str, Action]) -> Stage:
        rules = self.linker.rules(data.get("rules", ()), (*path, "rules"))
        self.known_ids(data.get("actions", ()), actions, (*path, "actions"), "action")
        event = data.get("event")
        sources = data.get("from", {})
        if event is not None and not self.late:
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
            effects=self.listed(
                lambda: self.effects(data.get("effects", ()), (*path, "effects"), names, rules)
            ),
            say=self.text(data, "say", path, names),
            event=event,
            player_source=self.source(sources, "player", path, names),
            table_source=self.source(sources, "table", path, names),
            whole=tuple(sources.get("whole", ())),
            after=self.listed(
                lambda: self.effects(data.get("after", ()), (*path, "after"), _after(names), rules)
            ),
            rules=rules,
            detail=data.get("detail", False),
            light=data.get("light", False),
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
            self.tell(
                "E301", (*path, "event"), {"kind": "event", "id": event, "known": list(events)}
            )
            return
        assert self.scored is not None
        for side, fields in (("player", self.scored.player), ("table", self.scored.table)):
            for key in sources.get(side, {}):
                if key.split(".")[0] not in fields:
                    at = (*path, "from", side, key)
                    self.tell("E310", at, {"found": key, "known": list(fields)})
        for i, key in enumerate(sources.get("whole", ())):
            if key not in sources.get("table", {}):
                values = {"found": key, "known": list(sources.get("table", {}))}
                self.tell("E310", (*path, "from", "whole", i), values)


def _of_turn(expression: Operator, define: Mapping[str, Operator]) -> bool:
    """Whether an expression looks at the player whose turn it is, also through a named value."""
    if isinstance(expression, Reference):
        if expression.root == "define" and expression.onward is None:
            inner = define.get(expression.path[0])
            return inner is not None and _of_turn(inner, define)
        return expression.root in ("player", "seat", "name")
    return expression.needs_player or any(_of_turn(c, define) for c in expression.children())


def _shape(value: Operator, names: Names) -> Shape:
    """What a routine is given: the shape of a name, else a plain value."""
    if not isinstance(value, Reference):
        return "number"
    if value.onward is None and value.root == "loop" and len(value.path) == 1:
        return names.loop[value.path[0]]
    found = field_of(value)
    return found if found is not None else "number"


def _asked(field: Field) -> Shape:
    return "player" if field.kind == "player" else field


#: What the effects after a scoring may use: the points won, the new total, the change of each kind.
_RESULT = ("scored-points", "scored-total", "scored-rank")


def _after(names: Names) -> Names:
    return names.inside(**dict.fromkeys(_RESULT, "number"), change="record")
