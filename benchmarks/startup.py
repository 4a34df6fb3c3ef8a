"""How long answers take to begin, compared with ``python -c "import click"``.

    python benchmarks/startup.py            # the package that this Python has
    python benchmarks/startup.py --wheel    # a wheel, built and installed into a fresh environment

Runs alternate, so that whatever else the machine does falls on all of them alike; the figures are
medians. Bytecode is cached, as Python does by itself and pip does when it installs a wheel; with
``--no-bytecode`` every run compiles this checkout again, as where PYTHONDONTWRITEBYTECODE is set.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
AIM = 1.5
BASE = "import click"
ANSWERS = {
    "ask, Japanese": ["ask", "mexica", "橋のコスト"],
    "ask, English": ["ask", "mexica", "bridge", "cost"],
    "all games, ja": ["ask", "橋のコスト"],
    "all games, en": ["ask", "bridge", "cost"],
    "long question": ["ask", "王宮の横に運河を置くと、相手の神殿はどうなりますか"],
    "show": ["show", "mexica", "tie-first"],
    "term": ["term", "mexica", "橋"],
    "table": ["table", "mexica", "ap-costs"],
    "games": ["games"],
    "score FILE": ["score", "mexica", str(ROOT / "data/demo/mexica-period-2.yaml")],
    "--help": ["--help"],
    "play do": ["play", "do", "note", "x"],
}
#: What is done once before.
BEFORE = ["play", "new", "mexica", "--players", "3"]


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="rulesref-startup-") as folder:
        python = _installed(Path(folder)) if options.wheel else Path(sys.executable)
        environment = _environment(Path(folder), options)
        commands = {BASE: [str(python), "-c", BASE]}
        commands |= {name: [_program(python), *words] for name, words in ANSWERS.items()}
        subprocess.run(
            [_program(python), *BEFORE], check=True, env=environment, stdout=subprocess.DEVNULL
        )
        _print(_measured(commands, environment, options.runs))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Start-up compared with importing click.")
    parser.add_argument("--runs", type=int, default=41, help="runs of each command (41)")
    parser.add_argument("--wheel", action="store_true", help="build, install and measure a wheel")
    parser.add_argument("--no-bytecode", action="store_true", help="let no run cache its bytecode")
    return parser.parse_args()


def _installed(folder: Path) -> Path:
    """The Python of a fresh environment that has the package from a wheel."""
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "-w",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(pip, check=True)
    venv.create(folder / "env", with_pip=True)
    scripts = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    wheel = next(folder.glob("rulesref-*.whl"))
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    return python


def _program(python: Path) -> str:
    return str(python.with_name("rulesref.exe" if os.name == "nt" else "rulesref"))


def _environment(folder: Path, options: argparse.Namespace) -> dict[str, str]:
    """The same for all commands, whatever this process was told about bytecode."""
    found = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    found["RULESREF_HOME"] = str(folder / "home")
    if options.no_bytecode:
        found["PYTHONDONTWRITEBYTECODE"] = "1"
    elif not options.wheel:
        found["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")  # leaves the checkout clean
    return found


def _measured(
    commands: Mapping[str, Sequence[str]], environment: Mapping[str, str], runs: int
) -> dict[str, tuple[float, float]]:
    """For each command its processor and wall time in milliseconds."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for number in range(runs + 2):
        for name, command in commands.items():
            found = _timed(command, environment)
            if number >= 2:  # the first runs fill caches
                times[name].append(found)
    return {
        name: (median(cpu for cpu, _ in found), median(wall for _, wall in found))
        for name, found in times.items()
    }


def _timed(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    cpu, wall = _spent(), time.perf_counter()
    subprocess.run(
        command, check=True, env=environment, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir()
    )
    return (_spent() - cpu) * 1e3, (time.perf_counter() - wall) * 1e3


def _clock() -> Callable[[], float]:
    """Processor time of all children so far; where the system does not tell, nothing."""
    try:
        import resource
    except ImportError:
        return lambda: 0.0

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    return spent


_spent = _clock()


def _print(found: Mapping[str, tuple[float, float]]) -> None:
    cpu_base, wall_base = found[BASE]
    print(f"{'':16}{'CPU ms':>8}{'ratio':>7}{'wall ms':>9}{'ratio':>7}")
    for name, (cpu, wall) in found.items():
        ratio = cpu / cpu_base if cpu_base else wall / wall_base
        over = f"  over {AIM}" if ratio > AIM else ""
        shown = f"{cpu / cpu_base:7.2f}" if cpu_base else f"{'':7}"
        print(f"{name:16}{cpu:8.1f}{shown}{wall:9.1f}{wall / wall_base:7.2f}{over}")


if __name__ == "__main__":
    main()
