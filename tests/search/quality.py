"""How often the right rule comes first: graded questions, asked as people type them.

    python -m tests.search.quality [--half tune|held] [--misses] [--game GAME]

Ranking is tuned on the half ``tune`` alone; of the half ``held`` only the figures are looked at. A
question counts as answered at k when one of the entries it wants is among the first k; questions
that name no game are asked of all games at once. A question with a ``gap`` wants what no entry says
yet: it is listed, not counted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulesref.answers.answer import FullAnswer, full_answer
from rulesref.library.library import Library
from rulesref.search.engine import SearchResult, search
from tests.helpers import document, open_library

QUESTIONS = Path(__file__).with_name("questions")
HALVES = ("tune", "held")
DEPTHS = (1, 3, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A graded question: ``want`` are the entries that answer it, none for what must stay silent."""

    text: str
    lang: str
    half: str
    game: str | None
    named: bool
    want: tuple[str, ...]
    gap: str | None = None

    def ask(self, library: Library) -> SearchResult:
        """What the search finds."""
        return search(library, self.text, self.game if self.named else None)

    def place(self, found: SearchResult) -> int | None:
        """The place of the first wanted entry, from 1."""
        for place, hit in enumerate(found.hits, 1):
            if hit.game == self.game and hit.id in self.want:
                return place
        return None


@cache
def games() -> Library:
    """The games that come with the program, and no other: several tests ask them the same questions."""
    return open_library()


@cache
def found(library: Library, question: Asked) -> SearchResult:
    """What a question finds, looked for once."""
    return question.ask(library)


@cache
def answered(library: Library, question: Asked) -> FullAnswer:
    """What a question is answered, worked out once."""
    return full_answer(library, found(library, question))


@cache
def questions() -> tuple[Asked, ...]:
    """The questions that have an answer, and those with a gap."""
    return tuple(
        Asked(
            text=entry["q"], lang=entry["lang"], half=entry["half"], game=path.stem,
            named=entry.get("named", False), want=tuple(entry["want"]), gap=entry.get("gap"),
        )
        for path in sorted(QUESTIONS.glob("*.yaml"))
        if path.stem != "silence"
        for entry in document(path)
    )  # fmt: skip


@cache
def silences() -> tuple[Asked, ...]:
    """The questions that no entry answers."""
    return tuple(
        Asked(
            text=entry["q"], lang=entry["lang"], half=entry["half"], game=entry.get("game"),
            named="game" in entry, want=(),
        )
        for entry in document(QUESTIONS / "silence.yaml")
    )  # fmt: skip


def graded(asked: Iterable[Asked]) -> list[Asked]:
    """Those that count."""
    return [question for question in asked if question.want]


def recall(places: Sequence[int | None], depth: int) -> float:
    """The share of questions answered among the first ``depth`` entries."""
    return sum(place is not None and place <= depth for place in places) / len(places)


def groups(asked: Sequence[Asked]) -> Iterator[tuple[str, list[Asked]]]:
    """The questions by half, then by game and language."""
    for half in HALVES:
        here = [q for q in asked if q.half == half]
        for game in sorted({q.game or "" for q in here}):
            for lang in ("ja", "en"):
                found = [q for q in here if q.game == game and q.lang == lang]
                if found:
                    yield f"{half}  {game:8} {lang}", found
        for lang in ("ja", "en"):
            found = [q for q in here if q.lang == lang]
            if found:
                yield f"{half}  all      {lang}", found
        if here:
            yield f"{half}  all", here


def report(
    library: Library, halves: Sequence[str], game: str | None, *, misses: bool
) -> Iterator[str]:
    """The figures, line by line."""
    asked = [q for q in questions() if q.half in halves and game in (None, q.game)]
    found = {q: q.ask(library) for q in asked}
    yield f"{'':18} {'n':>4} " + " ".join(f"{'@' + str(d):>6}" for d in DEPTHS) + "  silent"
    for name, group in groups(graded(asked)):
        places = [q.place(found[q]) for q in group]
        shares = " ".join(f"{recall(places, d):6.3f}" for d in DEPTHS)
        silent = sum(not found[q].hits for q in group)
        yield f"{name:18} {len(group):4} {shares}  {silent:6}"
    quiet = [q for q in silences() if q.half in halves and game in (None, q.game)]
    told = {q: q.ask(library) for q in quiet}
    for half in halves:
        here = [q for q in quiet if q.half == half]
        yield f"{half}  silence kept {sum(not told[q].hits for q in here)} of {len(here)}"
    if not misses:
        return
    for question in asked:
        place = question.place(found[question])
        if question.want and place != 1:
            yield from missed(question, found[question], place)
    for question in asked:
        if not question.want:
            first = found[question].hits[0].id if found[question].hits else "-"
            yield f"gap   {question.text}  -> {first}: {question.gap}"
    for question in quiet:
        if told[question].hits:
            hit = told[question].hits[0]
            yield f"broken silence  [{question.game or ''}] {question.text}  -> {hit.game}/{hit.id} {hit.score} {hit.match}"


def missed(question: Asked, found: SearchResult, place: int | None) -> Iterator[str]:
    """A miss: what was wanted, what came first."""
    where = f"[{question.game}]" if question.named else f"({question.game})"
    yield f"{place or '-'}  {where} {question.text}"
    yield f"     want {' '.join(question.want)}"
    for hit in found.hits[:3]:
        yield f"     got  {hit.game}/{hit.id} {hit.score} {hit.match}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None
    )
    parser.add_argument("--half", choices=HALVES)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--game")
    asked = parser.parse_args()
    halves = [asked.half] if asked.half else HALVES
    for line in report(open_library(), halves, asked.game, misses=asked.misses):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
