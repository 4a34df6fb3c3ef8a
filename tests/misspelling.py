"""Which slips of a letter in a game nobody would notice.

    python -m tests.misspelling [data/GAME …] [--count 100] [--seed 0] [--file flow]

So many words of the data that are not prose (ids, keys, codes, names and words of expressions, values within sentences), taken
at random, are misspelt by one letter, each on its own, and ``check`` is asked. What it lets pass is printed: the file, the line,
the word, what was written for it, and what else that is known of the game notices it; for plays that is nothing, so look yourself.
Ids that nothing names may be called anything.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from rulesref.model.game import Game
from tests.helpers import DATA
from tests.mutation import known_of, noticed_by

#: What stands under these keys is prose, is told as it is, or is looked for and never reckoned with.
_PROSE = {"ja", "en", "reading", "designers", "minutes", "grid"}
_WORD = re.compile(r"[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*")
#: Where words of a text are looked for: everywhere, or in prose among the values that it has.
_ALL, _PLACEHOLDER = re.compile(r".+", re.DOTALL), re.compile(r"\{[a-z0-9.-]+\}")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Slip(NamedTuple):
    """One misspelt word: where in which file, what it was, and what it became."""

    file: Path
    start: int
    word: str
    written: str

    def line(self) -> int:
        """The line of the file, from 1."""
        return self.file.read_text(encoding="utf-8").count("\n", 0, self.start) + 1

    def text(self) -> str:
        """The file with the slip."""
        text = self.file.read_text(encoding="utf-8")
        return text[: self.start] + self.written + text[self.start + len(self.word) :]


def words_of(file: Path) -> Iterator[tuple[int, str]]:
    """The words of a file that are not prose, each with its place in the text."""
    text = file.read_text(encoding="utf-8")
    for node, prose in _scalars(YAML(typ="rt", pure=True).compose(text)):
        start, end = node.start_mark.index, node.end_mark.index
        for part in (_PLACEHOLDER if prose else _ALL).finditer(text, start, end):
            for match in _WORD.finditer(text, *part.span()):
                yield match.start(), match[0]


def _scalars(node: Node | None, *, prose: bool = False) -> Iterator[tuple[ScalarNode, bool]]:
    """Every text of a document, and whether it is prose."""
    if isinstance(node, ScalarNode):
        if str(node.tag).endswith(":str"):
            yield node, prose
    elif isinstance(node, SequenceNode):
        for inner in node.value:
            yield from _scalars(inner, prose=prose)
    elif isinstance(node, MappingNode):
        for key, value in node.value:
            yield from _scalars(key)
            yield from _scalars(value, prose=prose or key.value in _PROSE)


def misspelt(word: str, rng: Random) -> str:
    """A word with one letter lost, doubled, changed or swapped with its neighbour."""
    places = [i for i, letter in enumerate(word) if letter in _LETTERS]
    while True:
        i = rng.choice(places)
        other = rng.choice(_LETTERS)
        written = rng.choice([
            word[:i] + word[i + 1 :],
            word[: i + 1] + word[i:],
            word[:i] + other + word[i + 1 :],
            word[:i] + word[i : i + 2][::-1] + word[i + 2 :],
        ])  # fmt: skip
        if written != word and len(written) > 1:
            return written


def slips(folder: Path, rng: Random, files: str = "**/*") -> Iterator[Slip]:
    """Slips in the files of a game, without end; each file as often as it has words."""
    every = [
        (file, start, word)
        for file in sorted(folder.glob(f"{files}.yaml"))
        for start, word in words_of(file)
        if len(word) > 1
    ]
    while True:
        file, start, word = rng.choice(every)
        yield Slip(file, start, word, misspelt(word, rng))


def noticed(slip: Slip, folder: Path, known: Mapping[str, Callable[[Game], bool]]) -> str | None:
    """What first notices a slip in a game: ``check``, or something that is known of it."""
    with tempfile.TemporaryDirectory() as parent:
        copy = Path(parent) / folder.name
        shutil.copytree(folder, copy)
        (copy / slip.file.relative_to(folder)).write_text(slip.text(), encoding="utf-8")
        return noticed_by(copy, known)


def main() -> int:
    """Misspell words one by one, and say which slips pass."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=100, help="for each game")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--file", default="**/*", help="in this file alone, by its name")
    wanted = parser.parse_args()
    for folder in wanted.folders or sorted(p.parent for p in DATA.glob("*/game.yaml")):
        rng, passed, known = Random(f"{wanted.seed} {folder.name}"), 0, known_of(folder.name)
        for _, slip in zip(range(wanted.count), slips(folder, rng, wanted.file), strict=False):
            by = noticed(slip, folder, known)
            if by != "check":
                passed += 1
                at = f"{slip.file.relative_to(folder.parent)}:{slip.line()}"
                sys.stdout.write(f"  {at}: {slip.word} -> {slip.written} ({by})\n")
        sys.stdout.write(f"{folder.name}: {passed} of {wanted.count} pass\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
