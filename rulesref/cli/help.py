"""How help pages are written: as click's, but broken where either language allows it.

Imported when help or a wrong usage is shown; what click wraps text with is not imported at all.
"""

from __future__ import annotations

from collections.abc import Iterable

import click

from rulesref.base.disk import data_folder
from rulesref.base.messages import N_
from rulesref.base.text import cells, pad, wrap

#: Of the commands whose first example stands in the help of the program as a whole.
_FIRST = ("ask", "score", "play new")


def examples(command: str, lang: str) -> str:
    """Lines to be typed for a command, called by its words behind the program's name; empty when it has none."""
    if not command:
        firsts = [examples(name, lang).partition("\n")[0] for name in _FIRST]
        return "\n".join(["rulesref demo", *firsts])
    every = examples_in(lang)
    return "\n".join(f"rulesref {line}" for line in every if f"{line} ".startswith(f"{command} "))


def examples_in(lang: str) -> list[str]:
    """All lines to be typed that help shows, in an order in which one after another works."""
    file = f"{data_folder()}/demo/examples-{lang}.txt"
    with open(file, encoding="utf-8") as lines:  # noqa: PTH123 - pathlib costs start-up time
        return [line.rstrip() for line in lines if not line.startswith("#")]


#: What every command ends with, and where it keeps what it keeps.
CODES = N_(
    "0: done, or answered. 1: nothing answers, or something is wrong with what was given. 2: the command was not understood. 3: a fault of the program, with a report. 130: stopped with Ctrl-C."
)
KEPT = N_(
    "Sessions and unfinished scorings lie in $RULESREF_HOME, else in the user's data folder. Without --lang the language is that of RULESREF_LANG, else of the system, else of what was typed."
)


class Formatter(click.HelpFormatter):
    """Writes usage, paragraphs and lists of names by terminal columns."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The usage line; further lines stand below the arguments."""
        head = f"{prefix or ''}{prog} "
        lines = wrap(args, max(20, self.width - cells(head)))
        self._lines(lines, head, " " * cells(head))

    def write_text(self, text: str) -> None:
        space = " " * self.current_indent
        self._lines(wrap(text, self.width - self.current_indent), space, space)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Names and what they mean; a long name has a line of its own."""
        rows = list(rows)
        space = " " * self.current_indent
        first = min(max((cells(name) for name, _ in rows), default=0), col_max) + col_spacing
        below = space + " " * first
        for name, meaning in rows:
            lines = wrap(meaning, max(20, self.width - len(below)))
            if cells(name) + col_spacing > first:
                self._lines([name], space, space)
                self._lines(lines, below, below)
            else:
                self._lines(lines, space + pad(name, first), below)

    def _lines(self, lines: Iterable[str], head: str, below: str) -> None:
        for number, line in enumerate(lines):
            self.write(((below if number else head) + line).rstrip() + "\n")
