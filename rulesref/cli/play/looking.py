"""``rulesref play show``, ``history``, ``position`` and ``list``: what changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.cli.play.screen import Screen, print_position, show_whole
from rulesref.cli.play.seat import open_store, sitting_now
from rulesref.play.records import Play
from rulesref.show import play_data, plays

if TYPE_CHECKING:
    from rulesref.base.text import Text


@common.command("show", N_("Show the whole state."))
@pass_session
def show_command(session: Session) -> None:
    """Print the state."""
    show_whole(session, sitting_now(session))


@common.command("history", N_("Show what was done."))
@pass_session
def history_command(session: Session) -> None:
    """Print the lines."""
    store = open_store(session)
    play = store.play(session.play)
    lines = store.lines(play)
    session.show(
        lambda lang: plays.history(lines, play.head, lang),
        lambda lang: {
            "play": play.name,
            "step": play.head,
            "log": [play_data.line(each, lang) for each in lines],
        },
    )


@common.command("position", N_("Print the position to score, as YAML."))
@click.argument("event", required=False)
@pass_session
def position_command(session: Session, event: str | None) -> int:
    """Print the position."""
    screen = Screen(session, sitting_now(session), loop=False)
    return 0 if print_position(screen, event or "") else 1


@common.command("list", N_("List the plays."))
@pass_session
def list_command(session: Session) -> None:
    """Print the plays."""
    store = open_store(session)
    every = store.plays()
    if not every:
        raise ProblemsFound([Problem("E520")])
    session.show(
        lambda lang: plays.listing(every, titles(session, every), lang),
        lambda lang: play_data.listing(every, lang),
    )


def titles(session: Session, every: Sequence[Play]) -> Mapping[str, Text]:
    """The names of the games that are played."""
    wanted = {play.game for play in every}
    return {game.id: game.about.name for game in session.library.usable if game.id in wanted}
