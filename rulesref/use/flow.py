"""The play as a pure state machine: (game, state, line) -> (state, happenings) or problems.

A state never changes; a line that is carried out makes a new one. What is not tracked is None and
asks nothing of anybody: conditions that look at it are left out, effects on it do nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast

from rulesref.base.diagnostics import Problem
from rulesref.base.kana import hiragana
from rulesref.base.numbers import Entered, decimal, exact
from rulesref.base.text import Text, fold
from rulesref.base.values import changed, named, value
from rulesref.model.fields import Field
from rulesref.model.flow import Action, Effect, Flow, Stage, StateField
from rulesref.model.position import Position
from rulesref.model.steps import Value
from rulesref.ops.base import Operator, Player, Scope, Unworkable, number
from rulesref.ops.lists import entries
from rulesref.ops.values import Reference
from rulesref.reading.games import Game
from rulesref.reading.near import did_you_mean
from rulesref.reading.positions import (
    field_called,
    flag_called,
    read_inputs,
    read_position,
    read_value,
)
from rulesref.use.scoring import Score, score

Tracked = Literal["full", "light"]
Command = dict[str, Any]

_MOST_STEPS = 10_000


@value
class Frame:
    """Where a stage is: which child, and for turns the order of seats and whose place it is."""

    child: int
    order: tuple[int, ...] | None = None
    place: int = 0


@named
class State:
    """A play at one moment (状態). Values that are not tracked are None.

    ``steps`` counts accepted lines; ``scores`` has the totals of every scoring so far, by event.
    """

    names: tuple[str, ...]
    options: Mapping[str, Value]
    tracked: Tracked
    players: tuple[Mapping[str, Value], ...]
    table: Mapping[str, Value]
    cursor: tuple[Frame, ...] = ()
    finished: bool = False
    scores: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    winners: tuple[str, ...] = ()
    steps: int = 0


@named
class Happening:
    """Something to tell (できごと): what was said, points won or lost, a stage begun, a scoring."""

    kind: Literal["say", "points", "stage", "score", "change", "note", "track"]
    text: Text | None = None
    rules: tuple[str, ...] = ()
    player: str | None = None
    amount: Value = None
    total: Value = None
    score: Score | None = None
    #: Of a correction: the field that was set, and inside a record the way to it.
    field: tuple[str, ...] | None = None


@value
class Outcome:
    """What came of a line: the new state and what happened, or the problems and the old state."""

    state: State
    happenings: tuple[Happening, ...] = ()
    problems: tuple[Problem, ...] = ()


@value
class Missing:
    """An action was understood, but a value is still to be asked for."""

    action: Action
    given: Mapping[str, Any]
    field: Field
    forced: bool = False


@value
class Reminder:
    """A due: its text, its rules and the player it is about.

    ``player`` is named by dues that are looked at for every player; ``whose`` is the player whose
    values it depends on, so that it is due anew when the turn passes on.
    """

    id: str
    text: Text
    rules: tuple[str, ...]
    player: str | None
    whose: str | None = None


# --- beginning -----------------------------------------------------------------------------------


def begin(
    game: Game, names: Sequence[str], options: Mapping[str, Value], tracked: Tracked = "full"
) -> Outcome:
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
    return _Run(game, flow, state).advanced()


def _started(game: Game, flow: Flow, state: State) -> State:
    """Every tracked field at its start; table fields first, since players may depend on them."""
    table: dict[str, Value] = dict(state.table)
    for key, spec in flow.table.items():
        if tracks(spec, state.tracked):
            now = changed(state, table=table)
            table = {**table, key: _start(spec, _scope(game, flow, now, None))}
    state = changed(state, table=table)
    for seat in range(len(state.names)):
        own: dict[str, Value] = dict(state.players[seat])
        for key, spec in flow.player.items():
            if tracks(spec, state.tracked):
                now = _with_player(state, seat, own)
                own = {**own, key: _start(spec, _scope(game, flow, now, seat))}
        state = _with_player(state, seat, own)
    return state


def _start(spec: StateField, scope: Scope) -> Value:
    if not holds(spec.kept, scope):
        return None
    if spec.start is None:
        return cast("Value", spec.field.empty())
    return cast("Value", settled(spec.start.run(scope).value))


def tracks(spec: StateField, tracked: Tracked) -> bool:
    """Whether a field is kept."""
    return tracked == "full" or not spec.detail


def flow_of(game: Game) -> Flow:
    """The flow of a game; raises nothing, since plays exist only of games that have one."""
    found = game.flow
    assert found is not None
    return found


# --- looking -------------------------------------------------------------------------------------


def _scope(
    game: Game, flow: Flow, state: State, seat: int | None, names: Mapping[str, Any] | None = None
) -> Scope:
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


def seat_now(flow: Flow, state: State) -> int | None:  # noqa: ARG001
    """The seat of the player whose turn it is; None when nobody's."""
    seat = None
    for frame in state.cursor:
        if frame.order is not None and frame.place < len(frame.order):
            seat = frame.order[frame.place]
    return seat


def choices(game: Game, state: State) -> tuple[Action, ...]:
    """What may be done now, in the order offered. Empty while a scoring asks, and at the end."""
    flow = flow_of(game)
    path = stage_path(flow, state)
    if state.finished or not path or path[-1].kind != "act":
        return ()
    scope = _scope(game, flow, state, seat_now(flow, state))
    offered = dict.fromkeys((*path[-1].actions, *flow.anytime))
    return tuple(
        action
        for action in (flow.actions[name] for name in offered)
        if (not action.detail if state.tracked == "light" else not action.light)
        and holds(action.when, scope)
    )


def dues(game: Game, state: State) -> tuple[Reminder, ...]:
    """What the rules ask for now, in the order of the data."""
    flow = flow_of(game)
    if state.finished:
        return ()
    here = {stage.id for stage in stage_path(flow, state)}
    table = _scope(game, flow, state, None)
    found: list[Reminder] = []
    for due in flow.dues:
        if due.stages and not here & set(due.stages):
            continue
        seats: Sequence[int | None] = (
            range(len(state.names)) if due.each else [seat_now(flow, state)]
        )
        for seat in seats:
            scope = Scope(table.position, seat, table.defines, {}, table.memo)
            if holds(due.when, scope, unknown=False):
                own = state.names[seat] if seat is not None and (due.each or due.own) else None
                text = due.text.filled(scope)
                found.append(Reminder(due.id, text, due.rules, own if due.each else None, own))
    return tuple(found)


def newly_due(game: Game, before: State, after: State) -> tuple[Reminder, ...]:
    """What has become due between two states."""
    was = {(due.id, due.whose) for due in dues(game, before)}
    return tuple(due for due in dues(game, after) if (due.id, due.whose) not in was)


def checklist(game: Game, state: State) -> tuple[tuple[str, Text, tuple[str, ...]], ...]:
    """The setup for these players and options: id, text and rules of each line."""
    flow = flow_of(game)
    scope = _scope(game, flow, state, None)
    return tuple(
        (step.id, step.text.filled(scope), step.rules)
        for step in flow.setup
        if holds(step.when, scope)
    )


def holds(condition: Operator | None, scope: Scope, *, unknown: bool = True) -> bool:
    """Whether a condition holds; ``unknown`` when it looks at something that is not tracked."""
    if condition is None:
        return True
    try:
        return bool(condition.run(scope).value)
    except Unworkable:
        return unknown


# --- understanding a line ------------------------------------------------------------------------


def understand(game: Game, state: State, line: str) -> Command | Missing | Problem:
    """What a typed line means here: a command, an action that still asks, or why it is neither."""
    text = line.strip()
    forced = text.startswith(("!", "！"))
    if forced:
        text = text[1:].strip()
    first, _, rest = text.replace("\u3000", " ").partition(" ")
    key = fold(first)
    if key in ("set", "修正", "しゆうせい"):
        return _setting(game, state, rest)
    if key in ("note", "メモ", "めも"):
        return {"note": rest.strip()}
    if key in ("track", "記録"):
        return {"track": "light" if fold(rest) in ("light", "軽く", "かるく", "簡易") else "full"}
    if pending(game, state) is not None:
        return {"answer": text}
    offered = choices(game, state)
    action, given = action_called(offered, text)
    if action is None and forced:
        action, given = action_called(tuple(flow_of(game).actions.values()), text)
    if action is None:
        action, given = _implied(offered, text)
    if action is None:
        known = [word for a in offered for word in (a.id, *a.name, *a.words[0], *a.words[1])]
        near = did_you_mean(first, known)
        return Problem("E501", None, {"found": text[:40], "near": near})
    return _arguments(state, action, given, forced=forced)


def action_called(offered: Sequence[Action], text: str) -> tuple[Action | None, str]:
    """The action a line names by number or words, and the rest of the line."""
    first, _, rest = text.partition(" ")
    flat = fold(first)
    if flat.isdigit() and 1 <= int(flat) <= len(offered):
        return offered[int(flat) - 1], rest
    best: tuple[int, Action, str] | None = None
    pieces = text.split()
    for action in offered:
        names = {fold(w) for w in (action.id, *action.name, *action.words[0], *action.words[1])}
        for many in range(len(pieces), 0, -1):
            said = fold(" ".join(pieces[:many]))
            read = hiragana(said) if said.isascii() else None
            if said in names or (read and fold(read) in names):
                if best is None or many > best[0]:
                    best = (many, action, " ".join(pieces[many:]))
                break
    if best:
        return best[1], best[2]
    begun = [
        a
        for a in offered
        if flat and any(fold(w).startswith(flat) for w in (a.id, *a.name, *a.words[0], *a.words[1]))
    ]
    return (begun[0], rest) if len(begun) == 1 else (None, "")


def _implied(offered: Sequence[Action], text: str) -> tuple[Action | None, str]:
    """The action whose first value a line gives, when only one can be meant."""
    pieces = _pieces(text)
    found = []
    for action in offered:
        spec = next(iter(action.ask.values()), None)
        if pieces and spec and spec.kind in ("choice", "choices"):  # noqa: SIM102
            if _fits(spec, _words(action, pieces)[0], ()):
                found.append(action)
    return (found[0], text) if len(found) == 1 else (None, "")


def _words(action: Action, pieces: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The first value among the words of a line, which may be an option of several words."""
    for many in range(min(4, len(pieces)), 1, -1):
        said = " ".join(pieces[:many])
        if any(spec.option(said) for spec in action.ask.values()):
            return said, pieces[many:]
    return pieces[0], pieces[1:]


def _arguments(
    state: State, action: Action, rest: str, *, forced: bool
) -> Command | Missing | Problem:
    """The values of an action: by place in the order it asks, or as key=value."""
    given: dict[str, Any] = {}
    free = list(action.ask)
    pieces: Sequence[str] = _pieces(rest)
    while pieces:
        piece, pieces = _words(action, pieces)
        key, sign, raw = piece.replace("=", "=").partition("=")
        spec = next(
            (f for f in action.ask.values() if sign and fold(key) in map(fold, (f.id, *f.name))),
            None,
        )
        if spec is None:
            spec, raw = _place(action, free, given, piece, state.names), piece
        if spec is None:
            return Problem("E502", None, {"found": piece, "action": action.name})
        free = [k for k in free if k != spec.id]
        value = raw_value(spec, raw)
        given[spec.id] = (
            [*given[spec.id], *value] if spec.id in given and isinstance(value, list) else value
        )
    return with_value(state, action, given, forced=forced)


def _place(
    action: Action, free: Sequence[str], given: Mapping[str, Any], piece: str, names: Sequence[str]
) -> Field | None:
    """Which value a word without a key is: the first that it can be, else one more of a list."""
    fits = [action.ask[key] for key in free if _fits(action.ask[key], piece, names)]
    lists = [spec for key, spec in action.ask.items() if isinstance(given.get(key), list)]
    longer = [spec for spec in lists if _fits(spec, piece, names)]
    return next(iter((*fits, *longer, *(action.ask[key] for key in free), *lists)), None)


def _fits(spec: Field, piece: str, names: Sequence[str]) -> bool:
    """Whether a word can be a value of a field, by its kind."""
    raw = raw_value(spec, piece)
    for part in raw if isinstance(raw, list) else [raw]:
        match spec.kind:
            case "whole" | "wholes":
                known: object = Entered.of(part) is not None
            case "choice" | "choices":
                known = spec.option(part)
            case "flag":
                known = flag_called(part) is not None
            case "player" | "players":
                known = part.isdigit() or any(fold(name).startswith(fold(part)) for name in names)
            case _:
                known = True
        if not known:
            return False
    return True


def with_value(
    state: State, action: Action, given: Mapping[str, Any], *, forced: bool = False
) -> Command | Missing | Problem:
    """The command once every value is there; else the value that is asked next."""
    for key, spec in action.ask.items():
        if key not in given and not spec.optional:
            asked = {name: action.ask[name] for name in given}
            _, problems = read_inputs(asked, given, state.names)
            return problems[0] if problems else Missing(action, given, spec, forced)
    values, problems = read_inputs(action.ask, given, state.names)
    if problems:
        return problems[0]
    return {"do": action.id, "with": {k: settled(v) for k, v in values.items()}, "force": forced}


def answered(
    state: State, missing: Missing, line: str, *, forced: bool = False
) -> Command | Missing | Problem:
    """What comes of an answer to the value that an action asks for."""
    given = {**missing.given, missing.field.id: raw_value(missing.field, line)}
    return with_value(state, missing.action, given, forced=forced or missing.forced)


def _pieces(rest: str) -> list[str]:
    """Words of the rest of a line; names in quotes stay together."""
    import shlex

    try:
        return shlex.split(rest)
    except ValueError:
        return rest.split()


def raw_value(spec: Field, raw: str) -> Any:
    """What was typed for a field, as a document would have it."""
    if spec.kind in ("choices", "wholes", "players"):
        return [part for part in raw.replace("、", ",").replace(",", ",").split(",") if part]
    if spec.kind == "by-player":
        pairs = (part.replace(":", ":").partition(":") for part in raw.split(","))
        return {name: amount for name, _, amount in pairs}
    return raw


def _setting(game: Game, state: State, rest: str) -> Command | Problem:
    """``set 葵.corn 7`` or ``set round 3``; ``set 葵.seeds.red 2`` inside a record."""
    flow = flow_of(game)
    text = rest.strip().replace("．", ".").replace("＝", " ").replace("=", " ")
    player, text = _owner(state.names, text)
    target, _, raw = text.partition(" ")
    first, *inner = target.split(".")
    if player is None and inner and _called(flow.table, first) is None:
        near = did_you_mean(first, state.names)
        return Problem("E420", None, {"found": first, "known": list(state.names), "near": near})
    fields = flow.table if player is None else flow.player
    spec = _called(fields, first)
    found = spec.field if spec else None
    path: list[str] = []
    for key in inner:
        found = field_called(found.fields, key) if found and found.kind == "record" else None
        path += [found.id] if found else []
    if spec is None or found is None:
        known = [f.field.id for f in fields.values()]
        return Problem(
            "E503", None, {"found": target, "known": known, "near": did_you_mean(first, known)}
        )
    if not raw.strip():
        return Problem("E504", None, {"found": target, "name": found.name})
    value, problems = read_value(found, raw_value(found, raw.strip()), state.names)
    if problems:
        return problems[0]
    command = {"set": spec.field.id, "player": player, "to": settled(value)}
    return {**command, "inside": path} if path else command


def _owner(names: Sequence[str], text: str) -> tuple[str | None, str]:
    """The player before the first dot of a correction, whatever the name has in it, and the rest."""
    for name in sorted(names, key=len, reverse=True):
        if text.startswith(name + "."):
            return name, text[len(name) + 1 :]
    who, dot, rest = text.partition(".")
    found = [name for name in names if fold(name) == fold(who)] if dot else []
    return (found[0], rest) if len(found) == 1 else (None, text)


def _called(fields: Mapping[str, StateField], word: str) -> StateField | None:
    wanted = fold(word)
    for spec in fields.values():
        names = (spec.field.id, *spec.field.name, *spec.field.aliases[0], *spec.field.aliases[1])
        if wanted in map(fold, names):
            return spec
    return None


# --- carrying a command out ----------------------------------------------------------------------


def carry_out(game: Game, state: State, command: Command) -> Outcome:
    """The state after a command, and what happened; the problems and the old state otherwise."""
    run = _Run(game, flow_of(game), state)
    try:
        outcome = run.command(command)
    except _Refused as refused:
        return Outcome(state, (), refused.problems)
    except Unworkable as unworkable:
        return Outcome(state, (), (unworkable.problem,))
    return changed(outcome, state=changed(outcome.state, steps=state.steps + 1))


class _Refused(Exception):  # noqa: N818 - a fact about the line
    def __init__(self, *problems: Problem) -> None:
        super().__init__()
        self.problems = problems


class _Run:
    """One line being carried out: a state in the making and what has happened so far."""

    def __init__(self, game: Game, flow: Flow, state: State) -> None:
        self.game = game
        self.flow = flow
        self.state = state
        self.happenings: list[Happening] = []
        self.forced = False

    def command(self, command: Command) -> Outcome:
        if "do" in command:
            return self.action(command)
        if "set" in command:
            return self.setting(command)
        if "track" in command:
            return self.tracking(command["track"])
        if "position" in command:
            return self.scoring(command)
        if "note" not in command:
            raise _Refused(
                Problem("E501", None, {"found": " ".join(map(str, command)), "near": None})
            )
        self.tell("note", Text(command["note"], command["note"]))
        return self.outcome()

    def outcome(self) -> Outcome:
        return Outcome(self.state, tuple(self.happenings))

    def tell(self, kind: Any, text: Text | None, rules: tuple[str, ...] = (), **more: Any) -> None:
        self.happenings.append(Happening(kind=kind, text=text, rules=rules, **more))

    def scope(self, seat: int | None = None, names: Mapping[str, Any] | None = None) -> Scope:
        here = seat_now(self.flow, self.state) if seat is None else seat
        return _scope(self.game, self.flow, self.state, here, names)

    # --- lines -------------------------------------------------------------------------------

    def action(self, command: Command) -> Outcome:
        action = self.flow.actions.get(command["do"])
        offered = choices(self.game, self.state)
        path = stage_path(self.flow, self.state)
        # Not even by force is anything done while a scoring asks, or after the end.
        waiting = bool(path) and path[-1].kind == "act"
        if action is None or not waiting or (action not in offered and not command.get("force")):
            name = action.name if action else command["do"]
            raise _Refused(Problem("E505", None, {"action": name}))
        self.forced = bool(command.get("force"))
        names = self.arguments(action, command.get("with", {}))
        scope = self.scope(names=names)
        if not self.forced:
            self.needed(action, scope)
        before = self.state
        self.effects(action.effects, names)
        text = action.say.filled(_scope_before(self, before, names)) if action.say else action.name
        seat = seat_now(self.flow, before)
        player = before.names[seat] if seat is not None else None
        self.happenings.insert(
            0, Happening(kind="say", text=text, rules=action.rules, player=player)
        )
        path = stage_path(self.flow, self.state)
        over = path[-1].until is not None and holds(path[-1].until, self.scope(), unknown=False)
        if action.ends or over:
            self.leave()
        return self.advanced()

    def arguments(self, action: Action, given: Mapping[str, Any]) -> dict[str, Any]:
        """The values of an action as names of its expressions.

        They are read anew: a kept line may be older than the data of its game.
        """
        said = {
            key: plain_value(value)
            for key, value in given.items()
            if key not in action.ask
            or not action.ask[key].optional
            or value != plain_value(action.ask[key].empty())
        }
        said = {key: value for key, value in said.items() if value is not None}
        found, problems = read_inputs(action.ask, said, self.state.names)
        if problems:
            raise _Refused(*problems)
        names: dict[str, Any] = {}
        for key, spec in action.ask.items():
            value = settled(found[key])
            if spec.kind == "player":
                names[key] = (
                    Player(self.state.names.index(value)) if value in self.state.names else None
                )
            elif spec.kind == "players":
                names[key] = tuple(Player(self.state.names.index(v)) for v in value)
            else:
                names[key] = tuple(value) if isinstance(value, list) else value
        return names

    def needed(self, action: Action, scope: Scope) -> None:
        failed = [
            Problem("E510", None, {"message": need.message.filled(scope), "rules": need.rules})
            for need in action.needs
            if not holds(need.when, scope)
        ]
        if failed:
            raise _Refused(*failed)

    def setting(self, command: Command) -> Outcome:
        name, who, value = command["set"], command["player"], settled(command["to"])
        fields = self.flow.table if who is None else self.flow.player
        path = command.get("inside", ())
        if name not in fields or (who is not None and who not in self.state.names):
            raise _Refused(
                Problem("E503", None, {"found": name, "known": list(fields), "near": None})
            )
        spec = fields[name].field
        seat = self.state.names.index(who) if who is not None else None
        holder = self.state.table if seat is None else self.state.players[seat]
        old = holder[name] if holder[name] is not None or not path else spec.empty()
        stored = {**holder, name: _replaced(old, path, value)}
        if seat is not None:
            self.state = _with_player(self.state, seat, stored)
        else:
            self.state = changed(self.state, table=stored)
        inner = _inner_field(spec, path)
        self.tell("change", inner.name, player=who, amount=value, field=(name, *path))
        # What was waited for may hold now: nobody should have to guess a line that goes on.
        return self.advanced()

    def tracking(self, tracked: Tracked) -> Outcome:
        """Values that are no longer kept are forgotten; new ones are unknown until they are set."""

        def kept(values: Mapping[str, Value], specs: Mapping[str, StateField]) -> dict[str, Value]:
            return {k: v if tracks(specs[k], tracked) else None for k, v in values.items()}

        self.state = changed(
            self.state,
            tracked=tracked,
            players=tuple(kept(own, self.flow.player) for own in self.state.players),
            table=kept(self.state.table, self.flow.table),
        )
        self.tell("track", None, amount=tracked)
        return self.advanced()

    # --- effects -----------------------------------------------------------------------------

    def effects(
        self, effects: Sequence[Effect], names: Mapping[str, Any], seat: int | None = None
    ) -> None:
        for effect in effects:
            try:
                self.effect(effect, names, seat)
            except Unworkable as unworkable:
                # What rests on something untracked cannot be kept up; everything else is a refusal.
                if unworkable.problem.code not in ("E417", "E418"):
                    raise

    def effect(self, effect: Effect, names: Mapping[str, Any], seat: int | None) -> None:
        scope = self.scope(seat, names)
        if effect.kind == "if":
            assert effect.when is not None
            chosen = effect.then if effect.when.run(scope).value else effect.otherwise
            self.effects(chosen, names, seat)
        elif effect.kind == "each":
            assert effect.each is not None
            for entry in tuple(entries(effect.each, scope)):
                inner = {**names, str(effect.as_): entry}
                self.effects(effect.then, inner, entry.seat if isinstance(entry, Player) else seat)
        elif effect.kind == "run":
            given = {key: _given(value, scope) for key, value in effect.given.items()}
            self.effects(effect.then, given, seat)
        elif effect.kind == "need":
            if not self.forced and effect.why and not holds(effect.when, scope):
                values = {"message": effect.why.filled(scope), "rules": effect.rules}
                raise _Refused(Problem("E510", None, values))
        elif effect.kind == "say":
            self.tell("say", effect.why.filled(scope) if effect.why else None, effect.rules)
        else:
            self.change(effect, scope, names, seat)

    def change(
        self, effect: Effect, scope: Scope, names: Mapping[str, Any], seat: int | None
    ) -> None:
        key = effect.path[0]
        target = self.target(effect, names, seat)
        spec = (self.flow.player if effect.of_player else self.flow.table)[key]
        holder = (
            self.state.players[target]
            if effect.of_player and target is not None
            else self.state.table
        )
        old = holder[key]
        # What a person has set is kept up, whatever is tracked.
        if old is None and not tracks(spec, self.state.tracked):
            return
        assert effect.value is not None
        value = settled(effect.value.run(scope).value)
        inner, field_ = _inner(old, effect.path[1:]), _inner_field(spec.field, effect.path[1:])
        new = _changed(effect.kind, inner, value, field_)
        self.in_range(field_, new, target if effect.of_player else None)
        stored = {**holder, key: _replaced(old, effect.path[1:], new)}
        if effect.of_player and target is not None:
            self.state = _with_player(self.state, target, stored)
        else:
            self.state = changed(self.state, table=stored)
        if key in self.flow.points and effect.of_player and target is not None and inner != new:
            named = spec.field.name if len(self.flow.points) > 1 else None
            self.scored(target, inner, new, effect.why.filled(scope) if effect.why else named)

    def target(self, effect: Effect, names: Mapping[str, Any], seat: int | None) -> int | None:
        if not effect.of_player:
            return None
        if effect.who is not None:
            player = names[effect.who]
            if not isinstance(player, Player):
                raise Unworkable(Problem("E418", None, {"found": effect.path[0]}))
            return player.seat
        found = seat if seat is not None else seat_now(self.flow, self.state)
        if found is None:
            raise Unworkable(Problem("E418", None, {"found": effect.path[0]}))
        return found

    def scored(self, seat: int, old: Value, new: Value, why: Text | None) -> None:
        if old is not None and new is not None:
            amount = number(new) - number(old)
            self.tell("points", why, player=self.state.names[seat], amount=amount, total=new)

    def in_range(self, spec: Field, value: Value, seat: int | None) -> None:
        if self.forced or not isinstance(value, int) or isinstance(value, bool):
            return
        low, high = spec.low, spec.high
        if (low is not None and value < low) or (high is not None and value > high):
            values = {"name": spec.name, "found": value, "low": low, "high": high, "rules": spec.rules,
                      "player": self.state.names[seat] if seat is not None else None}  # fmt: skip
            raise _Refused(Problem("E511", None, values))

    # --- the course of the play --------------------------------------------------------------

    def advanced(self) -> Outcome:
        """Go on until people have to do something, or the play is over."""
        if not self.state.cursor and not self.state.finished:
            self.enter(0)
        for _ in range(_MOST_STEPS):
            path = stage_path(self.flow, self.state)
            if not path:
                if not self.state.finished:
                    self.state = changed(self.state, finished=True)
                return self.outcome()
            if not self.passes(path[-1]):
                return self.outcome()
        msg = "the stages of this game never wait for anybody"
        raise AssertionError(msg)

    def passes(self, stage: Stage) -> bool:
        """Do what a stage does by itself; False when it waits for people."""
        match stage.kind:
            case "act":
                if stage.until is None or not holds(stage.until, self.scope(), unknown=False):
                    return False
                self.leave()
            case "score":
                return False
            case "do":
                self.effects(stage.effects, {})
                if stage.say:
                    self.tell("say", stage.say.filled(self.scope()), stage.rules)
                self.leave()
            case _:
                self.descend(stage)
        return True

    def enter(self, child: int) -> None:
        """Begin the next stage at this level that is to be entered."""
        parents = self.state.cursor
        path = stage_path(self.flow, self.state)
        siblings = path[-1].stages if path else self.flow.stages
        while child < len(siblings) and not self.entered(siblings[child]):
            child += 1
        self.state = changed(self.state, cursor=(*parents, Frame(child)))
        if child < len(siblings) and siblings[child].name:
            self.tell("stage", siblings[child].name, siblings[child].rules)

    def entered(self, stage: Stage) -> bool:
        """Whether a stage belongs to this play now."""
        if stage.light if self.state.tracked == "full" else stage.detail:
            return False
        return holds(stage.when, self.scope(), unknown=False)

    def descend(self, stage: Stage) -> None:
        """Into the first stage inside; a stage of turns finds its order first."""
        frame = self.state.cursor[-1]
        if stage.kind == "turns" and frame.order is None:
            frame = changed(frame, order=self.order(stage), place=-1)
            self.state = changed(self.state, cursor=(*self.state.cursor[:-1], frame))
            self.next_player(stage)
            return
        self.enter(0)
        self.past_end()

    def order(self, stage: Stage) -> tuple[int, ...]:
        if stage.order is None:
            return tuple(range(len(self.state.names)))
        try:
            value = stage.order.run(self.scope()).value
        except Unworkable:
            value = None
        if not isinstance(value, tuple) or not value:
            return tuple(range(len(self.state.names)))
        return tuple(int(number(seat)) - 1 for seat in value)

    def next_player(self, stage: Stage) -> None:
        """The next player of a stage of turns, or the end of it."""
        frame = self.state.cursor[-1]
        assert frame.order is not None
        place = frame.place + 1
        while place < len(frame.order):
            scope = self.scope(frame.order[place])
            if stage.skip is None or not holds(stage.skip, scope, unknown=False):
                break
            place += 1
        if place >= len(frame.order):
            self.leave()
            return
        self.state = changed(
            self.state, cursor=(*self.state.cursor[:-1], changed(frame, place=place))
        )
        self.enter(0)
        self.past_end()

    def leave(self) -> None:
        """The innermost stage is over: go on beside it, or around, or out."""
        cursor = self.state.cursor
        child = cursor[-1].child
        self.state = changed(self.state, cursor=cursor[:-1])
        self.enter(child + 1)
        self.past_end()

    def past_end(self) -> None:
        """When the stages of a level are used up, their stage goes round, on, or is over."""
        path_length = len(self.state.cursor)
        path = stage_path(self.flow, self.state)
        if len(path) == path_length or path_length == 1:
            return
        self.state = changed(self.state, cursor=self.state.cursor[:-1])
        stage = path[-1]
        if stage.kind == "turns":
            self.next_player(stage)
        elif stage.kind == "loop" and not holds(stage.until, self.scope(), unknown=False):
            self.enter(0)
            self.past_end()
        else:
            self.leave()

    # --- scoring -----------------------------------------------------------------------------

    def scoring(self, command: Command) -> Outcome:
        """Score the event that is due, with what the state knows and what people have said."""
        found = pending(self.game, self.state)
        if found is None:
            raise _Refused(Problem("E506"))
        stage, known = found
        data = merged(known, command["position"])
        read = read_position(self.game, data, event=stage.event)
        if read.position is None or read.event is None:
            raise _Refused(*read.problems)
        result, problems = score(self.game, read.position, read.event)
        if result is None:
            raise _Refused(*problems)
        for seat, player in enumerate(result.players):
            changes = {part.id: step.value for part, step in player.changes}
            names = {"scored-points": player.points, "scored-total": player.total,
                     "scored-rank": player.rank, "change": changes}  # fmt: skip
            self.effects(stage.after, names, seat)
        totals = {p.name: p.total for p in result.players}
        self.state = changed(
            self.state,
            scores=(*self.state.scores, (result.event.id, totals)),
            winners=result.winners or self.state.winners,
        )
        self.tell("score", result.event.name, result.event.rules, score=result)
        self.leave()
        return self.advanced()


def _scope_before(run: _Run, before: State, names: Mapping[str, Any]) -> Scope:
    """What an action says names the player who did it, but shows the values after it."""
    seat = seat_now(run.flow, before)
    return _scope(run.game, run.flow, run.state, seat, names)


def pending(game: Game, state: State) -> tuple[Stage, dict[str, Any]] | None:
    """The scoring that is due and what the state knows of its position; None when none is."""
    flow = flow_of(game)
    path = stage_path(flow, state)
    if state.finished or not path or path[-1].kind != "score":
        return None
    return path[-1], _position(game, state, path[-1])


def _position(game: Game, state: State, stage: Stage) -> dict[str, Any]:
    """What the state knows of the position of a scoring, as a document."""
    flow = flow_of(game)
    players = []
    for seat, name in enumerate(state.names):
        known = _known(stage.player_source, _scope(game, flow, state, seat))
        players.append({"name": name, **known})
    table = _known(stage.table_source, _scope(game, flow, state, None))
    return {"game": game.id, "event": stage.event, "players": players, **table}


def _known(sources: Mapping[str, Operator], scope: Scope) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path, source in sources.items():
        try:
            value = plain_value(source.run(scope).value)
        except Unworkable:
            continue
        if value is None:
            continue
        inner = found
        *outer, last = path.split(".")
        for key in outer:
            inner = inner.setdefault(key, {})
        inner[last] = value
    return found


def coming(
    game: Game, state: State, event: str | None = None
) -> tuple[Stage, dict[str, Any]] | None:
    """The next scoring after where the play is, and what is known of its position now."""
    if state.finished:
        return None
    cursor = tuple(frame.child for frame in state.cursor)
    found = [(at, s) for at, s in _scorings(flow_of(game).stages) if event in (None, s.event)]
    # Inside a loop one that lies behind comes round again.
    ahead = [stage for at, stage in found if at > cursor] or [stage for _, stage in found]
    return (ahead[0], _position(game, state, ahead[0])) if ahead else None


def _scorings(
    stages: Sequence[Stage], above: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Stage]]:
    for child, stage in enumerate(stages):
        if stage.kind == "score":
            yield (*above, child), stage
        yield from _scorings(stage.stages, (*above, child))


def merged(known: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """A position from what is known and what was said; what was said wins."""
    data = {**known, **{k: v for k, v in said.items() if k != "players"}}
    extra = said.get("players", ())
    data["players"] = [
        {**player, **(extra[i] if i < len(extra) else {})}
        for i, player in enumerate(known["players"])
    ]
    return data


# --- values --------------------------------------------------------------------------------------


def _with_player(state: State, seat: int, own: Mapping[str, Value]) -> State:
    players = (*state.players[:seat], own, *state.players[seat + 1 :])
    return changed(state, players=players)


def _given(value: Operator, scope: Scope) -> Any:
    """A value for a routine: a player as such, all else as the state keeps it."""
    if isinstance(value, Reference) and value.root == "loop" and value.onward is None:
        entry = scope.names[value.path[0]]
        if entry is None or isinstance(entry, Player):
            return entry
    return settled(value.run(scope).value)


def settled(value: Any) -> Any:
    """A value as the state keeps it: no trace of how it was typed."""
    if isinstance(value, Entered):
        return int(value)
    if isinstance(value, float):
        from fractions import Fraction

        return exact(Fraction(str(value)))
    if isinstance(value, list):
        return tuple(settled(item) for item in value)
    if isinstance(value, tuple):
        return tuple(settled(item) for item in value)
    if isinstance(value, Mapping):
        return {key: settled(item) for key, item in value.items()}
    return value


def plain_value(value: Any) -> Any:
    """A value as a document has it: lists for tuples, decimals for fractions."""
    if isinstance(value, tuple):
        return [plain_value(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain_value(item) for key, item in value.items()}
    return (
        decimal(value) if hasattr(value, "denominator") and not isinstance(value, bool) else value
    )


def _inner(value: Any, path: Sequence[str]) -> Any:
    for key in path:
        value = value[key] if value is not None else None
    return value


def _inner_field(spec: Field, path: Sequence[str]) -> Field:
    for key in path:
        spec = spec.fields[key]
    return spec


def _replaced(value: Any, path: Sequence[str], new: Any) -> Any:
    if not path:
        return new
    return {**value, path[0]: _replaced(value[path[0]], path[1:], new)}


def _changed(kind: str, old: Any, value: Any, spec: Field) -> Any:
    if kind == "set":
        return value
    if old is None:
        raise Unworkable(Problem("E417", None, {"name": spec.name}))
    if kind == "add":
        return number(old) + number(value)
    if kind == "put":
        return (*old, value)
    if value not in old:
        raise _Refused(Problem("E512", None, {"name": spec.name, "found": value}))
    index = old.index(value)
    return (*old[:index], *old[index + 1 :])


# --- keeping -------------------------------------------------------------------------------------


def to_data(state: State) -> dict[str, Any]:
    """The state as plain data, for keeping and for showing as JSON."""
    return {
        "names": list(state.names),
        "options": plain_value(state.options),
        "tracked": state.tracked,
        "players": [plain_value(own) for own in state.players],
        "table": plain_value(state.table),
        "cursor": [
            [f.child, list(f.order) if f.order is not None else None, f.place] for f in state.cursor
        ],
        "finished": state.finished,
        "scores": [[event, plain_value(totals)] for event, totals in state.scores],
        "winners": list(state.winners),
        "steps": state.steps,
    }


def from_data(data: Mapping[str, Any]) -> State:
    """The state that :func:`to_data` wrote."""
    return State(
        names=tuple(data["names"]),
        options=settled(data["options"]),
        tracked=data["tracked"],
        players=tuple(settled(own) for own in data["players"]),
        table=settled(data["table"]),
        cursor=tuple(
            Frame(child, tuple(order) if order is not None else None, place)
            for child, order, place in data["cursor"]
        ),
        finished=data["finished"],
        scores=tuple((event, totals) for event, totals in data["scores"]),
        winners=tuple(data["winners"]),
        steps=data["steps"],
    )


def field_at(game: Game, path: Sequence[str], *, of_player: bool) -> Field | None:
    """The field of the state that a path leads to."""
    flow = flow_of(game)
    spec = (flow.player if of_player else flow.table).get(path[0])
    return _inner_field(spec.field, path[1:]) if spec else None


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
