"""What can be seen of a play: where it is, whose turn, what may be done, what is due. Changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulesref.model.expression import Scope, Unworkable
from rulesref.model.position import Position
from rulesref.play.flow.state import Reminder, State, flow_of
from rulesref.play.flow.values import inner_field

if TYPE_CHECKING:
    from rulesref.base.text import Text
    from rulesref.model.expression import Operator
    from rulesref.model.field import Field
    from rulesref.model.flow import Action, Flow, Stage
    from rulesref.model.game import Game


def scope_of(
    game: Game, flow: Flow, state: State, seat: int | None, names: Mapping[str, Any] | None = None
) -> Scope:
    """Where expressions look for values: of a player if there is a seat, and of the table."""
    position = Position(
        game=game.id,
        event="",
        names=state.names,
        players=state.players,
        table={**state.options, **state.table},
        rulings={ruling.id: ruling.default for ruling in game.rulings.values()},
        chosen={},
    )
    return Scope(position, seat, flow.define, names or {})


def holds(condition: Operator | None, scope: Scope, *, unknown: bool = True) -> bool:
    """Whether a condition holds; ``unknown`` when it looks at something that is not tracked."""
    if condition is None:
        return True
    try:
        return bool(condition.run(scope).value)
    except Unworkable:
        return unknown


def stage_path(flow: Flow, state: State) -> tuple[Stage, ...]:
    """The stages that are open now, outermost first; empty when the play is over."""
    found: list[Stage] = []
    stages = flow.stages
    for frame in state.cursor:
        if frame.child >= len(stages):
            break
        stage = stages[frame.child]
        found.append(stage)
        stages = stage.stages
    return tuple(found)


def seat_now(state: State) -> int | None:
    """The seat of the player whose turn it is; None when nobody's."""
    seat = None
    for frame in state.cursor:
        if frame.order is not None and frame.place < len(frame.order):
            seat = frame.order[frame.place]
    return seat


class _Look:
    """What has been found out about one state: whoever asks again need not work it out again."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.flow = flow_of(game)
        self.path = stage_path(self.flow, state)
        self.table = scope_of(game, self.flow, state, None)

    def scope(self, seat: int | None) -> Scope:
        """Where expressions look for values; named values are worked out once for all seats."""
        return Scope(self.table.position, seat, self.table.defines, {}, self.table.memo)

    @cached_property
    def choices(self) -> tuple[Action, ...]:
        """What may be done."""
        flow, state = self.flow, self.state
        if state.finished or not self.path or self.path[-1].kind != "act":
            return ()
        scope = self.scope(seat_now(state))
        offered = dict.fromkeys((*self.path[-1].actions, *flow.anytime))
        return tuple(
            action
            for action in (flow.actions[name] for name in offered)
            if (not action.detail if state.tracked == "light" else not action.light)
            and holds(action.when, scope)
        )

    @cached_property
    def dues(self) -> tuple[Reminder, ...]:
        """What is due."""
        flow, state = self.flow, self.state
        if state.finished:
            return ()
        here = {stage.id for stage in self.path}
        found: list[Reminder] = []
        for due in flow.dues:
            if due.stages and not here & set(due.stages):
                continue
            seats: Sequence[int | None] = range(len(state.names)) if due.each else [seat_now(state)]
            for seat in seats:
                scope = self.scope(seat)
                if holds(due.when, scope, unknown=False):
                    own = state.names[seat] if seat is not None and (due.each or due.own) else None
                    text = due.text.filled(scope)
                    found.append(Reminder(due.id, text, due.rules, own if due.each else None, own))
        return tuple(found)


#: A line looks several times at the state before it and at the one after it.
_MOST_LOOKS = 2
_looks: list[_Look] = []


def _look(game: Game, state: State) -> _Look:
    """What is known of a state; neither states nor games ever change, so that it stays true."""
    for known in _looks:
        if known.state is state and known.game is game:
            return known
    found = _Look(game, state)
    _looks[:] = [found, *_looks[: _MOST_LOOKS - 1]]
    return found


def scope_at(game: Game, state: State) -> Scope:
    """Where expressions look for values of the table; what was worked out there is remembered."""
    return _look(game, state).table


def choices(game: Game, state: State) -> tuple[Action, ...]:
    """What may be done now, in the order offered. Empty while a scoring asks, and at the end."""
    return _look(game, state).choices


def dues(game: Game, state: State) -> tuple[Reminder, ...]:
    """What the rules ask for now, in the order of the data."""
    return _look(game, state).dues


def newly_due(game: Game, before: State, after: State) -> tuple[Reminder, ...]:
    """What has become due between two states."""
    was = {(due.id, due.whose) for due in dues(game, before)}
    return tuple(due for due in dues(game, after) if (due.id, due.whose) not in was)


def checklist(game: Game, state: State) -> tuple[tuple[str, Text, tuple[str, ...]], ...]:
    """The setup for these players and options: id, text and rules of each line."""
    flow = flow_of(game)
    scope = scope_of(game, flow, state, None)
    return tuple(
        (step.id, step.text.filled(scope), step.rules)
        for step in flow.setup
        if holds(step.when, scope)
    )


def field_at(game: Game, path: Sequence[str], *, of_player: bool) -> Field | None:
    """The field of the state that a path leads to."""
    flow = flow_of(game)
    spec = (flow.player if of_player else flow.table).get(path[0])
    return inner_field(spec.field, path[1:]) if spec else None


def stage_label(game: Game, state: State) -> tuple[Text, ...]:
    """The names of the open stages, outermost first."""
    return tuple(stage.name for stage in stage_path(flow_of(game), state) if stage.name)


def rules_here(game: Game, state: State) -> tuple[str, ...]:
    """The entries about this very step: its stages, what may be done and what is due."""
    path = stage_path(flow_of(game), state)
    found = [rule for stage in reversed(path) for rule in stage.rules]
    found += [rule for action in choices(game, state) for rule in action.rules]
    found += [rule for due in dues(game, state) for rule in due.rules]
    return tuple(dict.fromkeys(found))
