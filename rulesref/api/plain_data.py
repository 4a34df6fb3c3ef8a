"""What a program hands in as data: what a JSON file could say, and nothing else goes on from here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesref.api.errors import Problem, ProblemsError
from rulesref.base.text import MOST_DIGITS

#: As deep as a file may be.
_DEEPEST = 24


def plain(data: object) -> Any:
    """The data with dicts and lists of its own; raises all that is none: other types, keys that are no text.

    >>> plain({"name": "葵", "heights": (3, 1)})
    {'name': '葵', 'heights': [3, 1]}
    """
    problems: list[Problem] = []
    made = _plain(data, (), problems)
    if problems:
        raise ProblemsError(problems)
    return made


def named(players: Sequence[str] | str, allowed: tuple[int, int]) -> tuple[str, ...]:
    """The players: their names in turn order, or a text as one would type it; raises what is wrong with them."""
    from rulesref.fields.typed import players_named, seated

    if isinstance(players, str):
        return players_named(players, allowed)
    return seated(plain([*players]), allowed)


def _plain(data: object, path: tuple[object, ...], problems: list[Problem]) -> Any:
    if len(path) > _DEEPEST:
        problems.append(Problem("E108", None, {"limit": _DEEPEST}))
        return None
    match data:
        case Mapping():
            for key in data:
                problems += _wrong(key, path) if isinstance(key, str) else [_other(key, path)]
            pairs = [(key, each) for key, each in data.items() if isinstance(key, str)]
            return {key: _plain(each, (*path, key), problems) for key, each in pairs}
        case list() | tuple():
            return [_plain(each, (*path, place), problems) for place, each in enumerate(data)]
        case _:
            problems += _wrong(data, path)
            return data


def _wrong(data: object, path: tuple[object, ...]) -> Iterator[Problem]:
    match data:
        case None | bool():
            pass
        case int():
            if abs(data) >= 10**MOST_DIGITS:
                yield Problem(
                    "E111", None, {"typed": 10**MOST_DIGITS if data > 0 else -(10**MOST_DIGITS)}
                )
        case str():
            if any("\ud800" <= char <= "\udfff" for char in data):
                yield Problem("E114")
        case _:
            yield _other(data, path)


def _other(data: object, path: tuple[object, ...]) -> Problem:
    """What is no plain data, and where it stands."""
    where = ".".join(str(key) for key in path)
    return Problem("E622", None, {"value": repr(data)[:40], "where": [where] if where else []})
