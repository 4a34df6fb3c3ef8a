"""Entries of a game that are read one by one, each when it is first looked into."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")


class LazyMap(Mapping[str, T], Generic[T]):
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
