"""How long answers are: lines of a terminal of 80 columns, over all graded questions.

python -m tests.search.lines [--half tune|held] [--long]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import cache
from statistics import median, quantiles

from rulesref.library.library import Library
from tests.search.fresh import lines_of
from tests.search.quality import HALVES, answered, found, games, graded, questions

#: As a rule an answer has at most so many lines.
AIM = 8


@cache
def lengths(library: Library, half: str) -> dict[str, int]:
    """How many lines each question of a half is answered by, empty ones not counted."""
    return {
        question.text: len(lines_of(answered(library, question), question.text))
        for question in graded(questions())
        if question.half == half and found(library, question).hits
    }


def share(many: dict[str, int]) -> float:
    """Which share is as short as it should be."""
    return sum(n <= AIM for n in many.values()) / len(many)


def report(library: Library, half: str, *, long: bool) -> Iterator[str]:
    """The figures of a half; ``long``: the questions with long answers."""
    many = lengths(library, half)
    counts = list(many.values())
    yield (
        f"{half}: {len(counts)} answers, median {median(counts):.0f}, 90th percentile {quantiles(counts, n=10)[8]:.0f},"
        f" most {max(counts)}, at most {AIM} lines {share(many):.3f}"
    )
    if long:
        yield from (
            f"{n:3} {text}"
            for text, n in sorted(many.items(), key=lambda each: -each[1])
            if n > AIM
        )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None
    )
    parser.add_argument("--half", choices=HALVES)
    parser.add_argument("--long", action="store_true")
    asked = parser.parse_args()
    library = games()
    for half in [asked.half] if asked.half else HALVES:
        for line in report(library, half, long=asked.long):
            sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
