"""What was done in a play, as people read it, by the labels that the game has now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.base.text import Text
from rulesref.play.replay import LogEntry, PointSource, replayed
from rulesref.play.session import PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from rulesref.show.blocks import Facts, Grid, Para
from rulesref.show.play_history import history, listing, running, title
from rulesref.show.play_pages import status
from tests.helpers import varied
from tests.unit.play.playing import GAME, TO_THE_END, do, session, set_to


def played(*commands: dict[str, Any]) -> PlaySession:
    play = session()
    for command in commands:
        play.carry("typed", command)
    return play


@pytest.mark.parametrize(
    ("command", "en", "ja"),
    [
        pytest.param(do("work"), "A works 1 hours (3 coins).", "Aが1時間働きました(コイン3枚)。", id="an action"),
        pytest.param(do("plant", height=3), "A plants a hedge. (height 3, A +1)", "Aが生け垣を植えました。 (高さ 3、A +1)", id="points, and a number that the sentence lacks"),
        pytest.param(do("dress", kind="straw"), "put a hat on (straw)", "帽子をかぶる (麦わら)", id="an option that the sentence lacks"),
        pytest.param(do("visit", whom="Ben", gate=True, words="hello"), "visit (build a fence, hello, Ben +1)", "訪ねる (塀を作る、hello、Ben +1)", id="who is named behind, a flag, free text"),
        pytest.param(do("visit", whom="Ben", others=["A"], gate=False), "visit (A, Ben +1)", "訪ねる (A、Ben +1)", id="what is as if left out"),
        pytest.param(do("invite", kinds=["tall", "small"]), "invite gnomes (tall, small, A +1, A +1)", "小人を招く (のっぽ、ちび、A +1、A +1)", id="a list"),
        pytest.param({**do("work"), "force": True}, "! A works 1 hours (3 coins).", "! Aが1時間働きました(コイン3枚)。", id="by force"),
        pytest.param(set_to("gnomes", ("tall", "small"), "A"), "A: gnomes is now tall, small.", "Aの小人をのっぽ、ちびにしました。", id="a player's value"),
        pytest.param(set_to("sky", "rain"), "sky is now rain.", "空模様を雨にしました。", id="a value of the table"),
        pytest.param(set_to("hedges", (), "A"), "A: hedges is now -.", "Aの生け垣を-にしました。", id="an empty one"),
        pytest.param({"note": "x"}, "Note: x", "メモ: x", id="a note"),
    ],
)  # fmt: skip
def test_a_line_has_a_title(command: dict[str, Any], en: str, ja: str) -> None:
    entry = played(command).log()[-1]
    assert (title(entry, "en"), title(entry, "ja")) == (en, ja)


def test_of_a_scoring_the_result_says_everything() -> None:
    spring = played(*TO_THE_END).log()[3]
    assert title(spring, "en").startswith("spring show: A 4, Ben 2 (A +4, Ben +2)")


def test_where_the_game_does_not_say_a_line_stands_as_it_was_typed() -> None:
    play = played(do("work"))
    lines = play.store.lines(play.play)
    entries = replayed(None, play.play, lines)
    assert [title(entry, "en") for entry in entries] == ["The game begins.", "typed"]
    force = changed(lines[1], command={**do("work"), "force": True})
    assert title(LogEntry(force), "en") == "! typed"


def test_lines_that_were_taken_back_are_marked() -> None:
    play = played(do("work"), {"note": "x"})
    play.undo()
    (facts,) = history(play.entries(), play.play.head, "en")
    assert isinstance(facts, Facts)
    assert facts.items[1:] == (
        (" 1", "A works 1 hours (3 coins)."), (" 2", "(taken back) Note: x"),
    )  # fmt: skip


def test_the_last_lines_are_listed_and_how_to_see_more() -> None:
    play = played(*[{"note": str(n)} for n in range(25)])
    para, facts = history(play.entries(), play.play.head, "en")
    assert isinstance(para, Para)
    assert isinstance(facts, Facts)
    assert para.text == "Earlier lines (6): history 40, or history all"
    assert [n for n, _ in facts.items] == [f"{n:>3}" for n in range(6, 26)]
    (every,) = history(play.entries(), play.play.head, "en", None)
    assert isinstance(every, Facts)
    assert [n for n, _ in every.items[:2]] == ["  0", "  1"]
    assert history([], 0, "en") == [Facts(())]
    assert history(play.entries(), play.play.head, "en", 0)[-1] == Facts(())


def test_what_an_effect_says_for_the_log_stands_in_it(tmp_path: Path) -> None:
    old, new = (
        "say: {ja: もういます。, en: It is here already.}",
        "say: {ja: もういます。, en: It is here already.}, logged: true",
    )
    game = varied(tmp_path, ("flow.yaml", old, new))
    play, _ = PlaySession.new(
        PlayStore.in_memory(), game, ("A", "Ben"), read_options(game, [])[0], "full"
    )
    play.carry("x", do("invite", kinds=["tall"]))
    play.carry("x", do("invite", kinds=["tall"]))
    assert title(play.log()[-1], "en") == "It is here already."


def test_the_running_score_says_where_points_come_from() -> None:
    play = played(do("plant", height=3), set_to("points", 4, "Ben"))
    (grid,) = running(play, "en")
    assert isinstance(grid, Grid)
    assert grid.rows == (("hedge of 3", "1", "0"), ("corrected", "0", "4"), ("points", "1", "4"))


def test_what_little_points_come_from_is_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [PointSource(Text(f"源{n}", f"source {n}"), (n, -n)) for n in range(1, 13)]
    monkeypatch.setattr("rulesref.show.play_history.point_sources", lambda *_: many)
    (grid,) = running(session(), "en")
    assert isinstance(grid, Grid)
    assert len(grid.rows) == len(many) + 1
    many.insert(0, PointSource(None, (20, 0)))
    (grid,) = running(session(), "en")
    assert isinstance(grid, Grid)
    names = [name for name, *_ in grid.rows]
    assert names == [
        "corrected", *(f"source {n}" for n in range(3, 13)), "everything else", "points",
    ]  # fmt: skip
    assert grid.rows[-2] == ("everything else", "3", "-3")


def test_hidden_points_are_told_after_a_scoring_only() -> None:
    hide = (set_to("points", None, "A"), set_to("points", None, "Ben"))
    (para,) = running(played(*hide), "en")
    assert isinstance(para, Para)
    assert para.text == "Points are hidden in this game; they are counted at the end."
    play = played(*TO_THE_END, *hide)
    (facts,) = running(play, "en")
    assert isinstance(facts, Facts)
    assert [name for name, _ in facts.items] == ["A", "Ben"]


def test_a_scoring_without_points_has_no_totals() -> None:
    entry = played(*TO_THE_END[:3]).log()[-1]
    (scoring,) = [each for each in entry.happenings if each.score is not None]
    assert title(changed(entry, happenings=(scoring,)), "en") == "spring show: A 4, Ben 2"
    assert scoring.score is not None
    event = changed(scoring.score.event, categories=())
    without = changed(scoring, score=changed(scoring.score, event=event))
    assert title(changed(entry, happenings=(without,)), "en") == "spring show"


def test_a_game_without_points_has_no_running_score(tmp_path: Path) -> None:
    game = varied(
        tmp_path,
        ("flow.yaml", "points: points\nround: day\nshown: [points, coins]", "shown: [coins]"),
    )
    options = read_options(game, [])[0]
    play, _ = PlaySession.new(PlayStore.in_memory(), game, ("A", "Ben"), options, "full")
    play.carry("plant 3", do("plant", height=3))
    (para,) = running(play, "ja")
    assert isinstance(para, Para)
    assert para.text == "このゲームには途中の得点がありません。"
    assert status(game, play.state, "en").endswith("A to play]  | A: coins 1")
    assert play.log()[-1].happenings[0].kind == "say"


def test_plays_are_listed_with_how_far_they_are() -> None:
    open_, over = played(do("work")), played(*TO_THE_END)
    plays = [open_.play, over.play, changed(open_.play, name="x", game="gone")]
    (grid,) = listing(plays, {"toy": GAME}, "en")
    assert isinstance(grid, Grid)
    assert [(row[0], row[1], row[3], row[4]) for row in grid.rows] == [
        ("toy-1", "toy", "A, Ben", "A (garden work)"),
        ("toy-1", "toy", "A, Ben", "over: Ben 9.5, A 9.25"),
        ("x", "gone", "A, Ben", "A (moves)"),
    ]


def test_a_play_that_waits_for_nobody_is_listed_by_its_step() -> None:
    play = played(*TO_THE_END[:2])
    (grid,) = listing([play.play], {"toy": GAME}, "ja")
    assert isinstance(grid, Grid)
    assert grid.rows[0][4] == "春の品評"
    nobody = played(*TO_THE_END).play
    line = changed(nobody.line, state={**(nobody.line.state or {}), "winners": [], "scores": []})
    (grid,) = listing([changed(nobody, line=line)], {"toy": GAME}, "en")
    assert isinstance(grid, Grid)
    assert grid.rows[0][4] == "over"
    line = changed(nobody.line, state=None, stages=None)
    (grid,) = listing([changed(nobody, line=line)], {}, "en")
    assert isinstance(grid, Grid)
    assert grid.rows[0][4] == ""
