"""How well the questions of a game are answered that has no phrases: a glossary, titles and texts alone.

    python -m tests.search.bare [--half tune|held]

Each game in turn is asked without its ``asked.yaml``, beside the others, which keep theirs.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Iterator
from typing import Any

from rulesref.base.disk import connected
from rulesref.compiling.writing import copy_game, finish, folders_of, prepare, store
from rulesref.library.library import Library, Shelf
from rulesref.search.index import Index, make_index
from tests.helpers import DATA, game_data, open_library
from tests.search.quality import HALVES, games, graded, questions, recall, silences


def bare_libraries() -> Iterator[tuple[str, Library]]:
    """Each game, and a library in which it has no phrases and only its own words are mended; the others stand beside it."""
    compiled = games().near[0].connection
    for game in [folder.name for folder in folders_of(DATA)]:
        data = {**game_data(DATA / game), "asked": []}
        yield game, _library(compiled, game, data, make_index(data))


def _library(compiled: sqlite3.Connection, bare: str, data: Any, index: Index) -> Library:
    connection = connected(":memory:")
    prepare(connection)
    for n, game in compiled.execute("SELECT n, id FROM game").fetchall():
        if game == bare:
            connection.execute("INSERT INTO game VALUES (?, ?, ?, '', 0)", (n, game, game))
            store(connection, n, data, index)
        else:
            copy_game(compiled, n, connection, n)
    finish(connection)
    library = open_library()
    library.near, library.packs = [Shelf("", connection)], []
    return library


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
