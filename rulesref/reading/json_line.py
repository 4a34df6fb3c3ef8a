"""One line of JSON: its data, and where something stands in it.

The same is told as of a file, but without composing it: what YAML would read otherwise, and most of what is no JSON,
is left to :mod:`rulesref.reading.source`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cached_property
from json.scanner import make_scanner
from typing import Any

from rulesref.base.diagnostics import KeyPath, Place, Problem
from rulesref.base.text import MOST_DIGITS
from rulesref.reading.positions import plain_source, words_of_key
from rulesref.reading.source import MAX_BYTES, MAX_DEPTH, Source, read_bytes

#: What there is instead of data in a line that is no plain JSON.
NOTHING = object()


class NoPlainJsonError(ValueError):
    """The line has what a YAML file could not say as well, or says in another way."""


def _plain(value: tuple[Any, ...] | list[Any]) -> Any:
    """The data of a mapping or list that :data:`pairs_of` gives, without anything that a YAML file could not say as well.

    Keys that stand twice and numbers that are too large are ``NoPlainJsonError``, as numbers that are
    not whole are before; it is a ``ValueError`` as what is no JSON at all is.
    """
    if type(value) is tuple:
        data: Any = dict(value)
        entries: Any = value
        if len(data) != len(value):
            raise NoPlainJsonError
    else:
        data = [*value]
        entries = enumerate(value)
    for key, item in entries:
        kind = type(item)
        if kind is tuple or kind is list:
            data[key] = _plain(item)
        elif kind is int and not -_TOO_LARGE < item < _TOO_LARGE:
            raise NoPlainJsonError
    return data


_TOO_LARGE = 10**MOST_DIGITS


def _refuse(_: str) -> Any:
    """For a decoder: a number that is not whole."""
    raise NoPlainJsonError


#: What a text of JSON says, its mappings as tuples of pairs, so that a key that stands twice can be seen.
pairs_of: Callable[[str], Any] = json.JSONDecoder(
    object_pairs_hook=tuple, parse_float=_refuse, parse_constant=_refuse
).decode


#: Where YAML sees a line end; JSON may have the last three inside of text.
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
#: What YAML refuses or reads otherwise: controls, breaks and marks, and halves of characters.
_ODD = re.compile(
    "[^ -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    "|\\\\u[dD][89a-fA-F]"
)
#: A key that is longer has to be marked as one.
_LONGEST_KEY = 1000
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def _yaml_alike(raw: bytes, text: str) -> bool:
    """Whether YAML surely reads a text of JSON as JSON does."""
    return not (
        # Nothing that can be printed is odd, but for halves of characters, which begin by a backslash.
        (("\\" in text or not text.isprintable()) and _ODD.search(text))
        or (len(raw) > _LONGEST_KEY and max(map(len, raw.split(b'"'))) > _LONGEST_KEY)
        or _deep(raw)
    )


def _deep(raw: bytes) -> bool:
    """Whether it may be nested deeper than a file may; brackets in words count as well."""
    left = raw.translate(None, _NO_BRACKETS)
    # What is empty goes, of two levels that are not alike both at once; what is left was never closed.
    for levels in range(0, MAX_DEPTH, 2):
        less = left.replace(b"[]", b"").replace(b"{}", b"")
        if less == left:
            return levels + len(left) > MAX_DEPTH
        left = less
    return bool(left)


class JsonLine:
    """One line of a text as a document: its data, its problems and its places, placed in the whole."""

    def __init__(self, raw: bytes, file: str, number: int, pairs: Any = NOTHING) -> None:
        self.raw = raw
        self.file = file
        self.number = number
        self._text = raw.decode("utf-8", "replace")
        self._read = self._plainly(pairs)
        #: The data as JSON alone gives it.
        self._alone = NOTHING if isinstance(self._read, Exception) else self._read

    @property
    def data(self) -> Any:
        """The plain data; ``NOTHING`` where reading had to stop."""
        if self._alone is not NOTHING:
            return self._alone
        if self.problems or self._source is None:
            return NOTHING
        return self._source.data

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the text."""
        if len(self.raw) > MAX_BYTES:
            return [Problem("E113", self._placed(1, 1), {"limit": MAX_BYTES})]
        return [] if self._sure else self._broken or self._composed_problems

    def at(self, path: KeyPath, key: bool) -> Place:  # noqa: FBT001 - an At
        """Where a value or a key of the line stands, or else the nearest thing around it."""
        if self._sure:
            return self._placed(*self._spans.at(path, key=key))
        if self._source is None:
            return self._placed(1, 1)
        return self._moved(self._source.at(path, key))

    # --- as JSON ---------------------------------------------------------------------------------

    @cached_property
    def _spans(self) -> _Spans:
        return _Spans(self._text)

    def _plainly(self, pairs: Any) -> Any:
        """The data as JSON alone gives it, or why it gives none; ``pairs`` is what has been tried already."""
        if len(self.raw) > MAX_BYTES:
            return NoPlainJsonError()
        try:
            pairs = pairs_of(self.raw.decode()) if pairs is NOTHING else pairs
            return pairs if isinstance(pairs, Exception) else _plain([pairs])[0]
        except (ValueError, RecursionError) as error:
            return error

    @cached_property
    def _sure(self) -> bool:
        """Whether it is JSON that YAML reads in the same way."""
        return self._alone is not NOTHING and _yaml_alike(self.raw, self._text)

    @cached_property
    def _broken(self) -> list[Problem]:
        """What a file would be told to be wrong with a line of JSON that is cut off or lacks a sign."""
        is_text = self._text.encode() == self.raw
        if not (is_text and _yaml_alike(self.raw, self._text)):
            return []
        error = self._read
        if not isinstance(error, json.JSONDecodeError):
            return []
        complaint = _complaint(error, self._text)
        if complaint is None:
            return []
        return [Problem("E104", self._placed(complaint[1] + 1, 1), {"reason": complaint[0]})]

    # --- as YAML ---------------------------------------------------------------------------------

    @cached_property
    def _composed(self) -> tuple[Source | None, list[Problem]]:
        if len(self.raw) > MAX_BYTES:
            return None, []
        source, problems = read_bytes(self.raw, self.file)
        return plain_source(source) if source else None, problems

    @property
    def _source(self) -> Source | None:
        return self._composed[0]

    @cached_property
    def _composed_problems(self) -> list[Problem]:
        placed = []
        for problem in self._composed[1]:
            place = self._moved(problem.place) if problem.place else self._placed(1, 1)
            # What stands twice stands twice in the same line.
            values = {
                key: self.number if key == "first" else value
                for key, value in problem.values.items()
            }
            placed.append(Problem(problem.code, place, values))
        return placed

    def _moved(self, place: Place) -> Place:
        """A place of the line as one of the whole."""
        column = place.column
        if place.line > 1:
            breaks = [match.end() for match in _BREAK.finditer(self._text)]
            column += breaks[place.line - 2] if place.line - 2 < len(breaks) else 0
        return self._placed(column, place.length)

    def _placed(self, column: int, length: int) -> Place:
        return Place(self.file, self.number, column, length)


# --- places in JSON ------------------------------------------------------------------------------

_SPACE, _COLON, _COMMA = (re.compile(sign).match for sign in (" *", " *: *", " *, *"))
#: Up to the next one an entry of a mapping as most are, whose value is a word or a number; and of a list
#: a mapping of such.
_SIMPLE_ENTRY = re.compile(r'"([^"\\]*)" *: *(?:-?[0-9]+|"[^"\\]*") *, *').match
_SIMPLE_ITEM = re.compile(r'\{[^][{}"]*(?:"[^"\\]*"[^][{}"]*)*\} *, *').match
#: A value or a key of JSON at a place, and where it ends.
_scan: Callable[[str, int], tuple[Any, int]] = make_scanner(
    json.JSONDecoder()  # type: ignore[arg-type]
)
#: Where a key begins and ends, or the entry of a list, and where the value begins.
_Entry = tuple[int, int, int]


class _Spans:
    """Where values and keys of a text of JSON stand; what was found on the way is remembered."""

    def __init__(self, text: str) -> None:
        self._text = text
        start = _past(_SPACE, text, 0)
        self._entries: dict[KeyPath, _Entry | None] = {(): (start, start, start)}

    def at(self, path: KeyPath, *, key: bool) -> tuple[int, int]:
        """The column of a value, or of its key, and how many characters; of the nearest around it if there is none."""
        entry = self._entry(path)
        while entry is None:
            path, key = path[:-1], False
            entry = self._entry(path)
        start, end, at = entry
        if not key or start == end:
            start, end = at, at + 1 if self._text[at] in "[{" else _scan(self._text, at)[1]
        return start + 1, end - start

    def _entry(self, path: KeyPath) -> _Entry | None:
        if path not in self._entries:
            around = self._entry(path[:-1])
            entry = None
            if around:
                entry = _entry(self._text, around[2], path[-1])
                if entry is None and (other := words_of_key(path)):
                    entry = _entry(self._text, around[2], other)
            self._entries[path] = entry
        return self._entries[path]


def _past(sign: Callable[[str, int], re.Match[str] | None], text: str, at: int) -> int:
    """Where what comes behind a sign begins; 0 when something else stands there."""
    match = sign(text, at)
    return match.end() if match else 0


def _entry(text: str, at: int, step: str | int) -> _Entry | None:
    """An entry of the list or mapping that begins there."""
    opened, at = text[at], _past(_SPACE, text, at + 1)
    if opened not in "[{" or text[at] in "]}":
        return None
    number = 0
    while at:
        if opened == "{":
            while (simple := _SIMPLE_ENTRY(text, at)) and simple[1] != step:
                at = simple.end()
        else:
            while number != step and (simple := _SIMPLE_ITEM(text, at)):
                at, number = simple.end(), number + 1
        start = end = at
        name: str | int = number
        if opened == "{":
            name, end = _scan(text, at)
            at = _past(_COLON, text, end)
        if name == step:
            return start, end, at
        at = _past(_COMMA, text, _scan(text, at)[1])
        number += 1
    return None


# --- what is no JSON -----------------------------------------------------------------------------

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"')
#: A sign with a backslash of which the end is cut off.
_HALF_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\(?:u[0-9a-fA-F]{0,3})?$")
#: Words without quotes that are cut off.
_HALF_WORDS = {word[:end] for word in ("true", "false", "null") for end in range(1, len(word))}
_WORDS_AND_BRACKETS = re.compile(rf"{_WORD.pattern}|[\[\]{{}}]")


def _complaint(error: json.JSONDecodeError, text: str) -> tuple[str, int] | None:
    """Why YAML cannot read the text either, and where it would say so, as far as that is sure."""
    message, at = error.msg, error.pos
    if message.startswith("Unterminated string"):
        return None if _HALF_ESCAPE.search(text) else ("quote", at)
    rest = text[at : at + 1]
    if message == "Expecting value" and text[at:] in _HALF_WORDS:
        return "bracket", _opened(text)
    if not rest:
        if message.startswith("Expecting '"):
            return "bracket", _opened(text)
        before = text.rstrip()[-1:]
        return ("after", at) if before and before in ",:" else None
    if '"' in _WORD.sub("", text[at:]):
        return None  # of a word that never ends YAML may tell first
    begins = rest.isalnum() or rest in "[{" or _WORD.match(text, at)
    return ("bracket", at) if message == "Expecting ':' delimiter" and begins else None


def _opened(text: str) -> int:
    """Where the bracket stands that was opened last and is not closed."""
    still: list[int] = []
    for match in _WORDS_AND_BRACKETS.finditer(text):
        if match[0] in "[{":
            still.append(match.start())
        elif match[0] in "]}":
            still.pop()
    return still[-1]
