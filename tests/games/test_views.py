"""What ``show`` prints in the middle of known plays, in both languages: one screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulesref.base.text import LANGS, cells
from rulesref.play.known_play import KnownPlay, begun
from rulesref.show.play_view import whole
from rulesref.show.terminal import Terminal, text
from tests.games.test_plays import FOLDER
from tests.helpers import DATA, game_in

#: Plays, and the row of their file after which one looks.
LOOKS = {
    "caylus/5-full-opening": 90,
    "caylus/3-light": 60,
    "mexica/3-full": 43,
    "praga/3-full": 41,
    "tigris/4-full-open": 55,
    "tigris/3-full-whole": 190,
    "tzolkin/3-full": 110,
    "tzolkin/4-shared": 23,
}
_LINES, _WIDTH = 24, 80


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("look", LOOKS)
def test_a_view_is_one_screen(look: str, lang: str, kept: Callable[[Path, str], None]) -> None:
    game, play = look.split("/")
    rows = (FOLDER / game / "plays" / f"{play}.txt").read_text(encoding="utf-8").split("\n")
    known = begun(game_in(DATA / game), rows)
    assert isinstance(known, KnownPlay)
    assert list(known.otherwise(rows[: LOOKS[look]], play)) == []
    shown = text(whole(known.play_session, lang), Terminal(width=_WIDTH))
    kept(FOLDER / game / "views" / f"{play}.{lang}.txt", shown)
    assert shown.count("\n") <= _LINES, shown
    assert [line for line in shown.splitlines() if cells(line) > _WIDTH] == []
