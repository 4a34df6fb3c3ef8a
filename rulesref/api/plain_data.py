"""What a program hands in as data: only what a JSON file could say is handed on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulesref.api.errors import Problem, ProblemsError
from rulesref.base.text import MOST_DIGITS
from rulesref.fields.typed import players_named, seated

#: As deep as a file may be.
_DEEPEST = 24


def plain(data: object) -> Any:
    """The data with dicts and lists of its own; raises all that is none: other types, keys that are no text.

    Numbers of numpy and pandas, and fractions that are whole, are numbers; NaN is nothing.

    >>> plain({"name": "葵", "heights": (3, 1.0), "gold": float("nan")})
    {'name': '葵', 'heights': [3, 1], 'gold': None}
    """
    copied = _copied(data, 0)
    if problems := list(_wrong(copied, ())):
        raise ProblemsError(problems)
    return copied


def named(players: Sequence[str] | str, allowed: tuple[int, int]) -> tuple[str, ...]:
    """The players: their names in turn order, or a text as one would type it; raises what is wrong with them."""
    if isinstance(players, str):
        return players_named(players, allowed)
    return seated(plain([*players]), allowed)


def _copied(data: Any, deep: int) -> Any:
    """The data in types of Python's own, as far down as may be."""
    # Arrays, series and single values of numpy and pandas, which nobody who does not use them has to install.
    data = data.tolist() if hasattr(data, "tolist") else data
    match data:
        case Mapping() if deep <= _DEEPEST:
            return {key: _copied(each, deep + 1) for key, each in data.items()}
        case list() | tuple() if deep <= _DEEPEST:
            return [_copied(each, deep + 1) for each in data]
        case float() if data != data:  # noqa: PLR0124 - NaN alone is not itself
            return None
        case float() | Fraction() if data == data // 1:
            return int(data)
    return data


def _wrong(data: object, path: tuple[object, ...]) -> Iterator[Problem]:
    """What no file could say, with where it stands."""
    match data:
        case Mapping() | list() | tuple() if len(path) > _DEEPEST:
            yield Problem("E108", None, {"limit": _DEEPEST})
        case Mapping():
            for key, each in data.items():
                if isinstance(key, str):
                    yield from _wrong(key, path)
                    yield from _wrong(each, (*path, key))
                else:
                    yield _other(key, path)
        case list() | tuple():
            for place, each in enumerate(data):
                yield from _wrong(each, (*path, place))
        case int() if abs(data) >= 10**MOST_DIGITS:
            yield Problem("E111", None, {"typed": 10**MOST_DIGITS * (1 if data > 0 else -1)})
        case str() if any("\ud800" <= char <= "\udfff" for char in data):
            yield Problem("E114")
        case None | bool() | int() | str():
            pass
        case _:
            yield _other(data, path)


def _other(data: object, path: tuple[object, ...]) -> Problem:
    where = ".".join(map(str, path))
    return Problem("E622", None, {"value": repr(data)[:40], "where": [where] if where else []})
