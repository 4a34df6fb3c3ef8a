"""The course of a play: from stage to stage until people have to do something (進行)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesref.base.frozen import changed
from rulesref.model.expression import Unworkable, number
from rulesref.play.flow.effects import perform
from rulesref.play.flow.offers import holds
from rulesref.play.flow.run import Run
from rulesref.play.flow.state import Frame

if TYPE_CHECKING:
    from rulesref.model.expression import Operator
    from rulesref.model.flow import Stage
    from rulesref.play.flow.state import Transition

_MOST_STEPS = 10_000


def advance(run: Run) -> Transition:
    """Go on until people have to do something, or the play is over."""
    if not run.state.cursor and not run.state.finished:
        _enter(run, 0)
    for _ in range(_MOST_STEPS):
        path = run.path
        if not path:
            if not run.state.finished:
                run.state = changed(run.state, finished=True)
            return run.transition
        if not _passes(run, path[-1]):
            return run.transition
    msg = "the stages of this game never wait for anybody"
    raise AssertionError(msg)


def _passes(run: Run, stage: Stage) -> bool:
    """Do what a stage does by itself; False when it waits for people."""
    match stage.kind:
        case "act":
            if stage.until is None or not holds(stage.until, run.scope(), unknown=False):
                return False
            leave(run)
        case "score":
            return False
        case "do":
            perform(run, stage.effects, {})
            if stage.say:
                run.tell("say", stage.say.filled(run.scope()), stage.rules)
            leave(run)
        case _:
            _descend(run, stage)
    return True


def _enter(run: Run, child: int) -> None:
    """Begin the next stage at this level that is to be entered."""
    parents = run.state.cursor
    path = run.path
    siblings = path[-1].stages if path else run.flow.stages
    while child < len(siblings) and not _entered(run, siblings[child]):
        child += 1
    run.state = changed(run.state, cursor=(*parents, Frame(child)))
    if child < len(siblings) and siblings[child].name:
        run.tell("stage", siblings[child].name, siblings[child].rules)


def _entered(run: Run, stage: Stage) -> bool:
    """Whether a stage belongs to this play now."""
    if stage.light if run.state.tracked == "full" else stage.detail:
        return False
    return holds(stage.when, run.scope(), unknown=False)


def _descend(run: Run, stage: Stage) -> None:
    """Into the first stage inside; a stage of turns finds its order first."""
    frame = run.state.cursor[-1]
    if stage.kind == "turns" and frame.order is None:
        frame = changed(frame, order=_order(run, stage), place=-1)
        run.state = changed(run.state, cursor=(*run.state.cursor[:-1], frame))
        _next_player(run, stage)
        return
    _enter(run, 0)
    _past_end(run)


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
    except Unworkable:
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
        leave(run)
        return
    run.state = changed(run.state, cursor=(*run.state.cursor[:-1], changed(frame, place=place)))
    _enter(run, 0)
    _past_end(run)


def leave(run: Run) -> None:
    """The innermost stage is over: go on beside it, or around, or out."""
    cursor = run.state.cursor
    child = cursor[-1].child
    run.state = changed(run.state, cursor=cursor[:-1])
    _enter(run, child + 1)
    _past_end(run)


def _past_end(run: Run) -> None:
    """When the stages of a level are used up, their stage goes round, on, or is over."""
    path_length = len(run.state.cursor)
    path = run.path
    if len(path) == path_length or path_length == 1:
        return
    run.state = changed(run.state, cursor=run.state.cursor[:-1])
    stage = path[-1]
    if stage.kind == "turns":
        _next_player(run, stage)
    elif stage.kind == "loop" and not holds(stage.until, run.scope(), unknown=False):
        _enter(run, 0)
        _past_end(run)
    else:
        leave(run)
