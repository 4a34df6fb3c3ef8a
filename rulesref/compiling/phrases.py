"""What people type when an entry of a game is the answer: a text file beside the folders of the games, for search alone.

Behind the id of an entry and a language stands a phrase a line; ``#`` begins a line that says nothing. What stands
under the same two again is another side of the entry, found by itself.

    [fence-cost en]
    who owns a fence
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rulesref.base.diagnostics import Place, Problem
from rulesref.base.frozen import frozen
from rulesref.reading.source import MAX_BYTES, text_of


@frozen
class Phrases:
    """The phrases of a game: the sides of its entries, where each is named, and what is wrong with the file."""

    sides: list[dict[str, Any]]
    heads: list[tuple[str, Place]]
    problems: list[Problem]


def read_phrases(raw: bytes, file: str, languages: Sequence[str]) -> Phrases:
    """The phrases in a file. A side is the id of its entry and, by language, what people type."""
    if len(raw) > MAX_BYTES:
        return Phrases([], [], [Problem("E102", Place(file), {"limit": MAX_BYTES})])
    text, problems = text_of(raw, file)
    read = Phrases([], [], problems)
    phrases: list[str] | None = None
    for number, line in enumerate((text or "").splitlines(), 1):
        head = _HEAD.fullmatch(line)
        if not line or line[0] == "#":
            continue
        if head and head["lang"] in languages:
            rule, lang = head.groups()
            if not read.sides or read.sides[-1]["rule"] != rule or lang in read.sides[-1]:
                read.sides.append({"rule": rule})
            phrases = read.sides[-1][lang] = []
            read.heads.append((rule, Place(file, number, 2, len(rule))))
        elif line[0] == "[" or phrases is None:
            place = Place(file, number, 1, len(line))
            problems.append(Problem("E220", place, {"lang": languages[0]}))
            phrases = []
        else:
            phrases.append(line)
    return read


_HEAD = re.compile(r"\[(?P<rule>[a-z0-9-]+) (?P<lang>[a-z]+)\]")
