"""How a play went by its rounds and by the clock (推移と時間), worked out from its lines alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby, pairwise

from rulesref.base.frozen import frozen
from rulesref.base.text import Text
from rulesref.model.expression import Value, number
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import State
from rulesref.play.replay import LogEntry

#: Seconds between two lines after which nobody was playing.
BREAK = 3600


@frozen
class Turn:
    """One turn and how many seconds it took; ``player`` is None for what nobody in particular did."""

    player: str | None
    seconds: int


@frozen
class Round:
    """One round, how many seconds it took, and the points of each player, in turn order, at its end.

    ``number`` is the value of the field that counts the rounds, ``stage`` the outermost stage; None where there is
    none, or it has no name. Points that nobody tracks are None.
    """

    stage: Text | None
    number: Value
    seconds: int
    points: tuple[Value, ...]


@frozen
class Break:
    """Seconds after a line in which nobody was playing; they belong to no turn and no round."""

    after: int
    seconds: int


@frozen
class Course:
    """A play by its rounds and turns, the last of which go on until it is over."""

    rounds: tuple[Round, ...]
    turns: tuple[Turn, ...]
    breaks: tuple[Break, ...]

    @property
    def seconds(self) -> int:
        """How long was played, without breaks."""
        return sum(turn.seconds for turn in self.turns)


@frozen
class _Leg:
    """What lies between two lines, the second of which may be still to come."""

    before: LogEntry
    after: LogEntry | None
    seconds: int


def course(game: Game, entries: Sequence[LogEntry], until: str | None = None) -> Course:
    """How a play went by its lines that stand, from the first; ``until``: it goes on, and this is the time.

    A line belongs to the round and to the turn in which it was typed.
    """
    afters = [*entries[1:], *([None] if until else [])]
    times = [*(entry.line.time for entry in entries), *([until] if until else [])]
    spans = [late - early for early, late in pairwise(_moments(times))]
    breaks = [
        Break(entry.line.n, span)
        for entry, span in zip(entries, spans, strict=False)
        if span > BREAK
    ]
    legs = [
        _Leg(before, after, 0 if span > BREAK else span)
        for before, after, span in zip(entries, afters, spans, strict=False)
    ]
    rounds = groupby(legs, lambda leg: _round(game, leg.before.state))
    return Course(
        tuple(_summed(game, key, list(group)) for key, group in rounds),
        tuple(_turns(legs)),
        tuple(breaks),
    )


def _moments(times: Sequence[str]) -> list[int]:
    """Times in seconds, none later than one that follows: lines that were put in later have a later one."""
    moments: list[int] = []
    for text in times:
        try:
            moments.append(int(datetime.fromisoformat(text).timestamp()))
        except ValueError:  # of a file that somebody has written
            moments.append(moments[-1] if moments else 0)
    for place in range(len(moments) - 2, -1, -1):
        moments[place] = min(moments[place : place + 2])
    return moments


def _turns(legs: Sequence[_Leg]) -> Iterator[Turn]:
    """The turns, or, where it is nobody's, what one player after another has done; who is on turn twice in a row has two."""
    count = 0
    counted: list[tuple[int, str | None, int]] = []
    for leg in legs:
        player = flow.turn_of(leg.before.state) if leg.before.state else None
        if player is None and leg.after is not None:
            player = leg.after.line.command.get("who")
        begins = any(each.kind == "turn" for each in leg.before.happenings)
        count += begins or not counted or counted[-1][1] != player
        counted.append((count, player, leg.seconds))
    for (_, player), group in groupby(counted, lambda each: each[:2]):
        yield Turn(player, sum(seconds for *_, seconds in group))


def _round(game: Game, state: State | None) -> tuple[str | None, Value]:
    """The outermost stage that is open, and the number of the round."""
    if state is None:
        return None, None
    field = flow.flow_of(game).round
    return next(iter(flow.stage_ids(game, state)), None), state.table[field] if field else None


def _summed(game: Game, key: tuple[str | None, Value], legs: Sequence[_Leg]) -> Round:
    stage, round_ = key
    names = flow.stage_names(game, [stage]) if stage else ()
    seconds = sum(leg.seconds for leg in legs)
    return Round(next(iter(names), None), round_, seconds, _points(game, legs[-1]))


def _points(game: Game, leg: _Leg) -> tuple[Value, ...]:
    """The points of everybody at the end of a leg; those of the scoring that has ended the game are its totals."""
    entry = leg.after or leg.before
    final = next((each.score for each in entry.happenings if each.score), None)
    if final is not None and final.event.final:
        return tuple(player.total for player in final.players)
    keys = flow.flow_of(game).points
    players = entry.state.players if entry.state else ()
    return tuple(
        None
        if not keys or None in (own[key] for key in keys)
        else sum(number(own[key]) for key in keys)
        for own in players
    )
