from __future__ import annotations

import pytest

from rulesref.model.lazy_map import LazyMap


def test_a_value_is_made_once_when_it_is_first_looked_into() -> None:
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key.upper()

    table = LazyMap(("a", "b"), make)
    assert ("a" in table, "c" in table, list(table), len(table)) == (True, False, ["a", "b"], 2)
    assert made == []
    assert (table["b"], table["b"]) == ("B", "B")
    assert made == ["b"]


def test_a_key_that_is_not_known_is_not_made() -> None:
    table = LazyMap(("a",), str.upper)
    with pytest.raises(KeyError):
        table["b"]
    assert table.get("b") is None
