"""Frozen values that cost nothing to define.

The standard dataclass writes and compiles source for every class, about 0.4 ms each, which is too
much for an answer that must be there at once. This one has the same shape for readers and for type
checkers; what is made thousands of times a second (steps of working) uses the standard one.
"""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A frozen class with the annotated fields: equal by value, hashable, made by name or place.

    >>> @value
    ... class Spot:
    ...     row: int
    ...     column: int = 1
    >>> Spot(3), Spot(row=3) == Spot(3, 1)
    (Spot(row=3, column=1), True)
    """
    names = tuple(cls.__annotations__)
    defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}

    def __init__(self: Any, *places: Any, **named: Any) -> None:  # noqa: N807
        given = dict(zip(names, places, strict=False)) if places else {}
        found = {**defaults, **given, **named}
        if len(found) != len(names) or len(places) > len(names):
            wrong = sorted(set(names) ^ set(found)) or list(places)
            msg = f"{cls.__name__}: {wrong}"
            raise TypeError(msg)
        self.__dict__.update(found)

    def __setattr__(self: Any, name: str, _: Any) -> None:  # noqa: N807
        msg = f"{cls.__name__}.{name} is frozen"
        raise AttributeError(msg)

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(tuple(getattr(self, name) for name in names))

    def __repr__(self: Any) -> str:  # noqa: N807
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{cls.__name__}({inside})"

    for method in (__init__, __setattr__, __eq__, __hash__, __repr__):
        setattr(cls, method.__name__, method)
    return cls
