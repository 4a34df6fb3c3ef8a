"""``rulesref play do``, ``edit``, ``drop``, ``insert``, ``undo`` and ``redo``: what changes a play, one line at a time."""

from __future__ import annotations

import click

from rulesref.cli import common
from rulesref.cli.common import Session
from rulesref.cli.play.screen import Screen, named_play
from rulesref.play.dispatcher import MetaCommand, Response, clean_line


def take_line(screen: Screen, raw: str) -> bool:
    """Carry out or answer a line, or several in one; whether all was understood and accepted.

    The first surprise stops them: what was not done is told, and how it all stands once at the end.
    """
    before = screen.play_session.state
    line = clean_line(raw)
    behind_answer, screen.answered = screen.answered, False
    if not line and behind_answer and screen.questions and screen.questions.more:
        # Enter behind an answer shows all of it, as where one only asks, and answers nothing that is open.
        return _run(screen, MetaCommand("ask", ""))
    lines = screen.dispatcher.lines(line)
    screen.several = len(lines) > 1 or bool(screen.dispatcher.rest)

    def respond(response: Response) -> bool:
        if isinstance(response, MetaCommand):
            return _run(screen, response)
        return screen.respond(response)

    done, left = screen.dispatcher.take_all(lines, respond)
    screen.stand(before, left)
    return done


def _run(screen: Screen, wish: MetaCommand) -> bool:
    # With all that they import these commands are a twentieth of what a line costs, and few lines are any of them.
    from rulesref.cli.play.meta import run_meta_command

    return run_meta_command(screen, wish)


#: The words of a line are none of the options of a command.
_A_LINE = {"ignore_unknown_options": True, "allow_interspersed_args": False}
_WORDS = click.argument("words", nargs=-1, type=click.UNPROCESSED)


@common.command("do", context_settings=_A_LINE)
@_WORDS
def do_command(session: Session, words: tuple[str, ...]) -> int:
    """Carry out one line, as it would be typed in the loop: a choice by number or word with what it asks, a correction, a note, a question.

    Without words: an empty line, as for a question that has an answer already.
    """
    return _done(session, *words)


@common.command("edit", context_settings=_A_LINE)
@_WORDS
def edit_command(session: Session, words: tuple[str, ...]) -> int:
    """Give an earlier line anew: its number, then what it should have been; those after it are carried out again. Those that no longer fit are named first, and left out only if you agree, or with --yes."""
    return _done(session, "edit", *words)


@common.command("drop", context_settings=_A_LINE)
@_WORDS
def drop_command(session: Session, words: tuple[str, ...]) -> int:
    """Leave an earlier line out, by its number; those after it are carried out again. Those that no longer fit are named first, and left out only if you agree, or with --yes."""
    return _done(session, "drop", *words)


@common.command("insert", context_settings=_A_LINE)
@_WORDS
def insert_command(session: Session, words: tuple[str, ...]) -> int:
    """Put a line in before an earlier one: its number, then the line; those after it are carried out again. Those that no longer fit are named first, and left out only if you agree, or with --yes."""
    return _done(session, "insert", *words)


def _done(session: Session, *words: str) -> int:
    play_session = named_play(session)
    # Of many at the same time each waits for the one before, and is carried out upon what that has done.
    with play_session.alone():
        return 0 if take_line(Screen(session, play_session, loop=False), " ".join(words)) else 1


@common.command("undo")
@click.argument("many", required=False, metavar="[N|turn]", default="1")
@common.option("--to", type=click.IntRange(0), help="Back to this step; “history” shows them.")
def undo_command(session: Session, many: str, to: int | None) -> int:
    """Take lines back: one, so many, or with “turn” all of the turn."""
    return _done(session, "undo", *([many] if to is None else ["--to", str(to)]))


@common.command("redo")
@click.argument("many", required=False, default=1, type=click.IntRange(1))
@common.option(
    "--aside",
    type=click.IntRange(1),
    help="Do lines again that were typed over, up to the one that “history all” shows with this number.",
)
def redo_command(session: Session, many: int, aside: int | None) -> int:
    """Do lines again that were taken back."""
    return _done(session, "redo", *([str(many)] if aside is None else ["--aside", str(aside)]))
