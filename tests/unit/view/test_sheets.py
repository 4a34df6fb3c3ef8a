"""Sheets: what a thumb gives on one is the command, and what cannot be tapped usefully is told beforehand."""

from __future__ import annotations

from typing import Any

from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.session import Accepted, PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from rulesref.view.control import DrawnField
from rulesref.view.sheet import ActionSheet, action_form, correction_form, sheet
from rulesref.view.standing import standing
from tests.helpers import DATA, game_in, toy


def begun(game: Game, *names: str) -> PlaySession:
    options, _ = read_options(game, [])
    return PlaySession.new(PlayStore.in_memory(), game, names, options, "full")[0]


def mexica(*lines: str) -> PlaySession:
    session = begun(game_in(DATA / "mexica"), "Ann", "Ben")
    for line in lines:
        assert isinstance(session.take(line), Accepted), line
    return session


def opened(session: PlaySession, action: str, **given: Any) -> ActionSheet:
    spec = flow.flow_of(session.game).actions[action]
    return sheet(action_form(session.game, session.state, spec, given), "en")


def field(drawn: ActionSheet, path: str) -> DrawnField:
    return next(each for each in drawn.entries if each.path == path)


def test_one_field_waits_until_all_is_said() -> None:
    session, given, waits = mexica("display 3 4 5 6 7 8 9 10"), dict[str, Any](), list[str]()
    for key, value in (("size", 4), ("others", ["Ben"]), ("inside", {})):
        drawn = opened(session, "found", **given)
        assert not drawn.done
        waits += [each.path for each in drawn.entries if each.waits]
        given[key] = value
    assert waits == [*given]
    assert opened(session, "found", **given).done


def test_what_a_sheet_says_is_what_is_recorded() -> None:
    session = mexica("display 3 4 5 6 7 8 9 10")
    drawn = opened(session, "walk", steps=2)
    assert drawn.done
    assert [(each.name, each.after) for each in drawn.changes] == [("AP", "4")]
    spec = flow.flow_of(session.game).actions["walk"]
    form = action_form(session.game, session.state, spec, drawn.given)
    session.take_form(form)
    assert standing(session, "en").recent[0].done == drawn.says


def test_numbers_and_players_that_the_rules_refuse_are_marked_before_a_tap() -> None:
    found = opened(mexica("display 3 4 5 6 7 8 9 10"), "found")
    size = field(found, "size")
    assert size.waits
    assert {*size.numbers} - {*size.unfit} == {*range(3, 11)}
    others = field(found, "others")
    assert [each.label for _, own in others.listed for each in own] == ["Ben"]
    assert [each.label for each in others.refused] == ["Ann"]
    # Nobody has a temple outside; what is neutral is not kept there.
    assert [key for key, _, _ in field(found, "inside").parts] == ["neutral"]


def test_a_refusal_names_its_rules_and_can_be_overruled() -> None:
    refused = opened(mexica("display 3 4 5 6 7 8 9 10"), "found", size=12, others=[], inside={})
    (said,) = refused.refusals
    assert "only 3, 4, 5, 6, 7, 8, 9, 10" in said.text
    assert said.rules
    assert refused.anyway
    assert not refused.complete


def test_too_many_are_told_once_and_by_their_names() -> None:
    session = begun(game_in(DATA / "tzolkin"), "Ann", "Ben")
    options = field(opened(session, "keep-tiles"), "tiles").choices[:3]
    drawn = opened(session, "keep-tiles", tiles=[each.value for each in options])
    tiles = field(drawn, "tiles")
    assert len(tiles.wrong) == 1
    assert not drawn.refusals
    assert not any(str(each.value) in tiles.shown.split(", ") for each in options)


def test_choices_that_are_refused_for_one_reason_stand_together() -> None:
    session = begun(game_in(DATA / "caylus"), "Ann", "Ben")
    drawn = field(opened(session, "build"), "tile")
    assert len({reason for reason, _ in drawn.reasons}) == len(drawn.reasons) < len(drawn.refused)
    assert {each for _, own in drawn.reasons for each in own} == {*drawn.refused}


def test_a_correction_counts_from_what_is() -> None:
    session = begun(toy(), "Ann", "Ben")
    coins = session.state.players[1]["coins"]
    drawn = sheet(correction_form(session.game, session.state, {"player": "Ben", "value": "coins"}), "en")  # fmt: skip
    to = field(drawn, "to")
    assert coins in to.numbers
    assert to.start == coins
    assert to.label.endswith(f" {coins}")
    assert {each.path for each in drawn.folded} == {"player", "value"}
    done = correction_form(session.game, session.state, {"player": "Ben", "value": "coins", "to": coins + 2})  # fmt: skip
    assert sheet(done, "en").complete
