"""What a document says of a position before anybody is asked (わかっていること), as answers by where they go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rulesref.base.diagnostics import KeyPath, Problem, wrong
from rulesref.base.folding import fold
from rulesref.base.frozen import remade
from rulesref.fields.kind import extras_of, kind_of
from rulesref.fields.record import field_called, read_cell
from rulesref.model.entries import Field
from rulesref.model.game import Game
from rulesref.reading.positions import event_called, plain_keys
from rulesref.wizard.answers import kept
from rulesref.wizard.questions import Questions, name_at

AnyQuestions = TypeVar("AnyQuestions", bound=Questions)


def begun(
    cls: type[AnyQuestions], game: Game, event: str | None = None, names: Sequence[str] = (),
    known: Mapping[str, Any] | None = None, **more: Any,
) -> tuple[AnyQuestions, list[Problem]]:  # fmt: skip
    """The first state of what asks for a position that is ``known`` in part, and what is wrong in that."""
    began = dict(known or {})
    if event:
        began["event"] = event
    if names:
        # Names come first: what is known of each player stays with the seat.
        rest = began.get("players") or [{} for _ in names]
        began["players"] = [{**p, "name": n} for n, p in zip(names, rest, strict=False)]
    empty = cls(game=game, began=began, **more)
    answers, problems = known_answers(empty, began)
    return remade(empty, given=answers, known=answers), problems


def regained(form: AnyQuestions) -> tuple[AnyQuestions, Sequence[Problem]]:
    """What is known anew after people have gained something; what they said beside it stays."""
    assert form.gains is not None
    known, problems = form.gains.known(form.gained)
    if known is None:
        return form, problems
    now, _ = known_answers(remade(form, given={}, gains=None), known)
    said = {p: raw for p, raw in form.given.items() if form.known.get(p, _OPEN) != raw}
    return remade(form, given={**now, **said}, known=now, began=known), ()


#: What stands where there is no answer; None is one.
_OPEN = object()


def known_answers(
    empty: Questions, data: Mapping[str, Any]
) -> tuple[dict[KeyPath, Any], list[Problem]]:
    """What a document answers on an empty form, and what is wrong in it."""
    data = plain_keys(data)
    event, problems = _event(empty, data.get("event"))
    people = data.get("players")
    people = [p for p in people if isinstance(p, dict)] if isinstance(people, list) else []
    answers = event | _names(empty, people)
    form = remade(empty, given=answers)
    if form.event is None or not form.names:
        return answers, problems
    reader = _Reader(form.event.id, form.names)
    for seat, person in enumerate(people):
        reader.fields(empty.scoring.player, person, ("players", seat))
    reader.fields(empty.scoring.table, data, ())
    return answers | reader.answers, [*problems, *reader.problems]


def _event(empty: Questions, named: object) -> tuple[dict[KeyPath, Any], list[Problem]]:
    events = empty.scoring.events
    if named is None:
        return {}, []
    event = event_called(events, str(named))
    if event is None:
        return {}, [wrong("E424", named, known=list(events))]
    return ({("event",): event.id} if len(events) > 1 else {}), []


def _names(empty: Questions, people: list[Any]) -> dict[KeyPath, Any]:
    """The names, if everybody has one of their own and the game has so many players."""
    names = [str(p["name"]).strip() for p in people if p.get("name") is not None]
    low, high = empty.game.about.players
    several = len(names) == len(people) == len(set(names))
    if not (names and several and low <= len(names) <= high):
        return {}
    answers: dict[KeyPath, Any] = {name_at(seat): name for seat, name in enumerate(names)}
    if len(names) < high:
        answers[name_at(len(names))] = None
    return answers


@dataclass
class _Reader:
    """Takes the answers out of a document; what cannot be read is left to be asked."""

    event: str
    names: tuple[str, ...]
    answers: dict[KeyPath, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def fields(self, fields: Mapping[str, Field], data: Mapping[str, Any], path: KeyPath) -> None:
        """What a mapping says of these fields."""
        for key, raw in data.items():
            spec = fields.get(key) or field_called(fields, key)
            if spec is not None and spec.belongs_to(self.event):
                kind_of(spec).visit(self, spec, raw, (*path, spec.id))

    def single(self, spec: Field, raw: Any, path: KeyPath) -> None:
        """One value."""
        value, problems = read_cell(spec, raw, path, self.names, self.event)
        self.problems += problems
        if not problems:
            self.answers[path] = kept(spec, raw, value)

    def record(self, spec: Field, raw: Any, path: KeyPath) -> None:
        """A record: its fields."""
        if isinstance(raw, dict):
            self.fields(spec.fields, raw, path)
        else:
            self.single(spec, raw, path)

    def records(self, spec: Field, raw: Any, path: KeyPath) -> None:
        """A list of records: its entries, and that there are no more of them."""
        if not isinstance(raw, list):
            self.single(spec, raw, path)
            return
        for number, entry in enumerate(raw):
            self.answers[*path, number] = True
            self.fields(spec.fields, entry if isinstance(entry, dict) else {}, (*path, number))
        # Who knows only a part of the entries may know only some of them.
        whole = all(isinstance(entry, dict) and _complete(spec, entry) for entry in raw)
        if whole and (spec.most is None or len(raw) < spec.most):
            self.answers[*path, len(raw)] = False

    def by_player(self, spec: Field, raw: Any, path: KeyPath) -> None:
        """A field by player: everybody who is not named there has nothing."""
        if not isinstance(raw, dict):
            self.single(spec, raw, path)
            return
        many = len(self.names)
        extras = {fold(word): e.id for e in spec.extras for word in (e.id, *e.name)}
        amounts: dict[int | str, Any] = dict.fromkeys((*range(many), *extras_of(spec, many)))
        for key, item in raw.items():
            colour = self.names.index(key) if key in self.names else extras.get(fold(key))
            _, problems = read_cell(spec, item, (*path, key), self.names, self.event)
            self.problems += problems
            if colour in amounts and not problems:
                assert colour is not None
                amounts[colour] = "+".join(map(str, item)) if isinstance(item, list) else item
        self.answers |= {(*path, colour): item for colour, item in amounts.items()}


def _complete(spec: Field, entry: Mapping[str, Any]) -> bool:
    """Whether an entry of a list says everything that it must."""
    ids = {field.id for key in entry if (field := field_called(spec.fields, key))}
    return all(field.optional or field.id in ids for field in spec.fields.values())
