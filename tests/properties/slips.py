"""Slips of one letter in what a game's files name: each must be told when the game is built.

``python -m tests.properties.slips GAME_FOLDER NUMBER SEED`` tries many and lists those that pass.
"""

from __future__ import annotations

import random
import re
import string
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.compiling.build import _Builder, _look
from rulesref.reading.source import Source, read_file, read_text

#: The files in which words are names, and the keys under which stands what people read.
FILES = ("scoring", "calculators", "flow", "tables", "rulings")
READ = {
    "name", "ja", "en", "aliases", "words", "help", "message", "text", "say", "why", "label", "about", "title", "note",
    "question", "confidence", "legend", "grid", "covers", "sources", "who-says", "names", "kind", "op", "is", "level",
}  # fmt: skip
#: Mappings whose keys are names of the game.
NAMED = {"cases", "readings", "where", "up-to", "at", "with", "player", "table", "fields", "values"}
#: Lists whose ids are nowhere named, or only by way of values that can be them.
UNNAMED = {
    "categories",
    "changes",
    "results",
    "readings",
    "columns",
    "stages",
    "options",
    "dues",
    "setup",
    "checks",
}
_WORD = re.compile(r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])")


class Slip:
    """A word of a file, and the word that stands in its place."""

    def __init__(self, kind: str, path: KeyPath, word: str, wrong: str, start: int) -> None:
        """``start``: where in the scalar at the path; -1 for the key of the path."""
        self.kind, self.path, self.word, self.wrong, self.start = kind, path, word, wrong, start

    def __repr__(self) -> str:
        return f"{self.kind} {'.'.join(map(str, self.path))}: {self.word} -> {self.wrong}"


def words(data: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str, int]]:
    """Every word in the scalars that are not for people, with its place in its scalar."""
    if isinstance(data, dict):
        for key, value in data.items():
            own = key == "by" and data.get("value", value) != value  # a rung with a name of its own
            if key not in READ and not own:
                yield from words(value, (*path, key))
            if path and path[-1] in NAMED and _WORD.fullmatch(key):
                yield (*path, key), key, -1
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from words(value, (*path, index))
    elif isinstance(data, str):
        for match in _WORD.finditer(data):
            yield path, match[0], match.start()


@cache
def sources(folder: Path) -> dict[str, list[Source]]:
    """The documents of a game."""
    builder = _Builder(folder)
    builder.read()
    return builder.sources


@cache
def written(folder: Path, kind: str) -> Source | None:
    """A document as it is written, expressions as texts."""
    path = folder / f"{kind}.yaml"
    return read_file(path, f"{folder.name}/{path.name}")[0] if path.is_file() else None


def candidates(folder: Path) -> list[tuple[str, KeyPath, str, int]]:
    """The words that mean something: an id, or the name of an entry, that nothing uses is only a name."""
    every = [
        (kind, path, word, start)
        for kind in FILES
        if (source := written(folder, kind)) is not None
        for path, word, start in words(source.data)
    ]
    named = Counter(word for _, _, word, _ in every)
    return [
        each for each in every
        if each[1][-1] not in ("id", "as") or (named[each[2]] > 1 and not UNNAMED & {*each[1]} and each[1][-1] == "id")
    ]  # fmt: skip


def slips(folder: Path, many: int, seed: int) -> list[Slip]:
    """Random slips, the same for the same seed."""
    chance = random.Random(seed)
    made: list[Slip] = []
    every = candidates(folder)
    taken = {word for _, _, word, _ in every}
    while len(made) < many:
        kind, path, word, start = chance.choice(every)
        at = chance.randrange(len(word))
        letter = chance.choice(string.ascii_lowercase)
        wrong = chance.choice(
            [
                word[:at] + word[at + 1 :],
                word[:at] + letter + word[at + 1 :],
                word[:at] + letter + word[at:],
            ]
        )
        if _WORD.fullmatch(wrong) and wrong not in taken:
            made.append(Slip(kind, path, word, wrong, start))
    return made


def slipped(source: Source, slip: Slip) -> str:
    """The text of the document with the slip in it."""
    at_key = slip.start < 0
    place = source.at(slip.path, at_key)
    lines = source.text.split("\n")
    begin = sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1
    # The word stands so many words of its spelling behind the beginning of its scalar.
    value: Any = source.data
    for key in () if at_key else slip.path:
        value = value[key]
    word = re.compile(rf"(?<![\w-]){slip.word}(?![\w-])")
    earlier = 0 if at_key else len(word.findall(value[: slip.start]))
    spot = [*word.finditer(source.text, begin)][earlier]
    return source.text[: spot.start()] + slip.wrong + source.text[spot.end() :]


class _Slipped(_Builder):
    """Builds a game of which one file has a slip; what the others hold is known already."""

    slip: Slip

    def file(self, path: Path, name: str, kind: str) -> None:  # noqa: ARG002 - it is read already
        for source in sources(self.folder)[kind]:
            if source.file == name and kind == self.slip.kind:
                text = written(self.folder, kind)
                assert text is not None
                wrong, problems = read_text(slipped(text, self.slip), name)
                assert wrong is not None, problems
                self.document(_look(wrong, [*problems], kind, self.languages), kind)
            elif source.file == name:
                self.texts[name] = source.text
                self.sources.setdefault(kind, []).append(source)
                self.sound.setdefault(kind, []).append(source)


def passes(folder: Path, slip: Slip) -> bool:
    """Whether a game with the slip builds without any problem."""
    builder = _Slipped(folder)
    builder.slip = slip
    builder.read()
    if not builder.problems:
        builder.link()
    return not builder.problems


if __name__ == "__main__":
    place, number, first = Path(sys.argv[1]).resolve(), int(sys.argv[2]), int(sys.argv[3])
    passed = [slip for slip in slips(place, number, first) if passes(place, slip)]
    sys.stdout.write(f"{place.name}: {len(passed)} of {number} pass\n")
    for each in passed:
        sys.stdout.write(f"  {each}\n")
