"""The explanation tree: a result is the way it was worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rulesref.base.frozen import frozen_kw
from rulesref.base.text import Text

if TYPE_CHECKING:
    from fractions import Fraction

#: What a step can come to. A record is one entry of a list field; a mapping is a field by player.
Value: TypeAlias = "int | Fraction | bool | str | tuple[Value, ...] | Mapping[str, Value] | None"


class Input(NamedTuple):
    """A named value that went into a step; ``name`` and ``shown`` are how people read them."""

    id: str
    value: Value
    name: Text | None = None
    shown: Text | None = None


@frozen_kw
class Step:
    """One step of working (計算の一段): what was done, with what, and what came out.

    ``rules`` are the ids of the rule entries it rests on; ``inputs`` the named values that went
    in; ``parts`` the steps whose values it combines. For ``op`` "total" the value is the sum of
    the parts. ``shown`` is how people read a value that is a code.
    """

    op: str
    value: Value
    label: Text | None = None
    rules: tuple[str, ...] = ()
    inputs: tuple[Input, ...] = ()
    parts: tuple[Step, ...] = ()
    shown: Text | None = None

    def walk(self) -> Iterator[Step]:
        """This step and all below it, in reading order."""
        yield self
        for part in self.parts:
            yield from part.walk()
