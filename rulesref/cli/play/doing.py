"""``rulesref play do``, ``undo`` and ``redo``: what changes a play, one line at a time."""

from __future__ import annotations

from collections.abc import Callable

import click

from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.cli.play.meta import run_meta_command
from rulesref.cli.play.screen import (
    Screen,
    named_play,
    open_store,
    show_whole,
    tell_trouble,
)
from rulesref.play.dispatcher import MetaCommand, Response, clean_line
from rulesref.play.session import PlaySession, ReplayFailed, Reply


def take_line(screen: Screen, raw: str) -> bool:
    """Carry out or answer a line, or several in one; whether all was understood and accepted.

    The first surprise stops them: what was not done is told, and how it all stands once at the end.
    """
    before = screen.play_session.state
    line = clean_line(raw)
    behind_answer, screen.answered = screen.answered, False
    if not line and behind_answer and screen.questions and screen.questions.more:
        # Enter behind an answer shows all of it, as where one only asks, and answers nothing that is open.
        return run_meta_command(screen, MetaCommand("ask", ""))
    lines = screen.dispatcher.lines(line)
    screen.several = len(lines) > 1 or bool(screen.dispatcher.rest)

    def respond(response: Response) -> bool:
        if isinstance(response, MetaCommand):
            return run_meta_command(screen, response)
        return screen.respond(response)

    done, left = screen.dispatcher.take_all(lines, respond)
    screen.stand(before, left)
    return done


@common.command(
    "do", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def do_command(session: Session, words: tuple[str, ...]) -> int:
    """Carry out one line, as it would be typed in the loop: a choice by number or word with what it asks, a correction, a note, a question.

    Without words: an empty line, as for a question that has an answer already.
    """
    screen = Screen(session, named_play(session), loop=False)
    return 0 if take_line(screen, " ".join(words)) else 1


@common.command("undo")
@click.argument("many", required=False, type=click.IntRange(1))
@common.option("--to", type=click.IntRange(0), help="Back to this step; “history” shows them.")
def undo_command(session: Session, many: int | None, to: int | None) -> int:
    """Take lines back."""
    store = open_store(session)
    play = store.play(session.play)
    step = to if to is not None else play.head - (many or 1)
    game = session.library.playable(play.game)
    try:
        play_session = PlaySession.at(store, game, play)
    except ReplayFailed as failed:
        if not 0 <= step < failed.line.n:
            raise
        play_session = PlaySession.settled(store, game, play, failed.fitting, step)
        tell_trouble(session, store)
        if store.kept:
            show_whole(session, play_session)
        return int(not store.kept)
    if to is None:
        return _moved(session, play_session, lambda: play_session.undo(many or 1))
    return _moved(session, play_session, lambda: play_session.back_to(to))


@common.command("redo")
@click.argument("many", required=False, default=1, type=click.IntRange(1))
def redo_command(session: Session, many: int) -> int:
    """Do lines again that were taken back."""
    play_session = named_play(session)
    return _moved(session, play_session, lambda: play_session.redo(many))


def _moved(session: Session, play_session: PlaySession, move: Callable[[], Reply]) -> int:
    screen, before = Screen(session, play_session, loop=False), play_session.state
    moved = screen.reply(move())
    screen.stand(before)
    return 0 if moved else 1
