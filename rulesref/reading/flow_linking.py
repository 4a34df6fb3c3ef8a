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
from rulesref.model.entries import Field, read_fields
from rulesref.model.expression import Label, Operator
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
from rulesref.reading.link import (
    GlobalScope,
    LinkContext,
    Names,
    Shape,
    Tell,
    entry_shape,
    shape_of,
)
from rulesref.reading.scoring_linking import (
    defined,
    linker_for,
    looks_at_player,
    loop,
    shared,
    trusting,
)

T = TypeVar("T")

#: What is told of routines when all is known that they are given.
_OF_TYPES = ("E312", "E313", "E314", "E315", "E317", "W586")


def flow(data: Any, world: GlobalScope, scored: Scoring | None, tell: Tell = trusting) -> Flow:
    """The linked flow of a game; what cannot be linked is told and left out."""
    return _Flows(world, scored, tell).flow(data)


#: What stages of a kind cannot do without.
_NEEDED = {
    "sequence": ("stages",), "loop": ("stages", "until"), "turns": ("stages",), "act": ("actions",), "score": ("event",),
}  # fmt: skip


class _Flows:
    def __init__(self, world: GlobalScope, scored: Scoring | None, tell: Tell) -> None:
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
        #: What the parts of the view may open.
        self.actions: Mapping[str, Action] = {}

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
        names = shared(self.linker, data.get("shared", ()), LinkContext(("shared",), names))
        names, define = defined(self.linker, data, LinkContext((), names))
        self.define = define
        top = LinkContext((), names)
        actions = self.by_id(data["actions"], top.at("actions"), self.action)
        self.actions = actions
        self.known_ids(data.get("anytime", ()), actions, ("anytime",), "action")
        points = Flow.keys["points"].read(data)
        self.known_ids(points, player, ("points",), "field")
        self.known_ids([data["round"]] if "round" in data else [], table, ("round",), "field")
        self.known_ids(data.get("shown", ()), player, ("shown",), "field")
        self.known_ids(data.get("shown-table", ()), table, ("shown-table",), "field")
        self.linker.asked(data.get("options", ()), options, ("options",))
        for side, fields in (("player", player), ("table", table)):
            self.linker.asked(state[side], fields, ("state", side))
        dues = self.kept(data.get("dues", ()), top.at("dues"), self.due)
        linked = self.linker.entry(
            Flow, data, top,
            options=options,
            player=self.fields(state["player"], player, top.at("state", "player")),
            table=self.fields(state["table"], table, top.at("state", "table")),
            define=define,
            stages=self.listed(lambda: self.stages(data["stages"], top.at("stages"), actions)),
            actions=actions,
            dues=dues,
            view=self.listed(lambda: self.view(data.get("view", ()), top.at("view"))),
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
        """Tell the stages that lack what their kind goes by, and the steps of a turn in which nothing ends the choosing."""
        for i, stage in enumerate(data):
            at = (*path, i)
            self.endless(stage.get("stages", ()), (*at, "stages"), linked)
            for key in _NEEDED.get(stage.get("kind", "sequence"), ()):
                if key not in stage:
                    self.tell("E201", at, {"key": key})
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
                at = path if kind == "field" and path in (("points",), ("round",)) else (*path, i)
                self.tell("E301", at, {"kind": kind, "id": name, "known": list(known)})

    def fields(
        self, data: Any, fields: Mapping[str, Field], site: LinkContext
    ) -> Mapping[str, StateField]:
        linked = (
            self.linker.entry(StateField, entry, site.at(i), field=fields[entry["id"]])
            for i, entry in enumerate(data)
        )
        kept = [state for state in linked if state]
        for state in kept:
            self.linker.fits(state.start, state.field, site.names)
        return {state.field.id: state for state in kept}

    def text(self, data: Any, key: str, site: LinkContext) -> Label | None:
        return self.linker.label(data[key], site.at(key)) if key in data else None

    def due(self, data: Any, site: LinkContext) -> Due | None:
        def looks() -> bool:
            assert due is not None  # it is asked of a due
            return self.looks([due.when], [due.text])

        due = self.linker.entry(Due, data, site, looks=looks)
        return due

    # --- actions -----------------------------------------------------------------------------

    def action(self, data: Any, site: LinkContext) -> Action:
        site = site.under(self.linker.rules(data.get("rules", ()), (*site.path, "rules")))

        @cache
        def fields() -> Mapping[str, Field]:
            return read_fields(data.get("ask", ()))

        @cache
        def inside() -> LinkContext:
            asked = {key: _asked(field) for key, field in fields().items()}
            return site.seeing(site.names.inside(**asked))

        places = {entry["id"]: (i, entry) for i, entry in enumerate(data.get("ask", ()))}
        if not self.lazy:
            self.linker.asked(data.get("ask", ()), fields(), (*site.path, "ask"))

        def asked(name: str) -> Field:
            i, entry = places[name]
            when = None
            if "ask-when" in entry:
                at = inside().at("ask", i, "ask-when")
                when = self.linker.expression(entry["ask-when"], at, "flag")
            return changed(fields()[name], ask_when=when)

        def looks() -> bool:
            assert action is not None  # it is asked of an action
            needs = [(need.when, need.message) for need in action.needs]
            looked_at = [action.when, *(when for when, _ in needs)]
            labels = [action.say, *(message for _, message in needs)]
            return self.looks(looked_at, labels) or any(map(self.of_player, action.effects))

        action = self.linker.entry(
            Action, data, site, rules=site.rules, looks=looks,
            ask=LazyMap(tuple(places), asked) if self.lazy else {key: asked(key) for key in places},
            needs=self.listed(
                lambda: self.linker.entries(Need, data.get("needs", ()), inside().at("needs"))
            ),
            effects=self.listed(
                lambda: self.effects(data.get("effects", ()), inside().at("effects"))
            ),
            say=self.sentence(data, inside),
        )  # fmt: skip
        assert action is not None  # it needs no expression of its own
        return action

    def looks(self, values: Iterable[Operator | None], labels: Iterable[Label | None] = ()) -> bool:
        """Whether values or labels look at the player whose turn it is."""
        refs = (ref for label in labels if label for _, ref in label.refs)
        return any(looks_at_player(value, self.define) for value in (*values, *refs) if value)

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

    def kept(
        self, data: Any, site: LinkContext, make: Callable[[Any, LinkContext], T | None]
    ) -> tuple[T, ...]:
        """What is made of the entries of a list, less what cannot be."""
        made = (make(entry, site.at(i)) for i, entry in enumerate(data))
        return tuple([each for each in made if each is not None])

    def by_id(
        self, data: Any, site: LinkContext, make: Callable[[Any, LinkContext], T]
    ) -> Mapping[str, T]:
        """Entries by their ids, each made of its data and its place."""
        places = {entry["id"]: (entry, site.at(i)) for i, entry in enumerate(data)}
        made = LazyMap(tuple(places), lambda name: make(*places[name]))
        return made if self.lazy else dict(made)

    def sentence(self, data: Any, site: Callable[[], LinkContext]) -> Label | None:
        if "say" not in data:
            return None
        if not self.lazy:
            return self.text(data, "say", site())
        return LazyLabel(Text.read(data["say"]), lambda: self.linker.label(data["say"], site()))

    def effects(self, data: Any, site: LinkContext) -> tuple[Effect, ...]:
        return self.kept(data, site, self.effect)

    def effect(self, data: Any, site: LinkContext) -> Effect | None:
        if "rules" in data:
            site = site.under(self.linker.rules(data["rules"], (*site.path, "rules")))
        if "if" in data:
            when = self.linker.expression(data["if"], site.at("if"), "flag")
            then = self.effects(data["then"], site.at("then"))
            otherwise = self.effects(data.get("else", ()), site.at("else"))
            return Effect(kind="if", when=when, then=then, otherwise=otherwise)
        if "each" in data:
            each, inside = loop(self.linker, data, site)
            if each is None:
                return None
            then = self.effects(data["do"], inside.at("do"))
            return Effect(kind="each", each=each, as_=data["as"], then=then)
        if "run" in data:
            return self.routine(data, site)
        if "need" in data:
            when = self.linker.expression(data["need"], site.at("need"), "flag")
            why = self.text(data, "message", site)
            return Effect(kind="need", when=when, why=why, rules=site.rules)
        if "with" in data:
            values, inside = self.further(data, site)
            return Effect(
                kind="with", then=self.effects(data["do"], inside.at("do")), values=values
            )
        if "say" in data:
            why, logged = self.text(data, "say", site), data.get("logged", False)
            return Effect(kind="say", why=why, rules=site.rules, logged=logged)
        return self.change(data, site)

    def routine(self, data: Any, site: LinkContext) -> Effect | None:
        """Effects that stand once under ``routines``; they see only what they are given."""
        name = data["run"]
        if name not in self.routines or name in self.open:
            known = [key for key in self.routines if key not in self.open]
            values_ = {"kind": "routine", "id": name, "known": known}
            self.tell("E301", (*site.path, "run"), values_)
            return None
        values = {
            key: value
            for key, raw in data.get("with", {}).items()
            if (value := self.linker.expression(raw, site.at("with", key)))
        }
        shapes = {key: shape_of(value, site.names) for key, value in values.items()}
        same = (name, *((key, s if isinstance(s, str) else id(s)) for key, s in shapes.items()))
        inside = site.names.alone(shapes)
        if not self.lazy:
            same += self.give(name, values, site.path)
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
        place, entry = self.routines[name]
        at: KeyPath = ("routines", place)
        rules = self.linker.rules(entry["rules"], (*at, "rules"))
        self.open.append(name)
        effects = self.effects(entry["do"], LinkContext((*at, "do"), inside, rules))
        self.open.pop()
        return effects

    def change(self, data: Any, site: LinkContext) -> Effect | None:
        """The change of one field: its kind is told by the first of its keys, its value by the next."""
        kind: Any = next(kind for kind in EFFECTS if kind in data)
        value = tuple(EFFECTS[kind])[1]
        name, *picked = re.split(r"]?\[", data[kind].removesuffix("]"))
        first, *inner = name.split(".")
        names, at = site.names, site.at(kind)
        of_player = first in (names.player or {})
        if not of_player and first not in names.table:
            self.tell("E310", at.path, no_such(name, names.known()))
            return None
        who = data.get("who")
        if who is not None and names.loop.get(who) != "player":
            players = [n for n, shape in names.loop.items() if shape == "player"]
            self.tell("E310", (*site.path, "who"), no_such(who, players))
            return None
        fields = (names.player or {}) if of_player else names.table
        field: Field | None = fields[first]
        for key in inner:
            field = field.fields.get(key) if field else None
        if field is None:
            if not picked:
                self.tell("E310", at.path, no_such(name, names.known()))
            return None
        picks = self.picked(picked, field, at)
        if picks is None:
            return None
        linked = self.linker.expression(data[value], site.at(value))
        if not self.lazy and not picked:
            self.linker.changes(kind, fields, name, linked, at.path)
        return Effect(
            kind=kind,
            path=(first, *inner),
            of_player=of_player,
            picks=picks,
            value=linked,
            who=who,
            why=self.text(data, "why", site),
        )

    def picked(
        self, texts: Iterable[str], field: Field, site: LinkContext
    ) -> tuple[Operator, ...] | None:
        """What picks a part of a field, a part of that, and so on; None after telling why nothing can."""
        picks: list[Operator] = []
        reached = [field]
        for text in texts:
            pick = self.linker.expression(text, site)
            if pick is None:
                return None
            codes = getattr(self.linker.type_of(pick), "codes", ())
            for each in reached:
                if not (kind_of(each).has_parts or kind_of(each).has_colours):
                    self.tell("E310", site.path, no_such(each.id, []))
                    return None
                self.linker.picks(pick, each, site.path)
            inner = [part for each in reached for part in each.fields.items()]
            reached = [part for name, part in inner if not codes or name in codes] or reached
            picks.append(pick)
        return tuple(picks)

    # --- the view ----------------------------------------------------------------------------

    def view(self, data: Any, site: LinkContext) -> tuple[ViewPart, ...]:
        return self.kept(data, site, self.part)

    def part(self, data: Any, site: LinkContext) -> ViewPart | None:
        """A part of the view, whichever of its kinds."""
        each: Reference | None = None
        if "each" in data:
            each, site = loop(self.linker, data, site)
            if each is None:
                return None
        values, site = self.further(data, site)
        field = self.shown_field(data, site) if "field" in data else None
        when = data.get("when")
        if when is not None:
            when = self.linker.expression(when, site.at("when"), "flag")
        in_view = VIEW["text"]
        of_player = field is not None and field.id in (site.names.player or {})
        return ViewPart(
            name=Text.read(data["name"]) if "name" in data else field.name if field else None,
            when=when,
            each=each,
            as_=data.get("as"),
            number=data.get("number"),
            tracks=in_view["tracks"].read(data),
            values=values,
            text=self.text(data, "text", site),
            field=field,
            of_player=of_player,
            parts=self.view(data.get("parts", ()), site.at("parts")),
            columns=self.view(data.get("columns", ()), site.at("columns")),
            drawn=data.get("drawn"),
            only=data.get("only"),
            above=data.get("above", False),
            strip=of_player and self.is_strip(data, site),
            does=in_view["does"].read(data),
            give=self.given_fields(data, site),
        )

    def is_strip(self, data: Any, site: LinkContext) -> bool:
        """Whether a field of players is drawn as a strip of its numbers, on which all of them stand."""
        if data.get("drawn") != "track" or "columns" in site.path:
            return False
        self.linker.strip(site.names.player or {}, data["field"], (*site.path, "field"))
        return True

    def given_fields(self, data: Any, site: LinkContext) -> Mapping[str, Operator]:
        """What an action has when it is opened by a tap on a part of the view."""
        does = data.get("does", ())
        self.known_ids(does, self.actions, (*site.path, "does"), "action")
        given: dict[str, Operator] = {}
        for key, raw in data.get("give", {}).items():
            value = self.linker.expression(raw, site.at("give", key))
            asked = [a.ask[key] for name in does if (a := self.actions.get(name)) and key in a.ask]
            if value is not None and asked:
                given[key] = value
            elif not asked and all(name in self.actions for name in does):
                known = {name for each in does for name in self.actions[each].ask}
                self.tell("E310", (*site.path, "give", key), no_such(key, sorted(known)))
            for field in asked:
                self.linker.fits(value, field, site.names)
        return given

    def further(self, data: Any, site: LinkContext) -> tuple[Mapping[str, Operator], LinkContext]:
        """The values that stand ``with`` a part of the view or effects, and what is seen inside."""
        values: dict[str, Operator] = {}
        for key, raw in data.get("with", {}).items():
            at = site.at("with", key)
            self.linker.hides(key, at)
            value = self.linker.expression(raw, at)
            if value is not None:
                values[key] = value
        known = {key: self.linker.type_of(value) for key, value in values.items()}
        shapes: dict[str, Shape] = dict.fromkeys(data.get("with", ()), "any")
        shapes |= {key: shape_of(value, site.names) for key, value in values.items()}
        return values, site.seeing(site.names.inside(known, **shapes))

    def shown_field(self, data: Any, site: LinkContext) -> Field | None:
        fields = {**site.names.table, **(site.names.player or {})}
        if data["field"] not in fields:
            values = {"kind": "field", "id": data["field"], "known": list(fields)}
            self.tell("E301", (*site.path, "field"), values)
        return fields.get(data["field"])

    # --- stages ------------------------------------------------------------------------------

    def stages(
        self, data: Any, site: LinkContext, actions: Mapping[str, Action]
    ) -> tuple[Stage, ...]:
        return tuple(self.stage(entry, site.at(i), actions) for i, entry in enumerate(data))

    def stage(self, data: Any, site: LinkContext, actions: Mapping[str, Action]) -> Stage:
        path, names = site.path, site.names
        rules = self.linker.rules(data.get("rules", ()), (*path, "rules"))
        own = site.under(rules)
        self.known_ids(data.get("actions", ()), actions, (*path, "actions"), "action")
        numbers = {key for key, field in (names.player or {}).items() if kind_of(field).is_number}
        self.known_ids(data.get("gains", ()), sorted(numbers), (*path, "gains"), "field")
        event = data.get("event")
        sources = data.get("from", {})
        if event is not None and not self.lazy:
            self.scored_event(event, sources, path)
        stage = self.linker.entry(
            Stage, data, site, rules=rules,
            stages=self.listed(
                lambda: self.stages(data.get("stages", ()), site.at("stages"), actions)
            ),
            effects=self.listed(lambda: self.effects(data.get("effects", ()), own.at("effects"))),
            after=self.listed(
                lambda: self.effects(
                    data.get("after", ()), own.at("after").seeing(self.after(names, event))
                )
            ),
            player_source=self.source(sources, "player", site),
            table_source=self.source(sources, "table", site),
            whole=tuple(sources.get("whole", ())),
        )  # fmt: skip
        assert stage is not None  # it needs no expression of its own
        return stage

    def after(self, names: Names, event: str | None) -> Names:
        """What effects after a scoring see besides: points and rank if it has them, each change."""
        scored = self.scored.events.get(event or "") if self.scored else None
        # Without categories there are none, unless those have problems of their own.
        counts = scored is None or scored.categories or self.linker.world.unsure("results", "")
        results: tuple[str, ...] = ("scored-points", "scored-total") if counts else ()
        if scored is None or scored.ranking:
            results = (*results, "scored-rank")
        changes = self.linker.record_type(change.id for change in scored.changes) if scored else {}
        return names.inside(changes, **dict.fromkeys(results, "number"), change="record")

    def source(self, data: Any, side: str, site: LinkContext) -> Mapping[str, Operator]:
        """Where the fields of a scored position come from in the state."""
        linked = {
            key: self.linker.expression(raw, site.at("from", side, key))
            for key, raw in data.get(side, {}).items()
        }
        for key, value in linked.items():
            fields = (getattr(self.scored, side) if self.scored else None) or {}
            if key in fields:
                self.linker.fits(value, fields[key], site.names)
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


def _inside_out(stages: Sequence[Stage]) -> Iterator[Stage]:
    """Some stages and all inside them."""
    for stage in stages:
        yield stage
        yield from _inside_out(stage.stages)


def _asked(field: Field) -> Shape:
    kind = kind_of(field)
    return "player" if kind.names_players and kind.entries is None else field
