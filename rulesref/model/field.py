"""What may stand in a position or be asked by a calculator: fields and the values they take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from rulesref.base.frozen import frozen_kw
from rulesref.base.matching import by_name
from rulesref.base.text import Text
from rulesref.model.entries import Data, Named

if TYPE_CHECKING:
    from rulesref.model.expression import Operator

Kind = Literal[
    "whole", "flag", "choice", "choices", "record", "records", "wholes", "by-player", "player",
    "players", "text",
]  # fmt: skip


@frozen_kw
class Extra:
    """A colour besides the players' that a by-player field may name (中立色など)."""

    id: str
    name: Text
    players: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return (self.id, *self.name)


@frozen_kw
class Field:
    """One value a person gives (入力項目): its names, its kind and its bounds.

    ``low`` and ``high`` are inclusive; None is no bound. ``once`` (for choices): no two players may
    hold the same option. ``repeat`` (for choices): an option may come several times. ``events`` is empty when the field belongs to every event. ``ask_when``:
    when a person who is asked for the position is asked for this field; None is always.
    """

    id: str
    name: Text
    kind: Kind
    low: int | None
    high: int | None
    optional: bool
    default: int | str | None
    options: tuple[Named, ...]
    most: int | None
    once: bool
    repeat: bool
    fields: Mapping[str, Field]
    extras: tuple[Extra, ...]
    events: tuple[str, ...]
    rules: tuple[str, ...]
    help: Text | None
    aliases: tuple[tuple[str, ...], tuple[str, ...]]
    #: Linked with the rest of the game, after the fields themselves are known.
    ask_when: Operator | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that people call it."""
        return (self.id, *self.name, *self.aliases[0], *self.aliases[1])

    @classmethod
    def read(cls, data: Data) -> Field:
        """From a field of ``position`` or an input of a calculator."""
        low, high = data.get("range", (0, None))
        aliases = data.get("aliases", {})
        return cls(
            id=data["id"],
            name=Text.read(data["name"]),
            kind=data["kind"],
            low=low,
            high=high,
            optional=data.get("optional", False),
            default=data.get("default"),
            options=tuple(Named.read(o) for o in data.get("options", ())),
            most=data.get("most"),
            once=data.get("once", False),
            repeat=data.get("repeat", False),
            fields=read_fields(data.get("fields", ())),
            extras=tuple(_extra(e) for e in data.get("extras", ())),
            events=tuple(data.get("events", ())),
            rules=tuple(data.get("rules", ())),
            help=Text.read(data["help"]) if "help" in data else None,
            aliases=(tuple(aliases.get("ja", ())), tuple(aliases.get("en", ()))),
        )

    def belongs_to(self, event: str) -> bool:
        """Whether a position of this event has the field."""
        return not self.events or event in self.events

    def empty(self) -> Any:
        """The value when the field is left out."""
        if self.default is not None:
            return self.default
        match self.kind:
            case "whole":
                return 0
            case "flag":
                return False
            case "choice" | "player":
                return None
            case "text":
                return ""
            case "record":
                return {key: field.empty() for key, field in self.fields.items()}
            case "by-player":
                return {}
            case _:
                return ()

    def option(self, word: str) -> Named | None:
        """The option with this id, name or alias."""
        exact = (option for option in self.options if option.id == word)
        return next(exact, None) or by_name(self.options, word)

    def least(self) -> Any:
        """The least value that the field can have when it is given; the default when it has one."""
        if self.default is not None:
            return self.default
        match self.kind:
            case "whole":
                low = max(0, self.low) if self.low is not None else 0
                return low if self.high is None else min(low, self.high)
            case "choice":
                return self.options[0].id if self.options else None
            case _:
                return self.empty()


def _extra(data: Data) -> Extra:
    return Extra(
        id=data["id"],
        name=Text.read(data["name"]),
        players=tuple(data["players"]),
    )


def read_fields(data: Any) -> Mapping[str, Field]:
    """Fields by id, in the order of the data."""
    return {entry["id"]: Field.read(entry) for entry in data}
