"""``rulesref new-game``."""

from pathlib import Path

import click

from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.compiling.example import write_example


@common.command(
    "new-game",
    N_(
        "Write a small, complete game folder that passes “rulesref check”, as a beginning for your own."
    ),
)
@click.argument("name", metavar="ID")
@click.argument("parent", required=False, default=".", type=click.Path(path_type=Path))
@common.option(
    "--package",
    is_flag=True,
    help=N_("Around it write a package that pip installs, to share the game."),
)
@pass_session
def command(session: Session, name: str, parent: Path, package: bool) -> None:
    """Copy the example folder under a new id, alone or inside a package."""
    if package:
        from rulesref.compiling.package import write_package

        folder, game = write_package(name, parent, session.lang)
        uses = [
            N_("Make it known: python -m pip install -e {folder}"),
            N_("Use it: rulesref rules {name}"),
        ]
    else:
        folder = game = write_example(name, parent)
        uses = [N_("Use it: rulesref --data {parent} rules {name}")]
    for line in (N_("Written: {folder}"), N_("Next: rulesref check {game}"), *uses):
        click.echo(
            session.say(line, folder=str(folder), game=str(game), parent=str(parent), name=name)
        )
