"""``rulesref show``."""

import click

from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.show import data, pages


@common.command(
    "show",
    N_(
        "Show whole entries: text, sources, tables, disputed points, related rules.\n\nAn id that several games have is written GAME/ID, or after the game's name."
    ),
)
@click.argument("ids", nargs=-1, required=True)
@pass_session
def command(session: Session, ids: tuple[str, ...]) -> None:
    """Print each entry."""
    game, rest = session.one_game(ids)
    names = rest if game and rest else ids
    entries = [session.library.rule_called(name, game) for name in names]
    session.show(
        lambda lang: [block for g, r in entries for block in pages.rule(g, r, lang)],
        lambda lang: {"results": [data.rule(g, r, lang) for g, r in entries]},
    )
