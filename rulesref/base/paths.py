"""Where the data, schemas and catalogues are: beside the package in a checkout, inside it in a wheel.

Paths are plain strings: importing pathlib would cost every answer.
"""

from __future__ import annotations

import os
import sys

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120


def _shipped(name: str) -> str:
    inside = f"{_PACKAGE}/_shipped/{name}"
    beside = f"{os.path.dirname(_PACKAGE)}/{name}"  # noqa: PTH120
    return inside if os.path.isdir(inside) else beside  # noqa: PTH112


def data_folder() -> str:
    """The folder of the schemas, the example and the demo; in a checkout of the games as well."""
    return _shipped("data")


def docs_folder() -> str:
    """The folder of the pages for people who write games."""
    return _shipped("docs")


def locale_folder() -> str:
    """The folder of the message catalogues."""
    return _shipped("locales")


def language_folder() -> str:
    """The folder of the words of each language."""
    return f"{data_folder()}/language"


def language_file(lang: str, name: str) -> str:
    """One file with words of a language."""
    return f"{language_folder()}/{lang}/{name}.yaml"


def shipped_snapshot() -> str | None:
    """The compiled library inside a wheel; None in a checkout."""
    file = f"{_PACKAGE}/_shipped/library.sqlite"
    return file if os.path.isfile(file) else None  # noqa: PTH113


def packed_games() -> str | None:
    """The sources of the games inside a wheel; None in a checkout."""
    file = f"{_PACKAGE}/_shipped/games.tar.bz2"
    return file if os.path.isfile(file) else None  # noqa: PTH113


def cache_folder() -> str:
    """Where compiled data of checkouts and ``--data`` folders is kept. It may be deleted any time."""
    home = os.environ.get("RULESREF_HOME")
    if home:
        return f"{home}/cache"
    user = os.path.expanduser("~")  # noqa: PTH111
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA", f"{user}/AppData/Local") + "/rulesref/Cache"
    if sys.platform == "darwin":
        return f"{user}/Library/Caches/rulesref"
    return (os.environ.get("XDG_CACHE_HOME") or f"{user}/.cache") + "/rulesref"


def home_folder() -> str:
    """Where what a person has made is kept: plays, unfinished positions."""
    home = os.environ.get("RULESREF_HOME")
    if home:
        return home
    user = os.path.expanduser("~")  # noqa: PTH111
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA", f"{user}/AppData/Local") + "/rulesref"
    if sys.platform == "darwin":
        return f"{user}/Library/Application Support/rulesref"
    return (os.environ.get("XDG_DATA_HOME") or f"{user}/.local/share") + "/rulesref"


def quoted(path: str) -> str:
    """A path as part of a URI, without importing urllib.

    >>> quoted("/home/a?b")
    '/home/a%3fb'
    """
    if os.name == "nt":
        path = "/" + path.replace("\\", "/")
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
