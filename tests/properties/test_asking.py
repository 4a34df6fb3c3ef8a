"""Whatever is asked, in whichever words, there is an answer, and whatever is asked after a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesref.answers.answer import full_answer
from rulesref.answers.candidates import NumericAnswer
from rulesref.answers.numbers import followed
from rulesref.base.folding import word_lists
from rulesref.base.text import LANGS
from rulesref.search.engine import search
from rulesref.show import asking
from tests.helpers import game_folders, library
from tests.properties import law

pytestmark = [pytest.mark.slow, pytest.mark.property]

#: Every word that the languages know by what it does in a question.
WORDS = sorted(
    {
        word
        for lang in LANGS
        for lists in ("words", "everyday")
        for group in word_lists(lang, lists).values()
        for word in group
    }
)
NUMBERS = [
    "0", "1", "2", "7", "40", "100", "1位", "2い", "4まい", "3+4", "1〜3", "3/2/1", "ひとつ", "二十三", "two", "2nd", "none",
]  # fmt: skip
ENDINGS = ["", "?", "？", " 何点", "いくつ", " how many"]


def names(game: str) -> list[str]:
    """Everything that the inputs of a game's calculators are called."""
    of = library().game(game)
    inputs = [field for name in of.calculators for field in of.calculator_inputs(name).values()]
    options = [option for field in inputs for option in field.options]
    return sorted({name for each in (*inputs, *options) for name in each.names})


@pytest.mark.parametrize("game", [folder.name for folder in game_folders()])
def test_whatever_is_asked_is_answered(game: str) -> None:
    before: list[NumericAnswer] = []
    own = names(game)

    @law(120)
    @given(
        words=st.lists(st.sampled_from([*NUMBERS, *own, *WORDS]), min_size=1, max_size=6),
        gap=st.sampled_from(["", " ", "、", ", "]),
        ending=st.sampled_from(ENDINGS),
    )
    def ask(words: list[str], gap: str, ending: str) -> None:
        question = gap.join(words) + ending
        answer = full_answer(library(), search(library(), question, game))
        for lang in LANGS:
            assert asking.page(answer, lang)
        if answer.number:
            before[:] = [answer.number]
        for number in before:
            again = followed(question, number)
            assert again is None or asking.number(again, "ja")

    ask()
