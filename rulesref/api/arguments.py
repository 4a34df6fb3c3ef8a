"""What a program may hand in, by what the signatures say."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from functools import cache, wraps
from typing import Any, TypeVar

from rulesref.api.errors import told

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
