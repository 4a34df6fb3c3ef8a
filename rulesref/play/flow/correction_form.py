"""A correction by hand as a form: whose value it is, which, and what it is to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from rulesref.base.frozen import frozen_kw
from rulesref.base.messages import N_
from rulesref.base.text import LANGS, Text
from rulesref.fields.form import FieldChange, Form, FormField, field_of, question
from rulesref.fields.kind import Typing, kind_of
from rulesref.model.entries import Field, Named
from rulesref.model.expression import plain_value
from rulesref.model.flow import StateField
from rulesref.play.flow.action_form import changes
from rulesref.play.flow.commands import carry_out
from rulesref.play.flow.state import Command, State, flow_of, settled, tracks

_WHOSE = N_("whose value (nobody: of the table)")
_WHICH = N_("which value")


@frozen_kw
class CorrectionForm(Form):
    """``player``, ``value`` and, once these are known, ``to``; a value of the table has no player."""

    state: State

    @property
    def typing(self) -> Typing:
        return Typing(self.state.names)

    @cached_property
    def fields(self) -> tuple[FormField, ...]:
        names = self.state.names
        whose = field_of(question("player", _WHOSE, "player", optional=True), self.given, names)
        settable = self._settable(whose.value)
        named = tuple(
            Named(id=key, name=_name(path), aliases=path[-1].aliases)
            for key, path in settable.items()
        )
        which = field_of(question("value", _WHICH, "choice", options=named), self.given)
        path = settable.get(str(which.value))
        if path is None:
            return whose, which
        to = field_of(path[-1], self.given, names, path=("to",), optional=False)
        return whose, which, to

    def _settable(self, player: Any) -> dict[str, tuple[Field, ...]]:
        """The values that are kept of a player, or of the table, and those inside records, by their names in lines."""
        flow = flow_of(self.game)
        specs: Mapping[str, StateField] = flow.table if player is None else flow.player
        shown = [s.field for s in specs.values() if not s.working and tracks(s, self.state.tracked)]
        return {".".join(each.id for each in path): path for path in _inside(shown)}

    @cached_property
    def command(self) -> Command | None:
        """What it comes to; None as long as something is missing or wrong."""
        if not self.complete:
            return None
        player, which, to = (each.value for each in self.fields)
        first, *inner = str(which).split(".")
        command = {"set": first, "player": player, "to": settled(to)}
        return {**command, "inside": inner} if inner else command

    @property
    def values(self) -> dict[str, Any]:
        return plain_value(self.command) if self.command else super().values

    @cached_property
    def changes(self) -> tuple[FieldChange, ...]:
        if self.command is None:
            return ()
        after = carry_out(self.game, self.state, self.command).state
        return tuple(changes(self.game, self.state, after))


def _inside(fields: Any, around: tuple[Field, ...] = ()) -> Iterator[tuple[Field, ...]]:
    """Each field, and those inside it where it is a record, as paths from the outermost."""
    for each in fields:
        yield (*around, each)
        if kind_of(each).has_parts:
            yield from _inside(each.fields.values(), (*around, each))


def _name(path: tuple[Field, ...]) -> Text:
    return Text(*(" ".join(each.name.of(lang) for each in path) for lang in LANGS))
