"""What a program hands in as data: only what a JSON file could say is handed on."""

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
    if problems := list(_wrong(data, ())):
        raise ProblemsError(problems)
    return _copied(data)


def named(players: Sequence[str] | str, allowed: tuple[int, int]) -> tuple[str, ...]:
    """The players: their names in turn order, or a text as one would type it; raises what is wrong with them."""
    from rulesref.fields.typed import players_named, seated

    if isinstance(players, str):
        return players_named(players, allowed)
    return seated(plain([*players]), allowed)


def _copied(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: _copied(each) for key, each in data.items()}
    return [_copied(each) for each in data] if isinstance(data, (list, tuple)) else data


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
