"""What can be seen of a play: where it is, whose turn, what may be done, what is due. Changes nothing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.model.expression import EvaluationError, Operator, Position, Scope, plain_value
from rulesref.model.flow import Action, Flow, Stage, Track
from rulesref.model.game import Game
from rulesref.play.flow.state import Reminder, State, flow_of


def scope_of(
    game: Game, flow: Flow, state: State, seat: int | None, names: Mapping[str, Any] | None = None
) -> Scope:
    """Where expressions look for values, and these alone: of a player if there is a seat, and of the table."""
    position = Position(
        game=game.id,
        event="",
        names=state.names,
        players=state.players,
        table={"track": state.tracked, **state.options, **state.table},
        rulings=game.readings(),
        chosen={},
    )
    return Scope(position, seat, flow.define, names or {})


def holds(condition: Operator | None, scope: Scope, *, unknown: bool = True) -> bool:
    """Whether a condition holds; ``unknown`` when it looks at something that is not tracked."""
    if condition is None:
        return True
    try:
        return bool(condition.run(scope).value)
    except EvaluationError:
        return unknown


def stage_path(flow: Flow, state: State) -> tuple[Stage, ...]:
    """The stages that are open now, outermost first; empty when the play is over."""
    path: list[Stage] = []
    stages = flow.stages
    for frame in state.cursor:
        if frame.child >= len(stages):
            break
        stage = stages[frame.child]
        path.append(stage)
        stages = stage.stages
    return tuple(path)


def track_of_step(game: Game, state: State) -> Track | None:
    """The track to which this step belongs, where it is not of the one that is kept now, as after a change of it."""
    others = (
        stage.tracks[0]
        for stage in stage_path(flow_of(game), state)
        if state.tracked not in stage.tracks
    )
    return next(others, None)


def seat_now(state: State) -> int | None:
    """The seat of the player who acts, else of whose turn it is; None when nobody's."""
    return _seat_of_turn(state) if state.acting is None else state.acting


def _seat_of_turn(state: State) -> int | None:
    seat = None
    for frame in state.cursor:
        if frame.order is not None and frame.place < len(frame.order):
            seat = frame.order[frame.place]
    return seat


def turn_of(state: State) -> str | None:
    """The player whose turn it is; nobody when the play is over."""
    seat = seat_now(state)
    return state.names[seat] if seat is not None and not state.finished else None


def choices(game: Game, state: State) -> tuple[Action, ...]:
    """What may be done now, in the order offered. Empty while a scoring asks, and at the end."""
    flow = flow_of(game)
    path = stage_path(flow, state)
    if state.finished or not path or path[-1].kind != "act":
        return ()
    scope = scope_of(game, flow, state, seat_now(state))
    own = _seat_of_turn(state) in (None, seat_now(state))
    # Who acts out of turn may do only what may be done at any time.
    offered = dict.fromkeys((*(path[-1].actions if own else ()), *flow.anytime))
    return tuple(
        action
        for action in (flow.actions[name] for name in offered)
        if state.tracked in action.tracks and holds(action.when, scope)
    )


def numbers(game: Game, state: State) -> dict[str, int]:
    """The number of each action by its id: the same as long as so much is tracked.

    In every step they are small and all different: each action has the smallest that no other one has which is
    offered together with it in any step. A step that is not tracked is gone through all the same by who tracks
    less in the middle of it; it has what the others leave.
    """
    flow = flow_of(game)
    acts = [stage for _, stage in _walk(flow.stages) if stage.kind == "act"]
    steps = [
        [
            name
            for name in (*stage.actions, *flow.anytime)
            if state.tracked in flow.actions[name].tracks
        ]
        for stage in sorted(acts, key=lambda stage: state.tracked not in stage.tracks)
    ]
    together: dict[str, set[str]] = {}
    for step in steps:
        for name in step:
            together.setdefault(name, set()).update(step)
    number_of: dict[str, int] = {}
    for name, others in together.items():
        taken = {number_of[other] for other in others if other in number_of}
        number_of[name] = next(n for n in itertools.count(1) if n not in taken)
    return number_of


def numbers_here(game: Game, state: State) -> dict[str, int]:
    """The numbers of the actions of this step, offered or not: in another one they may be others'."""
    flow = flow_of(game)
    path = stage_path(flow, state)
    here = {*flow.anytime, *(path[-1].actions if path else ())}
    return {name: number for name, number in numbers(game, state).items() if name in here}


def _walk(
    stages: Sequence[Stage], above: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Stage]]:
    """Every stage in the order of the play, each with its places from the outermost in."""
    for child, stage in enumerate(stages):
        yield (*above, child), stage
        yield from _walk(stage.stages, (*above, child))


def dues(game: Game, state: State) -> tuple[Reminder, ...]:
    """What the rules ask for now, in the order of the data."""
    if state.finished:
        return ()
    flow = flow_of(game)
    table = scope_of(game, flow, state, None)
    stages = set(stage_ids(game, state))
    reminders: list[Reminder] = []
    for due in flow.dues:
        if due.stages and not stages & set(due.stages):
            continue
        seats: Sequence[int | None] = range(len(state.names)) if due.each else [seat_now(state)]
        for seat in seats:
            # Named values are worked out once for all seats.
            scope = Scope(table.position, seat, table.defines, {}, table.memo)
            if holds(due.when, scope, unknown=False):
                own = state.names[seat] if seat is not None and (due.each or due.own) else None
                text = due.text.filled(scope)
                says = "" if due.once else _in_words(text)
                named = own if due.each else None
                reminders.append(Reminder(due.id, text, due.rules, named, own, says))
    return tuple(reminders)


def newly_due(game: Game, before: State, after: State) -> tuple[Reminder, ...]:
    """What is due now and was told between two states."""
    told = set(after.told) - set(before.told)
    return tuple(due for due in dues(game, after) if due.key in told) if told else ()


def reminded(game: Game, state: State, most: int | None = 1) -> State:
    """The state after people were told what has become due, so much of it at most.

    What they were told is not due anew while it holds and says the same, wherever the turn is; nor is
    what is said once a play.
    """
    held = tuple(key for key in state.told if holds_on(game, state, key))
    fresh = [due.key for due in dues(game, state) if due.key not in held]
    return changed(state, told=(*held, *fresh[:most]))


def holds_on(game: Game, state: State, key: tuple[str, str | None, str]) -> bool:
    """Whether a reminder that was told is still right, whoever's turn it is; always if it is said once a play."""
    flow = flow_of(game)
    name, whose, says = key
    due = next((due for due in flow.dues if due.id == name), None)
    if due is None or due.once:
        return due is not None
    if due.stages and not set(stage_ids(game, state)) & set(due.stages):
        return False
    seat = state.names.index(whose) if whose in state.names else None
    scope = scope_of(game, flow, state, seat)
    return holds(due.when, scope, unknown=False) and _in_words(due.text.filled(scope)) == says


def _in_words(text: Text) -> str:
    """What a reminder says but for its numbers, which may change from line to line."""
    return "".join(char for char in text.en if not char.isdigit())


def checklist(
    game: Game, state: State, *, varying: bool = False
) -> tuple[tuple[str, Text, tuple[str, ...]], ...]:
    """The setup for these players and options: id, text and rules of each line.

    ``varying``: only what is not the same in every play.
    """
    flow = flow_of(game)
    scope = scope_of(game, flow, state, None)
    return tuple(
        (step.id, step.text.filled(scope), step.rules)
        for step in flow.setup
        if holds(step.when, scope) and not (varying and step.when is None and not step.text.refs)
    )


def stage_ids(game: Game, state: State) -> tuple[str, ...]:
    """The open stages, outermost first."""
    return tuple(stage.id for stage in stage_path(flow_of(game), state))


def stage_names(game: Game, stages: Sequence[str]) -> tuple[Text, ...]:
    """What stages are called; some have no name."""
    names = {stage.id: stage.name for _, stage in _walk(flow_of(game).stages)}
    return tuple(name for stage in stages if (name := names.get(stage)))


def stage_label(game: Game, state: State) -> tuple[Text, ...]:
    """The names of the open stages, outermost first."""
    return tuple(stage.name for stage in stage_path(flow_of(game), state) if stage.name)


def rules_here(game: Game, state: State) -> tuple[str, ...]:
    """The entries about this very step: its stages, what may be done and what is due."""
    path = stage_path(flow_of(game), state)
    rules = [rule for stage in reversed(path) for rule in stage.rules]
    rules += [rule for action in choices(game, state) for rule in action.rules]
    rules += [rule for due in dues(game, state) for rule in due.rules]
    return tuple(dict.fromkeys(rules))


def pending(game: Game, state: State) -> tuple[Stage, dict[str, Any]] | None:
    """The scoring that is due and what the state knows of its position; None when none is."""
    flow = flow_of(game)
    path = stage_path(flow, state)
    if state.finished or not path or path[-1].kind != "score":
        return None
    return path[-1], _position(game, state, path[-1])


def coming(
    game: Game, state: State, event: str | None = None
) -> tuple[Stage, dict[str, Any]] | None:
    """The next scoring after where the play is, and what is known of its position now."""
    if state.finished:
        return None
    cursor = tuple(frame.child for frame in state.cursor)
    scorings = [(at, s) for at, s in _walk(flow_of(game).stages) if s.kind == "score"]
    every = [(at, s) for at, s in scorings if event in (None, s.event)]
    # Inside a loop one that lies behind comes round again.
    ahead = [stage for at, stage in every if at > cursor] or [stage for _, stage in every]
    return (ahead[0], _position(game, state, ahead[0])) if ahead else None


def _position(game: Game, state: State, stage: Stage) -> dict[str, Any]:
    """What the state knows of the position of a scoring, as a document."""
    flow = flow_of(game)
    players = []
    for seat, name in enumerate(state.names):
        known = _known(stage.player_source, scope_of(game, flow, state, seat))
        players.append({"name": name, **known})
    table = _known(stage.table_source, scope_of(game, flow, state, None))
    return {"game": game.about.id, "event": stage.event, "players": players, **table}


def _known(sources: Mapping[str, Operator], scope: Scope) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for path, source in sources.items():
        try:
            value = plain_value(source.run(scope).value)
        except EvaluationError:
            continue
        if value is None:
            continue
        inner = document
        *outer, last = path.split(".")
        for key in outer:
            inner = inner.setdefault(key, {})
        inner[last] = value
    return document
