"""The scorings of a play: which is due, which comes next, and what the state knows of its position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesref.model.expression import Unworkable
from rulesref.play.flow.offers import scope_of, stage_path
from rulesref.play.flow.state import State, flow_of
from rulesref.play.flow.values import plain_value

if TYPE_CHECKING:
    from rulesref.model.expression import Operator, Scope
    from rulesref.model.flow import Stage
    from rulesref.model.game import Game


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
    every = [(at, s) for at, s in _scorings(flow_of(game).stages) if event in (None, s.event)]
    # Inside a loop one that lies behind comes round again.
    ahead = [stage for at, stage in every if at > cursor] or [stage for _, stage in every]
    return (ahead[0], _position(game, state, ahead[0])) if ahead else None


def merged(known: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """A position from what is known and what was said; what was said wins."""
    data = {**known, **{k: v for k, v in said.items() if k != "players"}}
    extra = said.get("players", ())
    data["players"] = [
        {**player, **(extra[i] if i < len(extra) else {})}
        for i, player in enumerate(known["players"])
    ]
    return data


def _position(game: Game, state: State, stage: Stage) -> dict[str, Any]:
    """What the state knows of the position of a scoring, as a document."""
    flow = flow_of(game)
    players = []
    for seat, name in enumerate(state.names):
        known = _known(stage.player_source, scope_of(game, flow, state, seat))
        players.append({"name": name, **known})
    table = _known(stage.table_source, scope_of(game, flow, state, None))
    return {"game": game.id, "event": stage.event, "players": players, **table}


def _known(sources: Mapping[str, Operator], scope: Scope) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for path, source in sources.items():
        try:
            value = plain_value(source.run(scope).value)
        except Unworkable:
            continue
        if value is None:
            continue
        inner = document
        *outer, last = path.split(".")
        for key in outer:
            inner = inner.setdefault(key, {})
        inner[last] = value
    return document


def _scorings(
    stages: Sequence[Stage], above: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], Stage]]:
    for child, stage in enumerate(stages):
        if stage.kind == "score":
            yield (*above, child), stage
        yield from _scorings(stage.stages, (*above, child))
