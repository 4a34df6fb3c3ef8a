"""Unfinished positions (書きかけの局面): what is kept of one, how it goes on, and the files they are kept in.

A scoring in a play keeps its draft with the play; one that is asked for by itself has a file. A file is written
after every answer: to a new one that is synced and then takes the place of the old one, so that at any moment
one of the two is whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.base.disk import contents, home_folder, write_bytes
from rulesref.model.game import Game
from rulesref.wizard.interview import Wizard

#: The form of what is kept.
VERSION = 2
#: What is longer is no draft.
_MOST_BYTES = 1 << 24


def draft_of(state: Wizard) -> dict[str, Any]:
    """What has to be kept so that :func:`resume` can go on: what was given beside what was known."""
    form = (state.before or state).form if state.unsure else state.form
    paths = {each.path for each in form.fields}
    given = [
        [list(path), raw] for path, raw in form.given.items()
        if path in paths and raw != form.known.get(path, form)
    ]  # fmt: skip
    return {
        "version": VERSION,
        "game": form.game.about.id,
        "rulings": dict(form.rulings),
        "began": dict(form.began),
        "given": given,
        "editing": list(state.editing or ()),
        "unsure": state.line if state.unsure else None,
    }


def resume(game: Game, draft: Any, start: Wizard | None = None) -> tuple[Wizard, int] | None:
    """The wizard that a draft describes, and how many of its values no longer fit.

    None when it is no draft of this game that can be read; of one that an earlier version has kept no value fits.
    ``start`` is where it goes on from when what was known has changed; then values inside a list that is
    another one now do not fit.
    """
    if not isinstance(draft, Mapping) or draft.get("game") != game.about.id:
        return None
    try:
        was = dict(draft["began"])
        state = start or Wizard.start(game, known=was, rulings=draft["rulings"])
        if draft["version"] != VERSION:
            return state, len(draft["said"])
        given = [(tuple(path), raw) for path, raw in draft["given"]]
        editing, line = tuple(draft["editing"]), draft["unsure"]
    except (KeyError, TypeError, ValueError):
        return None
    fitting = [(path, raw) for path, raw in given if _as_it_was(path, was, state.form.began)]
    state, lost = state.with_values(fitting)
    state = state if line is None else state.answer(str(line))
    state = state.at(editing) if state.form.at(editing) else state
    return state, lost + len(given) - len(fitting)


def _as_it_was(path: KeyPath, was: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a value lies inside of no list, or of one of which the same is known as before."""
    outer = path[0] if path else None
    if not isinstance(outer, str) or outer in ("players", "gains") or len(path) == 1:
        return True
    return bool(was.get(outer) == now.get(outer))


# --- files ---------------------------------------------------------------------------------------


def draft_name(game: Game, begun: Mapping[str, Any] | None) -> str:
    """What the draft is called: one for the game, one for each file that is being completed."""
    if not begun:
        return game.key
    what = json.dumps(begun, ensure_ascii=False, sort_keys=True)
    return f"{game.key}-{hashlib.sha256(what.encode()).hexdigest()[:12]}"


def draft_file(name: str) -> str:
    """Where the unfinished position of this name is kept."""
    return f"{home_folder()}/unfinished/{name}.json"


def names_kept() -> list[str]:
    """What the unfinished positions are called, the one that was written last first."""
    folder = os.path.dirname(draft_file(""))  # noqa: PTH120
    try:
        files = [each for each in os.scandir(folder) if each.name.endswith(".json")]
        files.sort(key=lambda each: each.stat().st_mtime, reverse=True)
    except OSError:
        return []
    return [each.name.removesuffix(".json") for each in files]


def keep(name: str, state: Wizard) -> None:
    """Keep the answers so far; OSError when the disk does not let it."""
    file = draft_file(name)
    os.makedirs(os.path.dirname(file), exist_ok=True)  # noqa: PTH103, PTH120 - paths are plain strings, see base.disk
    write_bytes(file, json.dumps(draft_of(state), ensure_ascii=False).encode())


def kept(name: str, game: Game) -> tuple[Wizard, int] | None:
    """What :func:`resume` makes of the file of this name; None when there is none that can be read."""
    try:
        return resume(game, json.loads(contents(draft_file(name), _MOST_BYTES)))
    except (OSError, ValueError, RecursionError):
        return None


def forget(name: str) -> None:
    """The position is finished, or not wanted any more."""
    with contextlib.suppress(OSError):
        os.remove(draft_file(name))  # noqa: PTH107
