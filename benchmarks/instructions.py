"""How many instructions a command costs, and its memory, compared with ``python -c "import click"``.

    python benchmarks/instructions.py                      # every command below
    python benchmarks/instructions.py "show" "TAB"    # some of them
    python benchmarks/instructions.py --python /venv/bin/python    # what is installed there, as from a wheel

Valgrind counts them, so that other processes on the machine change nothing; the same command repeats to 0.3 %.
Bytecode is compiled and the games are opened before anything is counted.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
BASE = "import click"


class Case(NamedTuple):
    """A command, what it should cost at most as a multiple of the base, and what the shell sets to complete a word."""

    words: Sequence[str]
    aim: float | None = None
    completes: str | None = None


def _cases(folder: Path) -> dict[str, Case]:
    position = ROOT / "data/demo/mexica-period-2.yaml"
    as_json = folder / "position.json"
    return {
        "rule, ja, its game": Case(["ask", "caylus", "監督官はいつ動く"], 1.6),
        "rule, ja, all games": Case(["ask", "監督官はいつ動く"], 1.6),
        "rule, en, all games": Case(["ask", "when may I move a bridge"], 1.6),
        "number, ja": Case(["ask", "mexica", "橋を置くのに何AP"]),
        "number, en": Case(["ask", "mexica", "how many AP to build a level 4 temple"]),
        "tie, en, all games": Case(["ask", "how does a tie on a temple score"]),
        "show": Case(["show", "mexica", "tie-first"], 1.2),
        "term": Case(["term", "mexica", "橋"], 1.2),
        "table": Case(["table", "mexica", "ap-costs"], 1.2),
        "tables of a game": Case(["table", "mexica"]),
        "score FILE.yaml": Case(["score", "mexica", str(position)], 1.8),
        "score FILE.json": Case(["score", "mexica", str(as_json)], 1.8),
        "play do": Case(["play", "do", "note", "x"], 1.65),
        "--help": Case(["--help"]),
        "TAB": Case([], 1.2, "rulesref "),
        "TAB play": Case([], 1.2, "rulesref play "),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Instructions and memory of commands.")
    parser.add_argument("names", nargs="*", help="which commands; all by default")
    parser.add_argument("--python", default=sys.executable, help="the Python that has rulesref")
    parser.add_argument("--home", help="a folder for what is compiled, to be used again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rulesref-instructions-") as temporary:
        folder = Path(temporary)
        cases = _cases(folder)
        program = str(Path(options.python).with_name("rulesref"))
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        environment |= {
            "RULESREF_HOME": options.home or temporary,
            "PYTHONHASHSEED": "0",
            "LANG": "ja_JP.UTF-8",
        }
        environment["PYTHONPYCACHEPREFIX"] = (
            f"{options.home or temporary}/bytecode"  # leaves the checkout clean
        )
        _prepare(options.python, cases, environment)
        measured = {BASE: ([options.python, "-c", BASE], environment)}
        for name in options.names or cases:
            measured[name] = ([program, *cases[name].words], _environment(cases[name], environment))
        base = 0
        print(f"{'':22}{'M':>7}{'ratio':>7}{'MB':>7}")
        for name, (command, with_) in measured.items():
            subprocess.run(command, env=with_, cwd=temporary, stdout=subprocess.DEVNULL, check=True)
            cost = instructions(command, with_, folder)
            base = base or cost
            aim = cases[name].aim if name in cases else None
            over = f"  aim {aim}" if aim and cost / base > aim + 0.005 else ""
            memory = run_alone(command, with_, folder)[1] / 1024
            print(f"{name:22}{cost / 1e6:7.0f}{cost / base:7.2f}{memory:7.1f}{over}", flush=True)


def _prepare(python: str, cases: Mapping[str, Case], environment: Mapping[str, str]) -> None:
    """The games compiled, the position as JSON, and a play to add lines to."""
    words = ["-m", "rulesref", "play", "new", "mexica", "--players", "3"]
    subprocess.run([python, *words], check=True, env=environment, stdout=subprocess.DEVNULL)
    convert = (
        "import json, sys; from ruamel.yaml import YAML;"
        "json.dump(YAML(typ='safe').load(open(sys.argv[1])), open(sys.argv[2], 'w'))"
    )
    files = [cases[f"score FILE.{form}"].words[-1] for form in ("yaml", "json")]
    subprocess.run([python, "-c", convert, *files], check=True, env=environment)


def _environment(case: Case, environment: Mapping[str, str]) -> dict[str, str]:
    if case.completes is None:
        return {**environment}
    place = str(len(case.completes.split()))
    asked = {"COMP_WORDS": case.completes, "COMP_CWORD": place}
    return {**environment, "_RULESREF_COMPLETE": "bash_complete", **asked}


def instructions(command: Sequence[str], environment: Mapping[str, str], folder: Path) -> int:
    """The instructions of one run."""
    tool = [
        "valgrind",
        "--tool=cachegrind",
        "--cache-sim=no",
        f"--cachegrind-out-file={os.devnull}",
    ]
    run = subprocess.run(
        [*tool, *command], env=environment, cwd=folder, capture_output=True, text=True, check=True
    )
    found = re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)
    if found is None:
        sys.exit(run.stderr)
    return int(found[1].replace(",", ""))


#: A process of its own, smaller than any that is measured: a child begins with the peak of whoever starts it.
_STARTER = """
import json, os, sys, time
begun = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
                       file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
_, status, used = os.wait4(child, 0)
print(json.dumps([time.perf_counter() - begun, used.ru_maxrss, os.waitstatus_to_exitcode(status)]))
"""


def run_alone(
    command: Sequence[str], environment: Mapping[str, str], folder: Path
) -> tuple[float, int]:
    """Seconds of a command and its largest resident size in kB; exit codes above 1 end the program."""
    starter = [sys.executable, "-I", "-S", "-c", _STARTER, *command]
    run = subprocess.run(starter, env=environment, cwd=folder, stdout=subprocess.PIPE, check=True)
    seconds, most, code = json.loads(run.stdout)
    if code not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {code}")
    return seconds, most


if __name__ == "__main__":
    main()
