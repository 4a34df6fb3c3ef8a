"""``rulesref ask``."""

import click

from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.reading.question import language_of
from rulesref.show import asking
from rulesref.show.messages import N_
from rulesref.use.search import Found, search


@common.command(
    "ask",
    N_("Answer a rules question."),
    help=N_(
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
        from rulesref.cli.asking import conversation

        conversation(session, limit, context=context)
        return
    game, rest = session.one_game(words)
    found = ask(session, " ".join(rest or words), game.id if game and rest else None, limit)
    answer(session, found, context=context)
    if not found.hits:
        session.fail()


def ask(session: Session, question: str, game: str | None, limit: int) -> Found:
    """What answers a question; the session speaks its language from here on, unless told otherwise.

    A question in romaji is one in Japanese.
    """
    found = search(session.library, question, game, limit)
    if not session.lang_chosen:
        meant = " ".join((question, *found.read.values()))
        session.lang = language_of(meant) or session.lang
        common.speak(session.lang)
    return found


def answer(session: Session, found: Found, *, context: bool = False) -> None:
    """Show what was found."""
    session.show(
        lambda lang: asking.page(session.library, found, lang, context=context),
        lambda lang: asking.data(session.library, found, lang, context=context),
    )
