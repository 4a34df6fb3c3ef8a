"""Corrections by hand: whose value a line sets, which it is, and what it is to be (修正)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.folding import by_name, fold
from rulesref.base.suggest import did_you_mean, nearest
from rulesref.fields.kind import Typing, kind_of
from rulesref.fields.record import read_value
from rulesref.fields.typed import names_first
from rulesref.model.entries import Field, Named
from rulesref.model.game import Game
from rulesref.play.flow.offers import seat_now
from rulesref.play.flow.state import Command, State, flow_of, settled

#: Full stops as input methods type them; ``=`` for the space before the value.
_IN_SETTINGS = str.maketrans("．。＝=", "..  ")


def setting(game: Game, state: State, rest: str) -> Command | Problem:
    """``set 葵.corn 7`` or ``set round 3``; ``set 葵.seeds.red 2`` inside a record."""
    owner = next((name for name in state.names if fold(name) == fold(rest)), None)
    if not rest.strip() or owner:
        example = f"set {owner or state.names[0]} {next(iter(flow_of(game).player))} 3"
        return wrong("E537", f"set {owner}" if owner else "set", example=example)
    target = _target(game, state, rest.strip())
    if target is not None:
        return _set_to(state, *target)
    return _no_target(game, state, rest.strip().translate(_IN_SETTINGS))


def _set_to(state: State, player: str | None, path: Sequence[Field], raw: str) -> Command | Problem:
    first, *inner = path
    field = path[-1]
    if not raw:
        name = first.id if player is None else f"{player} {first.id}"
        return wrong("E504", name, name=field.name)
    value, problems = read_value(
        field, raw_value(field, raw, state, shown=field.options), state.names
    )
    if problems:
        return problems[0]
    command = {"set": first.id, "player": player, "to": settled(value)}
    return {**command, "inside": [each.id for each in inner]} if inner else command


#: What may stand between the player, the value and what it is to be.
_BETWEEN = " .．。・はがのを:：=＝、,\u3000"


def _target(game: Game, state: State, text: str) -> tuple[str | None, list[Field], str] | None:
    """Whose value a correction is of, the field with those inside it, and what it is to be, without dots too."""
    flow = flow_of(game)
    for player, behind in (*_owners(state.names, text), _owner(state.names, text)):
        rest = behind
        specs = (flow.table if player is None else flow.player).values()
        step = _begins_with([spec.field for spec in specs], rest)
        path: list[Field] = []
        while step is not None:
            path.append(step[0])
            rest = step[1]
            inside = path[-1].fields if kind_of(path[-1]).has_parts else {}
            step = _begins_with(list(inside.values()), rest.lstrip(_BETWEEN))
        if path and rest[:1] not in (".", "．", "。"):
            return player, path, rest.lstrip(_BETWEEN).strip()
    return None


def _owners(names: Sequence[str], text: str) -> list[tuple[str | None, str]]:
    """The players with whose names a correction begins, the longest first, and what stands behind each."""
    return [
        (name, behind.lstrip(_BETWEEN))
        for name, behind in names_first(names, text)
        if behind[:1] in _BETWEEN
    ]


def _begins_with(fields: Sequence[Field], text: str) -> tuple[Field, str] | None:
    """The field with whose name a text begins, the longest, and the rest of it."""
    for end in range(len(text), 0, -1):
        behind = text[end : end + 1]
        if text[:end][-2:-1].isspace():
            continue  # a sign that stands before the number is dropped in names
        apart = not behind or behind in _BETWEEN or behind.isdigit()
        if apart and (field := by_name(fields, text[:end])):
            return field, text[end:]
    return None


def said_to_be(game: Game, state: State, text: str) -> Command | None:
    """A sentence that says what a player has: 葵の金は7."""
    if not re.search(r"[のはが.．].+[は=＝]", text):
        return None
    target = _target(game, state, text)
    if target is None or target[0] is None:
        return None
    command = _set_to(state, *target)
    return None if isinstance(command, Problem) else command


def _no_target(game: Game, state: State, text: str) -> Problem:
    """Which part of the name of a value that is to be corrected nothing has."""
    flow = flow_of(game)
    player, text = _owned(state.names, text)
    target = text.partition(" ")[0]
    first, *inner = target.split(".")
    if player is None and inner and by_name(flow.table.values(), first) is None:
        near = did_you_mean(first, state.names)
        return wrong("E420", first, known=list(state.names), near=near)
    fields = flow.table if player is None else flow.player
    like = nearest(fields.values(), first)
    names = [each.field.name for each in fields.values() if not each.working]
    return wrong("E503", target, known=names, near=like.field.name if like else None)


def _owned(names: Sequence[str], text: str) -> tuple[str | None, str]:
    """The player of whom a correction speaks, if any, and the rest of it."""
    player, rest = _owner(names, text)
    if player is None:
        player, rest = next(iter(_owners(names, text)), (None, text))
    return player, rest


def _owner(names: Sequence[str], text: str) -> tuple[str | None, str]:
    """The player before the first dot of a correction, whatever the name has in it, and the rest."""
    for name in sorted(names, key=len, reverse=True):
        if text.startswith(name + "."):
            return name, text[len(name) + 1 :]
    who, dot, rest = text.partition(".")
    owners = [name for name in names if fold(name) == fold(who)] if dot else []
    return (owners[0], rest) if len(owners) == 1 else (None, text)


def raw_value(
    spec: Field, raw: str, state: State | None = None, *,
    shown: Sequence[Named] = (), first: Sequence[Named] = (),
) -> Any:  # fmt: skip
    """What was typed for a field, as a document would have it.

    ``shown``: options that were listed with numbers; ``first``: those that are meant rather than
    others of the same name.
    """
    names, turn = (state.names, seat_now(state)) if state else ((), None)
    return kind_of(spec).typed(spec, raw, Typing(tuple(names), turn, shown, first or shown))
