"""Plays as files: exported and imported, renamed, deleted and brought back."""

from __future__ import annotations

import os
from pathlib import Path

import click

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.disk import at_home, is_there, reason
from rulesref.base.messages import N_
from rulesref.base.suggest import unknown
from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.cli.conversation import Conversation
from rulesref.cli.play.screen import Screen, open_store, show_whole, somebody_types, tell_trouble
from rulesref.play.export_file import kept, read_play
from rulesref.play.session import PlaySession
from rulesref.play.trash import bring_back, day, thrown, trash_folder, write_over
from rulesref.show import play_history
from rulesref.show.formats import PLAY_FORMATS, format_of_file, play_text
from rulesref.show.problems import reason_text


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
    """Print a session: json to import again, csv for a sheet, markdown to paste, bgstats for the link that hands the result to BG Stats."""
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
@common.option("--name", metavar="NAME", help="What the session is called.")
def import_command(session: Session, file: str, name: str | None) -> None:
    """Read an exported session."""
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
    """Delete a session."""
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
    gone = N_("Deleted: {name}. For thirty days it can be had back: rulesref play restore {name}")
    session.note(gone, name=play.name)


@common.command("rename")
@click.argument("name", metavar="PLAY", type=common.Completed("play"))
@click.argument("new", metavar="NEW")
def rename_command(session: Session, name: str, new: str) -> None:
    """Give a session another name. A player is renamed inside it: rename OLD NEW."""
    store = open_store(session)
    play = store.rename(store.play(name), new)
    session.note(N_("“{name}” is called “{new}” now."), name=name, new=play.name)


@common.command("trash")
def trash_command(session: Session) -> None:
    """List what was deleted or written over in the last thirty days: sessions by their names, other files by their paths."""
    every = thrown(trash_folder())
    session.show(
        lambda lang: play_history.trash(every, lang),
        lambda _: {
            "trash": [{"name": t.name, "deleted": day(t.when), "play": t.play} for t in every]
        },
    )


@common.command("restore")
@click.argument("name", metavar="NAME")
@common.option(
    "--name",
    "new",
    metavar="NAME",
    help="What the session is to be called, or the path of the file.",
)
def restore_command(session: Session, name: str, new: str | None) -> None:
    """Bring back what was deleted or written over last by this name; “rulesref play trash” shows what there is."""
    store = open_store(session)
    every = thrown(trash_folder())
    path = os.path.abspath(name)  # noqa: PTH100
    # Of a long path the end is kept.
    old = next((t for t in every if t.name == name or (not t.play and path.endswith(t.name))), None)
    if old is None:
        known = [each.name for each in every]
        raise unknown("E597", name, known)
    back = store.restore(old, new or old.name).name if old.play else bring_back(old, new or path)
    session.note(N_("Brought back: {name}"), name=back)


# --- from inside a play --------------------------------------------------------------------------


def write_into(screen: Screen, rest: str) -> bool:
    """Write the play that is open into a file, as the name of the file or ``--as`` says.

    A file that is there is written over only when the person who types agrees.
    """
    session, play = screen.session, screen.play_session
    name, form = _file_and_form(rest)
    file = at_home(name)
    if is_there(file) and not _over(screen, file):
        return False
    text = play_text(
        form, play.play, play.store.lines(play.play), play.game, session.lang, play.final_score
    )  # fmt: skip
    try:
        write_over(file, text)
    except OSError as error:
        cannot = N_("{file} cannot be written ({reason}).")
        session.echo(cannot, file=file, reason=reason_text(reason(error), session.lang))
        return False
    session.echo(N_("Written: {file} ({form})"), file=file, form=form)
    return True


def _file_and_form(rest: str) -> tuple[str, str]:
    """The file and the form that were typed, in any order; raises what is missing or not known."""
    words = rest.replace("--as=", "--as ").split()
    asked = None
    if "--as" in words:
        place = words.index("--as")
        asked = words[place + 1].lower() if place + 1 < len(words) else ""
        del words[place : place + 2]
    name = " ".join(words)
    form = format_of_file(name) if asked is None else asked
    if form is None and not Path(name).suffix:
        form = "json"
    if form not in PLAY_FORMATS:
        values = {"typed": asked or Path(name).suffix, "known": list(PLAY_FORMATS)}
        raise ProblemsFound([Problem("E546", None, values)])
    if not name:
        raise ProblemsFound([wrong("E537", "export", example="export play.json, export log.md")])
    return name, form


def _over(screen: Screen, file: str) -> bool:
    """Whether a file that is there may be written over; without anybody to ask it may not."""
    session = screen.session
    if screen.loop and somebody_types():
        question = N_("{file} is there already. Write over it? (yes/no) [no]: ")
        agreed = Conversation(session, transcript=True).confirmed(question, file=file)
        if not agreed:
            session.echo(N_("Nothing was written."))
        return agreed
    screen.tell([wrong("E547", file=file)])
    return False
