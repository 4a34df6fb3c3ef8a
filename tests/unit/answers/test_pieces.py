"""A question cut into its words."""

from __future__ import annotations

import pytest

from rulesref.answers.mentions import Numbers
from rulesref.answers.pieces import NEAR, pieces_of


def test_ones_are_things_that_have_been_named_and_no_number() -> None:
    assert [piece.number for piece in Numbers("3 hats, the red ones", {}).free] == [3]
    assert [piece.number for piece in Numbers("two of the threes", {}).free] == [2, 3]


def test_what_a_comma_parts_is_not_near_each_other() -> None:
    for question, apart in (("hats 3", 0), ("hats, 3", NEAR + 1), ("hats. 3", NEAR + 2)):
        _, (name, number) = pieces_of(question, {"hat": ["hats"]})
        assert number.start - name.end == apart


@pytest.mark.parametrize(
    ("question", "number"),
    [
        pytest.param("no hats", 0, id="none"),
        pytest.param("both hats", 2, id="both"),
        pytest.param("一番上の帽子", None, id="a number in a word for an end"),
    ],
)
def test_words_may_be_numbers(question: str, number: int | None) -> None:
    _, pieces = pieces_of(question, {"hat": ["hats", "帽子"]})
    assert pieces[0].number == number


def test_a_word_that_leads_to_a_number_names_nothing_beside_its_particle() -> None:
    named = {"from": ["から"], "level": ["レベル"]}
    _, pieces = pieces_of("レベル0から", named)
    assert [piece.text for piece in pieces if piece.means("name")] == ["から"]
