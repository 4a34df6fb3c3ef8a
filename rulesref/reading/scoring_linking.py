"""From the plain data of ``scoring.yaml`` and ``calculators.yaml`` to linked, runnable values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import KeyPath, no_such
from rulesref.base.frozen import changed
from rulesref.fields.kind import kind_of
from rulesref.lang.references import Reference
from rulesref.model.entries import Field, read_fields
from rulesref.model.expression import Operator
from rulesref.model.scoring import Calculator, Check, Event, NamedValue, Scoring
from rulesref.reading.link import (
    Function,
    GlobalScope,
    LinkContext,
    Linker,
    Names,
    Shape,
    Tell,
    entry_shape,
    field_of,
    labelled,
)


def trusting(code: str, path: KeyPath, values: Mapping[str, object]) -> None:
    """For data that has been checked: a problem now is a bug."""
    msg = f"{code} at {path}: {dict(values)}"
    raise AssertionError(msg)


def scoring(data: Any, world: GlobalScope, tell: Tell = trusting) -> Scoring:
    """The linked scoring of a game; what cannot be linked is told and left out."""
    return _Scorings(world, tell).scoring(data)


def calculators(
    game: str, data: Any, world: GlobalScope, tell: Tell = trusting
) -> Mapping[str, Calculator]:
    """The linked calculators of a game, by id."""
    scorings = _Scorings(world, tell)
    scorings.linker.inside_calculator = True
    link = scorings.calculator
    linked = ((link(game, entry, (i,)), entry) for i, entry in enumerate(data))
    # One that lacks a result has problems of its own: what asks it for that has none.
    return {
        calculator.id: calculator
        for calculator, entry in linked
        if calculator and len(calculator.results) == len(entry["results"])
    }


def linker_for(world: GlobalScope, tell: Tell) -> Linker:
    """What links data: data that has not been checked is checked on the way."""
    if tell is trusting:
        return Linker(world, tell)
    from rulesref.reading.checked_link import CheckedLinker

    return CheckedLinker(world, tell)


class _Scorings:
    def __init__(self, world: GlobalScope, tell: Tell) -> None:
        self.tell = tell
        self.linker = linker_for(world, tell)
        #: What is defined above the events.
        self.shared: Sequence[Any] = ()

    def scoring(self, data: Any) -> Scoring:
        position = {"player": (), "table": (), **data["position"]}
        player, table = read_fields(position["player"]), read_fields(position["table"])
        self.linker.events = events_there = tuple(entry["id"] for entry in data["events"])
        if self.tell is not trusting:
            # A field of an event that there is not is told by itself; it may be meant for any.
            player, table = (_of_known(fields, events_there) for fields in (player, table))
        self.shared = data.get("define", ())
        linked = [
            self.event(entry, ("events", i), player, table)
            for i, entry in enumerate(data["events"])
        ]
        events = {event.id: event for event in linked if event}
        for i, entry in enumerate(data["events"]):
            # What an event has from another one it need not use itself.
            self.linker.unused(entry.get("define", ()), ("events", i, "define"), ())
        checks = [
            self.event_check(entry, ("checks", i), player, table, [*events])
            for i, entry in enumerate(data.get("checks", ()))
        ]
        for side in ("player", "table"):
            asked = read_fields(position[side])
            self.linker.asked(position[side], asked, ("position", side), self.linker.events)

        def seen(field: Field) -> Names:
            """What there is in the positions that have the field."""
            of = {*field.events}
            there = _where(
                player,
                table,
                lambda other: not of or not other.events or bool(of & {*other.events}),
            )
            return shared(self.linker, self.shared, LinkContext(("define",), there))

        of_table = self.fields(position["table"], table, ("position", "table"), seen)
        for i, field in enumerate(of_table.values()):
            # Fields of the table see players only by going through them.
            if field.ask_when is not None and looks_at_player(field.ask_when):
                self.tell("E418", ("position", "table", i, "ask-when"), {"typed": field.id})
        return Scoring(
            player=self.fields(position["player"], player, ("position", "player"), seen),
            table=of_table,
            events=events,
            checks=tuple(check for check in checks if check),
        )

    def event(
        self, data: Any, path: KeyPath, player: Mapping[str, Field], table: Mapping[str, Field]
    ) -> Event | None:
        there = _where(player, table, lambda field: field.belongs_to(data["id"]))
        names = shared(self.linker, self.shared, LinkContext(("define",), there))
        rules = self.linker.rules(data.get("rules", ()), (*path, "rules"))
        names, define = defined(self.linker, data, LinkContext(path, names, rules))
        if "before" in data and data["before"] not in (names.player or {}):
            self.tell("E310", (*path, "before"), no_such(data["before"], names.known()))
        if data.get("final") and "ranking" not in data:
            self.tell("E201", path, {"key": "ranking"})
        event = self.linker.entry(Event, data, LinkContext(path, names), rules=rules, define=define)
        for i, raw in enumerate(data.get("ranking", ())):
            # Without a value it is the total, which there is only with categories.
            if "value" not in raw and "categories" not in data:
                self.tell("E201", (*path, "ranking", i), {"key": "value"})
            # A rung without a value is the total; any other is called as its author likes.
            if "value" not in raw and raw["by"] != "total":
                known = no_such(raw["by"], ["total"])
                self.tell("E310", (*path, "ranking", i, "by"), {**known, "meant": "rung"})
        return event

    def event_check(
        self, data: Any, path: KeyPath, player: Mapping[str, Field], table: Mapping[str, Field],
        events: list[str],
    ) -> Check | None:  # fmt: skip
        """A check of positions, which sees the fields of the events it is for."""
        where = data.get("events", events)
        self.linker.are_events(where, events, (*path, "events"))
        there = _where(player, table, lambda field: any(map(field.belongs_to, where)))
        names = shared(self.linker, self.shared, LinkContext(("define",), there))
        return self.check(data, LinkContext(path, names))

    def check(self, data: Any, site: LinkContext) -> Check | None:
        each: Reference | None = None
        if "each" in data:
            each, site = loop(self.linker, data, site)
            if each is None:
                return None
        check = self.linker.entry(Check, data, site, each=each, per_player=False)
        if check is None or site.names.player is None:
            return check
        looks = (check.when, *(value for _, value in check.message.refs), each)
        check = changed(check, per_player=any(looks_at_player(look) for look in looks if look))
        if check.at is not None:
            known_at = _pointed_at(check, site.names, each)
            self.linker.field_at(known_at, check.at, (*site.path, "at"))
        return check

    def calculator(self, game: str, data: Any, path: KeyPath) -> Calculator | None:
        asked = data.get("inputs", ())
        known = read_fields(asked)
        inputs = self.fields(asked, known, (*path, "inputs"), lambda _: Names(None, known))
        rules = self.linker.rules(data["rules"], (*path, "rules"))
        names, define = defined(self.linker, data, LinkContext(path, Names(None, inputs), rules))
        site = LinkContext(path, names)
        self.linker.asked(asked, inputs, (*path, "inputs"))
        checks = [
            self.check({"id": "input", "level": "error", **entry}, site.at("checks", i))
            for i, entry in enumerate(data.get("checks", ()))
        ]
        calculator = self.linker.entry(
            Calculator, data, site, game=game, inputs=inputs, rules=rules, define=define,
            checks=tuple(check for check in checks if check),
        )  # fmt: skip
        for key in ("inputs", "define"):
            self.linker.unused(data.get(key, ()), (*path, key), path)
        return calculator

    def fields(
        self, data: Any, fields: Mapping[str, Field], path: KeyPath, seen: Callable[[Field], Names]
    ) -> Mapping[str, Field]:
        """The fields with when they are asked for, which may name any of them."""
        return {
            entry["id"]: self.field(entry, fields[entry["id"]], (*path, i), seen)
            for i, entry in enumerate(data)
        }

    def field(
        self, data: Any, field: Field, path: KeyPath, seen: Callable[[Field], Names]
    ) -> Field:
        if "ask-when" not in data and not any(
            "ask-when" in inner for inner in data.get("fields", ())
        ):
            return field
        names = seen(field)
        when = None
        if "ask-when" in data:
            site = LinkContext((*path, "ask-when"), names, field.rules)
            when = self.linker.expression(data["ask-when"], site)
            if not field.optional:
                self.linker.tell("E201", path, {"key": "optional"})
        inside = names.inside(**field.fields) if kind_of(field).has_entries else names
        inner = self.fields(
            data.get("fields", ()), field.fields, (*path, "fields"), lambda _: inside
        )
        return changed(field, ask_when=when, fields=inner)


def _of_known(fields: Mapping[str, Field], events: tuple[str, ...]) -> dict[str, Field]:
    """The fields; those that belong to an unknown event belong to all."""
    return {
        key: field if {*field.events} <= {*events} else changed(field, events=())
        for key, field in fields.items()
    }


def _where(
    player: Mapping[str, Field], table: Mapping[str, Field], there: Callable[[Field], bool]
) -> Names:
    """The names of those fields that are there."""
    return Names(
        {key: field for key, field in player.items() if there(field)},
        {key: field for key, field in table.items() if there(field)},
    )


def shared(linker: Linker, data: Sequence[Any], site: LinkContext) -> Names:
    """The names, and what is defined for all that score and for the flow: each is linked where it is used."""
    for i, raw in enumerate(data):
        at, names = site.at(i), site.names
        linker.hides(raw["id"], at.at("id"))
        function = Function({"parameters": (), **raw}, at.path, names)
        site = site.seeing(changed(names, functions={**names.functions, raw["id"]: function}))
    return site.names


def defined(linker: Linker, data: Any, site: LinkContext) -> tuple[Names, Mapping[str, Operator]]:
    """The named values of ``define``, and the names with them: each may use those before it."""
    values: dict[str, Operator] = {}
    for i, raw in enumerate(data.get("define", ())):
        at, names = site.at("define", i), site.names
        if "parameters" in raw:
            linker.hides(raw["id"], at.at("id"))
            for j, parameter in enumerate(raw["parameters"]):
                linker.hides(parameter, at.at("parameters", j))
            function = Function(raw, at.path, names)
            site = site.seeing(changed(names, functions={**names.functions, raw["id"]: function}))
            continue
        named = linker.entry(NamedValue, raw, at)
        if named is not None:
            values[named.id] = labelled(named.value, named.name)
        linker.hides(raw["id"], at.at("id"))
        known = linker.type_of(named.value if named else None)
        site = site.seeing(changed(names, defines={**names.defines, raw["id"]: known}))
    return site.names, values


def loop(linker: Linker, data: Any, site: LinkContext) -> tuple[Reference | None, LinkContext]:
    """What ``each`` goes through, and what is seen inside; None after telling why it cannot."""
    each = linker.expression(data["each"], site.at("each"))
    if not isinstance(each, Reference):
        return None, site
    names: dict[str, Shape] = {data["as"]: entry_shape(each)} if "as" in data else {}
    for key in ("as", "number"):
        if key in data:
            linker.hides(data[key], site.at(key))
    known = {name: linker.type_of(each, entry=True) for name in names}
    if "number" in data:
        names[data["number"]] = "number"
    return each, site.seeing(site.names.inside(known, **names))


def _pointed_at(check: Check, names: Names, each: Reference | None) -> Mapping[str, Any]:
    """The names that the place of a check can have."""
    if each is None or each.root == "players":
        of_player = check.per_player or each is not None
        return (
            {**(names.player or {}), "name": None}
            if of_player
            else {**names.table, "players": None}
        )
    field = field_of(each)
    return field.fields if field else {}


def looks_at_player(expression: Operator, define: Mapping[str, Operator] = {}) -> bool:
    """Whether an expression looks at the player whose turn it is; a named value not given does."""
    if isinstance(expression, Reference):
        if expression.root == "define":
            inner = define.get(expression.path[0])
            return inner is None or looks_at_player(inner, define)
        return expression.root in ("player", "seat", "name")
    return expression.needs_player or any(looks_at_player(c, define) for c in expression.children())
