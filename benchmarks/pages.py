"""What pages for phones cost: processor of the server a request, and how soon a tap is on another phone.

    python benchmarks/pages.py            # every game, a play in its midst
    python benchmarks/pages.py tzolkin    # one of them

Aims, on an idle machine: a page 15 ms, a sheet 30 ms of the server's processor; another phone has the page after 200 ms.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from rulesref.play import flow
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from tests.helpers import home_in
from tests.web.serving import Serving
from tests.web.test_taps import GAMES, played

PLAYS = {"caylus": "3-full", "mexica": "2-full", "praga": "1-full", "tigris": "3-full-whole", "toy": "2-full", "tzolkin": "2-full"}  # fmt: skip
ROWS, TIMES = 60, 20


class Phone:
    """One that has joined."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.connection = HTTPConnection("127.0.0.1", serving.port, timeout=60)
        self.cookie = ""
        self.connection.request("GET", f"/join/{serving.key}")
        answer = self.connection.getresponse()
        answer.read()
        self.cookie = str(answer.getheader("set-cookie")).split(";")[0]

    def ask(self, path: str, body: Any = None, **headers: str) -> bytes:
        own = {"cookie": f"{self.cookie}; lang=ja", **headers}
        if body is not None:
            own |= {"content-type": "application/json", "origin": self.serving.url}
        sent = None if body is None else json.dumps(body).encode()
        self.connection.request("POST" if sent else "GET", path, sent, own)
        answer = self.connection.getresponse()
        said = answer.read()
        assert answer.status == 200, said
        return said

    def events(self, path: str) -> Iterator[float]:
        """When each revision of a play was heard of."""
        stream = HTTPConnection("127.0.0.1", self.serving.port, timeout=60)
        stream.request("GET", f"{path}/events", headers={"cookie": self.cookie})
        answer = stream.getresponse()
        while True:
            if answer.readline().startswith(b"data:"):
                yield time.perf_counter()


def cpu(process: int) -> float:
    """Milliseconds that a process has worked."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def begun(game: str) -> PlaySession:
    """A play of a game, some lines on."""
    typed = played(GAMES / game / "plays" / f"{PLAYS[game]}.txt", ROWS)
    begins, *entries = typed.log()
    assert begins.state is not None
    store, state = PlayStore.open(), typed.state
    play, _ = PlaySession.new(store, typed.game, state.names, state.options, begins.state.tracked)
    for entry in entries:
        play.carry(entry.line.typed, dict(entry.line.command))
    return play


def measured(game: str, serving: Serving) -> None:
    """Print a line of figures."""
    play = begun(game)
    path = f"/play/{play.play.name}"
    one, other = Phone(serving), Phone(serving)

    def rev() -> int:
        found = re.search(rb'data-rev="(\d+)"', one.ask(path, x_part="standing"))
        assert found
        return int(found[1])

    def cost(each: Any) -> float:
        each()
        before = cpu(serving.process.pid)
        for _ in range(TIMES):
            each()
        return (cpu(serving.process.pid) - before) / TIMES

    def taken_back_and_done() -> None:
        for what in ("undo", "redo"):
            one.ask(f"{path}/move", {"what": what, "rev": rev()})

    now = rev()
    offered = flow.possible_choices(play.game, play.state)
    sheets = {
        action.id: cost(lambda action=action: one.ask(f"{path}/do", {"action": action.id, "given": {}, "rev": now}))
        for action in offered if action.ask
    }  # fmt: skip
    dearest = max(sheets, key=lambda name: sheets[name], default="-")
    heard = other.events(path)
    next(heard)
    waits = []
    for n in range(TIMES):
        body = {"what": "redo" if n % 2 else "undo", "rev": rev()}
        before = time.perf_counter()
        one.ask(f"{path}/move", body)
        next(heard)
        other.ask(path, x_part="standing")
        waits.append((time.perf_counter() - before) * 1000)
    print(
        f"{game:8} page {cost(lambda: one.ask(path)):5.1f} ms   changed and shown {cost(taken_back_and_done) / 2:5.1f} ms   "
        f"sheets {statistics.mean(sheets.values() or [0]):5.1f} ms, dearest {dearest} {sheets.get(dearest, 0):5.1f} ms   "
        f"on another phone {statistics.median(waits):4.0f} ms, at most {max(waits):4.0f} ms",
        flush=True,
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        home = home_in(Path(folder))
        os.environ["RULESREF_HOME"] = str(home)
        serving = Serving(home)
        try:
            for name in sys.argv[1:] or PLAYS:
                measured(name, serving)
        finally:
            serving.end()
