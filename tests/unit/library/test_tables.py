from __future__ import annotations

import pytest

from rulesref.library.lookup import rows_with, table_called
from tests.helpers import library, toy


@pytest.mark.parametrize(
    ("word", "table"),
    [
        pytest.param("plots", "plots", id="its id"),
        pytest.param("plot", "plots", id="its id in the singular"),
        pytest.param("花壇の点", "plots", id="its title"),
        pytest.param("花壇表", "plots", id="an alias"),
        pytest.param("Points For Plots", "plots", id="its english title"),
        pytest.param("小道", "walk", id="another table"),
        pytest.param("nothing", None, id="none"),
        pytest.param("points for", "plots", id="the beginning of a title"),
        pytest.param("花壇の点数", "plots", id="hardly different"),
    ],
)
def test_a_table_is_called(word: str, table: str | None) -> None:
    found = table_called(toy(), word)
    assert (found and found.id) == table


@pytest.mark.parametrize(
    ("table", "keys", "rows"),
    [
        pytest.param("plots", ["3"], [3], id="by its key"),
        pytest.param("plots", ["３"], [3], id="in full width"),
        pytest.param("plots", ["island"], [3], id="by an alias of the row"),
        pytest.param("plots", ["花の島"], [3], id="by what stands in a cell"),
        pytest.param("plots", ["flower", "isl"], [3], id="by parts of a cell"),
        pytest.param("plots", ["9"], [], id="no such row"),
        pytest.param("weather", ["春", "rain"], ["spring"], id="by two keys in two languages"),
        pytest.param("weather", ["autumn"], ["autumn", "autumn", "autumn"], id="by the first key alone"),
        pytest.param("weather", ["snow"], ["autumn", "winter"], id="by a later key alone"),
    ],
)  # fmt: skip
def test_rows_are_found(table: str, keys: list[str], rows: list[object]) -> None:
    found = toy().tables[table]
    assert [row.cells[found.key[0]] for row in rows_with(found, keys)] == rows


@pytest.mark.parametrize(
    ("game", "word", "table"),
    [
        pytest.param("tzolkin", "寺院", "temples", id="the shortest that begins so"),
        pytest.param("caylus", "建物の一覧", "building", id="a particle more"),
        pytest.param("tzolkin", "zzz", None, id="none"),
    ],
)
def test_a_table_is_found_by_what_people_call_it(game: str, word: str, table: str | None) -> None:
    found = table_called(library().game(game), word)
    assert (found and found.id) == table


def test_a_number_is_one_of_a_key_column() -> None:
    """2 is what some tokens are worth, and no size."""
    tokens = library().game("mexica").tables["tokens"]
    assert rows_with(tokens, ["2"]) == ()
    assert [row.cells["size"] for row in rows_with(tokens, ["9"])] == [9]
