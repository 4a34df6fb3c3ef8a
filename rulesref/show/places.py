"""What the values of a position are called, and how they read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesref.base.messages import as_text, say
from rulesref.fields.form import FormField
from rulesref.fields.kind import IN_POSITIONS, cell_of
from rulesref.model.entries import Field
from rulesref.scoring.cells import Spot
from rulesref.wizard.position_form import PositionField


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


def cell_name(there: PositionField, lang: str) -> str:
    """A field of a form within its records, with whose amount it is."""
    if there.role == "entry":
        return as_text(lang, there.within[-1])
    colour = None if there.colour is None else as_text(lang, there.within[-1])
    return field_name(there.field, there.around, colour, lang)


def short_name(there: PositionField, lang: str) -> str:
    """A field of a form alone; of an amount by player whose it is."""
    return there.field.name.of(lang) if there.colour is None else as_text(lang, there.within[-1])


def given_text(there: PositionField, lang: str) -> str:
    """What was given for a field of a form; what is open is a question mark."""
    return value_text(there, there.raw, lang) if there.given else "?"


def value_text(there: FormField, raw: Any, lang: str) -> str:
    """A value for a field of a form, as a person reads it; None is what an empty line means."""
    value = there.kind.empty(there.field) if raw is None else raw
    return there.kind.text(there.field, value, lang, IN_POSITIONS)
