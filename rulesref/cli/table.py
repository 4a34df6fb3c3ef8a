"""``rulesref table``."""

import click

from rulesref.base.diagnostics import ProblemsFound, wrong
from rulesref.base.suggest import unknown
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.library.lookup import rows_with, table_called
from rulesref.show import data, pages


@common.command("table")
@click.argument("game", type=common.Completed("game"))
@click.argument("table", required=False, type=common.Completed("table"))
@click.argument("keys", nargs=-1)
def command(session: Session, game: str, table: str | None, keys: tuple[str, ...]) -> None:
    """Show printed tables. Without a table: the list. With words after the table: the rows that have them, by key, name, cost or effect."""
    rules = session.library.wanted(game)
    if table is None:
        every = rules.tables.values()
        session.show(
            lambda lang: pages.tables(rules, lang),
            lambda _: {"game": rules.id, "tables": {t.id: t.title for t in every}},
        )
        return
    chosen = table_called(rules, table)
    if chosen is None:
        raise unknown("E322", table, list(rules.tables), game=rules.about.name)
    rows = rows_with(chosen, keys) if keys else chosen.rows
    if keys and not rows:
        raise ProblemsFound([wrong("E326", " ".join(keys), table=chosen.id, game=rules.id)])
    session.show(
        lambda lang: pages.table(rules, chosen, rows, lang),
        lambda lang: data.table(chosen, rows, lang),
    )
