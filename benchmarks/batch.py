"""How fast `rulesref score --batch` is, beside plain Python written by hand for the same games.

    python benchmarks/batch.py                  # every game: instructions a line, the ratio, memory
    python benchmarks/batch.py mexica --cpu     # one game, by CPU seconds instead, where there is no valgrind

Both sides read the same lines: the yardstick with `json.loads`, its scorer and `json.dumps`; ours from bytes to
bytes, as the command does it. What a line costs is the difference of a long run and a short one. Instructions
repeat to 0.3 % whatever else the machine does; of CPU seconds the least of several runs counts. Memory is the peak
of a process that scores 10,000 and 100,000 lines.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.instructions import instructions
from benchmarks.yardstick import SCORERS, score
from benchmarks.yardstick.positions import random_position
from rulesref.compiling.opening import LazyCompiler
from rulesref.library.library import Library
from rulesref.model.game import Game
from rulesref.scoring.batches import Batch, run
from rulesref.show.batch_lines import JsonLines

#: What no game may fall below.
AIM = 0.25
SHORT, LONG = 40, 240


def main() -> None:
    options = _options()
    if options.side:
        alone(options.games[0], options.side, options.lines)
        return
    unit = "µs" if options.cpu else "k"
    print(f"{'game':<9}{f'by hand, {unit}':>13}{f'ours, {unit}':>9}{'ratio':>7}{'10k':>9}{'100k':>9}  peak memory")  # fmt: skip
    slow = []
    for name in options.games or SCORERS:
        hand, ours = (seconds if options.cpu else counted)(name)
        memory = [f"{peak(name, many):.0f} MB" for many in options.memory]
        print(f"{name:<9}{hand:>13,.0f}{ours:>9,.0f}{hand / ours:>7.2f}" + "".join(f"{mb:>9}" for mb in memory), flush=True)  # fmt: skip
        if hand / ours < AIM:
            slow.append(name)
    if slow:
        sys.exit(f"slower than {AIM} of the yardstick: {', '.join(slow)}")


def _lines(name: str, count: int) -> list[str]:
    rng = random.Random(name)
    return [json.dumps(random_position(name, rng), ensure_ascii=False) for _ in range(count)]


def alone(name: str, side: str, many: int) -> None:
    """One side with so many lines, to be counted from outside; as many are made for a short run as for a long one."""
    lines = _lines(name, LONG)[:many]
    game = Library((), LazyCompiler()).game(name)
    if side == "hand":
        by_hand(lines)
    else:
        by_engine(game, ("\n".join(lines) + "\n").encode())


def counted(name: str) -> tuple[float, float]:
    """Thousands of instructions of a line by hand and by ours."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, str(Path(__file__).resolve()), name, "-n"]
    # The first run compiles the game and the bytecode.
    subprocess.run([*command, "1", "--side", "ours"], env=environment, check=True)
    costs = []
    for side in ("hand", "ours"):
        short, long = (
            instructions([*command, str(many), "--side", side], environment, Path.cwd())
            for many in (SHORT, LONG)
        )
        costs.append((long - short) / (LONG - SHORT) / 1e3)
    return costs[0], costs[1]


def seconds(name: str, runs: int = 9) -> tuple[float, float]:
    """Microseconds of CPU time of a line by hand and by ours, in turns."""
    lines = _lines(name, 1_000)
    raw = ("\n".join(lines) + "\n").encode()
    game = Library((), LazyCompiler()).game(name)
    times: list[tuple[float, float]] = []
    for _ in range(runs):
        begun = time.process_time()
        by_hand(lines)
        between = time.process_time()
        by_engine(game, raw)
        times.append((between - begun, time.process_time() - between))
    hand, ours = (min(each) / len(lines) * 1e6 for each in zip(*times, strict=True))
    return hand, ours


def by_hand(lines: list[str]) -> None:
    for line in lines:
        json.dumps(score(json.loads(line)), ensure_ascii=False, default=_number)


def _number(value: Any) -> float:
    assert isinstance(value, Fraction)
    return float(value)


def by_engine(game: Game, raw: bytes) -> None:
    """As the command does it, from a stream of bytes to bytes; compiling is part of it."""
    batch = Batch(
        file="-", event=None, rulings={}, reopen=lambda: game, renderer=JsonLines("ja")
    )  # fmt: skip
    assert run(batch, game, io.BytesIO(raw), lambda _: None)


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


def peak(name: str, count: int) -> float:
    """The peak memory, in MB, of a process that scores so many lines of a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.jsonl"
        some = _lines(name, 2_000)
        with path.open("w", encoding="utf-8") as file:
            for index in range(count):
                file.write(some[index % len(some)] + "\n")
        command = ["--format", "json", "score", name, str(path), "--batch"]
        ran = subprocess.run(
            [sys.executable, "-c", _PEAK, *command], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, check=True, text=True,
        )  # fmt: skip
    return int(ran.stderr.split()[-1]) / 1024


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--cpu", action="store_true", help="CPU seconds instead of instructions")
    parser.add_argument("--memory", type=int, nargs="*", default=(10_000, 100_000), metavar="LINES",
                        help="of how many lines the peak memory is looked at")  # fmt: skip
    parser.add_argument("-n", "--lines", type=int, default=SHORT, help=argparse.SUPPRESS)
    parser.add_argument("--side", choices=["hand", "ours"], help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
