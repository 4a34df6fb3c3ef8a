"""Single values of a position: where each stands, what a document has there, how it differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesref.base.diagnostics import Path
from rulesref.base.frozen import frozen
from rulesref.base.numbers import Entered
from rulesref.model.field import Field
from rulesref.model.position import Position
from rulesref.model.scoring import Event, Scoring
from rulesref.model.steps import Value


@frozen
class Spot:
    """One value of a position (局面の一か所).

    ``path`` leads to it in a document; ``player`` is whose it is, None for the table; ``around`` are
    the records it lies in, with the number of the entry from 0; ``colour`` whose amount of a
    by-player field it is, or the id of an extra.
    """

    path: Path
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
    """The plain data that a file of this position would hold."""
    document: dict[str, Any] = {"game": position.game, "event": position.event}
    if position.chosen:
        document["rulings"] = dict(position.chosen)
    document["players"] = [
        {"name": name, **_plain(values)}
        for name, values in zip(position.names, position.players, strict=True)
    ]
    table: dict[str, Any] = _plain(position.table)
    return document | table


def _plain(found: Any) -> Any:
    match found:
        case Entered():
            return found.typed if len(found.items) > 1 else int(found)
        case Mapping():
            return {key: _plain(item) for key, item in found.items() if item is not None}
        case tuple():
            return [_plain(item) for item in found]
        case _:
            return found


def spots(scoring: Scoring, event: Event, position: Position) -> Iterator[tuple[Spot, Value]]:
    """Every single value of a position, in the order of the data, players first."""
    for seat, name in enumerate(position.names):
        for spec in scoring.player.values():
            if spec.belongs_to(event.id):
                spot = Spot(("players", seat, spec.id), spec, name)
                yield from _inside(spot, position.players[seat].get(spec.id), position.names)
    for spec in scoring.table.values():
        if spec.belongs_to(event.id):
            yield from _inside(Spot((spec.id,), spec), position.table.get(spec.id), position.names)


def _inside(spot: Spot, found: Any, names: tuple[str, ...]) -> Iterator[tuple[Spot, Value]]:
    spec = spot.field
    match spec.kind:
        case "record":
            for inner in spec.fields.values():
                around = (*spot.around, (spec, None))
                here = Spot((*spot.path, inner.id), inner, spot.player, around)
                yield from _inside(here, found[inner.id], names)
        case "records":
            for number, entry in enumerate(found):
                for inner in spec.fields.values():
                    around = (*spot.around, (spec, number))
                    here = Spot((*spot.path, number, inner.id), inner, spot.player, around)
                    yield from _inside(here, entry[inner.id], names)
        case "by-player":
            extras = [e.id for e in spec.extras if len(names) in e.players]
            for colour in (*names, *extras):
                here = Spot((*spot.path, colour), spec, spot.player, spot.around, colour)
                yield here, found.get(colour, 0)
        case _:
            yield spot, found


def differences(
    scoring: Scoring, event: Event, before: Position, after: Position
) -> tuple[Difference, ...]:
    """What differs between two positions; players are matched by name."""
    old = {_key(spot): (spot, found) for spot, found in spots(scoring, event, before)}
    new = {_key(spot): (spot, found) for spot, found in spots(scoring, event, after)}
    both = [name for name in before.names if name in after.names]
    found: list[Difference] = []
    for key in dict.fromkeys((*old, *new)):
        spot = (old.get(key) or new[key])[0]
        if any(who is not None and who not in both for who in (spot.player, _named(spot))):
            continue
        was, now = (side[key][1] if key in side else None for side in (old, new))
        if was != now:
            found.append(Difference(spot, was, now))
    return tuple(found)


def _named(spot: Spot) -> str | None:
    """The player whose amount it is; extras are nobody."""
    extras = {extra.id for extra in spot.field.extras}
    return None if spot.colour in extras else spot.colour


def _key(spot: Spot) -> tuple[object, ...]:
    rest = spot.path[2:] if spot.player is not None else spot.path
    return (spot.player, *rest)
