"""Commands: the beginning of a play, and what a line does to it."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, cast

from rulesref.base.diagnostics import Problem, ProblemsFound, wrong
from rulesref.base.folding import fold
from rulesref.base.frozen import changed
from rulesref.base.text import Text, exact, narrow
from rulesref.fields.kind import empty, kind_of
from rulesref.fields.record import read_inputs, read_value
from rulesref.model.entries import Field, Named
from rulesref.model.expression import (
    EvaluationError,
    Label,
    Operator,
    Scope,
    Value,
    number,
    plain_value,
)
from rulesref.model.flow import Action, Effect, Stage, StateField, Track
from rulesref.model.game import Game
from rulesref.play.flow.documents import merged
from rulesref.play.flow.effects import NotAllowedError, Run, perform, seen_inside
from rulesref.play.flow.gaining import gain
from rulesref.play.flow.offers import (
    choices,
    holds,
    pending,
    reminded,
    scope_of,
    seat_now,
    stage_path,
    track_of_step,
)
from rulesref.play.flow.state import (
    Command,
    Ended,
    Happening,
    ShownReminders,
    StageFrame,
    State,
    Transition,
    flow_of,
    inner,
    part_of,
    replaced,
    settled,
    tracks,
)
from rulesref.reading.positions import read_position


def begin(
    game: Game, names: Sequence[str], options: Mapping[str, Value], tracked: Track = "full"
) -> Transition:
    """The state before the first line: seats in turn order, the first player first."""
    bare = State(names=tuple(names), options=options, tracked=tracked, players=(), table={})
    run = Run(game, started(game, bare))
    try:
        _advance(run)
    except NotAllowedError as endless:
        raise ProblemsFound(endless.problems) from None
    # Before the first line everything that is due is told.
    return Transition(reminded(game, run.state, most=None), tuple(run.happenings))


def carry_out(
    game: Game, state: State, command: Command, told: ShownReminders | None = None
) -> Transition:
    """The state after a command, and what happened; the problems and the old state otherwise.

    ``told``: the reminders that were told with it, where they are known; else they are worked out.
    """
    # A note and a correction leave it open who was to end what.
    goes_on = "do" in command or "position" in command
    run = Run(game, changed(state, ended=None) if goes_on else state)
    try:
        _carry(run, command)
    except (NotAllowedError, EvaluationError) as stop:
        return Transition(state, (), stop.problems)
    after = changed(run.state, steps=state.steps + 1, ended=run.ended or run.state.ended)
    after = reminded(game, after) if told is None else changed(after, told=told)
    return Transition(after, tuple(run.happenings))


def goes_on(game: Game, state: State) -> State:
    """A state in which people have to do something, or the play is over."""
    run = Run(game, state)
    try:
        _advance(run)
    except NotAllowedError as endless:
        raise ProblemsFound(endless.problems) from None
    return run.state


def started(game: Game, state: State) -> State:
    """Every tracked field at its start; table fields first, since players may depend on them."""
    flow = flow_of(game)
    players = tuple(dict.fromkeys(flow.player) for _ in state.names)
    run = Run(game, changed(state, players=players, table=dict.fromkeys(flow.table)))
    for seat in (None, *range(len(state.names))):
        for key, spec in (run.flow.table if seat is None else run.flow.player).items():
            if tracks(spec, state.tracked):
                start = _start(spec, run.scope(seat))
                run.hold(seat, {**run.held(seat), key: start})
    return run.state


def _start(spec: StateField, scope: Scope) -> Value:
    if not holds(spec.kept, scope):
        return None
    if spec.start is None:
        return cast("Value", empty(spec.field))
    return cast("Value", settled(spec.start.run(scope).value))


def _carry(run: Run, command: Command) -> None:
    if "do" in command:
        _act(run, command)
    elif "set" in command:
        _set(run, command)
    elif "track" in command:
        _track(run, command["track"])
    elif "position" in command:
        _score(run, command)
    elif "note" in command:
        run.tell("note", Text(command["note"], command["note"]))
    elif "roll" in command:
        run.tell("roll", Text(command["roll"], command["roll"]), amount=tuple(command["came"]))
    else:
        raise NotAllowedError(wrong("E501", " ".join(map(str, command))))


def _act(run: Run, command: Command) -> None:
    action = run.flow.actions.get(command["do"])
    if command.get("who") in run.state.names:
        run.state = changed(run.state, acting=run.state.names.index(command["who"]))
    offered = choices(run.game, run.state)
    path = run.path
    # Not even by force is anything done while a scoring asks, or after the end.
    waiting = bool(path) and path[-1].kind == "act"
    run.forced = waiting and bool(command.get("force"))
    if action is None or not waiting or action not in offered:
        run.forced = run.forced and action is not None
        run.breaks(too_early(run.game, run.state, action or command["do"]))
    assert action is not None
    names = values_of(run, action.ask, command.get("with", {}))
    before = run.state
    _done(run, action, names)
    said = any(happening.kind == "say" for happening in run.happenings)
    if action.say or not said:
        seat = seat_now(before)
        # It names the player who did it, but shows the values after it.
        scope = scope_of(run.game, run.flow, run.state, seat, names)
        text = action.say.filled(scope) if action.say else action.name
        player = before.names[seat] if seat is not None else None
        told = Happening(
            kind="say", text=text, rules=action.rules, player=player, given=_said(action, command)
        )
        run.happenings.insert(0, told)
    run.state = changed(run.state, acting=None)
    step = run.path[-1]
    over = step.until is not None and holds(step.until, run.scope(), unknown=False)
    place = len(run.happenings)
    if action.ends or over:
        _leave(run)
    _advance(run)
    by_word = any(run.flow.actions[name].stop for name in step.actions)
    if over and by_word and not (action.ends or action.stop):
        _ended(run, step, place, before)


def too_early(game: Game, state: State, action: Action | str) -> Problem:
    """That there is such an action, but not now: with its rules, and the track of a step that is not of the one kept now."""
    called: dict[str, object] = {"action": action, "rules": ()}
    if isinstance(action, Action):
        called = {"action": action.name, "rules": action.rules[:1]}
    track = track_of_step(game, state)
    return Problem("E505", None, {**called, "track": track} if track else called)


def _done(run: Run, action: Action, names: Mapping[str, Any]) -> None:
    """Carry out an action, whose rules are those of whatever is too little or too much."""
    try:
        _needed(run, action, names)
        perform(run, action.effects, names)
    except NotAllowedError as refused:
        problems = [
            changed(p, values={**p.values, "rules": action.rules}) if p.code == "E511" else p
            for p in refused.problems
        ]
        raise NotAllowedError(*problems) from None


def _ended(run: Run, step: Stage, place: int, before: State) -> None:
    """Note and tell that a step was over by itself, and with it the turn of a player."""
    seat = seat_now(before)
    run.ended = Ended(step.id, seat)
    whose = None if seat == seat_now(run.state) else seat
    names = [stage.name for stage in reversed(stage_path(run.flow, before)) if stage.name]
    text = names[0] if names else None
    if text or whose is not None:
        player = None if whose is None else run.state.names[whose]
        happening = Happening(kind="ended", text=text, player=player)
        run.happenings.insert(place, happening)


def _said(action: Action, command: Command) -> tuple[tuple[Field, Value], ...]:
    """The values that were said of an action, but for those that are as if left out."""
    given = command.get("with", {})
    return tuple(
        (spec, settled(given[key]))
        for key, spec in action.ask.items()
        if given.get(key) is not None and plain_value(given[key]) != plain_value(empty(spec))
    )


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
        if len(asked) == len(action.ask) and not needs_only:
            _done(run, action, names)
        else:
            _needed(run, action, names)
    except (NotAllowedError, EvaluationError) as stop:
        return stop.problems
    return ()


def neighbour(game: Game, state: State, command: Command) -> Named | None:
    """The one option that may be chosen instead of the one for which a command is refused.

    If several may, the one of the same name; None when no single one stands out.
    """
    action = flow_of(game).actions.get(command.get("do", ""))
    if action is None:
        return None
    if command.get("who") in state.names:
        state = changed(state, acting=state.names.index(command["who"]))
    given: Mapping[str, Any] = command.get("with", {})
    for key, spec in action.ask.items():
        chosen = spec.option(given[key]) if kind_of(spec).picks_one and given.get(key) else None
        if chosen is None:
            continue
        others = [
            option
            for option in spec.options
            if option.id != chosen.id
            and not objections(game, state, action, {**given, key: option.id})
        ]
        namesakes = [option for option in others if _called(chosen) & _called(option)]
        for alone in (namesakes, others):
            if len(alone) == 1:
                return alone[0]
    return None


def _called(option: Named) -> set[str]:
    """What an option is called; of “name (kind)” the name as well."""
    names = [narrow(name) for name in option.names]
    return {fold(part) for name in names for part in (name, name.partition("(")[0])}


def possible_choices(game: Game, state: State) -> tuple[Action, ...]:
    """What may be done now, but for what the rules refuse whatever would be said with it."""
    run = Run(game, state)
    offered = choices(game, state)
    return tuple(action for action in offered if next(_unmet(run, action, {}), None) is None)


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
        raise NotAllowedError(*problems)
    return {
        key: kind_of(spec).operand(settled(inputs[key]), run.state.names)
        for key, spec in asked.items()
    }


def _needed(run: Run, action: Action, names: Mapping[str, Any]) -> None:
    """The first need that does not hold, of its own or before any change, is against the rules."""
    for message, rules, seen in _unmet(run, action, names):
        try:
            values = {"message": message.filled(seen), "rules": rules}
        except KeyError:  # the sentence rests on a value that is not given yet
            continue
        run.breaks(Problem("E510", None, values))
        return


def _unmet(
    run: Run, action: Action, names: Mapping[str, Any]
) -> Iterator[tuple[Label, tuple[str, ...], Scope]]:
    """The needs that do not hold whatever else is said, each with what it sees."""
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
            yield message, rules, seen


def _needs_first(
    run: Run, effects: Sequence[Effect], names: Mapping[str, Any]
) -> Generator[tuple[Operator, Label, tuple[str, ...], Scope], None, bool]:
    """The needs with which effects begin, those further inside too, and what each sees.

    Returns whether needs are all that there is.
    """
    scope = run.scope(names=names)
    for effect in effects:
        try:
            then, inside = _further(effect, names, scope)
        except (KeyError, EvaluationError):  # it rests on a value that is not given yet
            return False
        if then is not None:
            if not (yield from _needs_first(run, then, inside)):
                return False
        elif effect.kind != "need":
            return False
        elif effect.when and effect.why:
            yield effect.when, effect.why, effect.rules, scope
    return True


def _further(
    effect: Effect, names: Mapping[str, Any], scope: Scope
) -> tuple[Sequence[Effect] | None, Mapping[str, Any]]:
    """The effects inside that happen once, and what they see; None when there are none."""
    if effect.kind == "if":
        return (effect.then if holds(effect.when, scope) else effect.otherwise), names
    if effect.kind in ("run", "with"):
        return effect.then, seen_inside(effect, names, scope)
    return None, names


def _set(run: Run, command: Command) -> None:
    name, who = command["set"], command["player"]
    fields = run.flow.table if who is None else run.flow.player
    path = command.get("inside", ())
    if name not in fields or (who is not None and who not in run.state.names):
        raise NotAllowedError(wrong("E503", name, known=list(fields)))
    spec = fields[name].field
    seat = run.state.names.index(who) if who is not None else None
    holder = run.held(seat)
    old = holder[name] if holder[name] is not None or not path else empty(spec)
    for key in path:
        spec = part_of(spec, key)
    value = (
        settled(command["to"])
        if "to" in command
        else _changed(spec, inner(old, path), command["by"])
    )
    run.hold(seat, {**holder, name: replaced(old, path, value)})
    run.tell("change", spec.name, player=who, amount=value, total=command.get("by"), field=spec)
    # What was waited for may hold now: nobody should have to guess a line that goes on.
    _advance(run)


def _changed(spec: Field, now: Value, by: int) -> Value:
    """A number that is more by so much; refused where nobody knows it, or it cannot be so much."""
    if now is None:
        raise NotAllowedError(wrong("E595", by, name=spec.name))
    value = number(now) + by
    if problems := read_value(spec, plain_value(exact(value)), ())[1]:
        raise NotAllowedError(*problems)
    return exact(value)


def _track(run: Run, tracked: Track) -> None:
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
    _advance(run)


def _score(run: Run, command: Command) -> None:
    """Score the event that is due, with what the state knows and what people have said."""
    from rulesref.scoring.score import score

    if pending(run.game, run.state) is None:
        raise NotAllowedError(Problem("E506"))
    stage, known = gain(run, command.get("gains", {}))
    data = merged(known, command["position"])
    read = read_position(run.game, data, event=stage.event)
    if read.position is None:
        raise NotAllowedError(*read.problems)
    assert read.event is not None
    anyway = bool(command.get("anyway"))
    result, problems = score(run.game, read.position, read.event, anyway=anyway)
    if result is None:
        raise NotAllowedError(*problems)
    for seat, player in enumerate(result.players):
        changes = {part.id: step.value for part, step in player.changes}
        names = {"scored-points": player.points, "scored-total": player.total,
                 "scored-rank": player.rank, "change": changes}  # fmt: skip
        perform(run, stage.after, names, seat)
    scores = run.state.scores
    if result.event.categories:
        scores = (*scores, (result.event.id, {p.name: p.total for p in result.players}))
    run.state = changed(run.state, scores=scores, winners=result.winners or run.state.winners)
    run.tell("score", result.event.name, result.event.rules, score=result)
    _leave(run)
    _advance(run)


_MOST_STEPS = 10_000


def _advance(run: Run) -> None:
    """Go on until people have to do something, or the play is over."""
    if not run.state.cursor and not run.state.finished:
        _enter(run, 0)
    for _ in range(_MOST_STEPS):
        path = run.path
        if not path:
            if not run.state.finished:
                run.state = changed(run.state, finished=True)
            return
        if not _passes(run, path[-1]):
            return
    round_ = next((stage.id for stage in run.path if stage.kind == "loop"), run.path[0].id)
    raise NotAllowedError(wrong("E643", round_))


def _passes(run: Run, stage: Stage) -> bool:
    """Do what a stage does by itself; False when it waits for people."""
    match stage.kind:
        case "act":
            if stage.until is None or not holds(stage.until, run.scope(), unknown=False):
                return False
            _over(run, stage)
        case "score":
            return False
        case "do":
            perform(run, stage.effects, {})
            if stage.say:
                run.tell("say", stage.say.filled(run.scope()), stage.rules)
            _over(run, stage)
        case _:
            _descend(run, stage)
    return True


def _over(run: Run, stage: Stage) -> None:
    """Leave a stage, and note where it has done what people would have ended with a word."""
    if stage.closes:
        run.ended = Ended(stage.id, seat_now(run.state))
    _leave(run)


def _enter(run: Run, child: int) -> None:
    """Begin the next stage at this level that is to be entered.

    When these are used up, the stage around them goes round, on, or is over.
    """
    parents, path = run.state.cursor, run.path
    siblings = path[-1].stages if path else run.flow.stages
    while child < len(siblings) and not _entered(run, siblings[child]):
        child += 1
    if child < len(siblings) or not path:
        run.state = changed(run.state, cursor=(*parents, StageFrame(child)))
        if child < len(siblings) and siblings[child].name:
            run.tell("stage", siblings[child].name, siblings[child].rules)
    elif path[-1].kind == "turns":
        _next_player(run, path[-1])
    elif path[-1].kind == "loop" and not holds(path[-1].until, run.scope(), unknown=False):
        _enter(run, 0)
    else:
        _leave(run)


def _entered(run: Run, stage: Stage) -> bool:
    """Whether a stage belongs to this play now."""
    if run.state.tracked not in stage.tracks:
        return False
    return holds(stage.when, run.scope(), unknown=False)


def _descend(run: Run, stage: Stage) -> None:
    """Into the first stage inside; a stage of turns finds its order first."""
    frame = run.state.cursor[-1]
    if stage.kind == "turns" and frame.order is None:
        frame = changed(frame, order=_order(run, stage), place=-1)
        run.state = changed(run.state, cursor=(*run.state.cursor[:-1], frame))
        _next_player(run, stage)
    else:
        _enter(run, 0)


def _order(run: Run, stage: Stage) -> tuple[int, ...]:
    """The seats that have a turn: the order of the stage, from whoever begins round to the start."""
    order = _seats(run, stage.order) or tuple(range(len(run.state.names)))
    begins = _seats(run, stage.begin)
    place = order.index(begins[0]) if begins and begins[0] in order else 0
    return (*order[place:], *order[:place])


def _seats(run: Run, players: Operator | None) -> tuple[int, ...]:
    """The seats of a list of players, or of one: each a name or a seat counted from 1."""
    if players is None:
        return ()
    try:
        value = players.run(run.scope()).value
    except EvaluationError:
        return ()
    names = run.state.names
    several = value if isinstance(value, tuple) else () if value is None else (value,)
    seats = [
        names.index(each) if isinstance(each, str) and each in names else int(number(each)) - 1
        for each in several
    ]
    # What people have corrected by hand may name a seat that nobody has.
    return tuple(seat for seat in seats if 0 <= seat < len(names))


def _next_player(run: Run, stage: Stage) -> None:
    """The next player of a stage of turns, or the end of it."""
    frame = run.state.cursor[-1]
    assert frame.order is not None
    place = frame.place + 1
    while place < len(frame.order):
        scope = run.scope(frame.order[place])
        if stage.skip is None or not holds(stage.skip, scope, unknown=False):
            break
        place += 1
    if place >= len(frame.order):
        _leave(run)
    else:
        cursor = (*run.state.cursor[:-1], changed(frame, place=place))
        run.state = changed(run.state, cursor=cursor)
        run.tell("turn", None)
        _enter(run, 0)


def _leave(run: Run) -> None:
    """The innermost stage is over: go on beside it, or around, or out."""
    *around, innermost = run.state.cursor
    run.state = changed(run.state, cursor=tuple(around))
    _enter(run, innermost.child + 1)
