"""Plays of all games by taps alone, in a real browser: the same states and points as by typed lines, kept in one file."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rulesref.play.flow import State
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from tests.web.browser.conftest import at
from tests.web.browser.fingers import Fingers
from tests.web.hands import Hand, by_taps
from tests.web.test_taps import GAMES, played

if TYPE_CHECKING:
    from tests.web.browser.conftest import Join

pytestmark = [pytest.mark.slow, pytest.mark.browser]
PLAYS = ("caylus/5-light", "mexica/2-light", "praga/1-light", "tigris/4-hidden-light", "toy/2-light", "tzolkin/2-light")  # fmt: skip
#: By day so many lines at the beginning, which are turns of all players, and at the end, with the last scoring.
FIRST, LAST = 6, 2


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", PLAYS)
def test_a_play_goes_by_taps(name: str, whole: bool, join: Join, home: Path) -> None:
    game, _, stem = name.partition("/")
    typed = played(GAMES / game / "plays" / f"{stem}.txt")
    begins, *entries = typed.log()
    assert begins.state is not None
    store, names = PlayStore.open(), typed.state.names
    play, _ = PlaySession.new(store, typed.game, names, typed.state.options, begins.state.tracked)
    path = f"/play/{play.play.name}"
    page = join()
    hand = Hand(Fingers(page, path))

    def stands(state: State | None) -> bool:
        play.changed_elsewhere()
        return play.state == state

    only_typed = []
    for n, entry in enumerate(entries):
        if not whole and FIRST <= n < len(entries) - LAST:
            play.carry(entry.line.typed, dict(entry.line.command))
            continue
        if n == len(entries) - LAST:
            hand.phone.close()  # what a terminal did meanwhile is there
        command = {**entry.line.command, "names": names}
        if by_taps(hand, command, partial(stands, entry.state), entry.line.typed) is None:
            only_typed.append(entry.line.typed)
    assert only_typed == []
    assert stands(typed.state)
    assert typed.state.finished
    # The result is one file, which leads nowhere.
    page.goto(at(page, f"{path}/result"))
    with page.expect_download() as kept:
        page.locator("a[download]").click()
    saved = kept.value.path().read_text(encoding="utf-8")
    assert all(name in saved for name in names)
    assert re.findall(r"\b(?:href|src|srcset|action)=|url\(|@import", saved) == []
