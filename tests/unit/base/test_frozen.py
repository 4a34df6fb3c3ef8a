from __future__ import annotations

from typing import Any

import pytest

from rulesref.base.frozen import LazyMap, frozen


@frozen
class Spot:
    row: int
    column: int = 1


def test_values_are_equal_by_what_they_hold() -> None:
    assert Spot(3) == Spot(row=3, column=1)
    assert Spot(3) != Spot(3, 2)
    plain: object = (3, 1)
    assert Spot(3) != plain
    assert len({Spot(3), Spot(3, 1), Spot(4)}) == 2


def test_a_value_says_what_it_holds() -> None:
    assert repr(Spot(3)) == "Spot(row=3, column=1)"


def test_a_value_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Spot(3).row = 4  # type: ignore[misc]


@pytest.mark.parametrize(
    ("places", "named"),
    [
        pytest.param((), {}, id="something is missing"),
        pytest.param((1, 2, 3), {}, id="too many"),
        pytest.param((1,), {"colum": 2}, id="a name it does not have"),
    ],
)
def test_a_value_takes_what_it_declares(places: tuple[int, ...], named: dict[str, int]) -> None:
    with pytest.raises(TypeError):
        Spot(*places, **named)


def test_annotations_may_be_types_as_well_as_text() -> None:
    made: Any = frozen(type("Made", (), {"__annotations__": {"a": int | None, "b": "int"}, "b": 2}))
    assert repr(made(1)) == "Made(a=1, b=2)"


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
