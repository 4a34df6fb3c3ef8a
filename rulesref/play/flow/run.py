"""One line while it is being carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesref.base.diagnostics import Problem
from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.model.expression import Scope, Value
from rulesref.model.flow import Stage
from rulesref.model.game import Game
from rulesref.play.flow.offers import scope_of, seat_now, stage_path
from rulesref.play.flow.state import Ended, Happening, State, flow_of, with_player


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
