"""Exact numbers: whole where possible, fractions where a rule divides, never floats."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from rulesref.base.folding import narrow

if TYPE_CHECKING:
    from fractions import Fraction

Number: TypeAlias = "int | Fraction"

#: No number of a game comes near so many digits; what has more is none.
MOST_DIGITS = 18
#: Compiled when a number is first typed, not whenever the program starts.
_SUM = rf"[+-]?\s*\d{{1,{MOST_DIGITS}}}(\s*\+\s*\d{{1,{MOST_DIGITS}}})*"
#: What input methods type for a minus: a long vowel, a dash.
_MINUS = str.maketrans(dict.fromkeys("ー―—–‐−", "-"))


class Entered(int):
    """A whole number together with how a person wrote it (入力された数).

    ``typed`` is the text as written (``3+6+2``); ``items`` are its summands.

    >>> n = Entered.of("３＋６＋２"); (n == 11, n.typed, n.items)
    (True, '３＋６＋２', (3, 6, 2))
    >>> int(Entered.of("ー４"))
    -4
    """

    typed: str
    items: tuple[int, ...]

    @classmethod
    def of(cls, typed: str) -> Entered | None:
        """The number written as ``typed``, a sum allowed; None when it is not one."""
        flat = narrow(typed).translate(_MINUS).strip()
        if not flat.isascii() or not re.fullmatch(_SUM, flat):
            return None
        items = tuple(int(part.replace(" ", "")) for part in flat.split("+") if part.strip())
        return cls.summed(items, typed)

    @classmethod
    def summed(cls, items: tuple[int, ...], typed: str) -> Entered:
        """The sum of ``items``, written as ``typed``."""
        number = cls(sum(items))
        number.typed = typed
        number.items = items
        return number


def whole(digits: str) -> int | None:
    """The number that a person wrote in digits alone; None when it is not one, or one of too many.

    >>> whole("14"), whole("１４"), whole("²"), whole("9" * 19)
    (14, 14, None, None)
    """
    return int(digits) if digits.isdecimal() and len(digits) <= MOST_DIGITS else None


def exact(number: Number) -> Number:
    """``number`` as an int when it is whole.

    >>> from fractions import Fraction
    >>> exact(Fraction(8, 4)), exact(Fraction(9, 4))
    (2, Fraction(9, 4))
    """
    if not isinstance(number, int) and number.denominator == 1:
        return number.numerator
    return number


def quotient(whole: Number, by: Number) -> Number:
    """``whole`` divided by ``by``, exactly.

    >>> quotient(8, 4), quotient(9, 4)
    (2, Fraction(9, 4))
    """
    if whole % by == 0:
        return int(whole // by)
    from fractions import Fraction

    return Fraction(whole) / by


def decimal(number: Number) -> int | float | str:
    """``number`` for JSON: an int, a decimal that is exact, or ``"1/3"`` where none is.

    >>> from fractions import Fraction
    >>> decimal(3), decimal(Fraction(181, 4)), decimal(Fraction(1, 3))
    (3, 45.25, '1/3')
    """
    if isinstance(number, int):
        return int(number)
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return float(number) if rest == 1 else str(number)


def shown(number: Number) -> str:
    """``number`` as a person reads it.

    >>> from fractions import Fraction
    >>> shown(Fraction(45, 2)), shown(-3)
    ('22.5', '-3')
    """
    return str(decimal(number))
