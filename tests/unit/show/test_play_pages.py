"""What is said in a play: what a line did, what is asked, the rules of a step, the beginning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesref.base.frozen import changed
from rulesref.play import flow
from rulesref.play.flow import State
from rulesref.play.session import Accepted, ChangedElsewhere, HeadMoved, PlaySession
from rulesref.play.start import read_options
from rulesref.play.store import PlayStore
from rulesref.show import forms, play_pages
from rulesref.show.blocks import Bullets, Facts, Flowing, Grid, Para, Title
from rulesref.show.play_pages import (
    choices,
    ended,
    prompt,
    reminders,
    situation,
    status,
)
from tests.helpers import varied
from tests.unit.play.playing import (
    GAME,
    SCORING,
    SPRING,
    TO_THE_END,
    after,
    begun,
    do,
    session,
    set_to,
)


def texts(page: Any) -> list[str]:
    return [block.text for block in page if isinstance(block, (Para, Title))]


def accepted(play: PlaySession, line: str, lang: str = "en") -> list[str]:
    reply = play.take(line)
    assert isinstance(reply, Accepted), reply
    page = play_pages.accepted([reply], lang)
    page += play_pages.stands(GAME, reply.before, reply.after, lang)
    return [text for block in page for text in (getattr(block, "items", None) or texts([block]))]


@pytest.mark.parametrize(
    ("line", "lang", "first"),
    [
        pytest.param("hedge 3", "en", ["A plants a hedge.", "A +1 -> 1 (hedge of 3)"], id="an action"),
        pytest.param("set A.coins 9", "en", ["A: coins is now 9.", "[spring / garden work / day 1 / A to play]  A 0  Ben 0  | A: coins 9", "! A: Most coins (9). [coin-points]"], id="a correction"),
        pytest.param("note お茶", "ja", ["メモ: お茶"], id="a note"),
        pytest.param("track light", "en", ["Only the pace, the scores and the reminders are tracked from here on."], id="tracking"),
        pytest.param("track full", "en", ["Everything is tracked from here on. What is not known yet: set NAME VALUE."], id="tracking all"),
    ],
)  # fmt: skip
def test_what_a_line_did(line: str, lang: str, first: list[str]) -> None:
    assert accepted(session(), line, lang)[: len(first)] == first


def test_what_is_not_known_is_told_in_one_line() -> None:
    play = session()
    for field in ("hedges", "points"):
        play.carry("x", set_to(field, None, "A"))
    lines = accepted(play, "hedge 3")
    assert (
        "! points, hedges is not known" in lines[1] or "! hedges, points is not known" in lines[1]
    )
    assert len(lines) == 3


def test_what_is_done_by_force_says_what_it_breaks() -> None:
    play = session()
    play.take("set A.coins 0")
    lines = accepted(play, "!!hedge 3")
    assert lines[:3] == [
        "A plants a hedge.", "A +1 -> 1 (hedge of 3)",
        "! Against the rules: It costs 1 coins. Not enough coins: 1 needed, 0 in hand.",
    ]  # fmt: skip


def test_a_turn_that_is_over_by_itself_is_told() -> None:
    play = session()
    play.take("set A.coins 11")
    assert accepted(play, "work")[:3] == [
        "A works 1 hours (12 coins).", "A's turn ends by itself.",
        "[spring / garden work / day 1 / Ben to play]  A 0  Ben 0  | Ben: coins 3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        pytest.param("en", "A's turn ended by itself. Now it is Ben's turn (garden work). If Ben means “rest”: Ben pass", id="english"),
        pytest.param("ja", "Aの手番は自動で終わっています。今はBenの番です(庭仕事)。Benが「休む」を行うなら「Ben pass」。", id="japanese"),
    ],
)  # fmt: skip
def test_why_a_word_ended_nothing(lang: str, line: str) -> None:
    play = session()
    play.take("set A.coins 11")
    play.take("work")
    reply = play.take("pass")
    assert isinstance(reply, flow.NoOpEnd)
    assert play_pages.ignored(reply, GAME, play.state, lang) == line


def test_why_a_word_ends_nothing_here() -> None:
    state = begun()
    reply = flow.NoOpEnd("pass")
    said = play_pages.ignored(reply, GAME, state, "en")
    assert said.startswith("“pass” ends nothing here; it is A's turn (garden work).")
    said = play_pages.ignored(reply, GAME, changed(state, cursor=()), "en")
    assert said.startswith("“pass” ends nothing here")
    over = changed(state, finished=True)
    reply = flow.NoOpEnd("pass", flow.Ended("moves", 0))
    assert play_pages.ignored(reply, GAME, over, "en").endswith("“pass” was not needed.")


def test_lines_that_are_not_done_can_be_typed_again() -> None:
    (para,) = play_pages.not_done(["hedge 3", "rest"], "ja")
    assert texts([para]) == ["まだ行っていません: hedge 3 / rest"]
    (para,) = play_pages.goes_on(["rest"], "ja")
    assert texts([para]) == ["このあと: rest"]
    assert play_pages.not_done([], "ja") == play_pages.goes_on([], "ja") == []


def test_a_scoring_has_the_points_that_come_of_it() -> None:
    play = session()
    for command in SCORING:
        play.carry("rest", command)
    reply = play.carry("{}", {"position": SPRING})
    assert isinstance(reply, Accepted)
    page = play_pages.accepted([reply], "en")
    assert any(isinstance(block, Grid) for block in page)
    # The table has the points that come of it.
    assert not any(isinstance(block, Flowing) for block in page)


def test_points_without_a_reason() -> None:
    happening = flow.Happening(kind="points", text=None, player="A", amount=-2, total=3)
    assert play_pages._told([happening], "en") == [Flowing(("A -2 -> 3",))]


def test_the_rules_of_a_step_and_the_words_of_the_choices() -> None:
    page = play_pages.help_here(GAME, begun(), "en")
    assert texts(page)[0] == "spring / garden work / day 1 / A to play"
    (bullets,) = [block for block in page if isinstance(block, Bullets)]
    assert "[plot-flowers]" in bullets.items[0][1]
    (facts,) = [block for block in page if isinstance(block, Facts)]
    assert facts.items[0] == ("1", "work (job) [hours]")
    assert facts.items[1] == ("2", "plant a hedge (hedge) height")
    assert texts(play_pages.help_here(GAME, after(begun(), *TO_THE_END), "en"))[0] == "day 2"


@pytest.mark.parametrize(
    ("lang", "where"),
    [pytest.param("en", "between turns", id="english"), pytest.param("ja", "手番の合間", id="japanese")],
)  # fmt: skip
def test_a_step_of_nobody_without_a_name_is_said_to_be_one(
    tmp_path: Path, lang: str, where: str
) -> None:
    game = varied(
        tmp_path,
        ("flow.yaml", "shown-table: [day]", "shown-table: []"),
        (
            "flow.yaml",
            "  - id: gale\n",
            "  - {id: talk, kind: act, actions: [rest]}\n  - id: gale\n",
        ),
    )
    state = flow.begin(game, ("A", "Ben"), read_options(game, [])[0], "full").state
    assert flow.turn_of(state) is None
    assert play_pages.status(game, state, lang)[1:].startswith(where)
    assert texts(play_pages.help_here(game, state, lang))[0] == where


def test_the_rules_of_a_choice_in_full() -> None:
    page = play_pages.help_action(GAME, flow.flow_of(GAME).actions["work"], "ja")
    rule = GAME.rule("coin-supply")
    assert rule is not None
    assert rule.title.ja in texts(page)[0]
    assert len([block for block in page if isinstance(block, Title)]) == 1


def test_what_can_be_done_in_a_step_is_told_where_it_is_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert play_pages.step_now(GAME, begun()) is None
    monkeypatch.setattr(play_pages, "_FEW", 20)
    now = play_pages.step_now(GAME, begun())
    assert now is not None
    assert "garden work" in now.en
    assert "1 work, 2 plant a hedge" in now.en
    assert "庭仕事" in now.ja
    assert "1 働く" in now.ja


def missing(line: str, *commands: dict[str, Any]) -> flow.LineForm:
    asked = flow.understand(GAME, after(begun(), set_to("day", 2), *commands), line)
    assert isinstance(asked, flow.LineForm)
    return asked


@pytest.mark.parametrize(
    ("line", "page", "question"),
    [
        pytest.param("dress", [Flowing(("1 straw", "2 paper"))], "put a hat on: hat: ", id="options"),
        pytest.param("give", [Para("They come from your own coins.", 2)], "give coins: how many (1 to 3): ", id="help"),
        pytest.param("give a hat", [Para("None of these is allowed now: You do not have that hat.", 2), Flowing(("1 straw", "2 paper"))], "give a hat: hat: ", id="options of which none is allowed"),
        pytest.param("give 1", [Flowing(("1 A", "2 Ben"))], "give coins: to whom: ", id="players"),
        pytest.param("set A.coins", [], "A: coins (0 to 30): ", id="a correction"),
        pytest.param("give 2 Ben", [], "give coins: wrapped (yes/no) [no]: ", id="optional"),
    ],
)  # fmt: skip
def test_a_value_is_asked_below_its_help_and_options(
    line: str, page: list[Any], question: str
) -> None:
    asked = missing(line)
    assert asked.next is not None
    assert forms.question(asked.next, "en") == page
    assert forms.prompt(asked.next, "en", asked.title) == question


def test_a_new_play_says_who_sits_where_and_what_to_set_up() -> None:
    names, options = ("A", "Ben"), begun().options
    play, transition = PlaySession.new(PlayStore.in_memory(), GAME, names, options, "full", seed=7)
    page = play_pages.opening(play, transition.happenings, "en", drawn=True)
    assert texts(page)[:3] == [
        "A game of Toy Garden begins: toy-1", "In turn order: A, Ben",
        "Drawn with the seed 7; --seed 7 draws the same again.",
    ]  # fmt: skip
    (bullets,) = [block for block in page if isinstance(block, Bullets)]
    assert bullets.items[0] == (0, "[ ] Put out the garden (2 players).")
    assert "The garden opens." in texts(page)
    assert "seed" not in " ".join(texts(play_pages.opening(play, (), "en", drawn=False)))


def test_lines_taken_back_and_done_again() -> None:
    play = session()
    play.take("set A.coins 9")
    reply = play.undo()
    assert isinstance(reply, HeadMoved)
    assert texts(play_pages.moved(reply, "en")) == ["Taken back: A: coins is now 9."]
    reply = play.redo()
    assert isinstance(reply, HeadMoved)
    assert texts(play_pages.moved(reply, "en")) == ["Done again: A: coins is now 9."]
    assert texts(play_pages.stands(GAME, reply.before, reply.after, "en"))[1:] == [
        "! A: Most coins (9). [coin-points]"
    ]


def test_lines_of_another_terminal_have_their_numbers() -> None:
    play = session()
    play.take("note x")
    page = play_pages.changed_elsewhere(ChangedElsewhere(tuple(play.log()[1:]), 1), "en")
    assert texts(page)[0] == "Line 1: Note: x"


@pytest.mark.parametrize(
    ("state", "en", "ja"),
    [
        pytest.param(begun(), "[spring / garden work / day 1 / A to play]", "【春 / 庭仕事 / 日 1 / Aの手番】", id="a turn"),
        pytest.param(after(begun(), *SCORING), "[spring show / day 2]", "【春の品評 / 日 2】", id="a scoring"),
        pytest.param(after(begun(), *TO_THE_END), "The game is over: Ben wins.", "ゲーム終了。Benの勝ちです。", id="the end"),
    ],
)  # fmt: skip
def test_the_first_line_says_where_the_play_is(state: State, en: str, ja: str) -> None:
    assert status(GAME, state, "en").split("  ")[0] == en
    assert status(GAME, state, "ja").split("  ")[0] == ja


def test_points_of_everybody_and_what_the_player_has() -> None:
    state = after(begun(), do("plant", height=3))
    line = status(GAME, state, "en")
    assert line == "[spring / garden work / day 1 / A to play]  A 1  Ben 0  | A: coins 1"
    # The prompt says the rest.
    prompted = status(GAME, state, "en", prompted=True)
    assert prompted == "[spring / day 1]  A 1  Ben 0  | A: coins 1"


def test_points_that_nobody_tracks_are_left_out() -> None:
    state = after(begun(), set_to("points", None, "A"), set_to("points", None, "Ben"))
    assert status(GAME, state, "en").endswith("A to play]  | A: coins 2")


@pytest.mark.parametrize(
    ("winners", "en"),
    [
        ((), "The game is over."),
        (("A",), "The game is over: A wins."),
        (("A", "Ben"), "The game is over: A and Ben share the victory."),
    ],
)
def test_how_a_play_ended(winners: tuple[str, ...], en: str) -> None:
    assert ended(winners, "en") == en


@pytest.mark.parametrize(
    ("state", "en"),
    [
        pytest.param(begun(), "A (garden work)> ", id="a turn"),
        pytest.param(after(begun(), *SCORING), "spring show> ", id="nobody's turn"),
        pytest.param(after(begun(), *TO_THE_END), "> ", id="the end"),
        pytest.param(changed(begun(), cursor=()), "> ", id="nowhere"),
    ],
)
def test_the_prompt_says_whose_turn_it_is(state: State, en: str) -> None:
    assert prompt(GAME, state, "en") == en


def test_choices_have_their_numbers() -> None:
    (listed,) = choices(GAME, begun(), "ja")
    assert isinstance(listed, Flowing)
    assert listed.items[:3] == ("1 働く", "2 生け垣を植える", "4 小人を招く")
    assert situation(GAME, begun(), "ja")[-1] == listed
    # They keep them when there is less, or more, to choose from.
    state = after(begun(), set_to("coins", 0, "A"), set_to("hedges", (3,), "A"))
    (listed,) = choices(GAME, state, "ja")
    assert isinstance(listed, Flowing)
    assert listed.items[:3] == ("1 働く", "3 生け垣を切る", "4 小人を招く")
    assert choices(GAME, after(begun(), *TO_THE_END), "ja") == []


def test_reminders_name_the_player_and_the_rule() -> None:
    state = after(begun(), set_to("coins", 10, "A"))
    assert texts(reminders(flow.dues(GAME, state), "en")) == [
        "! A: Most coins (10). [coin-points]",
        "! The purse is nearly full (10 coins). [coin-supply]",
    ]


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        pytest.param("[invite, work]", ["plot-flowers", "spring-show"], id="of-one-choice"),
        pytest.param(
            "[invite, dress]", ["plot-flowers", "autumn-walk", "spring-show"], id="of-two-choices"
        ),
    ],
)
def test_a_rule_of_the_step_is_told_with_it_unless_it_is_about_one_choice(
    tmp_path: Path, choices: str, told: list[str]
) -> None:
    every = (
        "[work, plant, cut, invite, guess, dress, stroll, visit, vote, sow, rest, give, give-hat]"
    )
    game = varied(
        tmp_path,
        ("flow.yaml", f"actions: {every}\n                rules: [plot-flowers]", f"actions: {choices}\n                rules: [plot-flowers, autumn-walk]"),
    )  # fmt: skip
    state = flow.begin(game, ("A", "Ben"), read_options(game, [])[0], "full").state
    page = play_pages.help_here(game, state, "en")
    (bullets,) = [block for block in page if isinstance(block, Bullets)]
    assert [text.rsplit("[", 1)[1].rstrip("]") for _, text in bullets.items] == told
