"""What a page is made of, before it is text or Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from rulesref.base.frozen import frozen


class Ref(str):
    """A text with something that is typed, an id or a command, which a page shows as ``name`` in its place.

    ``kind``, ``game`` and ``id`` say what that leads to: a rule, a term, a table, a calculator; without a kind to nothing.
    """

    __slots__ = ("game", "id", "kind", "name")
    name: str
    kind: str
    game: str
    id: str

    def __new__(cls, text: str, name: str, kind: str = "", game: str = "", id: str = "") -> Self:  # noqa: A002 - as everywhere
        """The text with what a page shows."""
        made = super().__new__(cls, text)
        made.name, made.kind, made.game, made.id = name, kind, game, id
        return made


class CitedText(str):
    """A text with the rules of a game that it rests on behind it, in brackets; ``said`` is it without them."""

    __slots__ = ("game", "rules", "said")
    said: str
    game: str
    rules: tuple[str, ...]

    def __new__(cls, said: str, cited: str, game: str, rules: tuple[str, ...]) -> Self:
        """The text with its rules, which ``cited`` names."""
        made = super().__new__(cls, said + cited)
        made.said, made.game, made.rules = said, game, rules
        return made


@frozen
class Title:
    """A heading; level 1 is the page's own, 0 that of a file. ``note`` is smaller text on the same line.

    Of a note that is a :class:`Ref` the heading leads to what it names.
    """

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


@frozen
class Map(Verbatim):
    """A map: its rows, a sign a space; ``columns`` are the letters by which its columns are called, rows are counted."""

    rows: tuple[str, ...]
    columns: str


Block = Title | Para | Bullets | Facts | Grid | Flowing | Verbatim
Page = list[Block]
