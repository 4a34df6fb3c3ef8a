"""Players as people name them (プレイヤーの名前): by their names, or only how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.fields.typed import number, tidy


def names_in(line: str) -> list[str]:
    """The names in a line: what stands between commas, or else between spaces; a wide space is a comma.

    >>> names_in("Aoi Ben"), names_in("葵、Ben B."), names_in("葵　ベン")
    (['Aoi', 'Ben'], ['葵', 'Ben B.'], ['葵', 'ベン'])
    """
    plain = tidy(line.replace("\u3000", "、")).replace("，", ",").replace("、", ",")
    parts = plain.split(",") if "," in plain else plain.split()
    return [part.strip() for part in parts if part.strip()]


def default_names(many: int) -> list[str]:
    """Names for so many players of whom nobody said what they are called.

    >>> default_names(3)
    ['A', 'B', 'C']
    """
    return list(ascii_uppercase[:many])


def players_named(line: str, allowed: tuple[int, int]) -> tuple[str, ...]:
    """The players that a line names, or so many called A, B, C; raises what is wrong with them.

    ``allowed``: how few and how many can play.
    """
    many = number(tidy(line))
    names = names_in(line) if many is None else default_names(many)
    low, high = allowed
    if not low <= len(names) <= high:
        values = {"found": len(names) if many is None else many, "low": low, "high": high}
        raise ProblemsFound([Problem("E430", None, values)])
    if (name := repeated(names)) is not None:
        raise ProblemsFound([Problem("E429", None, {"found": name})])
    return tuple(names)


def repeated(names: Sequence[str]) -> str | None:
    """The first name that stands there for the second time; None when each stands there once.

    >>> repeated(["葵", "Ben", "葵"]), repeated(["葵", "Ben"])
    ('葵', None)
    """
    return next((name for place, name in enumerate(names) if name in names[:place]), None)
