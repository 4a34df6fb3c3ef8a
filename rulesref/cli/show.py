"""``rulesref show``."""

from collections.abc import Sequence

import click

from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.model.entries import Ruling, Term
from rulesref.model.game import Game
from rulesref.show import data, pages


@common.command("show")
@click.argument("ids", nargs=-1, required=True, type=common.Completed("entry"))
def command(session: Session, ids: tuple[str, ...]) -> None:
    """Show whole entries: text, sources, tables, disputed points, related rules; a disputed point or a term as well.

    An id that several games have is written GAME/ID, or after the game's name.
    """
    game, rest = session.one_game(ids)
    names = rest if game and rest else ids
    others = _others(session, game, names)
    if others:
        rulings, terms = others
        session.show(
            lambda lang: [
                *(block for g, r in rulings for block in pages.dispute(g, r, lang, 1)),
                *(block for g, term in terms for block in pages.term(g, term, lang)),
            ],
            lambda _: {
                "disputes": [r for _, r in rulings],
                "terms": [data.term(g, term) for g, term in terms],
            },
        )
        return
    entries = [session.library.rule_called(name, game) for name in names]
    session.show(
        lambda lang: [block for g, r in entries for block in pages.rule(g, r, lang)],
        lambda lang: {"results": [data.rule(g, r, lang) for g, r in entries]},
    )


def _others(
    session: Session, game: Game | None, names: Sequence[str]
) -> tuple[list[tuple[Game, Ruling]], list[tuple[Game, Term]]] | None:
    """The one disputed point or the terms that a name means which is no entry; None when it is one, or nothing."""
    if len(names) != 1 or "/" in names[0]:
        return None
    (name,) = names
    games = [game] if game else session.library.usable
    if any(g.rule(name) for g in games):
        return None
    rulings = [(g, ruling) for g in games if (ruling := g.ruling(name))]
    if rulings:
        return rulings, []
    terms = [(g, term) for g in games for term in g.terms_called(name)]
    return ([], terms) if terms else None
