"""Commands: the beginning of a play, and what a line does to it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.fields.record import read_inputs
from rulesref.fields.registry import empty, kind_of
from rulesref.model.expression import Unworkable
from rulesref.play.flow.course import advance, leave
from rulesref.play.flow.effects import given, perform
from rulesref.play.flow.offers import choices, holds, scope_of, seat_now
from rulesref.play.flow.run import Refused, Run
from rulesref.play.flow.scorings import merged, pending
from rulesref.play.flow.state import (
    Command,
    Happening,
    State,
    Tracked,
    Transition,
    flow_of,
    tracks,
    with_player,
)
from rulesref.play.flow.values import inner_field, plain_value, replaced, settled
from rulesref.reading.positions import read_position
from rulesref.scoring.score import score

if TYPE_CHECKING:
    from rulesref.model.expression import Label, Operator, Scope
    from rulesref.model.field import Field
    from rulesref.model.flow import Action, Effect, Flow, StateField
    from rulesref.model.game import Game
    from rulesref.model.steps import Value


def begin(
    game: Game, names: Sequence[str], options: Mapping[str, Value], tracked: Tracked = "full"
) -> Transition:
    """The state before the first line: seats in turn order, the first player first."""
    flow = flow_of(game)
    blank = State(
        names=tuple(names),
        options=options,
        tracked=tracked,
        players=tuple(dict.fromkeys(flow.player) for _ in names),
        table=dict.fromkeys(flow.table),
    )
    state = _started(game, flow, blank)
    return advance(Run(game, state))


def carry_out(game: Game, state: State, command: Command) -> Transition:
    """The state after a command, and what happened; the problems and the old state otherwise."""
    run = Run(game, state)
    try:
        done = _carried(run, command)
    except Refused as refused:
        return Transition(state, (), refused.problems)
    except Unworkable as unworkable:
        return Transition(state, (), (unworkable.problem,))
    return changed(done, state=changed(done.state, steps=state.steps + 1))


def _started(game: Game, flow: Flow, state: State) -> State:
    """Every tracked field at its start; table fields first, since players may depend on them."""
    table: dict[str, Value] = dict(state.table)
    for key, spec in flow.table.items():
        if tracks(spec, state.tracked):
            now = changed(state, table=table)
            table = {**table, key: _start(spec, scope_of(game, flow, now, None))}
    state = changed(state, table=table)
    for seat in range(len(state.names)):
        own: dict[str, Value] = dict(state.players[seat])
        for key, spec in flow.player.items():
            if tracks(spec, state.tracked):
                now = with_player(state, seat, own)
                own = {**own, key: _start(spec, scope_of(game, flow, now, seat))}
        state = with_player(state, seat, own)
    return state


def _start(spec: StateField, scope: Scope) -> Value:
    if not holds(spec.kept, scope):
        return None
    if spec.start is None:
        return cast("Value", empty(spec.field))
    return cast("Value", settled(spec.start.run(scope).value))


def _carried(run: Run, command: Command) -> Transition:
    if "do" in command:
        return _action(run, command)
    if "set" in command:
        return _setting(run, command)
    if "track" in command:
        return _tracking(run, command["track"])
    if "position" in command:
        return _scoring(run, command)
    if "note" not in command:
        raise Refused(Problem("E501", None, {"found": " ".join(map(str, command)), "near": None}))
    run.tell("note", Text(command["note"], command["note"]))
    return run.transition


def _action(run: Run, command: Command) -> Transition:
    action = run.flow.actions.get(command["do"])
    if command.get("who") in run.state.names:
        run.state = changed(run.state, acting=run.state.names.index(command["who"]))
    offered = choices(run.game, run.state)
    path = run.path
    # Not even by force is anything done while a scoring asks, or after the end.
    waiting = bool(path) and path[-1].kind == "act"
    if action is None or not waiting or (action not in offered and not command.get("force")):
        name = action.name if action else command["do"]
        raise Refused(Problem("E505", None, {"action": name}))
    run.forced = bool(command.get("force"))
    names = values_of(run, action.ask, command.get("with", {}))
    if not run.forced:
        _needed(run, action, names)
    before = run.state
    perform(run, action.effects, names)
    said = any(happening.kind == "say" for happening in run.happenings)
    if action.say or not said:
        text = action.say.filled(_scope_before(run, before, names)) if action.say else action.name
        seat = seat_now(before)
        player = before.names[seat] if seat is not None else None
        told = Happening(kind="say", text=text, rules=action.rules, player=player)
        run.happenings.insert(0, told)
    run.state = changed(run.state, acting=None)
    path = run.path
    over = path[-1].until is not None and holds(path[-1].until, run.scope(), unknown=False)
    if action.ends or over:
        leave(run)
    return advance(run)


def objections(
    game: Game, state: State, action: Action, given: Mapping[str, Any], *, needs_only: bool = False
) -> tuple[Problem, ...]:
    """What the rules have against an action with the values given so far; nothing is carried out.

    What rests on a value that is not given yet is left out; ``needs_only`` leaves out the effects.
    """
    run = Run(game, state)
    asked = {key: spec for key, spec in action.ask.items() if key in given or spec.optional}
    try:
        names = values_of(run, asked, given)
        _needed(run, action, names)
        if len(asked) == len(action.ask) and not needs_only:
            perform(run, action.effects, names)
    except Refused as refused:
        return refused.problems
    except Unworkable as unworkable:
        return (unworkable.problem,)
    return ()


def values_of(run: Run, asked: Mapping[str, Field], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an action as names of its expressions.

    They are read anew: a kept line may be older than the data of its game.
    """
    said = {
        key: plain_value(value)
        for key, value in given.items()
        if key not in asked or not asked[key].optional or value != plain_value(empty(asked[key]))
    }
    said = {key: value for key, value in said.items() if value is not None}
    inputs, problems = read_inputs(asked, said, run.state.names)
    if problems:
        raise Refused(*problems)
    names: dict[str, Any] = {}
    for key, spec in asked.items():
        names[key] = kind_of(spec).operand(settled(inputs[key]), run.state.names)
    return names


def _needed(run: Run, action: Action, names: Mapping[str, Any]) -> None:
    """Refuse the action by the first need that does not hold: its own, or one before any change."""
    scope = run.scope(names=names)
    own = [(need.when, need.message, need.rules, scope) for need in action.needs]
    for when, message, rules, seen in itertools.chain(
        own, _needs_first(run, action.effects, names)
    ):
        try:
            held = holds(when, seen)
        except KeyError:  # it rests on a value that is not given yet
            continue
        if not held:
            values = {"message": message.filled(seen), "rules": rules}
            raise Refused(Problem("E510", None, values))


def _needs_first(
    run: Run, effects: Sequence[Effect], names: Mapping[str, Any]
) -> Iterator[tuple[Operator, Label, tuple[str, ...], Scope]]:
    """The needs with which effects begin, those of routines too, and what each sees."""
    scope = run.scope(names=names)
    for effect in effects:
        if effect.kind == "run":
            try:
                values = {key: given(value, scope) for key, value in effect.values.items()}
            except (KeyError, Unworkable):
                return
            yield from _needs_first(run, effect.then, values)
        if effect.kind != "need":
            return
        if effect.when and effect.why:
            yield effect.when, effect.why, effect.rules, scope


def _setting(run: Run, command: Command) -> Transition:
    name, who, value = command["set"], command["player"], settled(command["to"])
    fields = run.flow.table if who is None else run.flow.player
    path = command.get("inside", ())
    if name not in fields or (who is not None and who not in run.state.names):
        raise Refused(Problem("E503", None, {"found": name, "known": list(fields), "near": None}))
    spec = fields[name].field
    seat = run.state.names.index(who) if who is not None else None
    holder = run.held(seat)
    old = holder[name] if holder[name] is not None or not path else empty(spec)
    run.hold(seat, {**holder, name: replaced(old, path, value)})
    inner = inner_field(spec, path)
    run.tell("change", inner.name, player=who, amount=value, field=inner)
    # What was waited for may hold now: nobody should have to guess a line that goes on.
    return advance(run)


def _tracking(run: Run, tracked: Tracked) -> Transition:
    """Values that are no longer kept are forgotten; new ones are unknown until they are set."""

    def kept(values: Mapping[str, Value], specs: Mapping[str, StateField]) -> dict[str, Value]:
        return {k: v if tracks(specs[k], tracked) else None for k, v in values.items()}

    run.state = changed(
        run.state,
        tracked=tracked,
        players=tuple(kept(own, run.flow.player) for own in run.state.players),
        table=kept(run.state.table, run.flow.table),
    )
    run.tell("track", None, amount=tracked)
    return advance(run)


def _scoring(run: Run, command: Command) -> Transition:
    """Score the event that is due, with what the state knows and what people have said."""
    due = pending(run.game, run.state)
    if due is None:
        raise Refused(Problem("E506"))
    stage, known = due
    data = merged(known, command["position"])
    read = read_position(run.game, data, event=stage.event)
    if read.position is None or read.event is None:
        raise Refused(*read.problems)
    result, problems = score(run.game, read.position, read.event)
    if result is None:
        raise Refused(*problems)
    for seat, player in enumerate(result.players):
        changes = {part.id: step.value for part, step in player.changes}
        names = {"scored-points": player.points, "scored-total": player.total,
                 "scored-rank": player.rank, "change": changes}  # fmt: skip
        perform(run, stage.after, names, seat)
    scores = run.state.scores
    if result.event.categories:
        scores = (*scores, (result.event.id, {p.name: p.total for p in result.players}))
    run.state = changed(
        run.state,
        scores=scores,
        winners=result.winners or run.state.winners,
    )
    run.tell("score", result.event.name, result.event.rules, score=result)
    leave(run)
    return advance(run)


def _scope_before(run: Run, before: State, names: Mapping[str, Any]) -> Scope:
    """What an action says names the player who did it, but shows the values after it."""
    seat = seat_now(before)
    return scope_of(run.game, run.flow, run.state, seat, names)
