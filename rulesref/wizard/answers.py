"""What a typed line answers (回答): how it is taken apart, the value of one question, what is wrong with it."""

from __future__ import annotations

import re
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem, wrong
from rulesref.base.text import Entered, narrow
from rulesref.fields.kind import NOT_AT_ALL, Typing, cell_of, kind_of
from rulesref.fields.record import read_cell, read_value
from rulesref.fields.typed import (
    default_names,
    flag_called,
    is_none,
    names_in,
    number,
    one_called,
    repeated,
)
from rulesref.fields.whole import as_typed
from rulesref.model.entries import Field
from rulesref.model.expression import Value, plain_value
from rulesref.reading.positions import event_called
from rulesref.wizard.questions import ORDERS, Question, Questions, name_at

#: Answers by where they go, and what is wrong.
NewAnswers = tuple[dict[KeyPath, Any], list[Problem]]


def understood(form: Questions, question: Question, word: str, *, editing: bool) -> NewAnswers:
    """The answers that a line gives, or what is wrong with it; ``editing`` corrects an answer."""
    match question.key:
        case "event":
            return _event(form, question, word)
        case "name":
            return _renamed(form, question, word) if editing else _named(form, question, word)
        case "order":
            return _order(question, word)
        case "more":
            return _more(form, question, word)
        case "gain":
            return _gain(question, word)
        case _:
            return _field(form, question, word, editing=editing)


def _event(form: Questions, question: Question, word: str) -> NewAnswers:
    events = form.scoring.events
    if not word:
        return {question.path: likely_event(form)}, []
    place = number(word)
    if place is not None and 1 <= place <= len(events):
        return {question.path: list(events)[place - 1]}, []
    event = event_called(events, word)
    begun = [e for e in events.values() if one_called(tuple(e.name), word)]
    if event is None and len(begun) == 1:
        event = begun[0]
    if event is None:
        names = [event.name for event in events.values()]
        return {}, [wrong("E424", word, known=names)]
    return {question.path: event.id}, []


def likely_event(form: Questions) -> str:
    """Which scoring an empty line means: what was said before, or else the last of a play."""
    return form.event.id if form.event else list(form.scoring.events)[-1]


def _named(form: Questions, question: Question, word: str) -> NewAnswers:
    low, high = form.game.about.players
    seat = question.path[1]
    assert isinstance(seat, int)
    if not word and seat >= low:
        return {question.path: None}, []
    many = number(word)
    names = names_in(word) if many is None else default_names(many)[seat:]
    if many is not None and not max(low, seat + 1) <= many <= high:
        return {}, [wrong("E430", many=many, low=max(low, seat + 1), high=high)]
    # A number says how many there are; nobody is called by one.
    figure = next((name for name in names if number(name) is not None), None)
    if not names or figure is not None:
        return {}, [wrong("E428", figure or word)]
    twice = repeated((*form.names[:seat], *names))
    if twice is not None:
        return {}, [wrong("E429", twice)]
    if seat + len(names) > high:
        return {}, [wrong("E430", many=seat + len(names), low=low, high=high)]
    answers: dict[KeyPath, Any] = {name_at(seat + i): name for i, name in enumerate(names)}
    if (len(names) > 1 or many is not None) and low <= seat + len(names) < high:
        # Who names several at once has named them all.
        answers[name_at(seat + len(names))] = None
    return answers, []


def _renamed(form: Questions, question: Question, word: str) -> NewAnswers:
    if not word or number(word) is not None:
        return {}, [wrong("E428", word)]
    others = [name for seat, name in enumerate(form.names) if name_at(seat) != question.path]
    if word in others:
        return {}, [wrong("E429", word)]
    return {question.path: word}, []


def _order(question: Question, word: str) -> NewAnswers:
    place = number(word) if word else 1
    if place is not None and 1 <= place <= len(ORDERS):
        return {question.path: ORDERS[place - 1]}, []
    if word in ORDERS:
        return {question.path: word}, []
    return {}, [wrong("E435", word, high=len(ORDERS))]


def _more(form: Questions, question: Question, word: str) -> NewAnswers:
    if not word:
        return {question.path: form.given.get(question.path, False)}, []
    if not narrow(word).isdecimal():
        more = flag_called(word)
        if more is not None:
            return {question.path: more}, []
    assert question.field is not None
    if form.given.get(question.path) is True:
        return {}, [wrong("E402", word, path="", name=question.field.name, expected="flag")]
    # Whoever types the first value of the next entry has said that there is one.
    first = next(iter(question.field.fields.values()))
    path = (*question.path, first.id)
    answers, problems = _field(form, Question("field", path, first), word, editing=False)
    if problems and not kind_of(first).is_number:
        problems = [wrong("E402", word, path="", name=question.field.name, expected="flag")]
    return ({}, problems) if problems else ({question.path: True, **answers}, [])


def _gain(question: Question, word: str) -> NewAnswers:
    """What somebody gains: numbers by name in any notation."""
    record = question.field
    assert record is not None
    if not word or is_none(word):
        return {question.path: {}}, []
    amounts = amounts_in(record, word)
    if amounts is None:
        return {}, [wrong("E443", word, known=[part.name for part in record.fields.values()])]
    read = {key: read_value(record.fields[key], many) for key, many in amounts.items()}
    problems = [problem for _, wrongs in read.values() for problem in wrongs]
    return {question.path: amounts}, problems


def amounts_in(record: Field, word: str) -> dict[str, Any] | None:
    """The amounts that a word gives the numbers of a record; None when it is something else."""
    kind = kind_of(record)
    if kind.fits(record, word, Typing()) == NOT_AT_ALL:
        return None
    typed = kind.typed(record, word, Typing())
    return typed if isinstance(typed, dict) else None


def _field(form: Questions, question: Question, word: str, *, editing: bool) -> NewAnswers:
    asked = question.field
    assert asked is not None
    assert form.event is not None
    if not word:
        return _nothing(form, question, editing=editing)
    raw = cell_of(asked).typed(asked, word, Typing(shown=asked.options))
    value, problems = read_cell(asked, raw, question.path, form.names, form.event.id)
    if problems:
        return {}, problems
    raw = kept(asked, raw, value)
    return {question.path: raw}, _held(form, question, raw)


def kept(asked: Field, raw: Any, value: Value) -> Any:
    """What is kept of an answer: as it was typed, options by their ids."""
    if not kind_of(asked).picks_options:
        return raw
    return list(value) if isinstance(value, tuple) else value


def _nothing(form: Questions, question: Question, *, editing: bool) -> NewAnswers:
    """What an empty line means: what was there, or what the question says that it means."""
    asked = question.field
    assert asked is not None
    now = form.given.get(question.path)
    if editing and now is not None:
        return {question.path: now}, []
    if not question.can_skip:
        return {}, [Problem("E401", None, {"path": "", "name": asked.name, "key": asked.id})]
    raw = None if question.colour is not None else plain_value(cell_of(asked).empty(asked))
    return {question.path: raw}, []


def _held(form: Questions, question: Question, raw: Any) -> list[Problem]:
    """Options that exist once in the game and that another player has."""
    asked = question.field
    if asked is None or not asked.once or question.seat is None:
        return []
    for seat in range(len(form.names)):
        held = form.given.get(("players", seat, *question.path[2:])) or ()
        taken = [o for o in asked.options if o.id in held and o.id in raw]
        if taken and seat != question.seat:
            first, second = form.names[seat], form.names[question.seat]
            values = {"name": asked.name, "thing": taken[0].name, "first": first, "second": second}
            return [Problem("E431", None, {"path": "", **values})]
    return []


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


def is_free(question: Question) -> bool:
    """Whether any word can be the answer."""
    asked = question.field
    return question.key == "name" or (asked is not None and kind_of(asked).is_free_text)


def parts_of(question: Question, word: str) -> list[str]:
    """The answers that stand on one line."""
    if is_option(question, word) or (question.key != "name" and is_free(question)):
        return [word]
    parts = [part.strip() for part in word.replace("／", BETWEEN).split(BETWEEN)]
    if not parts[-1]:
        del parts[-1]
    if (
        question.key == "name"
        and parts
        and len(names_in(parts[0])) == 1
        and number(parts[0]) is None
    ):
        return ["、".join(parts)]
    return parts or [""]


def numbers_in_row(question: Question, word: str) -> list[str]:
    """The numbers on one line that begins with one that is asked for, when it has several and nothing else.

    Where yes or no would do, or an entry of a list begins, these stand among them. What could be one number
    in three digits and three is none: 1 000.
    """
    asked = question.field
    parts = re.split(r"\s*[、，]\s*|,?\s+", word)
    if not parts[1:] or asked is None or any(re.match(r"0\d", part) for part in parts):
        return [word]
    kind = kind_of(asked)
    flags = question.key == "more" or kind.true_when_named
    if not (flags or kind.is_number):
        return [word]
    fits = all(_is_number(part) or (flags and flag_called(part) is not None) for part in parts)
    return parts if fits else [word]


def _is_number(word: str) -> bool:
    return Entered.of(str(as_typed(word))) is not None


def is_option(question: Question, word: str) -> bool:
    """Whether a line is one of the options that are asked for, whatever else it could be."""
    asked = question.field
    option = asked.option(word) if asked is not None and word else None
    # Names are compared without their signs: what has a slash must have it in its name.
    return option is not None and (BETWEEN not in word or any(BETWEEN in n for n in option.names))
