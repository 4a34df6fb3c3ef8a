"""Whether data fits a JSON Schema: yes or no, at a hundredth of what it costs to hear why not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import ge, le
from typing import Any

Schema = Mapping[str, Any]
Fit = Callable[[Any], bool]

_TYPES = {
    "object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
    "null": type(None),
}  # fmt: skip
#: What says nothing about data, or is looked at with another keyword.
_SILENT = ("$schema", "$defs", "title", "description", "then", "else")


def fit_of(schema: Schema) -> Fit:
    """The test for ``schema``, of which only the keywords used here are known.

    >>> fits = fit_of({"type": "array", "items": {"type": "integer"}, "minItems": 1})
    >>> fits([1, 2]), fits([]), fits([True])
    (True, False, False)
    """
    definitions: dict[str, Fit] = {}
    fit = _fit(schema, definitions)
    for name, each in schema.get("$defs", {}).items():
        definitions[f"#/$defs/{name}"] = _fit(each, definitions)
    return fit


def _fit(schema: Any, definitions: Mapping[str, Fit]) -> Fit:
    if isinstance(schema, bool):
        return lambda _: schema
    fits = [
        _KEYWORDS[word](value, schema, definitions)
        for word, value in schema.items()
        if word not in _SILENT
    ]
    if len(fits) == 1:
        return fits[0]

    def every(data: Any) -> bool:
        return all(fit(data) for fit in fits)

    return every


def _type(wanted: str | list[str], *_: Any) -> Fit:
    types = {_TYPES[name] for name in ([wanted] if isinstance(wanted, str) else wanted)}
    return lambda data: type(data) in types


def _enum(wanted: list[Any], *_: Any) -> Fit:
    allowed = {(type(value), value) for value in wanted}
    return lambda data: type(data) not in (dict, list) and (type(data), data) in allowed


def _pattern(wanted: str, *_: Any) -> Fit:
    search = re.compile(wanted).search
    return lambda data: type(data) is not str or search(data) is not None


def _size(kind: type[Any], compare: Callable[[int, int], bool]) -> Callable[..., Fit]:
    def keyword(limit: int, *_: Any) -> Fit:
        return lambda data: type(data) is not kind or compare(len(data), limit)

    return keyword


def _items(wanted: Any, _: Schema, definitions: Mapping[str, Fit]) -> Fit:
    fit = _fit(wanted, definitions)
    return lambda data: type(data) is not list or all(map(fit, data))


def _required(wanted: list[str], *_: Any) -> Fit:
    keys = frozenset(wanted)
    return lambda data: type(data) is not dict or keys <= data.keys()


def _properties(wanted: Schema, _: Schema, definitions: Mapping[str, Fit]) -> Fit:
    fits = {key: _fit(each, definitions) for key, each in wanted.items()}
    return lambda data: (
        type(data) is not dict
        or all(fits[key](value) for key, value in data.items() if key in fits)
    )


def _additional(wanted: Any, schema: Schema, definitions: Mapping[str, Fit]) -> Fit:
    fit = _fit(wanted, definitions)
    others = schema.get("properties", {}).keys()
    return lambda data: (
        type(data) is not dict
        or all(fit(value) for key, value in data.items() if key not in others)
    )


def _names(wanted: Any, _: Schema, definitions: Mapping[str, Fit]) -> Fit:
    fit = _fit(wanted, definitions)
    return lambda data: type(data) is not dict or all(map(fit, data))


def _if(wanted: Any, schema: Schema, definitions: Mapping[str, Fit]) -> Fit:
    condition = _fit(wanted, definitions)
    then = _fit(schema.get("then", True), definitions)
    otherwise = _fit(schema.get("else", True), definitions)
    return lambda data: then(data) if condition(data) else otherwise(data)


def _all(wanted: list[Any], _: Schema, definitions: Mapping[str, Fit]) -> Fit:
    fits = [_fit(each, definitions) for each in wanted]
    return lambda data: all(fit(data) for fit in fits)


def _not(wanted: Any, _: Schema, definitions: Mapping[str, Fit]) -> Fit:
    fit = _fit(wanted, definitions)
    return lambda data: not fit(data)


def _reference(wanted: str, _: Schema, definitions: Mapping[str, Fit]) -> Fit:
    def fit(data: Any) -> bool:
        return definitions[wanted](data)  # a definition may name itself

    return fit


_KEYWORDS: Mapping[str, Callable[..., Fit]] = {
    "type": _type, "enum": _enum, "const": lambda wanted, *_: _enum([wanted]),
    "pattern": _pattern, "minLength": _size(str, ge), "minItems": _size(list, ge),
    "maxItems": _size(list, le), "minProperties": _size(dict, ge), "items": _items,
    "required": _required, "properties": _properties, "additionalProperties": _additional,
    "propertyNames": _names, "if": _if, "allOf": _all, "not": _not, "$ref": _reference,
}  # fmt: skip
