"""The JSON Schemas of every kind of file, made from what the classes of their entries declare.

``python -m rulesref.reading.schemas DIR`` writes them; a test fails when they are out of date.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rulesref.fields.kind import Schema
from rulesref.lang import FORMS
from rulesref.model.entries import About, Field, Row, Rule, Ruling, SheetLine, Table, Term
from rulesref.model.flow import EFFECTS, VIEW, Flow, Stage, StateField
from rulesref.model.keys import ID, Entry, Key, optional, required
from rulesref.model.scoring import CASE, Calculator, Scoring

#: What each kind of file is: one entry, or a list of entries.
FILES: Mapping[str, Key] = {
    "game": required.entry(About),
    "glossary": required.listed("the glossary", Term),
    "rules": required.listed("rules of one topic", Rule),
    "rulings": required.listed("disputed points", Ruling),
    "tables": required.listed("printed tables", Table),
    "scoring": required.entry(Scoring),
    "calculators": required.listed("calculators", Calculator),
    "flow": required.entry(Flow),
    "cases": required.listed("known positions and what they score", CASE),
}
_TEXT = required.record(
    "one text in the languages of the game; of a game in one language the bare text will do",
    ja=optional.spoken("in Japanese, one line or one paragraph a line"),
    en=optional.spoken("in English"),
)
_ALIASES = required.record(
    "other words people type; of a game in one language the bare list will do",
    ja=optional.listed("in Japanese", required.string()),
    en=optional.listed("in English", required.string()),
)
#: What may stand beside the text of an expression.
_EXPLAINED = required.record(
    "an expression with what is said of it",
    value=required.free(type=["integer", "string", "boolean"], description="the expression"),
    label=optional.label("what this is, {names} filled in"),
    rules=optional.rules(),
    names=optional.mapped("how codes in it are read, by code", required.text()),
    with_=optional.mapped(
        "parts with a label, rules or names, by the name they have in it", required.expression(), ID
    ),
).of
_TYPES: Mapping[str, Any] = {
    "whole": "integer",
    "flag": "boolean",
    "literal": ["integer", "string", "boolean"],
    "code": ["integer", "string"],
}
#: What only some files define besides texts and aliases.
_DEFINED = {
    "scoring": ("field", "expression"),
    "calculators": ("field", "expression"),
    "flow": ("field", "expression", "effect", "stage", "part"),
}


@cache
def schema(kind: str) -> Schema:
    """The complete schema of one kind of file; KeyError for an unknown kind."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"rulesref {kind}"}
    defined = {name: _DEFINITIONS[name]() for name in ("text", "aliases", *_DEFINED.get(kind, ()))}
    return {**head, **_shape(FILES[kind]), "$defs": defined}


def write(folder: Path) -> None:
    """Write every schema into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in FILES:
        (folder / f"{kind}.schema.json").write_text(schema_text(kind), encoding="utf-8")


def schema_text(kind: str) -> str:
    """The schema of a kind of file, as it is written and printed."""
    return json.dumps(schema(kind), ensure_ascii=False, indent=1) + "\n"


def _shape(key: Key) -> Schema:
    """What may stand at a key."""
    about: Schema = {"description": key.about} if key.about else {}
    match key.kind:
        case "text" | "label" | "aliases" | "expression":
            name = "text" if key.kind == "label" else key.kind
            return {"$ref": f"#/$defs/{name}", **about}
        case "whole" | "flag" | "literal" | "code":
            return {"type": _TYPES[key.kind], **about}
        case "spoken":
            return {"type": "string", **about, "minLength": 1}
        case "string":
            bound: Schema = {"pattern": key.pattern} if key.pattern else {}
            return {"type": "string", **about, **bound, **({"minLength": 1} if key.least else {})}
        case "word":
            return {"type": "string", **about, "enum": list(key.of)}
        case "list" | "rules" | "expressions":
            return {"type": "array", **about, "items": _entry(key.of), "minItems": key.least}
        case "map" | "cases" | "cells":
            return {
                "type": "object", **about, "additionalProperties": _shape(key.of),
                "propertyNames": {"pattern": key.pattern}, "minProperties": 1,
            }  # fmt: skip
        case "record":
            return _object(key.about, key.of)
        case "entry":
            return _entry(key.of)
        case "free":
            return dict(key.of)
        case _:  # what the linker resolves: an id or a name
            return {"type": "string", **about, "pattern": key.pattern}


def _properties(keys: Mapping[str, Key]) -> Schema:
    return {key.name: _shape(key) for key in keys.values()}


def _object(about: str, keys: Mapping[str, Key]) -> Schema:
    """A mapping: first the keys that it must have."""
    must = {name: key for name, key in keys.items() if not key.optional}
    spoken = [{"required": [key.name]} for key in keys.values() if key.kind == "spoken"]
    # What needs nothing besides may be written as the bare text.
    bare = bool(spoken) and not must
    return {
        "type": ["string", "object"] if bare else "object",
        "description": about,
        **({"minLength": 1} if bare else {}),
        "properties": _properties({**must, **keys}),
        "required": [key.name for key in must.values()],
        **({"anyOf": spoken} if spoken else {}),
        "additionalProperties": False,
    }


def _aliases() -> Schema:
    """Words by language, or a list of them."""
    words = {"items": _shape(required.string())}
    return {**_object(_ALIASES.about, _ALIASES.of), "type": ["array", "object"], **words}


def _entry(of: Any) -> Schema:
    """An entry of a list: a declared thing, or what a class declares."""
    if isinstance(of, str):
        return {"$ref": f"#/$defs/{of}"}
    if isinstance(of, Key):
        return _shape(of)
    if of in _SPECIAL:
        return _SPECIAL[of]()
    declared: type[Entry] = of
    return _object(declared.description, declared.keys)


def _table() -> Schema:
    """A table has columns and rows, or it is a map."""
    return {
        **_object(Table.description, Table.keys),
        "if": {"required": ["grid"]},
        "then": {"required": ["legend"]},
        "else": {"required": ["columns", "key", "rows"]},
    }


def _row() -> Schema:
    """The columns of a table say which further keys a row has."""
    return {
        "type": ["array", "object"],
        "description": Row.description,
        "properties": _properties(Row.keys),
    }


def _told_by_a_key(about: str, kinds: dict[str, Mapping[str, Key]]) -> Schema:
    """What is of several kinds, each told by the first of its keys."""
    branches: Schema = {"not": {}, "properties": dict.fromkeys(kinds, True)}
    for kind, keys in reversed(kinds.items()):
        branch = _object(f"{kind}: {about}", keys)
        branches = {"if": {"required": [kind]}, "then": branch, "else": branches}
    return {"type": "object", "description": about, **branches}


def _expression() -> Schema:
    """A text, a number, true or false; a text with a label and the like; or a form with named parts."""
    explained = _object("an expression with what is said of it", _EXPLAINED)
    branches = [
        {
            "if": {"properties": {"op": {"const": op}}, "required": ["op"]},
            "then": {
                "description": (inspect.getdoc(cls) or "").split("\n")[0],
                "properties": {"op": True, **_properties(cls.keys)},
                "required": [key.name for key in cls.keys.values() if not key.optional],
                "additionalProperties": False,
            },
        }
        for op, cls in sorted(FORMS.items())
    ]
    forms = {
        "properties": {"op": _shape(required.word("the form", *sorted(FORMS)))},
        "required": ["op"],
        "allOf": branches,
    }
    return {
        "description": "a text, a number, true or false: see docs/expressions.md",
        "type": ["integer", "string", "boolean", "object"],
        "minLength": 1,
        "if": {"type": "object"},
        "then": {"if": {"required": ["op"]}, "then": forms, "else": explained},
    }


def _line() -> Schema:
    """A line of a score sheet: its name alone, or with more."""
    return {
        "if": {"type": "object", "required": ["name"]},
        "then": _object(SheetLine.description, SheetLine.keys),
        "else": {"$ref": "#/$defs/text"},
    }


#: What stands in several places of a file.
_DEFINITIONS: Mapping[str, Callable[[], Schema]] = {
    "text": lambda: _shape(_TEXT),
    "aliases": _aliases,
    "field": lambda: _object(Field.description, Field.keys),
    "expression": _expression,
    "effect": lambda: _told_by_a_key("one change of the state", EFFECTS),
    "part": lambda: _told_by_a_key("one part of the view", VIEW),
    "stage": lambda: _object(Stage.description, Stage.keys),
}
_SPECIAL: Mapping[type, Callable[[], Schema]] = {
    Table: _table,
    Row: _row,
    SheetLine: _line,
    StateField: lambda: _object(StateField.description, {**Field.keys, **StateField.keys}),
    Field: lambda: _entry("field"),
    Stage: lambda: _entry("stage"),
}

if __name__ == "__main__":
    write(Path(sys.argv[1]))
