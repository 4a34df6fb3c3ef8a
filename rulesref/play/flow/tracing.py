"""Corrections of a position traced back to the values that a play keeps (修正の引き当て)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulesref.base.diagnostics import KeyPath
from rulesref.fields.record import read_value
from rulesref.model.game import Game
from rulesref.play.flow.commands import carry_out
from rulesref.play.flow.corrections import Target, parts_of, targets
from rulesref.play.flow.documents import merged
from rulesref.play.flow.offers import pending
from rulesref.play.flow.state import Command, State, flow_of, settled


def traced(game: Game, state: State, said: Mapping[str, Any]) -> list[Command]:
    """What has to be set so that the scoring that is due knows what people say otherwise than the play does.

    A value is set where it is the only one that makes the position so, and nothing else in it another.
    """
    commands: list[Command] = []
    due = pending(game, state)
    assert due is not None
    known = _leaves(due[1])
    for path, value in _leaves(merged(due[1], said)).items():
        if known.get(path, 0) == value or (path not in known and path[-1] not in state.names):
            continue
        meant = {**known, path: value}
        found = [
            (command, after)
            for target in _every(game, state)
            if target.key not in due[0].gains
            for command, after in _set_to(game, state, target, known.get(path, 0), value)
            if (there := pending(game, after)) is not None and _same(_leaves(there[1]), meant)
        ]
        if len(found) == 1:
            command, state = found[0]
            commands.append(command)
            known = meant
    return commands


def _leaves(data: Any, path: KeyPath = ()) -> dict[KeyPath, Any]:
    """The single values of a document, by their paths."""
    inside: Iterator[tuple[str | int, Any]] | None = None
    if isinstance(data, Mapping):
        inside = iter(data.items())
    elif isinstance(data, (list, tuple)) and any(isinstance(each, Mapping) for each in data):
        inside = enumerate(data)
    if inside is None:
        return {path: settled(data)}
    return {at: v for key, each in inside for at, v in _leaves(each, (*path, key)).items()}


def _same(one: Mapping[KeyPath, Any], other: Mapping[KeyPath, Any]) -> bool:
    """Whether two documents say the same; an amount that is left out is 0."""
    return all(one.get(path, 0) == other.get(path, 0) for path in {*one, *other})


def _every(game: Game, state: State) -> Iterator[Target]:
    """All values that are kept, and their parts."""
    spec = flow_of(game)
    every = [*targets(spec.table, None), *(t for n in state.names for t in targets(spec.player, n))]
    for target in every:
        yield target
        every += parts_of(target, state.names)  # which are come to as well


def _set_to(
    game: Game, state: State, target: Target, now: Any, value: Any
) -> Iterator[tuple[Command, State]]:
    """The state with another value in this place, if it is there now and can be the other."""
    if type(now) is not type(value) or target.now(state) != now:
        return
    if read_value(target.field, list(value) if isinstance(value, tuple) else value, state.names)[1]:
        return
    command = target.command(to=value)
    done = carry_out(game, state, command)
    if not done.problems:
        yield command, done.state
