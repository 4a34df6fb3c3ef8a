"""The content of a game folder in a few characters: what decides whether a snapshot still fits."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def game_files(folder: Path) -> list[Path]:
    """The YAML files of a game folder, in a fixed order."""
    return sorted(
        (folder / inside for inside, _ in _entries(str(folder))),
        key=lambda path: path.relative_to(folder).as_posix(),
    )


def digest_of(folder: Path) -> str:
    """Hash of the names and bytes of a game's files: twelve hexadecimal digits."""
    from hashlib import sha256

    digest = sha256()
    for path in game_files(folder):
        raw = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(raw)}\0".encode())
        digest.update(raw)
    return digest.hexdigest()[:12]


def signature_of(root: str) -> str:
    """Names, sizes and times of change of every YAML file below ``root``.

    While it stays the same nothing has been written, and the files need not be read again. When it
    differs, only the content decides whether anything changed.
    """
    lines = sorted(
        f"{inside}\0{entry.stat().st_size}\0{entry.stat().st_mtime_ns}"
        for inside, entry in _entries(root)
    )
    return "\n".join(lines)


def _entries(folder: str, inside: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The YAML files below a folder, each with its path inside."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if entry.is_dir():
                yield from _entries(entry.path, f"{inside}{entry.name}/")
            elif entry.name.endswith(".yaml"):
                yield inside + entry.name, entry
