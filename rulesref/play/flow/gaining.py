"""What people gain before a scoring counts (得点計算の前に得るもの): counters of the state, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import Problem, wrong
from rulesref.base.frozen import changed
from rulesref.lang.references import Fixed
from rulesref.model.entries import Field
from rulesref.model.expression import EvaluationError
from rulesref.model.flow import Effect, Stage
from rulesref.model.game import Game
from rulesref.play.flow.documents import merged
from rulesref.play.flow.effects import NotAllowedError, Run, perform
from rulesref.play.flow.offers import pending
from rulesref.play.flow.state import Command, State, flow_of

#: Counters that people name, before it is known which.
_NO_GAINS = Field.read(
    {"id": "gains", "name": {"ja": "", "en": ""}, "kind": "record", "optional": True}
)


class Gaining:
    """What may be gained in a scoring that is due, and what is known of its position then."""

    def __init__(self, game: Game, state: State, stage: Stage) -> None:
        self.game = game
        self.state = state
        fields = flow_of(game).player
        kept = [key for key in stage.gains if all(own[key] is not None for own in state.players)]
        parts = {
            key: changed(fields[key].field, low=1, high=None, optional=True, default=None) for key in kept
        }  # fmt: skip
        self.field = changed(_NO_GAINS, fields=parts, rules=stage.rules)

    def known(
        self, gained: Mapping[int, Mapping[str, Any]]
    ) -> tuple[Mapping[str, Any] | None, Sequence[Problem]]:
        """What is known of the position when each seat has gained so much, or why it cannot be."""
        run = Run(self.game, self.state)
        names = self.state.names
        try:
            return gain(run, {names[seat]: amounts for seat, amounts in gained.items()})[1], ()
        except (NotAllowedError, EvaluationError) as stop:
            return None, stop.problems


def gain(run: Run, gains: Mapping[str, Mapping[str, Any]]) -> tuple[Stage, Mapping[str, Any]]:
    """Add what each player gains before the scoring that is due; raises :class:`NotAllowedError`.

    Gives the stage of the scoring and what is known of its position then.
    """
    stage = run.path[-1]
    for name, amounts in gains.items():
        if name not in run.state.names:
            raise NotAllowedError(wrong("E420", name, known=list(run.state.names)))
        for key, amount in amounts.items():
            if key not in stage.gains:
                raise NotAllowedError(
                    wrong("E443", key, known=[run.flow.player[k].field.name for k in stage.gains])
                )
            value = Fixed(value=int(amount), names={})
            effect = Effect(kind="add", path=(key,), of_player=True, value=value)
            seat = run.state.names.index(name)
            perform(run, [effect], {}, seat)
            if key not in run.flow.points:
                spec = run.flow.player[key].field
                run.tell("change", spec.name, player=name, amount=run.held(seat)[key], field=spec)
    due = pending(run.game, run.state)
    assert due is not None  # it is still due after what is gained
    return due


def known_with(game: Game, state: State, command: Command) -> tuple[Stage, dict[str, Any]] | None:
    """The scoring that is due and the position that a command gives it; None when none is due."""
    run = Run(game, state)
    if pending(game, state) is None:
        return None
    stage, known = gain(run, command.get("gains", {}))
    return stage, merged(known, command["position"])
