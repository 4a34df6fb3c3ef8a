"""From the plain data of ``flow.yaml`` to a linked flow."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from rulesref.base.diagnostics import KeyPath, no_such
from rulesref.base.frozen import LazyMap, changed
from rulesref.base.text import Text
from rulesref.fields.kind import kind_of
from rulesref.lang.references import Reference
from rulesref.model.expression import Label, Operator
from rulesref.model.field import Field, read_fields
from rulesref.model.flow import (
    EFFECTS,
    TRACK,
    VIEW,
    Action,
    Due,
    Effect,
    Flow,
    Need,
    Stage,
    StateField,
    ViewPart,
)
from rulesref.model.scoring import Scoring
from rulesref.reading.lazy_link import LazyLabel, LazyLinker, LazyList
from rulesref.reading.link import Names, Shape, Tell, World, entry_shape, shape_of
from rulesref.reading.scoring_linking import defined, linker_for, trusting

T = TypeVar("T")

#: What is told of routines when all is known that they are given.
_OF_TYPES = ("E312", "E313", "E314", "E315", "E317", "W586")


def flow(data: Any, world: World, scored: Scoring | None, tell: Tell = trusting) -> Flow:
    """The linked flow of a game; what cannot be linked is told and left out."""
    return _Flows(world, scored, tell).flow(data)


class _Flows:
    def __init__(self, world: World, scored: Scoring | None, tell: Tell) -> None:
        self.scored = scored
        #: What has been checked is linked when it is needed: a line of a play needs a little of it.
        self.lazy = tell is trusting
        #: A routine is linked once for each shape of what it gets; its problems are told once.
        self.tell_once = tell
        self.reported: set[tuple[str, KeyPath]] = set()
        self.define: Mapping[str, Operator] = {}
        self.linker = LazyLinker(world, tell) if self.lazy else linker_for(world, self.tell)
        #: What each routine is given in all its calls, and the calls by shape, to check it once.
        self.given: dict[str, dict[str, Any]] = {}
        self.calls: dict[tuple[Any, ...], Names] = {}
        self.collecting = True
        #: How often each word stands in the document.
        self.words: Counter[str] = Counter()
        #: The routines by id with their place, those being linked, and those linked by what they get.
        self.routines: dict[str, tuple[int, Any]] = {}
        self.open: list[str] = []
        self.linked: dict[tuple[Any, ...], tuple[Effect, ...]] = {}

    def flow(self, data: Any) -> Flow:
        if not self.lazy:
            self.words.update(re.findall(r"[a-z0-9-]+", str(data)))
        self.routines = {
            entry["id"]: (i, entry) for i, entry in enumerate(data.get("routines", ()))
        }
        options = read_fields(data.get("options", ()))
        state = {"table": (), **data["state"]}
        player = {entry["id"]: Field.read(entry) for entry in state["player"]}
        table = {entry["id"]: Field.read(entry) for entry in state["table"]}
        names = Names(player, {TRACK.id: TRACK, **options, **table})
        names, define = defined(self.linker, data, (), names, ())
        self.define = define
        actions = self.by_id(
            data["actions"], ("actions",), lambda entry, at: self.action(entry, at, names)
        )
        self.known_ids(data.get("anytime", ()), actions, ("anytime",), "action")
        points = Flow.keys["points"].read(data)
        self.known_ids(points, player, ("points",), "field")
        self.known_ids(data.get("shown", ()), player, ("shown",), "field")
        self.known_ids(data.get("shown-table", ()), table, ("shown-table",), "field")
        self.linker.asked(data.get("options", ()), options, ("options",))
        for side, fields in (("player", player), ("table", table)):
            self.linker.asked(state[side], fields, ("state", side))
        dues = [
            self.due(entry, ("dues", i), names, define)
            for i, entry in enumerate(data.get("dues", ()))
        ]
        linked = self.linker.entry(
            Flow, data, (), names,
            options=options,
            player=self.fields(state["player"], player, ("state", "player"), names),
            table=self.fields(state["table"], table, ("state", "table"), names),
            define=define,
            stages=self.listed(lambda: self.stages(data["stages"], ("stages",), names, actions)),
            actions=actions,
            dues=tuple(due for due in dues if due),
            view=self.listed(lambda: self.view(data.get("view", ()), ("view",), names)),
        )  # fmt: skip
        assert linked is not None  # it needs no expression of its own
        if not self.lazy:
            self.finish(data, linked)
        return linked

    def finish(self, data: Any, linked: Flow) -> None:
        """Check the routines with all that they are given, and that everything is used."""
        self.collecting = False
        self.linked.clear()
        for (name, *_), names in list(self.calls.items()):
            self.body(name, names.inside(self.given[name], **names.loop))
        stages = [*_inside_out(linked.stages)]
        ids = {stage.id for stage in stages}
        for i, due in enumerate(data.get("dues", ())):
            self.known_ids(due.get("stages", ()), sorted(ids), ("dues", i, "stages"), "stage")
        if self.reported:
            return
        offered = {*linked.anytime, *(name for stage in stages for name in stage.actions)}
        for kind, used in (("actions", offered), ("routines", {*self.given})):
            for i, entry in enumerate(data.get(kind, ())):
                if entry["id"] not in used:
                    self.tell("W318", (kind, i, "id"), {"id": entry["id"]})
        self.linker.unused(data.get("define", ()), ("define",), ())
        self.endless(data["stages"], ("stages",), linked)

    def endless(self, data: Any, path: KeyPath, linked: Flow) -> None:
        """Tell the steps of a turn in which nothing ends the choosing."""
        for i, stage in enumerate(data):
            at = (*path, i)
            self.endless(stage.get("stages", ()), (*at, "stages"), linked)
            offered = (*stage.get("actions", ()), *linked.anytime)
            over = "until" in stage or any(linked.actions[name].ends for name in offered)
            if stage.get("kind") == "act" and not over:
                self.tell("W332", (*at, "id"), {"id": stage["id"]})

    def tell(self, code: str, path: KeyPath, values: Mapping[str, object]) -> None:
        if self.collecting and self.open and code in _OF_TYPES:
            return
        if (code, path) not in self.reported:
            self.reported.add((code, path))
            self.tell_once(code, path, values)

    def known_ids(self, ids: Any, known: Any, path: KeyPath, kind: str) -> None:
        for i, name in enumerate(ids):
            if name not in known:
                at = path if kind == "field" and path == ("points",) else (*path, i)
                self.tell("E301", at, {"kind": kind, "id": name, "known": list(known)})

    def fields(
        self, data: Any, fields: Mapping[str, Field], path: KeyPath, names: Names
    ) -> Mapping[str, StateField]:
        linked = (
            self.linker.entry(StateField, entry, (*path, i), names, field=fields[entry["id"]])
            for i, entry in enumerate(data)
        )
        kept = [state for state in linked if state]
        for state in kept:
            self.linker.fits(state.start, state.field, names)
        return {state.field.id: state for state in kept}

    def text(self, data: Any, key: str, path: KeyPath, names: Names) -> Label | None:
        return self.linker.label(data[key], (*path, key), names) if key in data else None

    def due(
        self, data: Any, path: KeyPath, names: Names, define: Mapping[str, Operator]
    ) -> Due | None:
        def looks() -> bool:
            assert due is not None  # it is asked of a due
            values = (due.when, *(value for _, value in due.text.refs))
            return any(_of_turn(value, define) for value in values)

        due = self.linker.entry(Due, data, path, names, looks=looks)
        return due

    # --- actions -----------------------------------------------------------------------------

    def action(self, data: Any, path: KeyPath, names: Names) -> Action:
        rules = self.linker.rules(data["rules"], (*path, "rules"))

        @cache
        def fields() -> Mapping[str, Field]:
            return read_fields(data.get("ask", ()))

        @cache
        def inside() -> Names:
            return names.inside(**{key: _asked(field) for key, field in fields().items()})

        places = {entry["id"]: (i, entry) for i, entry in enumerate(data.get("ask", ()))}
        if not self.lazy:
            self.linker.asked(data.get("ask", ()), fields(), (*path, "ask"))

        def asked(name: str) -> Field:
            i, entry = places[name]
            when = None
            if "ask-when" in entry:
                at = (*path, "ask", i, "ask-when")
                when = self.linker.expression(entry["ask-when"], at, inside(), rules, "flag")
            return changed(fields()[name], ask_when=when)

        def looks() -> bool:
            assert action is not None  # it is asked of an action
            needs = [(need.when, need.message) for need in action.needs]
            looked_at = [action.when, *(when for when, _ in needs)]
            labels = [action.say, *(message for _, message in needs)]
            return self.looks(looked_at, labels) or any(map(self.of_player, action.effects))

        action = self.linker.entry(
            Action, data, path, names, rules=rules, looks=looks,
            ask=LazyMap(tuple(places), asked) if self.lazy else {key: asked(key) for key in places},
            needs=self.listed(
                lambda: self.linker.entries(
                    Need, data.get("needs", ()), (*path, "needs"), inside(), rules
                )
            ),
            effects=self.listed(
                lambda: self.effects(data.get("effects", ()), (*path, "effects"), inside(), rules)
            ),
            say=self.sentence(data, path, inside),
        )  # fmt: skip
        assert action is not None  # it needs no expression of its own
        return action

    def looks(self, values: Iterable[Operator | None], labels: Iterable[Label | None] = ()) -> bool:
        """Whether values or labels look at the player whose turn it is."""
        refs = (ref for label in labels if label for _, ref in label.refs)
        return any(_of_turn(value, self.define) for value in (*values, *refs) if value)

    def of_player(self, effect: Effect) -> bool:
        """Whether an effect is about the player whose turn it is."""
        if isinstance(effect.each, Reference) and entry_shape(effect.each) == "player":
            return False  # inside it is about each of them
        return (
            (effect.of_player and effect.who is None)
            or self.looks(
                (effect.when, effect.value, *effect.picks, *effect.values.values()), [effect.why]
            )
            or any(map(self.of_player, (*effect.then, *effect.otherwise)))
        )

    def listed(self, make: Callable[[], Sequence[T]]) -> Sequence[T]:
        return LazyList(make) if self.lazy else make()

    def by_id(self, data: Any, path: KeyPath, make: Callable[[Any, KeyPath], T]) -> Mapping[str, T]:
        """Entries by their ids, each made of its data and its place."""
        places = {entry["id"]: (entry, (*path, i)) for i, entry in enumerate(data)}
        made = LazyMap(tuple(places), lambda name: make(*places[name]))
        return made if self.lazy else dict(made)

    def sentence(self, data: Any, path: KeyPath, names: Callable[[], Names]) -> Label | None:
        if "say" not in data:
            return None
        if not self.lazy:
            return self.text(data, "say", path, names())
        return LazyLabel(
            Text.read(data["say"]), lambda: self.linker.label(data["say"], path, names())
        )

    def effects(
        self, data: Any, path: KeyPath, names: Names, rules: tuple[str, ...]
    ) -> tuple[Effect, ...]:
        linked = [self.effect(entry, (*path, i), names, rules) for i, entry in enumerate(data)]
        return tuple(effect for effect in linked if effect)

    def effect(
        self, data: Any, path: KeyPath, names: Names, rules: tuple[str, ...]
    ) -> Effect | None:
        if "if" in data:
            return Effect(
                kind="if",
                when=self.linker.expression(data["if"], (*path, "if"), names, rules, "flag"),
                then=self.effects(data["then"], (*path, "then"), names, rules),
                otherwise=self.effects(data.get("else", ()), (*path, "else"), names, rules),
            )
        if "each" in data:
            each, inside = self.loop(data, path, names, rules)
            if each is None:
                return None
            then = self.effects(data["do"], (*path, "do"), inside, rules)
            return Effect(kind="each", each=each, as_=data["as"], then=then)
        if "run" in data:
            return self.routine(data, path, names, rules)
        if "need" in data:
            rules = self.linker.rules(data.get("rules", rules), (*path, "rules"))
            when = self.linker.expression(data["need"], (*path, "need"), names, rules, "flag")
            return Effect(
                kind="need", when=when, why=self.text(data, "message", path, names), rules=rules
            )
        if "with" in data:
            values, inside = self.further(data, path, names, rules)
            then = self.effects(data["do"], (*path, "do"), inside, rules)
            return Effect(kind="with", then=then, values=values)
        if "say" in data:
            rules = self.linker.rules(data.get("rules", rules), (*path, "rules"))
            why = self.text(data, "say", path, names)
            return Effect(kind="say", why=why, rules=rules, logged=data.get("logged", False))
        return self.change(data, path, names, rules)

    def loop(
        self, data: Any, path: KeyPath, names: Names, rules: tuple[str, ...] = ()
    ) -> tuple[Reference | None, Names]:
        """What ``each`` goes through, and the names inside; None after telling why it cannot."""
        each = self.linker.expression(data["each"], (*path, "each"), names, rules)
        if not isinstance(each, Reference):
            return None, names
        loop = {data["as"]: entry_shape(each)} if "as" in data else {}
        for key in ("as", "number"):
            if key in data:
                self.linker.hides(data[key], (*path, key), names)
        known = {name: self.linker.type_of(each, entry=True) for name in loop}
        if "number" in data:
            loop[data["number"]] = "number"
        return each, names.inside(known, **loop)

    def routine(
        self, data: Any, path: KeyPath, names: Names, rules: tuple[str, ...]
    ) -> Effect | None:
        """Effects that stand once under ``routines``; they see only what they are given."""
        name = data["run"]
        if name not in self.routines or name in self.open:
            known = [key for key in self.routines if key not in self.open]
            self.tell("E301", (*path, "run"), {"kind": "routine", "id": name, "known": known})
            return None
        values = {
            key: value
            for key, raw in data.get("with", {}).items()
            if (value := self.linker.expression(raw, (*path, "with", key), names, rules))
        }
        shapes = {key: shape_of(value, names) for key, value in values.items()}
        same = (name, *((key, s if isinstance(s, str) else id(s)) for key, s in shapes.items()))
        inside = names.alone(shapes)
        if not self.lazy:
            same += self.give(name, values, path)
            inside = inside.inside(self.given[name], **shapes)
            self.calls[same[: len(shapes) + 1]] = inside
        if same not in self.linked:
            self.linked[same] = self.body(name, inside)
        return Effect(kind="run", then=self.linked[same], values=values)

    def give(self, name: str, values: Mapping[str, Operator], path: KeyPath) -> tuple[Any, ...]:
        """Note what a routine is given; gives the types of all that it has been given so far."""
        given = self.given.setdefault(name, {})
        for key, value in values.items():
            type_ = self.linker.type_of(value)
            given[key] = given[key] | type_ if key in given else type_
            for code in type_.fresh:
                if self.words[code] == 1:
                    self.tell("W318", (*path, "with", key), {"id": code})
        return tuple(given[key] for key in values)

    def body(self, name: str, inside: Names) -> tuple[Effect, ...]:
        """The effects of a routine."""
        place, entry = self.routines[name]
        at: KeyPath = ("routines", place)
        rules = self.linker.rules(entry["rules"], (*at, "rules"))
        self.open.append(name)
        effects = self.effects(entry["do"], (*at, "do"), inside, rules)
        self.open.pop()
        return effects

    def change(
        self, data: Any, path: KeyPath, names: Names, rules: tuple[str, ...]
    ) -> Effect | None:
        """The change of one field: its kind is told by the first of its keys, its value by the next."""
        kind: Any = next(kind for kind in EFFECTS if kind in data)
        value = tuple(EFFECTS[kind])[1]
        name, *picked = re.split(r"]?\[", data[kind].removesuffix("]"))
        first, *inner = name.split(".")
        of_player = first in (names.player or {})
        if not of_player and first not in names.table:
            self.tell("E310", (*path, kind), no_such(name, names.known()))
            return None
        who = data.get("who")
        if who is not None and names.loop.get(who) != "player":
            players = [n for n, shape in names.loop.items() if shape == "player"]
            self.tell("E310", (*path, "who"), no_such(who, players))
            return None
        field: Field | None = ((names.player or {}) if of_player else names.table)[first]
        for key in inner:
            field = field.fields.get(key) if field else None
        if field is None:
            if not picked:
                self.tell("E310", (*path, kind), no_such(name, names.known()))
            return None
        picks = self.picked(picked, field, (*path, kind), names, rules)
        if picks is None:
            return None
        linked = self.linker.expression(data[value], (*path, value), names, rules)
        if not self.lazy and not picked:
            fields = names.player if of_player and names.player else names.table
            self.linker.changes(kind, fields, name, linked, (*path, kind))
        return Effect(
            kind=kind,
            path=(first, *inner),
            of_player=of_player,
            picks=picks,
            value=linked,
            who=who,
            why=self.text(data, "why", path, names),
        )

    def picked(
        self,
        texts: Iterable[str],
        field: Field,
        path: KeyPath,
        names: Names,
        rules: tuple[str, ...],
    ) -> tuple[Operator, ...] | None:
        """What picks a part of a field, a part of that, and so on; None after telling why nothing can."""
        picks: list[Operator] = []
        reached = [field]
        for text in texts:
            pick = self.linker.expression(text, path, names, rules)
            if pick is None:
                return None
            codes = getattr(self.linker.type_of(pick), "codes", ())
            for each in reached:
                if not (kind_of(each).has_parts or kind_of(each).has_colours):
                    self.tell("E310", path, no_such(each.id, []))
                    return None
                self.linker.picks(pick, each, path)
            inner = [part for each in reached for part in each.fields.items()]
            reached = [part for name, part in inner if not codes or name in codes] or reached
            picks.append(pick)
        return tuple(picks)

    # --- the view ----------------------------------------------------------------------------

    def view(self, data: Any, path: KeyPath, names: Names) -> tuple[ViewPart, ...]:
        linked = [self.part(entry, (*path, i), names) for i, entry in enumerate(data)]
        return tuple(part for part in linked if part)

    def part(self, data: Any, path: KeyPath, names: Names) -> ViewPart | None:
        """A part of the view, whichever of its kinds."""
        each: Reference | None = None
        if "each" in data:
            each, names = self.loop(data, path, names)
            if each is None:
                return None
        values, names = self.further(data, path, names)
        field = self.shown_field(data, path, names) if "field" in data else None
        when = data.get("when")
        if when is not None:
            when = self.linker.expression(when, (*path, "when"), names, (), "flag")
        return ViewPart(
            name=Text.read(data["name"]) if "name" in data else field.name if field else None,
            when=when,
            each=each,
            as_=data.get("as"),
            number=data.get("number"),
            tracks=VIEW["text"]["tracks"].read(data),
            values=values,
            text=self.text(data, "text", path, names),
            field=field,
            of_player=field is not None and field.id in (names.player or {}),
            parts=self.view(data.get("parts", ()), (*path, "parts"), names),
            columns=self.view(data.get("columns", ()), (*path, "columns"), names),
        )

    def further(
        self, data: Any, path: KeyPath, names: Names, rules: tuple[str, ...] = ()
    ) -> tuple[Mapping[str, Operator], Names]:
        """The values that stand ``with`` a part of the view or effects, and the names inside."""
        values: dict[str, Operator] = {}
        for key, raw in data.get("with", {}).items():
            self.linker.hides(key, (*path, "with", key), names)
            value = self.linker.expression(raw, (*path, "with", key), names, rules)
            if value is not None:
                values[key] = value
        known = {key: self.linker.type_of(value) for key, value in values.items()}
        shapes = {key: shape_of(value, names) for key, value in values.items()}
        return values, names.inside(known, **shapes)

    def shown_field(self, data: Any, path: KeyPath, names: Names) -> Field | None:
        """The field whose value is shown."""
        fields = {**names.table, **(names.player or {})}
        if data["field"] not in fields:
            values = {"kind": "field", "id": data["field"], "known": list(fields)}
            self.tell("E301", (*path, "field"), values)
        return fields.get(data["field"])

    # --- stages ------------------------------------------------------------------------------

    def stages(
        self, data: Any, path: KeyPath, names: Names, actions: Mapping[str, Action]
    ) -> tuple[Stage, ...]:
        return tuple(self.stage(entry, (*path, i), names, actions) for i, entry in enumerate(data))

    def stage(self, data: Any, path: KeyPath, names: Names, actions: Mapping[str, Action]) -> Stage:
        rules = self.linker.rules(data.get("rules", ()), (*path, "rules"))
        self.known_ids(data.get("actions", ()), actions, (*path, "actions"), "action")
        numbers = {key for key, field in (names.player or {}).items() if kind_of(field).is_number}
        self.known_ids(data.get("gains", ()), sorted(numbers), (*path, "gains"), "field")
        event = data.get("event")
        sources = data.get("from", {})
        if event is not None and not self.lazy:
            self.scored_event(event, sources, path)
        stage = self.linker.entry(
            Stage, data, path, names, rules=rules,
            stages=self.listed(
                lambda: self.stages(data.get("stages", ()), (*path, "stages"), names, actions)
            ),
            effects=self.listed(
                lambda: self.effects(data.get("effects", ()), (*path, "effects"), names, rules)
            ),
            after=self.listed(
                lambda: self.effects(
                    data.get("after", ()), (*path, "after"), self.after(names, event), rules
                )
            ),
            player_source=self.source(sources, "player", path, names),
            table_source=self.source(sources, "table", path, names),
            whole=tuple(sources.get("whole", ())),
        )  # fmt: skip
        assert stage is not None  # it needs no expression of its own
        return stage

    def after(self, names: Names, event: str | None) -> Names:
        """What effects after a scoring see besides: points and rank if it has them, each change."""
        scored = self.scored.events.get(event or "") if self.scored else None
        results = () if scored and not scored.categories else ("scored-points", "scored-total")
        if scored is None or scored.ranking:
            results = (*results, "scored-rank")
        changes = self.linker.record_type(change.id for change in scored.changes) if scored else {}
        return names.inside(changes, **dict.fromkeys(results, "number"), change="record")

    def source(self, data: Any, side: str, path: KeyPath, names: Names) -> Mapping[str, Operator]:
        """Where the fields of a scored position come from in the state."""
        linked = {
            key: self.linker.expression(raw, (*path, "from", side, key), names)
            for key, raw in data.get(side, {}).items()
        }
        for key, value in linked.items():
            fields = (getattr(self.scored, side) if self.scored else None) or {}
            if key in fields:
                self.linker.fits(value, fields[key], names)
        return {key: value for key, value in linked.items() if value}

    def scored_event(self, event: str, sources: Any, path: KeyPath) -> None:
        events = self.scored.events if self.scored else {}
        if event not in events:
            if not self.linker.world.unsure("events", event):
                values = {"kind": "event", "id": event, "known": list(events)}
                self.tell("E301", (*path, "event"), values)
            return
        assert self.scored is not None
        for side, fields in (("player", self.scored.player), ("table", self.scored.table)):
            asked = {name: field for name, field in fields.items() if field.belongs_to(event)}
            for key in sources.get(side, {}):
                self.linker.field_at(asked, key, (*path, "from", side, key))
        for i, key in enumerate(sources.get("whole", ())):
            if key not in sources.get("table", {}):
                values = {"typed": key, "known": list(sources.get("table", {}))}
                self.tell("E310", (*path, "from", "whole", i), values)


def _of_turn(expression: Operator, define: Mapping[str, Operator]) -> bool:
    """Whether an expression looks at the player whose turn it is, also through a named value."""
    if isinstance(expression, Reference):
        if expression.root == "define" and expression.onward is None:
            inner = define.get(expression.path[0])
            return inner is not None and _of_turn(inner, define)
        return expression.root in ("player", "seat", "name")
    return expression.needs_player or any(_of_turn(c, define) for c in expression.children())


def _inside_out(stages: Sequence[Stage]) -> Iterator[Stage]:
    """Some stages and all inside them."""
    for stage in stages:
        yield stage
        yield from _inside_out(stage.stages)


def _asked(field: Field) -> Shape:
    kind = kind_of(field)
    return "player" if kind.names_players and kind.entries is None else field
