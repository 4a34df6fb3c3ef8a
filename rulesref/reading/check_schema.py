"""Shape: whether a document is what its schema says. The only module that imports jsonschema."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Path, Problem
from rulesref.base.paths import schema_file
from rulesref.base.suggest import did_you_mean
from rulesref.reading.schema_fit import Fit, fit_of

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

    from rulesref.reading.source import Source


@cache
def _schema(kind: str) -> Any:
    return json.loads(FilePath(schema_file(kind)).read_text(encoding="utf-8"))


@cache
def _fit(kind: str) -> Fit:
    return fit_of(_schema(kind))


@cache
def _validator(kind: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_schema(kind))


def check_shape(source: Source, kind: str) -> list[Problem]:
    """Every way in which the document is not a well-formed file of ``kind``, each at its place."""
    problems: list[Problem] = []
    if _fit(kind)(source.data):
        return problems
    for error in _validator(kind).iter_errors(source.data):
        problems.extend(_problems(source, error))
    return problems


def _problems(source: Source, error: ValidationError) -> list[Problem]:
    path: Path = tuple(error.absolute_path)
    instance: Any = error.instance
    wanted: Any = error.validator_value
    match error.validator:
        case "required":
            missing = [key for key in wanted if key not in instance]
            # jsonschema reports each missing key once; the message names which.
            key = next((k for k in missing if repr(k) in error.message), missing[0])
            return [Problem("E201", source.at(path), {"key": key})]
        case "additionalProperties":
            return _unknown_keys(source, error, path)
        case "type":
            return [Problem("E203", source.at(path), {
                "found": _kind(error.instance), "expected": _expected(wanted),
            })]  # fmt: skip
        case "enum":
            near = did_you_mean(str(error.instance), wanted)
            values = {"found": error.instance, "allowed": list(wanted), "near": near}
            return [Problem("E204", source.at(path), values)]
        case "pattern":
            key = str(error.instance)
            named = "propertyNames" in tuple(error.schema_path)
            at = source.at_key((*path, key)) if named else source.at(path)
            return [Problem("E205", at, {"found": error.instance})]
        case "minItems" | "minProperties" | "minLength":
            return [Problem("E206", source.at(path), {"least": wanted})]
        case "maxItems":
            return [Problem("E207", source.at(path), {"most": wanted})]
        case _:
            return [Problem("E208", source.at(path), {"found": _kind(error.instance)})]


def _unknown_keys(source: Source, error: ValidationError, path: Path) -> list[Problem]:
    schema: Any = error.schema
    instance: Any = error.instance
    known = list(schema.get("properties", {}))
    return [
        Problem("E202", source.at_key((*path, key)), {"key": key, "near": did_you_mean(key, known)})
        for key in instance
        if key not in known
    ]


def _kind(value: Any) -> str:
    return {
        "str": "text", "int": "whole", "bool": "flag", "NoneType": "nothing", "list": "list",
        "dict": "mapping",
    }[type(value).__name__]  # fmt: skip


_KINDS = {
    "string": "text", "integer": "whole", "boolean": "flag", "null": "nothing", "array": "list",
    "object": "mapping",
}  # fmt: skip


def _expected(types: str | list[str]) -> list[str]:
    return [_KINDS[t] for t in ([types] if isinstance(types, str) else types)]
