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
from rulesref.fields import kind, whole
from rulesref.fields.cutting import amounts, vocabulary_of
from rulesref.fields.kind import FieldKind, MappingSchema, Reader, Schema, Typing, extras_of
from rulesref.fields.typed import one_called, signs, split
from rulesref.model.entries import Field
from rulesref.model.expression import Value


class AmountKind(whole.WholeKind):
    """What one player has of a field by player (一人分の数): a number, a sum, or a list of items."""

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> int:
        """The total; ``most`` bounds each of the items."""
        items: Sequence[int]
        total: int
        if isinstance(raw, list):
            paths: list[KeyPath] = [(*path, i) for i in range(len(raw))]
            items = [whole.KIND.read(field, raw[i], at, reader) for i, at in enumerate(paths)]
            total = Entered.summed(tuple(items), "+".join(str(int(i)) for i in items) or "0")
        else:
            total = whole.KIND.read(field, raw, path, reader)
            items = total.items if isinstance(total, Entered) and len(total.items) > 1 else ()
            paths = [path] * len(items)
        for item, at in zip(items, paths, strict=True):
            if field.most is not None and not 1 <= item <= field.most:
                reader.problem("E403", at, int(item), name=field.name, low=1, high=field.most)
        return total

    def quick(self, field: Field, event: str) -> kind.Quick:
        low, high = whole.limits(field)
        least = low if field.most is None else max(low, 1)
        most = high if field.most is None else min(high, field.most)
        typed = super().quick(field, event)

        def value(raw: Any, players: Sequence[str]) -> int:
            if type(raw) is not list:
                number: int = typed(raw, players)
                return number
            for item in raw:
                if type(item) is not int or not least <= item <= most:
                    raise ValueError
            return Entered.summed(tuple(raw), "+".join(map(str, raw)) or "0")

        return value

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
    counts = has_colours = entries_are_owned = True
    entries = "number"

    @property
    def cell(self) -> FieldKind:
        return _AMOUNT

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> dict[str, Value]:
        """In turn order, so that the order of keys changes no explanation."""
        if not isinstance(raw, dict):
            reader.problem("E402", path, raw, name=field.name, expected=self.name)
            return {}
        amounts: dict[str, Value] = {}
        keys: dict[str, str] = {}
        for key, item in raw.items():
            colour = _colour(field, key, (*path, key), reader)
            if colour in keys:
                reader.problem("E409", (*path, key), key, at_key=True, other=keys[colour])
            elif colour is not None:
                keys[colour] = key
                amounts[colour] = _AMOUNT.read(field, item, (*path, key), reader)
        order = (*reader.players, *(extra.id for extra in field.extras))
        return {colour: amounts[colour] for colour in order if colour in amounts}

    def quick(self, field: Field, event: str) -> kind.Quick:
        amount = _AMOUNT.quick(field, event)
        others = [
            (name, extra) for extra in field.extras for name in extra.names
            if by_name(field.extras, name) is extra
        ]  # fmt: skip

        def value(raw: Any, players: Sequence[str]) -> dict[str, int]:
            typed = dict(raw)
            amounts = {name: amount(typed[name], players) for name in players if name in typed}
            if len(amounts) < len(typed):
                for name, extra in others:
                    if name in typed and name not in players and len(players) in extra.players:
                        amounts[extra.id] = amount(typed[name], players)
            if type(raw) not in (tuple, dict) or len(amounts) != len(raw):
                raise ValueError
            return amounts

        return value

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

    def fits(self, field: Field, word: str, typing: Typing) -> int:
        if not isinstance(self.typed(field, word, typing), dict):
            return kind.NOT_AT_ALL
        # A name without a number is rather a player.
        return kind.EXACTLY if any(map(str.isdigit, word)) else kind.BY_ITS_BEGINNING

    def expects(self, field: Field, lang: str) -> str:
        return _AMOUNT.expects(field, lang)

    def text(self, field: Field, value: Any, lang: str, style: Style) -> str:
        pairs = (value or {}).items()
        return list_text(lang, [f"{name} {as_text(lang, n, style)}" for name, n in pairs], style)

    def example(self, field: Field, event: str, players: Sequence[str]) -> Any:
        return dict.fromkeys((*players, *extras_of(field, len(players))), 0)

    def schema(self, field: Field, lang: str, mapping: MappingSchema) -> Schema:
        amount = whole.KIND.schema(field, lang, mapping)
        either = {"anyOf": [amount, {"type": "array", "items": amount}]}
        return {"type": "object", "additionalProperties": either}


def _colour(field: Field, key: str, path: KeyPath, reader: Reader) -> str | None:
    """The player or the further colour that a key names; None after telling that it names none."""
    players = reader.players
    if key in players:
        return key
    extra = by_name(field.extras, key)
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
