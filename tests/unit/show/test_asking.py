"""The answer to a question as a page and as JSON: the best entry in full, the next by title."""

from __future__ import annotations

import pytest

from rulesref.answers.answer import full_answer
from rulesref.base.text import LANGS
from rulesref.library.library import Library
from rulesref.search.engine import search
from rulesref.show import asking
from rulesref.show.blocks import Bullets, Page, Para, Title
from rulesref.show.data import as_json
from rulesref.show.terminal import Terminal, text
from tests.helpers import TOY, open_library


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library([str(TOY)])


def page(library: Library, question: str, lang: str, *, context: bool = False) -> Page:
    return asking.page(
        full_answer(library, search(library, question, "toy"), context=context), lang
    )


@pytest.mark.parametrize(
    ("lang", "question", "also"), [("ja", "花壇", "ほかの候補"), ("en", "plots", "Also")]
)
def test_in_full_the_best_entry_is_whole_and_the_next_are_titles(
    library: Library, lang: str, question: str, also: str
) -> None:
    answer = full_answer(library, search(library, question, "toy"))
    blocks = asking.full(answer, lang)
    first, *others = answer.entries
    assert others
    shown = text(blocks, Terminal(width=200))
    assert first.rule.title.of(lang) in shown
    assert all(point.text.of(lang) in shown for point in first.rule.points)
    titles = blocks[-1]
    assert isinstance(titles, Bullets)
    assert titles.first == 1
    assert [line.rsplit(" ", 1)[1] for _, line in titles.items] == [hit.rule.id for hit in others]
    assert also in [block.text for block in blocks if isinstance(block, Title)]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("question", ["花壇", "plots", "gnomes in the rain", "コイン12枚は何点"])
def test_in_short_an_answer_is_at_most_eight_lines(
    library: Library, lang: str, question: str
) -> None:
    answer = full_answer(library, search(library, question, "toy"))
    assert len(text(asking.page(answer, lang), Terminal(width=80)).splitlines()) <= 9


def test_the_number_stands_first(library: Library) -> None:
    answer = full_answer(library, search(library, "コイン12枚は何点", "toy"))
    assert text(asking.page(answer, "ja"), Terminal(width=80)).startswith("→ ")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("ja", "質問か言葉を入力してください。例: rulesref ask 同点"),
        ("en", "Type a question or a word, such as: rulesref ask tie"),
    ],
)
@pytest.mark.parametrize("question", ["", "??", "\x1b"])
def test_no_question_is_asked_for(library: Library, question: str, lang: str, line: str) -> None:
    assert page(library, question, lang) == [Para(line)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "question", "told"),
    [
        ("toy", "does the sleeping gnome score in the rain?", "sources differ; used here: It always does."),
        ("caylus", "市場で金キューブ売れる?", "出典によって異なり、ここでは: 売れます。"),
        ("caylus", "公園を他人に使われたら持ち主は何もらえる", "出典の異なる点あり"),
        ("caylus", "can the gate worker jump onto the stables when I already have someone there", "sources differ on one point"),
    ],
)  # fmt: skip
def test_the_reading_of_a_dispute_is_shown_to_whoever_asks_about_it(
    library: Library, game: str, question: str, told: str
) -> None:
    answer = full_answer(library, search(library, question, game))
    lang = "en" if question.isascii() else "ja"
    shown = text(asking.page(answer, lang), Terminal(200))
    assert told in shown
    assert ("used here" in shown or "ここでは" in shown) == (
        "used here" in told or "ここでは" in told
    )


@pytest.mark.parametrize("lang", LANGS)
def test_a_long_question_that_nothing_answers_is_cut(library: Library, lang: str) -> None:
    first = page(library, "qxzv" * 40, lang)[0]
    assert isinstance(first, Para)
    assert ("qxzv" * 40)[:59] + "…" in first.text
    assert "qxzv" * 15 not in first.text


def test_where_nothing_answers_the_topics_are_one_line_away(library: Library) -> None:
    shown = text(page(library, "xylophone zzyzx", "en"), Terminal(80)).splitlines()
    assert shown[-1] == "All topics: rulesref rules toy"
    assert len([line for line in shown if line]) <= 3


@pytest.mark.parametrize(("lang", "title"), [("ja", "このトピック: "), ("en", "In this topic: ")])
def test_what_is_around_an_entry_follows_it(library: Library, lang: str, title: str) -> None:
    titles = [b.text for b in page(library, "plots", lang, context=True) if isinstance(b, Title)]
    assert any(line.startswith(title) for line in titles), titles
    without = [b.text for b in page(library, "plots", lang) if isinstance(b, Title)]
    assert len(without) < len(titles)


@pytest.mark.parametrize("lang", LANGS)
def test_the_data_are_those_of_the_entries(library: Library, lang: str) -> None:
    answer = full_answer(library, search(library, "plots", "toy"), context=True)
    data = as_json(answer, lang)
    assert (data["query"], data["lang"], data["game"]) == ("plots", lang, "toy")
    assert [entry["id"] for entry in data["results"]] == [hit.rule.id for hit in answer.entries]
    first, rule = data["results"][0], answer.entries[0].rule
    assert (first["title"], first["text"]) == (rule.title.of(lang), rule.text.of(lang))
    assert first["match"]["score"] == answer.entries[0].hit.score
    assert [other["id"] for other in data["context"]["related"]] == list(rule.related)


def test_half_a_character_does_not_break_the_data(library: Library) -> None:
    answer = full_answer(library, search(library, "plots \ud800", "toy"))
    assert as_json(answer, "en")["query"] == "plots \ufffd"
