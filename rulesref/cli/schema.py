"""``rulesref schema``."""

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.disk import docs_folder
from rulesref.base.messages import N_
from rulesref.base.suggest import unknown
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.reading.schemas import FILES, schema_text
from rulesref.show.position_file import position_schema


@common.command("schema")
@click.argument("kind", type=common.Completed("kind"))
@common.option(
    "--game",
    metavar="GAME",
    type=common.Completed("game"),
    help="The game whose positions are meant.",
)
def command(session: Session, kind: str, game: str | None) -> None:
    """Print the JSON Schema of one kind of file, for editors that check while you type.

    Kinds: game, glossary, rules, rulings, tables, scoring, calculators, flow, cases; position, with --game. “expressions” prints the page about expressions.
    """
    if kind == "position":
        of_positions(session, game)
        return
    if kind == "expressions":
        page = "expressions.ja.md" if session.lang == "ja" else "expressions.md"
        with open(f"{docs_folder()}/{page}", encoding="utf-8") as file:  # noqa: PTH123
            click.echo(file.read(), nl=False)
        return
    if kind not in FILES:
        raise unknown("E327", kind, (*FILES, "position", "expressions"))
    click.echo(schema_text(kind), nl=False)


def of_positions(session: Session, game: str | None) -> None:
    """Print the schema of a game's positions."""
    if game is None:
        raise session.misuse(N_("Name the game whose positions are meant: --game GAME"))
    rules = session.library.wanted(game)
    if rules.scoring is None:
        raise ProblemsFound([Problem("E421", None, {"game": rules.id})])
    session.json(position_schema(rules, session.lang))
