"""Plays as files: exported and imported, deleted."""

from __future__ import annotations

from pathlib import Path

import click

from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.cli.conversation import Conversation
from rulesref.cli.play.screen import open_store, show_whole, tell_trouble
from rulesref.play.session import PlaySession
from rulesref.show.formats import PLAY_FORMATS, play_text


@common.command("export")
@click.argument("name", required=False, metavar="[PLAY]", type=common.Completed("play"))
@common.option(
    "--as",
    "form",
    type=click.Choice(PLAY_FORMATS),
    default="json",
    show_default=True,
    help="In which form.",
)
def export_command(session: Session, name: str | None, form: str) -> None:
    """Print a play: json to import again, csv for a sheet, markdown to paste, bgstats for the link that hands the play to BG Stats."""
    store = open_store(session)
    play = store.play(name or session.play)
    game = session.library.sound([play.game]).get(play.game)
    text = play_text(
        form, play, store.lines(play), game, session.lang,
        lambda: PlaySession.at(store, session.library.playable(play.game), play).final_score(),
    )  # fmt: skip
    session.write(text)


@common.command("import")
@click.argument("file", type=click.Path(allow_dash=True))
@common.option("--name", metavar="NAME", help="What the play is called.")
def import_command(session: Session, file: str, name: str | None) -> None:
    """Read an exported play."""
    from rulesref.play.export_file import kept, read_play

    row, lines = read_play(Path(file))
    game = session.library.playable(row["game"])
    store = open_store(session)
    play = kept(store, game, row, lines, name)
    tell_trouble(session, store)
    if not store.kept:
        session.fail()
    session.note(N_("Imported: {name}"), name=play.name)
    play_session = PlaySession.at(store, game, play)
    tell_trouble(session, store)
    show_whole(session, play_session)
    if play_session.misfits:
        session.fail()


@common.command("delete")
@click.argument("name", metavar="PLAY", type=common.Completed("play"))
@common.option("--yes", "sure", is_flag=True, help="Do not ask.")
def delete_command(session: Session, name: str, sure: bool) -> None:
    """Delete a play."""
    store = open_store(session)
    play = store.play(name)
    question = N_("Delete {name} ({players}) with its {many} lines? (yes/no) [no]: ")
    agreed = sure or Conversation(session).confirmed(
        question, name=play.name, players=list(play.players), many=play.last
    )
    if not agreed:
        session.note(N_("Nothing was deleted."))
        session.fail()
    store.delete(play)
    session.note(N_("Deleted: {name}"), name=play.name)
