"""Unfinished positions (書きかけの局面): what is kept of one, how it goes on, and the files they are kept in.

A scoring in a play keeps its draft with the play, in the same transaction as its lines; one that is asked for by
itself has a file. A file is written after every answer: to a new one that is synced and then takes the
place of the old one, so that at any moment one of the two is whole.
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
from rulesref.base.frozen import remade
from rulesref.model.game import Game
from rulesref.wizard.interview import Wizard

#: The form of what is kept.
VERSION = 1
#: What is longer is no draft.
_MOST_BYTES = 1 << 24


def draft_of(state: Wizard) -> dict[str, Any]:
    """What has to be kept so that :func:`resume` can go on."""
    return {
        "version": VERSION,
        "game": state.game.about.id,
        "rulings": dict(state.rulings),
        "began": dict(state.began),
        "said": [[list(path), line] for path, line in state.said],
    }


def resume(game: Game, draft: Any, start: Wizard | None = None) -> tuple[Wizard, int] | None:
    """The wizard that a draft describes, and how many of its lines no longer fit.

    None when it is no draft of this game that can be read. ``start`` is where it goes on from when
    what was known has changed; then answers inside a list that is another one now do not fit.
    """
    if not isinstance(draft, Mapping) or draft.get("version") != VERSION:
        return None
    if draft.get("game") != game.about.id:
        return None
    try:
        said = [(tuple(path), str(line)) for path, line in draft["said"]]
        was = dict(draft["began"])
        state = start or Wizard.start(game, known=was, rulings=draft["rulings"])
    except (KeyError, TypeError, ValueError):
        return None
    state, lost = remade(state, problems=()), 0
    for path, line in said:
        after = _said_again(state, path, line) if _as_it_was(path, was, state.began) else None
        lost += after is None and path != ("sure",)
        if after is not None:
            state = after if after.unsure else remade(after, problems=())
    return state, lost


def _said_again(state: Wizard, path: KeyPath, line: str) -> Wizard | None:
    """The state after a line that answered the question at a path; None when it no longer does."""
    if state.unsure and path != ("sure",):
        state = state.before or state
    question = state if state.prompt.path == path else state.at(path)
    if question.prompt.path != path:
        return None
    after = question.answer(line)
    if after.finished:
        # What was about to be scored is confirmed again.
        return after.before
    return after if len(after.said) > len(state.said) else None


def _as_it_was(path: KeyPath, was: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether an answer lies inside of no list, or of one of which the same is known as before."""
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
