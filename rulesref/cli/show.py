"""``rulesref show``."""

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.messages import N_
from rulesref.base.suggest import unknown
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.model.entries import Rule
from rulesref.model.game import Game
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
    entries = [find(session, entry, game) for entry in (rest if game and rest else ids)]
    session.show(
        lambda lang: [block for g, r in entries for block in pages.rule(g, r, lang)],
        lambda lang: {"results": [data.rule(g, r, lang) for g, r in entries]},
    )


def find(session: Session, entry: str, game: Game | None) -> tuple[Game, Rule]:
    """The entry with this id, in ``game`` or wherever it is the only one."""
    name, slash, rest = entry.partition("/")
    if slash:
        game, entry = session.game(name), rest
    games = [game] if game else session.library.usable
    entries = [(g, r) for g in games if (r := g.rule(entry)) is not None]
    if not entries:
        known = [rule for g in games for rule in g.rules]
        raise unknown("E324", entry, known)
    if len(entries) > 1:
        values = {
            "found": entry,
            "known": [g.id for g, _ in entries],
            "example": f"{entries[0][0].id}/{entry}",
        }
        raise ProblemsFound([Problem("E325", None, values)])
    return entries[0]
