"""What the values of a position are called, and how they read."""

from __future__ import annotations

from collections.abc import Sequence

from rulesref.base.messages import say
from rulesref.fields.kind import IN_POSITIONS, cell_of
from rulesref.model.entries import Field
from rulesref.scoring.cells import Spot


def field_name(
    field: Field, around: Sequence[tuple[Field, int | None]], colour: str | None, lang: str
) -> str:
    """A field within its records: ``区画2 大きさ``, ``花壇 東``."""
    words = [
        record.name.of(lang) if number is None
        else say(lang, "{name} {number}", name=record.name, number=number + 1)
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


def cell_text(field: Field, value: object, lang: str) -> str:
    """One value of a position, as a person reads it."""
    return cell_of(field).text(field, value, lang, IN_POSITIONS)
