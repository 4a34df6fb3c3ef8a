"""Words that end something: what they mean in a step, and that they end nothing but that."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.base.folding import fold, word_lists
from rulesref.base.frozen import changed
from rulesref.base.text import LANGS
from rulesref.model.game import Game
from rulesref.play import flow
from rulesref.play.flow import Ended, NoOpEnd, State, stopped
from tests.helpers import varied
from tests.unit.play.playing import GAME, SCORING, TO_THE_END, after, begun, do, set_to

REST = {"do": "rest", "with": {}, "force": False}
#: A has so many coins that the turn ends by itself.
OVER = after(begun(), set_to("coins", 11, "A"), do("work"))
WORDS = [word for lang in LANGS for word in word_lists(lang, "words")["stop"]]


@pytest.mark.parametrize("word", WORDS)
def test_each_of_the_words_is_the_action_that_stops(word: str) -> None:
    found = stopped(GAME, begun(), word)
    # A word of the action itself is understood as every line is.
    own = fold(word) in map(fold, flow.flow_of(GAME).actions["rest"].names)
    assert found == (None if own else REST)


@pytest.mark.parametrize(
    ("state", "line", "found"),
    [
        pytest.param(begun(), "work", None, id="no such word"),
        pytest.param(begun(), "pass 2", None, id="something behind it"),
        pytest.param(begun(), "Ben pass", NoOpEnd("pass"), id="who has no turn"),
        pytest.param(begun(), "A pass", {**REST, "who": "A"}, id="who has the turn"),
        pytest.param(begun(), "Aパス", {**REST, "who": "A"}, id="right behind the name"),
        pytest.param(begun(), "A passes", {**REST, "who": "A"}, id="as one says it of somebody"),
        pytest.param(begun(), "skipped", REST, id="what was done"),
        pytest.param(begun(), "A is done", {**REST, "who": "A"}, id="of somebody, in two words"),
        pytest.param(begun(), "I'm done", REST, id="of oneself"),
        pytest.param(begun(), "done with it", None, id="no word that ends"),
        pytest.param(begun(), "Aはパスします", {**REST, "who": "A"}, id="politely"),
        pytest.param(begun(), "パスした", REST, id="what was done, in Japanese"),
        pytest.param(OVER, "passes", NoOpEnd("passes", Ended("moves", 0), flow.flow_of(GAME).actions["rest"]), id="over before"),
        pytest.param(after(begun(), *SCORING), "pass", None, id="a scoring asks"),
        pytest.param(after(begun(), *TO_THE_END), "pass", None, id="the end"),
        pytest.param(OVER, "Ben pass", {**REST, "who": "Ben"}, id="a name is meant"),
        pytest.param(OVER, "!pass", {**REST, "force": True}, id="force is meant"),
    ],
)  # fmt: skip
def test_what_such_a_word_means(state: State, line: str, found: object) -> None:
    assert stopped(GAME, state, line) == found


def test_no_such_word_goes_on_to_what_has_begun_by_itself() -> None:
    assert OVER.ended == Ended("moves", 0)
    rest = flow.flow_of(GAME).actions["rest"]
    for word in ("pass", "end"):
        assert stopped(GAME, OVER, word) == NoOpEnd(word, Ended("moves", 0), rest)
    assert stopped(GAME, OVER, "pass", again=True) == REST
    # Whatever is done next, it is over; what only looks or corrects leaves it open.
    assert after(OVER, {"note": "x"}, set_to("day", 2)).ended == Ended("moves", 0)
    assert after(OVER, do("work")).ended is None


def test_an_action_that_ends_its_step_does_not_do_so_by_itself() -> None:
    assert after(begun(), do("rest")).ended is None


@pytest.fixture(scope="module")
def gated(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The invented game where a wind ends the first step, and where nothing is called a stop."""
    gale = "  - id: gale\n    kind: do\n"
    return varied(
        tmp_path_factory.mktemp("gated"),
        ("flow.yaml", gale, f"{gale}    closes: true\n"),
        ("flow.yaml", "    stop: true\n", ""),
    )


def test_a_stage_that_closes_counts_as_a_step_that_was_over(gated: Game) -> None:
    options = {**begun().options, "windy": True}
    state = flow.begin(gated, ("A", "Ben"), options).state
    assert state.ended is None, "before the first line nobody has ended anything"
    still = changed(state, cursor=(), finished=False)
    done = flow.carry_out(gated, still, {"set": "day", "player": None, "to": 3})
    assert done.state.ended == Ended("gale", None)


def test_where_nothing_stops_such_a_word_ends_nothing(gated: Game) -> None:
    state = flow.begin(gated, ("A", "Ben"), begun().options).state
    assert stopped(gated, state, "pass") == NoOpEnd("pass")
    assert stopped(gated, state, "end") is None, "a word of an action"


def test_a_word_that_is_a_value_is_that(tmp_path: Path) -> None:
    game = varied(
        tmp_path,
        ("flow.yaml", "    stop: true\n", ""),
        ("flow.yaml", "{id: paper, name: {ja: 紙, en: paper}}]\n    needs", "{id: paper, name: {ja: なし, en: paper}}]\n    needs"),
    )  # fmt: skip
    state = flow.begin(game, ("A", "Ben"), begun().options).state
    assert stopped(game, state, "なし") is None
