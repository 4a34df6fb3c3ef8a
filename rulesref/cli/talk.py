"""A conversation line by line: what is said, what is asked, what is typed.

Only whole lines are read, so that input methods, pipes and screen readers work.
"""

from __future__ import annotations

import contextlib
import sys

import click

from rulesref.base.messages import N_
from rulesref.cli.common import Session
from rulesref.fields.typed import tidy
from rulesref.fields.yes_no import flag_called
from rulesref.show.blocks import Page, Para
from rulesref.show.text import text


class Talk:
    """A conversation. What is said does not mix with a result that goes into a file or a program."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.typing = sys.stdin.isatty()
        self.together = self.typing and sys.stdout.isatty() and session.format == "text"
        if self.together:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - editing of the line, where there is any

    def say(self, line: str = "", indent: int = 0) -> None:
        """Say something, wrapped as the terminal is wide."""
        self.page([Para(line, indent)])

    def complain(self, line: str) -> None:
        """Say what is wrong with what was typed, or unusual about it."""
        self.say(f"! {line}", 1)

    def page(self, page: Page) -> None:
        """Show a page."""
        click.echo(text(page, self.session.terminal), err=not self.together, nl=False)

    def ask(self, prompt: str) -> str:
        """The line that is typed behind a prompt; EOFError when there are no more."""
        if self.together:
            return readable(input(prompt))
        click.echo(prompt, err=True, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        line = readable(line.rstrip("\r\n"))
        if not self.typing:
            click.echo(line, err=True)
        return line

    def yes(self, prompt: str, *, otherwise: bool) -> bool:
        """The answer to a yes-or-no question; an empty line is ``otherwise``."""
        while True:
            word = tidy(self.ask(prompt))
            found = otherwise if not word else flag_called(word)
            if found is not None:
                return found
            self.complain(self.session.say(N_("Type yes or no.")))


def readable(line: str) -> str:
    """A line whose bytes were not UTF-8, in the encoding that it seems to be in.

    >>> readable("葵".encode("cp932").decode("utf-8", "surrogateescape"))
    '葵'
    """
    if not any("\ud800" <= char <= "\udfff" for char in line):
        return line
    raw = line.encode("utf-8", "surrogateescape")
    for encoding in ("cp932", "euc_jp"):
        with contextlib.suppress(UnicodeDecodeError):
            return raw.decode(encoding)
    return raw.decode("utf-8", "replace")
