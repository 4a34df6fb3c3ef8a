"""Pages as Markdown."""

from __future__ import annotations

import re

from rulesref.show.blocks import Block, Bullets, Facts, Flowing, Grid, Page, Para, Title, Verbatim

#: Signs that mark something wherever they stand, what begins an entity, and what begins an item of a list.
_SPECIAL = re.compile(r"([\\`*_<>|#\[\]]|~(?=~)|&(?=#?\w+;)|^[-+](?=\s))", re.MULTILINE)


def text(page: Page, _: object = None) -> str:
    """The page as Markdown, ending in a line break."""
    return "\n\n".join(_block(block) for block in page) + "\n" if page else ""


def escaped(text: str) -> str:
    """Text in which nothing is taken for a mark."""
    return _SPECIAL.sub(r"\\\1", text)


def _block(block: Block) -> str:
    match block:
        case Title():
            return _title(block)
        case Para():
            return escaped(block.text).replace("\n", "  \n")
        case Bullets():
            return _bullets(block)
        case Facts():
            values = (
                (name, value if isinstance(value, str) else ", ".join(value))
                for name, value in block.items
            )
            return "\n".join(f"- **{escaped(name)}**: {escaped(value)}" for name, value in values)
        case Grid():
            return _grid(block)
        case Flowing():
            return "\n".join(f"- {escaped(item)}" for item in block.items)
        case Verbatim():
            return "```\n" + "\n".join(block.lines) + "\n```"


def _title(title: Title) -> str:
    # Brackets around a game's name would look like a broken link.
    note = title.note.replace("[", "").replace("]", "")
    note = f" ({escaped(note)})" if note else ""
    return "#" * (title.level + 1) + " " + escaped(title.text) + note


def _bullets(listed: Bullets) -> str:
    return "\n".join(
        "  " * depth + (f"{number}. " if listed.first else "- ") + escaped(item)
        for number, (depth, item) in enumerate(listed.items, listed.first)
    )


def _grid(grid: Grid) -> str:
    marks = ["--:" if i in grid.right else "---" for i in range(len(grid.header))]
    rows = [grid.header, tuple(marks), *grid.rows]
    lines = [
        "| "
        + " | ".join(cell if i == 1 else escaped(cell).replace("\n", " ") for cell in row)
        + " |"
        for i, row in enumerate(rows)
    ]
    return "\n".join(lines)
