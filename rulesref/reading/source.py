"""YAML and JSON text to plain data, with the place of every key and value.

Only what people write by hand exists: mappings, lists, text, whole numbers, true/false and null.
Anchors, aliases, tags, duplicate keys, deep nesting and huge files are problems, found before
anything is built. The only module that imports ruamel.yaml.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Path, Place, Problem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path as FilePath

MAX_BYTES = 1_000_000
MAX_DEPTH = 24

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_MAX_DIGITS = 18
_PLAIN = {"true": True, "false": False, "null": None, "~": None, "": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One document: plain data, and where each key and value stands in the text."""

    file: str
    text: str
    data: Any
    keys: dict[Path, Place] = field(default_factory=dict)
    values: dict[Path, Place] = field(default_factory=dict)

    def at(self, path: Path) -> Place:
        """The place of the value at ``path``, or of the nearest thing around it."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path) or Place(file=self.file, line=1, column=1)

    def at_key(self, path: Path) -> Place:
        """The place of the key of ``path``; of the value when it has none."""
        return self.keys.get(path) or self.at(path)

    def entry_at(self, place: Place, under: Path = ()) -> int | None:
        """Which entry of the list at ``under`` holds ``place``; None when it stands before them all."""
        spot = (place.line, place.column)
        found = None
        index = 0
        while (start := self.values.get((*under, index))) and (start.line, start.column) <= spot:
            found = index
            index += 1
        return found

    def without(self, gone: Collection[int], under: Path = ()) -> Source:
        """The document less some entries of the list at ``under``; places stay those of the text."""
        depth = len(under)
        entries = self.data
        for key in under:
            entries = entries[key]
        kept = [index for index in range(len(entries)) if index not in gone]
        number = {old: new for new, old in enumerate(kept)}

        def moved(places: Mapping[Path, Place]) -> dict[Path, Place]:
            found: dict[Path, Place] = {}
            for path, place in places.items():
                if path[:depth] != under or len(path) == depth:
                    found[path] = place
                elif path[depth] in number:
                    found[(*under, number[path[depth]], *path[depth + 1 :])] = place  # type: ignore[index]
            return found

        data: Any = [entries[index] for index in kept]
        if under:
            (key,) = under
            data = {**self.data, key: data}
        return Source(
            file=self.file, text=self.text, data=data, keys=moved(self.keys),
            values=moved(self.values),
        )  # fmt: skip


def read_file(path: FilePath, name: str | None = None) -> tuple[Source | None, list[Problem]]:
    """The document in ``path``, as :func:`read_text`; ``name`` is what messages call it."""
    file = name or str(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        return None, [unreadable(file, error)]
    return read_bytes(raw, file)


def unreadable(file: str, error: OSError) -> Problem:
    """The problem that ``file`` cannot be read: why in a word, or else what the system says."""
    known = {
        FileNotFoundError: "missing",
        PermissionError: "forbidden",
        IsADirectoryError: "folder",
    }
    reason = known.get(type(error)) or error.strerror or type(error).__name__
    return Problem("E101", Place(file=file, line=1, column=1), {"reason": reason})


def read_bytes(raw: bytes, file: str) -> tuple[Source | None, list[Problem]]:
    """The document in ``raw``, as :func:`read_text`; it must be UTF-8 (a byte order mark is accepted)."""
    top = Place(file=file, line=1, column=1)
    if len(raw) > MAX_BYTES:
        return None, [Problem("E102", top, {"limit": MAX_BYTES, "found": len(raw)})]
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        column = len(raw[: error.start].rsplit(b"\n", 1)[-1].decode("utf-8", "replace")) + 1
        return None, [Problem("E103", Place(file=file, line=line, column=column))]
    return read_text(text, file)


def read_text(text: str, file: str) -> tuple[Source | None, list[Problem]]:
    """The document in ``text``, and what is wrong with the text.

    There is no document when reading had to stop; otherwise the problems stand inside it, with a
    stand-in for each value that could not be read.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    composer = _Composer(file)
    try:
        data = composer.document(iter(YAML(typ="safe", pure=True).parse(text)))
    except _Stop:
        return None, composer.problems
    except MarkedYAMLError as error:
        return None, [*composer.problems, _unparsable(file, error)]
    except (YAMLError, ValueError) as error:
        line, column = _bad_character(text)
        place = Place(file=file, line=line, column=column)
        return None, [*composer.problems, Problem("E105", place, {"reason": str(error)[:80]})]
    source = Source(file=file, text=text, data=data, keys=composer.keys, values=composer.values)
    return source, composer.problems


class _Stop(Exception):  # noqa: N818 - control flow of this module only
    """Reading further makes no sense."""


class _Composer:
    """Builds plain data from parse events and notes every place."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.keys: dict[Path, Place] = {}
        self.values: dict[Path, Place] = {}

    def document(self, events: Iterator[Any]) -> Any:
        data: Any = None
        documents = 0
        for event in events:
            name = type(event).__name__
            if name == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    self.problems.append(Problem("E110", self.place(event)))
                    raise _Stop
            elif name not in ("StreamStartEvent", "StreamEndEvent", "DocumentEndEvent"):
                data = self.node(event, events, ())
        return data

    def place(self, event: Any) -> Place:
        start, end = event.start_mark, event.end_mark
        same = end.line == start.line
        return Place(
            file=self.file,
            line=start.line + 1,
            column=start.column + 1,
            length=max(1, end.column - start.column) if same else 1,
        )

    def node(self, event: Any, events: Iterator[Any], path: Path) -> Any:
        name = type(event).__name__
        place = self.place(event)
        self.values[path] = place
        if name == "AliasEvent":
            self.problems.append(Problem("E106", place, {"found": f"*{event.anchor}"}))
            return None
        if getattr(event, "anchor", None):
            self.problems.append(Problem("E106", place, {"found": f"&{event.anchor}"}))
        tag = getattr(event, "tag", None)
        if tag and str(tag) != "!":
            self.problems.append(Problem("E107", place, {"found": str(tag)}))
        if name == "ScalarEvent":
            return self.scalar(event, place)
        if len(path) >= MAX_DEPTH:
            self.problems.append(Problem("E108", place, {"limit": MAX_DEPTH}))
            raise _Stop
        if name == "SequenceStartEvent":
            return self.sequence(events, path)
        return self.mapping(events, path)

    def scalar(self, event: Any, place: Place) -> Any:
        value = event.value
        if event.style:
            return value
        if value in _PLAIN:
            return _PLAIN[value]
        if _WHOLE.fullmatch(value):
            if len(value) > _MAX_DIGITS:
                self.problems.append(Problem("E111", place, {"found": value[:24]}))
                return 0
            return int(value)
        return value

    def sequence(self, events: Iterator[Any], path: Path) -> list[Any]:
        items: list[Any] = []
        for event in events:
            if type(event).__name__ == "SequenceEndEvent":
                break
            items.append(self.node(event, events, (*path, len(items))))
        return items

    def mapping(self, events: Iterator[Any], path: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for event in events:
            if type(event).__name__ == "MappingEndEvent":
                break
            key = self.key(event, path)
            place = self.place(event)
            if key in found:
                first = self.keys[(*path, key)].line
                self.problems.append(Problem("E109", place, {"key": key, "first": first}))
                self.node(next(events), events, (*path, key, "again"))
                continue
            self.keys[(*path, key)] = place
            found[key] = self.node(next(events), events, (*path, key))
        return found

    def key(self, event: Any, path: Path) -> str:
        if type(event).__name__ != "ScalarEvent":
            self.problems.append(Problem("E112", self.place(event)))
            raise _Stop
        self.node(event, iter(()), (*path, "key"))
        self.values.pop((*path, "key"), None)
        return str(event.value)


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


def _unparsable(file: str, error: Any) -> Problem:
    """The problem that text is no YAML; what is never closed stands where it was opened."""
    said = f"{error.context}: {error.problem}"
    reason = next((found for words, found in _COMPLAINTS.items() if words in said), "form")
    unclosed = reason in ("quote", "bracket") and "end" in str(error.problem)
    mark = (error.context_mark if unclosed else None) or error.problem_mark or error.context_mark
    place = Place(file=file, line=mark.line + 1, column=mark.column + 1) if mark else None
    return Problem("E104", place, {"reason": reason})


def _bad_character(text: str) -> tuple[int, int]:
    """Line and column of the first character YAML does not allow."""
    for number, line in enumerate(text.split("\n"), 1):
        for column, char in enumerate(line, 1):
            if not char.isprintable() and char not in "\t\r\x85\ufeff":
                return number, column
    return 1, 1
