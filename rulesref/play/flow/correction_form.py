"""A correction by hand as a form: whose value it is, which, and what it is to be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Self

from rulesref.base.diagnostics import KeyPath, Problem, wrong
from rulesref.base.frozen import frozen_kw
from rulesref.base.messages import N_
from rulesref.base.text import LANGS, Text
from rulesref.fields.form import FieldChange, Form, FormField, field_of, question
from rulesref.fields.kind import Typing, kind_of
from rulesref.model.entries import Named
from rulesref.model.expression import plain_value
from rulesref.model.flow import StateField
from rulesref.model.game import Game
from rulesref.play.flow.action_form import ActionForm, changes
from rulesref.play.flow.commands import carry_out
from rulesref.play.flow.corrections import Target, parts_of, targets
from rulesref.play.flow.state import Command, State, flow_of, settled, tracks

_WHOSE = N_("whose value (nobody: of the table)")
_WHICH = N_("which value")


@frozen_kw
class CorrectionForm(Form):
    """``player``, ``value`` and, once these are known, ``to``; a value of the table has no player."""

    state: State

    @classmethod
    def of(cls, game: Game, state: State, target: Target) -> Self:
        """The form for a value that is known, but not what it is to be."""
        given: dict[KeyPath, Any] = {("player",): target.player, ("value",): target.called}
        return cls(game=game, state=state, given=given)

    @property
    def title(self) -> Text | None:
        player = self.given.get(("player",))
        return None if player is None else Text(player, player)

    @property
    def lacks_value(self) -> Problem:
        """That nobody said what the value is to be."""
        typed = ".".join(filter(None, self.given.values()))
        return wrong("E504", typed, name=self.fields[-1].field.name)

    @property
    def typing(self) -> Typing:
        return Typing(self.state.names)

    @cached_property
    def fields(self) -> tuple[FormField, ...]:
        names = self.state.names
        whose = field_of(question("player", _WHOSE, "player", optional=True), self.given, names)
        settable = self._settable(whose.value)
        named = tuple(
            Named(id=key, name=_name(way), aliases=way[-1].field.aliases)
            for key, way in settable.items()
        )
        which = field_of(question("value", _WHICH, "choice", options=named), self.given)
        way = settable.get(str(which.value))
        if way is None:
            return whose, which
        to = field_of(way[-1].field, self.given, names, path=("to",), optional=False)
        return whose, which, to

    def _settable(self, player: Any) -> dict[str, tuple[Target, ...]]:
        """The values that are kept of a player, or of the table, and their parts, by their names in lines."""
        flow = flow_of(self.game)
        specs: Mapping[str, StateField] = flow.table if player is None else flow.player
        shown = {k: s for k, s in specs.items() if not s.working and tracks(s, self.state.tracked)}
        ways = self._inside(targets(shown, player))
        return {way[-1].called: way for way in ways}

    def _inside(
        self, every: Iterable[Target], around: tuple[Target, ...] = ()
    ) -> Iterator[tuple[Target, ...]]:
        """Each value, and the parts of it, with those around it from the outermost."""
        for each in every:
            yield (*around, each)
            yield from self._inside(parts_of(each, self.state.names), (*around, each))

    @property
    def now(self) -> Any:
        """What the value is that is to be put right; None where that is not known."""
        whose, which, *_ = self.fields
        return self._settable(whose.value)[str(which.value)][-1].now(self.state)

    @cached_property
    def command(self) -> Command | None:
        """What it comes to; None as long as something is missing or wrong."""
        if not self.complete:
            return None
        player, which, to = (each.value for each in self.fields)
        return self._settable(player)[str(which)][-1].command(to=settled(to))

    @property
    def values(self) -> dict[str, Any]:
        return plain_value(self.command) if self.command else super().values

    @cached_property
    def changes(self) -> tuple[FieldChange, ...]:
        if self.command is None:
            return ()
        after = carry_out(self.game, self.state, self.command).state
        return tuple(changes(self.game, self.state, after))


#: What a line lacks that is begun.
LineForm = ActionForm | CorrectionForm


def _name(way: tuple[Target, ...]) -> Text:
    # The name of an amount has that of the value around it.
    named = way[:-2] + way[-1:] if len(way) > 1 and kind_of(way[-2].field).has_colours else way
    return Text(*(" ".join(each.field.name.of(lang) for each in named) for lang in LANGS))
