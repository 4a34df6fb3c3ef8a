"""Which numbers of a game could be wrong without anybody noticing.

    python -m tests.mutation data/GAME [COUNT] [SEED] [--file tables]

So many numbers of tables, calculators and scoring, taken at random, are changed by one, each on its own; ``check`` and
what is known of the game (printed tables, bounds, calculators, checks, worked cases, plays) are tried against each change. The
changes that nothing notices are printed, and the share that something does. ``--file flow`` changes those of the flow.

Numbers in names, help and messages are not changed: they say what other numbers do.
"""

from __future__ import annotations

import argparse
import copy
import json
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.text import LANGS
from rulesref.compiling.audit import audited
from rulesref.compiling.build import BuiltStore
from rulesref.library.library import game_of
from rulesref.model.game import Game
from rulesref.play.known_play import going_otherwise
from rulesref.reading.source import value_at
from rulesref.scoring.compare import put_in
from rulesref.scoring.known_cases import differences
from tests.games import test_bounds, test_calculators, test_checks, test_printed, test_views
from tests.helpers import TESTS, document

#: The files in which numbers are changed, when no other is named.
FILES = ("tables", "calculators", "scoring")
#: What stands under these keys of a table is said and relied on, but for what a row has beside its cells.
_RELIED = {"rows", "note"}
_BESIDE = {"aliases", "confidence", "sources"}
#: What stands under these keys is said, not reckoned with.
_SAID = {
    "about", "aliases", "columns", "confidence", "grid", "help", "id", "label", "legend", "message", "name", "names",
    "rules", "say", "sources", "text", "title", "why",
}  # fmt: skip
#: A number that is no part of a name; it may have a sign.
_NUMBER = re.compile(r"(?<![\w.])(?<!\w-)\d+(?![\w-])", re.ASCII)
_IN_CELL = re.compile(r"\d+")


def numbers_of(
    data: Any, path: KeyPath = (), *, cell: bool = False
) -> Iterator[tuple[KeyPath, int]]:
    """Every number of a document: where it stands, and which it is of those in one text."""
    if isinstance(data, Mapping):
        for key, inner in data.items():
            if key not in _BESIDE if cell else key not in _SAID:
                yield from numbers_of(inner, (*path, key), cell=cell or key in _RELIED)
    elif isinstance(data, list):
        for index, inner in enumerate(data):
            yield from numbers_of(inner, (*path, index), cell=cell)
    elif isinstance(data, str):
        found = (_IN_CELL if cell else _NUMBER).findall(data)
        yield from ((path, number) for number in range(len(found)))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path, 0


def changed(data: Any, path: KeyPath, which: int, by: int) -> Any:
    """A copy of a document with one number more or less; a number stays above -1."""
    altered = copy.deepcopy(data)
    now = value_at(data, path)
    if isinstance(now, int):
        put_in(altered, path, now + by if now + by >= 0 else now + 1)
        return altered
    pattern = _IN_CELL if _RELIED & set(path) else _NUMBER
    found = list(pattern.finditer(now))[which]
    number = int(found[0])
    other = number + by if number + by >= 0 else number + 1
    put_in(altered, path, f"{now[: found.start()]}{other}{now[found.end() :]}")
    return altered


def known_of(game: str) -> dict[str, Callable[[Game], bool]]:
    """What tells whether a game is as it should be, by name."""
    folder = TESTS / "games" / game
    known: dict[str, Callable[[Game], bool]] = {}
    if (printed := folder / "printed.yaml").exists():
        tables = document(printed)
        known["printed"] = lambda found: not any(test_printed.differences(found, tables))
    if (bounds := folder / "bounds.yaml").exists():
        ends = document(bounds)
        known["bounds"] = lambda found: not any(test_bounds.failures(found, ends))
    if (calculators := folder / "calculators.yaml").exists():
        sums = document(calculators)
        known["calculators"] = lambda found: not any(test_calculators.failures(found, sums))
    if (checks := folder / "checks.yaml").exists():
        positions = document(checks)
        known["checks"] = lambda found: not any(test_checks.failures(found, positions))
    plays = {path.name: path.read_text("utf-8") for path in folder.glob("plays/[!s]*.txt")}
    known["plays"] = lambda found: (
        not any(any(going_otherwise(found, text, name)) for name, text in plays.items())
    )
    known["views"] = lambda found: all(
        test_views.shown_at(found, look, lang)
        == test_views.file_of(look, lang).read_text(encoding="utf-8")
        for look in test_views.LOOKS
        if look.startswith(f"{game}/")
        for lang in LANGS
    )
    cases = [case for path in sorted(folder.glob("cases/*.yaml")) for case in document(path)]
    known["cases"] = lambda found: not any(any(differences(found, case)) for case in cases)
    return known


def noticed_by(folder: Path, known: Mapping[str, Callable[[Game], bool]]) -> str | None:
    """What first notices that a game is not as it should be."""
    ((built, problems),) = audited(folder)
    if problems:
        return "check"
    game = game_of(BuiltStore(built.data), built.digest)
    for name, sound in known.items():
        try:
            if not sound(game):
                return name
        except (AssertionError, LookupError, ValueError):
            return name
    return None


def main() -> int:
    """Change numbers one by one, and say which changes nobody notices."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int, nargs="?", default=40)
    parser.add_argument("seed", nargs="?", default="0")
    parser.add_argument("--file", action="append", choices=(*FILES, "flow"))
    wanted = parser.parse_args()
    rng = Random(wanted.seed)
    source: Path = wanted.folder.resolve()
    files = [file for file in wanted.file or FILES if (source / f"{file}.yaml").is_file()]
    if wanted.count < 1 or not files:
        parser.error("a folder of a game, and how many numbers to change")
    known = known_of(source.name)
    documents = {file: document(source / f"{file}.yaml") for file in files}
    places = [(file, *number) for file, data in documents.items() for number in numbers_of(data)]
    taken = rng.sample(places, min(wanted.count, len(places)))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / source.name
        shutil.copytree(source, folder)
        assert noticed_by(folder, known) is None, "the game is not sound to begin with"
        by: Counter[str] = Counter()
        for file, path, which in taken:
            other = changed(documents[file], path, which, rng.choice((1, -1)))
            kept = (folder / f"{file}.yaml").read_bytes()
            (folder / f"{file}.yaml").write_text(json.dumps(other), encoding="utf-8")
            who = noticed_by(folder, known)
            (folder / f"{file}.yaml").write_bytes(kept)
            by[who or "nothing"] += 1
            if who is None:
                now, then = value_at(documents[file], path), value_at(other, path)
                tell(f"{file} {where(documents[file], path)}: {now!r} -> {then!r}")
    tell(f"{len(taken) - by['nothing']} of {len(taken)} changes noticed: {dict(by)}")
    return 0


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def where(data: Any, path: KeyPath) -> str:
    """A place by the ids on the way to it, for people."""
    words: list[str] = []
    for end in range(1, len(path) + 1):
        here = value_at(data, path[:end])
        words.append(str(here["id"] if isinstance(here, dict) and "id" in here else path[end - 1]))
    return ".".join(words)


if __name__ == "__main__":
    sys.exit(main())
