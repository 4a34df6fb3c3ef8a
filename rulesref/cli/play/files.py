"""Plays as files: exported and imported, deleted, and what can be saved of a damaged one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click

from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.cli.conversation import Conversation
from rulesref.cli.play.screen import open_play, open_store, show_whole, tell_trouble
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
    show_whole(session, open_play(session, store, game, play))


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
    # What was read of a file that cannot be written stays there.
    if not agreed or not store.kept:
        session.note(N_("Nothing was deleted."))
        session.fail()
    store.delete(play)
    session.note(N_("Deleted: {name}"), name=play.name)


@common.command("repair")
@common.option("--yes", "sure", is_flag=True, help="Do not ask.")
def repair_command(session: Session, sure: bool) -> None:
    """Copy every play that can be read into a new file, and keep the damaged one beside it."""
    store = open_store(session)
    if not store.files:
        session.fail()
    question = N_("Copy what can be read of {file} into a new file? (yes/no) [no]: ")
    files = [file for file in store.files if Path(file).exists()]
    if not sure and not Conversation(session).confirmed(question, file=files):
        session.fail()
    for each in store.repair(partial(game_of_state, session)):
        session.note(_FOUND, file=each.file, plays=len(each.read.plays), lines=each.read.many_lines)
        for line in each.read.unread:
            session.note(_UNREAD, play=line.play, n=line.n, typed=line.typed)
        if each.aside:
            session.note(_ASIDE, file=each.aside)
        else:
            session.note(N_("It is left as it is."))


_FOUND = N_("{file}: {plays} plays with {lines} lines can be read.")
_ASIDE = N_(
    "The old file is now {file}, which is never used or deleted again. When you have seen that all plays are there, it may go."
)
_UNREAD = N_("Of line {n} of {play} no more can be read than what was typed: {typed}")


def game_of_state(session: Session, state: Mapping[str, Any]) -> str | None:
    """The game that keeps what a state has: the only trace of it where the beginning of a play is lost."""
    kept = {key for own in (*state["players"][:1], state["table"]) for key in own}
    for game in session.library.usable:
        if game.flow is not None and kept == {*game.flow.player, *game.flow.table}:
            return game.key
    return None
