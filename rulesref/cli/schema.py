"""``rulesref schema``."""

from pathlib import Path

import click

from rulesref.base.paths import schema_file
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session, unknown
from rulesref.show.messages import N_

KINDS = ("game", "glossary", "rules", "rulings", "tables", "scoring", "calculators", "flow")


@common.command(
    "schema",
    N_("Print a JSON Schema for an editor."),
    help=N_("Print the JSON Schema of one kind of file, for editors that check while you type.\n\nKinds: game, glossary, rules, rulings, tables, scoring, calculators."),
)
@click.argument("kind")
@pass_session
def command(session: Session, kind: str) -> None:  # noqa: ARG001 - every command has the session
    """Print the schema."""
    if kind not in KINDS:
        raise unknown("E327", kind, KINDS)
    click.echo(Path(schema_file(kind)).read_text(encoding="utf-8"), nl=False)
