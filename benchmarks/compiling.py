"""How long an author waits: the first start in a fresh checkout, and the start after each edit.

    python benchmarks/compiling.py                 # this checkout
    python benchmarks/compiling.py --game caylus   # edits of another game

Measured in a copy of the checkout without any cache or bytecode. After the first start a line of
comment is added to one file of each kind in turn, and the program is started again; ``check`` and
``score`` of a file follow. Wall time is what the aims are about, on two idle cores; processor time
tells what the machine did otherwise.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
FIRST, EDITED = 10.0, 2.0
KINDS = (
    "game",
    "glossary",
    "rules",
    "asked",
    "rulings",
    "tables",
    "scoring",
    "calculators",
    "flow",
)


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="rulesref-compiling-") as folder:
        checkout = _copied(Path(folder) / "checkout")
        environment = {
            key: value for key, value in os.environ.items() if not key.startswith("PYTHON")
        } | {"RULESREF_HOME": str(Path(folder) / "home")}
        _print("first start", [_timed(["games"], checkout, environment)], FIRST)
        for kind in KINDS:
            times = []
            for _ in range(options.runs):
                with _file(checkout / "data" / options.game, kind).open(
                    "a", encoding="utf-8"
                ) as file:
                    file.write("# edited\n")
                times.append(_timed(["games"], checkout, environment))
            _print(f"{kind} edited", times, EDITED)
        position = str(checkout / "data" / "demo" / "mexica-period-2.yaml")
        for words in (["check"], ["score", "mexica", position], ["games"]):
            times = [_timed(words, checkout, environment) for _ in range(options.runs)]
            _print(" ".join(words[:2]), times)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="First start and starts after edits.")
    parser.add_argument("--game", default="tzolkin", help="whose files are edited (tzolkin)")
    parser.add_argument("--runs", type=int, default=3, help="edits of each kind of file (3)")
    return parser.parse_args()


def _copied(target: Path) -> Path:
    """The checkout as it is cloned: without what was made from it."""
    made = shutil.ignore_patterns("__pycache__", "*.mo", "*.sqlite")
    for name in ("rulesref", "data", "locales"):
        shutil.copytree(ROOT / name, target / name, ignore=made)
    return target


def _file(game: Path, kind: str) -> Path:
    return min((game / "rules").iterdir()) if kind == "rules" else game / f"{kind}.yaml"


def _timed(
    words: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> tuple[float, float]:
    """Wall and processor time of a run in seconds."""
    cpu, wall = _spent(), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "rulesref", *words], check=True, cwd=folder, env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return time.perf_counter() - wall, _spent() - cpu


def _spent() -> float:
    """Processor time of all children so far."""
    used = os.times()
    return used.children_user + used.children_system


def _print(what: str, times: Sequence[tuple[float, float]], aim: float | None = None) -> None:
    wall, cpu = (median(column) for column in zip(*times))
    over = f"  over {aim:g}" if aim and wall > aim else ""
    print(f"{what:20}{wall:7.2f} s{cpu:9.2f} s CPU{over}", flush=True)


if __name__ == "__main__":
    main()
