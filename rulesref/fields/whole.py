"""Whole numbers, also typed as sums."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.folding import fold, words
from rulesref.base.messages import say
from rulesref.base.text import Entered, narrow
from rulesref.fields.kind import (
    FieldKind,
    MappingSchema,
    Reader,
    Schema,
    Typing,
)
from rulesref.fields.typed import counted
from rulesref.model.entries import Field
from rulesref.model.expression import Value

#: A whole number as a sum, in half or full width.
_SUM = r"^\s*[-+−－＋]?\s*[0-9０-９]+(\s*[+＋]\s*[0-9０-９]+)*\s*$"


class WholeKind(FieldKind):
    """A whole number (整数) between bounds; typed as a sum it remembers its summands.

    Field: ``{range: [0, 9]}``. Passes: ``7``, ``3+４``. Fails: ``many``, ``10``, ``true``.
    """

    name = "whole"
    control = "number"
    nothing = 0
    is_number = counts = True

    def read(self, field: Field, raw: Any, path: KeyPath, reader: Reader) -> int:
        entered = Entered.of(raw) if isinstance(raw, str) else raw
        if not isinstance(entered, int) or isinstance(entered, bool):
            reader.problem("E402", path, raw, name=field.name, expected="whole")
            return 0
        low, high = field.low, field.high
        if (low is not None and entered < low) or (high is not None and entered > high):
            reader.problem("E403", path, int(entered), name=field.name, low=low, high=high)
        return entered

    def as_it_is(self, field: Field) -> tuple[type, int, int]:
        return (int, *field.bounds)

    def least(self, field: Field) -> Any:
        if field.default is not None:
            return field.default
        low = max(0, field.low) if field.low is not None else 0
        return low if field.high is None else min(low, field.high)

    def one_more(self, field: Field, now: Any) -> Iterator[Value]:
        yield int(now) + 1

    def typed(self, field: Field, word: str, typing: Typing) -> Any:
        return 0 if fold(word) in words("none") else as_typed(word)

    def changed(self, field: Field, now: Any, change: str) -> Any:
        """``+1`` and ``-1`` are added, ``=-1`` and ``5`` are set."""
        flat = narrow(change).replace("−", "-")
        if flat.startswith("="):
            return flat[1:].strip()
        by = Entered.of(flat)
        if by is None or flat[:1] not in ("+", "-"):
            return flat
        was = Entered.of(str(now)) if now is not None else Entered(field.default or 0)
        return int(was or 0) + int(by)

    def expects(self, field: Field, lang: str) -> str:
        return next(iter(self.bounds(field, lang)), say(lang, "a whole number"))

    def bounds(self, field: Field, lang: str) -> list[str]:
        return [range_text(field.low, field.high, lang)] if bounded(field) else []

    def schema(self, field: Field, lang: str, mapping: MappingSchema) -> Schema:
        bounds = {"minimum": field.low, "maximum": field.high}
        integer = {"type": "integer", **{k: v for k, v in bounds.items() if v is not None}}
        return {"anyOf": [integer, {"type": "string", "pattern": _SUM}]}


def as_typed(word: str, *, things: bool = True) -> int | str:
    """A number as typed: a sum stays a sum, a counter behind it is left out, what is no number stays as it is.

    Without ``things`` what says how many things there are is no number.
    """
    entered = Entered.of(word)
    if entered is None:
        said = counted(word, things=things)
        return word if said is None else said
    return int(entered) if len(entered.items) == 1 else "+".join(map(str, entered.items))


def bounded(field: Field) -> bool:
    """Whether the numbers of a field have a bound."""
    return field.low is not None or field.high is not None


def range_text(low: object, high: object, lang: str) -> str:
    """The bounds of a number in words; None is no bound."""
    if high is None:
        return say(lang, "{low} or more", low=low)
    if low is None:
        return say(lang, "at most {high}", high=high)
    return say(lang, "{low} to {high}", low=low, high=high)


KIND = WholeKind()
