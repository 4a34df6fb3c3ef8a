"""What ``show`` prints in the middle of known plays, in both languages: one screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulesref.base.text import LANGS, cells
from rulesref.model.game import Game
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


def file_of(look: str, lang: str) -> Path:
    """Where the screen is kept."""
    game, play = look.split("/")
    return FOLDER / game / "views" / f"{play}.{lang}.txt"


def shown_at(game: Game, look: str, lang: str) -> str:
    """The screen at one of the ``LOOKS``."""
    rows = (
        (FOLDER / look.replace("/", "/plays/")).with_suffix(".txt").read_text("utf-8").split("\n")
    )
    known = begun(game, rows)
    assert isinstance(known, KnownPlay)
    assert list(known.otherwise(rows[: LOOKS[look]], look)) == []
    return text(whole(known.play_session, lang), Terminal(width=_WIDTH))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("look", LOOKS)
def test_a_view_is_one_screen(look: str, lang: str, kept: Callable[[Path, str], None]) -> None:
    shown = shown_at(game_in(DATA / look.split("/", maxsplit=1)[0]), look, lang)
    kept(file_of(look, lang), shown)
    assert shown.count("\n") <= _LINES, shown
    assert [line for line in shown.splitlines() if cells(line) > _WIDTH] == []
