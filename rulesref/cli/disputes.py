"""``rulesref disputes``."""

import click

from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.show import data, pages


@common.command(
    "disputes",
    N_(
        "Show rules on which sources differ: the readings, who says what, and which one is the default."
    ),
)
@click.argument("game", required=False, type=common.Completed("game"))
@pass_session
def command(session: Session, game: str | None) -> None:
    """Print the disputed points."""
    games = [session.game(game)] if game else session.library.usable
    rulings = [(g, ruling) for g in games for ruling in g.rulings.values()]
    session.show(
        lambda lang: pages.disputes(rulings, lang),
        lambda lang: {"disputes": [data.dispute(r, lang) for _, r in rulings]},
    )
