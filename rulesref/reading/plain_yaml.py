"""YAML as people write it by hand, read in one pass; what is unusual is left to a full parser.

Block lists and mappings, ``|`` blocks, brackets, and text of one line, quoted or not, are all that
nearly every file has. Whatever else stands in a text, mistakes above all, is refused as a whole:
then ruamel.yaml reads it, which takes forty times as long and knows what to say. What is accepted
is what ruamel.yaml gives, places included.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from rulesref.base.diagnostics import Path

#: Line and column from 1, and how many characters.
Span = tuple[int, int, int]

MAX_DEPTH = 24
MAX_DIGITS = 18
WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
CONSTANTS = {"true": True, "false": False, "null": None, "~": None, "": None}

#: Characters other than these, marks of documents and directives are not plain.
_UNUSUAL = re.compile(
    "[^\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    r"|^(?:---|\.\.\.|%)",
    re.MULTILINE,
)
_QUOTED = r"""("(?:[^"\\\n]|\\["\\/nt])*+"|'(?:[^'\n]|'')*+')"""
_FIRST = r"""(?:[^ \n\0\-?:,\[\]{}#&*!|>'"%@`]|-(?=[0-9A-Za-z-]))"""
_TEXT = rf"({_FIRST}(?: *(?:[^ \n:#]++|:(?![ \n])|(?<! )#))*+)"
_VALUE = re.compile(rf"{_QUOTED}|{_TEXT}")
_KEY = re.compile(rf"(?:{_QUOTED}|{_TEXT}) *:(?=[ \n]) *")
_ENTRY = re.compile(r"-(?=[ \n]) *")
#: A block of lines, and the spaces before the first of them.
_BLOCK = re.compile(r"\|(-?)\n( +)(?=[^ \n])")
#: Lines without content, and the spaces before the next; the same after the rest of a line.
_BEFORE = re.compile(r"(?: *(?:#.*)?\n)*( *)")
_AFTER = re.compile(rf" *(?:(?<= )#.*)?\n{_BEFORE.pattern}")
#: The same between brackets.
_INSIDE = re.compile(rf"{_QUOTED}|({_FIRST}(?: *[^ \n,:\[\]{{}}#]++)*+)")
_COLON = re.compile(r" *:(?:[ \n]+|(?<=[\"']:))")
_SPACE = re.compile(r"[ \n]*")
#: YAML looks for the colon after a key no further than this.
_LONGEST_KEY = 1000


class Unusual(Exception):  # noqa: N818 - a fact, not a fault
    """The text is not in the plain form; it may be sound."""


class PlainReader:
    r"""The data of a text in the plain form, and where each of its keys and values stands.

    >>> reader = PlainReader("bridges:\n  - {cost: 2}\n")
    >>> reader.data, reader.values["bridges", 0, "cost"]
    ({'bridges': [{'cost': 2}]}, (2, 12, 1))
    """

    def __init__(self, text: str) -> None:
        """Read ``text``; raise :class:`Unusual` when it is not in the plain form."""
        if _UNUSUAL.search(text):
            raise Unusual
        self.keys: dict[Path, Span] = {}
        self.values: dict[Path, Span] = {}
        self._ended = text.endswith("\n")
        self._text = text + ("\0" if self._ended else "\n\0")
        self._line, self._line_start, self._line_end = 1, 0, self._text.index("\n")
        #: Where the next content is, and in which column; column -1 is the end.
        self._at, self._column = 0, -1
        self._go_on(_BEFORE.match(self._text))
        self.data = self._node(-1, ())
        if self._column != -1:
            raise Unusual

    def _go_on(self, match: re.Match[str] | None) -> None:
        """Go to the next line that has content."""
        if match is None:
            raise Unusual
        self._at = match.end()
        self._column = -1 if self._text[self._at] == "\0" else len(match[1])

    def _span(self, start: int, end: int) -> Span:
        """A place, no line above the last."""
        if start > self._line_end:
            self._line += self._text.count("\n", self._line_end, start)
            self._line_start = self._text.rindex("\n", self._line_end, start) + 1
            self._line_end = self._text.index("\n", start)
        return (self._line, start - self._line_start + 1, end - start)

    def _open(self, path: Path, at: int) -> None:
        if len(path) >= MAX_DEPTH:
            raise Unusual
        self.values[path] = self._span(at, at + 1)

    # --- blocks ------------------------------------------------------------------------------

    def _node(self, parent: int, path: Path) -> Any:
        """What begins at the next content, inside a block in column ``parent``."""
        if _ENTRY.match(self._text, self._at):
            return self._sequence(path)
        if _KEY.match(self._text, self._at):
            return self._mapping(path)
        return self._value(self._at, parent, path)

    def _sequence(self, path: Path) -> list[Any]:
        column = self._column
        self._open(path, self._at)
        items: list[Any] = []
        while self._column == column and (match := _ENTRY.match(self._text, self._at)):
            item = (*path, len(items))
            if self._text[match.end()] in "#\n":
                items.append(self._below(match.end(), column, item))
            else:
                self._at, self._column = match.end(), column + match.end() - match.start()
                items.append(self._node(column, item))
        if self._column > column:
            raise Unusual
        return items

    def _mapping(self, path: Path) -> dict[str, Any]:
        column = self._column
        self._open(path, self._at)
        items: dict[str, Any] = {}
        while self._column == column:
            match = _KEY.match(self._text, self._at)
            key = self._key(match, path, items)
            at = match.end()  # type: ignore[union-attr]
            if self._text[at] in "#\n":
                items[key] = self._below(at, column, (*path, key), beside=True)
            else:
                items[key] = self._value(at, column, (*path, key))
        if self._column > column:
            raise Unusual
        return items

    def _key(self, match: re.Match[str] | None, path: Path, items: dict[str, Any]) -> str:
        """A key that none of the items has yet."""
        if match is None or match.end() - match.start() > _LONGEST_KEY:
            raise Unusual
        key = match[2] or _unquoted(match[1])
        if key in items:
            raise Unusual
        self.keys[(*path, key)] = self._span(*match.span(match.lastindex or 0))
        return key

    def _below(self, at: int, column: int, path: Path, *, beside: bool = False) -> Any:
        """A value on the lines after its key or dash; a list may stand ``beside`` the key."""
        self._go_on(_AFTER.match(self._text, at))
        if self._column > column:
            return self._node(column, path)
        if beside and self._column == column and _ENTRY.match(self._text, self._at):
            return self._sequence(path)
        raise Unusual

    def _value(self, at: int, parent: int, path: Path) -> Any:
        """A value that begins on the line of its key or dash."""
        if self._text[at] == "|":
            return self._block(at, parent, path)
        if self._text[at] in "[{":
            value, end = self._flow(at, path)
        else:
            value, end = self._scalar(_VALUE.match(self._text, at), path)
        self._go_on(_AFTER.match(self._text, end))
        return value

    def _scalar(self, match: re.Match[str] | None, path: Path) -> tuple[Any, int]:
        if match is None:
            raise Unusual
        self.values[path] = self._span(*match.span())
        return (_unquoted(match[1]) if match[1] else _constant(match[2])), match.end()

    def _block(self, at: int, parent: int, path: Path) -> str:
        self.values[path] = self._span(at, at + 1)
        begun = _BLOCK.match(self._text, at)
        if begun is None or len(begun[2]) <= parent:
            raise Unusual
        lines = _indented(len(begun[2])).match(self._text, begun.start(2))
        if lines is None or not (self._ended or self._text[lines.end()] != "\0"):
            raise Unusual
        self._go_on(_BEFORE.match(self._text, lines.end()))
        text = lines[0].replace("\n" + begun[2], "\n")[len(begun[2]) :].rstrip("\n")
        return text if begun[1] else text + "\n"

    # --- brackets ----------------------------------------------------------------------------

    def _flow(self, at: int, path: Path) -> tuple[Any, int]:
        """The value that begins at ``at``, and where it ends."""
        if self._text[at] == "[":
            return self._flow_sequence(at, path)
        if self._text[at] == "{":
            return self._flow_mapping(at, path)
        return self._scalar(_INSIDE.match(self._text, at), path)

    def _flow_sequence(self, at: int, path: Path) -> tuple[list[Any], int]:
        self._open(path, at)
        items: list[Any] = []
        at = self._skip(at + 1)
        while self._text[at] != "]":
            item, at = self._flow(at, (*path, len(items)))
            items.append(item)
            at = self._comma(at, "]")
        return items, at + 1

    def _flow_mapping(self, at: int, path: Path) -> tuple[dict[str, Any], int]:
        self._open(path, at)
        items: dict[str, Any] = {}
        at = self._skip(at + 1)
        while self._text[at] != "}":
            match = _INSIDE.match(self._text, at)
            key = self._key(match, path, items)
            colon = _COLON.match(self._text, match.end())  # type: ignore[union-attr]
            if colon is None:
                raise Unusual
            items[key], at = self._flow(colon.end(), (*path, key))
            at = self._comma(at, "}")
        return items, at + 1

    def _comma(self, at: int, closing: str) -> int:
        """Behind the comma after a value, or at the bracket."""
        at = self._skip(at)
        if self._text[at] == ",":
            return self._skip(at + 1)
        if self._text[at] != closing:
            raise Unusual
        return at

    def _skip(self, at: int) -> int:
        match = _SPACE.match(self._text, at)
        assert match is not None
        return match.end()


@cache
def _indented(indent: int) -> re.Pattern[str]:
    """Lines so far inside; one with fewer spaces and nothing else is unusual."""
    return re.compile(rf"(?: {{{indent}}}.*\n|\n)*+(?! +\n)")


def _unquoted(text: str) -> str:
    if text[0] == "'":
        return text[1:-1].replace("''", "'")
    return str(json.loads(text)) if "\\" in text else text[1:-1]


def _constant(text: str) -> Any:
    if text in CONSTANTS:
        return CONSTANTS[text]
    if not WHOLE.fullmatch(text):
        return text
    if len(text) > MAX_DIGITS:
        raise Unusual
    return int(text)
