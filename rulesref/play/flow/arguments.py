"""The values of an action as they are typed: by place, by name, in answer to a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.base.diagnostics import Problem
from rulesref.base.folding import fold
from rulesref.base.matching import by_name
from rulesref.base.numbers import Entered
from rulesref.fields.typed import everybody, joined, number, one_called, split, typed
from rulesref.play.flow.commands import objections, values_of
from rulesref.play.flow.offers import holds, seat_now
from rulesref.play.flow.run import Refused, Run
from rulesref.play.flow.state import Command, Missing, State
from rulesref.play.flow.values import plain_value, settled
from rulesref.reading.positions import field_called, read_inputs

if TYPE_CHECKING:
    from rulesref.model.entries import Named
    from rulesref.model.field import Field
    from rulesref.model.flow import Action
    from rulesref.model.game import Game

Values = Mapping[str, Any]
#: How well a word can be a value.
NOT_AT_ALL, BY_ITS_BEGINNING, EXACTLY = range(3)


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
    found: dict[str, Any] = dict(given or {})
    free = [key for key in action.ask if key not in found]
    pieces: Sequence[str] = words_of(rest)
    while pieces:
        piece, pieces = first_value(action, pieces)
        key, sign, raw = piece.replace("＝", "=").partition("=")
        spec = field_called(action.ask, key) if sign else None
        if spec is None:
            raw = piece
            spec, fit = _place(action, free, found, piece, state, alone=not pieces)
            parts = split(piece)
            if fit == NOT_AT_ALL and len(parts) > 1:
                # Commas stand between the values of a line as well as between those of a list.
                pieces = [*parts, *pieces]
                continue
        if spec is None:
            return Problem("E502", None, {"found": piece, "action": action.name})
        free = [k for k in free if k != spec.id]
        meant = _of_one_name(game, state, action, found, spec, raw)
        # A number that fits nothing else is that of an option, as they are listed.
        counted = number(raw) is not None and spec.kind in ("choice", "choices")
        shown = possible(game, state, action, found, spec) if counted else ()
        value = raw_value(spec, raw, state, shown=shown, first=meant)
        found[spec.id] = _more(found.get(spec.id), value)
    return completed(game, state, action, found, forced=forced)


def answered(
    game: Game, state: State, missing: Missing, line: str, *, forced: bool = False
) -> Command | Missing | Problem:
    """What comes of an answer to the value that an action asks for; an empty one is the default."""
    action, spec, forced = missing.action, missing.field, forced or missing.forced
    if not line and spec.optional:
        value = plain_value(spec.empty())
    else:
        value = raw_value(spec, line, state, shown=missing.options)
    given = {**missing.given, spec.id: value}
    found = completed(game, state, action, given, forced=forced)
    if isinstance(found, Problem) and len(words_of(line)) > 1:
        # Whoever knows what is asked next may have answered that as well.
        further = arguments(game, state, action, line, forced=forced, given=missing.given)
        return found if isinstance(further, Problem) else further
    return found


def completed(
    game: Game, state: State, action: Action, given: Values, *, forced: bool = False
) -> Command | Missing | Problem:
    """The command once every value is there; else the value that is asked next.

    What the rules refuse whatever is still to be said is refused at once.
    """
    for key, spec in action.ask.items():
        if key in given:
            continue
        if not _asked_for(game, state, action, spec, given):
            # What is asked only sometimes is its default at other times.
            given = given if spec.optional else {**given, key: plain_value(spec.empty())}
            continue
        so_far = {name: value for name, value in given.items() if value is not None}
        said = {name: action.ask[name] for name in so_far}
        _, problems = read_inputs(said, so_far, state.names)
        if not problems and not forced:
            problems = list(objections(game, state, action, given, needs_only=True))
        if problems:
            return problems[0]
        return Missing(action, given, spec, forced, possible(game, state, action, given, spec))
    # Nothing at all, as for a player whom there need not be, is not read.
    so_far = {name: value for name, value in given.items() if value is not None}
    values, problems = read_inputs(action.ask, so_far, state.names)
    if problems:
        return problems[0]
    return {"do": action.id, "with": {k: settled(v) for k, v in values.items()}, "force": forced}


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
    if spec.kind != "choice":
        return spec.options
    found = tuple(
        option
        for option in spec.options
        if not objections(game, state, action, {**given, spec.id: option.id})
    )
    return found or spec.options


def _of_one_name(
    game: Game, state: State, action: Action, given: Values, spec: Field, raw: str
) -> Sequence[Named]:
    """Of options that share a name those that the rules allow; none when one alone is called so."""
    flat = fold(raw)
    if spec.kind != "choice" or sum(flat in map(fold, o.names) for o in spec.options) < 2:  # noqa: PLR2004
        return ()
    return possible(game, state, action, given, spec)


# --- one value -----------------------------------------------------------------------------------


def raw_value(
    spec: Field, raw: str, state: State | None = None, *,
    shown: Sequence[Named] = (), first: Sequence[Named] = (),
) -> Any:  # fmt: skip
    """What was typed for a field, as a document would have it.

    ``shown``: options that were listed with numbers; ``first``: those that are meant rather than
    others of the same name. Values of all players are ``葵:1、弓:2``, or one for each seat.
    """
    names = state.names if state else ()
    match spec.kind:
        case "by-player":
            return _by_player(raw, names)
        case "players":
            if state and everybody(raw):
                turn = seat_now(state)
                return [name for seat, name in enumerate(names) if seat != turn]
            return joined(typed(spec, raw), lambda part: one_called(names, part))
        case "choice" if option := by_name(first or shown, raw):
            return option.id
        case _:
            return typed(spec, raw, shown=shown)


def _by_player(raw: str, names: Sequence[str]) -> dict[str, str] | str:
    parts = split(raw)
    if len(parts) == len(names) and all(Entered.of(part) is not None for part in parts):
        return dict(zip(names, parts, strict=True))
    pairs = [part.rpartition(":") for part in parts]
    if not all(colon for _, colon, _ in pairs):
        return raw
    return {one_called(names, name.strip()) or name.strip(): amount for name, _, amount in pairs}


def _more(before: Any, value: Any) -> Any:
    """A value together with what was given of it before."""
    if isinstance(before, list) and isinstance(value, list):
        return [*before, *value]
    return {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value


def fits(spec: Field, piece: str, names: Sequence[str], *, alone: bool = False) -> int:
    """How well a word can be a value of a field, by its kind.

    ``alone``: it is the last word, and others are still to be given; then a number hardly means a
    player.
    """
    raw = raw_value(spec, piece)
    parts = raw if isinstance(raw, list) else [raw]
    match spec.kind:
        case "whole" | "wholes":
            known = all(Entered.of(str(part)) is not None for part in parts)
        case "flag":
            known = isinstance(raw, bool)
        case "by-player":
            known = isinstance(_by_player(piece, names), dict)
        case "player" | "players":
            if all(one_called(names, part) or everybody(part) for part in parts):
                return EXACTLY
            counted = all(number(part) for part in parts)
            return (BY_ITS_BEGINNING if alone else EXACTLY) if counted else NOT_AT_ALL
        case "choice" | "choices":
            if not all(spec.option(part) for part in parts):
                return NOT_AT_ALL
            said = [spec.option(part) for part in joined(split(piece), spec.option)]
            return EXACTLY if spec.option(piece) or all(said) else BY_ITS_BEGINNING
        case _:
            known = True
    return EXACTLY if known else NOT_AT_ALL


def _place(
    action: Action, free: Sequence[str], given: Values, piece: str, state: State, *, alone: bool
) -> tuple[Field | None, int]:
    """Which value a word without a key is, and how well it fits.

    The first that it can be, else one more of a list, else the first.
    """
    asked = [action.ask[key] for key in free]
    lists = [spec for key, spec in action.ask.items() if isinstance(given.get(key), (list, dict))]
    open_ = alone and sum(not spec.optional for spec in asked) > 1
    found = [(spec, fits(spec, piece, state.names, alone=open_)) for spec in (*asked, *lists)]
    for wanted in (EXACTLY, BY_ITS_BEGINNING):
        for spec, fit in found:
            if fit == wanted:
                return spec, fit
    return next(iter((*asked, *lists)), None), NOT_AT_ALL


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
        said = " ".join(pieces[:many])
        if any(spec.option(said) for spec in action.ask.values()):
            return said, pieces[many:]
    return pieces[0], pieces[1:]
