"""The position of a scoring as a form: with what is known of it, and what its checks say so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.frozen import frozen_kw, remade
from rulesref.base.messages import N_, say
from rulesref.base.text import LANGS, Text
from rulesref.fields.form import Form, FormField, field_of, question
from rulesref.fields.kind import Typing, cell_of, kind_of
from rulesref.fields.typed import repeated
from rulesref.model.entries import Field, Named
from rulesref.model.game import Game
from rulesref.wizard.known import begun, regained
from rulesref.wizard.live_checks import findings
from rulesref.wizard.questions import Question, Questions


@frozen_kw
class PositionForm(Questions, Form):
    """Which scoring it is, who plays, and what the position says of them.

    What was known is not asked, but can be given anew. An entry of a list is a yes at its own path.
    """

    @classmethod
    def start(
        cls, game: Game, event: str | None = None, names: Sequence[str] = (),
        known: Mapping[str, Any] | None = None, **more: Any,
    ) -> Self:  # fmt: skip
        """The form of a position that is ``known`` in part, as plain data."""
        form, _ = begun(cls, game, event, names, known, **more)
        # Whether to go by player or by field is only for who asks one after another.
        return remade(form, given={("order",): "player", **form.given})

    @property
    def title(self) -> Text | None:
        return self.event.name if self.event else None

    @property
    def typing(self) -> Typing:
        return Typing(self.names)

    @cached_property
    def fields(self) -> tuple[FormField, ...]:
        return tuple(self._field(each) for each in self.questions if each.key != "order")

    def _field(self, asked: Question) -> FormField:
        spec = self._spec(asked)
        event = self.event.id if self.event else ""
        return field_of(
            spec, self.given, self.names, path=asked.path, event=event,
            kind=kind_of(spec) if asked.key == "gain" else cell_of(spec),
            within=tuple(self._within(asked)), optional=self._optional(asked),
            asked=asked.path not in self.known,
        )  # fmt: skip

    def _optional(self, asked: Question) -> bool:
        if asked.key == "name":
            return asked.seat is not None and asked.seat >= self.game.about.players[0]
        return asked.can_skip

    def _spec(self, asked: Question) -> Field:
        """What is asked, as a field: of the data, or one that stands for the question."""
        if asked.key == "event":
            named = tuple(Named(id=e.id, name=e.name) for e in self.scoring.events.values())
            return question("event", N_("which scoring"), "choice", options=named)
        if asked.key == "name":
            return question("name", N_("name"), "text")
        if asked.key == "more":
            return question("more", N_("is there one?"), "flag")
        assert asked.field is not None
        return asked.field

    def _within(self, asked: Question) -> Sequence[str | Text]:
        """Whose value it is and what it lies in, outermost first; of amounts whose at last."""
        within: list[str | Text] = []
        if asked.seat is not None and asked.key != "name":
            within.append(self.names[asked.seat])
        within += [each.name if n is None else _entry(each, n) for each, n in asked.around]
        if isinstance(asked.colour, int):
            within.append(self.names[asked.colour])
        elif asked.colour is not None:
            assert asked.field is not None
            within += [extra.name for extra in asked.field.extras if extra.id == asked.colour]
        return within

    def put(self, path: KeyPath, raw: Any) -> Self:
        after = self.with_given({path: raw})
        return regained(after)[0] if path[:1] == ("gains",) else after

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        wrong = super().problems
        twice = repeated(self.names)
        if twice is not None:
            wrong = (*wrong, Problem("E429", None, {"typed": twice}))
        if wrong:
            return wrong
        # A check speaks as soon as all that it looks at is there.
        return tuple(findings(self)) if self.next or self.missing else self.checked()

    @property
    def values(self) -> dict[str, Any]:
        return self.document()


def _entry(record: Field, number: int) -> Text:
    return Text(
        *(say(lang, "{name} {number}", name=record.name, number=number + 1) for lang in LANGS)
    )
