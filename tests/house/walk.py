"""Through how many modules a request goes: what is called, in order.

    python -m tests.house.walk                  # this checkout
    python -m tests.house.walk OTHER            # another checkout
    python -m tests.house.walk --modules        # the modules by name, in the order of the walk

Every call is traced, warm, in a home of its own; what runs while a module is imported is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.house.code import ROOT

POSITION = "data/demo/mexica-period-2.yaml"
#: The requests, and what comes before the last.
WALKS = {
    "ask": ("ask", "mexica", "橋を置くのに何AP"),
    "score --explain": ("score", "mexica", POSITION, "--explain"),
    "play do": ("play", "do", "canal", "2"),
}
BEFORE: Mapping[str, list[tuple[str, ...]]] = {
    "ask": [("ask", "mexica", "橋を置くのに何AP")],  # compiles the game
    "play do": [
        ("play", "new", "mexica", "--players", "A,B", "--track", "full"),
        ("play", "do", "reveal", "10,9,8,7,6,5,4,3"),
    ],
}

TRACED = """
import json, os, sys
from collections import Counter
folder = os.path.realpath("rulesref") + os.sep
calls, modules = Counter(), []
def seen(frame, event, _):
    if event != "call":
        return
    code = frame.f_code
    if not code.co_filename.startswith(folder) or not function(code):
        return
    module = code.co_filename[len(folder):]
    back = frame.f_back.f_code.co_filename if frame.f_back else ""
    calls[module, code.co_name, code.co_firstlineno, back[len(folder):] if back.startswith(folder) else ""] += 1
def function(code):
    # Neither the body of a module nor that of a class.
    return code.co_flags & 2 and code.co_name != "<module>"
sys.path.insert(0, os.getcwd())
from rulesref.cli import main
sys.setprofile(seen)
code = main(sys.argv[1:])
sys.setprofile(None)
print(json.dumps([[*call, n] for call, n in calls.items()]), file=sys.stderr)
sys.exit(code)
"""


@dataclass(frozen=True, slots=True)
class Walk:
    """What was called for one request: modules in the order in which they were entered."""

    modules: tuple[str, ...]
    functions: int
    crossings: int


def walked(checkout: Path, words: tuple[str, ...], environment: Mapping[str, str]) -> Walk:
    """One request, traced in a process of its own."""
    done = run(["-c", TRACED, *words], checkout, environment)
    calls: list[list[Any]] = json.loads(done.stderr.splitlines()[-1])
    return Walk(
        tuple(dict.fromkeys(module for module, *_ in calls)),
        # Lambdas and comprehensions belong to the function around them.
        len({(module, name, line) for module, name, line, *_ in calls if not name.startswith("<")}),
        sum(n for module, _, _, back, n in calls if back and back != module),
    )


def run(
    words: list[str], checkout: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Python in a checkout; it must do what it is asked."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=checkout, env=dict(environment), capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def walks(checkout: Path) -> dict[str, Walk]:
    """Every request, each after what must come before it."""
    with tempfile.TemporaryDirectory(prefix="rulesref-walk-") as home:
        environment = {**os.environ, "RULESREF_HOME": home, "PYTHONUTF8": "1"}
        environment.pop("PYTHONPATH", None)
        steps = {}
        for name, words in WALKS.items():
            for before in BEFORE.get(name, ()):
                run(["-m", "rulesref", *before], checkout, environment)
            steps[name] = walked(checkout, words, environment)
        return steps


def main() -> None:
    """Print what the walks met."""
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--modules", action="store_true")
    options = parser.parse_args()
    for name, walk in walks(options.checkout.resolve()).items():
        sys.stdout.write(
            f"{name:16} {len(walk.modules):3} modules {walk.functions:4} functions "
            f"{walk.crossings:6,} calls into another module\n"
        )
        if options.modules:
            sys.stdout.writelines(f"    {module}\n" for module in walk.modules)


if __name__ == "__main__":
    main()
