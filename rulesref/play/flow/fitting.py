"""A state that was kept with other data of its game, as far as it fits the data of today (状態の引き継ぎ)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.fields.kind import kind_of
from rulesref.fields.record import empty_fields, read_value
from rulesref.model.entries import Field
from rulesref.model.expression import Value
from rulesref.model.flow import Flow
from rulesref.model.game import Game
from rulesref.play.flow.commands import goes_on, started
from rulesref.play.flow.state import StageFrame, State, flow_of, from_data, settled

#: Of a value that fits: it may be beyond its range, as one can set it by force.
_BEYOND = "E403"


def fitted(
    game: Game, data: Mapping[str, Any], stages: Sequence[str] | None
) -> tuple[State, tuple[Problem, ...]]:
    """The state that kept data are, and what of it is not as it was kept; raises where they are no state.

    What the game does not have any more is left out, what is new has its value at the start, and a step that
    is gone is the first one of the stage around it. ``stages`` are the ids of the stages that were open.
    """
    flow, kept = flow_of(game), from_data(data)
    left_out: list[str] = []
    fresh: list[Text] = []

    def values(
        fields: Mapping[str, Field], start: Mapping[str, Value], old: Mapping[str, Any]
    ) -> dict[str, Value]:
        fitting = {
            key: settled(value)
            for key, value in old.items()
            if key in fields and _fits(fields[key], value, kept.names)
        }
        left_out.extend(key for key in old if key not in fitting)
        fresh.extend(field.name for key, field in fields.items() if key not in old)
        return {**start, **fitting}

    options = values(flow.options, empty_fields(flow.options), data["options"])
    begun = started(game, changed(kept, options=options))
    of_table = {key: spec.field for key, spec in flow.table.items()}
    of_player = {key: spec.field for key, spec in flow.player.items()}
    table = values(of_table, begun.table, data["table"])
    players = tuple(
        values(of_player, start, own)
        for start, own in zip(begun.players, data["players"], strict=True)
    )
    as_it_is = stages is None or kept.finished
    cursor = kept.cursor if as_it_is else _cursor(flow, kept.cursor, stages or ())
    state = changed(kept, options=options, table=table, players=players, cursor=cursor)
    problems = []
    if left_out:
        problems.append(Problem("W543", None, {"known": tuple(dict.fromkeys(left_out))}))
    if fresh:
        problems.append(Problem("W544", None, {"known": tuple(dict.fromkeys(fresh))}))
    if stages is not None and len(cursor) < len(stages):
        problems.append(Problem("W545", None, {"known": tuple(stages[len(cursor) :])}))
    return goes_on(game, state), tuple(problems)


def _fits(field: Field, value: Any, names: tuple[str, ...]) -> bool:
    """Whether a kept value can be one of a field; nothing is a value that is not known, halves are won points."""
    if value is None or (kind_of(field).is_number and isinstance(value, (float, Fraction))):
        return True
    return all(problem.code == _BEYOND for problem in read_value(field, value, names)[1])


def _cursor(
    flow: Flow, frames: Sequence[StageFrame], stages: Sequence[str]
) -> tuple[StageFrame, ...]:
    """Where the stages stand now that were open, as far as they are there."""
    found: list[StageFrame] = []
    inside = flow.stages
    for frame, name in zip(frames, stages, strict=False):
        child = next((n for n, stage in enumerate(inside) if stage.id == name), None)
        if child is None:
            break
        found.append(changed(frame, child=child))
        inside = inside[child].stages
    return tuple(found)
