"""How fast `rulesref score --batch` is, beside plain Python written by hand for the same games.

    python benchmarks/batch.py                  # every game: lines a second, the ratio, memory
    python benchmarks/batch.py mexica -n 5000   # one game, fewer lines

Both sides read the same lines: the yardstick with `json.loads`, its scorer and `json.dumps`; ours
from bytes to bytes, as the command does it. Runs alternate, so that whatever else the machine does
falls on both alike; the figures are medians, and the ratio is the median of the pairs. Memory is the
peak of a process that scores 10,000 and 100,000 lines.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.yardstick import SCORERS, score
from benchmarks.yardstick.positions import random_position
from rulesref.compiling.opening import LazyCompiler
from rulesref.library.library import Library
from rulesref.model.game import Game
from rulesref.scoring.batch.line_scoring import Batch
from rulesref.scoring.batch.streams import run
from rulesref.show.batch_lines import JsonLines

AIM = 0.5


def main() -> None:
    options = _options()
    library = Library(tuple(options.data), LazyCompiler())
    print(
        f"{'game':<9}{'yardstick/s':>12}{'ours/s':>9}{'ratio':>7}{'10k':>9}{'100k':>9}  peak memory"
    )
    slow = []
    for name in options.games or SCORERS:
        lines = _lines(name, options.lines)
        plain, ours, ratio = compared(library.game(name), lines, options.runs)
        memory = [f"{peak(name, n, options.data):.0f} MB" for n in (10_000, 100_000)]
        print(
            f"{name:<9}{plain:>12,.0f}{ours:>9,.0f}{ratio:>7.2f}{memory[0]:>9}{memory[1]:>9}",
            flush=True,
        )
        if ratio < AIM:
            slow.append(name)
    if slow:
        sys.exit(f"slower than {AIM} of the yardstick: {', '.join(slow)}")


def _lines(name: str, count: int) -> list[str]:
    rng = random.Random(name)
    return [json.dumps(random_position(name, rng), ensure_ascii=False) for _ in range(count)]


def compared(game: Game, lines: list[str], runs: int) -> tuple[float, float, float]:
    """Lines a second of the yardstick and of ours, and their ratio, as medians of several runs."""
    raw = ("\n".join(lines) + "\n").encode()
    by_hand(lines[:100])
    by_engine(game, raw[: raw.index(b"\n") + 1])
    pairs = [
        (_seconds(lambda: by_hand(lines)), _seconds(lambda: by_engine(game, raw)))
        for _ in range(runs)
    ]
    plain, ours = (len(lines) / median(pair[side] for pair in pairs) for side in (0, 1))
    return plain, ours, median(a / b for a, b in pairs)


def by_hand(lines: list[str]) -> None:
    for line in lines:
        json.dumps(score(json.loads(line)), ensure_ascii=False, default=_number)


def _number(value: Any) -> float:
    assert isinstance(value, Fraction)
    return float(value)


def by_engine(game: Game, raw: bytes) -> None:
    """As the command does it, from a stream of bytes to bytes; compiling is part of it."""
    batch = Batch(
        game=game.id,
        file="-",
        event=None,
        rulings={},
        reopen=lambda: game,
        renderer=JsonLines("ja"),
    )
    assert run(batch, game, io.BytesIO(raw), lambda _: None)


def _seconds(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


#: On Linux the peak of getrusage is that of whoever started the process, when that was larger.
_PEAK = """
import pathlib, resource, sys
from rulesref.cli import main
main(sys.argv[1:])
status = pathlib.Path("/proc/self/status")
own = [line for line in status.read_text().splitlines() if "VmHWM" in line] if status.exists() else []
peak = own[0].split()[1] if own else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak, file=sys.stderr)
"""


def peak(name: str, count: int, folders: list[str]) -> float:
    """The peak memory, in MB, of a process that scores so many lines of a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.jsonl"
        some = _lines(name, 2_000)
        with path.open("w", encoding="utf-8") as file:
            for index in range(count):
                file.write(some[index % len(some)] + "\n")
        data = [word for found in folders for word in ("--data", found)]
        command = [*data, "--format", "json", "score", name, str(path), "--batch"]
        ran = subprocess.run(
            [sys.executable, "-c", _PEAK, *command], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, check=True, text=True,
        )  # fmt: skip
    return int(ran.stderr.split()[-1]) / 1024


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("-n", "--lines", type=int, default=10_000, help="lines of a run")
    parser.add_argument("--runs", type=int, default=7, help="pairs of runs")
    parser.add_argument("--data", action="append", default=[], help="a folder of game folders")
    return parser.parse_args()


if __name__ == "__main__":
    main()
