"""Where the data, schemas and catalogues are: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def _shipped(name: str) -> Path:
    inside = _PACKAGE / "_shipped" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def data_folder() -> Path:
    """The folder of the games that come with the program."""
    return _shipped("data")


def locale_folder() -> Path:
    """The folder of the message catalogues."""
    return _shipped("locales")


def schema_file(kind: str) -> Path:
    """The schema of one kind of file."""
    return data_folder() / "schema" / f"{kind}.schema.json"


def shipped_snapshot() -> Path | None:
    """The compiled library inside a wheel; None in a checkout."""
    found = _PACKAGE / "_shipped" / "library.sqlite"
    return found if found.is_file() else None


def cache_folder() -> Path:
    """Where compiled data of checkouts and ``--data`` folders is kept. It may be deleted any time."""
    home = os.environ.get("RULESREF_HOME")
    if home:
        return Path(home) / "cache"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "rulesref/Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/rulesref"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulesref"
