"""Texts of positions: JSON is read by ``json``, and once more with the places of its values where one has to be told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

from rulesref.base.diagnostics import KeyPath, Place, Problem, ProblemsFound
from rulesref.base.text import MOST_DIGITS
from rulesref.reading.positions import plain_keys, plain_source
from rulesref.reading.source import MAX_BYTES, MAX_POSITION, Source, read_bytes


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A mapping of which each key stands there once."""
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        raise ValueError
    return mapping


def _refuse(_: str) -> Any:
    """For a decoder: a number that is not whole, which YAML reads as a word."""
    raise ValueError


_decode: Callable[[str], Any] = json.JSONDecoder(
    object_pairs_hook=_mapping, parse_float=_refuse, parse_constant=_refuse
).decode
#: Every digit as 0.
_DIGITS = bytes.maketrans(b"123456789", b"0" * 9)
_TOO_MANY = b"0" * (MOST_DIGITS + 1)


def json_data(raw: bytes) -> Any:
    """The data of a text of JSON; ``ValueError`` or ``RecursionError`` where it is none, or has what only a reader of YAML can tell.

    >>> json_data(b'{"points": 3}')
    {'points': 3}
    """
    if _TOO_MANY in raw.translate(_DIGITS):
        raise ValueError
    return _decode(raw.decode())


class Document:
    """A position as text: its plain data, and where in it something stands; raises what is wrong with the text."""

    most = MAX_POSITION

    def __init__(self, raw: bytes, file: str) -> None:
        self.raw = raw
        self.file = file
        try:
            #: The plain data, with English keys around its fields.
            self.data = plain_keys(json_data(raw)) if len(raw) <= self.most else self._source.data
        except (ValueError, RecursionError):
            self.data = self._source.data

    @property
    def text(self) -> str:
        """The text, for excerpts."""
        return self.raw.decode("utf-8", "replace")

    def at(self, path: KeyPath, key: bool = False) -> Place:  # noqa: FBT001, FBT002 - an At
        """The place of the value at ``path``, or of its key; raises what YAML finds wrong with the text."""
        return self._source.at(path, key)

    @cached_property
    def _source(self) -> Source:
        source, problems = read_bytes(self.raw, self.file, self.most)
        if source is None or problems:
            raise ProblemsFound(problems, {self.file: self.text})
        return plain_source(source)


#: Where YAML sees a line end; JSON may have the last three inside of text.
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


class LineDocument(Document):
    """One line of a text as a document of its own, placed in the whole."""

    most = MAX_BYTES

    def __init__(self, raw: bytes, file: str, number: int) -> None:
        self.number = number
        super().__init__(raw, file)

    def at(self, path: KeyPath, key: bool = False) -> Place:  # noqa: FBT001, FBT002 - an At
        """The place in the whole."""
        return self._placed(super().at(path, key))

    @cached_property
    def _source(self) -> Source:
        if len(self.raw) > self.most:
            raise ProblemsFound([Problem("E113", self._placed(Place("")), {"limit": self.most})])
        try:
            return super()._source
        except ProblemsFound as found:
            raise ProblemsFound([*map(self._moved, found.problems)]) from None

    def _moved(self, problem: Problem) -> Problem:
        # What stands twice stands twice in the same line.
        values = {k: self.number if k == "first" else v for k, v in problem.values.items()}
        return Problem(problem.code, self._placed(problem.place or Place("")), values)

    def _placed(self, place: Place) -> Place:
        column = place.column
        if place.line > 1:
            ends = [match.end() for match in _BREAK.finditer(self.text)]
            column += ends[place.line - 2] if place.line - 2 < len(ends) else 0
        return Place(self.file, self.number, column, place.length)
