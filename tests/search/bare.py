"""How well the questions of a game are answered that has no phrases: a glossary, titles and texts alone.

    python -m tests.search.bare [--half tune|held]

Each game in turn is asked without its phrases, beside the others, which keep theirs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from rulesref.base.disk import connected
from rulesref.compiling.writing import finish, folders_of, prepare, store
from rulesref.library.library import PROGRAM, GameSource, Library
from rulesref.search.index import make_index
from tests.helpers import DATA, game_data, open_library
from tests.search.quality import HALVES, graded, questions, recall, silences


def bare_libraries() -> Iterator[tuple[str, Library]]:
    """Each game, and a library in which it has no phrases; the others stand beside it."""
    for game in [folder.name for folder in folders_of(DATA)]:
        library = open_library()
        shelf = bare_shelf(game, {**game_data(DATA / game), "phrases": []})
        library.near = [shelf if other.game == game else other for other in library.near]
        yield game, library


def bare_shelf(game: str, data: Mapping[str, Any]) -> GameSource:
    """A shelf with one game of this data, in memory."""
    connection = connected(":memory:")
    prepare(connection)
    connection.execute("INSERT INTO game VALUES (0, ?, ?, '', 0)", (game, game))
    store(connection, 0, data, make_index(data))
    finish(connection)
    return GameSource("", PROGRAM, lambda _: connection, game=game)


def figures(half: str) -> Iterator[tuple[str, list[int | None], list[bool]]]:
    """Each game with the places of what its questions want, and whether silence was kept."""
    for game, library in bare_libraries():
        asked = [q for q in graded(questions()) if (q.game, q.half) == (game, half)]
        quiet = [q for q in silences() if q.game in (None, game) and q.half == half]
        yield (
            game,
            [q.place(q.ask(library)) for q in asked],
            [not q.ask(library).hits for q in quiet],
        )


def report(half: str) -> Iterator[str]:
    """The figures of a half, game by game."""
    every: list[int | None] = []
    quiet: list[bool] = []
    for game, places, kept in figures(half):
        every += places
        quiet += kept
        yield _line(half, game, places, kept)
    yield _line(half, "all", every, quiet)


def _line(half: str, game: str, places: list[int | None], kept: list[bool]) -> str:
    found = f"@1 {recall(places, 1):.3f} @3 {recall(places, 3):.3f}"
    return f"{half}  {game:8} {len(places):4} {found}  silence kept {sum(kept)} of {len(kept)}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None
    )
    parser.add_argument("--half", choices=HALVES)
    asked = parser.parse_args()
    for half in [asked.half] if asked.half else HALVES:
        for line in report(half):
            sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
