"""How a typed line is taken apart (一行の分け方): several answers, several corrections."""

from __future__ import annotations

import re

from rulesref.base.diagnostics import Problem, wrong
from rulesref.fields.kind import kind_of
from rulesref.fields.typed import names_in, number
from rulesref.wizard.questions import Question

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


def is_option(question: Question, word: str) -> bool:
    """Whether a line is one of the options that are asked for, whatever else it could be."""
    asked = question.field
    option = asked.option(word) if asked is not None and word else None
    # Names are compared without their signs: what has a slash must have it in its name.
    return option is not None and (BETWEEN not in word or any(BETWEEN in n for n in option.names))
