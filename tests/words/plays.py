"""The kept plays of all games, line by line, and what the log has of each."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesref.fields.typed import players_named
from rulesref.model.game import Game
from rulesref.play.known_play import KnownPlay, begun
from tests.words.table import Table

_FOLDER = Path(__file__).parents[1] / "games"
GAMES = sorted({path.parent.parent.name for path in _FOLDER.glob("*/plays/*.txt")})


@dataclass(frozen=True)
class Played:
    """A line that was typed at a table, the lines and commands that the log has of it, or how many it took back."""

    table: Table
    line: str
    entries: list[tuple[str, Mapping[str, Any]]]
    back: int


def plays_of(name: str) -> list[Path]:
    """The kept plays of a game."""
    return sorted((_FOLDER / name / "plays").glob("*.txt"))


def played(game: Game, path: Path) -> Iterator[Played]:
    """A play, line by line: the table after each, and what the log has of it."""
    text = path.read_text(encoding="utf-8")
    play = standard if path.stem.startswith("standard-") else known
    return play(game, text)


def standard(game: Game, text: str) -> Iterator[Played]:
    """A play as people type it: what is missing is asked."""
    rows = [row.strip() for row in text.splitlines()]
    begins, *typed = [row for row in rows if row and not row.startswith("#")]
    words = shlex.split(begins)
    names = players_named(words[words.index("--players") + 1], game.about.players)
    table = Table.new(game, names)
    for line in typed:
        yield from logged(table, line, table.type)
    table.close()


def known(game: Game, text: str) -> Iterator[Played]:
    """A play that lies beside a game: each line is whole."""
    rows = text.split("\n")
    play = begun(game, rows)
    assert isinstance(play, KnownPlay), play
    table = Table(play.play_session)
    for row in rows:
        line = row.strip()
        if not line.startswith(("#", "=")) and (line or play.dispatcher.scoring):
            yield from logged(table, line, play.typed)
    table.close()


def logged(table: Table, line: str, type_: Callable[[str], object]) -> Iterator[Played]:
    """What the log has of a line."""
    session, head = table.session, table.session.play.head
    type_(line)
    now = session.play.head
    new = [each for each in session.store.lines(session.play, min(head, now)) if each.n > head]
    entries = [(each.typed, each.command) for each in new if each.n <= now]
    yield Played(table, line, entries, max(0, head - now))
