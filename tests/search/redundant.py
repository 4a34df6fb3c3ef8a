"""Which lines of ``asked.yaml`` earn nothing: their entry is found first without them.

    python -m tests.search.redundant FOLDER [--write] [--margin M]

The lines are left out by fifths, the game is compiled without them, and they are asked. A line that finds its
entry first all the same, well before the second, is left out for good; the next fifth is asked of what is left.
At last all that were left out are asked of the rest: what is no longer found comes back. An entry keeps
at least a few lines of each language. With ``--write`` the file is rewritten; without, only the figures are printed.

Of 55,400 lines (.946 of the held half found first) 33,000 stayed when it was written so, which found .920; drawn by lot
48,000 find .934, 44,000 .921 and 28,000 .89 to .91: every line tells a little about how often its words are used.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulesref.base.text import LANGS
from rulesref.compiling.build import build
from rulesref.compiling.findable import FOLDS
from rulesref.library.library import Library
from rulesref.search.engine import search
from tests.search.apart import library_of, parted

#: A line is found without itself when its entry is ahead of the second by this share of its score.
MARGIN = 0.03
#: An entry keeps so many lines of each language.
LEAST = 4

#: An entry and a line that asks for it.
Phrase = tuple[str, str]


def found(library: Library, game: str, phrase: Phrase, margin: float) -> bool:
    """Whether a line finds its entry first, well before the second."""
    rule, text = phrase
    hits = search(library, text, game, 2).hits
    if not hits or hits[0].id != rule:
        return False
    return len(hits) == 1 or hits[1].score <= (1 - margin) * hits[0].score


def without(asked: Sequence[Any], phrases: Iterable[Phrase]) -> list[Any]:
    """The blocks without these lines."""
    out = {*phrases}
    return [
        {
            **block,
            **{
                lang: "\n".join(
                    line for line in block[lang].splitlines() if (block["rule"], line) not in out
                )
                for lang in LANGS
                if lang in block
            },
        }
        for block in asked
    ]


def allowed(asked: Sequence[Any], phrases: Sequence[Phrase]) -> list[Phrase]:
    """Those of the lines that may go, so that each entry keeps a few of each language in each block."""
    left = Counter(
        (n, lang)
        for n, block in enumerate(asked)
        for lang in LANGS
        for _ in block.get(lang, "").splitlines()
    )
    out, going = {*phrases}, []
    for n, block in enumerate(asked):
        for lang in LANGS:
            for line in block.get(lang, "").splitlines():
                if (block["rule"], line) in out and left[n, lang] > LEAST:
                    left[n, lang] -= 1
                    going.append((block["rule"], line))
    return going


def redundant(game: str, data: Mapping[str, Any], margin: float) -> list[Phrase]:
    """The lines that may go."""
    asked: Sequence[Any] = data["asked"]
    gone: list[Phrase] = []
    for fold in range(FOLDS):
        kept, left_out = parted(asked, fold)
        library = library_of(game, {**data, "asked": kept})
        easy = [phrase for phrase in left_out if found(library, game, phrase, margin)]
        easy = allowed(asked, easy)
        asked = without(asked, easy)
        gone += easy
    library = library_of(game, {**data, "asked": asked})
    return [phrase for phrase in gone if found(library, game, phrase, 0)]


def rewritten(text: str, phrases: Iterable[Phrase]) -> str:
    """The file without these lines, all else as it was."""
    out, rule, lines = {*phrases}, "", []
    for line in text.splitlines():
        if line.startswith("- rule:"):
            rule = line.split(":", 1)[1].strip()
        if not (line.startswith("    ") and (rule, line.strip()) in out):
            lines.append(line)
    return "\n".join(lines) + "\n"


def report(folder: Path, margin: float, *, write: bool) -> Iterator[str]:
    """What may go, in figures; with ``write`` it is gone."""
    data = build(folder).data
    many = sum(len(block.get(lang, "").splitlines()) for block in data["asked"] for lang in LANGS)
    gone = redundant(folder.name, data, margin)
    yield f"{folder.name}: {many} lines, {len(gone)} may go, {many - len(gone)} stay"
    if write:
        path = folder / "asked.yaml"
        path.write_text(rewritten(path.read_text(encoding="utf-8"), gone), encoding="utf-8")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--margin", type=float, default=MARGIN)
    wanted = parser.parse_args()
    for line in report(wanted.folder, wanted.margin, write=wanted.write):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
