"""The values of an action as they are typed: by place, by name, in answer to a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Problem
from rulesref.base.folding import fold
from rulesref.base.frozen import changed
from rulesref.fields.kind import NOT_AT_ALL, Typing
from rulesref.fields.record import field_called, read_inputs
from rulesref.fields.registry import empty, kind_of
from rulesref.fields.typed import number, split
from rulesref.play.flow.commands import objections, values_of
from rulesref.play.flow.offers import holds, seat_now
from rulesref.play.flow.run import Refused, Run
from rulesref.play.flow.state import Command, Missing, State
from rulesref.play.flow.values import plain_value, settled

if TYPE_CHECKING:
    from rulesref.model.entries import Named
    from rulesref.model.field import Field
    from rulesref.model.flow import Action
    from rulesref.model.game import Game

Values = Mapping[str, Any]


def arguments(
    game: Game,
    state: State,
    action: Action,
    rest: str,
    *,
    forced: bool,
    given: Values | None = None,
) -> Command | Missing | Problem:
    """The values of an action: by place in the order it asks, or as key=value."""
    values: dict[str, Any] = dict(given or {})
    free = [key for key in action.ask if key not in values]
    pieces: Sequence[str] = words_of(rest)
    while pieces:
        piece, pieces = first_value(action, pieces)
        key, sign, raw = piece.replace("＝", "=").partition("=")
        spec = field_called(action.ask, key) if sign else None
        if spec is None:
            raw = piece
            spec, fit = _place(action, free, values, piece, state, alone=not pieces)
            parts = split(piece)
            if fit == NOT_AT_ALL and len(parts) > 1:
                # Commas stand between the values of a line as well as between those of a list.
                pieces = [*parts, *pieces]
                continue
        if spec is None:
            return Problem("E502", None, {"found": piece, "action": action.name})
        free = [k for k in free if k != spec.id]
        namesakes = _of_one_name(game, state, action, values, spec, raw)
        # A number that fits nothing else is that of an option, as they are listed.
        by_number = number(raw) is not None and kind_of(spec).picks_options
        shown = possible(game, state, action, values, spec) if by_number else ()
        value = raw_value(spec, raw, state, shown=shown, first=namesakes)
        values[spec.id] = _together(values.get(spec.id), value)
    return completed(game, state, action, values, forced=forced)


def answered(
    game: Game, state: State, missing: Missing, line: str, *, forced: bool = False
) -> Command | Missing | Problem:
    """What comes of an answer to the value that an action asks for; an empty one is the default."""
    action, spec, forced = missing.action, missing.field, forced or missing.forced
    state = changed(state, acting=missing.acting)
    if not line and spec.optional:
        value = plain_value(empty(spec))
    else:
        value = raw_value(spec, line, state, shown=missing.options)
    given = {**missing.given, spec.id: value}
    result = completed(game, state, action, given, forced=forced)
    if isinstance(result, Problem) and len(words_of(line)) > 1:
        # Whoever knows what is asked next may have answered that as well.
        further = arguments(game, state, action, line, forced=forced, given=missing.given)
        return result if isinstance(further, Problem) else further
    return result


def completed(
    game: Game, state: State, action: Action, given: Values, *, forced: bool = False
) -> Command | Missing | Problem:
    """The command once every value is there; else the value that is asked next.

    What the rules refuse whatever is still to be said is refused at once, as is what a player does
    when it is nobody's turn and the line names nobody.
    """
    if action.own and seat_now(state) is None:
        return Problem("E508", None, {"action": action.name, "player": state.names[0]})
    for key, spec in action.ask.items():
        if key in given:
            continue
        if not _asked_for(game, state, action, spec, given):
            # What is asked only sometimes is its default at other times.
            given = given if spec.optional else {**given, key: plain_value(empty(spec))}
            continue
        so_far = {name: value for name, value in given.items() if value is not None}
        fields = {name: action.ask[name] for name in so_far}
        _, problems = read_inputs(fields, so_far, state.names)
        if not problems and not forced:
            problems = list(objections(game, state, action, given, needs_only=True))
        if problems:
            return problems[0]
        options = possible(game, state, action, given, spec)
        return Missing(action, given, spec, forced, options, state.acting)
    # Nothing at all, as for a player whom there need not be, is not read.
    so_far = {name: value for name, value in given.items() if value is not None}
    values, problems = read_inputs(action.ask, so_far, state.names)
    if problems:
        return problems[0]
    command = {"do": action.id, "with": {k: settled(v) for k, v in values.items()}, "force": forced}
    return command if state.acting is None else {**command, "who": state.names[state.acting]}


def _asked_for(game: Game, state: State, action: Action, spec: Field, given: Values) -> bool:
    """Whether a value that was not given is asked for: always, or when its condition holds."""
    if spec.ask_when is None:
        return not spec.optional
    run = Run(game, state)
    try:
        names = values_of(run, {key: action.ask[key] for key in given}, given)
        return holds(spec.ask_when, run.scope(names=names))
    except Refused:  # something that was given is wrong, which is told before anything is asked
        return not spec.optional
    except KeyError:  # it rests on a value that was not given either
        return False


def possible(
    game: Game, state: State, action: Action, given: Values, spec: Field
) -> tuple[Named, ...]:
    """The options of a field that the rules allow now, or all when they allow none."""
    if not kind_of(spec).picks_one:
        return spec.options
    allowed = tuple(
        option
        for option in spec.options
        if not objections(game, state, action, {**given, spec.id: option.id})
    )
    return allowed or spec.options


def _of_one_name(
    game: Game, state: State, action: Action, given: Values, spec: Field, raw: str
) -> Sequence[Named]:
    """Of options that share a name those that the rules allow; none when one alone is called so."""
    flat = fold(raw)
    if not kind_of(spec).picks_one or sum(flat in map(fold, o.names) for o in spec.options) < 2:  # noqa: PLR2004
        return ()
    return possible(game, state, action, given, spec)


# --- one value -----------------------------------------------------------------------------------


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


def _together(before: Any, value: Any) -> Any:
    """A value together with what was typed of it before."""
    if isinstance(before, list) and isinstance(value, list):
        return [*before, *value]
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value


def _place(
    action: Action, free: Sequence[str], given: Values, piece: str, state: State, *, alone: bool
) -> tuple[Field | None, int]:
    """Which value a word without a key is, and how well it fits.

    The first that it can be, else one more of a list, else the first.
    """
    open_ = [action.ask[key] for key in free]
    lists = [spec for key, spec in action.ask.items() if isinstance(given.get(key), (list, dict))]
    others = alone and sum(not spec.optional for spec in open_) > 1
    typing = Typing(state.names, alone=others)
    ranked = [(spec, kind_of(spec).fits(spec, piece, typing)) for spec in (*open_, *lists)]
    best = max((fit for _, fit in ranked), default=NOT_AT_ALL)
    return next(((spec, fit) for spec, fit in ranked if fit == best), (None, NOT_AT_ALL))


# --- words ---------------------------------------------------------------------------------------


def words_of(rest: str) -> list[str]:
    """Words of the rest of a line; names in quotes stay together."""
    import shlex

    try:
        return shlex.split(rest)
    except ValueError:
        return rest.split()


def first_value(action: Action, pieces: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The first value among the words of a line, which may be an option of several words."""
    for many in range(min(4, len(pieces)), 1, -1):
        words = " ".join(pieces[:many])
        if any(spec.option(words) for spec in action.ask.values()):
            return words, pieces[many:]
    return pieces[0], pieces[1:]
