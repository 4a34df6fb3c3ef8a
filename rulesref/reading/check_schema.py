"""Whether a document is what the schema of its kind says, and where it is not.

It knows the words of JSON Schema that our schemas use, and is much quicker than a library that
knows them all; a test holds that both find the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from rulesref.base.diagnostics import MOST, KeyPath, Problem, wrong
from rulesref.base.suggest import did_you_mean
from rulesref.base.text import LANGS
from rulesref.model.keys import ID
from rulesref.reading.schemas import schema
from rulesref.reading.source import Source


class Fault(NamedTuple):
    """One way in which a document is not what it should be; ``at_key``: the key itself is wrong."""

    code: str
    path: KeyPath
    values: Mapping[str, object]
    at_key: bool = False


def check_shape(source: Source, kind: str) -> tuple[list[Problem], list[KeyPath], list[KeyPath]]:
    """Every way in which the document is not a well-formed file of ``kind``, each at its place.

    And the paths of its expressions, but for those inside others and those that are not well-formed;
    and those of what is said in the languages of the game.
    """
    checker = checked(source.data, kind)
    problems = [
        Problem(fault.code, source.at(fault.path, fault.at_key), fault.values)
        for fault in _told(checker.faults)
    ]
    around = {fault.path[:n] for fault in checker.faults for n in range(len(fault.path) + 1)}
    # A text that is cut at a comma is no expression yet.
    cut = {fault.path[:-1] for fault in checker.faults if fault.code == "E215"}

    def sound(paths: list[KeyPath]) -> list[KeyPath]:
        return [path for path in paths if path not in around and path[:-1] not in cut]

    return problems, sound(checker.expressions), sound(checker.spoken)


def checked(data: Any, kind: str) -> _Checker:
    """Plain data as a file of ``kind``: its faults, and where its expressions and texts are."""
    asked = schema(kind)
    checker = _Checker(asked["$defs"])
    checker.run(asked, data, ())
    return checker


def _told(faults: list[Fault]) -> Iterator[Fault]:
    """The faults as they are told: a key that is missing because it is misspelt is told once."""
    missing: dict[KeyPath, list[str]] = {}
    unknown: dict[KeyPath, list[Fault]] = {}
    for fault in faults:
        if fault.code == "E201":
            missing.setdefault(fault.path, []).append(str(fault.values["key"]))
        elif fault.code == "E202":
            unknown.setdefault(fault.path[:-1], []).append(fault)
    meant: dict[KeyPath, object] = {}
    for path, others in unknown.items():
        wanted = missing.get(path, [])
        alone = wanted[0] if len(wanted) == len(others) == 1 else None
        for fault in others:
            near = did_you_mean(str(fault.values["key"]), wanted)
            if near is None and fault.values["near"] is None:
                near = alone
            if near is not None:
                meant[fault.path] = near
                wanted.remove(near)
    # Of what stands there in a form that is none yet, nothing is missing.
    signs = {f.path[:-1] for f in faults if f.code in ("E224", "E225") and f.at_key}
    for fault in faults:
        if fault.code == "E201" and fault.path in signs:
            continue
        if fault.path in meant and fault.code == "E202":
            yield fault._replace(values={**fault.values, "near": meant[fault.path]})
        elif fault.code != "E201" or fault.values["key"] in missing[fault.path]:
            yield fault


class _Enough(Exception):  # noqa: N818 - control flow of this module only
    """So many faults that nobody reads more."""


class _Checker:
    """Looks at values and lists their faults. A method checks what one word of a schema asks for."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self.definitions = definitions
        self.faults: list[Fault] = []
        self.expressions: list[KeyPath] = []
        #: Texts, entries that are one by some of their keys, and aliases.
        self.spoken: list[KeyPath] = []

    def run(self, schema: Any, value: Any, path: KeyPath) -> None:
        """As :meth:`check`, up to the most that is told."""
        with suppress(_Enough):
            self.check(schema, value, path)

    def check(self, schema: Any, value: Any, path: KeyPath) -> None:
        """Everything that a schema asks for; True asks for nothing."""
        for word, wanted in () if schema is True else schema.items():
            if word in _WORDS:
                kind, look = _WORDS[word]
                if isinstance(value, kind):
                    look(self, wanted, value, path, schema)

    def fault(
        self, code: str, path: KeyPath, *typed: object, at_key: bool = False, **values: object
    ) -> None:
        self.faults.append(Fault(code, path, wrong(code, *typed, **values).values, at_key))
        if len(self.faults) >= MOST:
            raise _Enough

    def reference(self, wanted: str, value: Any, path: KeyPath, _: Any) -> None:
        if wanted == "#/$defs/expression":
            last = self.expressions[-1] if self.expressions else None
            if last is None or path[: len(last)] != last:
                self.expressions.append(path)
        if wanted == "#/$defs/aliases":
            self.spoken.append(path)
            self.separated(value, path)
        self.check(self.definitions[wanted.removeprefix("#/$defs/")], value, path)

    def separated(self, value: Any, path: KeyPath) -> None:
        """Other words for something stand apart from each other."""
        inside = (
            value.items()
            if isinstance(value, dict)
            else enumerate(value)
            if isinstance(value, list)
            else ()
        )
        for key, word in inside:
            if isinstance(word, list):
                self.separated(word, (*path, key))
            elif isinstance(word, str) and (sign := wide_sign(word)):
                self.fault("E224", (*path, key), sign, meant=SIGNS[sign])

    def some_key(self, wanted: list[Any], value: Any, path: KeyPath, _: Any) -> None:
        """One at least of several keys; what is asked for so is said in languages."""
        keys = [key for branch in wanted for key in branch["required"]]
        if isinstance(value, dict) and not any(key in value for key in keys):
            self.fault("E201", path, key=keys[0])
        self.spoken.append(path)

    def type(self, wanted: str | list[str], value: Any, path: KeyPath, schema_: Any) -> None:
        names = [wanted] if isinstance(wanted, str) else wanted
        # Not isinstance: true is no whole number.
        if not any(type(value) is _TYPES[name][0] for name in names):
            expected = [_TYPES[name][1] for name in names]
            meant = _written_as(value, expected, schema_)
            more: dict[str, Any] = {"meant": meant} if meant else {}
            self.fault("E203", path, kind=_kind(value), expected=expected, **more)

    def enum(self, wanted: list[str], value: Any, path: KeyPath, _: Any) -> None:
        if value not in wanted:
            near = did_you_mean(str(value), wanted)
            self.fault("E204", path, value, allowed=list(wanted), near=near)

    def refuse(self, _: Any, value: Any, path: KeyPath, schema: Any) -> None:
        """Nothing fits any more; where a key should have told what it is, its first key is told."""
        allowed = list(schema.get("properties", ()))
        if not allowed or not value:
            self.fault("E208", path, _kind(value))
            return
        key = next(iter(value))
        near = did_you_mean(key, allowed)
        self.fault("E204", (*path, key), key, allowed=allowed, near=near, at_key=True)

    def condition(self, wanted: Any, value: Any, path: KeyPath, schema: Any) -> None:
        trial = _Checker(self.definitions)
        trial.run(wanted, value, path)
        self.check(schema.get("else" if trial.faults else "then", True), value, path)

    def by_word(self, wanted: list[Any], value: Any, path: KeyPath, _: Any) -> None:
        """One of many shapes, by the word that stands at a key."""
        for branch in wanted:
            ((key, word),) = branch["if"]["properties"].items()
            if value.get(key) == word["const"]:
                self.check(branch["then"], value, path)

    def pattern(self, wanted: str, value: str, path: KeyPath, _: Any) -> None:
        if sign := wide_sign(value):
            self.fault("E224", path, sign, meant=SIGNS[sign])
        elif not re.search(wanted, value):
            self.fault("E205", path, value)

    def least(self, wanted: int, value: Any, path: KeyPath, _: Any) -> None:
        if len(value) < wanted:
            self.fault("E206", path, least=wanted)

    def most(self, wanted: int, value: Any, path: KeyPath, _: Any) -> None:
        if len(value) > wanted:
            self.fault("E207", path, most=wanted)

    def items(self, wanted: Any, value: list[Any], path: KeyPath, _: Any) -> None:
        for index, item in enumerate(value):
            self.check(wanted, item, (*path, index))

    def properties(self, wanted: Any, value: dict[str, Any], path: KeyPath, _: Any) -> None:
        for key, inside in value.items():
            if key in wanted:
                self.check(wanted[key], inside, (*path, key))

    def required(self, wanted: list[str], value: dict[str, Any], path: KeyPath, _: Any) -> None:
        for key in wanted:
            if key not in value:
                self.fault("E201", path, key=key)

    def others(self, wanted: Any, value: dict[str, Any], path: KeyPath, schema: Any) -> None:
        """Keys that ``properties`` does not name."""
        known = schema.get("properties", ())
        for key, inside in value.items():
            if key in known:
                continue
            sign = wide_sign(key)
            if wanted is False and sign:
                self.fault("E224", (*path, key), sign, at_key=True, meant=SIGNS[sign])
            elif wanted is False and inside is not None and _loose(key, known) and _is_text(schema):
                self.fault("E225", (*path, key), at_key=True)
            elif wanted is False and inside is None and _loose(key, known):
                self.fault("E215", (*path, key), key=key, at_key=True)
            elif wanted is False:
                near = did_you_mean(key, known)
                values = {"key": key, "near": near, "known": [*known]}
                self.fault("E202", (*path, key), **values, at_key=True)
            else:
                self.check(wanted, inside, (*path, key))

    def names(self, wanted: Any, value: dict[str, Any], path: KeyPath, _: Any) -> None:
        for key in value:
            if not re.search(wanted["pattern"], key):
                self.fault("E205", (*path, key), key, at_key=True)


#: Full-width signs, and what YAML wants in their place.
SIGNS = {"：": ": ", "、": ", ", "，": ", ", "［": "[", "］": "]", "｛": "{", "｝": "}", "＃": "#"}
_WIDE = re.compile("^[-a-z0-9]+(：)|[^ ]([、，])[^ ]|([［］｛｝])")


def wide_sign(text: str) -> str | None:
    """The full-width sign that stands for one of YAML in an id or a list of words.

    >>> wide_sign("name：準備"), wide_sign("お金、硬貨"), wide_sign("硬貨")
    ('：', '、', None)
    """
    match = _WIDE.search(text)
    return next(filter(None, match.groups())) if match else None


def _is_text(schema: Any) -> bool:
    """Whether a text might stand there, alone or by language."""
    return "string" in schema.get("type", ()) and "anyOf" in schema


def _loose(key: str, known: Any) -> bool:
    """Whether a key is what follows a comma in a text without quotes."""
    return {*known} == {*LANGS} or re.search(ID, key) is None


def _written_as(value: Any, expected: list[str], schema: Any) -> str:
    """How what is written for a list, or for keys with values, can be written as one; empty if nobody knows."""
    if isinstance(value, dict) and "list" in expected:
        return f"- {{{next(iter(value), '…')}: …}}"
    if type(value) not in (str, int):
        return ""
    text = str(value)
    span = re.fullmatch(r"(-?\d+) *[-~–〜] *(-?\d+)", text)
    if "list" in expected:
        several = all(re.fullmatch(ID, word) for word in text.split(", "))
        if span or several:
            return f"[{span[1]}, {span[2]}]" if span else f"[{text}]"
        return f"- {text}" if " " in text else f"[{text}]"
    keys = [*schema.get("properties", ())]
    if expected != ["mapping"] or not keys:
        return ""
    ends = span.groups() if span and len(keys) == len(span.groups()) else ["…"] * len(keys)
    pairs = (f"{key}: {end}" for key, end in zip(keys, ends, strict=True))
    return f"{{{', '.join(pairs)}}}"


def _kind(value: Any) -> str:
    """What sentences call the type of a value."""
    return next(word for kind, word in _TYPES.values() if type(value) is kind)


_TYPES: Mapping[str, tuple[type, str]] = {
    "string": (str, "text"),
    "integer": (int, "whole"),
    "boolean": (bool, "flag"),
    "null": (type(None), "nothing"),
    "array": (list, "list"),
    "object": (dict, "mapping"),
}
#: The words of schemas, each with the type of the values that it is about.
_WORDS: Mapping[str, tuple[type, Callable[[_Checker, Any, Any, KeyPath, Any], None]]] = {
    "$ref": (object, _Checker.reference),
    "type": (object, _Checker.type),
    "enum": (object, _Checker.enum),
    "pattern": (str, _Checker.pattern),
    "minLength": (str, _Checker.least),
    "items": (list, _Checker.items),
    "minItems": (list, _Checker.least),
    "maxItems": (list, _Checker.most),
    "properties": (dict, _Checker.properties),
    "required": (dict, _Checker.required),
    "additionalProperties": (dict, _Checker.others),
    "propertyNames": (dict, _Checker.names),
    "minProperties": (dict, _Checker.least),
    "if": (object, _Checker.condition),
    "allOf": (dict, _Checker.by_word),
    "anyOf": (object, _Checker.some_key),
    "not": (object, _Checker.refuse),
}
