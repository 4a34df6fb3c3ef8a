"""What the values of a position are called, and how they read."""

from __future__ import annotations

from collections.abc import Sequence

from rulesref.base.messages import N_, joined, say
from rulesref.base.numbers import Entered
from rulesref.model.field import Field
from rulesref.model.steps import Value
from rulesref.scoring.cells import Spot
from rulesref.show.working import plain_value


def field_name(
    field: Field, around: Sequence[tuple[Field, int | None]], colour: str | None, lang: str
) -> str:
    """A field within its records: ``区画2 大きさ``, ``花壇 東``."""
    words = [
        record.name.of(lang) if number is None
        else say(lang, N_("{name} {number}"), name=record.name, number=number + 1)
        for record, number in around
    ]  # fmt: skip
    words.append(field.name.of(lang))
    if colour is not None:
        words.append(colour_name(field, colour, lang))
    return " ".join(words)


def colour_name(field: Field, colour: str, lang: str) -> str:
    """A player's name, or that of a further colour."""
    return next((extra.name.of(lang) for extra in field.extras if extra.id == colour), colour)


def spot_name(spot: Spot, lang: str) -> str:
    """A value of a position, with whose it is."""
    name = field_name(spot.field, spot.around, spot.colour, lang)
    return f"{spot.player} {name}" if spot.player is not None else name


def value_name(field: Field, value: Value, lang: str) -> str:
    """A value as a person reads it; options by their names."""
    if value is None or (isinstance(value, str) and not value):
        return say(lang, N_("none"))
    if isinstance(value, str):
        option = field.option(value)
        return option.name.of(lang) if option else value
    if isinstance(value, tuple) and field.options:
        names = [value_name(field, item, lang) for item in value]
        return joined(lang, names) if names else say(lang, N_("none"))
    if isinstance(value, Entered):
        return str(int(value))
    return plain_value(value, lang)
