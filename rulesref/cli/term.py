"""``rulesref term``."""

import click

from rulesref.base.suggest import unknown
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.library.lookup import terms_like
from rulesref.show import data, pages


@common.command("term")
@click.argument("words", nargs=-1, required=True, type=common.Completed("first game"))
def command(session: Session, words: tuple[str, ...]) -> None:
    """Look a word up: Japanese, reading, English, other words for it, and the rules that use it."""
    game, rest = session.one_game(words) if len(words) > 1 else (None, words)
    word = " ".join(rest)
    games = [game] if game else session.library.usable
    terms = [(g, term) for g in games for term in terms_like(g, word)]
    if not terms:
        raise unknown(
            "E329", word, [n for g in games for t in g.terms.values() for n in (t.id, *t.name)]
        )
    rules = [g.rules_about(t.id) for g, t in terms]
    session.show(
        lambda lang: [
            b
            for (g, t), uses in zip(terms, rules, strict=True)
            for b in pages.term(g, t, uses, lang)
        ],
        lambda _: {
            "terms": [
                data.term(g.id, t, [r.id for r in uses])
                for (g, t), uses in zip(terms, rules, strict=True)
            ]
        },
    )
