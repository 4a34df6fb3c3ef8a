"""How long the companion takes: to start for one line, and for a line once it runs.

    python -m benchmarks.play               # mexica
    python -m benchmarks.play caylus

Starting is compared with ``python -c "import click"``, runs alternating, so that whatever else the
machine does falls on both alike. Lines are timed inside one process, each with its transaction on
the disk and with everything that is shown.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from rulesref.cli.common import Session
from rulesref.cli.play.loop import Loop, take_line
from rulesref.play import flow
from rulesref.play.session import PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from tests.walker import NAMES, next_line

AIM = 2.5
AIM_OF_A_LINE = 30.0
BASE = "import click"


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the companion.")
    parser.add_argument("games", nargs="*", default=["mexica"])
    parser.add_argument("--runs", type=int, default=41, help="starts of each command (41)")
    parser.add_argument("--lines", type=int, default=300, help="lines of each play (300)")
    options = parser.parse_args()
    for game in options.games:
        with tempfile.TemporaryDirectory(prefix="rulesref-play-") as home:
            os.environ["RULESREF_HOME"] = home
            # Bytecode is cached, as Python does by itself, and the checkout stays clean.
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.environ["PYTHONPYCACHEPREFIX"] = f"{home}/bytecode"
            loop = begun(game)
            lines(game, loop, options.lines)
            starts(game, options.runs)


def begun(game: str) -> Loop:
    """A new play of the game."""
    session = Session("ja", lang_chosen=True)
    rules = session.library.wanted(game)
    names = NAMES[: max(2, rules.about.players[0])]
    play_session, _ = PlaySession.new(
        PlayStore.open(), rules, names, read_options(rules, ())[0], "full"
    )
    return Loop(session, play_session)


def lines(game: str, loop: Loop, many: int) -> None:
    """Time lines that a random walker types; a play that ends is taken back to its beginning."""
    random = Random(1)
    times: list[float] = []
    spent: list[float] = []
    loop.prepare()
    while len(times) < many:
        if loop.dispatcher.play_session.state.finished:
            loop.dispatcher.play_session.back_to(0)
        line = next_line(loop.dispatcher.play_session, random)
        begin, cpu = time.perf_counter(), time.process_time()
        with contextlib.redirect_stdout(io.StringIO()):
            take_line(loop.screen, line)
        times.append((time.perf_counter() - begin) * 1e3)
        spent.append((time.process_time() - cpu) * 1e3)
        loop.dispatcher.missing = None
    slow = sorted(times)[int(many * 0.99)]
    busy = sorted(spent)[int(many * 0.99)]
    over = f"  over {AIM_OF_A_LINE} ms" if slow > AIM_OF_A_LINE else ""
    print(
        f"{game}: a line {median(times):.1f} ms ({median(spent):.1f} of CPU), 99 of 100 within "
        f"{slow:.1f} ms ({busy:.1f} of CPU), {many} lines{over}"
    )
    while (
        flow.pending(loop.dispatcher.play_session.game, loop.dispatcher.play_session.state)
        is not None
    ):
        loop.dispatcher.play_session.undo()


def starts(game: str, runs: int) -> None:
    """Time ``play do`` as a program."""
    program = str(Path(sys.executable).with_name("rulesref"))
    commands = {
        BASE: [sys.executable, "-c", BASE],
        "play do note x": [program, "play", "do", "note", "x"],
        "play do due": [program, "play", "do", "due"],
        "play show": [program, "play", "show"],
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for number in range(runs + 2):
        for name, command in commands.items():
            cpu, wall = _spent(), time.perf_counter()
            subprocess.run(
                command, check=True, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir()
            )
            if number >= 2:  # the first runs fill caches
                times[name].append((_spent() - cpu, time.perf_counter() - wall))
    base = [median(each) for each in zip(*times[BASE], strict=True)]
    for name, seconds in times.items():
        cpu, wall = (median(each) for each in zip(*seconds, strict=True))
        over = f"  over {AIM}" if cpu > AIM * base[0] else ""
        print(
            f"{game}: {name:16}{cpu * 1e3:7.1f} ms CPU ({cpu / base[0]:.2f})"
            f"{wall * 1e3:8.1f} ms wall ({wall / base[1]:.2f}){over}"
        )


def _spent() -> float:
    """Processor time of all children so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
