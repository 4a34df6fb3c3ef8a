"""Pages as terminal text: wrapped, aligned in both languages, plain where asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest

from rulesref.base.frozen import frozen
from rulesref.base.text import cells, pad, wrap
from rulesref.show.blocks import Block, Bullets, Facts, Flowing, Grid, Page, Para, Title, Verbatim

_INDENT = 2
_GAP = 2


@frozen
class Terminal:
    """What the reader's terminal can do. ``plain``: no tables, no emphasis."""

    width: int = 80
    plain: bool = False
    bold: Callable[[str], str] = str


def text(page: Page, terminal: Terminal) -> str:
    """The page as lines, ending in a line break."""
    lines: list[str] = []
    for previous, block in zip([None, *page], page, strict=False):
        if lines and _apart(previous, block):
            lines.append("")
        lines.extend(_lines(block, terminal))
    return "\n".join(lines) + "\n" if lines else ""


def _apart(previous: Block | None, block: Block) -> bool:
    """Whether an empty line stands between two blocks: not below a title, nor inside running text."""
    if isinstance(previous, Title):
        return False
    running = isinstance(previous, (Para, Bullets, Flowing))
    return not (running and isinstance(block, (Para, Flowing)))


def _lines(block: Block, terminal: Terminal) -> list[str]:
    match block:
        case Title():
            return _title(block, terminal)
        case Para():
            return _indented(block.text, terminal.width, block.indent * _INDENT)
        case Bullets():
            return [
                line
                for number, (depth, item) in enumerate(block.items, block.first)
                for line in _bullet(item, depth, number if block.first else None, terminal)
            ]
        case Facts():
            return _facts(block, terminal)
        case Grid():
            return _grid(block, terminal)
        case Flowing():
            return _flowing(block, terminal)
        case Verbatim():
            return list(block.lines)


def _title(title: Title, terminal: Terminal) -> list[str]:
    note = f"  {title.note}" if title.note else ""
    if cells(title.text + note) <= terminal.width:
        return [terminal.bold(title.text) + note]
    lines = [terminal.bold(line) for line in wrap(title.text, terminal.width)]
    return lines + (_indented(title.note, terminal.width, _INDENT) if title.note else [])


def _indented(content: str, width: int, indent: int, first: str | None = None) -> list[str]:
    lines = wrap(content, max(20, width - indent))
    space = " " * indent
    start = space if first is None else first
    return [(start if i == 0 else space) + line for i, line in enumerate(lines)]


def _bullet(item: str, depth: int, number: int | None, terminal: Terminal) -> list[str]:
    bullet = f"{number}. " if number else "- " if not terminal.plain else "  "
    mark = " " * depth * _INDENT + bullet
    return _indented(item, terminal.width, len(mark), mark)


def _facts(facts: Facts, terminal: Terminal) -> list[str]:
    indent = max((cells(name) for name, _ in facts.items), default=0) + _GAP
    lines: list[str] = []
    for name, value in facts.items:
        values = (value,) if isinstance(value, str) else value
        if terminal.plain:
            lines += wrap(f"{name}: {', '.join(values)}", terminal.width)
        else:
            lines += _side_by_side(values, terminal.width, indent, pad(name, indent))
    return lines


def _flowing(block: Flowing, terminal: Terminal) -> list[str]:
    if terminal.plain:
        return [line for item in block.items for line in _indented(item, terminal.width, _INDENT)]
    return _side_by_side(block.items, terminal.width, _INDENT)


def _side_by_side(
    items: tuple[str, ...], width: int, indent: int, first: str | None = None
) -> list[str]:
    """Items on as few lines as they need; one is broken only where it is wider than a line."""
    lines: list[str] = []
    for item in items:
        together = f"{lines[-1]}{' ' * _GAP}{item}" if lines else ""
        if lines and cells(together) <= width:
            lines[-1] = together
        else:
            start = first if first is not None and not lines else " " * indent
            lines.extend(_indented(item, width, indent, start))
    return lines


def _grid(grid: Grid, terminal: Terminal) -> list[str]:
    if terminal.plain:
        return _records(grid, terminal)
    widths = [
        max([cells(head), *(cells(row[i]) for row in grid.rows)])
        for i, head in enumerate(grid.header)
    ]
    if sum(widths) + _GAP * (len(widths) - 1) <= terminal.width:
        return _ruled(grid, widths)
    if grid.folds:
        return [line for part in _folded(grid, widths, terminal.width) for line in part]
    narrowed = _narrowed(grid, widths, terminal.width)
    return _ruled(grid, narrowed) if narrowed else _listed(grid, terminal)


def _ruled(grid: Grid, widths: list[int]) -> list[str]:
    lines = _row(grid.header, widths, grid.right)
    lines.append("  ".join("-" * width for width in widths))
    for row in grid.rows:
        lines.extend(_row(row, widths, grid.right))
    return lines


def _folded(grid: Grid, widths: list[int], width: int) -> Iterator[list[str]]:
    """The table in parts that fit, each with the first column."""
    parts: list[list[int]] = [[]]
    for column in range(1, len(widths)):
        used = widths[0] + sum(_GAP + widths[i] for i in parts[-1])
        if parts[-1] and used + _GAP + widths[column] > width:
            parts.append([])
        parts[-1].append(column)
    for part in parts:
        kept = (0, *part)
        rows = tuple(tuple(row[i] for i in kept) for row in (grid.header, *grid.rows))
        right = frozenset(n for n, i in enumerate(kept) if i in grid.right)
        yield _ruled(Grid(rows[0], rows[1:], right), [widths[i] for i in kept])


#: So wide a column of words stays, and so wide the head of a column of numbers if its words are.
_LEAST, _LEAST_HEAD = 16, 14


def _narrowed(grid: Grid, widths: list[int], width: int) -> list[int]:
    """Widths after the widest columns have given way; empty when the table cannot fit.

    Numbers stay whole, and what stands above them goes on below.
    """
    fixed = _GAP * (len(widths) - 1)
    widths, least = list(widths), [_least(grid, column) for column in range(len(widths))]
    while sum(widths) + fixed > width:
        giving = [i for i, wide in enumerate(widths) if wide > least[i]]
        if not giving:
            return []
        widths[max(giving, key=lambda i: (widths[i], i))] -= 1
    return widths


def _least(grid: Grid, column: int) -> int:
    """How narrow a column may become."""
    if column not in grid.right:
        return _LEAST
    longest = max(map(cells, grid.header[column].split()), default=0)
    return max(min(longest, _LEAST_HEAD), *(cells(row[column]) for row in grid.rows), 0)


def _row(row: tuple[str, ...], widths: list[int], right: frozenset[int]) -> list[str]:
    columns = [wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
    lines: list[str] = []
    for parts in zip_longest(*columns, fillvalue=""):
        padded = [
            pad(part, width, right=n in right)
            for n, (part, width) in enumerate(zip(parts, widths, strict=True))
        ]
        lines.append((" " * _GAP).join(padded).rstrip())
    return lines


def _listed(grid: Grid, terminal: Terminal) -> list[str]:
    """A table that is too wide: the first cell of each row, and the others below on as few lines as they need."""
    lines: list[str] = []
    for row in grid.rows:
        said = [f"{h}: {cell}" for h, cell in zip(grid.header, row, strict=True) if cell]
        lines.extend(wrap("".join(said[:1]), terminal.width))
        lines.extend(_side_by_side(tuple(said[1:]), terminal.width, _INDENT))
    return lines


def _records(grid: Grid, terminal: Terminal) -> list[str]:
    """A table as labelled lines, one record after another."""
    lines: list[str] = []
    for row in grid.rows:
        if lines:
            lines.append("")
        for head, cell in zip(grid.header, row, strict=True):
            if cell:
                lines.extend(wrap(f"{head}: {cell}" if head else cell, terminal.width))
    return lines
