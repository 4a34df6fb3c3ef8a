"""Several actions told in one line with commas, slashes or “and” between them (続けて言う行動)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from rulesref.base.folding import words
from rulesref.fields.kind import kind_of
from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.actors import actor_of
from rulesref.play.flow.commands import carry_out
from rulesref.play.flow.offers import seat_now
from rulesref.play.flow.state import Command, State, flow_of
from rulesref.play.flow.stops import is_stop
from rulesref.play.flow.typed_lines import names_an_action, understand

#: A line with more parts is no list of actions.
_MOST = 8


@cache
def _between() -> re.Pattern[str]:
    """What stands between the parts of a line that belong together less than words do."""
    latin, kana = (sorted(w for w in words("in-turn") if w.isascii() == is_latin) for is_latin in (True, False))  # fmt: skip
    return re.compile(rf"([、,，/／]|\s(?:{'|'.join(latin)})(?=\s)|{'|'.join(kana)})")


def in_series(game: Game, state: State, line: str) -> list[str]:
    """The actions of a line that is no action as a whole, one after another; none when it is not made of them.

    Each but the first names its action, or is the same player's who did the one before and does the same; and all of
    them can be done in this order.
    """
    parts = _between().split(line)
    return _series(game, state, parts, None) if 1 < len(parts) < 2 * _MOST else []


def _series(
    game: Game, state: State, parts: Sequence[str], before: Command | None, seat: int | None = None
) -> list[str]:
    """The actions of parts, between which stands what joins them; ``before``: what was done, and who acted then."""
    # An action takes as many parts as it can.
    for many in range(len(parts) - 2 * (before is None), 0, -2):
        line, behind = "".join(parts[:many]).strip(), parts[many + 1 :]
        if before is not None and not behind and is_stop(line):
            return [line]
        for way in _ways(game, state, line, before, seat):
            command = understand(game, state, way)
            if isinstance(command, ActionForm) and not behind:
                # What says nothing of the first value is no more of the same.
                first = next(iter(command.action.ask.values()))
                again = before is not None and not names_an_action(game, state, line)
                return [] if again and command.field == first else [way]
            if not isinstance(command, dict):
                continue
            done = carry_out(game, state, command)
            if done.problems:
                continue
            if not behind:
                return [way]
            rest = _series(game, done.state, behind, command, seat_now(state))
            if rest:
                return [way, *rest]
    return []


def _ways(
    game: Game, state: State, line: str, before: Command | None, seat: int | None
) -> Iterator[str]:
    """A part of a line as it can be typed by itself: as it is, or as more of what was done before."""
    if before is None:
        yield line
        return
    who, rest = actor_of(state.names, line)
    turn = seat_now(state)
    name = state.names[who] if who is not None else before.get("who") if turn is None else None
    front = f"{name} " if name else ""
    named = names_an_action(game, state, line)
    if named or who is not None:
        yield front + rest
    if not named and "do" in before and any(map(str.isalpha, rest)):
        asked = next(iter(flow_of(game).actions[before["do"]].ask.values()), None)
        # Between the entries of a list stand commas as well.
        listed = asked is not None and kind_of(asked).is_plain_list
        if who is not None or ((name or turn == seat) and not listed):
            yield f"{front}{before['do']} {rest}"
