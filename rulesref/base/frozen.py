"""Frozen values that cost nothing to define.

The standard dataclass writes and compiles source for every class, 3.9 million instructions each: for the fifty classes
of an answer 1.1 times `import click`. This one has the same shape for readers and for type checkers, and shares its
functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[T]) -> type[T]:
    """A frozen class with the annotated fields: equal by value, hashable, made by name or place.

    >>> @frozen
    ... class Spot:
    ...     row: int
    ...     column: int = 1
    >>> Spot(3), Spot(row=3) == Spot(3, 1)
    (Spot(row=3, column=1), True)
    """
    own: Any = cls
    list_fields(cls)
    # The same functions for every class: none is made anew.
    own.__init__ = _init
    own.__setattr__ = _refuse
    own.__eq__ = _equal
    own.__hash__ = _hashed
    if "__repr__" not in cls.__dict__:
        own.__repr__ = _shown
    return cls


def list_fields(cls: type, defaults: Mapping[str, Any] | None = None) -> None:
    """Note the annotated fields of a class after those of the class above, and their defaults.

    Unless they are handed in, the defaults are what stands at the fields in the class.
    """
    own: Any = cls
    above: tuple[str, ...] = getattr(cls, "_fields", ())
    mine = [
        name for name, kind in cls.__annotations__.items() if not str(kind).startswith("ClassVar")
    ]
    if defaults is None:
        defaults = {name: cls.__dict__[name] for name in mine if name in cls.__dict__}
    own._fields = (*above, *[name for name in mine if name not in above])
    own._field_defaults = {**getattr(cls, "_field_defaults", {}), **defaults}
    own._names = frozenset(own._fields)  # noqa: SLF001


@dataclass_transform(frozen_default=True, kw_only_default=True)
def frozen_kw(cls: type[T]) -> type[T]:
    """The same, made by name only: fields without a default may stand behind those with one."""
    return frozen(cls)


def changed(original: T, **fields: Any) -> T:
    """A value with other fields.

    >>> @frozen
    ... class Spot:
    ...     row: int
    ...     column: int = 1
    >>> changed(Spot(3), column=2)
    Spot(row=3, column=2)
    """
    made = object.__new__(type(original))
    made.__dict__.update(original.__dict__)
    made.__dict__.update(fields)
    return made


def remade(original: T, **fields: Any) -> T:
    """A value with other fields, made anew: what was worked out for the original and kept does not go along."""
    names: tuple[str, ...] = original._fields  # type: ignore[attr-defined]
    return type(original)(**{name: getattr(original, name) for name in names} | fields)


def _init(self: Any, /, *places: Any, **named: Any) -> None:
    if not places and named.keys() == self._names:
        self.__dict__.update(named)
        return
    names = self._fields
    if not named and len(places) == len(names):
        self.__dict__.update(zip(names, places, strict=False))
        return
    values = {**self._field_defaults, **dict(zip(names, places, strict=False)), **named}
    if len(values) != len(names) or len(places) > len(names):
        wrong = sorted(set(names) ^ set(values)) or list(places)
        msg = f"{type(self).__name__}: {wrong}"
        raise TypeError(msg)
    self.__dict__.update(values)


def _refuse(self: Any, name: str, _: Any) -> None:
    msg = f"{type(self).__name__}.{name} is frozen"
    raise AttributeError(msg)


def _equal(self: Any, other: Any) -> Any:
    if type(other) is not type(self):
        return NotImplemented
    return all(getattr(self, name) == getattr(other, name) for name in self._fields)


def _hashed(self: Any) -> int:
    return hash(tuple(getattr(self, name) for name in self._fields))


def _shown(self: Any) -> str:
    inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
    return f"{type(self).__name__}({inside})"


class LazyMap(Mapping[str, T]):
    """A mapping whose keys are known and whose values are made one by one."""

    def __init__(self, keys: Sequence[str], make: Callable[[str], T]) -> None:
        self._keys = dict.fromkeys(keys)
        self._make = make
        self._made: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        if key not in self._made:
            if key not in self._keys:
                raise KeyError(key)
            self._made[key] = self._make(key)
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._keys
