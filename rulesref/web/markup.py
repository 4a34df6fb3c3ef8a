"""Pages of blocks as HTML (ブロックのHTML)."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote, unquote

from markupsafe import Markup, escape

from rulesref.base.frozen import changed
from rulesref.base.text import cells
from rulesref.show.blocks import (
    Block,
    Bullets,
    Facts,
    Flowing,
    Grid,
    Map,
    Page,
    Para,
    Ref,
    Title,
    Verbatim,
)

#: What is read in a box above the page, and not on a page of its own.
_READ = ("rule", "term", "table")
#: A table that needs so many columns of a terminal fits on a phone.
_NARROW = 34


def link(*parts: str) -> str:
    """A path of ours with these parts, whatever signs are in them.

    >>> link("play", "葵 1"), link("play", "7/14"), link("play", "..")
    ('/play/%E8%91%B5%201', '/play/7%252F14', '/play/%252E%252E')
    """
    return "/" + "/".join(quote(_whole(part), safe="") for part in parts)


def _whole(part: str) -> str:
    """A part with what would divide it or lead up, where the way here decodes it once, as codes of its own."""
    coded = part.replace("%", "%25").replace("/", "%2F")
    return coded.replace(".", "%2E") if part in (".", "..") else coded


def part_of(found: str) -> str:
    """A part as it was given to ``link``, of one in a path that has come here."""
    return unquote(found)


def leading(kind: str, game: str, there: str, name: str, query: str = "") -> Markup:
    """A link to something of a game; what is only read opens above the page."""
    path = link(*filter(None, (kind, game, there)))
    opens = Markup(' data-part="entry"') if kind in _READ else ""
    return Markup('<a href="{}{}"{}>{}</a>').format(path, query, opens, name)


def html(page: Page) -> Markup:
    """The page as HTML: every text is escaped, and no level of headings is left out below that of the whole."""
    level, parts = 0, list[Markup]()
    for block in page:
        if isinstance(block, Title):
            level = min(block.level, level + 1)
            block = changed(block, level=level)  # noqa: PLW2901 - the same on another level
        parts.append(_block(block))
    return Markup("\n").join(parts)


def _block(block: Block) -> Markup:
    match block:
        case Title():
            level = min(block.level + 1, 4)
            return Markup("<h{0}>{1}</h{0}>").format(level, _heading(block))
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
        case Map():
            return _map(block)
        case Verbatim():
            return Markup('<pre tabindex="0">{}</pre>').format("\n".join(block.lines))


#: The size of a space of a map, in its own measure, and the widest that it is drawn.
_SPACE, _WIDEST = 12, 24


def _map(block: Map) -> Markup:
    """A map as wide as the page has room for; signs that are letters stand out from those of the ground."""
    rows, space = block.rows, _SPACE
    wide, high = len(block.columns) + 1, len(rows) + 1
    spots = _joined(
        Markup('<rect x="{}" y="{}" width="{}" height="{}"/>').format(
            x * space, y * space, space, space
        )
        for y, row in enumerate(rows, 1)
        for x, sign in enumerate(row, 1)
        if sign.isalnum()
    )
    middles = " ".join(str(x * space + space // 2) for x in range(1, wide))
    called = Markup('<text class="called" x="{}" y="{}">{}</text>')
    texts = [called.format(middles, space - 3, block.columns)]
    for y, row in enumerate(rows, 1):
        texts.append(called.format(space // 2, (y + 1) * space - 3, y))
        texts.append(
            Markup('<text x="{}" y="{}">{}</text>').format(middles, (y + 1) * space - 3, row)
        )
    return Markup(
        '<svg class="map" role="img" viewBox="0 0 {} {}" width="{}">{}{}</svg><pre class="hidden">{}</pre>'
    ).format(
        wide * space, high * space, wide * _WIDEST, spots, _joined(texts), "\n".join(block.lines)
    )


def _heading(title: Title) -> Markup:
    note = title.note
    if isinstance(note, Ref):
        return (
            leading(note.kind, note.game, note.id, title.text) if note.kind else escape(title.text)
        )
    shown = Markup(" <small>{}</small>").format(note) if note else ""
    return Markup("{}{}").format(title.text, shown)


def _lines(text: str) -> Markup:
    if isinstance(text, Ref):
        return leading(text.kind, text.game, text.id, text.name) if text.kind else escape(text.name)
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
    """A table; of one that is too wide for a phone a card a row there, each cell with the head of its column."""
    head = _joined(
        Markup('<th scope="col"{}>{}</th>').format(_right(grid, n), text)
        for n, text in enumerate(grid.header)
    )
    rows = _joined(Markup("<tr>{}</tr>").format(_row(grid, row)) for row in grid.rows)
    stacks = Markup(' class="stack"') if _width(grid) > _NARROW else ""
    return Markup(
        '<div class="wide" tabindex="0"><table{}><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>'
    ).format(stacks, head, rows)


def _width(grid: Grid) -> int:
    """The columns of a terminal that the widest cells take side by side."""
    columns = zip(grid.header, *grid.rows, strict=True)
    return sum(max(map(cells, column)) + 2 for column in columns)


def _row(grid: Grid, row: tuple[str, ...]) -> Markup:
    first, *others = row
    parts = [Markup('<th scope="row">{}</th>').format(_lines(first))]
    parts += [
        Markup('<td{} data-head="{}">{}</td>').format(_right(grid, n), grid.header[n], _lines(text))
        if text
        else Markup("<td></td>")
        for n, text in enumerate(others, 1)
    ]
    return _joined(parts)


def _right(grid: Grid, column: int) -> Markup:
    return Markup(' class="number"') if column in grid.right else Markup("")
