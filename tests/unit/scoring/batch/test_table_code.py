from __future__ import annotations

from typing import Any

import pytest

from tests.unit.scoring.batch.compiled import source_of, worked_out

AUTUMN = {"op": "fixed", "value": "autumn"}
MOSS = {"op": "fixed", "value": "moss"}


def lookup(table: str, column: str, **at: Any) -> dict[str, Any]:
    return {"op": "lookup", "table": table, "at": at, "column": column}


def bands(**where: Any) -> dict[str, Any]:
    return {"op": "bands", "table": "prizes", "where": where, "from": "from", "of": "coins", "column": "points"}  # fmt: skip


def sum_rows(**up_to: Any) -> dict[str, Any]:
    return {"op": "sum-rows", "table": "walk", "where": {"path": MOSS}, "up-to": up_to, "column": "coins"}  # fmt: skip


@pytest.mark.parametrize(
    ("node", "values"),
    [
        pytest.param(lookup("weather", "points", season=AUTUMN, sky="sky"), [-2, -2], id="a row by what is known and what is not"),
        pytest.param(lookup("weather", "points", season=AUTUMN, sky={"op": "fixed", "value": "sun"}), [4, 4], id="a row that is known"),
        pytest.param(lookup("weather", "points", season=AUTUMN, sky={"op": "fixed", "value": "snow"}), [0, 0], id="a blank cell is 0"),
        pytest.param(lookup("plots", "second", size="coins"), [3, 1], id="a row for each player"),
        pytest.param(bands(hat={"op": "fixed", "value": "straw"}), [2, 0], id="a band"),
        pytest.param(sum_rows(step="steps.moss"), [1, 8], id="the sum up to a row"),
        pytest.param(sum_rows(step=3), [3, 3], id="the sum up to a known row"),
    ],
)  # fmt: skip
def test_a_table_tells_what_is_printed(node: Any, values: list[Any]) -> None:
    assert worked_out(node) == values


def test_a_table_is_cut_down_to_the_rows_that_can_be_meant() -> None:
    source = source_of(lookup("weather", "points", season=AUTUMN, sky="sky"))
    assert "{'sun': 4, 'rain': -2, 'snow': 0}" in source
    assert "winter" not in source


def test_a_row_that_is_known_leaves_no_table() -> None:
    source = source_of(lookup("plots", "second", size=4))
    assert "PLOTS" not in source


def test_below_the_first_band_is_left_to_the_ordinary_way() -> None:
    with pytest.raises(KeyError):
        worked_out(bands(hat={"op": "fixed", "value": "paper"}) | {"of": 1})


def test_what_no_source_tells_is_left_to_the_ordinary_way() -> None:
    winter = {"op": "fixed", "value": "winter"}
    snow = {"op": "fixed", "value": "snow"}
    assert worked_out(lookup("weather", "points", season=winter, sky=snow)) == [None, None]
