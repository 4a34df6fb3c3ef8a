"""Scores an archive of positions or of plays anew, shared among processes or machines by Dask.

    python examples/rescore.py GAME RESULTS positions.jsonl …             # here, a process a core
    python examples/rescore.py GAME RESULTS plays/*.json --workers 4
    python examples/rescore.py GAME RESULTS … --scheduler tcp://HOST:8786   # a cluster that is running

RESULTS is a folder. Its files, one for each piece of the archive, in the order of their names have one line of
JSON for each position or play: what ``rulesref --format json score --batch`` prints for it. What is wrong is told
with file and line, and stops nothing. docs/archives.md says more.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dask import bag
from dask.distributed import Client, LocalCluster

from rulesref.api import Games, ProblemsError, Rulebook

#: So many bytes of a file of positions are one piece of work, and so many plays.
BYTES = 1 << 20
PLAYS = 50


@dataclass(frozen=True)
class Piece:
    """A part of the archive: whole lines of one file, or files with a play each (``lines`` is 0)."""

    number: int
    files: tuple[str, ...]
    start: int = 0
    length: int = 0
    first: int = 1
    lines: int = 0


@dataclass(frozen=True)
class Done:
    """What came of a piece: how many positions it had, and what was wrong, a line each."""

    many: int
    wrong: tuple[str, ...]


def pieces(files: Sequence[str], size: int = BYTES) -> list[Piece]:
    """The archive in parts. Only where they are is sent to the workers, which read the files themselves."""
    plays = [file for file in files if file.endswith(".json")]
    found = [piece for file in files if file not in plays for piece in lines_of(file, size)]
    found += [
        Piece(0, tuple(plays[place : place + PLAYS])) for place in range(0, len(plays), PLAYS)
    ]
    return [replace(piece, number=number) for number, piece in enumerate(found)]


def lines_of(file: str, size: int) -> Iterator[Piece]:
    """A file of positions, a line each, in parts of about ``size`` bytes."""
    start, first = 0, 1
    with open(file, "rb") as stream:
        while block := stream.read(size):
            block += stream.readline()
            many = block.count(b"\n")
            yield Piece(0, (file,), start, len(block), first, max(many, 1))
            start += len(block)
            first += many


def rescored(piece: Piece, game: Rulebook, folder: str) -> Done:
    """Score a piece and write its results: what each worker does."""
    lines = positions(piece, game) if piece.lines else [play(game, file) for file in piece.files]
    target = Path(folder) / f"{piece.number:06}.jsonl"
    fresh = target.with_suffix(".new")
    fresh.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    os.replace(fresh, target)  # a worker that dies leaves no half of a file
    wrong = [told for line in lines if line.startswith('{"problems"') for told in problems(line)]
    return Done(len(lines), tuple(wrong))


def positions(piece: Piece, game: Rulebook) -> list[str]:
    """The results of whole lines of a file."""
    (file,) = piece.files
    with open(file, "rb") as stream:
        stream.seek(piece.start)
        return game.score_lines(stream.read(piece.length), file=file, first=piece.first)


def play(game: Rulebook, file: str) -> str:
    """The final score of an exported play, carried out anew by the rules as they are now."""
    try:
        with game.games.import_play(file) as opened:
            return json.dumps(opened.final_score().data(), ensure_ascii=False)
    except ProblemsError as error:
        told = [{**problem, "file": problem["file"] or file} for problem in error.data()]
        return json.dumps({"problems": told}, ensure_ascii=False)


def problems(line: str) -> Iterator[str]:
    """What is wrong with a position, each problem with its place."""
    for problem in json.loads(line)["problems"]:
        place = ":".join(str(problem[key]) for key in ("file", "line", "column") if problem[key])
        yield f"{place}: [{problem['code']}] {problem['message']}"


def main() -> int:
    """Share the archive among the workers and tell what was wrong; 1 when something was."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("results", type=Path)
    parser.add_argument("archive", nargs="+")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--scheduler", help="the address of a cluster that is running")
    parser.add_argument("--data", action="append", default=[], help="a further folder of games")
    options = parser.parse_args()

    began = time.perf_counter()
    try:
        # Found here first: what is wrong with the name is told once, and what has to be compiled is compiled once.
        game = Games(*options.data).game(options.game)
    except ProblemsError as error:
        sys.exit(str(error))
    options.results.mkdir(parents=True)
    archive = pieces([os.path.abspath(file) for file in options.archive])
    with Client(options.scheduler or local(options.workers)) as client:
        started = time.perf_counter()
        work = bag.from_sequence(archive, npartitions=len(archive))
        done = work.map(rescored, game, str(options.results.resolve())).compute()
        ended = time.perf_counter()
        workers = len(client.nthreads())
    wrong = [told for each in done for told in each.wrong]
    for told in wrong:
        print(told, file=sys.stderr)
    many, seconds = sum(each.many for each in done), ended - started
    print(
        f"{many} scored in {seconds:.1f} s ({many / seconds:.0f} a second) by {workers} workers, "
        f"which took {started - began:.1f} s to start; {len(wrong)} problems"
    )
    return 1 if wrong else 0


def local(workers: int) -> LocalCluster:
    """Processes of this machine. One thread each: Python scores in one at a time."""
    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0")


if __name__ == "__main__":
    sys.exit(main())
