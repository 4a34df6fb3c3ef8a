"""``rulesref games``."""

from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.show import data, pages


@common.command(
    "games",
    N_("List the games: id, name, players, edition and what is covered."),
)
@pass_session
def command(session: Session) -> None:
    """Print the list."""
    usable = session.library.usable
    broken = [listed.id for listed in session.library.listed.values() if listed.broken]
    session.show(
        lambda lang: pages.games(usable, broken, lang),
        lambda lang: {"games": [data.about(game, lang) for game in usable], "broken": broken},
    )
