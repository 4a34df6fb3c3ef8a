"""What a game says for pages: the goods, groups, fields and numbers that it names there must be there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from rulesref.base.diagnostics import KeyPath, no_such
from rulesref.fields.kind import cell_of, kind_of
from rulesref.lang.types import type_of
from rulesref.model.entries import Field
from rulesref.reading.link import Tell
from rulesref.reading.source import mappings


def check(
    data: Any, ids: Mapping[str, Collection[str]], unsure: Callable[[str, str], bool], tell: Tell
) -> None:
    """Tell what fields, options, actions and columns of a file name that is not there.

    ``data`` is as it was written, before options are put in the place of what they are named by.
    """
    for path, part in _parts(data):
        if "values" in part:
            _column(part, path, ids, unsure, tell)
            continue
        for kind in ("good", "group"):
            name = part.get(kind)
            if name is not None and name not in ids[kind] and not unsure(kind, name):
                known = sorted(ids[kind])
                tell("E301", (*path, kind), {"kind": kind, "id": name, "known": known})
        if "usual" in part:
            _usual(part, path, tell)
        if part.get("more") and not part.get("optional"):
            tell("E201", path, {"key": "optional"})
        if "quick" in part:
            _quick(part, path, tell)


def _parts(data: Any) -> Iterator[tuple[KeyPath, Mapping[str, Any]]]:
    """What has a name: fields, options, actions, columns."""
    return ((path, part) for path, part in mappings(data) if is_named(part))


def is_named(part: Any) -> bool:
    """Whether something is called by a name: a field, an option, an action."""
    return isinstance(part, dict) and "id" in part and isinstance(part.get("name"), dict)


def _column(
    column: Mapping[str, Any],
    path: KeyPath,
    ids: Mapping[str, Collection[str]],
    unsure: Callable[[str, str], bool],
    tell: Tell,
) -> None:
    """Codes that are goods or groups are there as such, and what is called shorter is one of the codes."""
    for kind in ("good", "group"):
        for code in column["values"] if column.get(kind) else ():
            if code not in ids[kind] and not unsure(kind, code):
                known = sorted(ids[kind])
                tell("E301", (*path, kind), {"kind": kind, "id": code, "known": known})
    for code in column.get("short", ()):
        if code not in column["values"]:
            tell("E312", (*path, "short", code), no_such(code, [*column["values"]]))


def _usual(part: Mapping[str, Any], path: KeyPath, tell: Tell) -> None:
    """The numbers that are buttons are such as the field can have."""
    field = Field.read(part)
    if not (cell_of(field).is_number or kind_of(field).entries == "number"):
        values = {"kind": sorted(type_of(field).kinds), "expected": ["number"]}
        tell("E313", (*path, "usual"), values)
        return
    low, high = field.bounds
    for i, number in enumerate(field.usual):
        if not low <= number <= high:
            outside = {"typed": number, "low": field.low, "high": field.high}
            tell("E319", (*path, "usual", i), outside)


def _quick(action: Mapping[str, Any], path: KeyPath, tell: Tell) -> None:
    """What is offered at once are the options of a field that the action asks, the players, or its usual numbers."""
    asked = {entry["id"]: Field.read(entry) for entry in action.get("ask", ())}
    field = asked.get(action["quick"])
    if field is None:
        values = {"kind": "field", "id": action["quick"], "known": [*asked]}
        tell("E301", (*path, "quick"), values)
    elif not (
        kind_of(field).picks_options or kind_of(field).names_players or kind_of(field).is_number
    ):
        values = {"kind": sorted(type_of(field).kinds), "expected": ["code", "player", "number"]}
        tell("E313", (*path, "quick"), values)
