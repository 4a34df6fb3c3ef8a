"""What a page is made of, before it is text or Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from rulesref.base.frozen import frozen


@frozen
class Title:
    """A heading; level 1 is the page's own, 0 that of a file. ``note`` is smaller text on the same line."""

    text: str
    level: int = 1
    note: str = ""


@frozen
class Para:
    """A paragraph, indented by so many steps."""

    text: str
    indent: int = 0


@frozen
class Bullets:
    """A list; each item has a depth from 0. ``first`` is the number of the first, 0 where they have none."""

    items: tuple[tuple[int, str], ...]
    first: int = 0


def bullets(texts: Iterable[str], *, numbered: bool = False) -> Bullets:
    """A list of one depth. ``numbered``: the reader may answer with a number from 1."""
    return Bullets(tuple((0, text) for text in texts), int(numbered))


@frozen
class Facts:
    """Short labelled lines: name and value; of several values side by side none is broken."""

    items: tuple[tuple[str, str | tuple[str, ...]], ...]


@frozen
class Grid:
    """A table; ``right`` are the columns that stand to the right (numbers).

    ``folds``: where it is too wide it goes on below, with its first column again.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int] = frozenset()
    folds: bool = False


@frozen
class Flowing:
    """Short items side by side, none broken: choices."""

    items: tuple[str, ...]


@frozen
class Verbatim:
    """Lines that stay as they are: a map, a file."""

    lines: tuple[str, ...]


Block = Title | Para | Bullets | Facts | Grid | Flowing | Verbatim
Page = list[Block]
