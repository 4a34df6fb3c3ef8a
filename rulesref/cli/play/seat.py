"""Which play a command is about, opened; and what is wrong with the file of plays, told once."""

from __future__ import annotations

import sys

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.messages import N_
from rulesref.cli.common import Session
from rulesref.model.game import Game
from rulesref.play.records import Play
from rulesref.play.session import PlaySession, ReplayFailed
from rulesref.play.store import PlayStore


def open_store(session: Session) -> PlayStore:
    """The plays; what is wrong with their file is told, and it is closed when the command ends."""
    store = PlayStore.open()
    click.get_current_context().call_on_close(store.close)
    tell_trouble(session, store)
    return store


def tell_trouble(session: Session, store: PlayStore) -> None:
    """Tell what is wrong with the file of plays, once."""
    if store.trouble:
        from rulesref.show.problems import problems_text

        click.echo(problems_text(store.trouble, {}, session.lang), err=True, nl=False)
        store.trouble.clear()


def session_now(session: Session) -> PlaySession:
    """The play that was named, for one command."""
    store = open_store(session)
    play = store.play(session.play)
    try:
        return PlaySession.at(store, game_of(session, play), play)
    except ReplayFailed as failed:
        raise ProblemsFound([failed.problem]) from None


def seat_at(session: Session, store: PlayStore, game: Game, play: Play) -> PlaySession:
    """A play, open; where it no longer fits the person is asked whether to go on before that line."""
    try:
        return PlaySession.at(store, game, play)
    except ReplayFailed as failed:
        if not sys.stdin.isatty():
            raise ProblemsFound([failed.problem]) from None
        from rulesref.cli.conversation import Conversation

        session.tell([failed.problem], {})
        question = session.say(
            N_("Go on from line {n}? The later lines are kept as taken back. (yes/no) [no]: "),
            n=failed.line.n - 1,
        )
        if not Conversation(session).confirmed(question):
            raise SystemExit(1) from None
        return PlaySession.settled(store, game, failed.play, failed.fitting, failed.line.n - 1)


def game_of(session: Session, play: Play) -> Game:
    """The game of a play."""
    return with_flow(session, session.library.wanted(play.game))


def with_flow(session: Session, game: Game) -> Game:
    """The game; raises when it has no flow in its data, and so cannot be played."""
    if game.flow is None:
        known = [other.id for other in session.library.usable if other.has_flow]
        raise ProblemsFound([Problem("E534", None, {"game": game.about.name, "known": known})])
    return game
