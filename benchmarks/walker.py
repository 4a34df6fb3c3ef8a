"""Plays every game many times, choosing at random among what the companion offers.

    python -m benchmarks.walker 1000             # plays of every game
    python -m benchmarks.walker 1000 --game toy --from 5000

A line for each game: how many plays, lines and refused lines, which choices were never taken. What
goes wrong is told with the seed by which it goes wrong again; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from pathlib import Path

from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.store import Store
from tests.helpers import TOY, game_folders, game_in
from tests.walker import walked


def main() -> int:
    parser = argparse.ArgumentParser(description="A random walker through every game.")
    parser.add_argument("plays", type=int, help="plays of each game")
    parser.add_argument("--game", action="append", help="only this game (toy is the invented one)")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--quick", action="store_true", help="no undo and redo at every step")
    options = parser.parse_args()
    folders = [folder for folder in (TOY, *game_folders()) if (folder / "flow.yaml").is_file()]
    wanted = [folder for folder in folders if not options.game or folder.name in options.game]
    seeds = range(options.first, options.first + options.plays)
    return int(sum(walk(folder, seeds, thorough=not options.quick) for folder in wanted) > 0)


def walk(folder: Path, seeds: range, *, thorough: bool) -> bool:
    """Play one game so many times; whether anything went wrong."""
    game = game_in(folder)
    begin, lines, refused, scorings, wrong = time.perf_counter(), 0, 0, 0, 0
    taken: set[str] = set()
    for seed in seeds:
        try:
            found = walked(game, seed, Store.in_memory(), thorough=thorough)
        except Exception as error:  # noqa: BLE001 - everything is told, and the next play begins
            wrong += 1
            told(game, seed, error)
            continue
        lines += found.lines
        refused += found.refused
        scorings += found.scorings
        taken |= found.actions
    never = sorted(set(flow.flow_of(game).actions) - taken)
    seconds = time.perf_counter() - begin
    print(
        f"{folder.name}: {len(seeds)} plays, {lines} lines, {refused} refused, {scorings} scorings, "
        f"{wrong} wrong, {seconds:.0f} s" + (f"; never taken: {', '.join(never)}" if never else ""),
        flush=True,
    )
    return bool(wrong)


def told(game: Game, seed: int, error: Exception) -> None:
    """Where and why, in a line."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    text = f"{type(error).__name__} {error}"[:400].replace("\n", " ")
    print(f"{game.id}, seed {seed}: {Path(where.filename).name}:{where.lineno}: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
