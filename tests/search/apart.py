"""Which entries are taken for one another: what people ask about them, asked without being known.

    python -m tests.search.apart FOLDER [--lines]

A fifth of the phrases is left out, the game is compiled without them, and they are
asked; five times. Prints how many find their entry, and the entries that find fewest, with those
that come instead; with ``--lines`` also the lines. Write more for those, in words that the other
entries have not; drop a line that belongs to the other rather.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesref.compiling.build import build
from rulesref.compiling.findable import FOLDS, library_with, without_phrases
from rulesref.library.library import Library
from rulesref.search.engine import search
from tests.helpers import open_library

#: So many entries are listed, with so many others each.
MOST_ENTRIES, MOST_OTHERS = 30, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line that was left out: its entry, and the entries that were found, best first."""

    rule: str
    text: str
    found: tuple[str, ...]

    @property
    def first(self) -> str:
        """What came first."""
        return self.found[0] if self.found else "-"


def parted(sides: Sequence[Any], fold: int) -> tuple[list[Any], list[tuple[str, str]]]:
    """The sides without the lines of a fold, and these lines with their entries."""
    kept, left_out = without_phrases(sides, fold)
    return kept, [(rule, line) for rule, _, line in left_out]


def library_of(game: str, data: Any) -> Library:
    """A library of this one game, in memory."""
    return library_with(open_library(), game, data)


def asked_apart(folder: Path) -> Iterator[Line]:
    """Every line of the game in a folder, asked of an index that does not have it."""
    game, data = folder.name, build(folder).data
    for fold in range(FOLDS):
        kept, left_out = parted(data["phrases"], fold)
        library = library_of(game, {**data, "phrases": kept})
        for rule, text in left_out:
            hits = search(library, text, game).hits
            yield Line(rule=rule, text=text, found=tuple(hit.id for hit in hits))


def report(folder: Path, *, lines: bool) -> Iterator[str]:
    """The figures, line by line."""
    by_rule: dict[str, list[Line]] = defaultdict(list)
    for line in asked_apart(folder):
        by_rule[line.rule].append(line)
    every = [line for found in by_rule.values() for line in found]
    shares = {rule: _share(found) for rule, found in by_rule.items()}
    yield f"{len(every)} lines, {_share(every):.3f} find their entry first"
    for rule in sorted(shares, key=lambda rule: shares[rule])[:MOST_ENTRIES]:
        missed = [line for line in by_rule[rule] if line.first != rule]
        others = Counter(line.first for line in missed).most_common(MOST_OTHERS)
        told = ", ".join(f"{other} {count}" for other, count in others)
        yield f"{shares[rule]:.2f} of {len(by_rule[rule]):3}  {rule}  <- {told}"
        if lines:
            yield from (f"      {line.text}  -> {line.first}" for line in missed)


def _share(lines: Sequence[Line]) -> float:
    return sum(line.first == line.rule for line in lines) / len(lines)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lines", action="store_true")
    wanted = parser.parse_args()
    for line in report(wanted.folder, lines=wanted.lines):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
