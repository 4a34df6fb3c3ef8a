from __future__ import annotations

import pytest

from rulesref.compiling.build import BuiltStore, build
from rulesref.library.library import game_of
from rulesref.model.game import Game
from tests.helpers import TOY, open_library, toy


@pytest.fixture(params=["folder", "snapshot"])
def game(request: pytest.FixtureRequest) -> Game:
    """The invented game, straight from its files and from a snapshot."""
    return toy() if request.param == "folder" else open_library([str(TOY)]).game("toy")


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        pytest.param("花壇", ["plot"], id="the japanese word"),
        pytest.param("かだん", ["plot"], id="its reading"),
        pytest.param("カダン", ["plot"], id="in katakana"),
        pytest.param("Plot", ["plot"], id="the english word"),
        pytest.param("flower bed", ["plot"], id="a synonym"),
        pytest.param("お金", ["coin"], id="a japanese synonym"),
        pytest.param("tulip", [], id="none"),
    ],
)
def test_a_word_means(game: Game, word: str, terms: list[str]) -> None:
    assert [term.id for term in game.terms_called(word)] == terms


def test_entries_that_use_a_term_come_in_rulebook_order(game: Game) -> None:
    assert [rule.id for rule in game.rules_about("coin")] == [
        "coin-supply", "summer-market", "autumn-walk", "winner", "coin-points",
    ]  # fmt: skip


def test_entries_come_in_rulebook_order(game: Game) -> None:
    topics = [rule.topic for rule in game.rules.values()]
    assert topics == ["garden"] * 4 + ["seasons"] * 3 + ["harvest"] * 3


@pytest.mark.parametrize("name", ["none", "", "庭", "\udcff"])
def test_what_is_not_there_is_nothing(game: Game, name: str) -> None:
    assert game.rule(name) is None
    assert game.table(name) is None


def test_an_entry_knows_its_text_sources_and_confidence(game: Game) -> None:
    rule = game.rule("plot-flowers")
    assert rule is not None
    assert rule.text.en.split("\n") == [
        "A plot holds as many flowers as its size.",
        "A flower is 1 to 4 high.",
        "A plot of size 3 holds up to 3 flowers.",
    ]
    assert (rule.sources, rule.confidence) == (("BOOK", "CLUB"), "likely")


def test_the_default_edition_is_the_one_marked_so(game: Game) -> None:
    assert game.about.edition is not None
    assert game.about.edition.id == "second"


def test_ids_are_known_without_linking(game: Game) -> None:
    assert game.event_ids == ("spring", "summer", "autumn", "final")
    assert game.calculator_ids == ("show", "walk", "coins", "sky")


def test_rows_say_what_is_their_own(game: Game) -> None:
    table = game.table("plots")
    assert table is not None
    assert [row.confidence for row in table.rows] == [
        "certain",
        "certain",
        "likely",
        "certain",
        "certain",
    ]
    assert table.rows[3].sources == ("CLUB",)
    assert table.rows[3].note is not None
    assert table.rows[3].cells["name"] is None
    assert table.by_key[(3,)].cells["second"] == 1


@pytest.mark.parametrize(
    ("word", "topic"),
    [
        pytest.param("harvest", "harvest", id="its id"),
        pytest.param("季節", "seasons", id="its name"),
        pytest.param("Plots", "garden", id="an alias"),
        pytest.param("chess", None, id="none"),
    ],
)
def test_a_topic_is_called(game: Game, word: str, topic: str | None) -> None:
    named = game.topic_called(word)
    assert (named and named.id) == topic


def test_a_game_is_called_as_its_library_calls_it_and_kept_as_its_pack_has_it() -> None:
    plain = toy()
    assert (plain.id, plain.key) == ("toy", "toy")
    hidden = game_of(BuiltStore(build(TOY).data), "", called="a-pack/toy", key="a-pack/toy")
    assert (hidden.id, hidden.key, hidden.about.id) == ("a-pack/toy", "a-pack/toy", "toy")
    packed = game_of(BuiltStore(build(TOY).data), "", called="toy", key="a-pack/toy")
    assert (packed.id, packed.key, packed.about.id) == ("toy", "a-pack/toy", "toy")
