"""Statistics over plays that are over (成績): how often each player played and won, with how many points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from rulesref.base.frozen import frozen
from rulesref.base.suggest import unknown
from rulesref.base.text import Number
from rulesref.fields.typed import one_called
from rulesref.play.log import Play
from rulesref.play.replay import standing_of


@frozen
class _Result:
    """How a play ended: the points of each player, and who won. Where nobody has points there are none."""

    game: str
    players: tuple[str, ...]
    points: tuple[Number, ...]
    winners: tuple[str, ...]


@frozen
class Tally:
    """Plays of a game with ``count`` players, or any number; those of a player, or of everybody.

    ``average`` and ``best`` are points, of everybody those of all; None where no play has points.
    """

    game: str
    count: int | None
    player: str | None
    plays: int
    wins: int | None
    average: Fraction | None
    best: Number | None

    @property
    def rounded(self) -> Fraction | None:
        """The average to the hundredth."""
        return None if self.average is None else Fraction(round(self.average * 100), 100)


def tallies(
    plays: Iterable[Play], game: str | None = None, player: str | None = None
) -> list[Tally]:
    """The statistics of each game: of everybody, then of each player, who played most first; in all, then by number of players.

    Of one game, by its key, or of one player alone, whose name may be begun; raises where nobody is called so.
    """
    ended = [each for play in plays if (each := _result(play)) and game in (None, each.game)]
    names = [name for name, _ in Counter(n for each in ended for n in each.players).most_common()]
    who = None if player is None else one_called(names, player)
    if player is not None and who is None:
        raise unknown("E420", player, names)
    return [
        tally
        for key in dict.fromkeys(each.game for each in ended)
        for name in ([None, *names] if who is None else [who])
        for tally in _tallies(key, name, [each for each in ended if each.game == key])
    ]


def _result(play: Play) -> _Result | None:
    """How a play ended, as it was when it did; None where it is not over."""
    standing = standing_of(None, play)
    if not standing.finished:
        return None
    points = tuple(standing.totals[name] for name in play.players if name in standing.totals)
    return _Result(play.game, play.players, points, standing.winners)


def _tallies(game: str, player: str | None, ended: Sequence[_Result]) -> Iterator[Tally]:
    mine = [each for each in ended if player is None or player in each.players]
    if mine:
        for count in [None, *sorted({len(each.players) for each in mine})]:
            yield _tally(game, count, player, [e for e in mine if count in (None, len(e.players))])


def _tally(game: str, count: int | None, player: str | None, ended: Sequence[_Result]) -> Tally:
    points = [
        many
        for each in ended
        for name, many in zip(each.players, each.points, strict=False)
        if player in (None, name)
    ]
    wins = None if player is None else sum(player in each.winners for each in ended)
    average = Fraction(sum(points)) / len(points) if points else None
    return Tally(game, count, player, len(ended), wins, average, max(points, default=None))
