"""Several actions told in one line with commas or slashes between them (続けて言う行動)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.commands import carry_out
from rulesref.play.flow.state import State
from rulesref.play.flow.stops import is_stop
from rulesref.play.flow.typed_lines import names_an_action, understand

#: What stands between the parts of a line that belong together less than words do.
_COMMA = re.compile("[、,，/／]")
#: A line with more parts is no list of actions.
_MOST = 8


def in_series(game: Game, state: State, line: str) -> list[str]:
    """The actions of a line that is no action as a whole, one after another; none when it is not made of them.

    Each but the first names its action, and all of them can be done in this order.
    """
    parts = [part.strip() for part in _COMMA.split(line)]
    return _series(game, state, parts, first=True) if 1 < len(parts) <= _MOST else []


def _series(game: Game, state: State, parts: Sequence[str], *, first: bool) -> list[str]:
    # An action takes as many parts as it can.
    for many in range(len(parts) - first, 0, -1):
        line, behind = ", ".join(parts[:many]), parts[many:]
        if not first and not behind and is_stop(line):
            return [line]
        if not first and not names_an_action(game, state, line):
            continue
        command = understand(game, state, line)
        if not behind and isinstance(command, (dict, ActionForm)):
            return [line]
        if not isinstance(command, dict):
            continue
        done = carry_out(game, state, command)
        rest = [] if done.problems else _series(game, done.state, behind, first=False)
        if rest:
            return [line, *rest]
    return []
