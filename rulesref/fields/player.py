"""One of the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rulesref.base.diagnostics import KeyPath
from rulesref.base.folding import fold
from rulesref.base.suggest import did_you_mean
from rulesref.base.text import whole
from rulesref.fields.kind import (
    FieldKind,
    Reader,
    Schema,
)
from rulesref.fields.typed import one_called
from rulesref.model.entries import Field
from rulesref.model.expression import Player


class PlayerKind(FieldKind):
    """One player (プレイヤー), by name, by the beginning of a name, or by number from 1.

    Field: ``{}``. Passes: ``葵``, ``b``, ``2``. Fails: ``Cai``, ``3``.
    """

    name = "player"
    control = "one"
    nothing = None
    json: ClassVar[Schema] = {"type": ["string", "integer"]}
    names_players = True

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> str | None:
        players, word = reader.players, fold(str(raw))
        name = one_called(players, str(raw))
        if name is None and (seat := whole(word)) and seat <= len(players):
            name = players[seat - 1]
        if name is None:
            near = did_you_mean(str(raw), players)
            reader.problem("E420", path, raw, name=field.name, known=list(players), near=near)
        return name

    def operand(self, value: Any, players: Sequence[str]) -> Any:
        return Player(players.index(value)) if value in players else None


KIND = PlayerKind()
