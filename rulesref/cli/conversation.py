"""A conversation line by line: what is said, what is asked, what is typed.

Only whole lines are read, so that input methods, pipes and screen readers work.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.folding import fold, words
from rulesref.base.messages import N_
from rulesref.base.text import visible
from rulesref.cli.common import Session, readable
from rulesref.fields.typed import flag_called, tidy
from rulesref.show.blocks import Page, Para
from rulesref.show.terminal import text

#: So many characters may be typed in a line that is a document.
LONGEST_DOCUMENT = 200_000


class Conversation:
    """A person who types and the program that answers.

    What is said beside a result goes to standard error where the result goes into a file or a program.
    A ``transcript`` is the result itself: everything belongs into it.
    """

    def __init__(self, session: Session, *, transcript: bool = False) -> None:
        self.session = session
        #: Whether somebody types; otherwise the lines come from a file or a program.
        self.typing = sys.stdin.isatty()
        at_terminal = self.typing and sys.stdout.isatty() and session.format.remarks
        self.together = transcript or at_terminal
        if self.typing and self.together:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - editing of the line, where there is any

    # --- saying ------------------------------------------------------------------------------

    def say(self, line: str = "", indent: int = 0) -> None:
        """Say something, wrapped as the terminal is wide."""
        self.page([Para(line, indent)])

    def tell(self, message: str, indent: int = 0, **values: object) -> None:
        """Say a sentence in the session's language."""
        self.say(self.session.say(message, **values), indent)

    def complain(self, message: str, **values: object) -> None:
        """Say in a sentence what is wrong with what was typed."""
        self.say(f"! {self.session.say(message, **values)}", 1)

    def page(self, page: Page) -> None:
        self._write(text(page, self.session.terminal()))

    def _write(self, words: str) -> None:
        click.echo(words, err=not self.together, nl=False)

    # --- reading -----------------------------------------------------------------------------

    def read(self, prompt: str) -> str:
        """The line that is typed behind a prompt; EOFError when there are no more.

        Ctrl-C comes as KeyboardInterrupt. A line of a file is repeated where what is said goes; in a
        transcript only :meth:`repeat` does that, since not every line of a file is one to answer.
        """
        if self.typing and self.together:
            return readable(_edited(visible(prompt)))
        if not self.together:
            self._write(prompt)
        line = _line()
        if not line:
            raise EOFError
        line = readable(line.rstrip("\r\n"))
        if not (self.typing or self.together):
            self._write(f"{line}\n")
        return line

    def repeat(self, prompt: str, line: str) -> None:
        """Write down a line that did not come from the terminal, which shows what is typed by itself."""
        if not self.typing and not self.session.format.document:
            self._write(f"{prompt}{line}\n")

    def yes(self, question: str, *, otherwise: bool, **values: object) -> bool:
        """The answer to a yes-or-no question; an empty line is ``otherwise``."""
        prompt = self.session.say(question, **values)
        while True:
            word = tidy(self.read(prompt))
            answer = otherwise if not word else flag_called(word)
            if answer is not None:
                return answer
            self.complain(N_("Type yes or no."))

    def confirmed(self, question: str, **values: object) -> bool:
        """Whether a person agrees; not when nobody answers."""
        try:
            return self.yes(question, otherwise=False, **values)
        except EOFError:
            self.say()
            return False


def quits(line: str) -> bool:
    """Whether a line asks to end the conversation.

    >>> quits("ＱＵＩＴ"), quits("終わり"), quits("quit smoking")
    (True, True, False)
    """
    return fold(tidy(line)) in words("quit")


def _edited(prompt: str) -> str:
    """The line that is typed at a terminal. A program stopped meanwhile, as by Ctrl-Z, goes on where it was.

    The shell has then set the terminal as it was before the line began; it shows what is typed twice.
    """
    try:
        import readline
        import termios
        from signal import SIGCONT, signal

        at_beginning = readline.set_pre_input_hook
    except (ImportError, AttributeError):
        return input(prompt)
    modes: list[Any] = []

    def begun() -> None:
        modes[:] = termios.tcgetattr(sys.stdin)

    def goes_on(*_: object) -> None:
        if modes:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, modes)
            sys.stdout.write(prompt + visible(readline.get_line_buffer()))
            sys.stdout.flush()

    at_beginning(begun)
    before = signal(SIGCONT, goes_on)
    try:
        return input(prompt)
    finally:
        signal(SIGCONT, before)
        at_beginning(None)


def _line() -> str:
    """The next line, nothing when there is none; raises when it has no end within reach."""
    try:
        line = sys.stdin.readline(LONGEST_DOCUMENT + 1)
    except OSError:
        return ""
    if len(line) > LONGEST_DOCUMENT:
        raise ProblemsFound([Problem("E560", None, {"limit": LONGEST_DOCUMENT})])
    return line
