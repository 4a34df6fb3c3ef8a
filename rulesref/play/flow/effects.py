"""One line while it is being carried out, and effects: how the data of a game changes a state (効果)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.fields.kind import extras_of
from rulesref.lang.lists import entries
from rulesref.lang.references import Reference
from rulesref.model.entries import Field
from rulesref.model.expression import EvaluationError, Operator, Player, Scope, Value, number
from rulesref.model.flow import Effect, Stage
from rulesref.model.game import Game
from rulesref.play.flow.offers import holds, scope_of, seat_now, stage_path
from rulesref.play.flow.state import (
    Ended,
    Happening,
    State,
    flow_of,
    inner,
    inner_field,
    replaced,
    settled,
    tracks,
    with_player,
)


class NotAllowedError(Exception):
    """The line is not carried out, and why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__()
        self.problems = problems


class Run:
    """A state in the making and what has happened so far; ``forced`` when the rules are overruled.

    ``begun`` is the state before.
    """

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.flow = flow_of(game)
        self.state = self.begun = state
        self.happenings: list[Happening] = []
        self.forced = False
        #: The step that was over in this line although people would end it with a word.
        self.ended: Ended | None = None
        self._seen = (state, scope_of(game, self.flow, state, None))

    @property
    def path(self) -> tuple[Stage, ...]:
        """The stages that are open, outermost first."""
        return stage_path(self.flow, self.state)

    def tell(self, kind: Any, text: Text | None, rules: tuple[str, ...] = (), **more: Any) -> None:
        """Something has happened."""
        self.happenings.append(Happening(kind=kind, text=text, rules=rules, **more))

    def breaks(self, problem: Problem) -> None:
        """The rules do not allow this: it is refused, or told where they are overruled."""
        if not self.forced:
            raise NotAllowedError(problem)
        if problem not in [happening.problem for happening in self.happenings]:
            self.tell("broken", None, problem=problem)

    def scope(self, seat: int | None = None, names: Mapping[str, Any] | None = None) -> Scope:
        """Where expressions look for values alone: for a seat, else for the player whose turn it is."""
        if self._seen[0] is not self.state:
            self._seen = (self.state, scope_of(self.game, self.flow, self.state, None))
        seen = self._seen[1]
        at = seat_now(self.state) if seat is None else seat
        return Scope(seen.position, at, seen.defines, names, seen.memo)

    def held(self, seat: int | None) -> Mapping[str, Value]:
        """The values of the player in a seat, or of the table."""
        return self.state.table if seat is None else self.state.players[seat]

    def hold(self, seat: int | None, values: Mapping[str, Value]) -> None:
        """Other values for the player in a seat, or for the table."""
        if seat is None:
            self.state = changed(self.state, table=values)
        else:
            self.state = with_player(self.state, seat, values)


# --- effects -------------------------------------------------------------------------------------


def perform(
    run: Run, effects: Sequence[Effect], names: Mapping[str, Any], seat: int | None = None
) -> None:
    """Let effects happen, in their order, to the player in a seat or whose turn it is.

    ``names`` are values that they see by name. Raises :class:`NotAllowedError` when one may not be.
    """
    for effect in effects:
        try:
            _happen(run, effect, names, seat)
        except EvaluationError as unworkable:
            # What rests on something untracked cannot be kept up; everything else is a refusal.
            if unworkable.problem.code not in ("E417", "E418"):
                raise
            _left_out(run, unworkable.problem, seat)


def _left_out(run: Run, problem: Problem, seat: int | None) -> None:
    """Say once what is tracked but not known, and so was not kept up, and whose it is."""
    name = problem.values.get("name")
    told = {happening.text for happening in run.happenings if happening.kind == "unknown"}
    if isinstance(name, Text) and name not in told and _is_kept(run, name):
        run.tell("unknown", name, player=_whose(run, name, seat))


def _whose(run: Run, name: Text, seat: int | None) -> str | None:
    """Whose value it is that is not known: of several players who may be meant, that of who acts."""
    key = next((key for key, s in run.flow.player.items() if s.field.name == name), None)
    if key is None:
        return None
    acting = seat_now(run.state) if seat is None else seat
    seats = [] if acting is None else [acting]
    unknown = (s for s in (*seats, *range(len(run.state.names))) if run.held(s)[key] is None)
    return next((run.state.names[s] for s in unknown), None)


def _is_kept(run: Run, name: Text) -> bool:
    """Whether this play keeps the value of this name, as it is tracked and with its options."""
    specs = [
        s for s in (*run.flow.player.values(), *run.flow.table.values()) if s.field.name == name
    ]
    tracked, scope = run.state.tracked, run.scope(0)
    if not specs:  # a part of a record
        return tracked == "full"
    return any(tracks(spec, tracked) and holds(spec.kept, scope) for spec in specs)


def _happen(run: Run, effect: Effect, names: Mapping[str, Any], seat: int | None) -> None:
    scope = run.scope(seat, names)
    match effect.kind:
        case "if":
            assert effect.when is not None
            chosen = effect.then if effect.when.run(scope).value else effect.otherwise
            perform(run, chosen, names, seat)
        case "each":
            assert effect.each is not None
            for entry in tuple(entries(effect.each, scope)):
                owner = entry.seat if isinstance(entry, Player) else seat
                perform(run, effect.then, {**names, str(effect.as_): entry}, owner)
        case "run" | "with":
            perform(run, effect.then, seen_inside(effect, names, scope), seat)
        case "need":
            if effect.why and not holds(effect.when, scope):
                values = {"message": effect.why.filled(scope), "rules": effect.rules}
                run.breaks(Problem("E510", None, values))
        case "say":
            text = effect.why.filled(scope) if effect.why else None
            run.tell("say", text, effect.rules, logged=effect.logged)
        case _:
            _change(run, effect, scope, _target(run, effect, names, seat))


def _change(run: Run, effect: Effect, scope: Scope, seat: int | None) -> None:
    key, *path = effect.path
    spec = (run.flow.table if seat is None else run.flow.player)[key]
    holder = run.held(seat)
    # What a person has set is kept up, whatever is tracked.
    if holder[key] is None and not tracks(spec, run.state.tracked):
        return
    for pick in effect.picks:
        path.append(_part(run, inner_field(spec.field, path), pick.run(scope).value))
    assert effect.value is not None
    value = settled(effect.value.run(scope).value)
    field = inner_field(spec.field, path)
    old = inner(holder[key], path)
    if run.forced and effect.kind == "take" and old is not None and value not in old:
        return  # by force it is done as far as it can be
    new = _changed(effect.kind, old, value, field)
    begun = run.begun.table if seat is None else run.begun.players[seat]
    _in_range(run, field, inner(begun[key], path), new, seat)
    run.hold(seat, {**holder, key: replaced(holder[key], path, new)})
    if seat is not None and key in run.flow.points and old != new and None not in (old, new):
        # Where points have colours, points without a reason are told by their colour.
        named = spec.field.name if len(run.flow.points) > 1 else None
        why = effect.why.filled(scope) if effect.why else named
        amount = number(new) - number(old)
        run.tell("points", why, player=run.state.names[seat], amount=amount, total=new)


def _part(run: Run, field: Field, part: Value) -> str:
    if part is None:
        raise EvaluationError(Problem("E417", None, {"name": field.name}))
    extras = extras_of(field, len(run.state.names))
    if part not in (field.fields or (*run.state.names, *extras)):
        raise NotAllowedError(wrong("E512", value=part, name=field.name))
    return str(part)


def _target(run: Run, effect: Effect, names: Mapping[str, Any], seat: int | None) -> int | None:
    """The seat of the player whom an effect is about; None for the table."""
    if not effect.of_player:
        return None
    if effect.who is not None:
        player = names[effect.who]
        target = player.seat if isinstance(player, Player) else None
    else:
        target = seat if seat is not None else seat_now(run.state)
    if target is None:
        raise EvaluationError(wrong("E418", effect.path[0]))
    return target


def _in_range(run: Run, spec: Field, had: Value, value: Value, seat: int | None) -> None:
    """What a field cannot hold is against the rules; ``had`` is what was there before the line."""
    if not isinstance(value, int) or isinstance(value, bool):
        return
    low, high = spec.low, spec.high
    if (low is not None and value < low) or (high is not None and value > high):
        values = {"name": spec.name, "value": value, "low": low, "high": high, "had": had,
                  "held": seat is not None, "rules": spec.rules}  # fmt: skip
        if seat is not None and seat != seat_now(run.state):
            values["where"] = (run.state.names[seat],)
        run.breaks(Problem("E511", None, values))


def seen_inside(effect: Effect, names: Mapping[str, Any], scope: Scope) -> Mapping[str, Any]:
    """What the effects of a routine see by name, or those that have values of their own."""
    values = {key: given(value, scope) for key, value in effect.values.items()}
    return values if effect.kind == "run" else {**names, **values}


def given(value: Operator, scope: Scope) -> Any:
    """A value for a routine: a player as such, all else as the state keeps it."""
    if isinstance(value, Reference) and value.root == "loop" and value.onward is None:
        entry = scope.names[value.path[0]]
        if isinstance(entry, Player):
            return entry
    return settled(value.run(scope).value)


def _changed(kind: str, old: Any, value: Any, spec: Field) -> Any:
    if kind == "set":
        return value
    if old is None:
        raise EvaluationError(Problem("E417", None, {"name": spec.name}))
    if kind == "add":
        return number(old) + number(value)
    if kind == "put":
        return (*old, value)
    if value not in old:
        raise NotAllowedError(wrong("E512", value=value, name=spec.name))
    index = old.index(value)
    return (*old[:index], *old[index + 1 :])
