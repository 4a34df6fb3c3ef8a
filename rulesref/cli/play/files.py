"""Plays as files: exported and imported, deleted, and what can be saved of a damaged one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session, pass_session
from rulesref.cli.conversation import Conversation
from rulesref.cli.formats import FORMATS, PLAY_FORMATS, PlayExport, format_of_file
from rulesref.cli.play import play_names
from rulesref.cli.play.looking import games_of
from rulesref.cli.play.screen import (
    Screen,
    game_of,
    open_play,
    open_store,
    show_whole,
    tell_trouble,
    with_flow,
)
from rulesref.model.game import Game
from rulesref.play.records import Play
from rulesref.play.session import PlaySession
from rulesref.play.store import PlayStore

if TYPE_CHECKING:
    from rulesref.scoring.score import Score


@common.command(
    "export",
    N_(
        "Print a play: json to import again, csv for a sheet, markdown to paste, bgstats for the link that hands the play to BG Stats."
    ),
)
@click.argument("name", required=False, metavar="[PLAY]", type=common.Completed("play", play_names))
@common.option(
    "--as",
    "form",
    type=click.Choice(PLAY_FORMATS),
    default="json",
    show_default=True,
    help=N_("In which form."),
)
@pass_session
def export_command(session: Session, name: str | None, form: str) -> None:
    """Print a play."""
    store = open_store(session)
    play = store.play(name or session.play)
    game = games_of(session, [play]).get(play.game)
    session.write(written(session, store, play, game, form))


def written(session: Session, store: PlayStore, play: Play, game: Game | None, form: str) -> str:
    """A play in one of the forms."""
    write = FORMATS[form].play
    assert write is not None
    return write(PlayExport(
        play=play, lines=store.lines(play), game=game, lang=session.lang,
        final_score=lambda: final_score(session, store, play),
    ))  # fmt: skip


def write_into(screen: Screen, rest: str) -> bool:
    """Write the play that is open into a file, as the name of the file or ``--as`` says.

    A file that is there is written over only when the person who types agrees.
    """
    session, play_session = screen.session, screen.play_session
    name, form = _file_and_form(rest)
    file = Path(name).expanduser()
    if file.is_file() and not _over(screen, file):
        return False
    text = written(session, play_session.store, play_session.play, play_session.game, form)
    try:
        file.write_bytes(text.encode())
    except OSError as error:
        cannot = N_("{file} cannot be written ({reason}).")
        click.echo(session.say(cannot, file=file, reason=error.strerror))
        return False
    click.echo(session.say(N_("Written: {file} ({form})"), file=file, form=form))
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
        values = {"found": asked or Path(name).suffix, "known": list(PLAY_FORMATS)}
        raise ProblemsFound([Problem("E546", None, values)])
    if not name:
        raise ProblemsFound([wrong("E537", "export", example="export play.json, export log.md")])
    return name, form


def _over(screen: Screen, file: Path) -> bool:
    """Whether a file that is there may be written over; without anybody to ask it may not."""
    session = screen.session
    if screen.loop and sys.stdin.isatty():
        question = session.say(
            N_("{file} is there already. Write over it? (yes/no) [no]: "), file=file
        )
        agreed = Conversation(session, transcript=True).confirmed(question)
        if not agreed:
            click.echo(session.say(N_("Nothing was written.")))
        return agreed
    screen.tell([wrong("E547", str(file))])
    return False


def final_score(session: Session, store: PlayStore, play: Play) -> Score:
    """The score that ended a play; raises when it has not ended."""
    from rulesref.scoring.score import score_of

    play_session = PlaySession.at(store, game_of(session, play), play)
    final = play_session.final()
    if final is None:
        raise ProblemsFound([Problem("E538")])
    result, problems = score_of(play_session.game, final[1], event=final[0])
    if result is None:
        raise ProblemsFound(problems)
    return result


@common.command("import", N_("Read an exported play."))
@click.argument("file", type=click.Path(allow_dash=True))
@common.option("--name", metavar="NAME", help=N_("What the play is called."))
@pass_session
def import_command(session: Session, file: str, name: str | None) -> None:
    """Keep an exported play."""
    from rulesref.play.export_file import read_play

    row, lines = read_play(Path(file))
    game = with_flow(session, session.library.wanted(row["game"]))
    store = open_store(session)
    play = store.begin({**row, "name": name or row["name"]}, lines)
    tell_trouble(session, store)
    if not store.kept:
        session.fail()
    session.note(session.say(N_("Imported: {name}"), name=play.name))
    show_whole(session, open_play(session, store, game, play))


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
