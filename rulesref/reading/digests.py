"""The content hash of a game folder: what decides whether a snapshot still fits."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path


def game_files(folder: Path) -> list[Path]:
    """The YAML files of a game folder, in a fixed order."""
    found: list[Path] = []
    for top, folders, files in os.walk(folder):
        folders.sort()
        found += [Path(top, name) for name in files if name.endswith(".yaml") and name[0] != "."]
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def digest_of(folder: Path) -> str:
    """Hash of the names and bytes of a game's files: twelve hexadecimal digits."""
    found = sha256()
    for path in game_files(folder):
        raw = path.read_bytes()
        found.update(f"{path.relative_to(folder).as_posix()}\0{len(raw)}\0".encode())
        found.update(raw)
    return found.hexdigest()[:12]
