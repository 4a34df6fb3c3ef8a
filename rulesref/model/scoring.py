"""How a game is scored, the numbers it can be asked, linked and ready to run; and known positions (既知の局面)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from rulesref.base.text import Text
from rulesref.model.entries import Field, Named
from rulesref.model.expression import Label, Operator
from rulesref.model.keys import HEX, ID, NAME, Aliases, Entry, Key, optional, required


class NamedValue(Entry, about="a value used by name"):
    """A named value: a category of points, a change, a result, a definition."""

    id: str = required.ident("its id")
    name: Text = required.text()
    value: Operator = required.expression()
    rules: tuple[str, ...] = optional.rules()
    parameters: tuple[str, ...] = optional.idents("in define: what it is given where it is used")


class Category(NamedValue, about="one part of the points"):
    """One part of the points (得点の内訳)."""

    value: Operator = required.expression("", "number")
    rules: tuple[str, ...] = optional.rules(least=1)
    short: Text | None = optional.text("a name that fits the head of a column")
    hex: str | None = optional.string("its colour in charts, as #rrggbb", HEX)


class Change(NamedValue, about="something else that is won or paid"):
    """Something else that is won or paid (増減)."""


class Result(NamedValue, about="one number of the answer"):
    """One number that a calculator gives (計算結果)."""


class Rung(Entry, about="one way to compare players, larger first"):
    """One rung of the ladder by which players are ordered (順位の決め方).

    Without ``value`` it is the total.
    """

    by: str = required.ident("total; or any id, for a comparison with a value of its own")
    name: Text = required.text()
    rules: tuple[str, ...] = optional.rules(least=1)
    value: Operator | None = optional.expression("", "number")


class Check(Entry, about="something that cannot be or is unusual"):
    """Something that cannot be at a table (error) or is unusual (warning)."""

    id: str = required.ident("its id")
    level: Literal["error", "warning"] = required.word("refused or only told", "error", "warning")
    when: Operator = required.expression("true when it is so", "flag")
    message: Label = required.label("what to say; {names} are filled in")
    rules: tuple[str, ...] = required.rules("entries that say so", 1)
    events: tuple[str, ...] = optional.idents("in which events; all if left out")
    each: Operator | None = optional.name("checked for each entry of this list")
    as_: str | None = optional.ident("what an entry is called inside")
    at: str | None = optional.string("the field the message points at", NAME)
    #: Whether ``when`` looks at a player, so that it is tried for each.
    per_player: bool


class Event(Named, about="one scoring"):
    """One scoring of the game (得点計算)."""

    id: str = required.ident("its id")
    name: Text = required.text()
    like = optional.ident("another event, whose keys it has where it does not give them itself")
    rules: tuple[str, ...] = optional.rules("entries about this scoring")
    categories: tuple[Category, ...] = optional.listed(
        "what points come from; without them there are no points, and no total", Category, 1
    )
    ranking: tuple[Rung, ...] = optional.listed(
        "how players are ordered, first to last resort; without it nobody is ranked", Rung, 1
    )
    final: bool = optional.flag("whether it ends the game")
    before: str | None = optional.string("the field with the points so far", least=0)
    define: Mapping[str, Operator] = optional.listed("values used by name", NamedValue)
    changes: tuple[NamedValue, ...] = optional.listed("what else is won or paid", Change)
    vector: Operator | None = optional.expression(
        "the list of numbers players are compared by", "numbers"
    )
    aliases: Aliases = optional.aliases()

    @cached_property
    def part_ids(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The ids of its categories, and of its changes."""
        return tuple(part.id for part in self.categories), tuple(part.id for part in self.changes)


class Scoring(Entry, about="how the game is scored"):
    """The fields of a position and the events that score it."""

    player: Mapping[str, Field]
    table: Mapping[str, Field]
    position = required.record(
        "what a position says",
        player=optional.listed("of each player", Field),
        table=optional.listed("of the table", Field),
    )
    events: Mapping[str, Event] = required.listed("the scorings", Event, 1)
    checks: tuple[Check, ...] = optional.listed("what cannot be or is unusual", Check)
    #: Each is linked wherever it is used, for the fields that there are.
    define = optional.listed(
        "values used by name in the events, the checks and the flow", NamedValue
    )

    @cached_property
    def once(self) -> Sequence[Field]:
        """The fields whose options exist once in the game."""
        return [field for field in self.player.values() if field.once]

    def checks_of(self, event: str) -> list[Check]:
        """The checks of the positions of an event."""
        return [check for check in self.checks if not check.events or event in check.events]


class Calculator(Named, about="a number asked at the table"):
    """A number asked at the table (早見計算): inputs and results."""

    game: str
    id: str = required.ident("its id")
    name: Text = required.text()
    about: Text = required.text("what it answers, one sentence")
    inputs: Mapping[str, Field] = optional.listed("what it asks", Field)
    results: tuple[NamedValue, ...] = required.listed("what it gives", Result, 1)
    rules: tuple[str, ...] = required.rules(least=1)
    define: Mapping[str, Operator] = optional.listed("values used by name", NamedValue)
    checks: tuple[Check, ...] = optional.listed(
        "inputs that cannot be",
        required.record(
            "an impossible input",
            when=required.expression("", "flag"),
            message=required.label(),
            rules=required.rules("entries", 1),
        ),
    )
    aliases: Aliases = optional.aliases()
    #: Read where a question is answered, without linking.
    asked = optional.aliases("words of which a question has one, else this does not answer it")


# --- known positions -----------------------------------------------------------------------------


def _number(about: str) -> Any:
    return optional.free(type=["integer", "string"], description=about)


#: What may be expected of a player …
OF_PLAYER: Mapping[str, Key] = {
    "before": _number("the points so far"),
    "points": _number("the points of this scoring"),
    "total": _number("both together"),
    "rank": optional.whole("the place, from 1"),
    "categories": optional.mapped("the points of each part", _number("a number"), ID),
    "changes": optional.free(
        type="object", description="all that else is won or paid and is not 0, by its id"
    ),
    "vector": optional.listed("the numbers players are compared by", _number("a number")),
}
#: … and of the whole.
OF_RESULT: Mapping[str, Key] = {
    "players": optional.mapped("each player's result", required.record("", **OF_PLAYER)),
    "winners": optional.listed("who wins; nobody before the last scoring", required.string()),
    "tie_break": optional.listed(
        "every rung of the ladder that was needed",
        required.record(
            "one rung",
            by=required.ident("which comparison"),
            among=required.listed("who was level", required.string()),
            values=required.mapped("what each has", _number("a number")),
        ),
    ),
    "warnings": optional.idents("the checks that found something unusual"),
    "problems": optional.listed("the codes of what refuses it", required.string()),
}


#: A position and what of its result is known: only what ``expect`` names is compared.
CASE = required.record(
    "a known position and what it scores",
    name=required.text("what it shows, in a sentence"),
    position=required.free(type="object", description="a position as “rulesref score” reads it"),
    expect=required.record("what must come of it", **OF_RESULT),
    source=optional.string("where the numbers are from"),
    working=optional.string("how a person works it out"),
)
