"""Pages of blocks as HTML (ブロックのHTML)."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from rulesref.show.blocks import Block, Bullets, Facts, Flowing, Grid, Page, Para, Title, Verbatim


def html(page: Page, lang: str, game: str = "") -> Markup:  # noqa: ARG001 - what is linked needs both
    """The page as HTML: every text is escaped."""
    return Markup("\n").join(map(_block, page))


def _block(block: Block) -> Markup:
    match block:
        case Title():
            level = min(block.level + 1, 4)
            note = Markup(" <small>{}</small>").format(block.note) if block.note else ""
            return Markup("<h{0}>{1}{2}</h{0}>").format(level, block.text, note)
        case Para():
            return Markup("<p{}>{}</p>").format(
                Markup(' class="in"') if block.indent else "", _lines(block.text)
            )
        case Bullets():
            tag = "ol" if block.first else "ul"
            items = _joined(
                Markup('<li class="d{}">{}</li>').format(min(depth, 3), _lines(text))
                for depth, text in block.items
            )
            return Markup("<{0}>{1}</{0}>").format(tag, items)
        case Facts():
            return Markup("<dl>{}</dl>").format(_joined(map(_fact, block.items)))
        case Grid():
            return _grid(block)
        case Flowing():
            return Markup('<ul class="chips">{}</ul>').format(
                _joined(Markup("<li>{}</li>").format(item) for item in block.items)
            )
        case Verbatim():
            return Markup('<pre tabindex="0">{}</pre>').format("\n".join(block.lines))


def _lines(text: str) -> Markup:
    return Markup("<br>").join(escape(line) for line in text.split("\n"))


def _joined(parts: Iterable[Markup]) -> Markup:
    return Markup("").join(parts)


def _fact(item: tuple[str, str | tuple[str, ...]]) -> Markup:
    name, value = item
    if isinstance(value, tuple):
        shown = _joined(Markup('<span class="piece">{}</span> ').format(each) for each in value)
    else:
        shown = _lines(value)
    return Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(name, shown)


def _grid(grid: Grid) -> Markup:
    """A table; on a narrow screen a card a row, each cell with the head of its column."""
    head = _joined(
        Markup('<th scope="col"{}>{}</th>').format(_right(grid, n), text)
        for n, text in enumerate(grid.header)
    )
    rows = _joined(Markup("<tr>{}</tr>").format(_row(grid, row)) for row in grid.rows)
    return Markup(
        '<div class="wide" tabindex="0"><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>'
    ).format(head, rows)


def _row(grid: Grid, row: tuple[str, ...]) -> Markup:
    first, *others = row
    cells = [Markup('<th scope="row">{}</th>').format(_lines(first))]
    cells += [
        Markup("<td{}>{}</td>").format(_right(grid, n), _lines(text))
        for n, text in enumerate(others, 1)
    ]
    return _joined(cells)


def _right(grid: Grid, column: int) -> Markup:
    return Markup(' class="number"') if column in grid.right else Markup("")
