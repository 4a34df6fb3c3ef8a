"""What was worked out for a word, kept for the next time that somebody writes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

#: Of longer words a few hundred would fill the memory.
_LONGEST = 200


def remembered(
    most: int,
) -> Callable[[Callable[Concatenate[str, P], R]], Callable[Concatenate[str, P], R]]:
    """Keeps what a function of a word gives for so many of them, as long as they are short.

    >>> @remembered(10)
    ... def shouted(word: str) -> str:
    ...     print(word)
    ...     return word.upper()
    >>> shouted("ha"), shouted("ha")
    ha
    ('HA', 'HA')
    """

    def of(make: Callable[Concatenate[str, P], R]) -> Callable[Concatenate[str, P], R]:
        known = lru_cache(most)(make)

        @wraps(make)
        def called(word: str, /, *args: P.args, **kwargs: P.kwargs) -> R:
            return (make if len(word) > _LONGEST else known)(word, *args, **kwargs)  # type: ignore[arg-type]

        return called

    return of
