"""Lists of records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.messages import Style, list_text
from rulesref.fields import kind, record
from rulesref.fields.kind import (
    FieldKind,
    MappingSchema,
    Reader,
    Schema,
    array,
    items,
)
from rulesref.model.entries import Field
from rulesref.model.expression import Value


class RecordListKind(FieldKind):
    """A list of records (組の並び): for each entry a value for each of its fields.

    Field: ``{fields: [{id: size, name: {ja: 広さ, en: Size}, kind: whole}], most: 2}``.
    Passes: ``[{size: 3}, {広さ: 4}]``, ``[]``. Fails: ``{size: 3}``, ``[3]``, ``[{}]``.
    """

    name = "records"
    control = "list"
    has_entries = True
    entries = "field"
    part = "record"

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> tuple[Value, ...]:
        reader.lists[path] = field.name
        read = record.KIND.read
        listed = items(field, raw, path, reader)
        values = tuple([read(field, item, at, reader) for at, item in listed])
        return kind.not_too_many(field, values, path, reader)

    def text(self, field: Field, value: Any, lang: str, style: Style) -> str:
        entries = [record.KIND.text(field, entry, lang, style) for entry in value or ()]
        return list_text(lang, entries, style, " / ")

    def example(self, field: Field, event: str, players: Sequence[str]) -> Any:
        return [record.KIND.example(field, event, players)]

    def schema(self, field: Field, lang: str, mapping: MappingSchema) -> Schema:
        return array(record.KIND.schema(field, lang, mapping), field)


KIND = RecordListKind()
