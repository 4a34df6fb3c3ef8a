"""``rulesref rules``."""

import click

from rulesref.base.matching import by_name
from rulesref.base.messages import N_
from rulesref.base.suggest import unknown
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.model.game import Game
from rulesref.show import data, pages


@common.command(
    "rules",
    N_("Show the outline of a game, or one topic in rulebook order."),
)
@click.argument("game")
@click.argument("topic", required=False)
@pass_session
def command(session: Session, game: str, topic: str | None) -> None:
    """Print the outline or the topic."""
    rules = session.game(game)
    chosen = topic_called(rules, topic) if topic else None
    entries = [r for r in rules.rules.values() if chosen in (None, r.topic)]
    session.show(
        lambda lang: pages.outline(rules, chosen, lang),
        lambda lang: {
            "game": rules.id,
            "topic": chosen,
            "rules": [data.rule(rules, r, lang) for r in entries],
        },
    )


def topic_called(game: Game, word: str) -> str:
    """The id of the topic with this id, name or alias."""
    topic = by_name(game.about.topics.values(), word)
    if topic is not None:
        return topic.id
    raise unknown("E323", word, list(game.about.topics), game=game.about.name)
