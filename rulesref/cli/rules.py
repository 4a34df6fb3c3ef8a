"""``rulesref rules``."""

import click

from rulesref.base.suggest import unknown
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.show import data, pages


@common.command("rules")
@click.argument("game", type=common.Completed("game"))
@click.argument("topic", required=False, type=common.Completed("topic"))
def command(session: Session, game: str, topic: str | None) -> None:
    """Show the outline of a game, or one topic in rulebook order."""
    rules = session.library.wanted(game)
    named = rules.topic_called(topic) if topic else None
    if topic and named is None:
        raise unknown("E323", topic, list(rules.about.topics), game=rules.about.name)
    chosen = named.id if named else None
    entries = [r for r in rules.rules.values() if chosen in (None, r.topic)]
    session.show(
        lambda lang: pages.outline(rules, chosen, lang),
        lambda lang: {
            "game": rules.id,
            "topic": chosen,
            "rules": [data.rule(rules, r, lang) for r in entries],
        },
    )
