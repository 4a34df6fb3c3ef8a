"""``rulesref term``."""

import click

from rulesref.base.diagnostics import ProblemsFound, wrong
from rulesref.base.suggest import did_you_mean
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.library.lookup import term_names, terms_like
from rulesref.show import data, pages

#: Among so many words some are like any word: how alike one must be to be meant, from 0 to 1.
_ALIKE = 0.8


@common.command("term")
@click.argument("words", nargs=-1, required=True, type=common.Completed("first game"))
def command(session: Session, words: tuple[str, ...]) -> None:
    """Look a word up: Japanese, reading, English, other words for it, and the rules that use it."""
    game, rest = session.one_game(words) if len(words) > 1 else (None, words)
    word = " ".join(rest)
    games = [game] if game else session.library.usable
    terms = [(g, term) for g in games for term in terms_like(g, word)]
    if not terms:
        names = {n: t for g in games for t in g.terms.values() for n in term_names(t)}
        near = did_you_mean(word, names, _ALIKE)
        # It is called as the reader calls it, whatever it was likened by.
        meant = names[near].name if near else None
        raise ProblemsFound([wrong("E329", word, known=list(names), near=meant)])
    session.show(
        lambda lang: [block for g, term in terms for block in pages.term(g, term, lang)],
        lambda _: {"terms": [data.term(g, term) for g, term in terms]},
    )
