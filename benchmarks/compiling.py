"""How long an author waits: the first start in a fresh checkout, and the start after each edit.

    python benchmarks/compiling.py                 # this checkout
    python benchmarks/compiling.py --game caylus   # edits of another game

Measured in a copy of the checkout without any cache, for one question to a game. After the first start one file of
each kind is edited in turn, and it is asked again: in the glossary there is a new term, among the phrases a new one,
in the others a line of comment. What search does not need follows: a shown entry, and ``check``. The aims are about
processor time.
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
from functools import partial
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
FIRST, EDITED = 4.0, 1.0
KINDS = (
    "game",
    "glossary",
    "rules",
    "rulings",
    "tables",
    "scoring",
    "calculators",
    "flow",
    "phrases",
)


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="rulesref-compiling-") as folder:
        checkout = _copied(Path(folder) / "checkout")
        environment = {
            key: value for key, value in os.environ.items() if not key.startswith("PYTHON")
        } | {"RULESREF_HOME": str(Path(folder) / "home")}
        timed = partial(_timed, folder=checkout, environment=environment)
        timed(["--help"])  # with bytecode, as it is installed
        question = ["ask", options.game, "同点"]
        _print("first show", [timed(["show", options.game])], EDITED)
        shutil.rmtree(environment["RULESREF_HOME"])
        _print("first question", [timed(question)], FIRST)
        for kind in KINDS:
            times = []
            for n in range(options.runs):
                file = _file(checkout / "data" / options.game, kind)
                _edit(file, kind, n)
                times.append(timed(question))
            _print(f"{kind} edited", times, EDITED)
        _edit(_file(checkout / "data" / options.game, "rules"), "rules", 0)
        _print("rules edited, show", [timed(["show", options.game])], EDITED)
        _print("all games", [timed(["games"])])
        _print("check", [timed(["check"])])


def _edit(file: Path, kind: str, n: int) -> None:
    """Save a file with something more in it."""
    text = file.read_text(encoding="utf-8")
    more = {
        "glossary": f"- {{id: xyzzy-{n}, ja: ゼルコバ{n}, en: xyzzy {n}}}\n",
        "phrases": f"what about xyzzy {n}\n",
    }
    file.write_text(text + more.get(kind, "# edited\n"), encoding="utf-8")


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
    if kind == "phrases":
        return game.parent / kind / f"{game.name}.txt"
    return min((game / "rules").iterdir()) if kind == "rules" else game / f"{kind}.yaml"


def _timed(
    words: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> tuple[float, float]:
    """Wall and processor time of a run in seconds."""
    cpu, wall = _spent(), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "rulesref", *words], check=True, cwd=folder, env=environment,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    return time.perf_counter() - wall, _spent() - cpu


def _spent() -> float:
    """Processor time of all children so far."""
    used = os.times()
    return used.children_user + used.children_system


def _print(what: str, times: Sequence[tuple[float, float]], aim: float | None = None) -> None:
    wall, cpu = (median(column) for column in zip(*times))
    over = f"  over {aim:g}" if aim and cpu > aim else ""
    print(f"{what:20}{wall:7.2f} s{cpu:9.2f} s CPU{over}", flush=True)


if __name__ == "__main__":
    main()
