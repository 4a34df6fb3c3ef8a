"""Several fields together, each by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.folding import by_name, remembered
from rulesref.base.messages import Style, list_text
from rulesref.base.suggest import did_you_mean
from rulesref.fields.cutting import Vocabulary, amounts, once_each, vocabulary_of
from rulesref.fields.kind import (
    EXACTLY,
    NOT_AT_ALL,
    FieldKind,
    MappingSchema,
    Quick,
    Reader,
    Schema,
    Typing,
    belonging,
    cell_of,
    empty,
    kind_of,
    value_text,
)
from rulesref.fields.typed import split
from rulesref.model.entries import Field
from rulesref.model.expression import Value


class RecordKind(FieldKind):
    """Several values (ひと組の値), one for each of its fields.

    Field: ``{fields: [{id: size, name: {ja: 広さ, en: Size}, kind: whole}]}``.
    Passes: ``{size: 3}``, ``{広さ: 3}``. Fails: ``3``, ``{}``, ``{size: 3, colour: red}``.
    """

    name = "record"
    has_parts = True

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> dict[str, Value]:
        return read_fields(field.fields, raw, path, reader, field)

    def quick(self, field: Field, event: str) -> Quick:
        return quick_fields(field.fields, event)

    def typed(self, field: Field, word: str, typing: Typing) -> Any:
        """Whole numbers behind or before the names of their fields; else a value for each in order."""
        typed_amounts = amounts_in(field, word)
        if typed_amounts is not None:
            return typed_amounts
        parts = split(word)
        if len(parts) != len(field.fields) or not all(map(str.strip, parts)):
            return word
        pairs = zip(field.fields.values(), parts, strict=True)
        return {inner.id: kind_of(inner).typed(inner, part, typing) for inner, part in pairs}

    def fits(self, field: Field, word: str, typing: Typing) -> int:
        if amounts_in(field, word) is not None:
            return EXACTLY
        typed = self.typed(field, word, typing)
        if not isinstance(typed, dict):
            return NOT_AT_ALL
        fields = field.fields
        parts = zip(fields.values(), split(word), strict=True)
        return min(kind_of(inner).fits(inner, part, typing) for inner, part in parts)

    def empty(self, field: Field) -> Any:
        return empty_fields(field.fields)

    def text(self, field: Field, value: Any, lang: str, style: Style) -> str:
        parts = [
            f"{inner.name.of(lang)} {value_text(inner, value[key], lang, style)}"
            for key, inner in field.fields.items()
            if key in (value or ())
        ]
        return list_text(lang, parts, style)

    def example(self, field: Field, event: str, players: Sequence[str]) -> Any:
        return examples(field.fields, event, players)

    def schema(self, field: Field, lang: str, mapping: MappingSchema) -> Schema:
        return mapping(field.fields.values())


def amounts_in(field: Field, word: str) -> dict[str, int] | None:
    """The amounts that a word names in a record, in any notation; None when it is something else."""
    counted = amounts(word, _numbered(field))
    if counted is None:
        return None
    total: dict[str, int] = {}
    for key, many in counted:
        total[key] = total.get(key, 0) + many
    return total


@once_each
def _numbered(field: Field) -> Vocabulary:
    """What the fields of a record that are whole numbers are called."""
    inside = field.fields.values()
    return vocabulary_of((inner.names, inner.id) for inner in inside if kind_of(inner).is_number)


def read_fields(
    fields: Mapping[str, Field], raw: Any, path: KeyPath, reader: Reader,
    whose: Field | None = None, also: tuple[str, ...] = (),
) -> dict[str, Value]:  # fmt: skip
    """The values of a mapping; ``also`` are keys that others read."""
    if not isinstance(raw, dict):
        name = whose.name if whose else None
        reader.problem("E402", path, raw, name=name, expected="record")
        return empty_fields(fields)
    keys = _keys(fields, raw, path, reader, also)
    values: dict[str, Value] = {}
    for field in _words(fields).belonging(reader.event):
        key = keys.get(field.id)
        if key is not None:
            values[field.id] = kind_of(field).read(field, raw[key], (*path, key), reader)
            continue
        if not field.optional:
            reader.problem("E401", path, name=field.name, key=field.id)
        values[field.id] = empty(field)
    return values


_PAIRS = (tuple, type(dict[str, Any]().items()))


def quick_fields(fields: Mapping[str, Field], event: str) -> Quick:
    """What gives the values of plain mappings, by the ids and the names of their fields."""
    mine = belonging(fields, event)
    readers: dict[str, tuple[str, Quick]] = {}
    for field in mine:
        one = kind_of(field).quick(field, event)
        for name in field.names:
            if (fields.get(name) or field_called(fields, name)) is field:
                readers[name] = field.id, one
    empties = {field.id: empty(field) for field in mine if field.optional}
    many = len(mine)

    def value(raw: Any, players: Sequence[str]) -> dict[str, Value]:
        values: dict[str, Value] = {}
        pairs = raw.items() if type(raw) is dict else raw
        for key, item in pairs:
            id_, one = readers[key]
            values[id_] = one(item, players)
        if len(values) != len(pairs) or type(pairs) not in _PAIRS:
            raise ValueError
        if len(values) < many:
            values = {**empties, **values}
            if len(values) < many:
                raise ValueError
        return values

    return value


def _keys(
    fields: Mapping[str, Field], raw: Mapping[str, Any], path: KeyPath, reader: Reader,
    also: tuple[str, ...],
) -> dict[str, str]:  # fmt: skip
    """Which key of the document gives which field."""
    keys: dict[str, str] = {}
    for key in raw:
        if key in also:
            continue
        field = fields.get(key) or field_called(fields, key)
        if field is None or not field.belongs_to(reader.event):
            possible = [*(f.id for f in _words(fields).belonging(reader.event)), *also]
            near = None if field else near_key(fields, key, possible)
            reader.problem("E407" if field else "E408", (*path, key), key, at_key=True,
                           near=near, event=reader.event)  # fmt: skip
        elif field.id in keys:
            reader.problem("E409", (*path, key), key, at_key=True, other=keys[field.id])
        else:
            keys[field.id] = key
    return keys


def read_inputs(
    fields: Mapping[str, Field], data: Mapping[str, Any], players: tuple[str, ...] = ()
) -> tuple[Mapping[str, Value], list[Problem]]:
    """The inputs of a calculator or an action: values as typed on a command line or parsed."""
    reader = Reader(players=players)
    return read_fields(fields, dict(data), (), reader), reader.problems


def read_value(
    field: Field, raw: Any, players: tuple[str, ...] = ()
) -> tuple[Value, list[Problem]]:
    """One value of a field, as typed or parsed."""
    reader = Reader(players=players)
    return kind_of(field).read(field, raw, (field.id,), reader), reader.problems


def read_cell(
    field: Field, raw: Any, path: KeyPath, players: tuple[str, ...], event: str
) -> tuple[Value, list[Problem]]:
    """One answer to a question about a position, and what is wrong with it."""
    reader = Reader(event=event, players=players)
    return cell_of(field).read(field, raw, path, reader), reader.problems


def field_called(fields: Mapping[str, Field], key: str) -> Field | None:
    """The field with this id, Japanese or English name, or alias."""
    return _words(fields).called(key)


def near_key(fields: Mapping[str, Field], key: str, keys: list[str]) -> str | None:
    """The key most likely meant, in whichever language it was typed."""
    return _words(fields).near(key, tuple(keys))


#: So many keys are remembered of each mapping.
_REMEMBERED = 500


class _Words:
    """What keys mean among some fields; programs write the same in line after line."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self._fields = tuple(fields.values())
        self._names = {name: field.id for field in self._fields for name in field.name}
        self.called = remembered(_REMEMBERED)(self._called)
        self.near = remembered(_REMEMBERED)(self._near)
        self.belonging = remembered(_REMEMBERED)(partial(belonging, fields))

    def _called(self, key: str) -> Field | None:
        return by_name(self._fields, key)

    def _near(self, key: str, keys: tuple[str, ...]) -> str | None:
        return did_you_mean(key, keys) or self._names.get(did_you_mean(key, self._names) or "")


#: What keys mean among fields, by the objects that these are, which stay as long as it is known.
_KNOWN: dict[tuple[int, ...], _Words] = {}


def _words(fields: Mapping[str, Field]) -> _Words:
    """What keys mean among these fields, once for the same ones: mappings of some that are asked for are made for each line."""
    them = tuple(map(id, fields.values()))
    known = _KNOWN.get(them)
    if known is None:
        known = _KNOWN[them] = _Words(fields)
    return known


def empty_fields(fields: Mapping[str, Field]) -> dict[str, Any]:
    """Every field as it is when it is left out."""
    return {key: empty(field) for key, field in fields.items()}


def examples(fields: Mapping[str, Field], event: str, players: Sequence[str]) -> dict[str, Any]:
    """What a template has for the fields of an event."""
    present = belonging(fields, event)
    return {field.id: kind_of(field).example(field, event, players) for field in present}


KIND = RecordKind()
