"""A play written into a file in one of the forms, from inside the play."""

from __future__ import annotations

from pathlib import Path

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.disk import at_home, is_there, reason
from rulesref.base.messages import N_
from rulesref.cli.conversation import Conversation
from rulesref.cli.play.screen import Screen, somebody_types
from rulesref.play.trash import write_over
from rulesref.show.formats import PLAY_FORMATS, format_of_file, play_text
from rulesref.show.problems import reason_text


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
