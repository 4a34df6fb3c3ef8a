from __future__ import annotations

from pathlib import Path

import pytest

from rulesref.library.library import Library
from rulesref.search.engine import SearchResult, search
from tests.helpers import TOY, open_library
from tests.packs import game


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library([str(TOY)])


def first(found: SearchResult) -> str | None:
    return found.hits[0].id if found.hits else None


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        pytest.param("plot-flowers", "plot-flowers", id="an id"),
        pytest.param("春の品評", "spring-show", id="a japanese title"),
        pytest.param("The Summer Market", "summer-market", id="an english title"),
        pytest.param("花はいくつ植えられる", "plot-flowers", id="an alias"),
        pytest.param("小人は何体持てる", "gnome-kinds", id="a japanese question"),
        pytest.param("how many gnomes may I have?", "gnome-kinds", id="an english question"),
        pytest.param("ノームの種類", "gnome-kinds", id="a japanese synonym"),
        pytest.param("同点のときはどうなる", "winner", id="with the glue of a question"),
        pytest.param("ＷＩＮＮＥＲ", "winner", id="in full width"),
        pytest.param("wild flowers", "wild-flowers", id="two words"),
        pytest.param("can I squeeze one more tulip in?", "plot-flowers", id="what people ask"),
        pytest.param("苗床は満員", "plot-flowers", id="what people ask in japanese"),
    ],
)
def test_a_question_finds_its_entry(library: Library, question: str, entry: str) -> None:
    assert first(search(library, question, "toy")) == entry


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("capital of France", id="another subject"),
        pytest.param("明日の株価", id="another subject in japanese"),
        pytest.param("", id="nothing"),
        pytest.param("???", id="phrase_ids"),
        pytest.param("の", id="glue"),
        pytest.param("いん", id="kana inside other words (コイン)"),
        pytest.param("\udcff\udcfe", id="text that is no text"),
    ],
)
def test_nothing_is_found_for_what_is_not_there(library: Library, question: str) -> None:
    assert search(library, question, "toy").hits == ()


def test_a_misspelt_word_is_read_as_it_was_meant(library: Library) -> None:
    found = search(library, "gnomm", "toy")
    assert first(found) == "gnome-kinds"
    assert list(found.read) == ["gnomm"]


def test_a_word_that_looks_like_a_term_offers_it(library: Library) -> None:
    found = search(library, "gnomicus", "toy")
    assert found.hits == ()
    assert ("toy", "gnome") in found.near


def test_what_may_be_meant_is_no_answer(library: Library) -> None:
    """Between an answer and silence, entries are offered by their titles alone."""
    found = search(library, "plant a perfume gnome", "toy")
    assert found.hits == found.tools == ()
    assert found.perhaps
    assert all(hit.game == "toy" for hit in found.perhaps)


def test_a_game_named_in_the_question_is_meant(library: Library) -> None:
    found = search(library, "おもちゃの庭の小人")
    assert found.game == "toy"
    assert {hit.game for hit in found.hits} == {"toy"}


@pytest.mark.parametrize("question", ["小人は何体持てる", "can the wild flowers stay"])
def test_the_name_of_the_game_that_is_asked_says_no_more(library: Library, question: str) -> None:
    named = search(library, f"おもちゃの庭 {question}", "toy")
    assert named.hits == search(library, question, "toy").hits != ()


def test_no_more_than_asked_come_and_best_first(library: Library) -> None:
    found = search(library, "花壇 花 コイン", "toy", limit=2)
    scores = [hit.score for hit in found.hits]
    assert len(scores) <= 2
    assert scores == sorted(scores, reverse=True)


def test_the_same_question_gives_the_same_answer(library: Library) -> None:
    again = open_library([str(TOY)])
    assert search(library, "コインの点", "toy") == search(again, "コインの点", "toy")


def test_a_question_of_any_length_is_answered(library: Library) -> None:
    assert search(library, "花壇" * 5000, "toy").game == "toy"


def test_an_entry_asked_about_in_several_ways_is_found_by_each_and_comes_once(
    library: Library,
) -> None:
    for question in ("room in a flower bed", "squeeze one more tulip in"):
        found = [hit.id for hit in search(library, question, "toy").hits]
        assert found[0] == "plot-flowers"
        assert len(set(found)) == len(found)


@pytest.mark.slow
def test_a_hidden_game_is_searched_only_when_it_is_named(tmp_path: Path) -> None:
    game(tmp_path / "mine", "toy", of=TOY)
    both = open_library([str(TOY), str(tmp_path / "mine")])
    everywhere = search(both, "how many flowers in a plot")
    assert everywhere.hits[0].game == "toy"
    assert "toy/toy" not in {hit.game for hit in everywhere.hits}
    named = search(both, "how many flowers in a plot", "toy/toy")
    assert named.hits[0].game == "toy/toy"
    assert both.game(named.hits[0].game).rule(named.hits[0].id)
