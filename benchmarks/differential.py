"""Our scores and those of plain Python written by hand, on random positions: no difference allowed.

    python benchmarks/differential.py                  # 100,000 positions of every game
    python benchmarks/differential.py mexica -n 5000
    python benchmarks/differential.py --ordinary 20000 # and with our own step-by-step way, byte by byte

Compared are, of every player, what was there before, points, total, rank, categories, changes and
the vector, and of the table winners and the tie-breaks that were tried for first place.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.yardstick import SCORERS, score
from benchmarks.yardstick.positions import random_position
from rulesref.compiling.opening import LazyCompiler
from rulesref.library.library import Library
from rulesref.model.game import Game
from rulesref.scoring.batches import Batch, Lines
from rulesref.show.batch_lines import JsonLines

_BLOCK = 1_000


def main() -> None:
    options = _options()
    library = Library(tuple(options.data), LazyCompiler())
    wrong = 0
    for name in options.games or SCORERS:
        game = library.game(name)
        batch = Batch(
            file="-",
            event=None,
            rulings={},
            reopen=partial(library.game, name),
            renderer=JsonLines("ja"),
        )
        found = differences(Lines(batch, game), name, options.positions, options.seed)
        print(
            f"{name:<9}{options.positions:>9,} positions, {found} differences from the yardstick",
            flush=True,
        )
        wrong += found
        if options.ordinary:
            found = ordinary(Lines(batch, game), name, options.ordinary, options.seed)
            print(
                f"{name:<9}{options.ordinary:>9,} positions, {found} differences from step by step",
                flush=True,
            )
            wrong += found
    sys.exit(bool(wrong))


def differences(lines: Lines, name: str, count: int, seed: int) -> int:
    """How many of so many random positions score differently by hand."""
    rng = random.Random(f"{name} {seed}")
    wrong = 0
    for start in range(0, count, _BLOCK):
        positions = [random_position(name, rng) for _ in range(min(_BLOCK, count - start))]
        raw = "".join(json.dumps(p, ensure_ascii=False) + "\n" for p in positions).encode()
        results, _ = lines.scored(raw, start + 1)
        for position, line in zip(positions, results.splitlines(), strict=True):
            if ours(json.loads(line)) != by_hand(score(position)):
                wrong += 1
                if wrong <= 3:
                    print(json.dumps(position, ensure_ascii=False), line.decode(), sep="\n")
    assert lines.plain == count, (
        f"{count - lines.plain} positions were not scored by the plain program"
    )
    return wrong


def explained(batch: Batch, game: Game) -> Lines:
    """What scores lines step by step, without the plain program, which comes to the same sooner."""
    lines = Lines(batch, game)
    lines._program = lambda _: None  # type: ignore[assignment,misc]  # noqa: SLF001 - nobody else asks for it
    return lines


def ordinary(lines: Lines, name: str, count: int, seed: int) -> int:
    """How many results of plain programs are not, byte for byte, those of the explained way."""
    rng = random.Random(f"{name} {seed} ordinary")
    other = explained(lines.batch, lines.game)
    wrong = 0
    for number in range(1, count + 1):
        raw = json.dumps(random_position(name, rng), ensure_ascii=False).encode()
        wrong += lines.scored(raw, number) != other.scored(raw, number)
    assert lines.plain == count
    return wrong


def ours(result: dict[str, Any]) -> dict[str, Any]:
    """Our result as the yardstick gives it."""
    players = [
        {
            **{
                key: player[key] for key in ("name", "before", "points", "total", "rank", "changes")
            },
            "categories": {part["id"]: part["points"] for part in player["categories"]},
            "vector": player.get("vector"),
        }
        for player in result["players"]
    ]
    undecided = result.get("undecided", [])
    first = {*result["winners"], *undecided}
    # All ties are told; the yardstick tells those for first place.
    tried = [
        {key: tie[key] for key in ("by", "among", "values")}
        for tie in result["tie-break"]
        if first & set(tie["among"])
    ]
    winners = result["winners"]
    return {"players": players, "winners": winners, "undecided": undecided, "tie-break": tried}


def by_hand(result: dict[str, Any]) -> dict[str, Any]:
    """The result of the yardstick with numbers as JSON has them."""
    players = [{"vector": None, **player} for player in result["players"]]
    found: dict[str, Any] = _plain({**result, "players": players})
    return found


def _plain(value: Any) -> Any:
    match value:
        case Fraction():
            return float(value)
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
        case _:
            return value


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("-n", "--positions", type=int, default=100_000)
    parser.add_argument(
        "--ordinary",
        type=int,
        default=0,
        metavar="N",
        help="compare with our own ordinary way as well",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", action="append", default=[], help="a folder of game folders")
    return parser.parse_args()


if __name__ == "__main__":
    main()
