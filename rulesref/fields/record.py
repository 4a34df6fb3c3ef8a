"""Several fields together, each by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.folding import by_name, remembered
from rulesref.base.frozen import frozen
from rulesref.base.messages import Style, list_text
from rulesref.base.suggest import did_you_mean
from rulesref.fields.cutting import Vocabulary, amounts, once_each, vocabulary_of
from rulesref.fields.kind import (
    FieldKind,
    MappingSchema,
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
from rulesref.model.expression import FieldValues, Value


class RecordKind(FieldKind):
    """Several values (ひと組の値), one for each of its fields.

    Field: ``{fields: [{id: size, name: {ja: 広さ, en: Size}, kind: whole}]}``.
    Passes: ``{size: 3}``, ``{広さ: 3}``. Fails: ``3``, ``{}``, ``{size: 3, colour: red}``.
    """

    name = "record"
    control = "group"
    has_parts = True

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> dict[str, Value]:
        return read_fields(field.fields, raw, path, reader, field)

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
    plan = _plan(fields, tuple(raw), reader.event, also)
    for tell in plan.wrong:
        tell(path, reader)
    values = plan.values.copy()
    if plan.omitted:
        values = FieldValues(values)
        values.omitted = plan.omitted
    for id_, key, plain, low, high, read in plan.given:
        item: Any = raw[key]
        if type(item) is plain and low <= item <= high:
            values[id_] = item
        else:
            values[id_] = read(item, (*path, key), reader)
    return values


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
    """The field with this id, else with this Japanese or English name or alias."""
    return fields.get(key) or _words(fields).called(key)


def near_key(fields: Mapping[str, Field], key: str, keys: list[str]) -> str | None:
    """The key most likely meant, in whichever language it was typed."""
    return _words(fields).near(key, keys)


class _Words:
    """What keys mean among some fields."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self._names = {name: field.id for field in fields.values() for name in field.name}
        self.called = remembered(_MOST_KEPT)(partial(by_name, tuple(fields.values())))

    def near(self, key: str, keys: Sequence[str]) -> str | None:
        """The key most likely meant, in whichever language it was typed."""
        return did_you_mean(key, keys) or self._names.get(did_you_mean(key, self._names) or "")


#: What keys mean among fields, by the objects that these are, which stay as long as it is known.
_KNOWN: dict[tuple[int, ...], tuple[Sequence[Field], _Words]] = {}


def _words(fields: Mapping[str, Field]) -> _Words:
    """What keys mean among these fields, once for the same ones: some mappings of them are made for each line."""
    them = tuple(map(id, fields.values()))
    known = _KNOWN.get(them)
    if known is None:
        known = _KNOWN[them] = tuple(fields.values()), _Words(fields)
    return known[1]


ReadValue = Callable[[Any, KeyPath, Reader], Value]
TellProblem = Callable[[KeyPath, Reader], None]


@frozen
class _Plan:
    """How a mapping with certain keys is read among some fields; ``values`` are those of an empty one.

    ``omitted`` are the ids of the fields that no key names and that have no default. ``given`` has for each key of the document that is a field its id, the key, what plain data is its own value
    (:meth:`FieldKind.as_it_is`), and what reads all else.
    """

    fields: Mapping[str, Field]
    values: dict[str, Value]
    omitted: tuple[str, ...]
    given: Sequence[tuple[str, str, Any, int, int, ReadValue]]
    wrong: Sequence[TellProblem]


#: Programs write the same keys in line after line: so many orders of them are kept, none of which is longer.
_MOST_KEPT, _LONGEST_KEPT = 500, 2000
_PLANS: dict[tuple[Any, ...], _Plan] = {}


def _plan(
    fields: Mapping[str, Field], keys: tuple[str, ...], event: str, also: tuple[str, ...]
) -> _Plan:
    """How to read a mapping with these keys."""
    asked = (id(fields), keys, event, also)
    plan = _PLANS.get(asked)
    if plan is None or plan.fields is not fields:
        plan = _new_plan(fields, keys, event, also)
        if not plan.wrong and sum(map(len, keys)) < _LONGEST_KEPT:
            if len(_PLANS) >= _MOST_KEPT:
                _PLANS.clear()
            _PLANS[asked] = plan
    return plan


def _new_plan(
    fields: Mapping[str, Field], keys: tuple[str, ...], event: str, also: tuple[str, ...]
) -> _Plan:
    mine = belonging(fields, event)
    given, wrong, nears = _meant(fields, keys, event, also)
    # A key that is misspelt is one slip, not two.
    spelt = {near for near in nears if near}
    needed = [f for f in mine if not (f.id in given or f.optional or f.id in spelt)]
    wrong += [_teller("E401", name=field.name, key=field.id) for field in needed]
    found = [(field, kind_of(field)) for field in mine if field.id in given]
    return _Plan(
        fields,
        {field.id: empty(field) for field in mine},
        tuple(f.id for f in mine if f.id not in given and f.optional and f.default is None),
        [
            (field.id, given[field.id], *kind.as_it_is(field), partial(kind.read, field))
            for field, kind in found
        ],
        wrong,
    )


def _meant(
    fields: Mapping[str, Field], keys: tuple[str, ...], event: str, also: tuple[str, ...]
) -> tuple[dict[str, str], list[TellProblem], list[str | None]]:
    """The keys by the ids of the fields that they mean, what is wrong with the others, and what those may mean."""
    given: dict[str, str] = {}
    wrong: list[TellProblem] = []
    nears: list[str | None] = []
    for key in keys:
        if key in also:
            continue
        field = fields.get(key) or field_called(fields, key)
        if field is None or not field.belongs_to(event):
            possible = [*(each.id for each in belonging(fields, event)), *also]
            near = None if field else near_key(fields, key, possible)
            nears.append(near)
            wrong.append(_teller("E407" if field else "E408", key, near=near, event=event))
        elif field.id in given:
            wrong.append(_teller("E409", key, other=given[field.id]))
        else:
            given[field.id] = key
    return given, wrong, nears


def _teller(code: str, *at_key: str, **values: object) -> TellProblem:
    """Tells a problem of a mapping, or of one of its keys."""

    def tell(path: KeyPath, reader: Reader) -> None:
        reader.problem(code, (*path, *at_key), *at_key, at_key=bool(at_key), **values)

    return tell


def empty_fields(fields: Mapping[str, Field]) -> dict[str, Any]:
    """Every field as it is when it is left out."""
    return {key: empty(field) for key, field in fields.items()}


def examples(fields: Mapping[str, Field], event: str, players: Sequence[str]) -> dict[str, Any]:
    """What a template has for the fields of an event."""
    present = belonging(fields, event)
    return {field.id: kind_of(field).example(field, event, players) for field in present}


KIND = RecordKind()
