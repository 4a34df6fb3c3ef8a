"""What a word names, however it is written: any width and case, kana or romaji."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from rulesref.base.folding import fold, narrow
from rulesref.base.kana import hiragana, sounds


class Nameable(Protocol):
    """Something that people call by one of its ``names``: id, both names, aliases."""

    @property
    def names(self) -> tuple[str, ...]: ...


T = TypeVar("T", bound=Nameable)


def by_name(things: Iterable[T], word: str) -> T | None:
    """The first thing that one of its names is ``word``; romaji need not write long vowels."""
    return next(iter(all_by_name(things, word)), None)


def all_by_name(things: Iterable[T], word: str) -> list[T]:
    """Every thing that one of its names is ``word``; as it is written, else as it sounds."""
    every = list(things)
    flat = fold(word)
    return [thing for thing in every if flat in map(fold, thing.names)] or list(_heard(every, word))


def begun(things: Iterable[T], word: str) -> T | None:
    """The only thing with a name that begins with ``word``; None when there are several."""
    flat = fold(word)
    matches = [t for t in things if flat and any(fold(name).startswith(flat) for name in t.names)]
    return matches[0] if len(matches) == 1 else None


def spellings(word: str) -> tuple[str, ...]:
    """A word as it is compared, and as it sounds if it may be romaji.

    >>> spellings("Ｔｕｌｉｐ"), spellings("noujou"), spellings("nojo")
    (('tulip',), ('noujou', 'のじよ'), ('nojo', 'のじよ'))
    """
    kana = hiragana(narrow(word))
    return (fold(word), sounds(fold(kana))) if kana else (fold(word),)


def _heard(things: Iterable[T], word: str) -> Iterator[T]:
    for sound in spellings(word)[1:]:
        for thing in things:
            if sound in (sounds(fold(name)) for name in thing.names if not name.isascii()):
                yield thing
