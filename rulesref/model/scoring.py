"""How a game is scored, and the numbers it can be asked: linked, ready to run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from rulesref.base.frozen import frozen_kw
from rulesref.base.text import Text
from rulesref.model.field import Field

if TYPE_CHECKING:
    from rulesref.model.expression import Label, Operator


@frozen_kw
class Part:
    """A named value: a category of points, a change, a result."""

    id: str
    name: Text
    rules: tuple[str, ...]
    value: Operator


@frozen_kw
class Rung:
    """One rung of the ladder by which players are ordered (順位の決め方).

    Without ``value`` it is the total.
    """

    by: str
    name: Text
    rules: tuple[str, ...]
    value: Operator | None


@frozen_kw
class Check:
    """Something that cannot be at a table (error) or is unusual (warning)."""

    id: str
    level: Literal["error", "warning"]
    when: Operator
    message: Label
    rules: tuple[str, ...]
    events: tuple[str, ...]
    each: Operator | None
    as_: str | None
    at: str | None
    #: Whether ``when`` looks at a player, so that it is tried for each.
    per_player: bool


@frozen_kw
class Event:
    """One scoring of the game (得点計算)."""

    id: str
    name: Text
    aliases: tuple[tuple[str, ...], tuple[str, ...]]
    final: bool
    rules: tuple[str, ...]
    before: str | None
    define: Mapping[str, Operator]
    categories: tuple[Part, ...]
    changes: tuple[Part, ...]
    vector: Operator | None
    ranking: tuple[Rung, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return (self.id, *self.name, *self.aliases[0], *self.aliases[1])


@frozen_kw
class Scoring:
    """The fields of a position and the events that score it."""

    player: Mapping[str, Field]
    table: Mapping[str, Field]
    events: Mapping[str, Event]
    checks: tuple[Check, ...]


@frozen_kw
class Calculator:
    """A number asked at the table (早見計算): inputs and results."""

    game: str
    id: str
    name: Text
    about: Text
    aliases: tuple[tuple[str, ...], tuple[str, ...]]
    inputs: Mapping[str, Field]
    define: Mapping[str, Operator]
    results: tuple[Part, ...]
    checks: tuple[Check, ...]
    rules: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return (self.id, *self.name, *self.aliases[0], *self.aliases[1])
