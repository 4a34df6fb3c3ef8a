"""Which questions a position still calls for (質問), given the answers so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from rulesref.base.diagnostics import Path, Problem
from rulesref.base.frozen import frozen
from rulesref.model.expression import Scope, Unworkable
from rulesref.model.field import Field
from rulesref.model.game import Game
from rulesref.model.position import Position
from rulesref.model.scoring import Event, Scoring
from rulesref.reading.positions import Read, partial_position, read_position
from rulesref.scoring.score import Score, score

Key = Literal["event", "name", "order", "field", "more", "review"]

#: Where each question stands: the order of asking is the person's choice.
ORDERS = ("player", "field")


@frozen
class Question:
    """One thing to ask (質問).

    ``path`` is where the answer is kept; ``around`` the records it lies in, with the number of the
    entry from 0; ``colour`` whose value of a by-player field it is: a seat, or the id of an extra.
    """

    key: Key
    path: Path
    field: Field | None = None
    seat: int | None = None
    around: tuple[tuple[Field, int | None], ...] = ()
    colour: int | str | None = None

    @property
    def can_skip(self) -> bool:
        """Whether an empty line is an answer."""
        if self.key in ("more", "order"):
            return True
        asked = self.field
        return asked is not None and (
            asked.optional or self.colour is not None or asked.kind in ("choices", "wholes")
        )

    @property
    def in_list(self) -> bool:
        """Whether it belongs to an entry of a list."""
        return any(number is not None for _, number in self.around)


@dataclass(frozen=True, kw_only=True, eq=False)
class Sheet:
    """The answers so far, by where they go, and the questions they call for (回答用紙)."""

    game: Game
    rulings: Mapping[str, str]
    answers: Mapping[Path, Any] = field(default_factory=dict)
    #: Paths that are never asked, only shown.
    known: frozenset[Path] = frozenset()

    # --- what is known --------------------------------------------------------------------------

    @property
    def scoring(self) -> Scoring:
        """How the game is scored."""
        found = self.game.scoring
        assert found is not None  # nobody is asked for a position that cannot be scored
        return found

    @cached_property
    def event(self) -> Event | None:
        """Which scoring it is, once that is known."""
        events = self.scoring.events
        if len(events) == 1:
            return next(iter(events.values()))
        return events.get(self.answers.get(("event",), ""))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players named so far, in turn order."""
        found: list[str] = []
        while (name := self.answers.get(name_at(len(found)))) is not None:
            found.append(name)
        return tuple(found)

    @property
    def by_field(self) -> bool:
        """Whether the person chose to go field by field."""
        return bool(self.answers.get(("order",)) == "field")

    # --- questions ------------------------------------------------------------------------------

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """Every question that the answers so far call for, open or answered, in the order asked."""
        return tuple(self._questions(every=False))

    @cached_property
    def open(self) -> Question | None:
        """The first question without an answer."""
        return next((q for q in self.questions if q.path not in self.answers), None)

    @cached_property
    def cells(self) -> tuple[Question, ...]:
        """What the review shows, each of which can be corrected by its number, from 1."""
        return tuple(
            question
            for question in self.questions
            if question.key in ("field", "more")
            or (question.key == "name" and self.answers.get(question.path) is not None)
        )

    @property
    def progress(self) -> tuple[int, int]:
        """How many of the fields that are asked have an answer, and how many there are so far."""
        fields = [q for q in self.questions if q.key == "field" and q.path not in self.known]
        return sum(q.path in self.answers for q in fields), len(fields)

    def _questions(self, *, every: bool) -> Iterator[Question]:
        if len(self.scoring.events) > 1:
            yield Question("event", ("event",))
        if self.event is None:
            return
        yield from self._who()
        low, high = self.game.about.players
        if not low <= len(self.names) <= high or (
            len(self.names) < high and name_at(len(self.names)) not in self.answers
        ):
            return
        fields = [f for f in self.scoring.player.values() if f.belongs_to(self.event.id)]
        if len(self.names) > 1 and len(fields) > 1:
            yield Question("order", ("order",))
        people = [Question("field", ("players", i), seat=i) for i in range(len(self.names))]
        if self.by_field:
            for each in fields:
                yield from self._across(each, people, every=every)
        else:
            for person in people:
                for each in fields:
                    yield from self._field(each, person, every=every)
        for each in self.scoring.table.values():
            if each.belongs_to(self.event.id):
                yield from self._field(each, Question("field", ()), every=every)

    def _who(self) -> Iterator[Question]:
        _, high = self.game.about.players
        for seat in range(min(len(self.names) + 1, high)):
            yield Question("name", name_at(seat), seat=seat)

    def _across(
        self, asked: Field, people: Sequence[Question], *, every: bool
    ) -> Iterator[Question]:
        """One field of everybody after the other; a record is taken apart."""
        if asked.kind != "record":
            for person in people:
                yield from self._field(asked, person, every=every)
            return
        inside = [_inside(asked, p) for p in people if every or self._wanted(asked, p)]
        for inner in asked.fields.values():
            yield from self._across(inner, inside, every=every)

    def _field(self, asked: Field, within: Question, *, every: bool) -> Iterator[Question]:
        if not every and not self._wanted(asked, within):
            return
        path = (*within.path, asked.id)
        here = Question("field", path, asked, within.seat, within.around)
        match asked.kind:
            case "record":
                inside = _inside(asked, within)
                for inner in asked.fields.values():
                    yield from self._field(inner, inside, every=every)
            case "records":
                yield from self._entries(asked, here, every=every)
            case "by-player":
                for colour in self._colours(asked):
                    yield Question(
                        "field", (*path, colour), asked, within.seat, within.around, colour
                    )
            case _:
                yield here

    def _entries(self, asked: Field, within: Question, *, every: bool) -> Iterator[Question]:
        number = 0
        while asked.most is None or number < asked.most:
            path = (*within.path, number)
            around = (*within.around, (asked, number))
            here = Question("more", path, asked, within.seat, around)
            yield here
            if self.answers.get(path) is not True:
                return
            for inner in asked.fields.values():
                yield from self._field(inner, here, every=every)
            number += 1

    def _colours(self, asked: Field) -> tuple[int | str, ...]:
        many = len(self.names)
        return (*range(many), *(e.id for e in asked.extras if many in e.players))

    def _wanted(self, asked: Field, within: Question) -> bool:
        """Whether the answers so far make a field necessary; when that cannot be told, it is asked."""
        when, seat = asked.ask_when, within.seat
        if when is None:
            return True
        path = (*within.path, asked.id)
        if any(kept[: len(path)] == path and self.answers[kept] is not None for kept in self.known):
            return True
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
        except Unworkable:
            return True

    @cached_property
    def partial(self) -> Position | None:
        """The position so far, what is open being empty; None when that makes none."""
        every = [(q, self.answers.get(q.path)) for q in self._questions(every=True)]
        return partial_position(self.game, self._assembled(every), self.rulings)

    # --- what has been answered -----------------------------------------------------------------

    def document(self) -> dict[str, Any]:
        """The position so far as plain data, as a file holds it."""
        return self._assembled((q, self.answers.get(q.path)) for q in self.questions)

    def read(self) -> Read:
        """The position if it is complete and sound, or its problems."""
        return read_position(self.game, self.document(), rulings=self.rulings)

    def so_far(self) -> tuple[Score | None, tuple[Problem, ...]]:
        """The score of what is filled, the rest as defaults (途中の得点)."""
        filled = {
            q.path: q.field.least() if q.field and q.key == "field" and not q.can_skip else None
            for q in self.questions
            if q.path not in self.answers
        }
        whole = replace(self, answers={**self.answers, **filled})
        found = whole.read()
        if found.position is None or found.event is None:
            return None, found.problems
        return score(self.game, found.position, found.event)

    def _assembled(self, answered: Iterable[tuple[Question, Any]]) -> dict[str, Any]:
        document: dict[str, Any] = {"game": self.game.id}
        if self.event is not None:
            document["event"] = self.event.id
        if self.rulings:
            document["rulings"] = dict(self.rulings)
        document["players"] = [{"name": name} for name in self.names]
        for question, raw in answered:
            if question.key in ("field", "more"):
                put(document, question, raw, self.names)
        return document


def _inside(record: Field, within: Question) -> Question:
    """Where the fields of a record lie."""
    path = (*within.path, record.id)
    return Question("field", path, record, within.seat, (*within.around, (record, None)))


# --- where answers are kept -----------------------------------------------------------------------


def name_at(seat: int) -> Path:
    """Where the name of a player is kept."""
    return ("players", seat, "name")


def entry_of(question: Question) -> Path | None:
    """The entry of a list that a question belongs to."""
    for depth, (_, number) in enumerate(question.around):
        if number is not None:
            start = 2 if question.seat is not None else 0
            return question.path[: start + 2 * (depth + 1)]
    return None


def without(answers: Mapping[Path, Any], path: Path) -> dict[Path, Any]:
    """Answers without an entry of a list: the entries after it move up."""
    *parent, number = path
    assert isinstance(number, int)
    depth = len(parent)
    found: dict[Path, Any] = {}
    for kept, raw in answers.items():
        if kept[:depth] != tuple(parent) or len(kept) == depth or not isinstance(kept[depth], int):
            found[kept] = raw
            continue
        place = kept[depth]
        assert isinstance(place, int)
        if place < number:
            found[kept] = raw
        elif place > number:
            found[(*parent, place - 1, *kept[depth + 1 :])] = raw
    found.setdefault(path, False)
    return found


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


def _container(document: dict[str, Any], path: Path, *, colours: bool = False) -> Any:
    """The mapping or list that the last step of a path goes into."""
    place: Any = document
    for depth, (key, inner) in enumerate(pairwise(path), 2):
        if isinstance(key, int):
            place = place[key]
        else:
            listed = isinstance(inner, int) and not (colours and depth == len(path))
            place = place.setdefault(key, [] if listed else {})
    return place
