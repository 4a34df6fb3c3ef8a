"""Writes the example folder under another id, as a beginning for a game of one's own."""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from pathlib import Path

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.file_access import is_there, reason
from rulesref.base.paths import data_folder
from rulesref.model.keys import ID


def write_example(name: str, parent: Path) -> Path:
    """The new folder ``name`` in ``parent``; raises when that is no id (E205) or there already (E213)."""
    if not re.fullmatch(ID, name):
        raise ProblemsFound([wrong("E205", name)])
    folder = parent / name
    if is_there(folder):
        raise ProblemsFound([Problem("E213", None, {"folder": str(folder)})])
    try:
        _copy(name, folder)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            shutil.rmtree(folder)
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise ProblemsFound(
            [Problem("E219", None, {"folder": str(folder), "reason": why})]
        ) from None
    return folder


def _copy(name: str, folder: Path) -> None:
    example = Path(data_folder()) / "schema" / "example"
    for source in sorted(example.rglob("*.yaml")):
        target = folder / source.relative_to(example)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8").replace("my-game", name)
        target.write_text(text, encoding="utf-8")
