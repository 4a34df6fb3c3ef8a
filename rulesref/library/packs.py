"""Game packs (ゲームパック): the games that installed distributions offer, found without running their code.

A distribution offers a package by an entry point of the group ``rulesref.games``; the folder of that
package has the game folders. Reading this of all that is installed takes long where much is, so what
a folder of ``sys.path`` has is remembered until something is installed there or removed.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Iterator
from itertools import islice

from rulesref import __version__
from rulesref.base.diagnostics import ProblemsFound, wrong
from rulesref.base.disk import contents, recall, remember
from rulesref.base.frozen import frozen

#: The group of the entry points.
GROUP = "rulesref.games"
#: What the name of a distribution is once it is normalized.
_NAME = "[a-z0-9]+(-[a-z0-9]+)*"
#: What is longer is no list of entry points, and nobody offers more packages in one distribution.
_MOST_BYTES, _MOST_PACKAGES = 1_000_000, 100


@frozen
class Pack:
    """What one entry point offers: of which distribution (its normalized name) and version, and the package.

    Where the list of entry points cannot be read, ``package`` is empty.
    """

    name: str
    version: str
    package: str


def folder_of(pack: Pack) -> str:
    """The folder of the package that a pack offers; raises what is wrong with its entry point."""
    if not re.fullmatch(_NAME, pack.name):
        raise ProblemsFound([wrong("E205", pack.name)])
    if not all(part.isidentifier() for part in pack.package.split(".")):
        raise ProblemsFound([wrong("E572", package=pack.package)])
    top, *inside = pack.package.split(".")
    folders = [os.path.join(folder, *inside) for folder in _folders_of(top)]  # noqa: PTH118
    there = [folder for folder in folders if os.path.isdir(folder)]  # noqa: PTH112
    if not there:
        raise ProblemsFound([wrong("E573", package=pack.package)])
    return there[0]


def _folders_of(package: str) -> list[str]:
    """Where a package is that lies in no other: several folders may share it. Nothing is imported."""
    from importlib.util import find_spec

    try:
        spec = find_spec(package)
        return list(spec.submodule_search_locations or ()) if spec else []
    except Exception:  # noqa: BLE001 - finders of editable installs are code of others
        return []


def installed() -> list[Pack]:
    """The packs, by name. Of two distributions with one name Python uses the first of ``sys.path``, and so do we."""
    every: dict[str, dict[str, Pack]] = {}
    for packs in _by_folder():
        here: dict[str, dict[str, Pack]] = {}
        for pack in packs:
            here.setdefault(pack.name, {})[pack.package] = pack
        every = here | every
    return [every[name][package] for name in sorted(every) for package in sorted(every[name])]


# --- what is remembered --------------------------------------------------------------------------

_FILE = "packs.json"
#: Nanoseconds after which an installation that was going on is over: it changes the folder first, and some clocks
#: count whole seconds.
_SETTLED = 10 * 10**9
#: For a folder: when it changed, and its packs.
_Memory = dict[str, tuple[int, list[Pack]]]


def _by_folder() -> Iterator[list[Pack]]:
    """What each folder of ``sys.path`` has."""
    memory, news = _recalled(), _Memory()
    for folder in dict.fromkeys(str(folder) or os.curdir for folder in sys.path):
        try:
            changed = os.stat(folder).st_mtime_ns  # noqa: PTH116 - pathlib costs start-up time
            if folder not in memory or memory[folder][0] != changed:
                distributions = _distributions(folder)
                memory[folder] = (changed, [p for each in distributions for p in _packs(each)])
                settled = time.time_ns() - changed > _SETTLED
                if distributions and settled and os.path.isabs(folder):  # noqa: PTH117
                    news[folder] = memory[folder]
        except (OSError, ValueError):  # an archive, or nothing
            continue
        yield memory[folder][1]
    if news:
        _remember({**_recalled(), **news})


def _recalled() -> _Memory:
    try:
        version, folders = json.loads(recall(_FILE) or "")
        if version != __version__:
            return {}
        return {
            folder: (changed, [Pack(*map(str, pack)) for pack in packs])
            for folder, (changed, packs) in folders.items()
        }
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _remember(memory: _Memory) -> None:
    folders = {
        folder: (changed, [(pack.name, pack.version, pack.package) for pack in packs])
        for folder, (changed, packs) in memory.items()
        if os.path.isdir(folder)  # noqa: PTH112
    }
    remember(_FILE, json.dumps((__version__, folders)))


# --- what is installed ---------------------------------------------------------------------------


def _distributions(folder: str) -> list[str]:
    """The folders in which distributions tell of themselves; pip puts ``~`` before what it could not remove."""
    return [
        f"{folder}/{name}"
        for name in os.listdir(folder)  # noqa: PTH208
        if name.endswith((".dist-info", ".egg-info")) and not name.startswith("~")
    ]


def _packs(distribution: str) -> list[Pack]:
    """What a distribution offers; their names stand in that of its folder: ``my_pack-1.0.dist-info``."""
    try:
        raw = contents(f"{distribution}/entry_points.txt", _MOST_BYTES)
    except OSError:
        return []
    if GROUP.encode() not in raw:
        return []
    name, _, rest = os.path.basename(distribution).rpartition(".")[0].partition("-")  # noqa: PTH119
    name = re.sub("[-_.]+", "-", name).lower()
    version = rest.partition("-")[0]
    offered = islice(_offered(raw.decode(errors="replace")), _MOST_PACKAGES)
    return [Pack(name, version, package) for package in offered]


def _offered(text: str) -> Iterator[str]:
    r"""What the entry points of our group name.

    >>> list(_offered("[rulesref.games]\n# comment\nb = b.games\n[console_scripts]\na = b:main\n"))
    ['b.games']
    """
    group = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1]
        elif group == GROUP and line and not line.startswith("#"):
            yield line.partition("=")[2].strip()
