"""What may stand in a position or be asked by a calculator: fields and the values they take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from rulesref.base.folding import all_by_name, fold
from rulesref.base.text import Text
from rulesref.model import keys
from rulesref.model.entries import Named
from rulesref.model.keys import Aliases, Data, Entry

if TYPE_CHECKING:
    from rulesref.model.expression import Operator


Kind = Literal[
    "whole", "flag", "choice", "choices", "record", "records", "wholes", "by-player", "player",
    "players", "text",
]  # fmt: skip


class Option(Named, about="one of the codes"):
    """One of the codes of a choice (選択肢)."""


class Extra(Entry, about="a colour besides the players'"):
    """A colour besides the players' that a by-player field may name (誰の色でもない色など)."""

    id: str = keys.required.ident("its id")
    name: Text = keys.required.text()
    players: tuple[int, ...] = keys.required.listed(
        "the numbers of players it is there with", keys.required.whole("a number")
    )

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return (self.id, *self.name.each)


def read_fields(data: Any) -> Mapping[str, Field]:
    """Fields by id, in the order of the data."""
    return {entry["id"]: Field.read(entry) for entry in data}


class Field(Named, about="one value a person gives"):
    """One value a person gives (入力項目): its names, its kind and its bounds.

    What it means that it is of its ``kind`` stands in :mod:`rulesref.fields`.
    ``low`` and ``high`` are inclusive; None is no bound. ``once`` (for choices): no two players may
    hold the same option. ``repeat`` (for choices): an option may come several times. ``events`` is
    empty when the field belongs to every event. ``ask_when``: when a person who is asked for the
    position is asked for this field; None is always.
    """

    id: str = keys.required.ident("its id")
    name: Text = keys.required.text()
    kind: Kind = keys.required.word("what it is", *get_args(Kind))
    low: int | None
    high: int | None
    range = keys.optional.free(
        type="array",
        items={"type": ["integer", "null"], "description": "inclusive; null for none"},
        minItems=2,
        maxItems=2,
        description="the smallest and the largest whole number; [0, null] if left out",
    )
    optional: bool = keys.optional.flag("whether it may be left out")
    default: int | str | None = keys.optional.literal("the value then")
    options: tuple[Named, ...] = keys.optional.listed("the codes of a choice", Option)
    options_of = keys.optional.ident(
        "the table whose rows are the options, by its one key column; in a flow also one of its lists"
    )
    most: int | None = keys.optional.whole("the most entries")
    once: bool = keys.optional.flag("whether each option exists once in the game")
    repeat: bool = keys.optional.flag("whether choices may name an option several times")
    fields: Mapping[str, Field] = keys.optional.deferred(
        "the fields of a record", "field", default={}, make=read_fields
    )
    extras: tuple[Extra, ...] = keys.optional.listed("further colours of a by-player field", Extra)
    events: tuple[str, ...] = keys.optional.idents("the events it belongs to; all if left out")
    rules: tuple[str, ...] = keys.optional.rules("entries that explain it")
    help: Text | None = keys.optional.text("one sentence for the person who types it")
    #: Linked with the rest of the game, after the fields themselves are known.
    ask_when: Operator | None = keys.optional.expression(
        "when a person is asked for it; only if it is optional", "flag"
    )
    aliases: Aliases = keys.optional.aliases()

    @classmethod
    def read(cls, data: Data, **others: Any) -> Self:
        """From a field of ``position`` or an input of a calculator; ``ask_when`` comes later."""
        low, high = data.get("range", (0, None))
        return super().read(data, low=low, high=high, ask_when=None, **others)

    def belongs_to(self, event: str) -> bool:
        """Whether a position of this event has the field."""
        return not self.events or event in self.events

    def option(self, word: str) -> Named | None:
        """The option with this id, name or alias; none by an alias that several share."""
        exact = next((option for option in self.options if option.id == word), None)
        several = [] if exact else all_by_name(self.options, word)
        if len(several) > 1:
            flat = fold(word)
            named = [each for each in several if flat in map(fold, (each.name.ja, each.name.en))]
            several = named[:1]
        return exact or next(iter(several), None)
