"""What a typed line means (入力の読み方): the same sums, wide digits and words wherever people type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from rulesref.base.numbers import Entered
from rulesref.base.text import fold
from rulesref.model.fields import Field
from rulesref.model.game import Named
from rulesref.reading.positions import flag_called

_NONE = {"なし", "none", "0"}
_ESCAPE = re.compile(r"\x1b(\[[0-9;]*[A-Za-z~]|O.)")
_BETWEEN = re.compile(r"[,、，]")


def tidy(line: str) -> str:
    r"""A line as it was meant: no escape codes, wide spaces or spaces around it.

    >>> tidy("\u3000は い\u3000\x1b[A")
    'は い'
    """
    plain = _ESCAPE.sub("", line).replace("\u3000", " ").replace("\t", " ")
    return "".join(char for char in plain if char.isprintable()).strip()


def typed(asked: Field, word: str) -> Any:
    """A typed answer as the plain data that a file would hold."""
    match asked.kind:
        case "whole":
            return _whole(word)
        case "by-player":
            parts = re.split(r"[,、，\s]+", word)
            return _whole(
                "+".join(parts) if all(number(part) is not None for part in parts) else word
            )
        case "flag":
            found = flag_called(word)
            return word if found is None else found
        case "choice":
            return _option(asked, word)
        case "choices":
            return [] if word == "-" or fold(word) in _NONE else _options(asked, word)
        case "wholes" | "players":
            parts = split(word)
            return [_whole(part) for part in parts] if asked.kind == "wholes" else parts
        case _:
            return word


def split(word: str) -> list[str]:
    """What stands between commas, or else between spaces."""
    parts = _BETWEEN.split(word) if _BETWEEN.search(word) else word.split()
    return [part.strip() for part in parts if part.strip()]


def one_called(names: Sequence[str], word: str) -> str | None:
    """The one name that is this word, or the only one that begins so."""
    flat = fold(word)
    exact = [name for name in names if fold(name) == flat]
    begun = [name for name in names if flat and fold(name).startswith(flat)]
    return next((found[0] for found in (exact, begun) if len(found) == 1), None)


def numbered(options: Sequence[Named]) -> bool:
    """Whether options can be chosen by number: not when one of them is called by a number."""
    words = [w for o in options for w in (o.id, *o.name, *o.aliases[0], *o.aliases[1])]
    return not any(fold(word).isdecimal() for word in words)


def _whole(word: str) -> int | str:
    """A number as typed: a sum stays a sum; an IME's long dash before digits is a minus."""
    flat = re.sub(r"^[ー―—–‐−](?=\s*\d)", "-", unicodedata.normalize("NFKC", word))
    flat = flat.replace(" ", "") if Entered.of(flat) is not None else flat
    return int(flat) if re.fullmatch(r"-?\d{1,18}", flat) else flat


def number(word: str) -> int | None:
    """A number of any width, without a sign; None when it is none."""
    flat = unicodedata.normalize("NFKC", word)
    return int(flat) if flat.isdecimal() else None


def _option(asked: Field, word: str) -> str:
    place = number(word)
    if place is not None and numbered(asked.options) and 1 <= place <= len(asked.options):
        return asked.options[place - 1].id
    return word


def _options(asked: Field, word: str) -> list[str]:
    parts = [part.strip() for part in _BETWEEN.split(word) if part.strip()]
    if len(parts) > 1 or asked.option(word):
        return [_option(asked, part) for part in parts]
    return [_option(asked, part) for part in word.split()]
