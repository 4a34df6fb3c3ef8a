"""What a document says of a position before anybody is asked (わかっていること), by the paths of its form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.folding import fold
from rulesref.fields.kind import extras_of, kind_of
from rulesref.fields.record import field_called, read_cell
from rulesref.model.entries import Field
from rulesref.model.game import Game
from rulesref.reading.positions import event_called, plain_keys


def name_at(seat: int) -> KeyPath:
    """Where the name of a player is kept."""
    return ("players", seat, "name")


def known_values(game: Game, data: Mapping[str, Any]) -> dict[KeyPath, Any]:
    """What a document says, options by their ids; what cannot be read is left to be asked."""
    assert game.scoring is not None
    data, events = plain_keys(data), game.scoring.events
    people = data.get("players")
    people = [p for p in people if isinstance(p, dict)] if isinstance(people, list) else []
    names = [str(p["name"]).strip() for p in people if p.get("name") is not None]
    low, high = game.about.players
    # Names count if everybody has one of their own and the game has so many players.
    if not (low <= len(names) == len(people) == len(set(names)) <= high):
        names = []
    values: dict[KeyPath, Any] = {name_at(seat): name for seat, name in enumerate(names)}
    if 0 < len(names) < high:
        values[name_at(len(names))] = None
    event = event_called(events, str(data.get("event")))
    if event is not None and len(events) > 1:
        values = {("event",): event.id, **values}
    event = next(iter(events.values())) if len(events) == 1 else event
    if event is None or not names:
        return values
    reader = _Reader(event.id, tuple(names), values)
    for seat, person in enumerate(people):
        reader.fields(game.scoring.player, person, ("players", seat))
    reader.fields(game.scoring.table, data, ())
    return values


@dataclass
class _Reader:
    """Takes the values out of a document."""

    event: str
    names: tuple[str, ...]
    values: dict[KeyPath, Any]

    def fields(self, fields: Mapping[str, Field], data: Mapping[str, Any], path: KeyPath) -> None:
        """What a mapping says of these fields."""
        for key, raw in data.items():
            spec = fields.get(key) or field_called(fields, key)
            if spec is not None and spec.belongs_to(self.event):
                kind_of(spec).visit(self, spec, raw, (*path, spec.id))

    def single(self, spec: Field, raw: Any, path: KeyPath) -> None:
        value, problems = read_cell(spec, raw, path, self.names, self.event)
        if not problems:
            if kind_of(spec).picks_options:
                raw = list(value) if isinstance(value, tuple) else value
            self.values[path] = raw

    def record(self, spec: Field, raw: Any, path: KeyPath) -> None:
        if isinstance(raw, dict):
            self.fields(spec.fields, raw, path)
        else:
            self.single(spec, raw, path)

    def records(self, spec: Field, raw: Any, path: KeyPath) -> None:
        if not isinstance(raw, list):
            self.single(spec, raw, path)
            return
        for number, entry in enumerate(raw):
            self.values[*path, number] = True
            self.fields(spec.fields, entry if isinstance(entry, dict) else {}, (*path, number))
        # Who knows only a part of the entries may know only some of them.
        whole = all(isinstance(entry, dict) and _complete(spec, entry) for entry in raw)
        if whole and (spec.most is None or len(raw) < spec.most):
            self.values[*path, len(raw)] = False

    def by_player(self, spec: Field, raw: Any, path: KeyPath) -> None:
        """A field by player: everybody who is not named there has nothing."""
        if not isinstance(raw, dict):
            self.single(spec, raw, path)
            return
        many = len(self.names)
        extras = {fold(word): e.id for e in spec.extras for word in (e.id, *e.name)}
        amounts: dict[int | str, Any] = dict.fromkeys((*range(many), *extras_of(spec, many)))
        for key, item in raw.items():
            colour = self.names.index(key) if key in self.names else extras.get(fold(key))
            _, problems = read_cell(spec, item, (*path, key), self.names, self.event)
            if colour in amounts and not problems:
                assert colour is not None
                amounts[colour] = "+".join(map(str, item)) if isinstance(item, list) else item
        self.values |= {(*path, colour): item for colour, item in amounts.items()}


def _complete(spec: Field, entry: Mapping[str, Any]) -> bool:
    """Whether an entry of a list says everything that it must."""
    ids = {field.id for key in entry if (field := field_called(spec.fields, key))}
    return all(field.optional or field.id in ids for field in spec.fields.values())
