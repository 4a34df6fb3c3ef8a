"""The colours of players and the marks beside them, as pictures (色と記号)."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from rulesref.model.entries import About

#: Marks beside colours, where a game names none of its own.
_MARKS = ("circle", "square", "triangle", "diamond", "star", "cross")
_COLOURS = ("#c0392b", "#2471a3", "#d4a017", "#2e8b57", "#7d3c98", "#555555")
_SHAPES: Mapping[str, str] = {
    "circle": '<circle cx="8" cy="8" r="7" fill="{}"/>',
    "square": '<rect x="2" y="2" width="12" height="12" fill="{}"/>',
    "triangle": '<path d="M8 1 15 15H1z" fill="{}"/>',
    "diamond": '<path d="M8 0 16 8 8 16 0 8z" fill="{}"/>',
    "star": '<path d="m8 0 2.4 5.2L16 6l-4.1 3.9L13 16 8 13l-5 3 1.1-6.1L0 6l5.6-.8z" fill="{}"/>',
    "cross": '<path d="M5 1h6v4h4v6h-4v4H5v-4H1V5h4z" fill="{}"/>',
}


def seat_marks(about: About, many: int) -> tuple[tuple[str, str], ...]:
    """The colour and the mark of each seat: those of the game's pieces in the order of the box."""
    own = [(each.hex, each.mark) for each in about.colours]
    spare = [pair for pair in zip(_COLOURS, _MARKS, strict=True) if pair[0] not in dict(own)]
    return tuple((own + spare * many)[:many])


def mark_svg(colour: str, shape: str) -> str:
    """A mark in its colour; it says nothing that is not beside it in words."""
    drawn = _SHAPES[shape].format(escape(colour))
    return f'<svg class="mark" viewBox="0 0 16 16" aria-hidden="true">{drawn}</svg>'
