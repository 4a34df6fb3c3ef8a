"""``rulesref games``."""

from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.show import pages
from rulesref.show.data import as_json


@common.command("games")
def command(session: Session) -> None:
    """List the games: id, name, players, edition and what is covered."""
    library = session.library
    listed = list(library.listed.values())
    sound = [(each, library.game(each.name)) for each in listed if not each.broken]
    games = [game for _, game in sound]
    broken = [each.key for each in listed if each.broken]
    session.show(
        lambda lang: [
            *pages.games(games, broken, lang),
            *pages.origins(listed, library.problems, lang),
        ],
        lambda lang: {
            "games": [as_json(game, lang) | {"from": as_json(each, lang)} for each, game in sound],
            "broken": broken,
            "problems": library.problems,
        },
    )
