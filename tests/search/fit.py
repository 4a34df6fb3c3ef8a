"""Fits the weights of the ranking on the tuning half: one after another, a step up or down, kept where it wins.

    python -m tests.search.fit [--only NAME …] [--rounds 1] [--step 0.1]

It prints what it would write into ``search/weights``. Apply it only if the figures of the half ``held`` do not fall.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulesref.library.library import Library
from rulesref.search import engine, index_reader, parts, rank, weights
from tests.helpers import open_library
from tests.search.quality import graded, questions, silences

#: The modules that have taken over weights by name.
_USERS: tuple[Any, ...] = (weights, rank, parts, engine, index_reader)
#: Weights that are a number, and those that are a table of numbers.
SCALARS = (
    "SINGLE_KANJI", "IDF_POWER", "REPEAT_WEIGHT", "SATURATION", "MAIN_TERM_BONUS", "TOKENS_WEIGHT", "COVERAGE_WEIGHT",
    "COVERAGE_POWER", "PHRASE_WEIGHT", "PHRASE_POWER", "UNKNOWN_PENALTY", "ELSEWHERE_PENALTY", "TERMS_BONUS",
    "NAMED_GAME_BONUS", "ANSWER_THRESHOLD",
)  # fmt: skip
#: The place of a question among the first three counts half of being first; silence where nothing answers counts as much.
_AMONG_THREE = 0.5


@dataclass(frozen=True, slots=True)
class Weight:
    """One number that can be changed."""

    name: str
    read: Callable[[], float]
    write: Callable[[float], None]


def every_weight() -> Iterator[Weight]:
    """All weights."""
    for name in SCALARS:
        yield Weight(name, _reader(name), _writer(name))
    for table in ("PART_WEIGHTS", "FIELD_WEIGHTS"):
        values: dict[str, Any] = getattr(weights, table)
        for key in values:
            yield from _of_table(table, values, key)


def _reader(name: str) -> Callable[[], float]:
    return lambda: float(getattr(weights, name))


def _writer(name: str) -> Callable[[float], None]:
    def write(value: float) -> None:
        for module in _USERS:
            if hasattr(module, name):
                setattr(module, name, value)
        _renew()

    return write


def _of_table(table: str, values: dict[str, Any], key: str) -> Iterator[Weight]:
    if not isinstance(values[key], tuple):

        def put(value: float) -> None:
            values[key] = value
            _renew()

        yield Weight(f"{table}[{key}]", lambda: values[key], put)
        return
    for place in range(len(values[key])):

        def put_in(value: float, place: int = place) -> None:
            pair = list(values[key])
            pair[place] = value
            values[key] = tuple(pair)

        def read(place: int = place) -> float:
            return float(values[key][place])

        yield Weight(f"{table}[{key}][{place}]", read, put_in)


def _renew() -> None:
    """What the ranking has worked out beforehand from its weights."""
    scores = [rank._occurrence_score(byte) for byte in range(len(rank._OCCURRENCE_SCORES))]
    rank._OCCURRENCE_SCORES[:] = scores


def worth(library: Library, half: str = "tune") -> float:
    """How well a half is answered: right at 1, somewhat among three, silence where nothing answers."""
    asked = [q for q in graded(questions()) if q.half == half]
    places = [q.place(q.ask(library)) for q in asked]
    quiet = [q for q in silences() if q.half == half]
    kept = sum(not q.ask(library).hits for q in quiet)
    first = sum(place == 1 for place in places)
    near = sum(place is not None and place <= 3 for place in places)
    return (first + _AMONG_THREE * near + kept) / (len(places) * (1 + _AMONG_THREE) + len(quiet))


def fitted(
    library: Library, only: Sequence[str], rounds: int, step: float
) -> Iterator[tuple[str, float, float, float]]:
    """The weights that are better otherwise: name, before, after, and what all is worth then."""
    best = worth(library)
    chosen = [w for w in every_weight() if not only or w.name in only]
    for _ in range(rounds):
        for weight in chosen:
            before = weight.read()
            for factor in (1 + step, 1 - step):
                weight.write(before * factor)
                now = worth(library)
                if now > best:
                    best = now
                    yield weight.name, before, round(before * factor, 3), now
                    break
            else:
                weight.write(before)


def main() -> None:
    """Print the weights that are better otherwise."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None
    )
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--step", type=float, default=0.1)
    wanted = parser.parse_args()
    library = open_library()
    sys.stdout.write(f"tune {worth(library):.5f}, held {worth(library, 'held'):.5f}\n")
    for name, before, after, now in fitted(library, wanted.only, wanted.rounds, wanted.step):
        sys.stdout.write(f"{name}: {before} -> {after}  tune {now:.5f}\n")
        sys.stdout.flush()
    sys.stdout.write(f"held {worth(library, 'held'):.5f}\n")


if __name__ == "__main__":
    main()
