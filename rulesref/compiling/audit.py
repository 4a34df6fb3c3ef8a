"""Slow looks at sound data: what is well-formed but not good enough."""

from __future__ import annotations

import os
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rulesref.base.diagnostics import Place, Problem, ProblemsFound
from rulesref.base.disk import data_folder, packed_games
from rulesref.compiling.build import Built, build, statement_ids
from rulesref.compiling.writing import folders_of


def audited(root: Path, pack: str = "") -> Iterator[tuple[Built, Sequence[Problem]]]:
    """Each game in a folder and what is wrong with it. The games of a ``pack`` are named with it."""
    if not os.path.isdir(root):  # noqa: PTH112 - pathlib raises for names that are too long
        raise ProblemsFound([Problem("E211", None, {"folder": str(root)})])
    folders = folders_of(root)
    if not folders:
        raise ProblemsFound([Problem("E212", None, {"folder": str(root)})])
    for folder in folders:
        yield examined(folder, f"{pack}/{folder.name}" if pack else "")


def examined(folder: Path, key: str = "") -> tuple[Built, Sequence[Problem]]:
    """The game in a folder and what is wrong with it; only a sound one is looked at slowly."""
    built = build(folder, key)
    return built, built.problems or audit(built)


def audit(built: Built) -> list[Problem]:
    """What a careful editor would send back, as warnings; missing statements are errors."""
    return [*_uncovered(built), *_unnamed(built)]


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
