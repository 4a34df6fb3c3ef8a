"""What was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulesref.base.diagnostics import ProblemsFound, wrong
from rulesref.base.folding import T, fold, remembered

#: How alike two words must be, from 0 to 1, for one to be taken for the other.
_ALIKE = 0.6


def did_you_mean(word: str, known: Iterable[str], alike: float = _ALIKE) -> str | None:
    """The known word that begins with ``word``, or else is most like it; None when none is ``alike`` enough.

    >>> did_you_mean("flowr", ["flower", "gnome"])
    'flower'
    >>> did_you_mean("petal-loss", ["petal-less", "petal-loss-timing"])
    'petal-loss-timing'
    >>> did_you_mean("xyz", ["flower"]) is None
    True
    """
    return _most_like(re.sub(r"[\s_]+", "-", word.strip().lower()), tuple(known), alike)


@remembered(256)
def _most_like(flat: str, known: tuple[str, ...], alike: float) -> str | None:
    # Programs that write a word wrong do so in every line of a batch.
    import difflib

    names = {name.lower(): name for name in reversed(known)}
    longer = [name for name in names if name.startswith(flat)]
    if len(flat) >= _SHORTEST and longer:
        return names[min(longer, key=len)]
    matches = difflib.get_close_matches(flat, list(names), 1, alike)
    return names[matches[0]] if matches else None


#: Shorter words are alike by chance.
_SHORTEST = 4


def is_slip(word: str, other: str) -> bool:
    """Whether two words differ by one letter lost, added or changed, or by two that changed places.

    >>> is_slip("flowr", "flower"), is_slip("gnoem", "gnome"), is_slip("east", "west"), is_slip("bed-1", "bed-2")
    (True, True, False, False)
    """
    if min(len(word), len(other)) < _SHORTEST:
        return False
    start = _alike_from_the_start(word, other)
    ends = [text[start:][::-1] for text in (word, other)]
    same = _alike_from_the_start(*ends)
    one, two = (text[same:] for text in ends)
    if any(letter.isdigit() for letter in one + two):
        return False
    return max(len(one), len(two)) == 1 or (len(one) == len(two) == 2 and one == two[::-1])  # noqa: PLR2004


def _alike_from_the_start(one: str, two: str) -> int:
    """How many letters two words begin with in common."""
    pairs = enumerate(zip(one, two, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(two)))


def nearest(things: Iterable[T], word: str) -> T | None:
    """The thing that has the name most like ``word``, in either language; None when none is near."""
    import difflib

    named = {fold(name): thing for thing in things for name in thing.names}
    matches = difflib.get_close_matches(fold(word), list(named), 1, _ALIKE)
    return named[matches[0]] if matches else None


def unknown(code: str, word: str, known: Sequence[str], **values: object) -> ProblemsFound:
    """The problem that nothing is called ``word``, with what was probably meant."""
    near = did_you_mean(word, known)
    return ProblemsFound([wrong(code, word, known=list(known), near=near, **values)])
