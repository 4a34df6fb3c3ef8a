"""YAML and JSON text to plain data, with the place of every key and value.

Only what people write by hand exists: mappings, lists, text, whole numbers, true/false and null.
Anchors, aliases, tags, duplicate keys, deep nesting and huge files are problems, found before
anything is built. The only module that imports ruamel.yaml.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from rulesref.base.diagnostics import MOST, KeyPath, Place, Problem
from rulesref.base.disk import NotAPlainFileError, contents, reason
from rulesref.base.frozen import changed, frozen
from rulesref.base.text import MOST_DIGITS

if TYPE_CHECKING:
    from pathlib import Path as FilePath

T = TypeVar("T")
_NOTHING: Mapping[KeyPath, Any] = {}

#: Line and column from 1, and how many characters.
Span = tuple[int, int, int]

#: So many bytes of a file of a game are read, and of a position.
MAX_BYTES = 1_000_000
MAX_POSITION = 200_000
MAX_DEPTH = 24

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
#: What no text of UTF-8 holds, and an escape may ask for.
_HALF = re.compile("[\ud800-\udfff]")
_CONSTANTS = {"true": True, "false": False, "null": None, "~": None, "": None}
#: What the two parsers of ruamel.yaml do not count or read alike: tabs, odd line breaks and marks, and texts of
#: several lines that begin with an empty one.
_READ_DIFFERENTLY = re.compile(r"[\t\x85\u2028\u2029\ufeff]|[|>][-+0-9]*(?: +#.*)?\n *\n")


@frozen
class Source:
    """One document: plain data, and where each key and value stands in the text."""

    file: str
    text: str
    data: Any
    keys: Mapping[KeyPath, Span]
    values: Mapping[KeyPath, Span]
    #: For each expression that is written as text where below its path it stands, the text, and
    #: the places of its parts in it; a part that is defined beside the text has its name there.
    parts: Mapping[KeyPath, tuple[KeyPath, str, Mapping[KeyPath, tuple[int, int, str]]]] = _NOTHING

    def at(self, path: KeyPath, key: bool = False) -> Place:  # noqa: FBT001, FBT002 - an At
        """The place of the value at ``path``, or of its key; of the nearest thing around it where there is none."""
        if key and path in self.keys:
            return Place(self.file, *self.keys[path])
        whole = path
        while path and path not in self.values:
            path = path[:-1]
        if path in self.parts:
            return self._part(path, whole[len(path) :])
        return Place(self.file, *self.values.get(path, ()))

    def _part(self, path: KeyPath, rest: KeyPath) -> Place:
        """The place of a part of the expression at ``path``, or of the nearest thing around it."""
        inside, text, spans = self.parts[path]
        depth = len(rest)
        while depth and rest[:depth] not in spans:
            depth -= 1
        start, end, name = spans[rest[:depth]]
        if name:
            return self.at((*path, "with", name, *rest[depth:]))
        return self.within((*path, *inside), text, start, end)

    def within(self, path: KeyPath, value: str, start: int, end: int) -> Place:
        """The place of some characters of the text at ``path``, however it is quoted or broken."""
        line, column, _ = self.values[path]
        lines = self.text.split("\n")
        at = sum(len(each) + 1 for each in lines[: line - 1]) + column - 1
        if self.text[at] in "|>":
            at = self.text.index("\n", at)
        at += self.text[at] in "'\""
        places = list(_aligned(self.text, at, value)) or [at]
        first = places[min(start, len(places) - 1)] + (start >= len(places))
        last = places[min(max(start, end - 1), len(places) - 1)]
        before = self.text.rfind("\n", 0, first) + 1
        length = last - first + 1 if "\n" not in self.text[first:last] else 1
        return Place(
            self.file, self.text.count("\n", 0, first) + 1, first - before + 1, max(1, length)
        )

    def entry_at(self, place: Place, under: KeyPath = ()) -> int | None:
        """Which entry of the list at ``under`` holds ``place``; None when it stands before them all."""
        spot = (place.line, place.column)
        index = 0
        while (start := self.values.get((*under, index))) and start[:2] <= spot:
            index += 1
        return index - 1 if index else None

    def without(self, gone: Collection[int], under: KeyPath = ()) -> Source:
        """The document less some entries of the list at ``under``; places stay those of the text."""
        depth = len(under)
        entries = self.data
        for key in under:
            entries = entries[key]
        kept = [index for index in range(len(entries)) if index not in gone]
        number: dict[Any, int] = {old: new for new, old in enumerate(kept)}

        def to(path: KeyPath) -> KeyPath | None:
            if path[:depth] != under or len(path) == depth:
                return path
            new = number.get(path[depth])
            return None if new is None else (*under, new, *path[depth + 1 :])

        data: Any = [entries[index] for index in kept]
        if under:
            (key,) = under
            data = {**self.data, key: data}
        return self.moved(data, to)

    def moved(self, data: Any, to: Callable[[KeyPath], KeyPath | None]) -> Source:
        """The document with other data: ``to`` tells where what stood at a path stands there, if anywhere."""

        def there(spans: Mapping[KeyPath, T]) -> dict[KeyPath, T]:
            return {new: span for path, span in spans.items() if (new := to(path)) is not None}

        keys, values, parts = there(self.keys), there(self.values), there(self.parts)
        return changed(self, data=data, keys=keys, values=values, parts=parts)


def value_at(data: Any, path: KeyPath) -> Any:
    """What stands at a path in plain data; None where nothing does."""
    for key in path:
        if isinstance(data, list):
            data = data[key] if isinstance(key, int) and key < len(data) else None
        else:
            data = data.get(key) if isinstance(data, dict) else None
    return data


def mappings(data: Any) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """All mappings in plain data, each with its path and before those inside it."""
    # Not by recursion, which would hand each of them up through all that it is inside of.
    left: list[tuple[KeyPath, Any]] = [((), data)] if isinstance(data, (dict, list)) else []
    while left:
        path, data = left.pop()
        if isinstance(data, dict):
            yield path, data
        inside = data.items() if isinstance(data, dict) else enumerate(data)
        held = [((*path, key), value) for key, value in inside if isinstance(value, (dict, list))]
        left += reversed(held)


def _aligned(text: str, at: int, value: str) -> Iterator[int]:
    """Where each character of a scalar stands in the text; an escaped one where the last one ended."""
    for char in value:
        place = -1 if char.isspace() else text.find(char, at)
        yield at if place < 0 else place
        at = max(at, place + 1)


def read_file(path: FilePath, name: str | None = None) -> tuple[Source | None, list[Problem]]:
    """The document in ``path``, as :func:`read_text`; ``name`` is what messages call it."""
    file = name or str(path)
    try:
        raw = contents(path, MAX_BYTES)
    except OSError as error:
        return None, [unreadable(file, error)]
    return read_bytes(raw, file)


#: Why a file cannot be read, in a word; of other reasons the system's own words are told.
_REASONS = {
    FileNotFoundError: "missing", NotADirectoryError: "missing", PermissionError: "forbidden",
    IsADirectoryError: "folder", NotAPlainFileError: "device",
}  # fmt: skip
_NUMBERS = {errno.ELOOP: "loop", errno.ENAMETOOLONG: "name", errno.EINVAL: "name"}


def unreadable(file: str, error: OSError) -> Problem:
    """The problem that ``file`` cannot be read: why in a word, or else what the system says."""
    word = _REASONS.get(type(error)) or _NUMBERS.get(error.errno or 0)
    if word == "missing" and os.path.islink(error.filename or file):  # noqa: PTH114
        word = "dangling"
    return Problem("E101", Place(file), {"reason": word or reason(error)})


def read_bytes(raw: bytes, file: str, most: int = MAX_BYTES) -> tuple[Source | None, list[Problem]]:
    """The document in ``raw``, as :func:`read_text`; it must be UTF-8 (a byte order mark is accepted)."""
    if len(raw) > most:
        return None, [Problem("E102", Place(file), {"limit": most})]
    text, problems = text_of(raw, file)
    return (None, problems) if text is None else read_text(text, file)


def text_of(raw: bytes, file: str) -> tuple[str | None, list[Problem]]:
    """The text in ``raw``, without a byte order mark; when it is no UTF-8, the problem."""
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        column = len(raw[: error.start].rsplit(b"\n", 1)[-1].decode("utf-8", "replace")) + 1
        return None, [Problem("E103", Place(file=file, line=line, column=column))]


def read_text(text: str, file: str) -> tuple[Source | None, list[Problem]]:
    """The document in ``text``, and what is wrong with the text.

    There is no document when reading had to stop; otherwise the problems stand inside it, with a
    stand-in for each value that could not be read.
    """
    return _read_quickly(text, file) or _read_carefully(text, file)


def _read_quickly(text: str, file: str) -> tuple[Source, list[Problem]] | None:
    """A sound document by the parser written in C, forty times as fast, where it is installed.

    Whatever it finds unusual is left to the other one, which knows what to say and where.
    """
    if _READ_DIFFERENTLY.search(text):
        return None
    from ruamel.yaml.error import YAMLError

    try:
        from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]
    except ImportError:
        return None
    composer = _Composer(file)
    try:
        # Straight from the parser: to ask it through YAML takes half as long again.
        data = composer.document(iter(CParser(text).get_event, None))
    except (_Stop, YAMLError, ValueError):
        return None
    if composer.problems or composer.blank:
        return None
    return Source(file, text, data, composer.keys, composer.values), []


def _read_carefully(text: str, file: str) -> tuple[Source | None, list[Problem]]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    composer = _Composer(file)
    try:
        data = composer.document(iter(YAML(typ="safe", pure=True).parse(text)))
    except _Stop:
        return None, composer.problems
    except MarkedYAMLError as error:
        return None, [*composer.problems, _unparsable(file, error, text)]
    except (YAMLError, ValueError) as error:
        line, column = _bad_character(text)
        place = Place(file=file, line=line, column=column)
        return None, [*composer.problems, Problem("E105", place, {"reason": str(error)[:80]})]
    return Source(file, text, data, composer.keys, composer.values), composer.problems


class _Stop(Exception):  # noqa: N818 - control flow of this module only
    """Reading further makes no sense."""


class _Composer:
    """Builds plain data from parse events and notes every place."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.keys: dict[KeyPath, Span] = {}
        self.values: dict[KeyPath, Span] = {}
        #: Whether a value is left blank, which the two parsers read differently.
        self.blank = False

    def document(self, events: Iterator[Any]) -> Any:
        data: Any = None
        documents = 0
        for event in events:
            name = type(event).__name__
            if name == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    self.tell("E110", event, {})
                    raise _Stop
            elif name not in ("StreamStartEvent", "StreamEndEvent", "DocumentEndEvent"):
                data = self.node(event, events, ())
        return data

    def span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        length = end.column - start.column if end.line == start.line else 1
        return (start.line + 1, start.column + 1, max(1, length))

    def tell(self, code: str, event: Any, values: Mapping[str, object]) -> None:
        self.problems.append(Problem(code, Place(self.file, *self.span(event)), values))
        if len(self.problems) >= MOST:
            raise _Stop

    def node(self, event: Any, events: Iterator[Any], path: KeyPath) -> Any:
        name = type(event).__name__
        self.values[path] = self.span(event)
        if name == "AliasEvent":
            self.tell("E106", event, {"typed": f"*{event.anchor}"})
            return None
        self.decorated(event)
        if name == "ScalarEvent":
            return self.scalar(event)
        if len(path) >= MAX_DEPTH:
            self.tell("E108", event, {"limit": MAX_DEPTH})
            raise _Stop
        if name == "SequenceStartEvent":
            return self.sequence(events, path)
        return self.mapping(events, path)

    def decorated(self, event: Any) -> None:
        """Anchors and tags are no part of a value."""
        if getattr(event, "anchor", None):
            self.tell("E106", event, {"typed": f"&{event.anchor}"})
        tag = getattr(event, "tag", None)
        if tag and str(tag) != "!":
            self.tell("E107", event, {"typed": str(tag)})

    def scalar(self, event: Any) -> Any:
        value = event.value
        if event.style == '"' and _HALF.search(value):
            self.tell("E114", event, {})
            return ""
        if event.style:
            self.blank = self.blank or (event.style in "|>" and not value)
            return value
        if value in _CONSTANTS:
            self.blank = self.blank or not value
            return _CONSTANTS[value]
        if _WHOLE.fullmatch(value):
            if len(value.lstrip("-")) > MOST_DIGITS:
                self.tell("E111", event, {"typed": value[:24]})
                return 0
            return int(value)
        return value

    def sequence(self, events: Iterator[Any], path: KeyPath) -> list[Any]:
        items: list[Any] = []
        for event in events:
            if type(event).__name__ == "SequenceEndEvent":
                break
            items.append(self.node(event, events, (*path, len(items))))
        return items

    def mapping(self, events: Iterator[Any], path: KeyPath) -> dict[str, Any]:
        items: dict[str, Any] = {}
        again = ""
        for event in events:
            if type(event).__name__ == "MappingEndEvent":
                break
            key = self.key(event)
            inside = (*path, key)
            if key in items:
                # An entry that runs into the one before repeats several keys in a row.
                if again in ("", key):
                    self.tell("E109", event, {"key": key, "first": self.keys[inside][0]})
                again = key
                self.node(next(events), events, (*inside, "again"))
                continue
            again = ""
            self.keys[inside] = self.span(event)
            items[key] = self.node(next(events), events, inside)
        return items

    def key(self, event: Any) -> str:
        if type(event).__name__ != "ScalarEvent":
            self.tell("E112", event, {})
            raise _Stop
        self.decorated(event)
        self.scalar(event)
        return _HALF.sub("\ufffd", event.value)


#: What the parser complains of, by some of its words; the first that fits counts.
_COMPLAINTS = {
    "quoted scalar: found unexpected end": "quote",
    "expected ',' or": "bracket",
    "'\\t' that cannot start": "tab",
    "cannot start any token": "character",
    "mapping values are not allowed": "colon",
    "could not find expected ':'": "colon-missing",
    "unknown escape": "escape",
    "expected <block end>, but found '<scalar>'": "after",
    "expected <block end>": "indentation",
    "expected '<document start>'": "indentation",
    "expected the node content": "after",
    "sequence entries are not allowed": "after",
}


#: A comment that begins within braces, where none is meant; an entry of a list that is none.
_COMMENT = re.compile(r"""[^"'#]*[{\[][^"'#]*: #(?=\w)""")
_BARE_ENTRY = re.compile(r" *[{\[].*[}\]],? *$")
_WIDE_COLON = re.compile(" *(?:- )?[-a-z]+：")
#: A full-width space where one of YAML is meant: before a line, behind a hyphen or a colon.
_WIDE_SPACE = re.compile(" *(?:- *)?(?:[-a-z0-9]+: *)?\N{IDEOGRAPHIC SPACE}")


def _unparsable(file: str, error: Any, text: str) -> Problem:
    """The problem that text is no YAML; what is never closed stands where it was opened."""
    complaint = f"{error.context}: {error.problem}"
    reason = next((name for words, name in _COMPLAINTS.items() if words in complaint), "form")
    unclosed = reason in ("quote", "bracket") and "end" in str(error.problem)
    mark = (error.context_mark if unclosed else None) or error.problem_mark or error.context_mark
    place = Place(file=file, line=mark.line + 1, column=mark.column + 1) if mark else None
    # A quote that is not closed ends at the next one, which is noticed behind that.
    begun = error.context_mark.line if error.context_mark else 0
    rows = text.split("\n")
    for number in range(begun, mark.line + 1 if mark and reason in ("bracket", "after") else 0):
        if rows[number].count('"') % 2:
            place, reason = Place(file, number + 1, rows[number].rindex('"') + 1), "quote"
            break
    around = [*enumerate(rows[: mark.line + 1 if mark else 0], 1)]
    for number, line in around[-2:]:
        if wide := _WIDE_SPACE.match(line):
            return Problem("E104", Place(file, number, wide.end(), 1), {"reason": "wide-space"})
        if within := _COMMENT.match(line):
            return Problem("E104", Place(file, number, within.end(), 1), {"reason": "comment"})
        if reason in ("colon-missing", "after", "indentation") and _BARE_ENTRY.match(line):
            column = len(line) - len(line.lstrip()) + 1
            return Problem("E104", Place(file, number, column), {"reason": "hyphen"})
    # A key with a full-width colon is noticed at the next one.
    for number, line in around[-2:]:
        if sign := _WIDE_COLON.match(line):
            return Problem(
                "E224", Place(file, number, sign.end(), 1), {"typed": "：", "meant": ": "}
            )
    return Problem("E104", place, {"reason": reason})


def _bad_character(text: str) -> tuple[int, int]:
    """Line and column of the first character YAML does not allow."""
    for number, line in enumerate(text.split("\n"), 1):
        for column, char in enumerate(line, 1):
            if not char.isprintable() and char not in "\t\r\x85\ufeff":
                return number, column
    return 1, 1
