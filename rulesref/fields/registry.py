"""Every kind of field by its word in files, and what is asked of fields whatever their kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from rulesref.base.messages import Style
from rulesref.fields.kind import FieldKind
from rulesref.model.field import Field
from rulesref.model.lazy_map import LazyMap

#: The module in which each kind stands.
MODULES: Mapping[str, str] = {
    "whole": "whole", "flag": "flag", "choice": "choice", "choices": "choices", "record": "record",
    "records": "record_list", "wholes": "wholes", "by-player": "by_player", "player": "player",
    "players": "players", "text": "free_text",
}  # fmt: skip


def _kind(name: str) -> FieldKind:
    # A question that asks for no fields need not wait for eleven modules.
    from importlib import import_module

    return cast("FieldKind", import_module(f"rulesref.fields.{MODULES[name]}").KIND)


KINDS: Mapping[str, FieldKind] = LazyMap(tuple(MODULES), _kind)


def kind_of(field: Field) -> FieldKind:
    """The kind of a field."""
    return KINDS[field.kind]


def cell_of(field: Field) -> FieldKind:
    """The kind of each single value of a field: of a field by player, that of an amount."""
    return KINDS[field.kind].cell


def empty(field: Field) -> Any:
    """The value of a field that is left out."""
    return KINDS[field.kind].empty(field)


def value_text(field: Field, value: Any, lang: str, style: Style) -> str:
    """A value of a field as people read it: options and parts by their names."""
    return KINDS[field.kind].text(field, value, lang, style)
