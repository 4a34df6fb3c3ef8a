"""Two scores side by side: what changed, and what that did; other readings, and what a value is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.frozen import changed, frozen
from rulesref.base.text import Number, Text
from rulesref.fields.kind import cell_of
from rulesref.model.expression import EvaluationError, Step, Value, number
from rulesref.model.scoring import NamedValue
from rulesref.scoring.cells import Difference, Spot, differences, document_of, spots
from rulesref.scoring.score import PlayerScore, Score, score, score_of
from rulesref.scoring.what_if import put_in, with_changes

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
        """Its value before."""
        return self.was.value

    @property
    def after(self) -> Value:
        """Its value after."""
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
