"""How a play went by its rounds and by the clock (推移と時間), worked out from its lines alone; how those that are over ended (成績)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import accumulate, groupby, pairwise

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.frozen import frozen
from rulesref.base.suggest import unknown
from rulesref.base.text import Number, Text
from rulesref.fields.typed import one_called
from rulesref.model.expression import Value, number
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.log import Play
from rulesref.play.replay import LogEntry, Standing, standing_of

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
    times = _moments([*(entry.line.time for entry in entries), *([until] if until else [])])
    spans = [late - early for early, late in pairwise(times)]
    afters = [*entries[1:], *([None] if until else [])]
    legs = [
        _Leg(before, after, span if span <= BREAK else 0)
        for before, after, span in zip(entries, afters, spans, strict=False)
    ]
    return Course(
        tuple(_rounds(game, legs)),
        tuple(_turns(legs)),
        tuple(Break(leg.before.line.n, s) for leg, s in zip(legs, spans, strict=True) if s > BREAK),
    )


def _moments(times: Sequence[str]) -> list[int]:
    """Times in seconds, none later than one that follows: lines that were put in later have a later one."""
    moments: list[int] = []
    for text in times:
        try:
            moments.append(int(datetime.fromisoformat(text).timestamp()))
        except ValueError:  # of a file that somebody has written
            moments += moments[-1:] or [0]
    return [*accumulate(reversed(moments), min)][::-1]


def _turns(legs: Sequence[_Leg]) -> Iterator[Turn]:
    """The turns, or, where it is nobody's, what one player after another has done; who is on turn twice in a row has two."""
    turns: list[Turn] = []
    for leg in legs:
        player = flow.turn_of(leg.before.state) if leg.before.state else None
        if player is None and leg.after is not None:
            player = leg.after.line.command.get("who")
        begins = any(each.kind == "turn" for each in leg.before.happenings)
        if begins or not turns or turns[-1].player != player:
            turns.append(Turn(player, 0))
        turns[-1] = Turn(player, turns[-1].seconds + leg.seconds)
    yield from turns


def _rounds(game: Game, legs: Sequence[_Leg]) -> Iterator[Round]:
    field, points = flow.flow_of(game).round, flow.flow_of(game).points

    def where(leg: _Leg) -> tuple[Sequence[str], Value]:
        state = leg.before.state
        if state is None:
            return (), None
        return flow.stage_ids(game, state)[:1], state.table[field] if field else None

    for (stages, count), group in groupby(legs, where):
        own = [*group]
        end = own[-1].after or own[-1].before
        final = next((each.score for each in end.happenings if each.score), None)
        totals: tuple[Value, ...] = tuple(
            sum(number(values[key]) for key in points)
            if points and None not in [values[key] for key in points]
            else None
            for values in (end.state.players if end.state else ())
        )
        if final is not None and final.event.final:
            totals = tuple(player.total for player in final.players)
        stage = next(iter(flow.stage_names(game, stages)), None)
        yield Round(stage, count, sum(leg.seconds for leg in own), totals)


# --- statistics over plays that are over ---------------------------------------------------------


@frozen
class Tally:
    """Plays of a game with ``count`` players, or any number; those of a player, or of everybody.

    ``average``, to the hundredth, and ``best`` are points, of everybody those of all; None where no play has points.
    """

    game: str
    count: int | None
    player: str | None
    plays: int
    wins: int | None
    average: Fraction | None
    best: Number | None


def tallies(
    plays: Iterable[Play], game: str | None = None, player: str | None = None
) -> list[Tally]:
    """The statistics of each game: of everybody, then of each player, who played most first; in all, then by number of players.

    Of one game, by its key, or of one player alone, whose name may be begun; raises where nobody is called so.
    """
    every = [(play, standing_of(None, play)) for play in plays if game in (None, play.game)]
    over = [(play, standing) for play, standing in every if standing.finished]
    names = [name for name, _ in Counter(n for play, _ in over for n in play.players).most_common()]
    who: list[str | None] = [None, *names]
    if player is not None:
        who = [one_called(names, player)]
        if who == [None]:
            raise unknown("E420", player, names) if names else ProblemsFound([Problem("E589")])
    games = dict.fromkeys(play.game for play, _ in over)
    return [tally for key in games for name in who for tally in _by_count(key, name, over)]


def _by_count(
    game: str, player: str | None, over: Sequence[tuple[Play, Standing]]
) -> Iterator[Tally]:
    own = [e for e in over if e[0].game == game and player in (None, *e[0].players)]
    counts = sorted({len(play.players) for play, _ in own})
    for count in [None, *counts] if own else []:
        some = [standing for play, standing in own if count in (None, len(play.players))]
        yield _tally(game, count, player, some)


def _tally(game: str, count: int | None, player: str | None, over: list[Standing]) -> Tally:
    totals = [pair for each in over for pair in each.totals.items() if player in (None, pair[0])]
    points = [many for _, many in totals]
    wins = None if player is None else sum(player in each.winners for each in over)
    average = Fraction(round(sum(points) * 100 / Fraction(len(points))), 100) if points else None
    return Tally(game, count, player, len(over), wins, average, max(points, default=None))
