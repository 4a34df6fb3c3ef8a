"""An amount for each player, and for further colours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.folding import by_name
from rulesref.base.messages import Style, as_text, list_text, say
from rulesref.base.suggest import did_you_mean
from rulesref.base.text import Entered
from rulesref.fields import whole
from rulesref.fields.cutting import amounts, vocabulary_of
from rulesref.fields.kind import FieldKind, MappingSchema, Reader, Schema, Typing, extras_of
from rulesref.fields.typed import one_called, signs, split
from rulesref.model.entries import Field
from rulesref.model.expression import Value


class AmountKind(whole.WholeKind):
    """What one player has of a field by player (一人分の数): a number, a sum, or a list of items."""

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> int:
        """The total; ``most`` bounds each of the items."""
        if not isinstance(raw, list):
            total = whole.KIND.read(field, raw, path, reader)
            if isinstance(total, Entered) and len(total.items) > 1:
                self._bound(field, total.items, path, reader)
            return total
        low, high = field.item_bounds
        for item in raw:
            if type(item) is not int or not low <= item <= high:
                break
        else:
            return Entered.summed(tuple(raw))
        read = whole.KIND.read
        items = tuple([read(field, item, (*path, n), reader) for n, item in enumerate(raw)])
        self._bound(field, items, path, reader, listed=True)
        return Entered.summed(items)

    def _bound(
        self, field: Field, items: Sequence[int], path: KeyPath, reader: Reader, *, listed: bool = False
    ) -> None:  # fmt: skip
        """Tell of items that are less than 1 or more than one can be; each has a place of its own in a list."""
        most = field.most
        if most is None or not items or (min(items) >= 1 and max(items) <= most):
            return
        for place, item in enumerate(items):
            if not 1 <= item <= most:
                at = (*path, place) if listed else path
                reader.problem("E403", at, int(item), name=field.name, low=1, high=most)

    def empty(self, field: Field) -> Any:
        return 0

    def typed(self, field: Field, word: str, typing: Typing) -> Any:
        """Numbers with commas or spaces between are added up."""
        parts = re.split(r"[,\s]+", signs(word))
        return whole.as_typed("+".join(parts) if all(map(Entered.of, parts)) else word)

    def expects(self, field: Field, lang: str) -> str:
        if field.most:
            return say(lang, "sums are fine")
        return whole.range_text(field.low, field.high, lang)


class ByPlayerKind(FieldKind):
    """Amounts by player (プレイヤーごとの数): numbers, sums or lists of items, by the players' names.

    Field: ``{extras: [{id: grey, name: {ja: 灰, en: Grey}, players: [2]}], most: 4}``.
    Passes: ``{葵: 3, Ben: [1, 2]}``, ``{灰: 2+2}``, ``{}``. Fails: ``3``, ``{Cai: 3}``, ``{葵: 5+1}``.
    """

    name = "by-player"
    control = "amounts"
    counts = has_colours = entries_are_owned = True
    entries = "number"
    part = "whole"

    @property
    def cell(self) -> FieldKind:
        return _AMOUNT

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> dict[str, Value]:
        """In turn order, so that the order of keys changes no explanation."""
        if not isinstance(raw, dict):
            reader.problem("E402", path, raw, name=field.name, expected=self.name)
            return {}
        low, high = field.bounds
        amounts: dict[str, Value] = {}
        for name in reader.players:
            if name in raw:
                item = raw[name]
                whole_number = type(item) is int and low <= item <= high
                amounts[name] = item if whole_number else _AMOUNT.read(field, item, (*path, name), reader)  # fmt: skip
        if len(amounts) < len(raw):
            amounts |= self._extras(field, raw, path, reader)
        return amounts

    def _extras(
        self, field: Field, raw: dict[str, Any], path: KeyPath, reader: Reader
    ) -> dict[str, Value]:
        """The amounts of the further colours, in the order of the field."""
        amounts: dict[str, Value] = {}
        keys: dict[str, str] = {}
        for key, item in raw.items():
            if key in reader.players:
                continue
            colour = _extra(field, key, (*path, key), reader)
            if colour in keys:
                reader.problem("E409", (*path, key), key, at_key=True, other=keys[colour])
            elif colour is not None:
                keys[colour] = key
                amounts[colour] = _AMOUNT.read(field, item, (*path, key), reader)
        return {extra.id: amounts[extra.id] for extra in field.extras if extra.id in amounts}

    def empty(self, field: Field) -> Any:
        return {} if field.default is None else field.default

    def typed(self, field: Field, word: str, typing: Typing) -> Any:
        """Amounts as ``葵:1、弓:2``, or one for each seat."""
        parts, players = split(word), typing.players
        if len(parts) == len(players) and all(Entered.of(part) is not None for part in parts):
            return dict(zip(players, parts, strict=True))
        pairs = [part.rpartition(":") for part in parts]
        if not all(colon for _, colon, _ in pairs):
            others = [(extra.names, extra.id) for extra in field.extras]
            named = [*(((name,), name) for name in players), *others]
            counted = amounts(word, vocabulary_of(named), numbered=True)
            return word if counted is None else dict(counted)
        return {one_called(players, name.strip()) or name.strip(): n for name, _, n in pairs}

    def expects(self, field: Field, lang: str) -> str:
        return _AMOUNT.expects(field, lang)

    def text(self, field: Field, value: Any, lang: str, style: Style) -> str:
        extras = field.extras_by_id
        pairs = (
            (extras[key].name.of(lang) if key in extras else key, as_text(lang, n, style))
            for key, n in (value or {}).items()
        )
        return list_text(lang, [f"{name} {many}" for name, many in pairs], style)

    def example(self, field: Field, event: str, players: Sequence[str]) -> Any:
        return dict.fromkeys((*players, *extras_of(field, len(players))), 0)

    def schema(self, field: Field, lang: str, mapping: MappingSchema) -> Schema:
        amount = whole.KIND.schema(field, lang, mapping)
        either = {"anyOf": [amount, {"type": "array", "items": amount}]}
        return {"type": "object", "additionalProperties": either}


def _extra(field: Field, key: str, path: KeyPath, reader: Reader) -> str | None:
    """The further colour that a key names; None after telling that it names none."""
    players = reader.players
    extra = field.extras_by_id.get(key) or by_name(field.extras, key)
    if extra is None:
        names = [*players, *extras_of(field, len(players))]
        near = did_you_mean(key, names)
        reader.problem("E420", path, key, at_key=True, known=names, near=near)
        return None
    if len(players) in extra.players:
        return extra.id
    reader.problem("E410", path, key, at_key=True, players=len(players))
    return None


_AMOUNT = AmountKind()
KIND = ByPlayerKind()
