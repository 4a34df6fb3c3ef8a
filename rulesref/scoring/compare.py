"""Two scores side by side: what changed, and what that did; other readings, other values, and what one is worth."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesref.base.diagnostics import KeyPath, Problem, ProblemsFound, wrong
from rulesref.base.folding import by_name
from rulesref.base.frozen import changed, frozen
from rulesref.base.suggest import did_you_mean, unknown
from rulesref.base.text import Number, Text, whole
from rulesref.fields.kind import belonging, cell_of, extras_of, kind_of
from rulesref.fields.record import field_called, near_key
from rulesref.model.entries import Field
from rulesref.model.expression import EvaluationError, Position, Step, Value, number
from rulesref.model.game import Game
from rulesref.model.scoring import Event, NamedValue
from rulesref.reading.source import value_at
from rulesref.scoring.cells import Difference, Spot, differences, document_of, spots
from rulesref.scoring.score import PlayerScore, Score, score, score_of

_Parts = Sequence[tuple[NamedValue, Step]]


@frozen
class Shift:
    """A part of a score before and after; ``name`` is what it is called."""

    id: str
    name: Text
    was: Step
    now: Step

    @property
    def before(self) -> Value:
        return self.was.value

    @property
    def after(self) -> Value:
        return self.now.value

    @property
    def difference(self) -> Number | None:
        """By how much it is more; None where it is no number, as the name of a prize is none."""
        try:
            return number(self.after) - number(self.before)
        except EvaluationError:
            return None


@frozen
class Moved:
    """What became of one player: total, rank, and the parts that differ.

    ``before`` or ``after`` is None for a player who is in one of the positions only.
    """

    name: str
    before: PlayerScore | None
    after: PlayerScore | None
    parts: tuple[Shift, ...]
    changes: tuple[Shift, ...]

    @property
    def same(self) -> bool:
        """Whether nothing at all differs for this player."""
        if self.before is None or self.after is None:
            return False
        return (
            self.before.total == self.after.total
            and self.before.rank == self.after.rank
            and not self.changes
        )


@frozen
class Comparison:
    """Two scores of one game and scoring, and everything that differs."""

    before: Score
    after: Score
    players: tuple[Moved, ...]
    fields: tuple[Difference, ...]


@frozen
class OtherReading:
    """What another reading of a disputed rule would change (別の読み)."""

    ruling: str
    reading: str
    players: tuple[Moved, ...]
    after: Score
    #: Whether other players would win.
    turns: bool


@frozen
class Worth:
    """What one more of a value is worth to a player; ``problems`` when one more cannot be."""

    spot: Spot
    now: Value
    then: Value
    moved: Moved | None
    problems: tuple[Problem, ...]


def compare(before: Score, after: Score) -> Comparison:
    """Everything that differs between two scores; raises when they are of different scorings."""
    if before.event.id != after.event.id:
        events = {"first": before.event.name, "second": after.event.name}
        raise ProblemsFound([Problem("E433", None, events)])
    scoring = before.game.scoring
    assert scoring is not None
    return Comparison(
        before, after, tuple(moves(before, after)),
        differences(scoring, before.event, before.position, after.position),
    )  # fmt: skip


def supposing(result: Score, changes: Sequence[str]) -> Comparison:
    """A score and that of the position with these changes, as typed; raises what is wrong with them."""
    document, problems = with_changes(result.game, result.event, result.position, changes)
    if problems:
        raise ProblemsFound(problems)
    after, unsound = score_of(result.game, document, anyway=bool(result.overruled))
    if after is None:
        raise ProblemsFound(unsound)
    return compare(result, after)


def moves(before: Score, after: Score) -> Iterator[Moved]:
    """What became of each player, in the order of the first score; new players last."""
    old = {player.name: player for player in before.players}
    new = {player.name: player for player in after.players}
    for name in dict.fromkeys((*old, *new)):
        was, now = old.get(name), new.get(name)
        yield Moved(
            name, was, now,
            tuple(_shifts(was.categories, now.categories)) if was and now else (),
            tuple(_shifts(was.changes, now.changes)) if was and now else (),
        )  # fmt: skip


def _shifts(before: _Parts, after: _Parts) -> Iterator[Shift]:
    for (part, was), (_, now) in zip(before, after, strict=True):
        if was.value != now.value:
            yield Shift(part.id, part.name, was, now)


def other_readings(before: Score) -> Iterator[OtherReading]:
    """Other readings of the rulings that a score rests on, where they change points or places."""
    for ruling, reading in before.rulings.items():
        entry = before.game.ruling(ruling)
        assert entry is not None
        for other in entry.readings:
            if other.id == reading:
                continue
            rulings = {**before.position.rulings, ruling: other.id}
            position = changed(before.position, rulings=rulings)
            after, _ = score(before.game, position, before.event, anyway=bool(before.overruled))
            if after is None:
                continue
            moved = tuple(m for m in moves(before, after) if not m.same)
            turns = set(after.winners) != set(before.winners)
            if moved or turns:
                yield OtherReading(ruling, other.id, moved, after, turns)


def worths(result: Score, name: str) -> Iterator[Worth]:
    """What one more of each value is worth to a player: whole numbers +1, flags and options set."""
    scoring = result.game.scoring
    assert scoring is not None
    for spot, now in spots(scoring, result.event, result.position):
        before = spot.path[-1] == result.event.before
        for_everybody = spot.player is None and spot.colour is None and not spot.around
        if not before and (name in (spot.player, spot.colour) or for_everybody):
            for then in cell_of(spot.field).one_more(spot.field, now):
                document = document_of(result.position)
                put_in(document, spot.path, list(then) if isinstance(then, tuple) else then)
                after, problems = score_of(result.game, document, anyway=bool(result.overruled))
                moved = moves(result, after) if after is not None else ()
                own = next((each for each in moved if each.name == name), None)
                yield Worth(spot, now, then, own, problems)


# --- changes as typed ----------------------------------------------------------------------------

_EXAMPLE = "Ben.gold=+1"


def with_changes(
    game: Game, event: Event, position: Position, wishes: Sequence[str]
) -> tuple[dict[str, Any], list[Problem]]:
    """The document after the changes, one after another, and what is wrong with them."""
    document = document_of(position)
    table = _Table(game, event, position.names, document)
    problems: list[Problem] = []
    for wish in wishes:
        try:
            table.change(wish)
        except ProblemsFound as stopped:
            problems += stopped.problems
    return document, problems


def put_in(document: Any, path: KeyPath, raw: Any) -> None:
    """Set the value at ``path``; what lies on the way is made."""
    *around, last = path
    place = document
    for key in around:
        place = place[key] if isinstance(key, int) else place.setdefault(key, {})
    place[last] = raw


@frozen
class _Table:
    """What changes are made to: the fields of the scoring, the names, the document."""

    game: Game
    event: Event
    names: tuple[str, ...]
    document: dict[str, Any]

    def change(self, wish: str) -> None:
        """Carry one change out."""
        left, sign, right = wish.replace("＝", "=").partition("=")
        if not sign:
            raise ProblemsFound([wrong("E328", wish, example=_EXAMPLE)])
        path, spec = self.target(left.strip().replace("．", "."))
        now = value_at(self.document, path)
        put_in(self.document, path, cell_of(spec).changed(spec, now, right.strip()))

    def target(self, left: str) -> tuple[KeyPath, Field]:
        """Where a change goes: a player's value, or one of the table."""
        scoring = self.game.scoring
        assert scoring is not None
        for name in sorted(self.names, key=len, reverse=True):
            if re.match(re.escape(name) + r"[.の]", left):
                path: KeyPath = ("players", self.names.index(name))
                return self.within(scoring.player, path, left[len(name) + 1 :].split("."))
        words = left.split(".")
        table = {spec.id: spec for spec in belonging(scoring.table, self.event.id)}
        if table.get(words[0]) or field_called(table, words[0]):
            return self.within(table, (), words)
        near = did_you_mean(words[0], [*self.names, *table])
        raise ProblemsFound([wrong("E420", words[0], known=list(self.names), near=near)])

    def within(
        self, fields: Mapping[str, Field], path: KeyPath, words: list[str]
    ) -> tuple[KeyPath, Field]:
        """The value that words lead to, from the fields at ``path``."""
        possible = {spec.id: spec for spec in belonging(fields, self.event.id)}
        word, *rest = words
        spec = possible.get(word) or field_called(possible, word)
        if spec is None:
            near = near_key(possible, word, list(possible))
            keys = [Text(spec.name.of("ja"), spec.id) for spec in possible.values()]
            raise ProblemsFound([wrong("E408", word, known=keys, near=near)])
        path = (*path, spec.id)
        kind = kind_of(spec)
        if kind.has_entries and rest:
            number, *rest = rest
            path = (*path, self.entry(spec, path, number))
        if spec.fields:
            if not rest:
                values = {"name": spec.name, "known": list(spec.fields)}
                raise ProblemsFound([Problem("E436", None, values)])
            return self.within(spec.fields, path, rest)
        if kind.has_colours:
            return (*path, self.colour(spec, ".".join(rest))), spec
        if rest:
            raise ProblemsFound([wrong("E408", ".".join(rest), known=[], near=None)])
        return path, spec

    def entry(self, spec: Field, path: KeyPath, number: str) -> int:
        """Which entry of a list a number from 1 means."""
        many = len(value_at(self.document, path) or ())
        index = whole(unicodedata.normalize("NFKC", number))
        if index is None or not 1 <= index <= many:
            raise ProblemsFound([wrong("E434", number, name=spec.name, high=many)])
        return index - 1

    def colour(self, spec: Field, word: str) -> str:
        """Whose amount of a field by player is meant."""
        extras = extras_of(spec, len(self.names))
        if word in self.names:
            return word
        extra = by_name((e for e in spec.extras if e.id in extras), word)
        if extra is not None:
            return extra.id
        raise unknown("E420", word, [*self.names, *extras])
