"""``rulesref ask``."""

import click

from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.answering import Questions, answer, ask
from rulesref.cli.common import Session, pass_session


@common.command(
    "ask",
    N_(
        "Answer a rules question, typed as you would ask it, in Japanese or English. The first word may be a game. Without words: one question after another."
    ),
)
@click.argument("words", nargs=-1)
@common.option(
    "--limit",
    type=click.IntRange(1, 50),
    default=5,
    show_default=True,
    help=N_("How many entries at most."),
)
@common.option("--context", is_flag=True, help=N_("Show the entries around the best one as well."))
@pass_session
def command(session: Session, words: tuple[str, ...], limit: int, context: bool) -> None:
    """Print the best entry and the titles of the next ones."""
    if not words:
        Questions(session, limit, context=context).run()
        return
    game, rest = session.one_game(words)
    result = ask(session, " ".join(rest or words), game.id if game and rest else None, limit)
    answer(session, result, context=context)
    if not result.hits:
        session.fail()
