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
#: The columns of a play that are text.
_TEXTS = ("name", "game", "digest", "version", "tracked", "created", "changed")


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
                if many or not whole:
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
        plays, whole = _read(old, "play", "key")
        for play in sorted(plays, key=lambda play: str(play["touched"]).zfill(20)):
            rows, complete = _read(old, f"line WHERE play = {play['key']:d}", "n")
            lines = []
            for row in rows:
                with suppress(ValueError, TypeError):
                    stages, state = (
                        row.get(key) for key in ("stages", "state")
                    )  # of schema 1 no stages
                    kept = tuple(loads(stages)) if stages else None, loads(state) if state else None
                    line = row["typed"], loads(row["command"]), row["time"]
                    lines.append(LogLine(row["n"], *line, *kept, play["digest"]))
            whole = whole and complete and [line.n for line in lines] == [*range(len(lines))]
            try:
                said = {key: loads(play[key] or "null") for key in ("players", "options", "draft")}
                play |= {**said, "players": tuple(said["players"])}
                if not all(isinstance(play[key], str) for key in _TEXTS):
                    raise TypeError  # noqa: TRY301 - as what is no JSON
            except (ValueError, TypeError):
                whole = False
                continue
            # It is there already where this was interrupted before.
            if (play["game"], play["created"], play["players"]) not in there:
                taken = {name.casefold() for name in store.names()}
                store.begin({**play, "name": free_name(play["name"], taken)}, lines)
    return len(plays), whole


def _read(old: sqlite3.Connection, what: str, by: str) -> tuple[list[Any], bool]:
    """Rows in the order of a column, and whether that is all: around a damaged place from both ends."""
    found: dict[Any, Any] = {}
    whole = True
    for order in ("ASC", "DESC"):
        try:
            rows = old.execute(f"SELECT * FROM {what} ORDER BY {by} {order}")
            keys = [key for key, *_ in rows.description]
            for row in rows:
                said = dict(zip(keys, row, strict=True))
                found[said[by]] = said
            break
        except sqlite3.Error:
            whole = False
    return [found[key] for key in sorted(found)], whole
