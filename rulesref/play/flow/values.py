"""Values of a state: as it keeps them, as documents have them, and those inside a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.numbers import Entered, decimal, exact

if TYPE_CHECKING:
    from rulesref.model.field import Field


def settled(value: Any) -> Any:
    """A value as the state keeps it: no trace of how it was typed."""
    if isinstance(value, Entered):
        return int(value)
    if isinstance(value, float):
        from fractions import Fraction

        return exact(Fraction(str(value)))
    if isinstance(value, list):
        return tuple(settled(item) for item in value)
    if isinstance(value, tuple):
        return tuple(settled(item) for item in value)
    if isinstance(value, Mapping):
        return {key: settled(item) for key, item in value.items()}
    return value


def plain_value(value: Any) -> Any:
    """A value as a document has it: lists for tuples, decimals for fractions."""
    if isinstance(value, tuple):
        return [plain_value(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain_value(item) for key, item in value.items()}
    return (
        decimal(value) if hasattr(value, "denominator") and not isinstance(value, bool) else value
    )


def inner(value: Any, path: Sequence[str]) -> Any:
    """The value inside a record to which a path leads; None inside of what is not tracked.

    The amount of a player of whom none is noted is 0.
    """
    for key in path:
        value = value.get(key, 0) if value is not None else None
    return value


def inner_field(spec: Field, path: Sequence[str]) -> Field:
    """The field inside a record to which a path leads; one by player is that of each amount."""
    for key in path:
        spec = spec.fields[key] if spec.fields else spec
    return spec


def replaced(value: Any, path: Sequence[str], new: Any) -> Any:
    """A record with another value where the path leads."""
    if not path:
        return new
    return {**value, path[0]: replaced(value.get(path[0]), path[1:], new)}
