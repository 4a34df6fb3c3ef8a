"""Plays of versions 0.1 and 0.2, which were kept in SQLite files, as files of their own.

It is done once, and the old files stay as they are. This module goes in version 0.5.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.base.disk import home_folder
from rulesref.play.log import LogLine, loads
from rulesref.play.store import PlayStore, free_name

#: Stands in the folder of plays when it is done.
_DONE = "carried-over"
_PLAY = ("key", "name", "game", "digest", "version", "players", "options", "tracked", "seed",
         "created", "changed", "head", "draft", "touched")  # fmt: skip


def opened(home: str | None = None) -> PlayStore:
    """The plays of a person, with those of all old files that there are, as far as they can be read."""
    home = home_folder() if home is None else home
    store = PlayStore.open(home)
    done = f"{home}/plays/{_DONE}"
    if not os.path.exists(f"{home}/plays.sqlite") or os.path.exists(done):  # noqa: PTH110
        return store
    import shutil
    from tempfile import TemporaryDirectory  # neither is needed otherwise

    with suppress(OSError), TemporaryDirectory() as folder:
        for name in os.listdir(home):  # noqa: PTH208
            if name.startswith("plays") and name.endswith((".sqlite", ".sqlite-wal")):
                shutil.copyfile(f"{home}/{name}", f"{folder}/{name}")
        for name in sorted(os.listdir(folder)):  # noqa: PTH208
            if name.endswith(".sqlite"):
                many, whole = _plays_of(f"{folder}/{name}", store)
                values = {"file": f"{home}/{name}", "many": many, "folder": store.folder}
                store.tell(Problem("W525" if whole else "W524", None, values))
        if store.kept:
            os.makedirs(f"{home}/plays", exist_ok=True)  # noqa: PTH103
            with open(done, "w", encoding="utf-8"):  # noqa: PTH123
                pass
    return store


def _plays_of(file: str, store: PlayStore) -> tuple[int, bool]:
    """Carry over the plays of a file: how many there are, and whether all of it could be read."""
    there = {(play.game, play.created, play.players) for play in store.plays()}
    with closing(sqlite3.connect(file)) as old:
        old.text_factory = lambda raw: raw.decode("utf-8", "replace")
        rows, whole = _read(old, f"SELECT {', '.join(_PLAY)} FROM play", by=_PLAY.index("key"))
        plays = [dict(zip(_PLAY, row, strict=True)) for row in rows]
        for play in sorted(plays, key=lambda play: play["touched"]):
            try:
                options, draft = loads(play["options"]), play["draft"]
                play |= {"players": tuple(loads(play["players"])), "options": options}
                play |= {"draft": loads(draft) if draft else None}
            except (ValueError, TypeError):
                whole = False
                continue
            lines, complete = _lines(old, play["key"], play["digest"])
            whole = whole and complete
            # It is there already where this was interrupted before.
            if (play["game"], play["created"], play["players"]) not in there:
                taken = {name.casefold() for name in store.names()}
                store.begin({**play, "name": free_name(play["name"], taken)}, lines)
    return len(plays), whole


def _lines(old: sqlite3.Connection, key: int, digest: str) -> tuple[list[LogLine], bool]:
    columns, _ = _read(old, "SELECT name FROM pragma_table_info('line')")
    stages = "stages" if ("stages",) in columns else "NULL"
    query = f"SELECT n, typed, command, time, {stages}, state FROM line WHERE play = {key:d}"
    rows, whole = _read(old, query)
    lines = []
    for n, typed, command, when, ids, state in rows:
        with suppress(ValueError, TypeError):
            kept = tuple(loads(ids)) if ids else None, loads(state) if state else None
            lines.append(LogLine(n, typed, loads(command), when, *kept, digest))
    return lines, whole and [line.n for line in lines] == [*range(len(lines))]


def _read(old: sqlite3.Connection, query: str, by: int = 0) -> tuple[list[Any], bool]:
    """The rows of a query, by a column, and whether that is all: around a damaged place from both ends."""
    found: dict[Any, Any] = {}
    for order in ("ASC", "DESC"):
        try:
            for row in old.execute(f"{query} ORDER BY {by + 1} {order}"):
                found[row[by]] = row
        except sqlite3.Error:
            continue
        return sorted(found.values(), key=lambda row: row[by]), order == "ASC"
    return sorted(found.values(), key=lambda row: row[by]), False
