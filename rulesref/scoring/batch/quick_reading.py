"""Positions of one event as programs write them, read at once; all others are read with care."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.base.folding import composed
from rulesref.fields.kind import Quick
from rulesref.fields.record import quick_fields
from rulesref.model.code import Unusual
from rulesref.model.expression import Value
from rulesref.model.scoring import Scoring
from rulesref.reading.positions import Sound

#: The names of the players, their values, and those of the table.
PositionValues = tuple[tuple[str, ...], tuple[Mapping[str, Value], ...], Mapping[str, Value]]


def mapping(pairs: Any) -> dict[str, Any]:
    """The mapping that a document has as pairs; each key stands there once."""
    keys = dict(pairs)
    if type(pairs) is not tuple or len(keys) != len(pairs):
        raise Unusual
    return keys


class PartlyUnusual(Unusual):
    """The event and the names are as usual, but not all that the players and the table have."""

    def __init__(self, sound: Sound) -> None:
        self.sound = sound


class PositionReader:
    """Gives what :func:`rulesref.reading.positions.read_position` gives, and raises for all else."""

    def __init__(self, scoring: Scoring, event: str, players: tuple[int, int]) -> None:
        self._few, self._many = players
        self._event = scoring.events[event]
        self._player = quick_fields(scoring.player, event)
        self._table = quick_fields(scoring.table, event)
        fields = scoring.player.values()
        self._once = [field.id for field in fields if field.once and field.belongs_to(event)]

    def read(self, data: dict[str, Any]) -> PositionValues:
        """The values of a document that has no other keys; mappings inside it are pairs."""
        raw = data.pop("players")
        people = [mapping(player) for player in raw]
        names = tuple([player.pop("name") for player in people])
        different = len({composed(name) for name in names})  # only text can be composed
        if not (type(raw) is list and self._few <= different == len(names) <= self._many):
            raise Unusual
        if not all(name.strip() for name in names):
            raise Unusual
        known: list[Any] = []
        try:
            for player in people:
                known.append(self._player(player.items(), names))  # noqa: PERF401 - what is sound is kept
            known.append(self._table(data.items(), names))
        except Exception:  # noqa: BLE001 - whatever it is, it is read with care
            known.append(None)
            rest = people[len(known) :]
            known += [_sound(self._player, player, names) for player in rest]
            if len(known) == len(people):
                known.append(_sound(self._table, data, names))
            raise PartlyUnusual(Sound(self._event, names, known)) from None
        *players, table = known
        for key in self._once:
            held = [item for player in players for item in player[key]]
            # One that the same player holds twice may be right, but that is rare.
            if len(set(held)) != len(held):
                raise Unusual
        return names, tuple(players), table


def _sound(
    read: Quick, raw: Mapping[str, Any], players: tuple[str, ...]
) -> dict[str, Value] | None:
    """What a mapping gives at once; None where something may be wrong with it."""
    try:
        values: dict[str, Value] = read(raw.items(), players)
    except Exception:  # noqa: BLE001 - whatever it is, it is read with care
        return None
    return values
