"""Positions as YAML that a person reads and fills in: keys as in the contract, comments in a language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.messages import N_, joined, say
from rulesref.base.text import escaped
from rulesref.fields.kind import Schema, belonging, kind_of
from rulesref.fields.record import examples
from rulesref.model.entries import Field
from rulesref.model.game import Game
from rulesref.model.scoring import Event, Scoring

_PLAIN = re.compile(r"[^\W\d_](?:[\w '・.-]*\w)?|-?\d+(?:\+\d+)+")
_SPECIAL = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
_INDENT = "  "


def template(game: Game, event: Event, names: Sequence[str], lang: str) -> str:
    """A position of ``event`` to fill in: every field with the least it can be, explained."""
    return position_text(game, event, blank(game, event, names), lang, explain=True)


def blank(game: Game, event: Event, names: Sequence[str]) -> dict[str, Any]:
    """What a template has before it is filled in, as plain data."""
    assert game.scoring is not None
    own = examples(game.scoring.player, event.id, names)
    document = examples(game.scoring.table, event.id, names)
    document["players"] = [{"name": name, **own} for name in names]
    return document


def position_text(
    game: Game, event: Event, document: Mapping[str, Any], lang: str, *, explain: bool = False
) -> str:
    """The YAML of a position; with ``explain`` every field says what it asks for."""
    assert game.scoring is not None
    lines = list(_head(game, event, lang, explain=explain))
    lines += [f"game: {game.about.id}", f"event: {event.id}"]
    if rulings := document.get("rulings"):
        lines.append("rulings:")
        lines += [f"{_INDENT}{key}: {scalar(reading)}" for key, reading in rulings.items()]
    lines.append("players:")
    writer = _Writer(lang, event, explain=explain)
    for seat, player in enumerate(document["players"]):
        note = say(lang, "in turn order, starting player first") if seat == 0 else ""
        lines.append(f"{_INDENT}- name: {scalar(player['name'])}" + (f"  # {note}" if note else ""))
        writer.explaining = explain and seat == 0
        lines += writer.fields(game.scoring.player, player, _INDENT * 2)
    writer.explaining = explain
    lines += writer.fields(game.scoring.table, document, "")
    return "\n".join(lines) + "\n"


def scalar(value: object) -> str:
    """A value as one YAML scalar, in quotes where it would be read as something else.

    >>> scalar("葵"), scalar("3+6"), scalar("12"), scalar(True), scalar("a: b")
    ('葵', '3+6', '"12"', 'true', '"a: b"')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    text = str(value)
    if _PLAIN.fullmatch(text) and text.lower() not in _SPECIAL:
        return text
    return escaped(json.dumps(text, ensure_ascii=False))


def _head(game: Game, event: Event, lang: str, *, explain: bool) -> Iterator[str]:
    yield f"# {game.about.name.of(lang)} - {event.name.of(lang)}"
    yield "# " + say(lang, "To score it: rulesref score {game} FILE", game=game.id)
    if not explain:
        return
    change = N_("Change the values to what is on the table. Sums such as 3+6+2 are fine.")
    yield "# " + say(lang, change)
    yield "# " + say(lang, "Lines marked (optional) may be deleted.")
    others = [other for other in game.event_ids if other != event.id]
    if others:
        more = N_("Other scorings: {events} (rulesref score {game} --template EVENT)")
        yield "# " + say(lang, more, game=game.id, events=others)


class _Writer:
    """Writes fields in the order of the data, which is the order in which a person reads the board."""

    def __init__(self, lang: str, event: Event, *, explain: bool) -> None:
        self.lang = lang
        self.event = event
        self.explain = explain
        #: Whether fields are explained here; the second player's are not.
        self.explaining = explain

    def fields(
        self, fields: Mapping[str, Field], values: Mapping[str, Any], indent: str
    ) -> Iterator[str]:
        for spec in belonging(fields, self.event.id):
            if spec.id in values:
                yield from self.field(spec, values[spec.id], indent)

    def field(self, spec: Field, value: Any, indent: str) -> Iterator[str]:
        if self.explaining and spec.help:
            yield f"{indent}# {spec.help.of(self.lang)}"
        if self.explaining and spec.options:
            for option in spec.options:
                yield f"{indent}#   {option.id}: {option.name.of(self.lang)}"
        if value:
            yield from kind_of(spec).visit(self, spec, value, indent)
        else:
            yield from self.single(spec, value, indent)

    def single(self, spec: Field, value: Any, indent: str) -> Iterator[str]:
        yield f"{indent}{spec.id}: {flow(value)}{self.note(spec)}"

    by_player = single

    def record(self, spec: Field, value: Any, indent: str) -> Iterator[str]:
        yield f"{indent}{spec.id}:{self.note(spec)}"
        yield from self.fields(spec.fields, value, indent + _INDENT)

    def records(self, spec: Field, value: Any, indent: str) -> Iterator[str]:
        yield f"{indent}{spec.id}:{self.note(spec)}"
        explaining = self.explaining
        for entry in value:
            lines = list(self.fields(spec.fields, entry, indent + _INDENT * 2))
            yield from _entry(lines, indent + _INDENT)
            self.explaining = False
        self.explaining = explaining

    def note(self, spec: Field) -> str:
        """The comment behind a value: its name, its bounds, whether it may be left out."""
        words = [spec.name.of(self.lang), *kind_of(spec).bounds(spec, self.lang)]
        if spec.optional and self.explain:
            words.append(say(self.lang, "(optional)"))
        return "  # " + joined(self.lang, words)


def _entry(lines: list[str], indent: str) -> Iterator[str]:
    """The lines of one entry of a list: the dash goes before its first key."""
    dashed = False
    for line in lines:
        if dashed:
            yield line
        elif line.lstrip().startswith("#"):
            yield f"{indent}{line.lstrip()}"
        else:
            yield f"{indent}- {line.lstrip()}"
            dashed = True


def flow(value: Any) -> str:
    """A value on one line.

    >>> flow([3, "1+2"]), flow({"葵": 4}), flow([])
    ('[3, 1+2]', '{葵: 4}', '[]')
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value)


def position_schema(game: Game, lang: str) -> Schema:
    """The schema: keys in English and Japanese, required ones once by whichever name."""
    scoring = game.scoring
    assert scoring is not None
    events = list(scoring.events.values())
    words = {event.id: list(dict.fromkeys(event.names)) for event in events}
    writer = _SchemaWriter(lang)
    shapes = {event.id: _event(writer, game, scoring, event) for event in events}
    alone = len(events) == 1
    meant: dict[str, Schema | bool] = {
        event: alone or {"properties": {"event": {"enum": called}}, "required": ["event"]}
        for event, called in words.items()
    }
    schema: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.about.name.of(lang)} ({game.id})",
        "type": "object",
        "properties": {
            "game": {"enum": list(dict.fromkeys([game.about.id, *game.about.name]))},
            "event": {"enum": [word for event in events for word in words[event.id]]},
            "rulings": _rulings(game, lang),
        },
        "required": ["players"] if alone else ["players", "event"],
        "allOf": [{"if": meant[name], "then": shape} for name, shape in shapes.items()],
    }
    return {**schema, "$defs": writer.definitions}


def _rulings(game: Game, lang: str) -> Schema:
    return {
        "type": "object",
        "properties": {
            ruling.id: {
                "description": ruling.question.of(lang),
                "enum": [r.id for r in ruling.readings],
            }
            for ruling in game.rulings.values()
        },
        "additionalProperties": False,
    }


def _event(writer: _SchemaWriter, game: Game, scoring: Scoring, event: Event) -> Schema:
    low, high = game.about.players
    name: Schema = {"name": {"type": ["string", "integer"], "minLength": 1}}
    player = writer.mapping(scoring.player.values(), event, ("player",), name)
    player["required"] = ["name"]
    people = {"type": "array", "items": player, "minItems": low, "maxItems": high}
    keys = {"game": True, "event": True, "rulings": True, "players": people}
    return writer.mapping(scoring.table.values(), event, ("table",), keys)


class _SchemaWriter:
    """Writes each field once; its other names refer to it."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.definitions: Schema = {}

    def mapping(
        self, fields: Iterable[Field], event: Event, path: tuple[str, ...],
        also: Mapping[str, Any] | None = None,
    ) -> Schema:  # fmt: skip
        """A mapping with these fields: each may be called by its id or a name, and only once."""
        properties: Schema = dict(also or {})
        needed: list[Schema] = []
        present = [spec for spec in fields if spec.belongs_to(event.id)]
        # An id is always its own field's, even where it is another's nickname.
        ids = {spec.id for spec in present}
        for spec in present:
            names = [name for name in spec.names if name not in ids and name not in properties]
            keys = [spec.id, *dict.fromkeys(names)]
            definition = {"$ref": "#/$defs/" + self.defined(spec, event, (*path, spec.id))}
            properties |= dict.fromkeys(keys, definition)
            if not spec.optional:
                needed.append({"anyOf": [{"required": [key]} for key in keys]})
        shape: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return {**shape, "allOf": needed} if needed else shape

    def defined(self, spec: Field, event: Event, path: tuple[str, ...]) -> str:
        """The name under which a field is defined."""
        name = ".".join(path)
        if name not in self.definitions:
            self.definitions[name] = {"title": spec.name.of(self.lang)}
            self.definitions[name] |= kind_of(spec).schema(
                spec, self.lang, lambda fields: self.mapping(fields, event, path)
            )
            if spec.help:
                self.definitions[name]["description"] = spec.help.of(self.lang)
        return name
