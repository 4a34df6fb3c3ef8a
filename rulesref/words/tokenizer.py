"""A typed line as tokens: words, numbers with their signs, places, quotes and separators (字句)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulesref.base.text import narrow
from rulesref.fields.cutting import PLACE_SIGN, units_of

SEPARATOR = ","
#: Longer lines are documents or notes: so many tokens are read.
MOST_TOKENS = 80

_QUOTED = r"\"[^\"]*\"|“[^”]*”|「[^」]*」"
#: A sign belongs to the number behind it unless a letter, digit or bracket stands before it; a long vowel sign is one by itself.
_SIGNED = r"(?<![a-zA-Z0-9)\]])[+\-−–‐]\d+(?!\d)|(?<![^\s:=(])[ー―]\d+(?!\d)"
_SUM = r"\d+(?:\+\d+)+"
#: No number of anything here, and not two of them.
_FRACTION = r"\d+\.\d+"
#: Whose something is, in English.
OWNING = "'s"
_OWNING = r"(?<=[a-zA-Z])['’]s\b"
_SIGN = r"[,、;/+&=]|@\s*(?=\d)"
_SPECIAL = re.compile(
    "|".join(f"({part})" for part in (_QUOTED, _SIGNED, _SUM, _FRACTION, _OWNING, _SIGN))
)
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")


class LineToken(NamedTuple):
    """What a line is read by: a Latin word, a number, one Japanese character or a sign.

    ``key`` is what it is looked up as, ``written`` how it stands in the line. ``glued``: no space
    stands before it. ``numbers`` are those that it writes, several where they are added up.
    ``quoted``: any text, as it is.
    """

    key: str
    written: str
    latin: bool = False
    digits: bool = False
    glued: bool = False
    numbers: tuple[int, ...] = ()
    signed: bool = False
    quoted: bool = False


def tokens_of(line: str) -> tuple[LineToken, ...]:
    """The tokens of a line.

    >>> [t.key for t in tokens_of("Red hats、取る12")], [t.numbers for t in tokens_of("-3 1+2")]
    (['red', 'hat', ',', '取', 'る', '12'], [(-3,), (1, 2)])
    >>> [t.written for t in tokens_of("I6 @7")]
    ['I', '6', '@', '7']
    """
    text = _BRACKETS.sub(lambda found: found.group().replace(",", " "), narrow(line))
    found: list[LineToken] = []
    start = 0
    for special in _SPECIAL.finditer(text):
        found += _plain(text, start, special.start())
        quoted, signed, summed, fraction, owning, _ = special.groups()
        written, glued = special.group(), _is_glued(text, special.start())
        if quoted is not None:
            found.append(LineToken(written[1:-1], written, quoted=True, glued=glued))
        elif signed is not None:
            number = int(f"+{written[1:]}" if written[0] == "+" else f"-{written[1:]}")
            found.append(
                LineToken(
                    written, written, digits=True, glued=glued, numbers=(number,), signed=True
                )
            )
        elif summed is not None:
            items = tuple(int(part) for part in written.split("+"))
            found.append(LineToken(written, written, digits=True, glued=glued, numbers=items))
        elif fraction is not None:
            found.append(LineToken(written, written, glued=glued))
        elif owning is not None:
            found.append(LineToken(OWNING, OWNING, glued=True))
        else:
            key = PLACE_SIGN if written[0] == PLACE_SIGN else SEPARATOR
            found.append(LineToken(key, written.strip(), glued=glued))
        start = special.end()
    found += _plain(text, start, len(text))
    return tuple(found[:MOST_TOKENS])


def _is_glued(text: str, place: int) -> bool:
    return place > 0 and not text[place - 1].isspace()


def _plain(text: str, start: int, end: int) -> Iterator[LineToken]:
    place = start
    for count, unit in enumerate(units_of(text[start:end])):
        # As it was typed: units are folded, and have lost their long vowels.
        at = text.casefold().find(unit.written[:1].casefold(), place, end)
        typed = text[at : at + len(unit.written)] if at >= 0 else ""
        exact = typed.casefold() == unit.written.casefold()
        if exact:
            place = at + len(unit.written)
            while text[place:end].startswith("ー"):
                typed, place = f"{typed}ー", place + 1
        glued = unit.glued or (
            count == 0
            and start > 0
            and _is_glued(text, start)
            and not text[start : start + 1].isspace()
        )
        numbers = (int(unit.key),) if unit.digits else ()
        written = typed if exact else unit.written
        yield LineToken(unit.key, written, unit.latin, unit.digits, glued, numbers)


def key_of(tokens: Sequence[LineToken]) -> str:
    """Tokens as they are looked up: spaces stand between Latin words, and between numbers."""
    key, before = "", None
    for token in tokens:
        apart = before and ((before.latin and token.latin) or (before.digits and token.digits))
        key += f" {token.key}" if apart else token.key
        before = token
    return key


def written(tokens: Sequence[LineToken]) -> str:
    """Tokens as they stand in the line."""
    return "".join(f"{'' if t.glued else ' '}{t.written}" for t in tokens).strip()


def typed(tokens: Sequence[LineToken]) -> str:
    """A line that has these tokens, with spaces where there were some; marks and long vowels may be lost."""
    return "".join(
        f" {t.written}" if n and not t.glued else t.written for n, t in enumerate(tokens)
    )
