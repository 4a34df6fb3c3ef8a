"""What a typed line means (入力の読み方): the same sums, wide digits and words wherever people type."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from rulesref.base.folding import fold, narrow
from rulesref.base.matching import begun
from rulesref.base.numbers import Entered
from rulesref.base.words import words
from rulesref.fields.yes_no import flag_called
from rulesref.model.entries import Named
from rulesref.model.field import Field

_ESCAPE = re.compile(r"\x1b(\[[0-9;]*[A-Za-z~]|O.)")
#: What input methods type for the signs between and inside values.
_SIGNS = str.maketrans("，、：＝．。", ",,:=..")
_AND = re.compile(r"[と&＆+＋・]")


def tidy(line: str) -> str:
    r"""A line as it was meant: no escape codes, wide spaces or spaces around it.

    >>> tidy("\u3000は い\u3000\x1b[A")
    'は い'
    """
    plain = _ESCAPE.sub("", line).replace("\u3000", " ").replace("\t", " ")
    return "".join(char for char in plain if char.isprintable()).strip()


def signs(word: str) -> str:
    """A word with the commas, colons, full stops and signs that no input method has changed.

    >>> signs("葵：１、弓＝2")
    '葵:１,弓=2'
    """
    return word.translate(_SIGNS)


def typed(asked: Field, word: str, *, shown: Sequence[Named] = ()) -> Any:
    """A typed answer as the plain data that a file would hold.

    ``shown``: the options that were listed with numbers, by which they can be given; 0 is none.
    """
    match asked.kind:
        case "whole":
            return _whole(word)
        case "by-player":
            parts = re.split(r"[,\s]+", signs(word))
            return _whole("+".join(parts) if all(Entered.of(part) for part in parts) else word)
        case "flag":
            found = flag_called(word)
            return word if found is None else found
        case "choice":
            return _option(asked, word, shown)
        case "choices":
            none = _is_none(word) or (shown and number(word) == 0)
            return [] if none else _options(asked, word, shown)
        case "wholes":
            return [] if _is_none(word) else [_whole(part) for part in split(word)]
        case "players":
            return [] if _is_none(word) else split(word)
        case _:
            return word


def split(word: str) -> list[str]:
    """What stands between commas, or else between spaces."""
    plain = signs(word)
    parts = plain.split(",") if "," in plain else plain.split()
    return [part.strip() for part in parts if part.strip()]


def joined(parts: Sequence[str], known: Callable[[str], object]) -> list[str]:
    """The parts, those that are several known words joined by "and" taken apart.

    >>> joined(["花と種", "帽子"], {"花", "種"}.__contains__)
    ['花', '種', '帽子']
    """
    found: list[str] = []
    for part in parts:
        pieces = [piece.strip() for piece in _AND.split(part)]
        apart = not known(part) and len(pieces) > 1 and all(known(piece) for piece in pieces)
        found += pieces if apart else [part]
    return found


def one_called(names: Sequence[str], word: str) -> str | None:
    """The one name that is this word, or the only one that begins so."""
    flat = fold(word)
    exact = [name for name in names if fold(name) == flat]
    first = [name for name in names if flat and fold(name).startswith(flat)]
    return next((found[0] for found in (exact, first) if len(found) == 1), None)


def everybody(word: str) -> bool:
    """Whether a word means all players, or all the others."""
    return fold(word) in words("all")


def numbered(options: Sequence[Named]) -> bool:
    """Whether options can be chosen by number: not when one of them is called by a number."""
    return not any(fold(word).isdecimal() for option in options for word in option.names)


def number(word: str) -> int | None:
    """A number of any width, without a sign; None when it is none."""
    flat = narrow(word)
    return int(flat) if flat.isdecimal() and len(flat) < _MANY_DIGITS else None


#: More digits than any number that people choose by.
_MANY_DIGITS = 10


def _is_none(word: str) -> bool:
    return word in ("-", "[]") or fold(word) in words("none")


def _whole(word: str) -> int | str:
    """A number as typed; a sum stays a sum."""
    found = Entered.of(word)
    if found is None:
        return word
    return int(found) if len(found.items) == 1 else "+".join(map(str, found.items))


def _option(asked: Field, word: str, shown: Sequence[Named]) -> str:
    """The id of the option that is meant, also by the beginning of a name; else the word."""
    place = number(word)
    if place is not None and numbered(asked.options) and 1 <= place <= len(shown):
        return shown[place - 1].id
    found = asked.option(word) or begun(asked.options, word)
    return found.id if found else word


def _options(asked: Field, word: str, shown: Sequence[Named]) -> list[str]:
    parts = [word] if asked.option(word) else split(word)
    return [_option(asked, part, shown) for part in joined(parts, asked.option)]
