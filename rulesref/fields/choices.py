"""Several of the options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.messages import Style, list_text, say
from rulesref.fields import choice
from rulesref.fields.cutting import Vocabulary, amounts, once_each, vocabulary_of
from rulesref.fields.kind import (
    FieldKind,
    MappingSchema,
    Reader,
    Schema,
    Typing,
    array,
    items,
    not_too_many,
)
from rulesref.fields.typed import is_none, joined, number, split
from rulesref.model.entries import Field, Named
from rulesref.model.expression import Value


class ChoicesKind(FieldKind):
    """Several options (複数選択) of the field, each once unless it may be repeated.

    Field: ``{options: [{id: hat, name: {ja: 帽子, en: Hat}}, {id: bag, name: {ja: 鞄, en: Bag}}], most: 2}``.
    Passes: ``[hat]``, ``[鞄, Hat]``, ``[]``. Fails: ``hat``, ``[hut]``, ``[hat, hat]``.
    """

    name = "choices"
    control = "some"
    picks_options = is_plain_list = True
    entries = "field"
    part = "choice"

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> tuple[str | None, ...]:
        read = choice.KIND.read
        ids = tuple([read(field, item, at, reader) for at, item in items(field, raw, path, reader)])
        if len(set(ids)) < len(ids) and not field.repeat:
            for place, option in enumerate(ids):
                if option is not None and option in ids[:place]:
                    reader.problem("E405", (*path, place), option, name=field.name)
        return not_too_many(field, ids, path, reader)

    def one_more(self, field: Field, now: Any) -> Iterator[Value]:
        yield from ((*now, option.id) for option in field.options if option.id not in now)

    def typed(self, field: Field, word: str, typing: Typing) -> Any:
        """The options, with commas, spaces or “and” between; 0 is none of those listed."""
        if is_none(word) or (typing.shown and number(word) == 0):
            return []
        parts = [word] if field.option(word) else joined(split(word), field.option)
        counted = field.repeat and any(number(part) is None for part in parts)
        # A number beside a name says how many there are of it, not which further one.
        one = Typing() if counted else Typing(shown=typing.shown)
        ids = [choice.KIND.typed(field, part, one) for part in parts]
        if all(field.option(id_) for id_ in ids):
            return ids
        # Written together, or with how many of each: as often as that they stand in the list.
        named = amounts(word, _named(field.options))
        if named is None or (not field.repeat and any(many > 1 for _, many in named)):
            return ids
        return [option for option, many in named for _ in range(many)]

    def changed(self, field: Field, now: Any, change: str) -> Any:
        """``+gold`` is taken up, ``-gold`` goes, ``gold, silver`` are set."""
        parts = [part.strip() for part in re.split(r"[,、，]", change) if part.strip()]
        if not parts or parts[0][0] not in "+＋-－":
            return parts
        ids = list(now or ())
        for part in parts:
            word = part.lstrip("+＋-－")
            option = field.option(word)
            id_ = option.id if option else word
            ids = [held for held in ids if held != id_] if part[0] in "-－" else [*ids, id_]
        return ids

    def expects(self, field: Field, lang: str) -> str:
        if field.most is None:
            return say(lang, "several with commas between")
        return say(lang, "up to {most}, with commas between", most=field.most)

    def text(self, field: Field, value: Any, lang: str, style: Style) -> str:
        if isinstance(value, str):
            # Who goes through such a list has one of its options in hand.
            return choice.KIND.text(field, value, lang, style)
        many = Counter(value or ())
        names = {option: choice.KIND.text(field, option, lang, style) for option in many}
        several = [f"{names[o]}×{many[o]}" if many[o] > 1 else names[o] for o in many]
        return list_text(lang, several, style)

    def schema(self, field: Field, lang: str, mapping: MappingSchema) -> Schema:
        once = {} if field.repeat else {"uniqueItems": True}
        return array(choice.KIND.schema(field, lang, mapping), field, **once)


@once_each
def _named(options: tuple[Named, ...]) -> Vocabulary:
    """What the options are called, to be found in a line."""
    return vocabulary_of((option.names, option.id) for option in options)


KIND = ChoicesKind()
