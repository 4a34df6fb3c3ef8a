"""``rulesref demo``."""

from pathlib import Path

import click

from rulesref.base.disk import data_folder
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.reading.source import read_file


@common.command("demo")
def command(session: Session) -> None:
    """Show in a minute what the program does: it asks, works out, scores and explains on real data."""
    folder = Path(data_folder()) / "demo"
    source, _ = read_file(folder / "demo.yaml")
    assert source is not None
    root = click.get_current_context().find_root().command
    for step in source.data:
        words = step["run"][session.lang]
        typed = [f'"{w}"' if " " in w else w for w in words]
        click.echo(step["say"][session.lang])
        command = "$ rulesref " + " ".join(w.replace("FOLDER/", "") for w in typed)
        click.echo(session.terminal().bold(command))
        click.echo()
        args = [word.replace("FOLDER", str(folder)) for word in words]
        root.main(args, prog_name="rulesref", standalone_mode=False, obj=session)
        click.echo()
