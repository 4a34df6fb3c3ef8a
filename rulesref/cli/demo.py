"""``rulesref demo``."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

import click

from rulesref.base.disk import data_folder
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.cli.play.doing import take_line
from rulesref.cli.play.screen import Screen
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore
from rulesref.reading.source import read_file


@common.command("demo")
def command(session: Session) -> None:
    """Show on one screen what the program does: it answers, scores and guides through a game, on real data."""
    folder = Path(data_folder()) / "demo"
    source, _ = read_file(folder / "demo.yaml")
    assert source is not None
    for step in source.data["jobs"]:
        click.echo(session.terminal().bold(step["say"][session.lang]))
        if "run" in step:
            carry_out(session, step["run"][session.lang], folder)
        else:
            play(session, step["play"][session.lang])
    click.echo(source.data["then"][session.lang])


def carry_out(session: Session, words: list[str], folder: Path) -> None:
    """A command as a person would type it, and what it prints."""
    typed = [f'"{word}"' if " " in word else word for word in words]
    click.echo("$ rulesref " + " ".join(word.replace("FOLDER/", "") for word in typed))
    root = click.get_current_context().find_root().command
    args = [word.replace("FOLDER", str(folder)) for word in words]
    root.main(args, prog_name="rulesref", standalone_mode=False, obj=session)


def play(session: Session, wanted: dict[str, Any]) -> None:
    """The last lines of a game that nobody keeps, and what they do; those before it are carried out unseen."""
    game = session.library.playable(wanted["game"])
    begun, _ = PlaySession.new(
        PlayStore.in_memory(), game, tuple(wanted["players"]), {}, wanted["track"]
    )
    screen = Screen(session, begun, loop=True)
    with contextlib.redirect_stdout(io.StringIO()):
        for line in wanted["before"]:
            take_line(screen, line)
    for line in wanted["lines"]:
        click.echo(f"> {line}")
        take_line(screen, line)
