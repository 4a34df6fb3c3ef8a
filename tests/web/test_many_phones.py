"""Six phones and a terminal on one play, answers that get lost and a server that is killed: every line once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from traceback import format_exc
from typing import Any

import pytest

from rulesref.play import flow
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from rulesref.web.app import application
from rulesref.web.guard import COOKIE, JoinKeys
from rulesref.web.hub import Hub
from rulesref.web.visit import Site
from tests.helpers import home_in, library
from tests.unit.web.caller import Caller

KEYS = JoinKeys("table-key", "guest-key")
STEPS, PHONES, KILLS = 30, 6, 3
RUNS = max(3, round(10 * float(os.environ.get("RULESREF_EXAMPLES", "1"))))


class Evening:
    """One play, whoever works on it, and what they were told was done."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.library = library()
        self.faults: list[str] = []
        self.began()
        answer = self.phone.post(
            "/new/toy", {"player0": "葵", "player1": "Ben", "name": f"n{seed}"}
        )
        self.address = answer.headers["location"]
        store = PlayStore.open()
        play = store.play(f"n{seed}")
        self.terminal = PlaySession.at(store, self.library.playable("toy"), play)
        self.seen = [play.revision] * PHONES
        self.nonces = 0

    def began(self) -> None:
        """A server that knows nothing of the one before."""
        self.hub = Hub(self.library)
        joins = {"table": "/join/x", "guest": "/join/y"}
        site = Site(self.hub, "en", 8017, joins, ("http://192.0.2.7:8017",))
        app = application(site, KEYS, lambda: self.faults.append(format_exc()))
        self.phone = Caller(app, {COOKIE: KEYS.table, "lang": "en"})

    def killed(self) -> None:
        self.hub.close()
        self.began()

    def tap(self, body: dict[str, Any]) -> dict[str, Any]:
        """What a phone is told; where the answer is lost it asks once more."""
        body = {"nonce": str(self.nonces), **body}
        answer = self.phone.post(f"{self.address}/do", body)
        if self.random.random() < 0.2:
            if self.random.random() < 0.3:
                self.killed()
            answer = self.phone.post(f"{self.address}/do", body)
        assert answer.status in (200, 409), answer.text
        told: dict[str, Any] = answer.json()
        return told

    def a_phone_taps(self) -> bool:
        """Whether it was told that it was done."""
        number = self.random.randrange(PHONES)
        offered = flow.possible_choices(self.terminal.game, self.now().state)
        if not offered:
            return False
        action = self.random.choice(offered)
        given: dict[str, Any] = {}
        for name, spec in action.ask.items():
            if spec.options:
                given[name] = self.random.choice(spec.options).id
        self.nonces += 1
        rev = self.seen[number] if self.random.random() < 0.8 else self.now().play.revision
        told = self.tap({"action": action.id, "given": given, "rev": rev, "go": True})
        self.seen[number] = told["rev"]
        return bool(told.get("done"))

    def a_terminal_types(self) -> None:
        self.terminal.changed_elsewhere()
        offered = flow.possible_choices(self.terminal.game, self.terminal.state)
        without = [action for action in offered if not action.ask]
        if without:
            self.terminal.take(self.random.choice(without).id)

    def now(self) -> PlaySession:
        self.terminal.changed_elsewhere()
        return self.terminal


def lines_of(session: PlaySession) -> Iterator[tuple[int, str]]:
    for entry in session.log():
        yield entry.line.n, entry.line.typed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(RUNS))
def test_what_was_acknowledged_is_there_once(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULESREF_HOME", str(home_in(tmp_path)))
    evening = Evening(seed)
    kills = {evening.random.randrange(STEPS) for _ in range(KILLS)}
    kept = len(list(lines_of(evening.now())))
    for step in range(STEPS):
        if step in kills:
            evening.killed()
        before = list(lines_of(evening.now()))
        done = False
        if evening.random.random() < 0.25:
            evening.a_terminal_types()
        else:
            done = evening.a_phone_taps()
        after = list(lines_of(evening.now()))
        # One tap or one typed line is one line more at most, and none of those before is another.
        assert after[: len(before)] == before
        assert done <= len(after) - len(before) <= 1
    assert len(list(lines_of(evening.now()))) > kept
    evening.hub.close()
    # Whoever opens the file anew finds the same.
    store = PlayStore.open()
    again = PlaySession.at(store, evening.terminal.game, store.play(f"n{seed}"))
    assert list(lines_of(again)) == list(lines_of(evening.now()))
    assert evening.faults == []


def test_a_tap_that_was_answered_is_done_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same request again, with the server that answered it and with the next one."""
    monkeypatch.setenv("RULESREF_HOME", str(home_in(tmp_path)))
    evening = Evening(0)
    action = next(a for a in flow.possible_choices(evening.terminal.game, evening.terminal.state))
    given = {name: spec.options[0].id for name, spec in action.ask.items() if spec.options}
    body = {
        "nonce": "n",
        "action": action.id,
        "given": given,
        "rev": evening.now().play.revision,
        "go": True,
    }
    first = evening.phone.post(f"{evening.address}/do", body)
    lines = list(lines_of(evening.now()))
    assert evening.phone.post(f"{evening.address}/do", body).body == first.body
    evening.killed()
    evening.phone.post(f"{evening.address}/do", body)
    assert list(lines_of(evening.now())) == lines
    evening.hub.close()
