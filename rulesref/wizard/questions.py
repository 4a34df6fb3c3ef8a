"""Which questions a position still calls for (質問), given the answers so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, Protocol, Self

from rulesref.base.diagnostics import KeyPath, Problem
from rulesref.base.frozen import frozen, frozen_kw, remade
from rulesref.fields.kind import belonging, extras_of, kind_of
from rulesref.model.entries import Field
from rulesref.model.expression import EvaluationError, Position, Scope
from rulesref.model.game import Game
from rulesref.model.scoring import Event, Scoring
from rulesref.reading.positions import Read, partial_position, read_position
from rulesref.scoring.score import Score, check_position, score
from rulesref.wizard.reads import matter

QuestionKey = Literal["event", "name", "order", "gain", "field", "more", "review", "sure"]

#: Where each question stands: the order of asking is the person's choice.
ORDERS = ("player", "field")


@frozen
class Question:
    """One thing to ask (質問).

    ``path`` is where the answer is kept; ``around`` the records it lies in, with the number of the
    entry from 0; ``colour`` whose value of a by-player field it is: a seat, or the id of an extra.
    """

    key: QuestionKey
    path: KeyPath
    field: Field | None = None
    seat: int | None = None
    around: tuple[tuple[Field, int | None], ...] = ()
    colour: int | str | None = None

    @property
    def can_skip(self) -> bool:
        """Whether an empty line is an answer."""
        if self.key in ("more", "order", "gain"):
            return True
        asked = self.field
        return asked is not None and (
            asked.optional or self.colour is not None or kind_of(asked).is_plain_list
        )

    @property
    def in_list(self) -> bool:
        """Whether it belongs to an entry of a list."""
        return any(number is not None for _, number in self.around)


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
class Questions:
    """The position of a scoring as far as it was given, by path, and the questions that are left (回答用紙)."""

    game: Game
    rulings: Mapping[str, str] = {}
    given: Mapping[KeyPath, Any] = {}
    #: What was known before anybody was asked; it is not asked, only shown.
    known: Mapping[KeyPath, Any] = {}
    #: What that is as plain data.
    began: Mapping[str, Any] = {}
    #: Whether what is known is what a play says: then it is confirmed, and what it knows of people stands.
    confirming: bool = False
    gains: Gains | None = None
    #: Whether to score in spite of the checks of the game.
    anyway: bool = False

    # --- what is known --------------------------------------------------------------------------

    @property
    def scoring(self) -> Scoring:
        """How the game is scored."""
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
            names.append(name)
        return tuple(names)

    @property
    def by_field(self) -> bool:
        """Whether the person chose to go field by field."""
        return bool(self.given.get(("order",)) == "field")

    # --- questions ------------------------------------------------------------------------------

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Every question that the answers so far call for, open or answered, in the order asked."""
        return tuple(self._questions(every=False))

    @cached_property
    def open(self) -> Question | None:
        """The first question without an answer."""
        return next((q for q in self.questions if q.path not in self.given), None)

    @cached_property
    def cells(self) -> tuple[Question, ...]:
        """What the review shows, each of which can be corrected by its number, from 1."""
        return tuple(
            question
            for question in self.questions
            if question.key in ("field", "more")
            or (question.key == "gain" and self.given.get(question.path))
            or (
                question.key == "name"
                and not self.confirming
                and self.given.get(question.path) is not None
            )
        )

    @property
    def progress(self) -> tuple[int, int]:
        """How many of the fields that are asked have an answer, and how many there are so far."""
        fields = [q for q in self.questions if q.key == "field" and q.path not in self.known]
        return sum(q.path in self.given for q in fields), len(fields)

    @property
    def gained(self) -> dict[int, Mapping[str, Any]]:
        """What each seat has gained, as far as that was said."""
        seats = [q.seat for q in self.questions if q.key == "gain" and q.seat is not None]
        return {seat: amounts for seat in seats if (amounts := self.given.get(("gains", seat)))}

    def _questions(self, *, every: bool) -> Iterator[Question]:
        if len(self.scoring.events) > 1:
            yield Question("event", ("event",))
        if self.event is None:
            return
        low, high = self.game.about.players
        for seat in range(min(len(self.names) + 1, high)):
            yield Question("name", name_at(seat), seat=seat)
        if not low <= len(self.names) <= high or (
            len(self.names) < high and name_at(len(self.names)) not in self.given
        ):
            return
        fields = belonging(self.scoring.player, self.event.id)
        if len(self.names) > 1 and len(fields) > 1:
            yield Question("order", ("order",))
        if self.gains is not None:
            for seat in range(len(self.names)):
                yield Question("gain", ("gains", seat), self.gains.field, seat)
        people = [Question("field", ("players", i), seat=i) for i in range(len(self.names))]
        asker = _Asker(self, every=every)
        if self.by_field:
            for each in fields:
                yield from asker.across(each, people)
        else:
            for person in people:
                yield from asker.all(fields, person)
        yield from asker.all(belonging(self.scoring.table, self.event.id), Question("field", ()))

    def _idle(self, asked: Field, within: Question) -> bool:
        """Whether it makes no difference to this scoring what a field is."""
        assert self.event is not None
        table = within.seat is None
        fields = self.scoring.table if table else self.scoring.player
        field = "table" if table else "player", asked.id
        idle = asked.optional and fields.get(asked.id) is asked
        return idle and field not in matter(self.scoring, self.event)

    def wanted(self, asked: Field, within: Question) -> bool:
        """Whether the answers so far make a field necessary; when that cannot be told, it is asked."""
        when, seat = asked.ask_when, within.seat
        idle = self._idle(asked, within)
        if when is None and not idle:
            return True
        path = (*within.path, asked.id)
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
        names: dict[str, Any] = {}
        for key in within.path[2:] if seat is not None else within.path:
            entry = entry[key]
        if within.key == "more":
            names = dict(entry)
        try:
            return bool(when.run(Scope(position, seat, {}, names)).value)
        except EvaluationError:
            return True

    @cached_property
    def partial(self) -> Position | None:
        """The position so far, what is open being empty; None when that makes none."""
        every = [(q, self.given.get(q.path)) for q in self._questions(every=True)]
        return partial_position(self.game, self._assembled(every), self.rulings)

    # --- what has been answered -----------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """The position so far as plain data, as a file holds it."""
        return self._assembled((q, self.given.get(q.path)) for q in self.questions)

    def read(self) -> Read:
        """The position if it is complete and sound, or its problems."""
        return read_position(self.game, self.document(), rulings=self.rulings)

    def so_far(self) -> tuple[Score | None, tuple[Problem, ...]]:
        """The score of what is filled, the rest as defaults (途中の得点)."""
        filled = {
            q.path: kind_of(q.field).least(q.field)
            if q.field and q.key == "field" and not q.can_skip
            else None
            for q in self.questions
            if q.path not in self.given
        }
        whole = remade(self, given={**self.given, **filled})
        read = whole.read()
        if read.position is None or read.event is None:
            return None, read.problems
        return score(self.game, read.position, read.event, anyway=self.anyway)

    def with_given(self, new: Mapping[KeyPath, Any]) -> Self:
        """The same with further answers; a no to an entry of a list takes it away."""
        given = {**self.given, **new}
        for question in self.questions:
            if question.key == "more" and new.get(question.path) is False:
                given = without(given, question.path)
        return remade(self, given=given)

    def checked(self) -> tuple[Problem, ...]:
        """What is wrong with the position if this is all of it, or unusual."""
        read = self.read()
        if read.position is None or read.event is None:
            return tuple(read.problems)
        return tuple(check_position(self.game, read.position, read.event))

    def _assembled(self, answered: Iterable[tuple[Question, Any]]) -> dict[str, Any]:
        document: dict[str, Any] = {"game": self.game.about.id}
        if self.event is not None:
            document["event"] = self.event.id
        if self.rulings:
            document["rulings"] = dict(self.rulings)
        document["players"] = [{"name": name} for name in self.names]
        for question, raw in answered:
            if question.key in ("field", "more"):
                put(document, question, raw, self.names)
        return document


@frozen
class _Asker:
    """Asks for fields, each as its values are put together; ``every``: also for those not needed."""

    form: Questions
    every: bool

    def all(self, fields: Iterable[Field], within: Question) -> Iterator[Question]:
        """The questions for fields that lie within the same player, record or entry."""
        for spec in fields:
            if self.every or self.form.wanted(spec, within):
                yield from kind_of(spec).visit(self, spec, within)

    def across(self, field: Field, people: Sequence[Question]) -> Iterator[Question]:
        """One field of everybody after the other; a record is taken apart."""
        if not kind_of(field).has_parts:
            for person in people:
                yield from self.all((field,), person)
            return
        asked = [p for p in people if self.every or self.form.wanted(field, p)]
        inside = [_inside(field, person) for person in asked]
        for inner in field.fields.values():
            yield from self.across(inner, inside)

    def single(self, field: Field, within: Question) -> Iterator[Question]:
        yield Question("field", (*within.path, field.id), field, within.seat, within.around)

    def record(self, field: Field, within: Question) -> Iterator[Question]:
        return self.all(field.fields.values(), _inside(field, within))

    def records(self, field: Field, within: Question) -> Iterator[Question]:
        number = 0
        while field.most is None or number < field.most:
            path = (*within.path, field.id, number)
            entry = Question("more", path, field, within.seat, (*within.around, (field, number)))
            yield entry
            if self.form.given.get(path) is not True:
                return
            yield from self.all(field.fields.values(), entry)
            number += 1

    def by_player(self, field: Field, within: Question) -> Iterator[Question]:
        many = len(self.form.names)
        for colour in (*range(many), *extras_of(field, many)):
            path = (*within.path, field.id, colour)
            yield Question("field", path, field, within.seat, within.around, colour)


def _inside(record: Field, within: Question) -> Question:
    path = (*within.path, record.id)
    return Question("field", path, record, within.seat, (*within.around, (record, None)))


# --- where answers are kept -----------------------------------------------------------------------


def name_at(seat: int) -> KeyPath:
    """Where the name of a player is kept."""
    return ("players", seat, "name")


def entry_of(question: Question) -> KeyPath | None:
    """The entry of a list that a question belongs to."""
    for depth, (_, number) in enumerate(question.around):
        if number is not None:
            start = 2 if question.seat is not None else 0
            return question.path[: start + 2 * (depth + 1)]
    return None


def without(answers: Mapping[KeyPath, Any], path: KeyPath) -> dict[KeyPath, Any]:
    """Answers without an entry of a list: the entries after it move up."""
    *parent, number = path
    assert isinstance(number, int)
    depth = len(parent)
    left: dict[KeyPath, Any] = {}
    for kept, raw in answers.items():
        place = kept[depth] if len(kept) > depth and kept[:depth] == tuple(parent) else None
        if not isinstance(place, int) or place < number:
            left[kept] = raw
        elif place > number:
            left[(*parent, place - 1, *kept[depth + 1 :])] = raw
    left.setdefault(path, False)
    return left


def put(document: dict[str, Any], question: Question, raw: Any, names: Sequence[str]) -> None:
    """Put an answer where a file has it."""
    *_, last = question.path
    if question.key == "more":
        entries = _container(document, question.path)
        if raw is True:
            entries.append({})
        return
    if question.colour is not None:
        colours = _container(document, question.path, colours=True)
        if raw is not None:
            colours[names[last] if isinstance(last, int) else last] = raw
        return
    if raw is None:
        if (
            question.around
            and question.around[-1][1] is None
            and not question.around[-1][0].optional
        ):
            _container(document, question.path)
        return
    _container(document, question.path)[last] = raw


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
