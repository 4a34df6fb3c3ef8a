"""Several whole numbers."""

from __future__ import annotations

import re
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.messages import N_
from rulesref.fields import whole
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
from rulesref.fields.typed import is_none
from rulesref.model.entries import Field

_BETWEEN = r"[\s,，、/／・]+|(?<=[0-9０-９])[+＋]"


class WholesKind(FieldKind):
    """Several whole numbers (整数の並び) between bounds; one alone needs no list.

    Field: ``{range: [0, 9], most: 3}``. Passes: ``[1, 2+3]``, ``4``. Fails: ``[1, many]``, ``[1, 2, 3, 4]``.
    """

    name = "wholes"
    control = "numbers"
    prompt = N_("several with spaces between")
    is_plain_list = True
    entries = "number"
    part = "whole"

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> tuple[int, ...]:
        listed = items(field, raw if isinstance(raw, list) else [raw], path, reader)
        numbers = tuple(whole.KIND.read(field, item, at, reader) for at, item in listed)
        return not_too_many(field, numbers, path, reader)

    def typed(self, field: Field, word: str, typing: Typing) -> Any:
        """The numbers, with anything between; a number of things is none of them."""
        parts = [] if is_none(word) else re.split(_BETWEEN, word.strip())
        return [whole.as_typed(part, things=False) for part in parts if part]

    def changed(self, field: Field, now: Any, change: str) -> Any:
        return [part for part in re.split(r"[,、，\s]+", change) if part]

    def bounds(self, field: Field, lang: str) -> list[str]:
        return whole.KIND.bounds(field, lang)

    def schema(self, field: Field, lang: str, mapping: MappingSchema) -> Schema:
        one = whole.KIND.schema(field, lang, mapping)
        return {"anyOf": [array(one, field), one]}


KIND = WholesKind()
