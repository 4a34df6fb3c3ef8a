"""Single values of a position: where each stands, what a document has there, how it differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.frozen import frozen
from rulesref.base.text import Entered
from rulesref.fields.kind import belonging, extras_of, kind_of
from rulesref.model.entries import Field
from rulesref.model.expression import FieldValues, Position, Value
from rulesref.model.scoring import Event, Scoring


@frozen
class Spot:
    """One value of a position (局面の一か所).

    ``path`` leads to it in a document; ``player`` is whose it is, None for the table; ``around`` are
    the records it lies in, with the number of the entry from 0; ``colour`` whose amount of a
    by-player field it is, or the id of an extra.
    """

    path: KeyPath
    field: Field
    player: str | None = None
    around: tuple[tuple[Field, int | None], ...] = ()
    colour: str | None = None


@frozen
class Difference:
    """A value that differs between two positions; None where there is none."""

    spot: Spot
    before: Value
    after: Value


def document_of(position: Position) -> dict[str, Any]:
    """The plain data that a file of this position would hold, without what nobody gave."""
    document: dict[str, Any] = {"game": position.game, "event": position.event}
    if position.chosen:
        document["rulings"] = dict(position.chosen)
    document["players"] = [
        {"name": name, **_plain(values)}
        for name, values in zip(position.names, position.players, strict=True)
    ]
    table: dict[str, Any] = _plain(position.table)
    return document | table


def _plain(value: Any) -> Any:
    match value:
        case Entered():
            return value.typed if len(value.items) > 1 else int(value)
        case Mapping():
            omitted = value.omitted if isinstance(value, FieldValues) else ()
            return {k: _plain(v) for k, v in value.items() if v is not None and k not in omitted}
        case tuple():
            return [_plain(item) for item in value]
        case _:
            return value


def spots(scoring: Scoring, event: Event, position: Position) -> Iterator[tuple[Spot, Value]]:
    """Every single value of a position, in the order of the data, players first."""
    cells = _Cells(position.names)
    for seat, name in enumerate(position.names):
        for spec in belonging(scoring.player, event.id):
            spot = Spot(("players", seat, spec.id), spec, name)
            yield from cells.of(spot, position.players[seat].get(spec.id))
    for spec in belonging(scoring.table, event.id):
        yield from cells.of(Spot((spec.id,), spec), position.table.get(spec.id))


@frozen
class _Cells:
    """Goes through the single values of one field."""

    names: tuple[str, ...]

    def of(self, spot: Spot, value: Any) -> Iterator[tuple[Spot, Value]]:
        """The single values of what stands at a spot."""
        return kind_of(spot.field).visit(self, spot.field, spot, value)

    def single(self, field: Field, spot: Spot, value: Any) -> Iterator[tuple[Spot, Value]]:  # noqa: ARG002
        yield spot, value

    def record(
        self, field: Field, spot: Spot, value: Any, path: KeyPath = (), number: int | None = None
    ) -> Iterator[tuple[Spot, Value]]:
        around = (*spot.around, (field, number))
        for inner in field.fields.values():
            within = Spot((*spot.path, *path, inner.id), inner, spot.player, around)
            yield from self.of(within, value[inner.id])

    def records(self, field: Field, spot: Spot, value: Any) -> Iterator[tuple[Spot, Value]]:
        for number, entry in enumerate(value):
            yield from self.record(field, spot, entry, (number,), number)

    def by_player(self, field: Field, spot: Spot, value: Any) -> Iterator[tuple[Spot, Value]]:
        for colour in (*self.names, *extras_of(field, len(self.names))):
            path = (*spot.path, colour)
            yield Spot(path, field, spot.player, spot.around, colour), value.get(colour, 0)


def differences(
    scoring: Scoring, event: Event, before: Position, after: Position
) -> tuple[Difference, ...]:
    """What differs between two positions; players are matched by name."""
    old = {_key(spot): (spot, value) for spot, value in spots(scoring, event, before)}
    new = {_key(spot): (spot, value) for spot, value in spots(scoring, event, after)}
    both = [name for name in before.names if name in after.names]
    differing: list[Difference] = []
    for key in dict.fromkeys((*old, *new)):
        spot = (old.get(key) or new[key])[0]
        if any(who is not None and who not in both for who in (spot.player, _named(spot))):
            continue
        was, now = (side[key][1] if key in side else None for side in (old, new))
        if was != now:
            differing.append(Difference(spot, was, now))
    return tuple(differing)


def _named(spot: Spot) -> str | None:
    """The player whose amount it is; extras are nobody."""
    extras = {extra.id for extra in spot.field.extras}
    return None if spot.colour in extras else spot.colour


def _key(spot: Spot) -> tuple[object, ...]:
    rest = spot.path[2:] if spot.player is not None else spot.path
    return (spot.player, *rest)
