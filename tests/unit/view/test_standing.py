"""Where a play stands on a page: everything that can be done has its button, everything else its reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulesref.play import flow
from rulesref.play.flow import ActionForm
from rulesref.play.session import PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from rulesref.view.drawing import Cards, Chips, DrawnCell, PlayerTable, Strip
from rulesref.view.standing import Act, StandingPage, standing
from tests.helpers import DATA, game_in
from tests.unit.view.test_sheets import mexica

GAMES = ["caylus", "mexica", "praga", "tigris", "tzolkin"]


def fresh(name: str) -> PlaySession:
    game = game_in(DATA / name)
    options, _ = read_options(game, [])
    names = ("Ann", "Ben", "Cleo")
    return PlaySession.new(PlayStore.in_memory(), game, names, options, "full")[0]


def buttons(page: StandingPage) -> Iterator[Act]:
    yield from page.ends
    yield from page.seldom
    for group in page.groups:
        yield from group.acts


def cells(page: StandingPage) -> Iterator[DrawnCell]:
    for part in (*page.above, *page.drawn):
        if isinstance(part, (Strip, Cards, Chips)):
            yield from part.cells


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_action_has_its_button_or_the_reason_why_not(name: str, lang: str) -> None:
    session = fresh(name)
    page = standing(session, lang)
    offered = {act.id for act in buttons(page)}
    refused = {each.id for each in page.later if not each.which}
    choices = {action.id for action in flow.choices(session.game, session.state)}
    assert offered | refused == choices
    assert not offered & refused
    assert all(each.why for each in page.later if not each.which)
    assert all(each.id in offered for each in page.later if each.which)


@pytest.mark.parametrize("name", GAMES)
def test_a_choice_on_the_page_is_allowed(name: str) -> None:
    session = fresh(name)
    actions = flow.flow_of(session.game).actions
    for act in buttons(standing(session, "en")):
        form = ActionForm(game=session.game, state=session.state, action=actions[act.id])
        for _, choices in act.choices:
            for each in choices:
                assert act.quick
                wrong = form.put((act.quick,), each.value).problems
                assert not [problem for problem in wrong if problem.code != "E401"], each


@pytest.mark.parametrize("name", GAMES)
def test_a_tap_on_what_is_drawn_opens_what_is_offered(name: str) -> None:
    session = fresh(name)
    page = standing(session, "ja")
    taps = [each.tap for each in cells(page) if each.tap]
    asked = flow.flow_of(session.game).actions
    for tap in taps:
        assert tap.action in {act.id for act in buttons(page)}
        assert tap.given.keys() <= asked[tap.action].ask.keys()


def test_what_one_decides_by_stands_above_and_only_there() -> None:
    session = fresh("caylus")
    parts = [part for part in flow.flow_of(session.game).view if part.above]
    names = {part.name.of("en") for part in parts if part.name}
    page = standing(session, "en")
    drawn_below = {part.name for part in page.drawn if isinstance(part, (Strip, Cards, Chips))}
    assert names
    assert {part.name for part in page.above if isinstance(part, Chips)} <= names
    assert not names & drawn_below


def test_a_strip_has_everybody_where_they_are() -> None:
    session = fresh("praga")
    page = standing(session, "en")
    strips = [part for part in page.drawn if isinstance(part, Strip)]
    assert strips
    for strip in strips:
        seats = [seat for cell in strip.cells for piece in cell.pieces[1:] for seat in piece]
        assert sorted(seat for seat in seats if isinstance(seat, int)) == [0, 1, 2]


def test_a_tap_on_a_row_of_players_puts_right_what_stands_there() -> None:
    session = mexica("display 3 4 5 6 7 8 9 10")
    page = standing(session, "en")
    (table,) = (part for part in page.drawn if isinstance(part, PlayerTable))
    for _, key, texts in table.rows:
        assert key is None or key in session.state.players[0]
        assert len(texts) == len(session.state.names)


def test_the_last_line_stands_first_and_can_be_filled_in_again() -> None:
    session = mexica("display 3 4 5 6 7 8 9 10", "walk 2")
    recent = standing(session, "en").recent
    assert [each.n for each in recent] == [2, 1]
    assert all(each.again for each in recent)
