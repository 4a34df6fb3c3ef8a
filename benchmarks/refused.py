"""What a refused line of `rulesref score --batch` costs beside a good one.

    python benchmarks/refused.py                  # every game, every kind of fault
    python benchmarks/refused.py mexica -n 500    # one game, fewer lines

Good lines and those with one fault each are scored in turns by one process, so that whatever else the
machine does falls on both alike; a ratio is the median of the pairs. Lines are scored as the command
does it with `--format json`, or with `--text` as it does it for people. No line comes twice.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.yardstick import SCORERS
from benchmarks.yardstick.positions import random_position
from rulesref.compiling.opening import LazyCompiler
from rulesref.library.library import Library
from rulesref.model.game import Game
from rulesref.scoring.batch.line_scoring import Batch, Lines
from rulesref.show.batch_lines import _SAID, JsonLines, TextLines

AIM = 2.0


def main() -> None:
    options = _options()
    library = Library((), LazyCompiler())
    over = []
    print(f"{'game':<9}{'good/s':>8}  " + "".join(f"{kind:>14}" for kind in KINDS))
    for name in options.games or SCORERS:
        game = library.game(name)
        rng = random.Random(name)
        good = [random_position(name, rng) for _ in range(options.lines * options.runs)]
        speed, ratios = measured(game, good, options.runs, text=options.text)
        shown = [f"{ratio:.2f}" if ratio is not None else "-" for ratio in ratios.values()]
        print(f"{name:<9}{speed:>8,.0f}  " + "".join(f"{text:>14}" for text in shown), flush=True)
        over += [f"{name}: {kind}" for kind, ratio in ratios.items() if ratio and ratio > AIM]
    if over:
        sys.exit(f"more than {AIM:g} times a good line: {', '.join(over)}")


def measured(
    game: Game, good: list[Any], runs: int, *, text: bool
) -> tuple[float, dict[str, float | None]]:
    """Good lines a second, and what one with each kind of fault costs beside them."""
    lines = Lines(
        Batch(game=game.id, file="-", event=None, rulings={}, reopen=lambda: game,
              renderer=TextLines("en") if text else JsonLines("en")),
        game,
    )  # fmt: skip
    sound = [*map(_written, good)]
    assert lines.scored(_joined(sound), 1)[1]
    faulty = {kind: [*_refused(make, good, lines)] for kind, make in KINDS.items()}
    _SAID.clear()
    times: dict[str, list[float]] = {kind: [] for kind in KINDS}
    alone = []
    for run in range(runs):
        for kind, every in faulty.items():
            one = _seconds(lines, sound[run::runs])
            alone.append(one)
            if bad := every[run::runs]:
                times[kind].append(_seconds(lines, bad) / one)
    return 1 / median(alone), {kind: median(own) if own else None for kind, own in times.items()}


def _refused(make: Callable[..., str | None], good: list[Any], lines: Lines) -> Iterator[str]:
    """Lines with a fault; where one cannot be made so that it is refused, it is left out."""
    rng = random.Random(0)
    for data in good:
        line = make(copy.deepcopy(data), rng, lines)
        if line is not None and not lines.scored(line.encode(), 1)[1]:
            yield line


def _whole(data: Any, rng: random.Random) -> tuple[dict[str, Any], str]:
    """A number that somebody has, and where."""
    return rng.choice([
        (player, key) for player in data["players"] for key, value in player.items() if type(value) is int
    ])  # fmt: skip


def _put(data: Any, rng: random.Random, value: Any) -> str:
    who, key = _whole(data, rng)
    who[key] = value
    return _written(data)


def _type(data: Any, rng: random.Random, _: Lines) -> str:
    return _put(data, rng, "many")


def _range(data: Any, rng: random.Random, _: Lines) -> str:
    return _put(data, rng, -1)


def _key(data: Any, rng: random.Random, _: Lines) -> str:
    who, key = _whole(data, rng)
    who[f"{key}s"] = who.pop(key)
    return _written(data)


def _check(data: Any, rng: random.Random, lines: Lines) -> str | None:
    """Numbers are raised until only a check of the game refuses them; None when none does."""
    for _ in range(40):
        other = copy.deepcopy(data)
        who, key = _whole(other, rng)
        who[key] += rng.choice([1, 2, 3, 5, 10, 20])
        line = _written(other)
        told, sound = lines.scored(line.encode(), 1)
        if not sound and b"E440" in told:
            return line
    return None


def _cut(data: Any, rng: random.Random, _: Lines) -> str:
    line = _written(data)
    return line[: rng.randrange(len(line) // 4, 3 * len(line) // 4)]


def _broken(data: Any, rng: random.Random, _: Lines) -> str:
    line = _written(data)
    cut = rng.choice([at for at, sign in enumerate(line) if sign == ":"])
    return line[:cut] + line[cut + 1 :]


KINDS: dict[str, Callable[..., str | None]] = {
    "bad type": _type,
    "unknown key": _key,
    "out of range": _range,
    "failed check": _check,
    "broken JSON": _broken,
    "cut": _cut,
}


def _written(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def _joined(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def _seconds(lines: Lines, block: list[str]) -> float:
    """What a line of a block takes."""
    joined = _joined(block)
    start = time.process_time()
    lines.scored(joined, 1)
    return (time.process_time() - start) / len(block)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("-n", "--lines", type=int, default=400, help="lines of a run")
    parser.add_argument("--runs", type=int, default=7, help="pairs of runs")
    parser.add_argument("--text", action="store_true", help="lines for people instead of JSON")
    return parser.parse_args()


if __name__ == "__main__":
    main()
