"""``rulesref play new``."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import click

from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.folding import composed
from rulesref.base.messages import N_
from rulesref.base.suggest import unknown
from rulesref.base.text import MOST_DIGITS
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.cli.play.screen import open_store, somebody_types, tell_trouble
from rulesref.fields.typed import players_named
from rulesref.model.flow import TRACKS
from rulesref.model.game import Game
from rulesref.play import start
from rulesref.play.session import PlaySession
from rulesref.show import play_data, play_pages


@common.command("new")
@click.argument("game", type=common.Completed("game"))
@click.argument("who", nargs=-1, metavar="[NAMES]")
@common.option(
    "--players",
    metavar="N|NAMES",
    help="The players, in turn order, or how many; on a terminal they are asked for.",
)
@common.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game."
)
@common.option(
    "--track",
    type=click.Choice(TRACKS),
    default="standard",
    help="How much is tracked: light (the course, the scores and the reminders), standard (also what decides the score) or full (every counter).",
)
@common.option(
    "--first", metavar="NAME|random", help="Who begins; the others follow in their order."
)
@common.option("--shuffle", is_flag=True, help="Draw the seats.")
@common.option(
    "--seed", type=click.IntRange(0, 10**MOST_DIGITS - 1), help="Draw the same as before."
)
@common.option("--name", metavar="NAME", help="What the session is called.")
@common.option(
    "--serve", "served", is_flag=True, help="Go on with it on the phones around the table."
)
def new_command(
    session: Session, game: str, who: tuple[str, ...], players: str | None, options: tuple[str, ...], track: Any,
    first: str | None, shuffle: bool, seed: int | None, name: str | None, served: bool,
) -> int | None:  # fmt: skip
    """Begin a game and name it. The players are given in turn order, or drawn: --first and --shuffle print the seed by which the same can be drawn again."""
    rules = session.library.playable(game)
    if who and players:
        raise session.misuse(N_("Name the players once: behind the game, or with --players."))
    players = players or ",".join(who)
    chosen, problems = start.read_options(rules, options)
    if problems:
        raise ProblemsFound(problems)
    names = (
        players_named(players, rules.about.players) if players else _asked(session, rules, chosen)
    )
    start.must_be_tellable(names, rules)
    seats, seed = _seated(names, first, shuffle=shuffle, seed=seed)
    store = open_store(session)
    play_session, outcome = PlaySession.new(
        store, rules, seats, chosen, track, name=name or session.play, seed=seed
    )
    tell_trouble(session, store)
    session.show(
        lambda lang: play_pages.opening(
            play_session, outcome.happenings, lang, drawn=seed is not None, chosen=bool(players)
        ),
        lambda lang: play_data.whole(play_session, lang),
    )
    if served:
        from rulesref.cli.serve import serve

        serve(session, play=play_session.play.name)
    elif somebody_types() and session.format.remarks:
        from rulesref.cli.play.loop import Loop

        return Loop(session, play_session).run(greeted=True)
    if not store.kept:
        session.fail()
    return None


def _seated(
    names: Sequence[str], first: str | None, *, shuffle: bool, seed: int | None
) -> tuple[tuple[str, ...], int | None]:
    """The players in turn order, and with which seed they were drawn, if they were."""
    first = None if first is None else composed(first)
    if first is not None and first not in names and first != "random":
        raise unknown("E420", first, names)
    drawn = shuffle or (first == "random" and first not in names)
    seed = int.from_bytes(os.urandom(2)) if seed is None else seed
    seats = start.seat_order(names, first, shuffle=shuffle, seed=seed)
    return seats, seed if drawn else None


def _asked(session: Session, game: Game, chosen: Mapping[str, Any]) -> tuple[str, ...]:
    """Who plays, from the person who types, who is shown first with which options."""
    if not somebody_types():
        raise click.MissingParameter(param_hint="--players", param_type="option")
    from rulesref.cli.conversation import Conversation

    low, high = game.about.players
    who = N_("Who plays, in turn order? (names, or how many: {low} to {high}): ")
    question = session.say(who, low=low, high=high)
    talk = Conversation(session)
    if session.format.remarks:
        session.show(lambda lang: play_pages.options(game, chosen, lang), lambda _: None)
    while True:
        try:
            return players_named(talk.read(question), game.about.players)
        except ProblemsFound as stop:
            session.tell(stop.problems, {})
        except EOFError:
            talk.say()
            raise SystemExit(1) from None
