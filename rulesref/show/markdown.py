"""Pages as Markdown."""

from __future__ import annotations

import re

from rulesref.show.blocks import Block, Bullets, Facts, Grid, Page, Para, Title, Verbatim

_SPECIAL = re.compile(r"([\\`*_<>|#\[\]])")


def markdown(page: Page) -> str:
    """The page as Markdown, ending in a line break."""
    return "\n\n".join(_block(block) for block in page) + "\n" if page else ""


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _block(block: Block) -> str:
    match block:
        case Title():
            note = f" ({_escape(block.note)})" if block.note else ""
            return "#" * (block.level + 1) + " " + _escape(block.text) + note
        case Para():
            return _escape(block.text).replace("\n", "  \n")
        case Bullets():
            return "\n".join("  " * depth + "- " + _escape(item) for depth, item in block.items)
        case Facts():
            return "\n".join(f"- **{_escape(name)}**: {_escape(value)}" for name, value in block.items)
        case Grid():
            return _grid(block)
        case Verbatim():
            return "```\n" + "\n".join(block.lines) + "\n```"


def _grid(grid: Grid) -> str:
    marks = ["--:" if i in grid.right else "---" for i in range(len(grid.header))]
    rows = [grid.header, tuple(marks), *grid.rows]
    lines = [
        "| " + " | ".join(cell if i == 1 else _escape(cell).replace("\n", " ") for cell in row) + " |"
        for i, row in enumerate(rows)
    ]
    return "\n".join(lines)
