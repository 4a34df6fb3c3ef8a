"""What a typed line answers (回答): how it is taken apart, and which value it gives which field of a form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem, wrong
from rulesref.base.text import Entered, narrow
from rulesref.fields.form import Form, FormField
from rulesref.fields.kind import Typing, kind_of
from rulesref.fields.typed import default_names, flag_called, is_none, names_in, number
from rulesref.fields.whole import as_typed
from rulesref.model.entries import Field
from rulesref.model.expression import plain_value
from rulesref.wizard.known import name_at
from rulesref.wizard.position_form import PositionField, PositionForm
from rulesref.words.lexicon import Sheet, people
from rulesref.words.reading import readings
from rulesref.words.tokenizer import tokens_of

#: Values, or text as it was typed, by the paths of their fields; None leaves one out.
NewValues = Sequence[tuple[KeyPath, Any]]


def answers(
    form: Form, there: FormField, word: str, *, editing: bool = False
) -> NewValues | Problem:
    """What a line gives, in the order in which fields appear; ``editing``: the one field alone."""
    if isinstance(form, PositionForm) and isinstance(there, PositionField):
        if there.role == "name":
            # A number says how many there are; nobody is called by one.
            names = [word] if editing else names_in(word)
            figure = next((name for name in names if number(name) is not None), None)
            if figure is not None and (editing or figure != word):
                return wrong("E428", figure)
            return [(there.path, word or None)] if editing else _names(form, there, word)
        if there.role == "entry":
            return _entry(there, word)
        if there.role == "gain":
            return _gain(there, word)
        if there.role == "value" and word and not editing:
            return _amounts(form, there, word) or [(there.path, word)]
    return [(there.path, word or _nothing(there))]


def _nothing(there: FormField) -> Any:
    """What an empty line gives: in a position what the question says that it means; None leaves it out."""
    if isinstance(there, PositionField) and there.role == "value" and there.optional:
        return None if there.colour is not None else plain_value(there.kind.empty(there.field))
    return None if there.optional else there.field.default


def _names(form: PositionForm, there: PositionField, word: str) -> NewValues | Problem:
    """Several names, or how many there are; who names several at once has named them all."""
    low, high = form.game.about.players
    seat = there.seat or 0
    many = number(word)
    names = names_in(word) if many is None else default_names(many)[seat:]
    total, least = (seat + len(names), 0) if many is None else (many, max(low, seat + 1))
    if not least <= total <= high:
        return wrong("E430", many=total, low=least or low, high=high)
    new: list[tuple[KeyPath, Any]] = [(name_at(seat + i), name) for i, name in enumerate(names)]
    more = (len(names) > 1 or many is not None) and low <= total < high
    return [*new, (name_at(seat + len(names)), None)] if more or not new else new


def _entry(there: PositionField, word: str) -> NewValues | Problem:
    """Whether there is an entry; who types its first value has said that there is."""
    sure = None if narrow(word).isdecimal() else flag_called(word)
    if sure is not None or not word:
        return [(there.path, bool(sure))]
    if there.raw is True:
        return wrong("E402", word, path="", name=there.record.name, expected="flag")
    return [(there.path, True), ((*there.path, next(iter(there.record.fields))), word)]


def _gain(there: PositionField, word: str) -> NewValues | Problem:
    """What somebody gains: numbers by name in any notation."""
    if not word or is_none(word):
        return [(there.path, None)]
    amounts = _amounts_in(there.field.fields, word)
    if not amounts:
        return wrong("E443", word, known=[part.name for part in there.field.fields.values()])
    return [(there.path, amounts)]


def _amounts(form: PositionForm, there: PositionField, word: str) -> NewValues:
    """What a line gives that names what it counts: 3 wood 2 gold; nothing of another."""
    spec = there.field
    beside = [
        each for each in form.fields
        if each.role == "value" and each.seat == there.seat and each.around == there.around
    ]  # fmt: skip
    if there.colour is None:
        return _numbers_named(there, word, beside)
    # Amounts of several, each by a name, or at the first of them one for each.
    paths = {
        form.names[each.colour] if isinstance(each.colour, int) else str(each.colour): each.path
        for each in beside
        if each.field is spec
    }
    first = there.path == next(iter(paths.values()))
    if not first and not any(name in word for name in form.names):
        return []
    typed = kind_of(spec).typed(spec, word, Typing(players=tuple(paths)))
    if not isinstance(typed, dict) or not typed or not typed.keys() <= paths.keys():
        return []
    # Who names some of them says that the others have none.
    others = [p for name, p in paths.items() if name not in typed and p not in form.given]
    return [
        *((paths[name], str(raw)) for name, raw in typed.items()),
        *((path, None) for path in others),
    ]


def _numbers_named(there: PositionField, word: str, beside: Sequence[PositionField]) -> NewValues:
    """What a line gives that has the names of numbers beside a field: 3 wood 2 gold, none of a third."""
    if not any(map(str.isalpha, word)) or not there.kind.is_number:
        return []
    numbers = [each for each in beside if each.colour is None and each.kind.is_number]
    paths = {each.field.id: each.path for each in numbers}
    fields = {each.field.id: each.field for each in numbers}
    amounts = _amounts_in(fields, word, there.field.id)
    return [(paths[key], str(many)) for key, many in amounts.items()]


def _amounts_in(fields: Mapping[str, Field], word: str, focus: str | None = None) -> dict[str, Any]:
    """The numbers that a line gives to fields by their names; none where a word of it is something else."""
    found = readings(Sheet((), fields), tokens_of(word), people((), None), focus=focus)
    best = next((reading for reading in found if not reading.unknown), None)
    return {} if best is None else dict(best.values)


# --- how a line is taken apart --------------------------------------------------------------------

#: What stands between answers on one line.
BETWEEN = "/"


def corrections(word: str, last: int) -> list[tuple[int, str]] | Problem:
    """The numbers of values and what they should be: ``3 12``, ``3=12 / 7 4``, ``3 12, 7 4``."""
    corrected: list[tuple[int, str]] = []
    parts = _pieces(word)
    for part in parts:
        key, _, value = re.sub(r"[=＝\s]+", " ", part).partition(" ")
        place = number(key)
        if place is None or not 1 <= place <= last or (len(parts) > 1 and not value):
            return wrong("E435", key, high=last)
        corrected.append((place, value))
    return corrected or wrong("E435", word, high=last)


def _pieces(word: str) -> list[str]:
    """The corrections on one line: commas part them only where each piece has its number."""
    for between, piece in (
        (r"[/／;；]", r"\d+[=＝\s]\s*\S.*"),
        (r"[,，、]", r"\s*\d+[=＝\s]+\S.*"),
        (r"\s+", r"\d+[=＝]\S+"),
    ):
        parts = [part.strip() for part in re.split(between, word) if part.strip()]
        if len(parts) > 1 and all(re.fullmatch(piece, part) for part in parts):
            return parts
    return [word]


def is_name(there: FormField) -> bool:
    """Whether players are named, for whom other signs stand between than between answers."""
    return isinstance(there, PositionField) and there.role == "name"


def parts_of(there: FormField, word: str) -> list[str]:
    """The answers that stand on one line."""
    if is_option(there, word) or (there.kind.is_free_text and not is_name(there)):
        return [word]
    parts = [part.strip() for part in word.replace("／", BETWEEN).split(BETWEEN)]
    if not parts[-1]:
        del parts[-1]
    if is_name(there) and parts and len(names_in(parts[0])) == 1 and number(parts[0]) is None:
        return ["、".join(parts)]
    return parts or [""]


def numbers_in_row(there: FormField, word: str) -> list[str]:
    """The numbers on one line that begins with one that is asked for, when it has several and nothing else.

    Where yes or no would do, or an entry of a list begins, these stand among them. What could be one number
    in three digits and three is none: 1 000.
    """
    parts = re.split(r"\s*[、，]\s*|,?\s+", word)
    if not parts[1:] or any(re.match(r"0\d", part) for part in parts):
        return [word]
    # Of a field by player the numbers of one are added up.
    flags, numbers = (getattr(kind_of(there.field), of) for of in ("true_when_named", "is_number"))
    if not (flags or numbers):
        return [word]
    fits = all(_is_number(part) or (flags and flag_called(part) is not None) for part in parts)
    return parts if fits else [word]


def _is_number(word: str) -> bool:
    return Entered.of(str(as_typed(word))) is not None


def is_option(there: FormField, word: str) -> bool:
    """Whether a line is one of the options that are asked for, whatever else it could be."""
    option = there.field.option(word) if word else None
    # Names are compared without their signs: what has a slash must have it in its name.
    return option is not None and (BETWEEN not in word or any(BETWEEN in n for n in option.names))
