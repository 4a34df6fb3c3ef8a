"""Statistics over plays that are over."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.base.diagnostics import ProblemsFound
from rulesref.base.frozen import changed
from rulesref.play import flow
from rulesref.play.course import Tally, tallies
from rulesref.play.log import Play
from tests.properties import law
from tests.unit.play.playing import session

PLAY = session().play
STATE = session().state


def over(game: str, winners: tuple[str, ...], /, **totals: Any) -> Play:
    """A play that is over with these totals; without totals it has none."""
    scores = (("final", totals),) if totals and None not in totals.values() else ()
    state = changed(
        STATE, names=tuple(totals), finished=True, winners=winners, scores=scores, players=()
    )
    line = changed(PLAY.line, state=flow.to_data(state), placed=True)
    return changed(PLAY, game=game, players=tuple(totals), line=line)


def test_each_player_has_plays_wins_average_and_best() -> None:
    plays = [over("toy", ("A",), A=9, Ben=4), over("toy", ("Ben",), A=6, Ben=Fraction(13, 2), Cy=1)]
    found = {(each.player, each.count): each for each in tallies(plays)}
    assert found["A", None] == Tally("toy", None, "A", 2, 1, Fraction(15, 2), 9)
    assert found["Ben", 3] == Tally("toy", 3, "Ben", 1, 1, Fraction(13, 2), Fraction(13, 2))
    assert found[None, 2] == Tally("toy", 2, None, 1, None, Fraction(13, 2), 9)
    assert ("Cy", 2) not in found


def test_games_stand_apart_and_one_can_be_chosen() -> None:
    plays = [over("toy", ("A",), A=9, Ben=4), over("other", ("Ben",), A=1, Ben=2)]
    assert {each.game for each in tallies(plays)} == {"toy", "other"}
    assert {(each.game, each.plays) for each in tallies(plays, "toy")} == {("toy", 1)}


def test_a_player_is_called_by_the_beginning_of_the_name() -> None:
    plays = [over("toy", ("A",), Anna=9, Ben=4)]
    assert [each.player for each in tallies(plays, player="ann")] == ["Anna", "Anna"]
    with pytest.raises(ProblemsFound) as told:
        tallies(plays, player="Zoe")
    assert told.value.problems[0].code == "E420"


def test_what_is_not_over_does_not_count_and_points_need_not_be_there() -> None:
    assert tallies([PLAY]) == []
    (_, _, mine, *_) = tallies([over("toy", ("A",), A=None, Ben=None)])
    assert (mine.plays, mine.wins, mine.average, mine.best) == (1, 1, None, None)


@law(100)
@given(
    st.lists(st.dictionaries(st.sampled_from("ABCD"), st.integers(-9, 99), min_size=2), min_size=1)
)
def test_players_have_together_what_everybody_has(games: list[dict[str, int]]) -> None:
    found = tallies(
        [over("toy", (max(totals, key=totals.__getitem__),), **totals) for totals in games]
    )
    of_all = [each for each in found if each.count is None]
    (everybody,) = (each for each in of_all if each.player is None)
    players = [each for each in of_all if each.player is not None]
    assert sum(each.wins or 0 for each in players) == everybody.plays == len(games)
    assert sum(each.plays for each in players) == sum(map(len, games))
    assert max(each.best for each in players) == everybody.best  # type: ignore[type-var]
    whole = sum((Fraction(each.average or 0) * each.plays for each in players), Fraction(0))
    off = abs(whole - sum(sum(totals.values()) for totals in games))
    assert off <= Fraction(sum(map(len, games)), 200)
