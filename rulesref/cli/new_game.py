"""``rulesref new-game``."""

from pathlib import Path

import click

from rulesref.base.messages import N_
from rulesref.base.text import LANGS
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.compiling.example import write_example


@common.command(
    "new-game",
    N_(
        "Write a small game that can be scored and played at once, as a beginning for your own: its texts in the language of the output, with comments that say what stands where."
    ),
)
@click.argument("name", metavar="ID")
@click.argument("parent", required=False, default=".", type=click.Path(path_type=Path))
@common.option("--both", is_flag=True, help=N_("Texts in both languages."))
@pass_session
def command(session: Session, name: str, parent: Path, *, both: bool) -> None:
    """Copy the example folder under a new id."""
    folder = write_example(name, parent, session.lang, LANGS if both else (session.lang,))
    click.echo(session.say(N_("Written: {folder}"), folder=str(folder)))
    click.echo(session.say(N_("Next: rulesref check {folder}"), folder=str(folder)))
    click.echo(
        session.say(
            N_("Play it: rulesref --data {parent} play new {name} --players 2"),
            parent=str(parent),
            name=name,
        )
    )
