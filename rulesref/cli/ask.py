"""``rulesref ask``."""

import click

from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.show import asking
from rulesref.show.messages import N_
from rulesref.use.question import language_of
from rulesref.use.search import search


@common.command(
    "ask",
    N_("Answer a rules question."),
    help=N_(
        "Answer a rules question, typed as you would ask it, in Japanese or English. The first word may be a game."
    ),
)
@click.argument("words", nargs=-1, required=True)
@common.option(
    "--limit",
    type=click.IntRange(1, 50),
    default=5,
    show_default=True,
    help=N_("How many entries at most."),
)
@pass_session
def command(session: Session, words: tuple[str, ...], limit: int) -> None:
    """Print the best entry and the titles of the next ones."""
    game, rest = session.one_game(words)
    question = " ".join(rest or words)
    if not session.lang_chosen:
        session.lang = language_of(question) or session.lang
        common.speak(session.lang)
    found = search(session.library, question, game.id if game and rest else None, limit)
    session.show(
        lambda lang: asking.page(session.library, found, lang),
        lambda lang: asking.data(session.library, found, lang),
    )
    if not found.hits:
        session.fail()
