"""How well the questions of a table are answered: entry, statement on the first lines, number, silence.

    python -m tests.search.fresh [--set learned|unread] [--misses]

`fresh/learned.yaml` has those whose misses have been read, `fresh/unread.yaml` the others: of these look at the figures alone.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulesref.answers.answer import FullAnswer, full_answer
from rulesref.library.library import Library
from rulesref.search.engine import search
from rulesref.search.query import language_of
from rulesref.show import asking
from rulesref.show.terminal import Terminal, text
from tests.helpers import document, open_library

FOLDER = Path(__file__).with_name("fresh")
SETS = ("learned", "unread")
#: The first lines of an answer; what asks for a number is answered on fewer.
FIRST, FIRST_OF_NUMBER = 6, 4
WIDTH = 80


@dataclass(frozen=True, slots=True)
class Fresh:
    """A question, the entries that answer, and what must be said."""

    game: str
    text: str
    want: tuple[str, ...]
    says: str
    number: bool


@cache
def fresh(name: str) -> tuple[Fresh, ...]:
    """The questions of one of the `SETS`."""
    questions = document(FOLDER / f"{name}.yaml")
    return tuple(
        Fresh(game, told["q"], tuple(told.get("want", ())), told.get("says", ""), "number" in told)
        for game, asked in questions.items()
        for told in asked
    )


def lines_of(answer: FullAnswer, question: str) -> list[str]:
    """The answer as a terminal of 80 columns shows it, without empty lines."""
    lang = language_of(question) or "ja"
    shown = text(asking.page(answer, lang), Terminal(WIDTH))
    return [line.strip() for line in shown.splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class Judged:
    """What a question got: the place of the first wanted entry, and whether the first lines say it."""

    question: Fresh
    first: str
    place: int | None
    said: bool
    number: bool
    kept: bool
    #: Whether what is shown is told to be only the nearest.
    nearest: bool


def judged(library: Library, question: Fresh) -> Judged:
    """A question, asked and judged."""
    answer = full_answer(library, search(library, question.text, question.game))
    ids = [entry.rule.id for entry in answer.entries]
    place = next((n for n, found in enumerate(ids, 1) if found in question.want), None)
    lines = lines_of(answer, question.text) if ids else []
    # A word may be parted by the end of a line.
    japanese = language_of(question.text) == "ja"
    first = ("" if japanese else " ").join(lines[:FIRST])
    # A number ends where its line does.
    number = "\n".join(lines[:FIRST_OF_NUMBER])
    number = f"{number}\n{number.replace(chr(10), '')}" if japanese else number.replace("\n", " ")
    silent = not ids or answer.entries[0].rule.silent
    return Judged(
        question,
        ids[0] if ids else "-",
        place,
        bool(re.search(question.says, first, re.IGNORECASE)),
        bool(re.search(rf"(?<!\d)(?:{question.says})(?!\d)", number, re.IGNORECASE)),
        silent,
        bool(ids) and not answer.sure,
    )


@cache
def judged_set(library: Library, name: str) -> list[Judged]:
    """All questions of a set, asked once and judged."""
    return [judged(library, question) for question in fresh(name)]


def report(library: Library, name: str, *, misses: bool) -> Iterator[str]:
    """The figures; ``misses``: what is not as it should be."""
    every = judged_set(library, name)
    answered = [each for each in every if each.question.want]
    silent = [each for each in every if not each.question.want]
    numbers = [each for each in answered if each.question.number]
    yield f"answerable {len(answered)}: first {_share(each.place == 1 for each in answered)}, among three {_share(each.place in (1, 2, 3) for each in answered)}, said on the first lines {_share(each.said for each in answered)}, shown as the nearest {_share(each.nearest for each in answered)}"
    yield f"with a number {len(numbers)}: on the first lines {_share(each.number for each in numbers)}"
    yield f"no rule answers {len(silent)}: silence or “no rule says so” {_share(each.kept for each in silent)}, shown as the nearest {_share(each.nearest for each in silent)}"
    if misses:
        for each in every:
            question = each.question
            if question.want:
                wrong = [
                    name
                    for name, bad in (
                        ("entry", each.place != 1),
                        ("says", not each.said),
                        ("number", question.number and not each.number),
                    )
                    if bad
                ]
            else:
                wrong = [] if each.kept else ["silence"]
            if wrong:
                yield f"{'+'.join(wrong)}  [{question.game}] {question.text}  -> {each.first} (want {' '.join(question.want) or 'none'}, at {each.place or '-'})"


def _share(told: Iterator[bool]) -> str:
    found = list(told)
    return f"{sum(found) / len(found):.3f}" if found else "-"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None
    )
    parser.add_argument("--set", choices=SETS, default="learned")
    parser.add_argument("--misses", action="store_true")
    told = parser.parse_args()
    for line in report(open_library(), told.set, misses=told.misses):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
