"""The row of a printed table that a question names."""

from __future__ import annotations

import pytest

from rulesref.answers.inquiry import Inquiry
from rulesref.answers.rows import likely_row, rows_named
from tests.helpers import library


def test_a_row_needs_every_key() -> None:
    steps = library().game("tzolkin").table("temple-steps")
    assert steps is not None
    for text, level in (("ククルカン", None), ("ククルカン 99", None), ("ククルカン 4", 4)):
        found = rows_named(Inquiry(text, library().game("tzolkin"), ()), steps)
        row = found.rows[0] if found and not found.open else None
        assert (row.cells["level"] if row else None) == level


def test_we_are_those_who_play() -> None:
    setup = library().game("tzolkin").table("setup")
    assert setup is not None
    found = rows_named(Inquiry("monuments with 3 of us", library().game("tzolkin"), ()), setup)
    assert found is not None
    assert found.rows[0].cells["players"] == 3


@pytest.mark.parametrize("question", ["guys 4 this turn", "ワーカー4"])
def test_a_key_has_other_words_too(question: str) -> None:
    tzolkin = library().game("tzolkin")
    charge = tzolkin.table("worker-charge")
    assert charge is not None
    found = rows_named(Inquiry(question, tzolkin, ()), charge)
    assert found is not None
    assert (found.rows[0].cells["workers"], found.loose) == (4, False)


@pytest.mark.parametrize(
    ("game", "table", "question", "key", "columns"),
    [
        pytest.param("mexica", "unfounded", "11 squares, second on it", 11, ("second",), id="a rank names a column"),
        pytest.param("mexica", "unfounded", "17マスの土地、二番手は", 17, ("second",), id="a rank in japanese"),
        pytest.param("mexica", "tokens", "size 9, two other players, 3rd place", 9, ("others",), id="people"),
        pytest.param("mexica", "unfounded", "11 squares", 11, ("first", "second", "third"), id="all of a few"),
        pytest.param("mexica", "tokens", "3位は何点", None, (), id="a rank is no key"),
        pytest.param("mexica", "temples", "神殿が4個", None, (), id="things that are no level"),
        pytest.param("mexica", "tokens", "size 9 or size 12", None, (), id="several numbers"),
        pytest.param("mexica", "tokens", "size 99", None, (), id="no such row"),
        pytest.param("tzolkin", "feeding-costs", "1典", None, (), id="a word that nobody knows"),
        pytest.param("tzolkin", "gears", "マス3", None, (), id="several keys"),
    ],
)  # fmt: skip
def test_the_one_number_that_may_be_the_key_names_a_row(
    game: str, table: str, question: str, key: int | None, columns: tuple[str, ...]
) -> None:
    read = library().game(game)
    sheet = read.table(table)
    assert sheet is not None
    found = likely_row(Inquiry(question, read, ()), table, asks=True)
    number = found.number if found else None
    assert (number.row.cells[sheet.key[0]] if number and number.row else None) == key
    assert (number.columns if number else ()) == columns
