"""Pictures of a terminal, drawn from what the program prints: ``docs/pictures``, written by ``python -m tests.docs``."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from rulesref.base.text import LANGS, cells
from tests.docs.walkthrough import carried_out, file_in
from tests.helpers import ROOT

FOLDER = ROOT / "docs" / "pictures"
#: What is typed for each picture, by language; the position is that of the page on scores.
TYPED = {
    "ask": {
        "en": "ask tzolkin how much corn for four workers",
        "ja": "ask ツォルキン ワーカー4個置くのにコーンは",
    },
    "score": {
        "en": "score tigris final.yaml --explain",
        "ja": "score チグリス final.yaml --explain",
    },
}
PAGE = {"en": "score.md", "ja": "score.ja.md"}
NAMES = [f"{name}-{lang}.svg" for name in TYPED for lang in LANGS]

#: Columns, and the size of a cell.
_COLUMNS, _WIDE, _HIGH = 80, 8.4, 20


def picture(name: str) -> str:
    """The picture with this file name."""
    job, _, lang = name.removesuffix(".svg").partition("-")
    with tempfile.TemporaryDirectory() as folder:
        page = (ROOT / "docs" / PAGE[lang]).read_text(encoding="utf-8")
        (Path(folder) / "final.yaml").write_text(file_in(page, "final.yaml"), encoding="utf-8")
        block = f"```console\n$ rulesref {TYPED[job][lang]}\n```\n"
        shown = carried_out(block, lang, Path(folder))
    return drawn(shown.splitlines()[1:-1])


def drawn(lines: list[str]) -> str:
    """Lines of a terminal as a picture; the first was typed."""
    width, height = round(_COLUMNS * _WIDE) + 32, len(lines) * _HIGH + 28
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
            f'\n<rect width="{width}" height="{height}" rx="8" fill="#1d2129"/>',
            '\n<g font-family="ui-monospace, Menlo, Consolas, \'Noto Sans Mono CJK JP\', monospace" font-size="14" fill="#e8e8e8">',
            *(
                f"\n{run}"
                for row, line in enumerate(lines)
                for run in _runs(line, row, "#9fd49f" if row == 0 else "")
            ),
            "\n</g>\n</svg>\n",
        ]
    )


def _runs(line: str, row: int, fill: str) -> Iterator[str]:
    """A line in pieces, each as wide as a terminal shows it: Japanese and Latin letters in different fonts."""
    for match in re.finditer(r"[!-~](?:[!-~]| (?=[!-~]))*|[^ -~]+", line):
        text = match[0]
        x = 16 + cells(line[: match.start()]) * _WIDE
        colour = f' fill="{fill}"' if fill else ""
        yield (
            f'<text x="{x:.1f}" y="{row * _HIGH + 28}" textLength="{cells(text) * _WIDE:.1f}"'
            f' lengthAdjust="spacingAndGlyphs"{colour}>{escape(text)}</text>'
        )
