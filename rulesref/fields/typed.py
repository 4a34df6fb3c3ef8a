"""The parts of a typed line (入力の読み方): digits, separators, words for all, none, yes and no, players."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from rulesref.base.diagnostics import ProblemsFound, wrong
from rulesref.base.folding import composed, fold, words
from rulesref.base.text import narrow
from rulesref.fields.cutting import THINGS, cut, kanji_number, language, units_of
from rulesref.model.entries import Named

#: Compiled when they are first needed.
_ESCAPE = r"\x1b(\[[0-9;]*[A-Za-z~]|O.)"
#: What input methods type for the signs between and inside values.
_SIGNS = str.maketrans("，、：＝．。", ",,:=..")
_AND = r"[と&＆+＋・]"


def tidy(line: str) -> str:
    r"""A line as it was meant: no escape codes, wide spaces or spaces around it, and each letter one character.

    >>> tidy("\u3000は い\u3000\x1b[A"), tidy("か\u3099") == "が"
    ('は い', True)
    """
    if not line.isprintable():
        plain = re.sub(_ESCAPE, "", line).replace("\u3000", " ").replace("\t", " ")
        line = "".join(char for char in plain if char.isprintable())
    return composed(line.strip())


def signs(word: str) -> str:
    """A word with the commas, colons, full stops and signs that no input method has changed.

    >>> signs("葵：１、弓＝2")
    '葵:１,弓=2'
    """
    return word.translate(_SIGNS)


def split(word: str) -> list[str]:
    """What stands between commas, or else between spaces."""
    return _parts(signs(word).replace("/", ",").replace("／", ","))


def _parts(plain: str) -> list[str]:
    parts = plain.split(",") if "," in plain else plain.split()
    return [part.strip() for part in parts if part.strip()]


def joined(parts: Sequence[str], known: Callable[[str], object]) -> list[str]:
    """The parts, those that are several known words joined by "and" taken apart.

    >>> joined(["花と種", "帽子"], {"花", "種"}.__contains__)
    ['花', '種', '帽子']
    """
    several: list[str] = []
    for part in parts:
        pieces = [piece.strip() for piece in re.split(_AND, part)]
        apart = not known(part) and all(known(piece) for piece in pieces)
        several += pieces if apart else [part]
    return several


def one_called(names: Sequence[str], word: str) -> str | None:
    """The one name that is this word, or the only one that begins so."""
    flat = fold(word)
    exact = [name for name in names if fold(name) == flat]
    first = [name for name in names if flat and fold(name).startswith(flat)]
    return next((these[0] for these in (exact, first) if len(these) == 1), None)


def names_first(names: Iterable[str], text: str) -> Iterator[tuple[str, str]]:
    """The names with which a text begins, however it writes them, the longest first, and what stands behind each.

    >>> list(names_first(["Ann", "Ann Lee", "Ben"], "ann lee: pass"))
    [('Ann Lee', ': pass'), ('Ann', ' lee: pass')]
    """
    for name in sorted(names, key=len, reverse=True):
        if fold(text[: len(name)]) == fold(name):
            yield name, text[len(name) :]


def everybody(word: str) -> bool:
    """Whether a word means all players, or all the others."""
    return fold(word) in words("all")


def numbered(options: Sequence[Named]) -> bool:
    """Whether options can be chosen by number: not when one of them is called by a number."""
    return not any(fold(word).isdecimal() for option in options for word in option.names)


def number(word: str) -> int | None:
    """A number of any width or in kanji, without a sign; None when it is none."""
    flat = narrow(word).strip()
    if flat.isdecimal():
        return int(flat) if len(flat) < _MANY_DIGITS else None
    if flat.isascii():
        return None
    return kanji_number(flat)


#: So many characters a move or an answer has at most: notes and questions may have more.
LONGEST = 500
#: More digits than any number that people choose by.
_MANY_DIGITS = 10
#: Before a number they make it another one.
_BEFORE = "+-−ー―—–‐"


def counted(word: str, *, things: bool = True) -> int | None:
    """A number with or without a counter behind it, or as a word; None when it is something else.

    Without ``things`` those do not count that say how many things there are.

    >>> counted("2枚"), counted("３番"), counted("二つ"), counted("three"), counted("2枚", things=False)
    (2, 3, 2, 3, None)
    """
    if narrow(word).strip()[:1] in _BEFORE:
        return None
    pieces = cut(units_of(word), language())
    numbers = [piece.number for piece in pieces if piece.number is not None]
    rest = [piece for piece in pieces if piece.number is None]
    if len(numbers) != 1 or not all(piece.means("counter") and piece.glued for piece in rest):
        return None
    if not things and any(THINGS in piece.meanings for piece in rest):
        return None
    return numbers[0]


def is_none(word: str) -> bool:
    """Whether a word means that there is none of something."""
    return word in ("-", "[]") or fold(word) in words("none")


def goes_back(word: str, *, free: bool = False) -> bool:
    """Whether a line asks to go back; ``free``: any word may be an answer, so that only a sign or Japanese does.

    >>> goes_back("＜"), goes_back("Back"), goes_back("back", free=True)
    (True, True, False)
    """
    return narrow(word) == "<" or (
        fold(word) in words("back") and not (free and fold(word).isascii())
    )


_YES_NO_SIGNS = {"○": True, "◯": True, "×": False}


def yes_or_no(word: str) -> bool | None:
    """Yes or no as people write it, in either language and width; None when it is neither.

    >>> yes_or_no("ＹＥＳ"), yes_or_no("いいえ"), yes_or_no("maybe")
    (True, False, None)
    """
    folded = fold(word)
    return True if folded in words("yes") else False if folded in words("no") else None


def flag_called(word: str) -> bool | None:
    """Yes or no as people type it, also as a sign.

    >>> flag_called("はい"), flag_called(" ×"), flag_called("")
    (True, False, None)
    """
    return _YES_NO_SIGNS.get(word.strip(), yes_or_no(word))


def names_in(line: str) -> list[str]:
    """The names in a line: what stands between commas, or else between spaces; a wide space is a comma.

    >>> names_in("Aoi Ben"), names_in("葵、Ben B."), names_in("葵　ベン")
    (['Aoi', 'Ben'], ['葵', 'Ben B.'], ['葵', 'ベン'])
    """
    return _parts(tidy(line.replace("\u3000", "、")).replace("，", ",").replace("、", ","))


def default_names(many: int) -> list[str]:
    """Names for so many players of whom nobody said what they are called.

    >>> default_names(3)
    ['A', 'B', 'C']
    """
    return list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:many])


def players_named(line: str, allowed: tuple[int, int]) -> tuple[str, ...]:
    """The players that a line names, or so many called A, B, C; raises what is wrong with them.

    ``allowed``: how few and how many can play.
    """
    many = number(tidy(line))
    if many is not None:
        # So many are not called by name before it is known that they can play.
        must_be_so_many(many, allowed)
    return seated(names_in(line) if many is None else default_names(many), allowed)


def seated(names: Sequence[str], allowed: tuple[int, int]) -> tuple[str, ...]:
    """The players, if so many can play and each has a name of its own; raises what is wrong with them."""
    must_be_so_many(len(names), allowed)
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise ProblemsFound([wrong("E428", None)])
    if (name := repeated(names)) is not None:
        raise ProblemsFound([wrong("E429", name)])
    return tuple(names)


def must_be_so_many(many: int, allowed: tuple[int, int]) -> None:
    """Raise when the game is not for so many players."""
    low, high = allowed
    if not low <= many <= high:
        raise ProblemsFound([wrong("E430", many=many, low=low, high=high)])


def repeated(names: Sequence[str]) -> str | None:
    """The first name that reads the same as one before it; else None.

    >>> repeated(["葵", "Ben", "葵"]), repeated(["葵", "Ben"]), repeated(["ゆき", "ユキ"]), repeated(["☆", "◎"])
    ('葵', None, 'ユキ', None)
    """
    seen = [reads(name) for name in names]
    return next((name for place, name in enumerate(names) if seen[place] in seen[:place]), None)


def reads(name: str) -> str:
    """A name as it is told from others: as a line compares it, or its signs where it has nothing else."""
    return fold(name) or composed(name)
