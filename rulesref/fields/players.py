"""Several of the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.fields import player
from rulesref.fields.kind import (
    FieldKind,
    MappingSchema,
    Reader,
    Schema,
    Typing,
    array,
    not_too_many,
)
from rulesref.fields.typed import everybody, is_none, joined, one_called, split
from rulesref.model.entries import Field
from rulesref.model.expression import Player


class PlayersKind(FieldKind):
    """Several players (プレイヤーの並び), each once, by name, by the beginning of a name, or by number.

    Field: ``{}``. Passes: ``[葵, Ben]``, ``葵``, ``[]``. Fails: ``[葵, Cai]``, ``[葵, 葵]``.
    """

    name = "players"
    control = "some"
    names_players = entries_are_owned = True
    entries = "player"
    part = "player"

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> tuple[str | None, ...]:
        several = raw if isinstance(raw, list) else [raw]
        names = tuple(player.KIND.read(field, item, path, reader) for item in several)
        twice = next((name for name in names if name and names.count(name) > 1), None)
        if twice is not None:
            reader.problem("E405", path, twice, name=field.name)
        return not_too_many(field, names, path, reader)

    def schema(self, field: Field, lang: str, mapping: MappingSchema) -> Schema:
        one = player.KIND.json
        return {"anyOf": [array(one, field), one]}

    def operand(self, value: Any, players: Sequence[str]) -> Any:
        return tuple(Player(players.index(name)) for name in value)

    def typed(self, field: Field, word: str, typing: Typing) -> Any:
        """Names with commas, spaces or “and” between; “all” are all the others."""
        players = typing.players
        if players and everybody(word):
            return [name for seat, name in enumerate(players) if seat != typing.turn]
        parts = [] if is_none(word) else split(word)
        return joined(parts, lambda part: one_called(players, part))


KIND = PlayersKind()
