"""Keeps unfinished positions (書きかけの局面), so that a closed terminal loses no answer.

One file for each game. It is written after every answer: to a new file that is synced and then takes
the place of the old one, so that at any moment one of the two is whole.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from rulesref.base.paths import home_folder


def draft_file(game: str) -> Path:
    """Where the unfinished position of a game is kept."""
    return Path(home_folder()) / "unfinished" / f"{game}.json"


def keep(game: str, draft: dict[str, Any]) -> None:
    """Keep a draft; OSError when the disk does not let it."""
    file = draft_file(game)
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        with new.open("w", encoding="utf-8") as stream:
            json.dump(draft, stream, ensure_ascii=False)
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(file)
    finally:
        new.unlink(missing_ok=True)
    _sync(file.parent)


def _sync(folder: Path) -> None:
    """Make a rename last through a loss of power, where folders can be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def kept(game: str) -> dict[str, Any] | None:
    """The draft of a game; None when there is none that can be read."""
    try:
        found = json.loads(draft_file(game).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and found.get("version") == 1 else None


def forget(game: str) -> None:
    """The position is finished, or not wanted any more."""
    with contextlib.suppress(OSError):
        draft_file(game).unlink()
