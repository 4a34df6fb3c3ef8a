"""``rulesref new-game``."""

import re
from pathlib import Path

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.messages import N_
from rulesref.base.paths import data_folder
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.model.keys import ID


@common.command(
    "new-game",
    N_(
        "Write a small, complete game folder that passes “rulesref check”, as a beginning for your own."
    ),
)
@click.argument("name", metavar="ID")
@click.argument("parent", required=False, default=".", type=click.Path(path_type=Path))
@pass_session
def command(session: Session, name: str, parent: Path) -> None:
    """Copy the example folder under a new id."""
    if not re.fullmatch(ID, name):
        raise ProblemsFound([Problem("E205", None, {"found": name})])
    folder = parent / name
    if folder.exists():
        raise ProblemsFound([Problem("E213", None, {"folder": str(folder)})])
    example = Path(data_folder()) / "schema" / "example"
    for source in sorted(example.rglob("*.yaml")):
        target = folder / source.relative_to(example)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8").replace("my-game", name)
        target.write_text(text, encoding="utf-8")
    click.echo(session.say(N_("Written: {folder}"), folder=str(folder)))
    click.echo(session.say(N_("Next: rulesref check {folder}"), folder=str(folder)))
    click.echo(
        session.say(
            N_("Use it: rulesref --data {parent} rules {name}"), parent=str(parent), name=name
        )
    )
