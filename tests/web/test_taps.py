"""Every known play by taps alone: the same states, and as many points, as by typed lines."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rulesref.model.game import Game
from rulesref.play.known_play import KnownPlay, begun
from rulesref.play.replay import LogEntry
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from tests.helpers import DATA, TESTS, TOY, game_in
from tests.unit.web.conftest import Pages, pages
from tests.web.hands import Calls, Hand, by_taps

__all__ = ["pages"]
pytestmark = pytest.mark.slow
GAMES = TESTS / "games"
PLAYS = sorted(p for p in GAMES.glob("*/plays/*.txt") if not p.stem.startswith("standard-"))
#: By day a whole play of each game, and one in which every counter is kept.
BY_DAY = {
    "caylus/3-light", "mexica/2-light", "praga/1-light", "tigris/4-full-open", "tigris/2-full-limits", "toy/2-full",
    "toy/2-light", "tzolkin/2-light",
}  # fmt: skip


def game_of(path: Path) -> Game:
    name = path.parent.parent.name
    return game_in(TOY if name == "toy" else DATA / name)


def played(path: Path, most: int | None = None) -> PlaySession:
    """The play as it was typed, as far as its first rows go."""
    rows = path.read_text(encoding="utf-8").split("\n")[:most]
    known = begun(game_of(path), rows)
    assert isinstance(known, KnownPlay)
    assert list(known.otherwise(rows, path.name)) == []
    return known.play_session


def called(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path, id=called(path), marks=() if called(path) in BY_DAY else pytest.mark.nightly
        )
        for path in PLAYS
    ],
)
def test_a_known_play_goes_by_taps(path: Path, pages: Pages) -> None:
    typed = played(path)
    begins, *entries = typed.log()
    assert begins.state is not None
    names, options, tracked = typed.state.names, typed.state.options, begins.state.tracked
    play, _ = PlaySession.new(PlayStore.open(), typed.game, names, options, tracked)
    name = play.play.name
    hand = Hand(Calls(pages.phone(), f"/play/{name}"))
    only_typed = []
    for entry in entries:
        command = {**entry.line.command, "names": names}
        right = partial(stands, pages, name, entry)
        if by_taps(hand, command, right, entry.line.typed) is None:
            only_typed.append(entry.line.typed)
    # Notes, how much is kept and counters that no page shows are typed.
    assert called(path) not in BY_DAY or only_typed == []
    assert pages.hub.session(name).state == typed.state


def stands(pages: Pages, name: str, entry: LogEntry) -> bool:
    """Whether a play stands as it did after a line."""
    return pages.hub.session(name).state == entry.state
