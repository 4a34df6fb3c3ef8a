"""An answer has the content of what was found."""

from __future__ import annotations

import pytest

from rulesref.answers.answer import FullAnswer, full_answer, statements
from rulesref.base.frozen import changed
from rulesref.search.engine import Hit, Match, search
from tests.helpers import library


def answer(question: str, *, context: bool = False) -> FullAnswer:
    return full_answer(library(), search(library(), question, "toy"), context=context)


def test_the_entries_are_those_of_the_hits() -> None:
    found = answer("plots")
    assert [entry.rule.id for entry in found.entries] == [hit.id for hit in found.result.hits]
    assert {entry.game.id for entry in found.entries} == {"toy"}
    assert found.around is None


@pytest.mark.parametrize(
    ("question", "sure"),
    [
        pytest.param("plots", False, id="an entry that is near"),
        pytest.param("points for 12 coins", True, id="a number"),
        pytest.param("gnomicus", False, id="nothing"),
    ],
)
def test_a_number_is_sure_and_an_entry_as_far_as_the_search_is(
    question: str, *, sure: bool
) -> None:
    found = answer(question)
    unsure = changed(found, result=changed(found.result, sure=False))
    assert unsure.sure is sure
    assert changed(found, result=changed(found.result, sure=True)).sure is bool(found.entries)


def test_what_is_around_an_entry_is_in_its_topic() -> None:
    found = answer("plots", context=True)
    rule = found.entries[0].rule
    assert found.around is not None
    around = [other for other in (found.around.before, found.around.after) if other]
    assert around
    assert {other.topic for other in around} == {rule.topic}
    assert [other.id for other in found.around.related] == list(rule.related)


def test_a_calculator_comes_with_its_inputs_and_a_row_with_its_table() -> None:
    tools = [
        tool
        for question in ("points for 12 coins", "コイン12枚は何点", "花壇の表", "天気")
        for tool in answer(question).tools
    ]
    assert tools
    for tool in tools:
        assert (tool.call is None) == (tool.table is not None)
        assert (tool.row is not None) == (tool.hit.kind == "row")


def test_where_nothing_answers_terms_or_topics_are_offered() -> None:
    near = answer("gnomicus")
    assert [(game.id, term.id) for game, term in near.near] == list(near.result.near)
    nothing = answer("xyzzy")
    assert nothing.game is not None
    assert (nothing.entries, nothing.near) == ((), ())


def test_the_entry_that_names_the_calculator_of_the_number_comes_first() -> None:
    result = search(library(), "points for 12 coins", "toy")
    first = result.hits[0]
    other = next(hit for hit in search(library(), "plots", "toy").hits if hit.id != first.id)
    mixed = full_answer(library(), changed(result, hits=(changed(other, parts=first.parts), first)))
    assert mixed.number is not None
    assert [entry.rule.id for entry in mixed.entries] == [first.id, other.id]
    assert "coins" in mixed.entries[0].rule.calculators


def test_that_no_rule_says_so_goes_before_what_is_hardly_better() -> None:
    question = "can I trade a stone for an egg with the guy next to me"
    found = search(library(), question, "praga")
    silent, other = found.hits[:2]
    hits = (other, changed(silent, score=0.8 * other.score))
    first = full_answer(library(), changed(found, hits=hits)).entries[0]
    assert first.rule.id == "trading-with-players"
    assert first.rule.silent


@pytest.mark.parametrize(
    "question", ["can I sell my seal to Bob", "can i give Ann 2 gold", "石を友だちにあげてもいい？"]
)
def test_what_one_sells_or_gives_to_another_no_rule_says(question: str) -> None:
    answer = full_answer(library(), search(library(), question, "praga"))
    assert answer.entries[0].rule.id == "trading-with-players"


def test_what_players_do_to_each_other_is_no_rule_about_something_else() -> None:
    answer = full_answer(
        library(), search(library(), "食料1個貸してって言われた。貸していい？", "caylus")
    )
    assert answer.entries[0].rule.id == "no-trading"
    asked = full_answer(
        library(), search(library(), "監督の交渉でお金を貸してもらえる？", "caylus")
    )
    assert asked.entries[0].rule.id == "provost-talk"


QUESTIONS = [
    pytest.param(
        "mexica",
        "人が乗ってる橋を動かしちゃっていいの",
        "bridge-cost",
        2,
        id="who stands on a bridge",
    ),
    pytest.param(
        "praga",
        "parler card says mine or quarry, but I have the same number of both",
        "solo-cards",
        2,
        id="a card",
    ),
    pytest.param(
        "tigris", "チグユーの暴動 勝ったら何もらえる", "revolt-result", 0, id="what is won"
    ),
]


@pytest.mark.parametrize(("game", "question", "entry", "place"), QUESTIONS)
def test_the_statement_that_says_most_of_the_question_is_first(
    game: str, question: str, entry: str, place: int
) -> None:
    hit = next(hit for hit in search(library(), question, game).hits if hit.id == entry)
    rule = library().game(game).rule(entry)
    assert rule is not None
    ranked = statements(library().game(game), rule, hit)
    assert ranked[0].point is rule.points[place]
    assert sorted(each.place for each in ranked) == list(range(len(rule.points)))


def test_without_a_question_the_statements_keep_their_order() -> None:
    rule = library().game("toy").rule("plot-flowers")
    assert rule is not None
    ranked = statements(
        library().game("toy"), rule, Hit("toy", "rule", rule.id, 1.0, Match("part"))
    )
    assert [each.place for each in ranked] == list(range(len(rule.points)))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("置いた神殿あとで動かせる？", id="japanese"),
        pytest.param("can I move a temple after building it", id="english"),
    ],
)
def test_the_entry_that_says_more_of_the_question_comes_first(text: str) -> None:
    answer = full_answer(library(), search(library(), text, "mexica"))
    assert [entry.rule.id for entry in answer.entries[:2]] == ["temple-fixed", "bridge-cost"]


def test_a_row_is_found_by_its_name() -> None:
    answer = full_answer(library(), search(library(), "Extraction and gold hall", "tzolkin"))
    assert answer.sure
    assert answer.number
    assert answer.number.row
    assert answer.number.row.cells["wood"] == 2
