"""The position of a scoring as a form (局面の用紙): its fields, what is known of it, what its checks say so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import Any, Literal, Protocol, Self

from rulesref.base.diagnostics import KeyPath, Problem, errors, wrong
from rulesref.base.frozen import changed, frozen, frozen_kw, remade
from rulesref.base.messages import N_, say
from rulesref.base.text import LANGS, Number, Text
from rulesref.fields.form import Form, FormField, FormOption, question, with_value
from rulesref.fields.kind import FieldKind, Typing, belonging, cell_of, extras_of, kind_of
from rulesref.fields.typed import reads
from rulesref.model.entries import Field, Named
from rulesref.model.expression import EvaluationError, Position, Scope
from rulesref.model.game import Game
from rulesref.model.scoring import Event, Scoring
from rulesref.reading.positions import Read, partial_position, read_position
from rulesref.scoring.score import Score, check_position, score
from rulesref.wizard.known import known_values, name_at
from rulesref.wizard.live_checks import certain, findings, matter

Role = Literal["event", "name", "order", "gain", "entry", "value"]
#: The records that a value lies in, each with the number of its entry from 0 where it is a list.
Around = tuple[tuple[Field, int | None], ...]
#: Whether all of one player comes first, or one field of everybody.
ORDER: KeyPath = ("order",)


@frozen
class PositionField(FormField):
    """A field of a position; ``role`` says what it decides.

    ``seat`` is whose it is; ``entry`` the entry of a list in which it lies, which is itself for whether there is
    one; ``colour`` whose amount of a field by player: a seat, or the id of an extra.
    """

    role: Role = "value"
    seat: int | None = None
    around: Around = ()
    entry: KeyPath | None = None
    colour: int | str | None = None

    @property
    def record(self) -> Field:
        """The list to which an entry belongs; else the field itself."""
        return self.around[-1][0] if self.role == "entry" else self.field


class Gains(Protocol):
    """What people may gain before a scoring counts (得点計算の前に得るもの), as a play knows it."""

    @property
    def field(self) -> Field:
        """The counters, as a record."""

    def known(
        self, gained: Mapping[int, Mapping[str, Any]]
    ) -> tuple[Mapping[str, Any] | None, Sequence[Problem]]:
        """What is known of the position when each seat has gained so much, or why it cannot be."""


@frozen_kw
class PositionForm(Form):
    """Which scoring it is, who plays, and what the position says of them.

    What was ``known``, of the document ``began``, is not asked but can be given anew. An entry of a list is a yes
    at its own path. ``confirming``: what is known is what a play says, who plays is certain. ``anyway``: it is
    scored in spite of the checks. ``ordering``: the order of the fields is asked as well.
    """

    rulings: Mapping[str, str] = {}
    known: Mapping[KeyPath, Any] = {}
    began: Mapping[str, Any] = {}
    confirming: bool = False
    gains: Gains | None = None
    anyway: bool = False
    ordering: bool = False

    @classmethod
    def start(
        cls, game: Game, event: str | None = None, names: Sequence[str] = (),
        known: Mapping[str, Any] | None = None, **more: Any,
    ) -> Self:  # fmt: skip
        """The form of a position that is ``known`` in part, as plain data."""
        began = dict(known or {})
        if event:
            began["event"] = event
        if names:
            # Names come first: what is known of each player stays with the seat.
            rest = began.get("players") or [{} for _ in names]
            began["players"] = [{**p, "name": n} for n, p in zip(names, rest, strict=False)]
        found = known_values(game, began)
        return cls(game=game, began=began, given=found, known=found, **more)

    # --- what is known ---------------------------------------------------------------------------

    @property
    def scoring(self) -> Scoring:
        scoring = self.game.scoring
        assert scoring is not None  # nobody is asked for a position that cannot be scored
        return scoring

    @cached_property
    def event(self) -> Event | None:
        """Which scoring it is, once that is known."""
        events = self.scoring.events
        if len(events) == 1:
            return next(iter(events.values()))
        return events.get(self.given.get(("event",), ""))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players named so far, in turn order."""
        names: list[str] = []
        while (name := self.given.get(name_at(len(names)))) is not None:
            names.append(str(name))
        return tuple(names)

    @property
    def by_field(self) -> bool:
        """Whether one field of everybody comes after the other."""
        return bool(self.given.get(ORDER) == "field")

    @property
    def gained(self) -> dict[int, Mapping[str, Any]]:
        """What each seat has gained, as far as that was given."""
        seats = range(len(self.names)) if self.gains else ()
        return {seat: amounts for seat in seats if (amounts := self.given.get(("gains", seat)))}

    @property
    def title(self) -> Text | None:
        return self.event.name if self.event else None

    @property
    def typing(self) -> Typing:
        return Typing(self.names)

    # --- the fields ------------------------------------------------------------------------------

    @cached_property
    def fields(self) -> tuple[PositionField, ...]:
        return tuple(self._filled(each) for each in self._walk(every=False))

    @cached_property
    def next(self) -> PositionField | None:
        return next((each for each in self.fields if each.prompt and not each.given), None)

    def at(self, path: KeyPath) -> PositionField | None:
        return next((each for each in self.fields if each.path == path), None)

    @cached_property
    def cells(self) -> tuple[PositionField, ...]:
        """What the review shows, each of which can be corrected by its number, from 1."""
        return tuple(
            each for each in self.fields
            if each.role in ("value", "entry") or (each.role == "gain" and each.raw)
            or (each.role == "name" and not self.confirming and each.raw is not None)
        )  # fmt: skip

    @property
    def progress(self) -> tuple[int, int]:
        """How many of the values that are asked were given, and how many there are so far."""
        asked = [e for e in self.fields if e.role == "value" and e.path not in self.known]
        return sum(each.given for each in asked), len(asked)

    def _walk(self, *, every: bool) -> Iterator[PositionField]:
        """The fields in the order in which they are asked, without what was given; ``every``: also those not needed."""
        events = self.scoring.events
        if len(events) > 1:
            more = {"options": tuple(events.values()), "default": [*events][-1]}
            yield _asked(("event",), "event", question("event", N_("scoring"), "choice", **more))
        if self.event is None:
            return
        low, high = self.game.about.players
        many = len(self.names)
        for seat in range(min(many + 1, high)):
            yield _asked(name_at(seat), "name", _name(), seat=seat, optional=seat >= low)
        if not low <= many <= high or (many < high and name_at(many) not in self.given):
            return
        walk = _Walk(self, every=every)
        people = [_Within(("players", i), i, (name,)) for i, name in enumerate(self.names)]
        fields = belonging(self.scoring.player, self.event.id)
        if self.by_field:
            own = [value for each in fields for value in walk.across(each, people)]
        else:
            own = [value for person in people for value in walk.all(fields, person)]
        open_ = [value for value in own if value.path not in self.known]
        if self.ordering and all(
            len(set(several)) > 1
            for several in ([e.seat for e in open_], [e.path[2] for e in open_])
        ):
            yield _asked(ORDER, "order", _order(), optional=True)
        if self.gains is not None:
            for seat in range(many):
                gains = self.gains.field
                yield _asked(("gains", seat), "gain", gains, seat=seat, optional=True, within=people[seat].names)  # fmt: skip
        yield from own
        yield from walk.all(belonging(self.scoring.table, self.event.id), _Within(()))

    def _filled(self, there: PositionField) -> PositionField:
        """A field with what was given for it, and what is wrong with that."""
        prompt = there.path not in self.known or there.path not in self.given
        there = changed(there, prompt=prompt, options=self._held(there))
        there = with_value(there, self.given, self.names, self.event.id if self.event else "")
        if not there.given or there.problems:
            return there
        picked = there.value if isinstance(there.value, tuple) else (there.value,)
        taken = [p for o in there.options if o.value in picked for p in o.problems][:1]
        if there.role == "name" and there.raw is not None:
            alike = [reads(name) for name in self.names].count(reads(str(there.raw)))
            taken = [wrong("E429", there.raw)] if alike > 1 else []
        elif there.role == "gain" and there.raw and self.gains:
            taken = list(self.gains.known(self.gained)[1])
        return changed(there, problems=tuple(taken))

    def _held(self, there: PositionField) -> tuple[FormOption, ...]:
        """The options of which each exists once in the game, with who else has it; none where that is not so."""
        spec = there.field
        if not spec.once or there.seat is None or there.role != "value":
            return ()
        lists: list[Any] = [
            self.given.get(("players", i, *there.path[2:])) for i in range(len(self.names))
        ]
        holders = {
            option: name for seat, (name, own) in enumerate(zip(self.names, lists, strict=True))
            if seat != there.seat for option in (own if isinstance(own, list) else [own])
        }  # fmt: skip
        about = {"path": "", "name": spec.name, "second": self.names[there.seat]}

        def held(option: Named) -> tuple[Problem, ...]:
            values = {**about, "thing": option.name, "first": holders.get(option.id)}
            return (Problem("E431", None, values),) if option.id in holders else ()

        return tuple(FormOption(each.id, each.name, held(each)) for each in spec.options)

    def wanted(self, spec: Field, within: _Within) -> bool:
        """Whether what was given makes a field necessary; when that cannot be told, it is asked."""
        assert self.event is not None
        when, seat = spec.ask_when, within.seat
        # A field that may be left out, and makes no difference to this scoring.
        side = "table" if seat is None else "player"
        own = spec.optional and getattr(self.scoring, side).get(spec.id) is spec
        idle = own and (side, spec.id) not in matter(self.scoring, self.event)
        if when is None and not idle:
            return True
        path = (*within.path, spec.id)
        if any(
            kept[: len(path)] == path and self.given.get(kept) is not None for kept in self.known
        ):
            return not (idle and self.confirming)
        if idle:
            return False
        assert when is not None
        position = self.partial
        if position is None:
            return True
        entry: Any = position.table if seat is None else position.players[seat]
        for key in within.path[2:] if seat is not None else within.path:
            entry = entry[key]
        names = dict(entry) if within.around and within.around[-1][1] is not None else {}
        try:
            return bool(when.run(Scope(position, seat, {}, names)).value)
        except EvaluationError:
            return True

    # --- what was given --------------------------------------------------------------------------

    def put(self, path: KeyPath, raw: Any) -> Self:
        """The form with plain data at a path; a no to an entry of a list takes it away."""
        there = self.at(path)
        assert there is not None
        if raw is None and there.role == "entry":
            raw = False
        elif raw is None and there.kind.is_plain_list and not there.field.optional:
            raw = []
        given = {**self.given, path: raw}
        if there.role == "entry" and raw is False:
            given = without(given, path)
        after = remade(self, given=given)
        return after.with_gains() if there.role == "gain" else after

    def with_gains(self) -> Self:
        """What is known anew after people have gained something; what was given beside it stays."""
        assert self.gains is not None
        known, _ = self.gains.known(self.gained)
        if known is None:
            return self
        now = known_values(self.game, known)
        own = {p: raw for p, raw in self.given.items() if self.known.get(p, self) != raw}
        return remade(self, given={**now, **own}, known=now, began=known)

    @cached_property
    def partial(self) -> Position | None:
        """The position so far, what is open being empty; None when that makes none."""
        return partial_position(self.game, self._assembled(self._walk(every=True)), self.rulings)

    @property
    def values(self) -> dict[str, Any]:
        return self._assembled(self.fields)

    def read(self) -> Read:
        """The position if it is complete and sound, or its problems."""
        return read_position(self.game, self.values, rulings=self.rulings)

    def so_far(self) -> tuple[Score | None, tuple[Problem, ...]]:
        """The score of what is filled, the rest as defaults (途中の得点)."""
        open_ = [each for each in self.fields if not each.given]
        least = {
            each.path: None if each.optional or each.role != "value"
            else kind_of(each.field).least(each.field) for each in open_
        }  # fmt: skip
        read = remade(self, given={**self.given, **least}).read()
        if read.position is None or read.event is None:
            return None, read.problems
        return score(self.game, read.position, read.event, anyway=self.anyway)

    def checked(self) -> tuple[Problem, ...]:
        """What is wrong with the position if this is all of it, or unusual."""
        read = self.read()
        if read.position is None or read.event is None:
            return tuple(read.problems)
        return tuple(check_position(self.game, read.position, read.event))

    @cached_property
    def found(self) -> Sequence[Problem]:
        """What the checks say to what was given so far: each as soon as all that it looks at is there."""
        return tuple(problem for _, problem in self.found_at)

    @cached_property
    def found_at(self) -> Sequence[tuple[KeyPath, Problem]]:
        """The same, each with the path that it points at."""
        if self.event is None or self._answered is None:
            return ()
        return tuple(findings(self.scoring, self.event, *self._answered))

    @cached_property
    def certain(self) -> Sequence[Number | None]:
        """The points of each player that nothing still open can change, but for lists that go on; None before the first."""
        if self.event is None or self._answered is None:
            return [None for _ in self.names]
        position, still = self._answered
        # Of a list nothing counts before its first entry is whole, or it is said that there is none.
        lists = [each for each in self.fields if each.role == "entry" and each.entry == each.path]
        begun = {e.entry for e in self.fields if e.role == "value" and not _sound(e)}
        whole = {each.path[:-1] for each in lists if each.raw is True and each.path not in begun}
        none_yet = {
            (each.seat, each.path[-2]) for each in lists
            if not each.given and each.path[:-1] not in whole
        }  # fmt: skip
        return tuple(certain(self.scoring, self.event, position, still | none_yet))

    @cached_property
    def _answered(self) -> tuple[Position, set[tuple[int | None, str | int]]] | None:
        """The position so far, and whose fields are open; None while it is asked who plays."""
        if self.next and self.next.role in ("event", "name", "order"):
            return None
        waiting = [each for each in self.fields if each.role == "value" and not _sound(each)]
        given = dict(self.given)
        # Of the position so far, entries of lists that are still being asked for are left out.
        for entry in sorted({each.entry for each in waiting if each.entry}, reverse=True):
            given = without(given, entry)
        position = remade(self, given=given).partial
        # A list counts as far as it goes: three districts hold with a fourth.
        still = {
            (each.seat, each.path[0 if each.seat is None else 2])
            for each in waiting if each.entry is None
        }  # fmt: skip
        return None if position is None else (position, still)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        wrong = super().problems
        if wrong:
            return wrong
        return tuple(self.found) if self.next or self.missing else self.checked()

    def _assembled(self, fields: Iterable[PositionField]) -> dict[str, Any]:
        document: dict[str, Any] = {"game": self.game.about.id}
        if self.event is not None:
            document["event"] = self.event.id
        if self.rulings:
            document["rulings"] = dict(self.rulings)
        document["players"] = [{"name": name} for name in self.names]
        for each in fields:
            if each.role in ("value", "entry"):
                _put(document, each, self.given.get(each.path), self.names)
        return document


@frozen
class _Within:
    """Where fields lie: in the table, a player, a record or an entry, with the names of these."""

    path: KeyPath
    seat: int | None = None
    names: tuple[str | Text, ...] = ()
    around: Around = ()
    entry: KeyPath | None = None

    def inside(self, record: Field, number: int | None = None) -> _Within:
        """Where the fields of a record lie, or of an entry of a list."""
        around = (*self.around, (record, number))
        if number is None:
            return _Within((*self.path, record.id), self.seat, (*self.names, record.name), around, self.entry)  # fmt: skip
        path = (*self.path, record.id, number)
        name = Text(*(say(lang, "{name} {number}", name=record.name, number=number + 1) for lang in LANGS))  # fmt: skip
        return _Within(path, self.seat, (*self.names, name), around, self.entry or path)

    def field(self, path: KeyPath, spec: Field, kind: FieldKind, **more: Any) -> PositionField:
        """A field that lies there."""
        more = {"within": self.names, "optional": True, **more}
        return PositionField(
            path, spec, kind, seat=self.seat, around=self.around, entry=self.entry, **more
        )


@frozen
class _Walk:
    """Goes through fields, each as its values are put together; ``every``: also through those not needed."""

    form: PositionForm
    every: bool

    def all(self, fields: Iterable[Field], within: _Within) -> Iterator[PositionField]:
        """What fields ask that lie within the same player, record or entry."""
        for spec in fields:
            if self.every or self.form.wanted(spec, within):
                yield from kind_of(spec).visit(self, spec, within)

    def across(self, field: Field, people: Sequence[_Within]) -> Iterator[PositionField]:
        """One field of everybody after the other; a record is taken apart."""
        if not kind_of(field).has_parts:
            for person in people:
                yield from self.all((field,), person)
            return
        inside = [p.inside(field) for p in people if self.every or self.form.wanted(field, p)]
        for inner in field.fields.values():
            yield from self.across(inner, inside)

    def single(self, field: Field, within: _Within) -> Iterator[PositionField]:
        optional = field.optional or kind_of(field).is_plain_list
        yield within.field((*within.path, field.id), field, cell_of(field), optional=optional)

    def record(self, field: Field, within: _Within) -> Iterator[PositionField]:
        return self.all(field.fields.values(), within.inside(field))

    def records(self, field: Field, within: _Within) -> Iterator[PositionField]:
        number = 0
        while field.most is None or number < field.most:
            entry = within.inside(field, number)
            yield entry.field(entry.path, _more(), kind_of(_more()), role="entry")
            if self.form.given.get(entry.path) is not True:
                return
            yield from self.all(field.fields.values(), entry)
            number += 1

    def by_player(self, field: Field, within: _Within) -> Iterator[PositionField]:
        names = self.form.names
        extras = {key: field.extras_by_id[key].name for key in extras_of(field, len(names))}
        colours: list[tuple[int | str, str | Text]] = [*enumerate(names), *extras.items()]
        for colour, name in colours:
            path, named = (*within.path, field.id, colour), (*within.names, name)
            yield within.field(path, field, cell_of(field), within=named, colour=colour)


def _asked(path: KeyPath, role: Role, spec: Field, **more: Any) -> PositionField:
    """A field that the game does not declare."""
    return PositionField(path, spec, kind_of(spec), role=role, **more)


@cache
def _name() -> Field:
    return question("name", N_("name"), "text")


@cache
def _order() -> Field:
    orders = {"player": N_("player by player"), "field": N_("field by field")}
    named = [Named(id=k, name=Text(*(say(lang, v) for lang in LANGS))) for k, v in orders.items()]
    return question("order", N_("in which order"), "choice", options=tuple(named), default="player")


@cache
def _more() -> Field:
    return question("more", N_("is there one?"), "flag")


def _sound(there: PositionField) -> bool:
    """Whether something was given that can be read."""
    return there.given and not errors(there.problems)


# --- where values are kept -----------------------------------------------------------------------


def without(given: Mapping[KeyPath, Any], path: KeyPath) -> dict[KeyPath, Any]:
    """What was given without an entry of a list: the entries after it move up."""
    *parent, number = path
    assert isinstance(number, int)
    depth = len(parent)
    left: dict[KeyPath, Any] = {}
    for kept, raw in given.items():
        place = kept[depth] if len(kept) > depth and kept[:depth] == tuple(parent) else None
        if not isinstance(place, int) or place < number:
            left[kept] = raw
        elif place > number:
            left[(*parent, place - 1, *kept[depth + 1 :])] = raw
    left.setdefault(path, False)
    return left


def _put(document: dict[str, Any], there: PositionField, raw: Any, names: Sequence[str]) -> None:
    """Put a value where a file has it."""
    *_, last = there.path
    if there.role == "entry":
        entries = _container(document, there.path)
        if raw is True:
            entries.append({})
    elif there.colour is not None:
        colours = _container(document, there.path, colours=True)
        if raw is not None:
            colours[names[last] if isinstance(last, int) else last] = raw
    elif raw is not None:
        _container(document, there.path)[last] = raw
    elif there.around and there.around[-1][1] is None and not there.around[-1][0].optional:
        _container(document, there.path)


def _container(document: dict[str, Any], path: KeyPath, *, colours: bool = False) -> Any:
    """The mapping or list that the last step of a path goes into."""
    place: Any = document
    for depth, (key, inner) in enumerate(pairwise(path), 2):
        if isinstance(key, int):
            place = place[key]
        else:
            listed = isinstance(inner, int) and not (colours and depth == len(path))
            place = place.setdefault(key, [] if listed else {})
    return place
