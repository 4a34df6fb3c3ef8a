"""What a question is about, and whether it asks for a number."""

from __future__ import annotations

import pytest

from rulesref.answers.inquiry import Inquiry, wants_yes
from rulesref.search.engine import search
from tests.helpers import library


def inquiry(game: str, question: str) -> Inquiry:
    hit = search(library(), question, game).hits[0]
    return Inquiry(question, library().game(game), hit.parts)


@pytest.mark.parametrize(
    ("question", "only"),
    [
        ("is the bridge free", True),
        ("mexica: do the 5 squares count", True),
        ("how many does it cost", False),
        ("ティカル4はタイルいる？", True),
        ("ティカル4は何がいる？", False),
        ("ティカル4", False),
        ("？", False),
    ],
)
def test_a_question_may_only_want_yes_or_no(question: str, *, only: bool) -> None:
    assert wants_yes(question) is only


def test_what_stands_in_a_longer_word_asks_for_nothing() -> None:
    assert "~minimum" not in inquiry("caylus", "where's the gold mine").asks
    assert "~how-many" in inquiry("caylus", "how many gold mines").asks


def test_numbers_in_words_say_what_they_count() -> None:
    assert inquiry("mexica", "４位の人って何点もらえるんですか").bound == {4}


def test_a_look_into_a_table_says_nothing_but_names_and_numbers() -> None:
    for question, plain in (("uxmal 5", True), ("beyond uxmal 5", False)):
        asked = inquiry("tzolkin", question)
        numbers = asked.numbers({"space": ("space",)}, {"gear": ("uxmal",)})
        assert asked.plain(set(), numbers) is plain


def test_a_sheet_has_the_kind_of_number_that_is_asked_for() -> None:
    asked = inquiry("mexica", "max temples")
    assert asked.suits({"~limit"})
    assert not asked.suits({"~cost"})
    assert asked.unasked(("cost of a temple",)) == 1
