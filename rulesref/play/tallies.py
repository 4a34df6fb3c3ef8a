"""Statistics over plays that are over (成績): how often each player played and won, with how many points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.frozen import frozen
from rulesref.base.suggest import unknown
from rulesref.base.text import Number
from rulesref.fields.typed import one_called
from rulesref.play.log import Play
from rulesref.play.replay import Standing, standing_of


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
    who = None if player is None else one_called(names, player)
    if player is not None and who is None:
        raise unknown("E420", player, names) if names else ProblemsFound([Problem("E589")])
    found: list[Tally] = []
    for key in dict.fromkeys(play.game for play, _ in over):
        for name in [None, *names] if who is None else [who]:
            own = [e for e in over if e[0].game == key and name in (None, *e[0].players)]
            counts = sorted({len(play.players) for play, _ in own})
            for count in [None, *counts] if own else []:
                some = [e for e in own if count in (None, len(e[0].players))]
                found.append(_tally(key, count, name, [standing for _, standing in some]))
    return found


def _tally(game: str, count: int | None, player: str | None, over: list[Standing]) -> Tally:
    totals = [pair for each in over for pair in each.totals.items() if player in (None, pair[0])]
    points = [many for _, many in totals]
    wins = None if player is None else sum(player in each.winners for each in over)
    average = Fraction(round(sum(points) * 100 / Fraction(len(points))), 100) if points else None
    return Tally(game, count, player, len(over), wins, average, max(points, default=None))
