"""Which numbers are shown first, and whether they are to the point.

    python -m tests.search.numbers [--shown]

``numbers.yaml`` has questions that ask for a number. The graded questions (``questions``) hardly ever do: where one
gets a number all the same it is to the point only if ``to_the_point.yaml`` lists it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesref.answers.answer import FullAnswer, full_answer
from rulesref.library.library import Library
from rulesref.search.engine import search
from rulesref.search.query import language_of
from rulesref.show import asking
from tests.helpers import document
from tests.search.quality import answered, games, questions

QUESTIONS = Path(__file__).with_name("numbers.yaml")
TO_THE_POINT = Path(__file__).with_name("to_the_point.yaml")


@dataclass(frozen=True, slots=True)
class Shown:
    """A number that stands before the statements: whose it is, and the line."""

    sheet: str
    line: str

    @property
    def values(self) -> str:
        """What it comes to."""
        return self.line.split("): ", 1)[1]


def shown(answer: FullAnswer) -> Shown | None:
    """The number that a question gets."""
    found = answer.number
    if found is None:
        return None
    sheet = found.answer.calculator if found.answer else found.table
    assert sheet is not None
    return Shown(sheet.id, asking.number(found, language_of(answer.result.query) or "ja"))


def asked() -> Iterator[tuple[str, dict[str, Any]]]:
    """The questions that ask for a number: the game, and the question with what is wanted."""
    for game, told in document(QUESTIONS).items():
        for question in told:
            yield game, question


def verdict(library: Library, game: str, question: dict[str, Any]) -> str:
    """Whether what is shown is ``right`` or ``wrong``; ``silent`` where a number is missing."""
    of = question.get("of", [])
    wanted = [of] if isinstance(of, str) else of
    found = shown(full_answer(library, search(library, question["q"], game)))
    if found is None:
        return "silent" if wanted and "" not in wanted else "right"
    # The number itself, not a digit of another one.
    said = rf"(?<![\d-]){re.escape(str(question.get('says')))}(?!\d)"
    return "right" if found.sheet in wanted and re.search(said, found.values) else "wrong"


def beside_the_point(library: Library) -> tuple[list[tuple[str, Shown]], int]:
    """The numbers that graded questions get and that are not to the point, and how many they get."""
    good = {(text, sheet) for sheet, texts in document(TO_THE_POINT).items() for text in texts}
    found = [
        (question.text, each)
        for question in questions()
        if (each := shown(answered(library, question)))
    ]
    return [(text, each) for text, each in found if (text, each.sheet) not in good], len(found)


def report(library: Library, *, each: bool) -> Iterator[str]:
    """The figures; ``each``: every question that does not get what it should."""
    verdicts = [(game, told["q"], verdict(library, game, told)) for game, told in asked()]
    count = Counter(found for *_, found in verdicts)
    yield f"asked for a number: {len(verdicts)}, right {count['right']}, none {count['silent']}, wrong {count['wrong']}"
    beside, many = beside_the_point(library)
    yield f"other questions: {many} numbers, to the point {1 - len(beside) / many:.3f}"
    if each:
        yield from (f"{found}  [{game}] {q}" for game, q, found in verdicts if found != "right")
        yield from (f"beside  {text}  {number.sheet}: {number.line}" for text, number in beside)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None
    )
    parser.add_argument(
        "--shown", action="store_true", help="every one that is not as it should be"
    )
    for line in report(games(), each=parser.parse_args().shown):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
