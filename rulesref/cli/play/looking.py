"""``rulesref play show``, ``history``, ``position`` and ``list``: what changes nothing."""

from __future__ import annotations

import click

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.folding import fold, words
from rulesref.base.text import whole
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.cli.play.screen import Screen, named_play, open_store, print_position, show_whole
from rulesref.play.course import tallies
from rulesref.play.replay import with_aside
from rulesref.play.session import PlaySession
from rulesref.show import play_course, play_data, play_history

_PLAY = click.argument("name", required=False, metavar="[PLAY]", type=common.Completed("play"))


@common.command("show")
def show_command(session: Session) -> None:
    """Show the whole state."""
    show_whole(session, named_play(session))


@common.command("history")
@click.argument("many", required=False, metavar="[N|all]", default="")
@common.option("--all", "every", is_flag=True, help="All lines, and those that were typed over.")
def history_command(session: Session, many: str, *, every: bool) -> None:
    """Show what was done: the last lines, so many of them, or “all”, with those that were taken back and typed over."""
    last = None if every else how_many(many)
    store = open_store(session)
    play = store.play(session.play)
    game = session.library.sound([play.game]).get(play.game)
    entries, aside = with_aside(game, play, store.lines(play), store.aside(play))
    session.show(
        lambda lang: play_history.history(entries, play.head, lang, last, aside),
        lambda lang: {
            "play": play.name,
            "step": play.head,
            "log": [play_data.line(entry, lang) for entry in entries],
            "aside": [{"line": entry.line.id, **play_data.line(entry, lang)} for entry in aside],
        },
    )


def how_many(typed: str) -> int | None:
    """How many lines are wanted: the usual many where nothing is said, None for all."""
    typed = fold(typed.removeprefix("--"))
    if (many := whole(typed)) is not None:
        return many
    if typed in words("all"):
        return None
    if typed:
        raise ProblemsFound([wrong("E537", "history", example="history 50, history all")])
    return play_history.LAST


@common.command("time")
@_PLAY
def time_command(session: Session, name: str | None) -> None:
    """Show how long a game has taken: in all, this round, this turn, and each player."""
    session.play = name or session.play
    show_course(session, named_play(session), time=True)


@common.command("curve")
@_PLAY
def curve_command(session: Session, name: str | None) -> None:
    """Show the points of everybody at the end of each round."""
    session.play = name or session.play
    show_course(session, named_play(session), time=False)


def show_course(session: Session, play_session: PlaySession, *, time: bool) -> None:
    """Show how a play has gone: the time that it took, or the points of its rounds."""
    found, play, over = play_session.course(), play_session.play, play_session.state.finished
    session.show(
        lambda lang: play_course.time(play, found, lang, over=over) if time
        else play_course.curve(play.players, found, lang),
        lambda lang: play_course.course_data(play, found, lang),
    )  # fmt: skip


@common.command("stats")
@click.argument("words", nargs=-1, metavar="[GAME] [PLAYER]", type=common.Completed("game"))
@common.option("--as", "as_", type=click.Choice(["csv"]), help="Print a sheet.")
def stats_command(session: Session, words: tuple[str, ...], as_: str | None) -> None:
    """Show statistics over all finished sessions, or those of a game, or of a player: games played, wins, average and best points, by number of players."""
    named = words and session.library.called(words[0])
    game = session.library.wanted(words[0]).key if named else None
    who = " ".join(words[1:] if game else words) or None
    found = tallies(open_store(session).plays(), game, who)
    if not found:
        raise ProblemsFound([Problem("E589")])
    games = session.library.sound(each.game for each in found)
    if as_:
        session.write(play_course.statistics_sheet(found, session.lang))
        return
    session.show(
        lambda lang: play_course.statistics(found, games, lang),
        lambda lang: play_course.statistics_data(found, lang),
    )


@common.command("position")
@click.argument("event", required=False, type=common.Completed("event of play"))
def position_command(session: Session, event: str | None) -> None:
    """Print the position to score, as YAML."""
    screen = Screen(session, named_play(session), loop=False)
    print_position(screen, event or "")


@common.command("list")
def list_command(session: Session) -> None:
    """List the sessions."""
    store = open_store(session)
    every = store.plays()
    if not every:
        raise ProblemsFound([Problem("E520")])
    games = session.library.sound(play.game for play in every)
    session.show(
        lambda lang: play_history.listing(every, games, lang),
        lambda lang: play_data.listing(every, games, lang),
    )
