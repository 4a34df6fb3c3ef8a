"""Where a play stands, at a glance."""

from __future__ import annotations

from typing import Any

from rulesref.base.frozen import changed
from rulesref.play import flow
from rulesref.play.flow import State
from rulesref.show.blocks import Facts, Grid, Page, Para, Title
from rulesref.show.play_view import everything, of_player, view, whole
from tests.unit.play.playing import GAME, REST, after, begun, do, session, set_to


def texts(page: Any) -> list[str]:
    return [block.text for block in page if isinstance(block, (Para, Title))]


def facts_of(page: Page) -> dict[str, Any]:
    return {
        name: value for block in page if isinstance(block, Facts) for name, value in block.items
    }


def grid_of(page: Page) -> Grid:
    (grid,) = [block for block in page if isinstance(block, Grid)]
    return grid


def planted() -> State:
    return after(
        begun(), do("plant", height=3), REST, set_to("hedges", [5, 2], "Ben"), set_to("hat", "paper", "Ben")
    )  # fmt: skip


def test_it_has_its_step_the_view_and_what_is_due() -> None:
    play = session()
    play.take("set A.coins 9")
    page = whole(play, "en")
    assert texts(page) == [
        "toy-1", "[spring / garden work / day 1 / A to play]", "! A: Most coins (9).",
    ]  # fmt: skip
    assert isinstance(page[2], Grid)


def test_a_reminder_that_is_nobodys_has_no_name() -> None:
    play = session()
    play.take("set day 3")
    assert texts(whole(play, "en"))[-1] == "! This is the last day."


def test_what_is_over_says_who_won() -> None:
    play = session()
    play.state = changed(play.state, finished=True, winners=("A",))
    assert texts(whole(play, "ja"))[1] == "ゲーム終了。Aの勝ちです。"


def test_a_table_has_a_row_for_each_player_and_leaves_out_columns_without_a_value() -> None:
    grid = grid_of(view(GAME, begun(), "en"))
    assert grid.header == ("", "points", "coins", "steps")
    assert grid.rows == (("A", "0", "2", "0-0"), ("Ben", "0", "3", "0-0"))
    assert grid.right == {1, 2}


def test_a_cell_without_a_value_is_a_dash() -> None:
    grid = grid_of(view(GAME, planted(), "ja"))
    assert grid.header[-1] == "帽子"
    assert [row[-1] for row in grid.rows] == ["-", "紙"]


def test_the_pieces_of_an_entry_stay_together_and_entries_with_none_are_left_out() -> None:
    facts = facts_of(view(GAME, planted(), "en"))
    assert facts["hedges"] == ("1 A: [3]", "2 Ben: [5][2]")
    assert facts["turn order"] == ("A", "Ben")
    assert "hedges" not in facts_of(view(GAME, begun(), "en"))


def test_a_field_is_called_by_its_name_and_shown_when_it_says_something() -> None:
    state = after(begun(), set_to("motto", "x", "A"), set_to("day", 2))
    assert facts_of(view(GAME, state, "ja"))["標語"] == ("x",)
    assert facts_of(view(GAME, state, "ja"))["日"] == ("2",)
    assert not {"標語", "日"} & facts_of(view(GAME, begun(), "ja")).keys()


def test_what_belongs_to_nobody_now_is_left_out() -> None:
    state = changed(after(begun(), set_to("motto", "x", "A")), cursor=())
    assert "motto" not in facts_of(view(GAME, state, "en"))


def test_what_is_for_pages_alone_is_left_out_of_text() -> None:
    names = {part.name.en for part in flow.flow_of(GAME).view if part.name}
    assert {"whom to visit", "coins"} <= names
    assert not {"whom to visit", "coins"} & facts_of(view(GAME, begun(), "en")).keys()


def test_a_part_of_another_track_is_left_out() -> None:
    state = changed(planted(), tracked="standard")
    assert "hedges" not in facts_of(view(GAME, state, "en"))


def test_what_rests_on_something_unknown_is_left_out() -> None:
    state = after(begun(), set_to("order", None), set_to("coins", None, "A"))
    page = view(GAME, state, "en")
    assert "turn order" not in facts_of(page)
    assert [row[2] for row in grid_of(page).rows] == ["-", "3"]


def test_a_game_without_a_view_shows_all_that_is_kept() -> None:
    plain = changed(GAME, flow=changed(flow.flow_of(GAME), view=()))
    state = after(begun(), do("plant", height=3), set_to("motto", "x" * 30, "A"))
    page = view(plain, state, "en")
    assert page == everything(plain, state, "en")
    rows = {row[0]: row[1:] for row in grid_of(page).rows}
    assert (rows["points"], rows["hedges"]) == (("1", "0"), ("3", "-"))
    facts = facts_of(page)
    assert (facts["first coins"], facts["turn order"]) == ("2", "1, 2")
    assert facts["motto, A"] == "x" * 30
    assert "wrapped gifts" not in facts


def test_one_player() -> None:
    title, facts = of_player(session(), "Ben", "ja")
    assert texts([title]) == ["Ben"]
    assert isinstance(facts, Facts)
    assert ("コイン", "3") in facts.items
