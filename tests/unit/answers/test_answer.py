"""An answer has the content of what was found."""

from __future__ import annotations

import pytest

from rulesref.cli.common import open_library
from rulesref.library.library import Library
from rulesref.answers.answer import FullAnswer, call_from, full_answer
from rulesref.search.engine import search
from tests.helpers import TOY, toy


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library([str(TOY)])


def answer(library: Library, question: str, *, context: bool = False) -> FullAnswer:
    return full_answer(library, search(library, question, "toy"), context=context)


def test_the_entries_are_those_of_the_hits(library: Library) -> None:
    found = answer(library, "plots")
    assert [entry.rule.id for entry in found.entries] == [hit.id for hit in found.result.hits]
    assert {entry.game.id for entry in found.entries} == {"toy"}
    assert found.around is None


def test_what_is_around_an_entry_is_in_its_topic(library: Library) -> None:
    found = answer(library, "plots", context=True)
    rule = found.entries[0].rule
    assert found.around is not None
    around = [other for other in (found.around.before, found.around.after) if other]
    assert around
    assert {other.topic for other in around} == {rule.topic}
    assert [other.id for other in found.around.related] == list(rule.related)


def test_a_calculator_comes_with_its_inputs_and_a_row_with_its_table(library: Library) -> None:
    tools = [
        tool
        for question in ("points for 12 coins", "コイン12枚は何点", "花壇の表", "天気")
        for tool in answer(library, question).tools
    ]
    assert tools
    for tool in tools:
        assert (tool.call is None) == (tool.table is not None)
        assert (tool.row is not None) == (tool.hit.kind == "row")


def test_where_nothing_answers_terms_or_topics_are_offered(library: Library) -> None:
    near = answer(library, "gnomicus")
    assert [(game.id, term.id) for game, term in near.near] == list(near.result.near)
    nothing = answer(library, "xyzzy")
    assert nothing.game is not None
    assert (nothing.entries, nothing.near) == ((), ())


@pytest.mark.parametrize(
    ("question", "calculator", "inputs", "missing"),
    [
        pytest.param("points for 12 coins", "coins", {"coins": "12"}, (), id="a number before its name"),
        pytest.param("コイン7枚は何点", "coins", {"coins": "7"}, (), id="behind its name in japanese"),
        pytest.param("coins?", "coins", {}, ("coins",), id="no number"),
        pytest.param("12345 coins", "coins", {}, ("coins",), id="a number too long"),
        pytest.param("12 red and shiny coins", "coins", {}, ("coins",), id="a number too far away"),
        pytest.param("moss path, step 3", "walk", {"path": "moss", "step": "3"}, (), id="an option"),
        pytest.param("苔の段2", "walk", {"path": "moss", "step": "2"}, (), id="in japanese"),
        pytest.param("step 9 of the gravel path", "walk", {"path": "gravel"}, ("step",), id="out of range"),
        pytest.param("walled, size 4", "show", {"size": "4", "walled": "yes"}, ("heights",), id="a flag"),
        pytest.param("size 9", "show", {}, ("size", "heights"), id="too high"),
    ],
)  # fmt: skip
def test_what_a_question_gives(
    question: str, calculator: str, inputs: dict[str, str], missing: tuple[str, ...]
) -> None:
    call = call_from(question, calculator, toy().calculator_inputs(calculator))
    assert (dict(call.inputs), call.missing) == (inputs, missing)


def test_the_command_leaves_what_is_missing_to_be_filled_in() -> None:
    call = call_from("gravel", "walk", toy().calculator_inputs("walk"))
    assert call.command("toy") == "rulesref calc toy walk path=gravel step=?"
