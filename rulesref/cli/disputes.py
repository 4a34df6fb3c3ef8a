"""``rulesref disputes``."""

import click

from rulesref.base.suggest import unknown
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.library.lookup import rulings_about
from rulesref.show import pages


@common.command("disputes")
@click.argument("game", required=False, type=common.Completed("game"))
@click.argument("words", nargs=-1)
def command(session: Session, game: str | None, words: tuple[str, ...]) -> None:
    """Show rules on which sources differ: the readings, who says what, and which one is the default. With words after the game: only the rules that mention them."""
    games = [session.library.wanted(game)] if game else session.library.usable
    rulings = [
        (g, ruling)
        for g in games
        for ruling in (rulings_about(g, words) if words else g.rulings.values())
    ]
    if words and not rulings:
        raise unknown("E425", " ".join(words), [r for g in games for r in g.rulings])
    session.show(
        lambda lang: pages.disputes(rulings, lang),
        lambda _: {"disputes": [r for _, r in rulings]},
    )
