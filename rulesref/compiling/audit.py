"""Slow looks at sound data: what is well-formed but not good enough."""

from __future__ import annotations

import os
import re
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rulesref.base.diagnostics import Place, Problem, ProblemsFound
from rulesref.base.disk import data_folder, packed_games
from rulesref.base.folding import fold, words
from rulesref.base.text import LANGS
from rulesref.compiling.build import Built, build, statement_ids
from rulesref.compiling.writing import folders_of


def audited(root: Path, pack: str = "") -> Iterator[tuple[Built, Sequence[Problem]]]:
    """Each game in a folder and what is wrong with it. The games of a ``pack`` are named with it."""
    for folder in games_in(root):
        yield examined(folder, f"{pack}/{folder.name}" if pack else "")


def games_in(root: Path) -> list[Path]:
    """The game folders in a folder, or itself when it is one; raises when there is none."""
    if not os.path.isdir(root):  # noqa: PTH112 - pathlib raises for names that are too long
        raise ProblemsFound([Problem("E211", None, {"folder": str(root)})])
    folders = folders_of(root)
    if not folders:
        raise ProblemsFound([Problem("E212", None, {"folder": str(root)})])
    return folders


def examined(folder: Path, key: str = "") -> tuple[Built, Sequence[Problem]]:
    """The game in a folder and what is wrong with it; only a sound one is looked at slowly."""
    built = build(folder, key)
    return built, built.problems or audit(built)


def audit(built: Built) -> list[Problem]:
    """What a careful editor would send back, as warnings; missing statements are errors."""
    return [*_uncovered(built), *_unnamed(built), *_cited(built)]


def _uncovered(built: Built) -> Iterator[Problem]:
    """Statements that no entry answers (E610), and covered ones that are not listed (E611)."""
    wanted = statement_ids(built.data["game"].get("statements", ()))
    covered = {
        statement
        for rule in built.data.get("rules", ())
        for point in rule["points"]
        for statement in point.get("covers", ())
    }
    covered |= {s for ruling in built.data.get("rulings", ()) for s in ruling.get("covers", ())}
    covered = set(statement_ids(sorted(covered)))
    place = _file(built, "game")
    missing = [statement for statement in wanted if statement not in covered]
    beyond = sorted(covered - set(wanted))
    if missing:
        yield Problem("E610", place, {"missing": missing, "many": len(missing)})
    if beyond:
        yield Problem("E611", place, {"beyond": beyond})


def _unnamed(built: Built) -> Iterator[Problem]:
    """Glossary concepts that no entry is about (W620), and tables that none names (W621)."""
    for code, kind, key in (("W620", "glossary", "terms"), ("W621", "tables", "tables")):
        named = {name for rule in built.data.get("rules", ()) for name in rule.get(key, ())}
        entries = [entry for entry in built.data.get(kind, ()) if not entry.get("rules")]
        lost = [entry["id"] for entry in entries if entry["id"] not in named]
        if lost:
            yield Problem(code, _file(built, kind), {key: lost})


#: Under these keys stands what is read during a play; under any other, what something is called.
_READ = ("help", "message", "say", "text")
_QUOTED = re.compile("「([^「」]+)」|“([^“”]+)”")
_KEYS = re.compile(r"\bEnter\b|\bset \S+\.\S+|[^\s=「“]+=[^\s=」”]+")
#: The line that is given as an example, and its first word.
_EXAMPLE = re.compile(r"(?:例|[Ff]or example)[:,]? *((\S+) [^()、。]+)")


def _cited(built: Built) -> Iterator[Problem]:
    """What texts of the flow quote and nothing is called, and what only a terminal has (W622): phones have buttons."""
    flow = built.data.get("flow", {})
    named = words("none") | {
        fold(word) for key, text in _texts(built.data) if key not in _READ for word in _said(text)
    }
    verbs = {
        fold(word)
        for action in flow.get("actions", ())
        for text in (action["name"], action.get("words", {}))
        for word in _said(text)
    }
    cited: dict[str, None] = {}
    for said in (said for key, text in _texts(flow) if key in _READ for said in _said(text)):
        quoted = (ja or en for ja, en in _QUOTED.findall(said))
        cited |= dict.fromkeys(q for q in quoted if q[0] != "{" and fold(q) not in named)
        cited |= dict.fromkeys(_KEYS.findall(said))
        examples = _EXAMPLE.findall(said)
        cited |= dict.fromkeys(line for line, first in examples if fold(first) in verbs)
    file = _file(built, "flow").file
    for typed in cited:
        before = built.texts[file].partition(typed)[0].split("\n")
        place = Place(file, len(before), len(before[-1]) + 1, len(typed))
        yield Problem("W622", place, {"typed": typed})


def _texts(data: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Everything below that is said in a language, with the key under which it stands."""
    if isinstance(data, dict):
        if any(lang in data for lang in LANGS):
            yield key, data
        for name, part in data.items():
            yield from _texts(part, name)
    elif isinstance(data, list):
        for part in data:
            yield from _texts(part, key)


def _said(text: Mapping[str, str | Sequence[str]]) -> Iterator[str]:
    """A text, or words, in each language that it has."""
    for said in (text[lang] for lang in LANGS if lang in text):
        yield from [said] if isinstance(said, str) else said


def _file(built: Built, kind: str) -> Place:
    return Place(f"{built.name}/{kind}.yaml")


@contextmanager
def shipped_games() -> Iterator[Path]:
    """The folder of the games that come with the program; a wheel's are unpacked for the while."""
    packed = packed_games()
    if packed is None:
        yield Path(data_folder())
        return
    with tempfile.TemporaryDirectory(prefix="rulesref-") as folder, tarfile.open(packed) as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is not None:
                target = Path(folder, member.name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read())
        yield Path(folder)
