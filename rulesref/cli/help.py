"""How help pages are written: as click's, but broken where either language allows it.

Imported when help or a wrong usage is shown; what click wraps text with is not imported at all.
"""

from __future__ import annotations

from collections.abc import Iterable

import click

from rulesref.base.text import cells, pad, wrap


class Formatter(click.HelpFormatter):
    """Writes usage, paragraphs and lists of names by terminal columns."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The usage line; further lines stand below the arguments."""
        head = f"{prefix or ''}{prog} "
        lines = wrap(args, max(20, self.width - cells(head)))
        self._lines(lines, head, " " * cells(head))

    def write_text(self, text: str) -> None:
        """A paragraph, or several."""
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
