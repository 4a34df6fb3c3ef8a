"""The layers, drawn from the imports: ``python -m tests.house.picture`` writes docs/layers.svg.

Every folder is a room on a staircase that leads down from the commands. In its row stands how many
imports it has from each room below; an arrow that climbs would stand on the other side of the stairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.house.code import ROOT, import_graph, module_name, modules

PICTURE = ROOT / "docs" / "layers.svg"
#: Width and height of a step of the stairs, and of the margin around them.
WIDE, HIGH, MARGIN = 76, 34, 12
TITLE = 26
LEGEND = "A row: what the room imports of those below it, in modules"
HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"
 font-family="sans-serif" font-size="13" text-anchor="middle">"""

Arrows = Counter[tuple[str, str]]


def folder_of(module: str) -> str | None:
    """The folder of a module of the package; None for what stands above all folders."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and not parts[1].startswith("__") else None


def arrows(graph: Mapping[str, set[str]]) -> Arrows:
    """How many imports lead from one folder to another."""
    pairs = (
        (folder_of(module), folder_of(other))
        for module, others in graph.items()
        for other in others
    )
    return Counter((a, b) for a, b in pairs if a and b and a != b)


def downwards(between: Arrows) -> list[str]:
    """The folders from the top down, such that as few imports as can be climb.

    >>> downwards(Counter({("show", "base"): 3, ("cli", "show"): 2, ("base", "show"): 1}))
    ['cli', 'show', 'base']
    """
    left = sorted({folder for pair in between for folder in pair})
    order: list[str] = []
    while left:
        # The lowest of those left imports the least of the others.
        lowest = min(left, key=lambda folder: sum(between[folder, other] for other in left))
        left.remove(lowest)
        order.insert(0, lowest)
    return order


def climbing(graph: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """The imports of a module by one of a folder below its own."""
    place: dict[str | None, int] = {folder: n for n, folder in enumerate(downwards(arrows(graph)))}
    return [
        (module, other)
        for module, others in graph.items()
        for other in sorted(others)
        if place.get(folder_of(module), 0) > place.get(folder_of(other), len(place))
    ]


def picture() -> str:
    """The picture as SVG."""
    between = arrows(import_graph())
    order = downwards(between)
    sizes = Counter(folder_of(module_name(path)) for path in modules())
    width, height = (2 * MARGIN + len(order) * side for side in (WIDE, HIGH))
    height += TITLE
    lines = [
        HEAD.format(width=width, height=height),
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{MARGIN}" y="{TITLE - 4}" text-anchor="start">{LEGEND}</text>',
        *rooms(order, sizes),
        *numbers(order, between),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def rooms(order: list[str], sizes: Mapping[str | None, int]) -> Iterator[str]:
    """A box for each folder, with its name and how many modules it has."""
    for n, folder in enumerate(order):
        x, y = corner(n, n)
        yield (
            f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="4" fill="#dbe9f6" '
            'stroke="#4a6a8a"/>'
        )
        yield f'<text x="{x + WIDE // 2}" y="{y + 15}" font-weight="bold">{folder}</text>'
        yield f'<text x="{x + WIDE // 2}" y="{y + 29}" font-size="11">{sizes[folder]}</text>'


def numbers(order: list[str], between: Arrows) -> Iterator[str]:
    """How many imports each room has of each other; those that climb are red."""
    for row, importer in enumerate(order):
        for column, imported in enumerate(order):
            if count := between[importer, imported]:
                x, y = corner(row, column)
                shade = f"{min(0.08 + count / 60, 0.6):.2f}"
                colour = "#4a6a8a" if row < column else "#cc2222"
                yield (
                    f'<rect x="{x + 1}" y="{y + 1}" width="{WIDE - 2}" height="{HIGH - 2}" '
                    f'fill="{colour}" fill-opacity="{shade}"/>'
                )
                yield f'<text x="{x + WIDE // 2}" y="{y + 22}">{count}</text>'


def corner(row: int, column: int) -> tuple[int, int]:
    """The upper left corner of a field of the stairs."""
    return MARGIN + column * WIDE, TITLE + MARGIN + row * HIGH


def main() -> None:
    """Write the picture."""
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
