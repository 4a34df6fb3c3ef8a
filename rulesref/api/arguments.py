"""What a program may hand in: by what the signatures say, and as data what a JSON file could say."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, wraps
from typing import Any, TypeVar

from rulesref.api.errors import Problem, ProblemsError, told
from rulesref.base.text import MOST_DIGITS

Cls = TypeVar("Cls")

#: A sequence is gone through once, so anything that can be will do.
_TYPES: Mapping[str, type] = {
    "str": str, "int": int, "bytes": bytes, "None": type(None), "os.PathLike": os.PathLike,
    "Mapping": Mapping, "Sequence": Iterable,
}  # fmt: skip


def checked(cls: type[Cls]) -> type[Cls]:
    """The class; its public methods raise a ``TypeError`` that says which value is not what the signature says.

    What is wrong with what they are asked leaves them as ``ProblemsError``.

    >>> @checked
    ... class Sign:
    ...     def text(self, lang: str, *, width: int = 80) -> str:
    ...         return lang[:width]
    >>> Sign().text("en", width="wide")
    Traceback (most recent call last):
    TypeError: Sign.text: width must be int, not str
    """
    for name, method in vars(cls).items():
        if callable(method) and (name == "__init__" or not name.startswith("_")):
            setattr(cls, name, _checked(cls.__name__, method))
    return cls


def _checked(owner: str, method: Any) -> Any:
    code = method.__code__
    names = code.co_varnames[1 : code.co_argcount]
    rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount :][: bool(code.co_flags & 4)]
    wanted: Mapping[str, str] = method.__annotations__

    @wraps(method)
    def called(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        given = [*zip(names or rest * len(args), args, strict=False), *kwargs.items()]
        for name, value in given:
            allowed = _types(wanted.get(name, ""))
            if allowed and not isinstance(value, allowed):
                msg = f"{owner}.{method.__name__}: {name} must be {wanted[name]}, not {type(value).__name__}"
                raise TypeError(msg)
        with told():
            return method(self, *args, **kwargs)

    return called


@cache
def _types(annotation: str) -> tuple[type, ...]:
    """The types that an annotation names; none where others decide."""
    words = re.sub(r"\[.*?\]", "", annotation).split(" | ")
    return tuple(_TYPES[word] for word in words) if all(word in _TYPES for word in words) else ()


# --- data -----------------------------------------------------------------------------------------

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
