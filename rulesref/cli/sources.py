"""``rulesref sources``."""

import click

from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.show import pages


@common.command("sources")
@click.argument("game", required=False, type=common.Completed("game"))
def command(session: Session, game: str | None) -> None:
    """Show what the rules of a game are taken from: title, year, where it can be found, and how far to trust it."""
    games = [session.library.wanted(game)] if game else session.library.usable
    session.show(
        lambda lang: [block for each in games for block in pages.sources(each, lang)],
        lambda _: {
            "games": [{"id": g.id, "sources": list(g.about.sources.values())} for g in games]
        },
    )
