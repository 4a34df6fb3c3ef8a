"""What the rows of a printed table answer."""

from __future__ import annotations

import pytest

from rulesref.answers.inquiry import ParsedQuestion
from rulesref.answers.rows import likely_row
from tests.helpers import library


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
    found = likely_row(ParsedQuestion(question, read, ()), table, asks=True)
    number = found.number if found else None
    assert (number.row.cells[sheet.key[0]] if number and number.row else None) == key
    assert (number.columns if number else ()) == columns
