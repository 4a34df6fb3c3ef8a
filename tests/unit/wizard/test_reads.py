"""Which fields matter to a scoring."""

from __future__ import annotations

import pytest

from rulesref.model.scoring import Scoring
from rulesref.wizard.live_checks import matter, reads, reads_of_check
from tests.helpers import DATA, ROOT, game_in, toy


def toy_scoring() -> Scoring:
    scoring = toy().scoring
    assert scoring is not None
    return scoring


SCORING = toy_scoring()


def test_what_an_expression_reads_is_told_by_whose_it_is() -> None:
    final = SCORING.events["final"]
    (lead,) = [part.value for part in final.categories if part.id == "lead"]
    assert set(reads(lead, final.define)) == {("own", "coins"), ("others", "coins")}
    weather = next(p.value for p in SCORING.events["autumn"].categories if p.id == "weather")
    assert set(reads(weather, {})) == {("table", "sky")}


def test_a_check_reads_what_its_message_names() -> None:
    (fence,) = [check for check in SCORING.checks if check.id == "useless-fence"]
    assert reads_of_check(fence, {}) >= {("own", "fence"), ("own", "gnomes")}


@pytest.mark.parametrize(
    ("event", "player"),
    [
        pytest.param("spring", {"points", "coins", "gnomes", "fence"}, id="coins: a check reads them alone"),
        pytest.param("summer", {"points", "coins", "hedges"}, id="summer"),
        pytest.param("autumn", {"points", "coins", "hat", "steps", "fruit"}, id="autumn"),
        pytest.param("final", {"points", "coins", "seeds"}, id="final"),
    ],
)  # fmt: skip
def test_what_points_changes_and_places_read_matters(event: str, player: set[str]) -> None:
    found = matter(SCORING, SCORING.events[event])
    asked = {name for where, name in found if where == "player"}
    assert asked == player - ({"coins"} if event == "spring" else set())


def test_what_only_a_function_reads_matters() -> None:
    """All points of a round are worked out by a function of the color, which is given no field."""
    scoring = game_in(
        ROOT / "examples" / "lost-cities" / "rulesref_lost_cities" / "lost-cities"
    ).scoring
    assert scoring is not None
    found = {event: matter(scoring, scoring.events[event]) for event in ("round", "final")}
    assert found == {"round": {("player", "played")}, "final": {("player", "rounds")}}


@pytest.mark.parametrize(("event", "read"), [("period-1", False), ("period-2", True)])
def test_a_tie_break_matters_where_the_game_ends(event: str, *, read: bool) -> None:
    """A check that reads them alone, of the supply, is no reason to ask for action tokens."""
    scoring = game_in(DATA / "mexica").scoring
    assert scoring is not None
    assert (("player", "action-tokens") in matter(scoring, scoring.events[event])) is read


def test_what_decides_whether_something_is_asked_matters_too() -> None:
    scoring = game_in(DATA / "praga").scoring
    assert scoring is not None
    found = matter(scoring, scoring.events["final"])
    assert {("player", "cathedral-tile"), ("player", "cathedral")} <= found
