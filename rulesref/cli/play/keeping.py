"""``rulesref play delete`` and ``repair``: what is done to the file of plays after asking."""

from __future__ import annotations

import click

from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.cli.conversation import Conversation
from rulesref.cli.play import play_names
from rulesref.cli.play.seat import open_store


@common.command("delete", N_("Delete a play."))
@click.argument("name", metavar="PLAY", type=common.Completed("play", play_names))
@common.option("--yes", "sure", is_flag=True, help=N_("Do not ask."))
@pass_session
def delete_command(session: Session, name: str, sure: bool) -> None:
    """Delete a play after asking."""
    store = open_store(session)
    play = store.play(name)
    question = session.say(
        N_("Delete {name} ({players}) with its {many} lines? (yes/no) [no]: "), name=play.name,
        players=list(play.players), many=play.last,
    )  # fmt: skip
    agreed = sure or Conversation(session).confirmed(question)
    # What was read of a file that cannot be written stays there.
    if not agreed or not store.kept:
        session.note(session.say(N_("Nothing was deleted.")))
        session.fail()
    store.delete(play)
    session.note(session.say(N_("Deleted: {name}"), name=play.name))


@common.command(
    "repair",
    N_("Copy every play that can be read into a new file, and keep the damaged one beside it."),
)
@common.option("--yes", "sure", is_flag=True, help=N_("Do not ask."))
@pass_session
def repair_command(session: Session, sure: bool) -> None:
    """Save what can be read."""
    store = open_store(session)
    if store.repairable is None:
        session.fail()
    question = session.say(
        N_("Copy what can be read of {file} into a new file? (yes/no) [no]: "),
        file=store.repairable,
    )
    if not sure and not Conversation(session).confirmed(question):
        session.fail()
    aside, saved = store.repair()
    session.note(
        session.say(N_("{saved} plays saved. The old file is now {file}."), saved=saved, file=aside)
    )
