"""The JSON Schema of a game's positions, for editors that check and complete while one types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulesref.fields.kind import Schema, kind_of
from rulesref.model.field import Field
from rulesref.model.game import Game
from rulesref.model.scoring import Event, Scoring


def position_schema(game: Game, lang: str) -> Schema:
    """The schema: keys in English and Japanese, required ones once by whichever name."""
    scoring = game.scoring
    assert scoring is not None
    events = list(scoring.events.values())
    words = {event.id: _words(event) for event in events}
    writer = _Writer(lang)
    shapes = {event.id: _event(writer, game, scoring, event) for event in events}
    schema: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.about.name.of(lang)} ({game.id})",
        "type": "object",
        "properties": {
            "game": {"enum": list(dict.fromkeys([game.id, *game.about.name]))},
            "event": {"enum": [word for event in events for word in words[event.id]]},
            "rulings": _rulings(game, lang),
        },
        "required": ["players"] if len(events) == 1 else ["players", "event"],
        "allOf": [
            {"if": _when(events, words[name]), "then": shape} for name, shape in shapes.items()
        ],
    }
    return {**schema, "$defs": writer.definitions}


def _when(events: list[Event], words: list[str]) -> Schema | bool:
    """For which positions the shape of an event is meant."""
    if len(events) == 1:
        return True
    return {"properties": {"event": {"enum": words}}, "required": ["event"]}


def _words(event: Event) -> list[str]:
    return list(dict.fromkeys(event.names))


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


def _event(writer: _Writer, game: Game, scoring: Scoring, event: Event) -> Schema:
    low, high = game.about.players
    name: Schema = {"name": {"type": ["string", "integer"], "minLength": 1}}
    player = writer.mapping(scoring.player.values(), event, ("player",), name)
    player["required"] = ["name"]
    people = {"type": "array", "items": player, "minItems": low, "maxItems": high}
    keys = {"game": True, "event": True, "rulings": True, "players": people}
    return writer.mapping(scoring.table.values(), event, ("table",), keys)


class _Writer:
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
            names = dict.fromkeys([*spec.name, *spec.aliases[0]])
            keys = [spec.id, *(key for key in names if key not in ids and key not in properties)]
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
